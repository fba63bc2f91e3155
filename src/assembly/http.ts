/**
 * Makes the HTTP servers, with the operations of callers and the routes of operators.
 */
import { join } from 'node:path';
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
import type { Batches } from '../engine/batches/batches.ts';
import type { CallbackSender } from '../engine/callbacks/callback-sender.ts';
import type { Redeliveries } from '../engine/callbacks/redeliveries.ts';
import type { CapabilityChecks } from '../engine/capability/capability.ts';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import type { NodeWatch } from '../engine/nodes/node-watch.ts';
import { createPreviewMessage } from '../engine/preview/preview-message.ts';
import type { CarrierOrders } from '../engine/sending/carrier-orders.ts';
import { tracedAccept } from '../engine/telemetry/traced.ts';
import type { OperatorOptions } from '../http/operator/options.ts';
import type { People } from '../http/operator/people/people.ts';
import { operatorRoutes } from '../http/operator/routes.ts';
import { packageRoot } from '../lib/package-root.ts';
import type { Admission } from '../operations/admission.ts';
import { whatHappens } from '../sandbox/buttons.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { STORY_WORDS, WITHOUT_STORY } from '../sandbox/story-words.ts';
import { createZones } from '../sources/numbering/zones.ts';
import type { Speech } from '../speech/speech.ts';
import type { DataCare } from './data.ts';
import { diagnosed } from './diagnosed.ts';
import { createHttpServers, type HttpServers, urlOf } from './http-servers.ts';
import type { Masking } from './masking.ts';
import { assembleOperations } from './operations.ts';
import type { PhoneIdentity } from './phone-identity.ts';
import { askedOfOthers, carriersOfOthers, countOf } from './processes/in-group.ts';
import type { Siblings } from './processes/siblings.ts';
import type { OpenStore } from './store.ts';
import { checkSurroundings } from './surroundings.ts';
import type { AssembledVerifications } from './verification.ts';

export interface AssembledHttpOptions
  extends OpenStore,
    Pick<PhoneIdentity, 'lookUps' | 'dataSetsChanged' | 'listSources'> {
  readonly engine: Engine;
  readonly callbacks: CallbackSender;
  readonly redeliveries: Redeliveries;
  readonly orders: CarrierOrders;
  readonly data: DataCare;
  readonly watch: Pick<NodeWatch, 'peers' | 'hints'>;
  readonly speech: Speech;
  readonly reload: OperatorOptions['reload'];
  readonly masking: Masking;
  readonly batches: Batches;
  readonly capability: CapabilityChecks;
  readonly admission: Admission;
  readonly verifications: AssembledVerifications['operations'];
  readonly carriers: readonly Carrier[];
  readonly agents: EngineOptions['agents'];
  readonly shutOut: ReadonlySet<string>;
  readonly directory: AccountDirectory;
  readonly people: People;
  /** The text of openapi.yaml. */
  readonly openapi: string;
  /** Null while a real carrier is configured. */
  readonly sandbox: Sandbox | null;
  /** This process is one of several; absent: it is the gateway. */
  readonly siblings?: Siblings | undefined;
}

const DRAIN_WITHIN_MS = 2_000;
/** What the sandbox says in words. */
const TOLD = { whatHappens, stories: STORY_WORDS, withoutStory: WITHOUT_STORY };

export function assembleHttp(context: Context, config: Config, options: AssembledHttpOptions): HttpServers {
  const { db, lanes, aliasOf, secrets, safety, carriers, directory, openapi, sandbox } = options;
  const { engine, callbacks, orders, data, watch, dataSetsChanged, listSources, speech } = options;
  const { limits } = config;
  const inGroup = { processes: countOf(options.siblings) };
  const surroundings = () => checkSurroundings(config.http, context.clock.now());
  const accept = tracedAccept(context, engine.accept);
  const preview = previewMessage(context, config, options);
  const account = ownAccount(options, limits);
  const operations = assembleOperations(context, { ...options, accept, preview, cancel: engine.cancel, account });
  const servers: HttpServers = createHttpServers(context, config.http, {
    drainWithinMs: DRAIN_WITHIN_MS,
    db,
    unsafeSettings: () => safety.unsafeSettings(),
    isUpElsewhere: (carrier) => watch.peers.canSend(carrier),
    ...askedOfOthers(options.siblings),
    masterKey: secrets.masterKey,
    directory,
    operations,
    requestLimits: () => limits.requestsPerSecond,
    carriers,
    openapi,
    console: join(packageRoot(), 'dist', 'console'),
    operator: operatorRoutes({
      context,
      db,
      lanes,
      node: secrets.nodeId,
      people: options.people,
      aliasOf,
      get allowedCountries() {
        return limits.allowedCountries;
      },
      erasures: data.erasures,
      dataSetsChanged,
      listSources,
      accountChanged: (accountId) => directory.forget(accountId),
      masterKey: secrets.masterKey,
      token: secrets.operatorToken,
      carriers,
      otherCarriers: carriersOfOthers(options.siblings),
      orders,
      hints: watch.hints,
      leaseMs: config.engine.leaseMs,
      wakeCallbacks: () => callbacks.wake(),
      cancel: engine.cancel,
      batches: options.batches,
      sessions: options.masking.life,
      redeliveries: options.redeliveries,
      sandbox: sandbox && {
        accountId: secrets.sandboxCustomerId,
        directory,
        operations,
        handsets: sandbox.handsets,
        ...TOLD,
      },
      receivers: sandbox && {
        kept: sandbox.handsets.receivers,
        urlOf: (name) => `${urlOf(servers.callers)}/sandbox/receivers/${name}`,
      },
      reload: options.reload,
      diagnose: () =>
        diagnose({ context, db, ...secrets, carriers, speech, ...inGroup, surroundings, ...diagnosed(config) }),
    }),
    sandbox: sandbox && {
      accountId: secrets.sandboxCustomerId,
      routes: sandboxRoutes(sandbox.handsets, context.clock),
    },
  });
  return servers;
}

function previewMessage(context: Context, { routes }: Config, options: AssembledHttpOptions) {
  const { db, aliasOf, carriers, agents, watch, shutOut, masking, engine } = options;
  const zonesOf = createZones();
  const carrierOfSender = (sender: string) => masking.pool.carrierOf(sender);
  const { peers } = watch;
  const { leaving } = engine;
  const shared = { context, db, aliasOf, carriers, agents, shutOut, leaving };
  return createPreviewMessage({ ...shared, routes, peers, zonesOf, carrierOfSender });
}

/** What callers may know of their own account. The limits are read each time: a reload may change them. */
function ownAccount({ directory, lanes }: AssembledHttpOptions, limits: Config['limits']) {
  return {
    directory,
    lanes,
    limits: limits.admission,
    get requestsPerSecond() {
      return limits.requestsPerSecond;
    },
  };
}
