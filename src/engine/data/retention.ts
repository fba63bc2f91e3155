/**
 * Retention: lets go of texts, records and whole days when their time is over.
 *
 * 1. A day of messages is dropped whole, with all that belongs to it, when the account that keeps its records longest
 *    wants it no more. Until then the records of the other accounts are removed from that day one by one. Example: one
 *    account keeps 400 days and all others 90; a day is dropped after 400, and most of it is removed after 90. What
 *    carriers handed in belongs to no account: its day is dropped as early as the first account wants.
 * 2. Usage is counted for good before anything of a day goes.
 * 3. A day's texts and records go when the day ended that long ago. What is under way is left, and looked at again.
 * 4. One node does a round, every ten minutes (chore-worker.ts).
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { forgetTries } from '../../store/callbacks/callback-tries.ts';
import type { Database } from '../../store/database.ts';
import { forgetBatches } from '../../store/keeping/erase-batches.ts';
import { forgetVerifications } from '../../store/keeping/erase-verifications.ts';
import { forgetInboundTexts, oldestInboundText, removeInboundTexts } from '../../store/keeping/remove-inbound.ts';
import { accountsIn, forgetLookUps, removeMessages } from '../../store/keeping/remove-records.ts';
import { forgetSessions } from '../../store/keeping/remove-sessions.ts';
import { readTextRemovals, removeTextsOfMessages, writeTextRemoval } from '../../store/keeping/remove-texts.ts';
import { readOwnRetention } from '../../store/keeping/retention-settings.ts';
import type { Whose } from '../../store/keeping/which-rows.ts';
import { forgetHistory } from '../../store/messages/message-history.ts';
import { forgetAudit } from '../../store/people/audit.ts';
import { dropPartitions, listPartitions } from '../../store/schema/partitions.ts';
import { eachLane, type Lanes, sumOverLanes } from '../../store/sql/lanes.ts';
import { ChoreWorker } from './chore-worker.ts';
import { type RetentionDays, RetentionPolicy } from './retention-policy.ts';
import { uncountedDays } from './usage.ts';

export interface RetentionOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  /** For accounts that say nothing else. */
  readonly days: RetentionDays;
  /** Of the audit log: its days (0: for ever), and the key by which its head is proven. Absent: it stays. */
  readonly audit?: { readonly days: number; readonly key: Buffer };
}

const EVERY_MS = 600_000;
const EVERYBODY_ELSE = '*';

export class Retention implements Service {
  readonly name = 'retention';
  private readonly options: RetentionOptions;
  private readonly chore: ChoreWorker;

  constructor(options: RetentionOptions) {
    this.options = options;
    const { context, db } = options;
    const round = () => this.round();
    this.chore = new ChoreWorker({ context, db, name: this.name, everyMs: EVERY_MS, round });
  }

  start(): Promise<void> {
    return this.chore.start();
  }

  stop(): Promise<void> {
    return this.chore.stop();
  }

  /** All that is to be done now; rejects when it is stopped on the way. */
  async round(): Promise<void> {
    const { context, db, days } = this.options;
    const policy = new RetentionPolicy(days, await readOwnRetention(db), context.clock.now());
    const uncounted = await uncountedDays(this.options, policy.recordsBefore('shortest'), this.chore.signal);
    await this.removeTexts(policy);
    const dropped = await dropPartitions(db, policy.recordsBefore('longest'), policy.inputsBefore(), uncounted);
    if (dropped.length > 0) context.log.info({ partitions: dropped }, 'days past retention were dropped');
    await this.removeRecords(policy, uncounted);
    await this.forgetInboundTexts(policy);
    await this.forgetLookUps(policy, uncounted[0] ?? Number.POSITIVE_INFINITY);
    await this.forgetSessions(policy);
    for (const forget of [forgetVerifications, forgetBatches]) await this.forgetEnded(policy, forget);
    const before = policy.recordsBefore('longest');
    await eachLane(this.options.lanes, async (buckets) => {
      await forgetTries(db, before, buckets);
      await forgetHistory(db, before, buckets);
    });
    await this.forgetAudit();
  }

  private async forgetAudit(): Promise<void> {
    const { context, db, audit } = this.options;
    if (audit === undefined || audit.days === 0) return;
    const now = context.clock.now();
    await forgetAudit(db, audit.key, now - audit.days * DAY_MS, now);
  }

