/**
 * Receipts and other reports: finds the attempt that each is about and records it.
 *
 * 1. A carrier that uses our ids (RBM) names the attempt. Any other names its own id, and the meeting row of that id
 *    knows the attempt, or keeps the receipt until the submit answer comes. Carriers that share their peer, and names
 *    that they had before (carriers/one-peer.ts), are looked through together, the one at which it came in first.
 * 2. A receipt that no answer claims within seconds may be about a part in doubt at the same carrier with the same
 *    recipient, whose answer was lost. That is a guess, so it is made only where a wrong one costs nobody a message: when
 *    nothing more of it is sent, and no other part could be meant. The id belongs to the part from then on: the SMSC may
 *    repeat the receipt, and the next guess must not go elsewhere.
 * 3. What still matches nothing is looked at again, ever less often, shown to the operator, and given up after 72 h.
 */
import type { Carrier, Inbound } from '../../carriers/carrier.ts';
import { carrierNamed, namesOfPeer } from '../../carriers/one-peer.ts';
import type { Context } from '../../context.ts';
import { InOrder } from '../../lib/in-order.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Database } from '../../store/database.ts';
import { type AttemptPlace, findAttempts, findPartInDoubt } from '../../store/messages/attempts.ts';
import { finishInbox, type InboxResult, type InboxRow } from '../../store/messages/inbox.ts';
import type { MeetingKey } from '../../store/messages/meeting-map.ts';
import {
  findMeetings,
  type MeetingArrival,
  type MeetingAttempt,
  meetAsReceipts,
  meetingName,
} from '../../store/messages/meetings.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Door } from '../door/door.ts';
import type { RecentIds } from '../sending/recent-ids.ts';
import { type TracedReport, traceReport } from '../telemetry/traced.ts';

export type Report = Extract<Inbound, { type: 'report' }>;

export interface ReceivedReport {
  readonly row: InboxRow;
  readonly report: Report;
}

type PartPlace = AttemptPlace & { readonly part: number };

const LOOK_AGAIN_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 12 * 3_600_000];
const GIVE_UP_AFTER_MS = 72 * 3_600_000;

export interface ReportRecorderOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly door: Door;
  readonly recent: RecentIds;
  readonly carriers: readonly Carrier[];
}

export class ReportRecorder {
  private readonly context: Context;
  private readonly db: Database;
  private readonly lanes: Lanes;
  private readonly door: Door;
  private readonly recent: RecentIds;
  private turn: Promise<unknown> = Promise.resolve();
  /** By recipient: a guess sees what became of the one before. */
  private readonly guesses = new InOrder();
  /** How many ids guesses have given to parts: what was looked for before may be known since. */
  private idsGiven = 0;
  /** They come and go. */
  private readonly carriers: readonly Carrier[];

  constructor({ context, db, lanes, door, recent, carriers }: ReportRecorderOptions) {
    this.carriers = carriers;
    this.context = context;
    this.lanes = lanes;
    this.recent = recent;
    this.db = db;
    this.door = door;
  }

  /**
   * Records a report on a part whose id this node has in mind. Null when it has not; resolves with false when there is
   * no such message any more, rejects (StoreDown) when it cannot be made durable now. `isUrgent`: see RawInbound.
   */
  recordKnown(carrier: string, report: Report, isUrgent = false): Promise<boolean> | null {
    const place = this.findRecent(carrier, report);
    if (!place) return null;
    const { n, part } = place;
    const { state, reason = null } = report;
    const receivedAt = this.context.clock.now();
    return this.door
      .event(place.messageId, { type: 'report', n, part, state, reason }, { refusable: true, isUrgent })
      .then(({ message }) => {
        if (this.context.traces)
          void traceReport(this.context, place.messageId, this.traced(carrier, receivedAt, state));
        return message !== null;
      });
  }

  async record(received: readonly ReceivedReport[]): Promise<void> {
    const { idsGiven } = this;
    const places = await this.inTurn(() => this.placesOf(received));
    const unmatched: InboxResult[] = [];
    await Promise.all(
      received.map(async (each, index) => {
        const place = places[index];
        if (place) await this.recordAt(place, each);
        else if (!(await this.recordGuess(each, idsGiven))) unmatched.push(this.later(each));
      }),
    );
    await finishInbox(this.db, unmatched, this.lanes);
  }

