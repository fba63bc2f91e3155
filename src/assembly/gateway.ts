/**
 * The gateway put together: every part in the order in which it starts, stopped in reverse.
 *
 * 1. What a part needs is started before it; HTTP comes last, so that nobody is let in before there is somebody to
 *    serve them, and stops first.
 * 2. A start that fails stops what had been started.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Carrier } from '../carriers/carrier.ts';
import type { CallOptions } from '../carriers/kinds.ts';
import type { OpenVoice } from '../carriers/sip/voice/voice-link.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Context } from '../context.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import { type AccountDirectory, createAccountDirectory } from '../engine/accounts/account-directory.ts';
import type { CallbackSender } from '../engine/callbacks/callback-sender.ts';
import { type CallSecrets, openCallSecrets } from '../engine/data/call-secrets.ts';
import { CodeShares } from '../engine/data/code-shares.ts';
import { checkMasterKey } from '../engine/data/master-key.ts';
import { Poller } from '../engine/due/poll.ts';
import { Engine, type EngineOptions } from '../engine/engine.ts';
import { findLoss, type Loss } from '../engine/nodes/loss.ts';
import type { NodeWatch } from '../engine/nodes/node-watch.ts';
import { CarrierOrders } from '../engine/sending/carrier-orders.ts';
import { tracedAccept, traceOfMessage } from '../engine/telemetry/traced.ts';
import { operatorRoutes } from '../http/operator/routes.ts';
import { holdProcess } from '../lib/hold.ts';
import { packageRoot } from '../lib/package-root.ts';
import type { Service } from '../lib/service.ts';
import type { Admission } from '../operations/admission.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createSpeech } from '../speech/create-speech.ts';
import type { Speech } from '../speech/speech.ts';
import { releaseCallbackLeases } from '../store/callbacks/callback-claims.ts';
import { openDatabase } from '../store/connection/pool.ts';
import type { Database } from '../store/database.ts';
import { findMessage } from '../store/messages/messages.ts';
import type { Owner } from '../store/nodes/owner.ts';
import { createDataDirectory } from '../store/postgres/data-directory.ts';
import { createPostgres } from '../store/postgres/supervisor.ts';
import { migrate } from '../store/schema/migrate.ts';
import { createPartitionKeeper, ensurePartitions } from '../store/schema/partitions.ts';
import { type AliasOf, openNumberAliases } from '../store/secrets/number-aliases.ts';
import { eachLane, type Lanes, readLanes } from '../store/sql/lanes.ts';
import { assembleAdmission } from './admission.ts';
import { endAfterRestore } from './after-restore.ts';
import { createCallbackSender } from './callbacks.ts';
import { createCallSupport, warmUpSpeech } from './calls.ts';
import { createCarriers, sandboxCarrierName } from './carriers.ts';
import { createDataCare, type DataCare } from './data.ts';
import { createDatabaseSafety, type DatabaseSafety } from './database-safety.ts';
import { diagnosed } from './diagnosed.ts';
import { createHttpServers, type HttpServers, urlOf } from './http-servers.ts';
import { createMasking, type Masking } from './masking.ts';
import { createNodeWatch, registerThisNode } from './nodes.ts';
import { assembleOperations } from './operations.ts';
import { createPhoneIdentity, type PhoneIdentity } from './phone-identity.ts';
import { type PreparedSandbox, prepareSandbox } from './sandbox.ts';

export interface GatewayOptions {
  readonly context: Context;
  readonly config: Config;
  /** Read (and made, the first time) once the data directory is ours. */
  readonly readSecrets: () => Promise<Secrets>;
  /** Called when this gateway must stop: it may start over, unless another one took its place. */
  readonly giveUp: (how: Loss) => void;
  /** The text of openapi.yaml. */
  readonly openapi: string;
  /** Absent: calls are placed by a process of their own; a test that moves its clock by hand has them in this one. */
  readonly openVoice?: OpenVoice;
  /** Opens the database; a test that moves its clock by hand lets the database have the system's. */
  readonly openStore?: (url: string) => Promise<Database>;
  /** The PATH of the process, where PostgreSQL's programs may be. */
  readonly path: string | undefined;
}

