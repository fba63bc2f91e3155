/**
 * Refuses requests by their first line and headers, before a byte of the body is read.
 *
 * 1. An unknown path is 404 and an unknown method 405, whatever the body, its type and its length are. Of a path of
 *    callers (known-paths.ts) the credentials are checked first; for a signature the body is read as bytes and not parsed.
 * 2. RFC 9112, 3.2: HTTP/1.1 without `Host` is 400. RFC 9110, 10.1.1: an expectation that nobody here knows is 417.
 * 3. A `Content-Type` that is empty or no type at all counts as absent (SDKs send it empty on GET and DELETE).
 *    Signatures are over the header as it was sent, so only the framework is told so.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { productOf, Refusal } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { pathOf, sendAnswer } from '../edge.ts';
import { idsAreIds, isOfCallers, KnownPaths, type PathParams } from '../known-paths.ts';
import { isMediaType } from '../media-type.ts';
import { caseAnswer, DEFAULT_BODY_LIMIT_BYTES, failureAnswer } from '../reply.ts';

/** Comes before every other hook that may refuse, and before the routes. */
export function decideBeforeBody(app: FastifyInstance, context: Context, routes: Routes): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host === undefined && httpVersion === '1.1') return void refuseHost(context, reply);
    if (request.is404 && !isOfCallers(pathOf(request.raw.url ?? ''))) return void routes.refuse(request, reply);
    const type = headers['content-type'];
    if (type !== undefined && !isMediaType(type)) request.headers = { 'content-type': undefined };
    done();
  });
  // Nobody comes here. Without a handler of ours the framework would put its own in the place.
  app.setNotFoundHandler((request, reply) => routes.refuse(request, reply));
}

/** Which paths there are, and the refusal of what is none. */
export class Routes {
  private readonly context: Context;
  private readonly paths = new KnownPaths();

  constructor(context: Context) {
    this.context = context;
  }

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method }) => this.paths.add(url, method));
  }

  /** That what is asked for does not exist, or null. */
  refusalOf(request: FastifyRequest): Refusal | null {
    const path = pathOf(request.raw.url ?? '/');
    if (!request.is404 && this.isRoute(request, path)) return null;
    const methods = this.paths.methodsOf(path);
    if (methods.length === 0) return new Refusal('path_unknown', { path });
    const allowed = methods.join(', ');
    return new Refusal('method_not_allowed', { method: request.method, allowed }, { allow: allowed });
  }

  /**
   * What judges references by itself judges no path that has a name of its own, such as /v1/omnichannel/templates. One of
   * which another route with the same method could be meant, too, has none.
   */
  private isRoute({ method, routeOptions, params }: FastifyRequest, path: string): boolean {
    const { url = '', config } = routeOptions;
    if (idsAreIds(url, params as PathParams)) return true;
    const judges = 'judgesReference' in config && config.judgesReference === true;
    const methods = this.paths.methodsOf(path);
    return judges && (methods.length === 0 || methods.includes(method));
  }

  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const product = productOf(request.raw.url ?? '/');
    return sendAnswer(reply, failureAnswer(this.context, product, this.refusalOf(request), this.context.clock.now()));
  }

  /** What a caller who asks for that is answered by: a refusal, once it is known who it is. */
  nothing(request: FastifyRequest, refusal: Refusal): Operation {
    return {
      name: 'nothing',
      product: productOf(request.raw.url ?? '/'),
      method: 'GET',
      path: '*',
      bodyLimitBytes: DEFAULT_BODY_LIMIT_BYTES,
      handle: () => Promise.reject(refusal),
    };
  }
}

/** Rule 2. There is no request of the framework yet. */
export function answerExpectation({ clock }: Pick<Context, 'clock'>) {
  return (_: IncomingMessage, response: ServerResponse): void => {
    const { status, body, headers } = caseAnswer('gateway', 'expectation_unknown', {}, clock.now());
    response.writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      // Whether the body comes all the same is for the client to know (RFC 9110, 10.1.1).
      connection: 'close',
    });
    response.end(body);
  };
}

function refuseHost(context: Context, reply: FastifyReply): FastifyReply {
  return sendAnswer(
    reply.header('connection', 'close'),
    caseAnswer('gateway', 'http_malformed', { why: "the header 'Host' is missing" }, context.clock.now()),
  );
}