  /**
   * What came first is given to the door first, however long its place is looked for: that a card was read makes an
   * end of it, and nobody would be told any more that it was delivered before.
   */
  private inTurn<T>(find: () => Promise<T>): Promise<T> {
    const found = this.turn.then(find);
    this.turn = found.catch(() => {});
    return found;
  }

  private async placesOf(received: readonly ReceivedReport[]): Promise<Array<PartPlace | undefined>> {
    const places = received.map(({ row, report }) => this.findRecent(row.carrier, report));
    await this.complete(received, places, (missing) => this.find(missing));
    await this.complete(received, places, (missing) => this.wait(missing));
    return places;
  }

  /** Asks for the places that are not known yet. */
  private async complete(
    received: readonly ReceivedReport[],
    places: Array<PartPlace | undefined>,
    ask: (missing: ReceivedReport[]) => Promise<Array<PartPlace | undefined>>,
  ): Promise<void> {
    const missing = received.flatMap((each, index) => (places[index] ? [] : [{ each, index }]));
    if (missing.length === 0) return;
    const found = await ask(missing.map(({ each }) => each));
    missing.forEach(({ index }, position) => {
      places[index] = found[position];
    });
  }

  private findRecent(carrier: string, report: Report): PartPlace | undefined {
    const { attemptId, keys } = report;
    if (attemptId !== undefined) return undefined;
    const carriers = this.sharing(carrier);
    for (const [index, remoteId] of keys.entries()) {
      const attempts: MeetingAttempt[] = [];
      for (const each of carriers) {
        const attempt = this.recent.find({ carrier: each, remoteId });
        if (attempt) attempts.push(attempt);
      }
      // Of several carriers this node need not have all in mind.
      const place = choose(attempts, report, index > 0 || carriers.length > 1);
      if (place) return place;
    }
    return undefined;
  }

  /** All at once: what the answers before have made known. */
  private async find(received: readonly ReceivedReport[]): Promise<Array<PartPlace | undefined>> {
    const ids = received.flatMap(({ report }) => (report.attemptId === undefined ? [] : [report.attemptId]));
    const keys = received.flatMap(({ row, report }) => this.keysOf(row.carrier, report));
    const attempts = ids.length > 0 ? await findAttempts(this.db, ids) : new Map<string, AttemptPlace>();
    const meetings = keys.length > 0 ? await findMeetings(this.db, keys) : new Map<string, MeetingAttempt[]>();
    return received.map((each) => {
      const { attemptId } = each.report;
      if (attemptId === undefined) return this.chooseByKey(each, meetings);
      const attempt = attempts.get(attemptId);
      return attempt && { ...attempt, part: 0 };
    });
  }

  /** Leaves the receipts where the answers will look, unless an answer has come meanwhile. */
  private async wait(received: readonly ReceivedReport[]): Promise<Array<PartPlace | undefined>> {
    const arrivals = received.flatMap(({ row, report }) => {
      const { state, to = null, reason = null } = report;
      return this.keysOf(row.carrier, report).map((key) => ({ ...key, receipt: { state, to, reason, inbox: row.id } }));
    });
    if (arrivals.length === 0) return [];
    const meetings = await meetAsReceipts(this.db, arrivals, this.context.clock.now(), this.lanes);
    return received.map((each) => this.chooseByKey(each, meetings));
  }

  /** Rule 2; false when there is nothing to guess. */
  private async recordGuess(received: ReceivedReport, idsGivenBefore: number): Promise<boolean> {
    const { row, report } = received;
    const { to } = report;
    const [key] = this.keysOf(row.carrier, report);
    if (row.tries === 0 || to === undefined || key === undefined) return false;
    const from = senderForms(report);
    const carriers = this.sharing(row.carrier);
    let place: PartPlace | null | undefined;
    await this.guesses.run(`${[...carriers].sort().join(' ')} ${to}`, async () => {
      // The SMSC may have repeated it: the other one may have been placed meanwhile.
      const [known] = this.idsGiven > idsGivenBefore ? await this.find([received]) : [];
      place = known ?? (await findPartInDoubt(this.db, { carriers, to, from }));
      if (!place) return;
      const { messageId: message, n, part } = place;
      await this.recordAt(place, received, known ? [] : [{ ...key, attempt: { message, n, part, to } }]);
      if (!known) this.idsGiven += 1;
    });
    return Boolean(place);
  }