export interface Gateway extends Service {
  /** Where callers are served. Throws before the start. */
  readonly url: string;
  /** Where operators are; with callers when that is how it is set. Throws before the start. */
  readonly operatorsUrl: string;
  readonly secrets: Secrets;
  /** Null while a real carrier is configured. */
  readonly sandbox: Sandbox | null;
  readonly preparedSandbox: PreparedSandbox;
  readonly db: Database;
  readonly speech: Speech;
  /** Looks at files that may have changed: the certificate. */
  reload(): void;
}

const PARTITIONS_AHEAD_DAYS = 7;
const DRAIN_WITHIN_MS = 2_000;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

export function createGateway(options: GatewayOptions): Gateway {
  return new RunningGateway(options);
}

/** What is known once the store is open. */
interface Ground {
  readonly secrets: Secrets;
  readonly db: Database;
  readonly safety: DatabaseSafety;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly aliasOf: AliasOf;
  readonly callSecrets: CallSecrets;
  readonly codes: CodeShares;
}

/** What HTTP speaks to. */
interface Running extends Pick<PhoneIdentity, 'lookUps' | 'dataSetsChanged'> {
  readonly watch: NodeWatch;
  readonly engine: Engine;
  readonly callbacks: CallbackSender;
  readonly orders: CarrierOrders;
  readonly data: DataCare;
  readonly speech: Speech;
  readonly masking: Masking;
  readonly admission: Admission;
}

class RunningGateway implements Gateway {
  readonly name = 'gateway';
  private readonly options: GatewayOptions;
  private readonly started: Service[] = [];
  private ground: Ground | null = null;
  private voice: Speech | null = null;
  private http: HttpServers | null = null;
  private agents: EngineOptions['agents'] = {};
  preparedSandbox: PreparedSandbox = { shutOut: new Set(), isOpen: false };
  sandbox: Sandbox | null = null;

  constructor(options: GatewayOptions) {
    this.options = options;
  }

  get url(): string {
    return urlOf(this.http?.callers);
  }

  get operatorsUrl(): string {
    return urlOf(this.http?.operators ?? this.http?.callers);
  }

  reload(): void {
    for (const server of [this.http?.operators, this.http?.callers]) server?.reload();
  }

  get secrets(): Secrets {
    return this.opened().secrets;
  }

  get speech(): Speech {
    if (!this.voice) throw new Error('the gateway has not been started');
    return this.voice;
  }

  get db(): Database {
    return this.opened().db;
  }