  private async removeTexts(policy: RetentionPolicy): Promise<void> {
    const { db } = this.options;
    const removals = await readTextRemovals(db);
    const alone = policy.withOwnTexts([...removals.keys()].filter((id) => id !== EVERYBODY_ELSE));
    const first = await this.firstDay();
    for (const accountId of [...alone, EVERYBODY_ELSE]) {
      const isEverybody = accountId === EVERYBODY_ELSE;
      const before = policy.textsBefore(isEverybody ? null : accountId);
      const whose: Whose = isEverybody ? { except: alone } : { only: accountId };
      // From now on it is looked at alone, also when it goes back to the gateway's days.
      if (!isEverybody && !removals.has(accountId)) await writeTextRemoval(db, accountId, first);
      let isClean = true;
      for (let day = removals.get(accountId) ?? first; day + DAY_MS <= before; day += DAY_MS) {
        isClean = (await this.removeTextsOf(day, whose)) === 0 && isClean;
        if (isClean) await writeTextRemoval(db, accountId, day + DAY_MS);
      }
    }
  }

  private async firstDay(): Promise<number> {
    const { context, db } = this.options;
    const [partition] = await listPartitions(db);
    const first = Math.min(
      partition?.fromMs ?? Number.POSITIVE_INFINITY,
      (await oldestInboundText(db)) ?? Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(first) ? first - (first % DAY_MS) : context.clock.now();
  }

  private async removeTextsOf(day: number, whose: Whose): Promise<number> {
    const { context, db } = this.options;
    const { signal } = this.chore;
    return sumOverLanes(this.options.lanes, async (buckets) => {
      const slice = { fromMs: day, toMs: day + DAY_MS, buckets };
      const left = await removeTextsOfMessages(db, whose, slice, { now: context.clock.now(), signal });
      const options = { lanes: this.options.lanes, signal, now: context.clock.now() };
      return left + (await removeInboundTexts(db, whose, slice, options));
    });
  }

  /** From the days that stay because others keep theirs longer. */
  private async removeRecords(policy: RetentionPolicy, uncounted: readonly number[]): Promise<void> {
    const { context, db } = this.options;
    const before = policy.recordsBefore('shortest');
    for (const { table, fromMs, toMs } of await listPartitions(db)) {
      if (table !== 'messages' || toMs > before || uncounted.includes(fromMs)) continue;
      await eachLane(this.options.lanes, async (buckets) => {
        const slice = { fromMs, toMs, buckets };
        const some = toMs <= policy.recordsBefore(null) ? await accountsIn(db, slice) : policy.withOwnRecords();
        for (const accountId of some.filter((id) => toMs <= policy.recordsBefore({ accountId: id }))) {
          const messages = await removeMessages(db, accountId, slice, this.chore.signal);
          if (messages > 0) context.log.info({ account: accountId, messages }, 'records past retention were removed');
        }
      });
    }
  }

  /** Rule 2. */
  private async forgetLookUps(policy: RetentionPolicy, firstUncounted: number): Promise<void> {
    const { db } = this.options;
    const before = (whose: { readonly accountId: string } | null) =>
      Math.min(policy.recordsBefore(whose), firstUncounted);
    const own = policy.withOwnRecords();
    await eachLane(this.options.lanes, async (buckets) => {
      await forgetLookUps(db, { except: own }, { before: before(null), buckets });
      for (const accountId of own) {
        await forgetLookUps(db, { only: accountId }, { before: before({ accountId }), buckets });
      }
    });
  }

  private async forgetSessions(policy: RetentionPolicy): Promise<void> {
    const { db } = this.options;
    const { signal } = this.chore;
    const own = policy.withOwnRecords();
    await eachLane(this.options.lanes, async (buckets) => {
      await forgetSessions(db, { except: own }, { before: policy.recordsBefore(null), buckets }, signal);
      for (const accountId of own) {
        const before = policy.recordsBefore({ accountId });
        await forgetSessions(db, { only: accountId }, { before, buckets }, signal);
      }
    });
  }

  private async forgetEnded(policy: RetentionPolicy, forget: typeof forgetVerifications): Promise<void> {
    const { db } = this.options;
    const { signal } = this.chore;
    const own = policy.withOwnRecords();
    await eachLane(this.options.lanes, async (buckets) => {
      await forget(db, { except: own }, { before: policy.recordsBefore(null), buckets }, signal);
      for (const accountId of own) {
        const before = policy.recordsBefore({ accountId });
        await forget(db, { only: accountId }, { before, buckets }, signal);
      }
    });
  }

  private async forgetInboundTexts(policy: RetentionPolicy): Promise<void> {
    const { db, lanes } = this.options;
    const own = policy.withOwnRecords();
    const options = { lanes, signal: this.chore.signal };
    await eachLane(lanes, async (buckets) => {
      const forget = (whose: Whose, before: number) => forgetInboundTexts(db, whose, { before, buckets }, options);
      await forget({ except: own }, policy.inboundTextsBefore(null));
      for (const accountId of own) await forget({ only: accountId }, policy.inboundTextsBefore(accountId));
    });
  }
}
