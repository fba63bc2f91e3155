/**
 * Input from carriers: it lands first, which is to be stored raw, and is dealt with afterwards.
 *
 * 1. What a carrier hands in is stored raw, many pieces in one statement, before `received` resolves; only then does
 *    the carrier acknowledge it. When it cannot be stored `received` rejects, and the peer sends it again.
 * 2. A stored piece is dealt with straight away from memory; one that was not (a crash, a failure) comes due.
 * 3. Memory is bounded: beyond `MOST_UNSTORED_BYTES` that wait to be stored `received` rejects, and while
 *    `MOST_IN_HAND` stored pieces are being dealt with, or `MOST_RECEIVED_AT_ONCE` that people sent, further ones are left
 *    to come due.
 * 4. A receipt for a part that this node still has in mind is not stored raw: its effect on the message is recorded
 *    instead, and acknowledged when that is durable. So is a text to a mask that goes on at once (texts-to-masks.ts), and
 *    a text to a sender of an account (receive-text.ts).
 */
import type { Carrier, Inbound, RawInbound } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { doublingMs } from '../../lib/backoff.ts';
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import { usualRemedy } from '../../store/connection/store-tries.ts';
import { type Database, StoreDown, type Transaction } from '../../store/database.ts';
import { bucketOfPerson } from '../../store/messages/inbound-lines.ts';
import type { IncompleteText } from '../../store/messages/inbound-texts.ts';
import {
  appendInbox,
  claimInbox,
  finishInbox,
  type InboxRow,
  type NewInboxRow,
  nextInputAt,
} from '../../store/messages/inbox.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { type Lanes, sumOverLanes } from '../../store/sql/lanes.ts';
import { PollSpan } from '../due/poll-span.ts';
import type { CarrierMetrics } from '../sending/carrier-metrics.ts';
import type { FromPeople, TextReceiver } from './receive-text.ts';
import type { ReceivedReport, ReportRecorder } from './record-report.ts';
import type { TextsToMasks } from './texts-to-masks.ts';

export interface InboxOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly leaseMs: number;
  readonly carrierOf: (name: string) => Carrier | undefined;
  readonly reports: ReportRecorder;
  readonly metrics: Pick<CarrierMetrics, 'reported'>;
  readonly texts: TextReceiver;
  /** Absent: no number is a mask. */
  readonly relay?: TextsToMasks;
  readonly makeRoomFor: (at: number) => Promise<void>;
}

interface Delivery {
  readonly rows: readonly NewInboxRow[];
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** At most so many pieces of a lane are claimed at once: where there were as many, there may be more. */
export const CLAIM_AT_ONCE = 256;
/** All carriers together; a carrier of many binds brings some thousand pieces of 200 bytes a second. */
export const MOST_UNSTORED_BYTES = 32 * 1024 * 1024;
/** A second's worth of receipts. */
export const MOST_IN_HAND = 5_000;
const MOST_RECEIVED_AT_ONCE = 2_000;
/** What could not be dealt with is tried again, ever less often. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
/** A carrier that is no longer configured may come back. */
const CARRIER_MISSING_RETRY_MS = 3_600_000;

export class Inbox {
  private readonly options: InboxOptions;
  private readonly landing: BatchWriter<Delivery>;
  private readonly underway = new Set<Promise<void>>();
  private readonly pollSpan: PollSpan;
  private readonly notices: OnceAMinute;
  private unstoredBytes = 0;
  private inHand = 0;
  private receiving = 0;

  constructor(options: InboxOptions) {
    this.options = options;
    this.pollSpan = new PollSpan(options.context.clock);
    this.notices = new OnceAMinute(options.context.clock);
    const { clock } = options.context;
    this.landing = createBatchWriter<Delivery>({
      clock,
      write: (batch) => this.land(batch),
      remedyOf: (error, _, tries) => usualRemedy(error, tries),
      makeRoomFor: () => options.makeRoomFor(clock.now()),
      fail: ({ rows, failed }, error) => {
        this.forget(rows);
        failed(error);
      },
    });
  }

  received(carrier: string, items: readonly RawInbound[]): Promise<void> {
    if (!this.options.db.isUp()) return Promise.reject(new StoreDown('the store cannot be reached'));
    const [alone] = items;
    if (alone && items.length === 1) return this.take(carrier, alone);
    return Promise.all(items.map((raw) => this.take(carrier, raw))).then(() => undefined);
  }