  async start(): Promise<void> {
    try {
      await this.startAll();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (let service = this.started.pop(); service; service = this.started.pop()) {
      try {
        await service.stop();
      } catch (error) {
        this.options.context.log.error({ err: error, service: service.name }, 'a part could not be stopped properly');
      }
    }
  }

  private async startAll(): Promise<void> {
    const { config, context } = this.options;
    await this.run(createDataDirectory(context, config.dataDirectory));
    const secrets = await this.options.readSecrets();
    const ground = await this.openStore(secrets);
    this.ground = ground;
    await endAfterRestore(context, ground, config.dataDirectory);
    const speech = createSpeech(context, { settings: config.speech, path: this.options.path });
    await this.run(speech);
    this.voice = speech;
    const support = createCallSupport(context, ground.db, ground.callSecrets, speech);
    const carriers = await this.createCarriers({ support, openVoice: this.options.openVoice });
    const isSandbox = carriers.every((carrier) => carrier.simulated);
    const directory = createAccountDirectory(context, { ...ground, ...secrets, isSandboxOff: !isSandbox });
    warmUpSpeech(context, speech, carriers);
    this.preparedSandbox = await prepareSandbox(context, ground, isSandbox);
    const callbacks = await createCallbackSender(context, {
      ...ground,
      masterKey: secrets.masterKey,
      directory,
      config,
      alsoAllowed: isSandbox ? LOOPBACK : [],
    });
    const lost = () => void findLoss(context, ground.db, ground.owner).then(this.options.giveUp);
    const watch = createNodeWatch(context, { ...ground, carriers, config, lost });
    const masking = createMasking(context, carriers, {
      ...ground,
      config,
      directory,
      createFrom: (decide) => engine.createFrom(decide),
      offerCallbacks: (rows) => callbacks.offer(rows),
    });
    const engine = this.createEngine(ground, carriers, directory, callbacks, watch, masking);
    const orders = new CarrierOrders(context, ground.db, carriers);
    const data = createDataCare(context, config, { ...ground, carriers });
    const phone = createPhoneIdentity({ context, ...ground, settings: config.phoneId, isSandbox });
    // The engine stops before the callbacks that its last answers owe, and before it no longer gives signs of life.
    const inOrder: readonly Service[] = [callbacks, watch, orders, masking, engine, watch.serviceFor(engine), data];
    const poller = new Poller({ context, ...ground, listeners: [callbacks, orders, masking.life, engine, phone] });
    const admission = assembleAdmission(context, ground, config.limits.admission);
    for (const service of [...inOrder, phone, poller, admission]) await this.run(service);
    this.http = this.createHttp(ground, carriers, directory, {
      engine,
      callbacks,
      orders,
      data,
      watch,
      speech,
      masking,
      admission,
      ...phone,
    });
    for (const server of [this.http.operators, this.http.callers]) if (server) await this.run(server);
    this.sandbox?.rcs.postEventsTo(`${this.url}/carriers/${sandboxCarrierName('rcs')}/webhook`);
  }

  private async run(service: Service): Promise<void> {
    // On the list before it starts: what a failed start left is stopped, too.
    this.started.push(service);
    await service.start();
  }

  private opened(): Ground {
    if (!this.ground) throw new Error('the gateway has not been started');
    return this.ground;
  }

  private async openStore(secrets: Secrets): Promise<Ground> {
    const { context, config } = this.options;
    const url = config.database.url ?? (await this.startPostgres());
    await migrate(context, { url });
    const { poolSize } = config.database;
    // What a node that stalls has locked is free again before the others take over its work.
    const idleInTransactionMs = config.engine.leaseMs / 2;
    const db = await (this.options.openStore?.(url) ?? openDatabase(context, { url, poolSize, idleInTransactionMs }));
    await this.run({ name: 'database', start: async () => {}, stop: () => db.close() });
    const { allowUnsafe } = config.database;
    const safety = createDatabaseSafety({ context, db, url, isOwn: config.database.url === null, allowUnsafe });
    await this.run(safety);
    await this.run(createPartitionKeeper(context, db, { aheadDays: PARTITIONS_AHEAD_DAYS }));
    context.traces?.findWith(async (id) => traceOfMessage(await findMessage(db, id)));
    await checkMasterKey(context, db, secrets.masterKey);
    const owner = await registerThisNode(context, db, { ...secrets, leaseMs: config.engine.leaseMs });
    const aliasOf = await openNumberAliases(context, db, secrets.masterKey);
    const callSecrets = await openCallSecrets(context, db, secrets.masterKey);
    const codes = new CodeShares(context);
    return { secrets, db, safety, aliasOf, callSecrets, codes, lanes: await readLanes(db), owner };
  }

  private async startPostgres(): Promise<string> {
    const { context, config } = this.options;
    const binDir = config.database.binaries ?? undefined;
    const postgres = createPostgres(context, { dataDir: config.dataDirectory, binDir, path: this.options.path });
    await this.run(postgres);
    return postgres.url;
  }

  private async createCarriers(calls: CallOptions): Promise<readonly Carrier[]> {
    const { context, config } = this.options;
    const made = await createCarriers(context, config.carriers, calls, (service) => this.run(service));
    this.agents = made.agents;
    this.sandbox = made.sandbox;
    return made.carriers;
  }

  private createEngine(
    { db, lanes, owner, aliasOf, codes }: Ground,
    carriers: readonly Carrier[],
    directory: AccountDirectory,
    callbacks: CallbackSender,
    { peers }: NodeWatch,
    { relay, pool }: Masking,
  ): Engine {
    const { context, config } = this.options;
    return new Engine({
      context,
      db,
      owner,
      carriers,
      peers,
      routes: config.routes,
      agents: this.agents,
      relay,
      codes,
      carrierOfSender: (sender) => pool.carrierOf(sender),
      shutOut: this.preparedSandbox.shutOut,
      leaseMs: config.engine.leaseMs,
      callbackLeaseMs: config.callbacks.leaseMs,
      gatherMs: config.engine.gatherMs,
      keywords: config.optOut.keywords,
      textsOf: async (accountId) => {
        const known = accountId === null ? null : await directory.find(accountId);
        return { ...config.optOut.texts, ...known?.account.settings.optOutTexts };
      },
      offerCallbacks: (rows) => callbacks.offer(rows),
      makeRoomFor: (at) => ensurePartitions(db, at, at),
      aliasOf,
      giveBackCallbacks: async (node, beforeEpoch) => {
        const now = context.clock.now();
        await eachLane(lanes, (buckets) => releaseCallbackLeases(db, { node, beforeEpoch }, now, buckets));
      },
    });
  }

  private createHttp(
    ground: Ground,
    carriers: readonly Carrier[],
    directory: AccountDirectory,
    running: Running,
  ): HttpServers {
    const { context, config, openapi } = this.options;
    const { db, lanes, aliasOf, secrets, safety } = ground;
    const { engine, callbacks, orders, data, watch, dataSetsChanged, speech } = running;
    const { requestsPerSecond, allowedCountries } = config.limits;
    const accept = tracedAccept(context, engine.accept);
    const operations = assembleOperations(context, { ...ground, ...running, carriers, accept });
    return createHttpServers(context, config.http, {
      drainWithinMs: DRAIN_WITHIN_MS,
      db,
      unsafeSettings: () => safety.unsafeSettings(),
      isUpElsewhere: (carrier) => watch.peers.canSend(carrier),
      masterKey: secrets.masterKey,
      directory,
      operations,
      requestLimits: {
        omnichannel: requestsPerSecond,
        phoneid: requestsPerSecond,
        anonymous: requestsPerSecond,
        verify: requestsPerSecond,
      },
      carriers,
      openapi,
      operator: operatorRoutes({
        context,
        db,
        lanes,
        node: secrets.nodeId,
        aliasOf,
        allowedCountries,
        erasures: data.erasures,
        dataSetsChanged,
        masterKey: secrets.masterKey,
        token: secrets.operatorToken,
        carriers,
        orders,
        leaseMs: config.engine.leaseMs,
        wakeCallbacks: () => callbacks.wake(),
        diagnose: () => diagnose({ context, db, ...secrets, carriers, speech, ...diagnosed(config) }),
      }),
      sandbox: this.sandbox && {
        accountId: secrets.sandboxCustomerId,
        routes: sandboxRoutes(this.sandbox.handsets, context.clock),
      },
    });
  }
}

/** For `main.ts`. */
export async function startGateway(gateway: Gateway): Promise<void> {
  // Nothing else keeps the process alive until HTTP listens.
  await holdProcess(() => gateway.start());
}

export async function readOpenapi(): Promise<string> {
  return readFile(join(packageRoot(), 'openapi.yaml'), 'utf8');
}

export async function readVersion(): Promise<string> {
  return String(JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8')).version);
}
