/**
 * Makes Phone ID: numbering plans, sources, caps and the record of look-ups.
 */
import type { PhoneIdConfig } from '../config/config.ts';
import type { Context } from '../context.ts';
import { DataSets } from '../engine/data/data-sets.ts';
import type { Poll } from '../engine/due/poll.ts';
import { createAnswerAddOns } from '../engine/look-ups/answer.ts';
import { createCaps } from '../engine/look-ups/caps.ts';
import { createForgetErased } from '../engine/look-ups/forget-erased.ts';
import { createJournal } from '../engine/look-ups/journal.ts';
import { createSourceMetrics } from '../engine/look-ups/metrics.ts';
import { createPreviewAddOns } from '../engine/look-ups/preview-add-ons.ts';
import { createLookUpRecorder } from '../engine/look-ups/record.ts';
import type { SourceList } from '../engine/look-ups/source-list.ts';
import type { Service } from '../lib/service.ts';
import type { LookUpNumberOptions } from '../operations/look-up-number/handler.ts';
import { createSandboxSources } from '../sandbox/phone-sources.ts';
import { parseSource } from '../sources/configured.ts';
import { createNumbering } from '../sources/numbering/numbering.ts';
import type { AddOn } from '../sources/source.ts';
import { findNumberBlock } from '../store/accounts/number-blocks.ts';
import type { Database } from '../store/database.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';
import type { Lanes } from '../store/sql/lanes.ts';
import { createOwnData } from './own-data.ts';
import { createSources, type SourceRules, type Sources } from './sources.ts';

export interface PhoneIdentityOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly settings: PhoneIdConfig;
  /** The keyed hash that stands for what must not be kept in the clear. */
  readonly aliasOf: AliasOf;
  /** Ask simulated sources, unless others are configured. */
  readonly isSandbox: boolean;
}

/** Started and stopped with the gateway. */
export interface PhoneIdentity extends Service {
  readonly lookUps: Omit<LookUpNumberOptions, 'admission'>;
  /** How the sources are at this node. */
  listSources(): SourceList;
  /** The settings have changed, in place. */
  settingsChanged(): void;
  /** A set has been imported or removed. */
  dataSetsChanged(): Promise<void>;
  /** Once a second. */
  notified(poll: Poll): void;
}

export function createPhoneIdentity(options: PhoneIdentityOptions): PhoneIdentity {
  const { context, db, lanes, settings, aliasOf, isSandbox } = options;
  const dataSets = new DataSets({ context, db, lanes, days: settings.importedDays });
  const metrics = createSourceMetrics(context.metrics);
  const since = context.clock.now();
  const simulated = isSandbox && settings.sources.length === 0 ? createSandboxSources(context, '127.0.0.1') : null;
  const rulesOf = (): SourceRules => ({
    order: settings.order,
    ttlMs: (addOn: AddOn) => settings.ttlSeconds[addOn] * 1000,
    // A number whose story is to fail must not make the next one fail.
    restsAfterFailures: simulated === null,
    askedWithinMs: settings.addOnsWithinMs,
  });
  const journal = createJournal({ context, db, lanes });
  let sources: Sources | null = null;
  const sourcesOf = (addOn: AddOn) => sources?.of(addOn) ?? [];
  const caps = createCaps(context.clock, db);
  const forgetErased = createForgetErased({ context, db, forget: () => sources?.forget() });
  return {
    name: 'phone identity',
    async start() {
      await simulated?.start();
      const configs = simulated
        ? simulated.sources().map(({ name, kind, settings: own }) => parseSource(name, kind, own))
        : settings.sources;
      await dataSets.start();
      const own = createOwnData(context.clock, db, dataSets, aliasOf);
      sources = createSources({ context, configs, rules: rulesOf(), metrics, own, journal });
      await forgetErased.start();
    },
    async stop() {
      await forgetErased.stop();
      await dataSets.stop();
      await sources?.close();
      await journal.settled();
      await simulated?.stop();
    },
    listSources: () => ({ since, areSimulated: simulated !== null, sources: sources?.list() ?? [] }),
    settingsChanged() {
      if (!simulated) sources?.renew(settings.sources, rulesOf());
    },
    dataSetsChanged: () => dataSets.read(),
    notified: (poll) => dataSets.notified(poll),
    lookUps: {
      context,
      numbering: createNumbering(),
      record: createLookUpRecorder({
        context,
        db,
        lanes,
        makeRoomFor: (at) => ensurePartitions(db, at, at),
      }),
      previewAddOns: createPreviewAddOns({ sourcesOf, caps }),
      answerAddOns: createAnswerAddOns({
        context,
        sourcesOf,
        caps,
        metrics,
        // A reload may change them.
        get budgetMs() {
          return settings.addOnsWithinMs;
        },
        get perSourceMs() {
          return settings.sourceWithinMs;
        },
      }),
      findBlock: (accountId, number) => findNumberBlock(db, accountId, number, aliasOf),
    },
  };
}
