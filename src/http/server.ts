/**
 * The HTTP server: its routes, its limits of size and time, and its stop.
 *
 * 1. Every answer is JSON, but for the documents, the console and the metrics. So is the answer to bytes that are not HTTP, to an
 *    unknown path and to a body that is too large.
 * 2. `stop` takes no new connection, lets running requests finish, writes `connection: close` on each answer, and
 *    closes the connections that are left when the drain limit has passed.
 */
import { type FastifyInstance, type FastifyPluginAsync, type FastifyServerOptions, fastify } from 'fastify';
import type { Carrier } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
import { productOf, Refusal } from '../errors.ts';
import type { MasterKey } from '../lib/sealed.ts';
import type { Service } from '../lib/service.ts';
import type { Operation } from '../operations/operation.ts';
import type { Database } from '../store/database.ts';
import { type AnswerHeaders, addAnswerHeaders } from './answer-headers.ts';
import { type Authenticator, createAuthenticator } from './authenticate.ts';
import { addConsole, leadBrowsers } from './console/serve-console.ts';
import { addDocuments, addErrorsPage } from './docs/documents.ts';
import { createEdge, sendAnswer } from './edge.ts';
import { answerExpectation, decideBeforeBody, Routes } from './guard/before-body.ts';
import { type ClientOf, createClientOf } from './guard/client-address.ts';
import { limitConnections, readOpenFilesLimit } from './guard/connection-limit.ts';
import { createBrokenRequests } from './guard/connections.ts';
import { letBodyCome } from './guard/large-bodies.ts';
import { OpenConnections } from './guard/open-connections.ts';
import { limitPipelining } from './guard/pipelining.ts';
import { watchStrangers } from './guard/stranger-hooks.ts';
import { createIdempotency } from './idempotency.ts';
import { isAnsweredWhole, isOfCallers } from './known-paths.ts';
import { checkCoding } from './media-type.ts';
import { createNonceMemory } from './nonce-memory.ts';
import { addOperations } from './operation-routes.ts';
import { refuseEncodedPaths, withoutOrigin } from './plain-paths.ts';
import { createRateLimiter, type RequestLimits } from './rate-limit.ts';
import { countRefusals } from './refusal-metrics.ts';
import { DEFAULT_BODY_LIMIT_BYTES, failureAnswer } from './reply.ts';
import { sandboxGate } from './sandbox-gate.ts';
import { createShortWay, leadShortWay, type ShortWay, type ShortWayOptions } from './short-way.ts';
import { TIME_LIMITS } from './time-limits.ts';
import { CertificateWatch, readCertificate, type TlsFiles } from './tls.ts';
import type { OtherProcesses, ReadyFor } from './watching/probes.ts';
import { measureRequests } from './watching/request-times.ts';
import { addMetrics, addProbes } from './watching/watched-routes.ts';
import { type PlainRequests, readPlainRequests } from './wire/plain-requests.ts';

export interface HttpOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly drainWithinMs: number;
  /** Absent: callers and operators. */
  readonly serves?: 'callers' | 'operators' | 'all';
  /** The gateway ends, though this server does not yet. */
  readonly isEnding?: () => boolean;
  /** Absent or null: without TLS. */
  readonly tls?: TlsFiles | null;
  /** Networks of proxies whose word on the client counts. */
  readonly trustedProxies?: readonly string[];
  /** An unknown Customer ID is told apart from a wrong key; absent: it is. */
  readonly tellsUnknownIds?: boolean;
  readonly db: Database;
  /** Settings of the database server under which acknowledged messages can be lost; absent: none. */
  readonly unsafeSettings?: () => readonly string[];
  /** Another node can send by this carrier. */
  readonly isUpElsewhere?: (carrier: string) => boolean;
  /** The text of /metrics for all processes of the gateway; absent, as the one below: it is one. */
  readonly figuresOfAll?: () => Promise<string>;
  /** How ready the others are. */
  readonly others?: (of: ReadyFor) => Promise<OtherProcesses>;
  readonly masterKey: MasterKey;
  readonly directory: Pick<AccountDirectory, 'find'>;
  readonly operations: readonly Operation[];
  /** Requests a second where an account says nothing else. */
  readonly requestLimits: RequestLimits;
  readonly carriers: readonly Carrier[];
  /** The text of openapi.yaml. */
  readonly openapi: string;
  /** Routes under /operator/v1, with their own authentication. */
  readonly operator: FastifyPluginAsync | null;
  /** The folder of the built console, which stands beside those routes; absent: it is not served. */
  readonly console?: string;
  /** Routes under /sandbox, for the one account that they belong to; null while a real carrier is configured. */
  readonly sandbox: { readonly accountId: string; readonly routes: FastifyPluginAsync } | null;
}

