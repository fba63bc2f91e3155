/**
 * The gateway: starts its components in their order, and stops them in reverse.
 *
 * 1. A component starts after those that it needs. HTTP starts last and stops first: no request comes in before the
 *    rest can answer it.
 * 2. A start that fails stops what has been started.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Carrier } from '../carriers/carrier.ts';
import type { OpenVoice } from '../carriers/sip/voice/voice-link.ts';
import type { Config } from '../config/config.ts';
import { changesCarriers, changesSources, takeSettings } from '../config/reload.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Context } from '../context.ts';
import { type FirstStep, firstSteps } from '../diagnosis/first-steps.ts';
import { checkPeople } from '../diagnosis/people.ts';
import { type AccountDirectory, createAccountDirectory } from '../engine/accounts/account-directory.ts';
import { Redeliveries } from '../engine/callbacks/redeliveries.ts';
import { createCapabilityChecks } from '../engine/capability/capability.ts';
import { Poller } from '../engine/due/poll.ts';
import { findLoss, type Loss } from '../engine/nodes/loss.ts';
import type { NodeWatch } from '../engine/nodes/node-watch.ts';
import { CarrierOrders } from '../engine/sending/carrier-orders.ts';
import { TrafficWriter } from '../engine/telemetry/traffic-writer.ts';
import type { SettingsReload } from '../http/operator/options.ts';
import { createPeople, type People } from '../http/operator/people/people.ts';
import { holdProcess } from '../lib/hold.ts';
import { packageRoot } from '../lib/package-root.ts';
import type { Service } from '../lib/service.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createSpeech } from '../speech/create-speech.ts';
import type { Speech } from '../speech/speech.ts';
import type { Database } from '../store/database.ts';
import { createDataDirectory } from '../store/postgres/data-directory.ts';
import { assembleAdmission } from './admission.ts';
import { endAfterRestore } from './after-restore.ts';
import { assembleBatches } from './batches/batches.ts';
import { createCallbackSender } from './callbacks.ts';
import { createCallSupport, warmUpSpeech } from './calls.ts';
import { createCarriers, sandboxCarrierName } from './carriers.ts';
import { createDataCare } from './data.ts';
import { diagnosed } from './diagnosed.ts';
import { assembleEngine } from './engine.ts';
import { assembleHttp } from './http.ts';
import { type HttpServers, receiverUrlOf, urlOf } from './http-servers.ts';
import { checkListening } from './listening.ts';
import { createMasking } from './masking.ts';
import { createNodeWatch } from './nodes.ts';
import { createPhoneIdentity, type PhoneIdentity } from './phone-identity.ts';
import { answerOthers, isFirst, reloadedByAll, takeWithOthers, toldToOthers, voiceOf } from './processes/in-group.ts';
import type { Siblings } from './processes/siblings.ts';
import { assembleCarrierReload, type CarrierReload } from './reload/carrier-reload.ts';
import { readAgain } from './reload/settings-reload.ts';
import { type PreparedSandbox, prepareSandbox } from './sandbox.ts';
import { type OpenStore, openStore } from './store.ts';

export interface GatewayOptions {
  readonly context: Context;
  readonly config: Config;
  /** Read (and made, the first time) once the data directory is ours. */
  readonly readSecrets: () => Promise<Secrets>;
  /** The settings as they stand now; throws ConfigError. Absent: they never change. */
  readonly readSettings?: () => Config;
  /** Called when this gateway must stop: it may start over, unless another one took its place. */
  readonly giveUp: (how: Loss) => void;
  /** The text of openapi.yaml. */
  readonly openapi: string;
  /** This process is one of several; absent: it is the gateway. */
  readonly siblings?: Siblings | undefined;
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
  /**
   * Lets its reader in once, as root. Null while the operator token is off and somebody else can let others in. Throws
   * before the start.
   */
  signInLink(): string | null;
  /** What real carriers still need; nothing where all are simulated. Throws before the start. */
  firstSteps(): Promise<readonly FirstStep[]>;
  /** Looks at files that may have changed: the settings, the certificate. Of several processes all do. */
  reload(): Promise<SettingsReload>;
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

export function createGateway(options: GatewayOptions): Gateway {
  return new RunningGateway(options);
}