  private async take(carrier: string, raw: RawInbound): Promise<void> {
    // What has an id of the peer may be a repeat: that lands.
    const inbound = raw.dedupeKey === undefined ? this.interpret(carrier, raw) : null;
    const done = inbound && this.doAtOnce(carrier, inbound, raw.isUrgent);
    // What lands waits for nothing: it lands in the order in which it came.
    if (!done || !(await done)) await this.append([this.rowOf(carrier, raw, inbound)]);
  }

  private interpret(carrier: string, raw: Pick<RawInbound, 'kind' | 'body'>): Inbound | null {
    return this.options.carrierOf(carrier)?.interpret(raw) ?? null;
  }

  /** Rule 4. Null when it has to land; resolves with false when it turns out to have to. */
  private doAtOnce(carrier: string, inbound: Inbound, isUrgent = false): Promise<boolean> | null {
    const { reports, relay, texts, metrics } = this.options;
    if (inbound.type === 'report') {
      const known = reports.recordKnown(carrier, inbound, isUrgent);
      if (known) metrics.reported(carrier, inbound.state);
      return known;
    }
    if (inbound.type !== 'text') return null;
    return relay?.isKnown(inbound.to) ? relay.takeAtOnce(carrier, inbound) : texts.takeAtOnce(carrier, inbound);
  }

  /** What somebody sent and what will land holds back what comes behind it from now on. */
  private rowOf(carrier: string, { kind, body, dedupeKey }: RawInbound, inbound: Inbound | null): NewInboxRow {
    const { context, relay, texts } = this.options;
    const isFromPerson = inbound !== null && isFromPeople(inbound);
    const id = context.ids.next(isFromPerson ? bucketOfPerson(inbound.from) : undefined);
    if (isFromPerson) texts.expect(id, inbound);
    if (inbound?.type === 'text') relay?.expect(id, inbound);
    const row = { id, carrier, kind, body, receivedAt: context.clock.now(), tries: 0 };
    return dedupeKey === undefined ? row : { ...row, dedupeKey };
  }

  private append(rows: readonly NewInboxRow[]): Promise<void> {
    const bytes = rows.reduce((sum, { body }) => sum + body.length, 0);
    if (this.unstoredBytes > 0 && this.unstoredBytes + bytes > MOST_UNSTORED_BYTES) {
      this.forget(rows);
      return Promise.reject(new StoreDown('the store does not keep up with what arrives'));
    }
    this.unstoredBytes += bytes;
    const landed = new Promise<void>((stored, failed) => this.landing.add(0, { rows, stored, failed }));
    return landed.finally(() => {
      this.unstoredBytes -= bytes;
    });
  }

  /** Deals with what is due; returns how many pieces that were. */
  async due(): Promise<number> {
    const { context, db, lanes, owner, leaseMs } = this.options;
    const next = await nextInputAt(db, this.pollSpan.next().span);
    if (next === null || next > context.clock.now()) return 0;
    while (this.receiving >= MOST_RECEIVED_AT_ONCE) await Promise.race(this.underway);
    return sumOverLanes(lanes, async (buckets) => {
      const now = context.clock.now();
      const claim = { owner, now, leasedUntil: now + leaseMs, limit: CLAIM_AT_ONCE, buckets };
      const rows = await claimInbox(db, claim);
      await this.process(rows.sort(byId));
      return rows.length;
    });
  }

  /** A text whose parts never all came (data/housekeeping.ts). */
  recordIncomplete(tx: Transaction, text: IncompleteText): Promise<AfterCommit> {
    return this.options.texts.recordIncomplete(tx, text);
  }

  /** The next poll for what is due goes over everything. */
  pollAllNext(): void {
    this.pollSpan.pollAllNext();
  }

  /** Resolves when everything that landed has been dealt with. */
  async idle(): Promise<void> {
    await this.landing.idle();
    while (this.underway.size > 0) await Promise.all(this.underway);
    this.notices.end();
  }

  private async land(batch: readonly Delivery[]): Promise<AfterCommit> {
    const { context, db, owner, leaseMs } = this.options;
    const rows = batch.flatMap((delivery) => delivery.rows);
    const now = context.clock.now();
    const isLeft = this.inHand >= MOST_IN_HAND || this.receiving >= MOST_RECEIVED_AT_ONCE;
    const dueAt = isLeft ? now : now + leaseMs;
    const fresh = await db.transaction((tx) => appendInbox(tx, rows, owner, dueAt));
    return () => {
      for (const delivery of batch) delivery.stored();
      if (isLeft) this.forget(rows);
      else this.follow(fresh);
    };
  }

