/**
 * Makes masked sessions: the pool of masks, what opens, closes and expires sessions, and the relay of texts.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
import { inboundSettings } from '../engine/arriving/inbound-settings.ts';
import { joiningOf } from '../engine/arriving/join-text.ts';
import type { CreateFrom } from '../engine/door/accept.ts';
import { MaskPool } from '../engine/masking/mask-pool.ts';
import { SessionOpener } from '../engine/masking/open-sessions.ts';
import { PoolWatch } from '../engine/masking/pool-watch.ts';
import { TextRelay } from '../engine/masking/relay-texts.ts';
import { RelayedTexts } from '../engine/masking/relayed-texts.ts';
import { SessionLife } from '../engine/masking/session-life.ts';
import type { Service } from '../lib/service.ts';
import type { MaskingBlockOptions } from '../operations/masking-blocks/handler.ts';
import type { ManageSessionOptions } from '../operations/masking-session/manage.ts';
import type { OpenSessionOptions } from '../operations/masking-session/open.ts';
import type { NewCallback } from '../store/callbacks/callback-rows.ts';
import type { Database } from '../store/database.ts';
import { listInteractions } from '../store/masking/interactions.ts';
import { findSession } from '../store/masking/sessions.ts';
import { findMessages } from '../store/messages/messages.ts';
import type { Owner } from '../store/nodes/owner.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';
import type { Lanes } from '../store/sql/lanes.ts';

export interface AssembledMaskingOptions {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly aliasOf: AliasOf;
  readonly config: Pick<Config, 'masking' | 'retention' | 'callbacks' | 'optOut' | 'engine'>;
  readonly directory: AccountDirectory;
  readonly createFrom: CreateFrom;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
}

/** Started before the engine, and stopped after it. */
export interface Masking extends Service {
  readonly pool: MaskPool;
  readonly life: SessionLife;
  readonly relay: TextRelay;
  readonly operations: Omit<OpenSessionOptions, 'admission'> & ManageSessionOptions & MaskingBlockOptions;
}

/** `carriers`: over which texts to masks come in. */
export function createMasking(
  context: Context,
  carriers: readonly Carrier[],
  options: AssembledMaskingOptions,
): Masking {
  const { db, lanes, owner, aliasOf, config, directory, createFrom, offerCallbacks } = options;
  const { masking, retention, callbacks, optOut } = config;
  const pool = new MaskPool(context, db);
  const common = {
    context,
    db,
    lanes,
    owner,
    pool,
    offerCallbacks,
    restMs: masking.restMs,
    callbackLeaseMs: callbacks.leaseMs,
    makeRoomFor: (at: number) => ensurePartitions(db, at, at),
  };
  const settingsOf = async (accountId: string | null) =>
    accountId === null ? undefined : (await directory.find(accountId))?.account.settings;
  const life = new SessionLife(common);
  const opener = new SessionOpener(common);
  const removal = new RelayedTexts(context, db, lanes);
  const watch = new PoolWatch({ context, db, warnAtPercent: masking.warnAtPercent });
  return {
    name: 'masking',
    pool,
    life,
    relay: new TextRelay({
      ...common,
      gatherMs: config.engine.gatherMs,
      aliasOf,
      createFrom,
      joining: joiningOf(carriers),
      wordsOf: async (accountId) => inboundSettings((await settingsOf(accountId)) ?? {}, optOut).words,
      limits: masking.limits,
      textsOf: async (accountId) => ({ ...masking.texts, ...(await settingsOf(accountId))?.maskingTexts }),
      keepsTextsFor: async (accountId) =>
        (await settingsOf(accountId))?.retention?.relayedTextsDays ?? retention.relayedTextsDays,
    }),
    operations: {
      context,
      db,
      aliasOf,
      pool,
      opener,
      life,
      findSession: (id) => findSession(db, id),
      listInteractions: (id, page) => listInteractions(db, id, page),
      findMessages: (ids) => findMessages(db, ids),
    },
    async start() {
      await pool.start();
      await life.start();
      await removal.start();
      await watch.start();
    },
    async stop() {
      await Promise.all([pool.stop(), life.stop(), removal.stop(), watch.stop()]);
    },
  };
}