class RunningGateway implements Gateway {
  readonly name = 'gateway';
  private readonly options: GatewayOptions;
  private readonly started: Service[] = [];
  private store: OpenStore | null = null;
  private voice: Speech | null = null;
  private http: HttpServers | null = null;
  private people: People | null = null;
  private carriers: readonly Carrier[] = [];
  /** Settings that were changed while it started. */
  private readonly changedAtStart: string[] = [];
  /** What a reload changes; null before the start. */
  private reloaded: { readonly phone: PhoneIdentity; readonly carriers: CarrierReload } | null = null;
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

  signInLink(): string | null {
    if (!this.people) throw new Error('the gateway has not been started');
    const { links } = this.people;
    return links.isOpen ? `${this.operatorsUrl}${links.make()}` : null;
  }

  async firstSteps(): Promise<readonly FirstStep[]> {
    const carriers = this.carriers;
    if (carriers.every(({ simulated }) => simulated)) return [];
    return firstSteps({ db: this.db, carriers, sources: this.options.config.phoneId.sources.length });
  }

  async reload(): Promise<SettingsReload> {
    const { config, context, readSettings = () => config, siblings } = this.options;
    if (siblings) return reloadedByAll(siblings);
    const read = readAgain(readSettings);
    if (read.kind === 'read') return this.take(read.config);
    context.log.error({ problems: read.problems }, 'the settings cannot be used, and nothing was changed');
    this.lookAtCertificates();
    return read;
  }

  private take(next: Config): SettingsReload {
    this.lookAtCertificates();
    const { config, context } = this.options;
    const { changed, needsRestart } = takeSettings(config, next);
    if (changed.includes('log.level')) context.log.level = config.logLevel;
    if (this.reloaded) this.follow(changed);
    else this.changedAtStart.push(...changed);
    context.log.info({ changed, needsRestart }, 'the settings were read again');
    return { kind: 'taken', changed, needsRestart };
  }

  private follow(changed: readonly string[]): void {
    const { config } = this.options;
    if (changesCarriers(changed)) this.reloaded?.carriers.follow(config.carriers);
    if (changesSources(changed)) this.reloaded?.phone.settingsChanged();
  }