export interface HttpServer extends Service {
  /** Where it listens; null before `start`. */
  address(): { readonly host: string; readonly port: number } | null;
  /** `http` or `https`. */
  readonly scheme: string;
  readonly isStopping: boolean;
  /** Looks at files that may have changed. */
  reload(): void;
  readonly connections: Pick<OpenConnections, 'count' | 'letGo'>;
}

/** Connections of operators and of what watches the gateway, where they have an address of their own. */
const MOST_OPERATORS = 256;

export function createHttpServer(context: Context, options: HttpOptions): HttpServer {
  return new Server(context, options);
}

class Server implements HttpServer {
  readonly name = 'http';
  private readonly context: Context;
  private readonly options: HttpOptions;
  private readonly app: FastifyInstance;
  private readonly routes: Routes;
  private readonly certificates: CertificateWatch | null = null;
  private readonly clientOf: ClientOf;
  readonly connections: OpenConnections;
  /** Null: Node reads them all. */
  private readonly plain: PlainRequests | null;
  private shortWay: ShortWay | null = null;
  isStopping = false;
  private isListening = false;

  constructor(context: Context, options: HttpOptions) {
    this.context = context;
    this.options = options;
    this.routes = new Routes(context);
    this.clientOf = createClientOf(options.trustedProxies ?? []);
    const limits = {
      headersTimeout: TIME_LIMITS.headersWithinMs,
      connectionsCheckingInterval: TIME_LIMITS.checkedEveryMs,
      // Node's own answer to a request without Host has no body.
      requireHostHeader: false,
    };
    const certificate = options.tls ? readCertificate(options.tls) : null;
    const broken = createBrokenRequests(context.clock);
    const serverOptions = {
      logger: false,
      bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
      requestTimeout: TIME_LIMITS.requestWithinMs,
      keepAliveTimeout: TIME_LIMITS.keepAliveMs,
      connectionTimeout: TIME_LIMITS.unreadWithinMs,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      routerOptions: { maxParamLength: 256 },
      rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
      clientErrorHandler: broken.handle,
      frameworkErrors: (error, request, reply) => {
        sendAnswer(reply, failureAnswer(context, productOf(request.raw.url ?? '/'), error, context.clock.now()));
      },
    } satisfies FastifyServerOptions;
    if (options.tls && certificate) {
      const app = fastify({
        ...serverOptions,
        https: { ...limits, ...certificate, handshakeTimeout: TIME_LIMITS.handshakeWithinMs },
      });
      this.certificates = new CertificateWatch(context, options.tls, app.server, certificate);
      this.app = app as unknown as FastifyInstance;
    } else this.app = fastify({ ...serverOptions, http: limits });
    leadShortWay(this.app.server, (request, response) => this.shortWay?.takes(request, response) === true);
    this.connections = new OpenConnections(this.app.server, limitPipelining(context.clock, this.app.server));
    broken.watch(this.app.server);
    const isReadHere = !options.tls && options.serves !== 'operators';
    this.plain = isReadHere ? readPlainRequests(this.app.server, TIME_LIMITS, isAnsweredWhole) : null;
    this.app.server.on('checkExpectation', answerExpectation(context));
    this.build();
  }