  private async recordAt(
    { messageId, n, part }: PartPlace,
    { row, report }: ReceivedReport,
    arrivals: readonly MeetingArrival[] = [],
  ): Promise<void> {
    const { state, reason = null } = report;
    await this.door.event(messageId, { type: 'report', n, part, state, reason }, { inbox: [row.id], arrivals });
    const { carrier, receivedAt } = row;
    if (this.context.traces) await traceReport(this.context, messageId, this.traced(carrier, receivedAt, state));
  }

  private traced(carrier: string, receivedAt: number, state: string): TracedReport {
    const channel = carrierNamed(this.carriers, carrier)?.channel ?? null;
    return { carrier, receivedAt, state, channel };
  }

  /** Under which a message may have been submitted whose receipt comes in there: they come and go. */
  private sharing(carrier: string): readonly string[] {
    return namesOfPeer(this.carriers, carrier);
  }

  private later({ row }: ReceivedReport): InboxResult {
    const now = this.context.clock.now();
    if (now - row.receivedAt >= GIVE_UP_AFTER_MS) return { id: row.id, result: 'matched nothing', dueAt: null };
    const wait = LOOK_AGAIN_AFTER_MS[Math.min(row.tries, LOOK_AGAIN_AFTER_MS.length - 1)] ?? GIVE_UP_AFTER_MS;
    return { id: row.id, result: 'unmatched', dueAt: Math.min(now + wait, row.receivedAt + GIVE_UP_AFTER_MS) };
  }

  private chooseByKey(
    { row, report }: ReceivedReport,
    meetings: ReadonlyMap<string, MeetingAttempt[]>,
  ): PartPlace | undefined {
    for (const { keys, isGuessed } of this.formsOfId(row.carrier, report)) {
      const place = choose(
        keys.flatMap((key) => meetings.get(meetingName(key)) ?? []),
        report,
        isGuessed,
      );
      if (place) return place;
    }
    return undefined;
  }

  /** Forms of the id, best first, each at every carrier that shares receipts with this one; all but the first a guess. */
  private formsOfId(carrier: string, report: Report): Array<{ keys: MeetingKey[]; isGuessed: boolean }> {
    if (report.attemptId !== undefined) return [];
    const carriers = this.sharing(carrier);
    return report.keys.map((remoteId, index) => ({
      keys: carriers.map((each) => ({ carrier: each, remoteId })),
      isGuessed: index > 0,
    }));
  }

  private keysOf(carrier: string, report: Report): MeetingKey[] {
    return this.formsOfId(carrier, report).flatMap(({ keys }) => keys);
  }
}

/** The sender that a report names, as it may have been registered; empty: it names none. */
function senderForms({ from, asCame }: Report): string[] {
  if (from === undefined || from === '') return [];
  return [...new Set([...formsOf(from), ...(asCame ? [asCame.source, asCame.destination] : [])])];
}

/**
 * Which of the attempts that an id was given to: the newest for the report's recipient. Under a guessed form of the id
 * (`mustAgree`), and where an SMSC gives one id to several messages, the recipient has to agree.
 */
function choose(attempts: readonly MeetingAttempt[], report: Report, mustAgree: boolean): PartPlace | undefined {
  const agreeing = attempts.findLast(({ to }) => isForm(to, report.to) || isForm(to, report.from));
  const chosen = agreeing ?? (attempts.length === 1 && !mustAgree ? attempts[0] : undefined);
  return chosen && { messageId: chosen.message, n: chosen.n, part: chosen.part };
}

/** Whether a recipient may be the number that a report names. Most are written the same. */
function isForm(recipient: string, number: string | undefined): boolean {
  return number !== undefined && (recipient === number || formsOf(number).includes(recipient));
}