  private lookAtCertificates(): void {
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
    takeWithOthers(this.options.siblings, (next) => (next ? this.take(next) : this.lookAtCertificates()));
    try {
      await this.startAll();
      this.follow(this.changedAtStart);
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
    const store = await this.openStore();
    const made = await this.startCarriers(store);
    const { speech, carriers, agents, sandbox } = made;
    const isSandbox = carriers.every((carrier) => carrier.simulated);
    const directory = this.createDirectory(store, !isSandbox);
    warmUpSpeech(context, speech, carriers);
    this.preparedSandbox = await prepareSandbox(
      context,
      { ...store, receiverUrl: receiverUrlOf(config.http) },
      isSandbox,
    );
    const alsoAllowed = isSandbox ? LOOPBACK : [];
    const callbacks = await createCallbackSender(context, {
      ...store,
      ...store.secrets,
      directory,
      config,
      alsoAllowed,
    });
    const watch = this.createWatch(store, carriers);
    const masking = createMasking(context, carriers, {
      ...store,
      config,
      directory,
      createFrom: (decide) => engine.createFrom(decide),
      offerCallbacks: (rows) => callbacks.offer(rows),
    });
    const admission = assembleAdmission(context, store, config.limits.admission);
    const shared = { ...store, ...this.preparedSandbox, carriers, agents, directory, speech };
    const { engine, verifications } = assembleEngine(context, config, {
      ...shared,
      callbacks,
      peers: watch.peers,
      masking,
      admission,
      markSkipped: (plan, question) => capability.markSkipped(plan, question),
    });
    const orders = new CarrierOrders(context, store.db, carriers);
    const data = createDataCare(context, config, { ...store, carriers });
    const phone = createPhoneIdentity({ context, ...store, settings: config.phoneId, isSandbox });
    // The engine stops before the callbacks that its last answers owe, and before it no longer gives signs of life.
    const traffic = new TrafficWriter({ context, ...store });
    const first = [callbacks, watch, orders, masking, traffic, engine, watch.serviceFor(engine), data];
    const capability = createCapabilityChecks({ context, ...store, carriers, routes: config.routes });
    const batches = assembleBatches(context, { ...store, engine, directory, admission, capability, carriers });
    const carrierReload = assembleCarrierReload(context, { engine, orders, watch, made });
    const redeliveries = new Redeliveries({ context, ...store, callbacks });
    const listeners = [callbacks, orders, masking.life, engine, phone, verifications.life];
    const poller = new Poller({ context, ...store, listeners });
    const last = [phone, capability, poller, admission, batches, verifications.life, redeliveries, carrierReload];
    for (const service of [...first, ...last]) await this.run(service);
    this.reloaded = { phone, carriers: carrierReload };
    this.http = assembleHttp(context, config, {
      ...shared,
      people: await this.letIn(store, isSandbox),
      ...phone,
      engine,
      callbacks,
      redeliveries,
      orders,
      data,
      watch,
      masking,
      batches,
      capability,
      admission,
      verifications: verifications.operations,
      openapi: this.options.openapi,
      reload: () => this.reload(),
      sandbox,
      siblings: this.options.siblings,
    });
    this.joinOthers(watch);
    await this.listen(this.http);
  }

  private async listen({ operators, callers }: HttpServers): Promise<void> {
    if (operators) await this.run(operators);
    await this.run(callers);
    this.sandbox?.rcs.postEventsTo(`${this.url}/carriers/${sandboxCarrierName('rcs')}/webhook`);
  }

  private createDirectory(store: OpenStore, isSandboxOff: boolean): AccountDirectory {
    const { context, siblings } = this.options;
    return toldToOthers(createAccountDirectory(context, { ...store, ...store.secrets, isSandboxOff }), siblings);
  }

  private createWatch(store: OpenStore, carriers: readonly Carrier[]): NodeWatch {
    const { config, context, siblings } = this.options;
    const isOfSeveral = siblings !== undefined;
    return createNodeWatch(context, { ...store, carriers, config, isOfSeveral, lost: () => this.lost(store) });
  }

  /** The data directory, the ports and the database of a gateway of several are its supervisor's. */
  private async openStore(): Promise<OpenStore> {
    const { config, context, siblings } = this.options;
    if (!siblings) {
      await this.run(createDataDirectory(context, config.dataDirectory));
      // Before anything that takes longer.
      await checkListening(config.http);
    }
    const secrets = await this.options.readSecrets();
    const databaseUrl = siblings?.task.databaseUrl ?? null;
    this.store = await openStore({ ...this.options, databaseUrl }, secrets, (service) => this.run(service));
    if (isFirst(siblings)) await endAfterRestore(context, this.store, config.dataDirectory);
    return this.store;
  }

  private joinOthers({ peers }: NodeWatch): void {
    const { context, siblings } = this.options;
    const { http, people } = this;
    const { db, safety } = this.opened();
    if (!siblings || !http || !people) return;
    answerOthers(siblings, {
      context,
      servers: http,
      people,
      db,
      carriers: this.carriers,
      unsafeSettings: () => safety.unsafeSettings(),
      isUpElsewhere: (carrier) => peers.canSend(carrier),
    });
  }

  private async letIn(store: OpenStore, isSandbox: boolean): Promise<People> {
    const { config, context } = this.options;
    const { people: settings, http } = config;
    this.people = createPeople({ context, ...store, key: store.peopleKey, settings, isSandbox, ...http });
    const { state, says } = await checkPeople(store.db, diagnosed(config).people);
    if (state === 'fail') context.log.error(says);
    this.people.links.isOpen = settings.rootToken || state === 'fail';
    return this.people;
  }

  /** The carriers, and before them the speech that those of calls need. */
  private async startCarriers({ db, codeSecrets }: OpenStore) {
    const { config, context, siblings, openVoice, path } = this.options;
    const speech = createSpeech(context, { settings: config.speech, path });
    await this.run(speech);
    this.voice = speech;
    const support = createCallSupport(context, db, codeSecrets, speech);
    const calls = { support, openVoice: voiceOf(siblings, config.carriers) ?? openVoice };
    const made = await createCarriers(context, config.carriers, calls, (service) => this.run(service));
    this.sandbox = made.sandbox;
    this.carriers = made.carriers;
    return { speech, ...made };
  }

  private lost({ db, owner }: OpenStore): void {
    const { context, giveUp } = this.options;
    void findLoss(context, db, owner).then(giveUp);
  }

  private async run(service: Service): Promise<void> {
    // On the list before it starts: what a failed start left is stopped, too.
    this.started.push(service);
    await service.start();
  }

  private opened(): OpenStore {
    if (!this.store) throw new Error('the gateway has not been started');
    return this.store;
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