  async start(): Promise<void> {
    const { host, port } = this.options;
    if (this.options.serves === 'operators') this.app.server.maxConnections = MOST_OPERATORS;
    else limitConnections(this.context, this.app.server, await readOpenFilesLimit());
    await this.app.listen({ host, port });
    this.isListening = true;
    this.certificates?.start();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.certificates?.stop();
    const { clock } = this.context;
    const { server } = this.app;
    const limit = clock.setTimer(() => {
      server.closeAllConnections();
      this.plain?.closeAll();
    }, this.options.drainWithinMs);
    try {
      const closed = this.app.close();
      this.plain?.closeIdle();
      await closed;
    } finally {
      clock.clearTimer(limit);
      this.isListening = false;
    }
  }

  address(): { host: string; port: number } | null {
    const address = this.isListening ? this.app.server.address() : null;
    return address !== null && typeof address === 'object' ? { host: address.address, port: address.port } : null;
  }

  get scheme(): string {
    return this.options.tls ? 'https' : 'http';
  }

  reload(): void {
    this.certificates?.look();
  }

  private build(): void {
    const { context, options, app } = this;
    const { clock } = context;
    const mustClose: AnswerHeaders['mustClose'] = (request) => this.isStopping || this.connections.isLetGo(request);
    addAnswerHeaders(app, { isTls: this.scheme === 'https', mustClose });
    const times = measureRequests(app, context);
    const strangers = watchStrangers(app, context, this.clientOf);
    refuseEncodedPaths(app);
    this.routes.watch(app);
    const { serves = 'all', console: folder } = options;
    if (folder !== undefined && serves !== 'callers') leadBrowsers(app);
    decideBeforeBody(app, context, this.routes);
    app.addHook('preParsing', (request, _, payload, done) => {
      // Who calls is asked before what they sent is looked at (edge.ts), and what carriers send is theirs to read.
      const coding = request.raw.headers['content-encoding'];
      if (coding === undefined) return done(null, payload);
      const route = request.routeOptions.url ?? '';
      if (!isOfCallers(route) && !route.startsWith('/carriers/')) checkCoding(coding);
      done(null, payload);
    });
    app.setErrorHandler((error, request, reply) => {
      const limited = Object.assign(error as object, { limit: request.routeOptions.bodyLimit });
      letBodyCome(request, reply);
      // Who has to wait is told so, whatever was asked for.
      const failure = error instanceof Refusal ? error : (this.routes.refusalOf(request) ?? limited);
      return sendAnswer(reply, failureAnswer(context, productOf(request.raw.url ?? '/'), failure, clock.now()));
    });
    const isStopping = () => this.isStopping || options.isEnding?.() === true;
    addErrorsPage(app);
    addProbes(app, { ...options, isStopping, isDetailed: serves !== 'callers' });
    if (serves !== 'callers') {
      addMetrics(app, context, options.figuresOfAll);
      if (options.operator) app.register(options.operator, { prefix: '/operator/v1' });
      if (folder !== undefined) addConsole(app, folder);
    }
    if (serves !== 'operators') this.serveCallers({ times, strangers, mustClose });
  }

  private serveCallers(watched: Pick<ShortWayOptions, 'times' | 'strangers' | 'mustClose'>): void {
    const { context, options, app } = this;
    const { operations, carriers } = options;
    const { clock } = context;
    const authenticator = createAuthenticator(context, {
      directory: options.directory,
      nonces: createNonceMemory(clock, options.db),
      tellsUnknownIds: options.tellsUnknownIds ?? true,
    });
    const edge = createEdge({
      context,
      authenticator,
      rateLimiter: createRateLimiter(clock, options.db, options.requestLimits),
      idempotency: createIdempotency(context, options.db, options.masterKey),
      refusals: countRefusals(context),
      clientOf: this.clientOf,
    });
    addDocuments(app, options.openapi);
    addOperations(app, { context, routes: this.routes, edge, operations, carriers });
    this.shortWay = createShortWay(context, { ...watched, edge, operations, isStopping: () => this.isStopping });
    if (options.sandbox) this.addSandbox(authenticator, options.sandbox);
  }

  private addSandbox(authenticator: Authenticator, sandbox: NonNullable<HttpOptions['sandbox']>): void {
    this.app.register(async (scope) => {
      scope.addHook('onRequest', sandboxGate(authenticator, sandbox.accountId));
      await scope.register(sandbox.routes, { prefix: '/sandbox' });
    });
  }
}
