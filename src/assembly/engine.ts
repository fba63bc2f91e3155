/**
 * Makes the engine, with the store, the carriers and the masks, and the verifications on it.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
import { inboundSettings } from '../engine/arriving/inbound-settings.ts';
import type { CallbackSender } from '../engine/callbacks/callback-sender.ts';
import type { MarkSkipped } from '../engine/capability/skipping.ts';
import { Engine, type EngineOptions } from '../engine/engine.ts';
import type { NodeWatch } from '../engine/nodes/node-watch.ts';
import type { Admission } from '../operations/admission.ts';
import type { Speech } from '../speech/speech.ts';
import { releaseCallbackLeases } from '../store/callbacks/callback-claims.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { eachLane } from '../store/sql/lanes.ts';
import type { Masking } from './masking.ts';
import type { PreparedSandbox } from './sandbox.ts';
import type { OpenStore } from './store.ts';
import { type AssembledVerifications, createVerifications } from './verification.ts';

export interface AssembledEngineOptions
  extends Pick<OpenStore, 'db' | 'lanes' | 'owner' | 'aliasOf' | 'codes' | 'codeSecrets'>,
    Pick<PreparedSandbox, 'shutOut'> {
  readonly carriers: readonly Carrier[];
  readonly directory: Pick<AccountDirectory, 'find'>;
  readonly callbacks: Pick<CallbackSender, 'offer'>;
  readonly peers: NodeWatch['peers'];
  readonly masking: Pick<Masking, 'relay' | 'pool'>;
  readonly agents: EngineOptions['agents'];
  readonly admission: Pick<Admission, 'admit'>;
  readonly speech: Pick<Speech, 'resolveLanguage'>;
  readonly markSkipped: MarkSkipped;
}

export interface AssembledEngine {
  readonly engine: Engine;
  readonly verifications: AssembledVerifications;
}

export function assembleEngine(context: Context, config: Config, options: AssembledEngineOptions): AssembledEngine {
  const engine = createEngine(context, config, options, { told: () => verifications.life.wake() });
  const verifications = createVerifications(context, {
    ...options,
    config,
    languages: options.speech,
    accept: engine.accept,
    createFrom: engine.createFrom,
    cancel: engine.cancel,
    offerCallbacks: (rows) => options.callbacks.offer(rows),
  });
  return { engine, verifications };
}

function createEngine(
  context: Context,
  config: Config,
  options: AssembledEngineOptions,
  verifications: NonNullable<EngineOptions['verifications']>,
): Engine {
  const { db, lanes, owner, aliasOf, codes, carriers, directory, callbacks, peers, masking, agents } = options;
  return new Engine({
    context,
    db,
    owner,
    carriers,
    peers,
    routes: config.routes,
    agents,
    relay: masking.relay,
    codes,
    verifications,
    codeOf: (messageId) => options.codeSecrets.take(messageId),
    carrierOfSender: (sender) => masking.pool.carrierOf(sender),
    shutOut: options.shutOut,
    leaseMs: config.engine.leaseMs,
    callbackLeaseMs: config.callbacks.leaseMs,
    gatherMs: config.engine.gatherMs,
    inboundSettingsOf: async (accountId) => {
      const known = accountId === null ? null : await directory.find(accountId);
      return inboundSettings(known?.account.settings ?? {}, config.optOut);
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