  private follow(rows: readonly InboxRow[]): void {
    this.inHand += rows.length;
    const settled = this.process(rows)
      .catch((error) => this.say('warn', 'stored input will be looked at again', { err: error }))
      .finally(() => {
        this.forget(rows);
        this.inHand -= rows.length;
        this.underway.delete(settled);
      });
    this.underway.add(settled);
  }

  /** Texts among them are no longer on their way to the relay. */
  private forget(rows: ReadonlyArray<Pick<InboxRow, 'id'>>): void {
    const { relay, texts } = this.options;
    for (const { id } of rows) {
      relay?.forget(id);
      texts.forget(id);
    }
  }

  private async process(rows: readonly InboxRow[]): Promise<void> {
    const reports: ReceivedReport[] = [];
    const others: Array<{ row: InboxRow; inbound: Extract<Inbound, { type: 'ignored' }> | null }> = [];
    for (const row of rows) {
      const inbound = this.interpret(row.carrier, row);
      // At once, before anything is waited for: it is in order by person, as it landed.
      if (inbound !== null && isFromPeople(inbound)) this.receiveAside(row, inbound);
      else if (inbound?.type !== 'report') others.push({ row, inbound });
      else {
        if (row.tries === 0) this.options.metrics.reported(row.carrier, inbound.state);
        reports.push({ row, report: inbound });
      }
    }
    if (reports.length > 0) await this.recordReports(reports);
    for (const { row, inbound } of others) await this.processAlone(row, () => this.finish(row, inbound));
  }

  /** Together; each by itself where one of them is bad. That some are recorded by then changes nothing for a message. */
  private async recordReports(received: readonly ReceivedReport[]): Promise<void> {
    const { reports } = this.options;
    try {
      await reports.record(received);
    } catch (error) {
      if (error instanceof StoreDown) throw error;
      for (const each of received) await this.processAlone(each.row, () => reports.record([each]));
    }
  }

  /** It may wait for what came before it: other input does not wait for that. */
  private receiveAside(row: InboxRow, inbound: FromPeople): void {
    this.receiving += 1;
    const settled = this.processAlone(row, () => this.receive(row, inbound))
      .catch((error) => this.say('warn', 'what somebody sent will be looked at again', { err: error }))
      .finally(() => {
        this.receiving -= 1;
        this.underway.delete(settled);
      });
    this.underway.add(settled);
  }

  private receive(row: InboxRow, inbound: FromPeople): Promise<void> {
    const { relay, texts } = this.options;
    if (inbound.type !== 'text' || !relay?.isKnown(inbound.to)) return texts.receive(row, inbound);
    texts.forget(row.id);
    return relay.receive(row, inbound);
  }

  /** Peers decide how much comes in: a line a minute of each kind. */
  private say(level: 'warn' | 'error', what: string, detail: object): void {
    const { log } = this.options.context;
    this.notices.happened(what, (times) => log[level]({ ...detail, times }, what));
  }

  /** What cannot be dealt with does not hold up what came after it. */
  private async processAlone(row: InboxRow, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof StoreDown) throw error;
      const { context, db, lanes } = this.options;
      this.say('error', 'a piece of input could not be dealt with', { err: error, inbox: row.id });
      const dueAt = context.clock.now() + doublingMs(row.tries + 1, FIRST_RETRY_MS, LONGEST_RETRY_MS);
      await finishInbox(db, [{ id: row.id, result: 'failed, is tried again', dueAt }], lanes);
    }
  }

  private async finish(row: InboxRow, inbound: Extract<Inbound, { type: 'ignored' }> | null): Promise<void> {
    const { db, context, lanes } = this.options;
    if (inbound !== null)
      return finishInbox(db, [{ id: row.id, result: `ignored: ${inbound.why}`, dueAt: null }], lanes);
    const dueAt = context.clock.now() + CARRIER_MISSING_RETRY_MS;
    await finishInbox(db, [{ id: row.id, result: 'its carrier is not configured', dueAt }], lanes);
  }
}

function isFromPeople(inbound: Inbound): inbound is FromPeople {
  return inbound.type !== 'report' && inbound.type !== 'ignored';
}

/** In the order in which this node took them. */
function byId(a: InboxRow, b: InboxRow): number {
  return a.id < b.id ? -1 : 1;
}
