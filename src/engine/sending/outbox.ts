/**
 * The way out: finds a carrier for what is ready, keeps a little work in memory for each, and submits it.
 *
 * 1. A message is submitted only after its `sending` mark is durable, and the mark is only made with a slot in hand.
 * 2. What waits in memory is leased to this node, and is at most what the carrier does in half a lease; the rest waits
 *    in the store (`queue`) and is claimed as room comes free.
 * 3. A lease is compared on the monotonic clock; what is held too long is dropped here and comes due by itself.
 * 4. A carrier that goes down gives back what waits for it, so that another route or the deadline can take over.
 * 5. A carrier that cannot be used here and can on another node keeps its place in the route: the message waits for it
 *    in the store, and the others are told.
 * 6. The last tenth of a carrier's window is for `OTP`: a code does not wait until a campaign that fills the window has
 *    been recorded and answered.
 */
import type { Carrier, MessageType, Slot } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { type MeetingArrival, meetingName } from '../../store/messages/meetings.ts';
import type { Door } from '../door/door.ts';
import type { Placement } from '../door/work.ts';
import { mayHaveLeft } from '../message/attempt.ts';
import { type Attempt, currentAttempt, type Event, type Message, planOf } from '../message/message.ts';
import type { Peers } from '../nodes/peers.ts';
import { type Job, type Line, mostKept, newLine, noteBacklog } from './carrier-line.ts';
import type { CarrierMetrics } from './carrier-metrics.ts';
import type { RecentIds } from './recent-ids.ts';
import { carriersFor, type Route } from './route.ts';
import { attemptOf, partsToSend, submitAttempt } from './submit-attempt.ts';

export interface OutboxOptions {
  readonly context: Context;
  readonly carriers: readonly Carrier[];
  readonly metrics: CarrierMetrics;
  readonly routes: readonly Route[];
  readonly leaseMs: number;
  readonly recent: RecentIds;
  readonly peers: Peers;
  readonly carrierOfSender?: (sender: string) => string | null;
  /** Accounts whose messages go nowhere. */
  readonly shutOut: ReadonlySet<string>;
}

/** A carrier that has just lost its connection is given this long before messages are told. */
const DOWN_GRACE_MS = 2_000;
const TELL_AGAIN_MS = 300_000;
/** In one transaction: whoever comes meanwhile waits for the work that it is. */
const MOST_CLAIMED_AT_ONCE = 200;
/** A message that waits in the store is looked at again after this long, whatever happens. */
const LOOK_AGAIN_MS = 6 * 3_600_000;

export class Outbox {
  private readonly options: OutboxOptions;
  private readonly lines = new Map<string, Line>();
  private door: Door | null = null;
  private laneCount = 1;
  private isStopping = false;

  constructor(options: OutboxOptions) {
    this.options = options;
    for (const carrier of options.carriers) {
      this.lines.set(carrier.name, newLine(carrier, options.context.clock));
    }
  }

  /** The door and the outbox know each other: what is recorded is placed here, what is sent is recorded there. */
  connect(door: Door, laneCount: number): void {
    this.door = door;
    this.laneCount = laneCount;
  }

  /** Where a ready attempt goes now. Called inside the door's transaction; `undo` takes it back. */
  place(message: Message, attempt: Attempt, at: number): Placement {
    const candidates = this.candidates(message, attempt);
    const first = candidates[0];
    if (first === undefined) return { kind: 'no_route', why: attempt.carriersTried.length > 0 ? 'exhausted' : 'none' };
    const line = this.firstUsable(candidates);
    if (!line) return this.placeWithoutCarrier(first, at);
    if (!this.isUsable(line)) return this.placeInStore(line, at);
    const parts = partsToSend(line.carrier, message, attempt);
    if (line.waiting.ahead(message.messageType) === 0) {
      const slot = line.carrier.reserve(parts, leavesRoom(message));
      if (slot) return this.placeInSlot(line, slot, message, attempt, at);
    }
    if (line.waiting.sizeOf(message.messageType) + line.promised < this.mostKept(line)) {
      return this.placeInMemory(line, message, attempt, parts, at);
    }
    noteBacklog(line);
    return this.placeInStore(line, at);
  }

  /** A carrier's room, state or pace has changed. */
  changed(name: string): void {
    const line = this.lines.get(name);
    if (!line || this.isStopping) return;
    const isUsable = this.isUsable(line);
    const isNew = isUsable !== line.wasUsable;
    line.wasUsable = isUsable;
    if (isUsable) {
      if (isNew) noteBacklog(line);
      line.downSince = null;
      this.pump(line);
    } else {
      this.noteDown(line);
    }
    if (isNew) this.options.peers.changed();
  }

  /** Messages for this carrier are in the store now, whoever left them there, and whatever a claim has found so far. */
  notifiedOfBacklog(name: string): void {
    const line = this.lines.get(name);
    if (!line) return;
    noteBacklog(line);
    this.pump(line);
  }

  /** Looks after every line: what a lost NOTIFY or another node left behind. Called about once a second. */
  sweep(queues: readonly string[]): void {
    for (const line of this.lines.values()) {
      if (queues.includes(line.carrier.name)) noteBacklog(line);
      this.changed(line.carrier.name);
    }
  }

  /**
   * Names of carriers that messages may wait for in vain: down for longer than the grace time. What comes later is told
   * where it is placed, so each is named once, and again after minutes for what another node left meanwhile.
   */
  downFor(): string[] {
    const now = this.options.context.clock.monotonic();
    const names: string[] = [];
    for (const line of this.lines.values()) {
      if (line.downSince === null || now - line.downSince < DOWN_GRACE_MS || !line.mayHaveBacklog) continue;
      if (line.toldAt !== null && now - line.toldAt < TELL_AGAIN_MS) continue;
      line.toldAt = now;
      names.push(line.carrier.name);
    }
    return names;
  }

  /** Whether something waits in memory, before or with what is of this type, for a carrier that could take more. */
  isBehind(type: MessageType): boolean {
    for (const { waiting, carrier } of this.lines.values()) {
      if (waiting.ahead(type) > 0 && carrier.couldTakeMore?.()) return true;
    }
    return false;
  }

  /** How many messages wait in memory. */
  depth(): number {
    let depth = 0;
    for (const line of this.lines.values()) depth += line.waiting.size + line.promised;
    return depth;
  }

  /** Gives back everything that waits in memory. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.lines.values()].map((line) => this.giveBack(line)));
  }

  private candidates(message: Message, attempt: Attempt): readonly string[] {
    if (this.options.shutOut.has(message.accountId)) return [];
    // A text of which parts are with one carrier stays with it: only there do the parts make a whole.
    if (attempt.carrier !== null && mayHaveLeft(attempt) && this.lines.has(attempt.carrier)) return [attempt.carrier];
    const { routes, carriers, carrierOfSender } = this.options;
    const own = isAnswer(message) ? carrierOfSender?.(attempt.sender ?? '') : null;
    if (own && this.lines.has(own)) return attempt.carriersTried.includes(own) ? [] : [own];
    const { recipient, messageType } = message;
    const subject = { recipient, messageType, channel: attempt.channel, sender: attempt.sender };
    const names = carriersFor(subject, routes, carriers);
    return attempt.carriersTried.length === 0 ? names : names.filter((name) => !attempt.carriersTried.includes(name));
  }

  private firstUsable(names: readonly string[]): Line | undefined {
    const lines = names.map((name) => this.lines.get(name));
    return lines.find((line) => line && (this.isUsable(line) || this.isUsableElsewhere(line)));
  }

  private isUsable(line: Line): boolean {
    return line.carrier.state() === 'up';
  }

  private isUsableElsewhere(line: Line): boolean {
    return this.options.peers.canSend(line.carrier.name);
  }

  private placeInStore(line: Line, at: number): Placement {
    const { name } = line.carrier;
    const go = () => {
      this.notifiedOfBacklog(name);
      if (this.isUsableElsewhere(line)) this.options.peers.tell(name);
    };
    return { kind: 'queue', carrier: name, until: at + LOOK_AGAIN_MS, go };
  }

  private placeWithoutCarrier(first: string, at: number): Placement {
    const line = this.lines.get(first);
    if (line) {
      this.noteDown(line);
      noteBacklog(line);
      const now = this.options.context.clock.monotonic();
      const graceMs = (line.downSince ?? now) + DOWN_GRACE_MS - now;
      if (graceMs > 0)
        return { kind: 'queue', carrier: first, until: at + graceMs, go: () => this.notifiedOfBacklog(first) };
    }
    return { kind: 'unreachable', carrier: first, reason: 'no carrier of the route is connected' };
  }

  private placeInSlot(line: Line, slot: Slot, message: Message, attempt: Attempt, at: number): Placement {
    const { carrier } = line;
    const markedAt = this.options.context.clock.monotonic();
    const answerBy = this.answerBy(carrier, at);
    return {
      kind: 'send',
      carrier: carrier.name,
      partCount: carrier.countParts(planOf(message, attempt).content),
      answerBy,
      go: (recorded) => this.submit(line, slot, recorded, attempt.n, markedAt),
      undo: () => slot.release(),
    };
  }

  private placeInMemory(line: Line, message: Message, attempt: Attempt, parts: number, at: number): Placement {
    const { clock } = this.options.context;
    const dropAfter = clock.monotonic() + this.options.leaseMs / 2;
    line.promised += 1;
    return {
      kind: 'keep',
      until: at + this.options.leaseMs,
      go: (recorded) => {
        line.promised -= 1;
        const { accountId, messageType } = message;
        const job = { n: attempt.n, tryNumber: attempt.tries + 1, accountId, messageType, parts, dropAfter };
        line.waiting.push({ ...job, message: recorded });
        this.pump(line);
      },
      undo: () => {
        line.promised -= 1;
      },
    };
  }

  /** Hands over what waits while there is room, then claims more from the store. */
  private pump(line: Line): void {
    if (this.isStopping) return;
    const now = this.options.context.clock.monotonic();
    while (this.isUsable(line)) {
      const job = line.waiting.peek();
      if (!job) break;
      if (job.dropAfter <= now) {
        line.waiting.take();
        continue;
      }
      const slot = line.carrier.reserve(job.parts, leavesRoom(job));
      if (!slot) break;
      line.waiting.take();
      void this.handOver(line, job, slot);
    }
    void this.claim(line);
  }

  private async handOver(line: Line, job: Job, slot: Slot): Promise<void> {
    const { clock, log } = this.options.context;
    const { carrier } = line;
    const markedAt = clock.monotonic();
    const at = clock.now();
    try {
      const recorded = await this.door?.event(
        job.message.id,
        {
          type: 'handed_over',
          n: job.n,
          tryNumber: job.tryNumber,
          carrier: carrier.name,
          partCount: carrier.countParts(planOf(job.message, attemptOf(job.message, job.n)).content),
          answerBy: this.answerBy(carrier, at),
        },
        // A slot stands empty until this is recorded: were it gathered like other events, a window full of such slots
        // would let less through than what makes work wait here, and all that came later would wait here, too.
        { fenced: true, presses: true },
      );
      const attempt = recorded?.message ? currentAttempt(recorded.message) : undefined;
      if (recorded?.applied && recorded.message && attempt?.n === job.n && attempt.state === 'sending') {
        this.submit(line, slot, recorded.message, job.n, markedAt);
        return;
      }
    } catch (error) {
      log.error({ err: error, message: job.message.id }, 'a hand-over could not be recorded');
    }
    slot.release();
  }

  private submit(line: Line, slot: Slot, message: Message, n: number, markedAt: number): void {
    const { context, leaseMs } = this.options;
    submitAttempt({
      context,
      carrier: line.carrier,
      slot,
      message,
      attempt: attemptOf(message, n),
      sendBefore: markedAt + leaseMs,
      record: async (event) => {
        line.rate.count();
        this.count(line, event);
        await this.door?.event(message.id, event, { arrivals: this.arrivals(line, message, event) });
        this.pump(line);
      },
    });
  }

  private count({ carrier: { name } }: Line, event: Event): void {
    const { metrics } = this.options;
    if (event.type === 'report') metrics.reported(name, event.state);
    else if (event.type === 'answered') for (const { outcome } of event.answers) metrics.answered(name, outcome);
  }

  /** The ids that the carrier gave out; they are known here before they are recorded. */
  private arrivals(line: Line, message: Message, event: Event): MeetingArrival[] {
    if (event.type !== 'answered') return [];
    const arrivals = event.answers.flatMap(({ part, outcome }) => {
      if (outcome.kind !== 'accepted') return [];
      const attempt = { message: message.id, n: event.n, part, to: message.recipient };
      return outcome.keys.map((remoteId) => ({ carrier: line.carrier.name, remoteId, attempt }));
    });
    for (const arrival of arrivals) this.options.recent.note(meetingName(arrival), arrival.attempt);
    return arrivals;
  }

  /** A lease for the hand-over, and then as long as the carrier may take to answer. */
  private answerBy(carrier: Carrier, at: number): number {
    return at + this.options.leaseMs + carrier.answerWithinMs;
  }

  private async claim(line: Line): Promise<void> {
    const wanted = this.mostKept(line);
    if (this.isStopping || line.isClaiming || !line.mayHaveBacklog || !this.isUsable(line)) return;
    if (line.waiting.size + line.promised > wanted / 2) return;
    line.isClaiming = true;
    const { heard } = line;
    let isMoreThere = false;
    try {
      let found = 0;
      const limit = Math.min(MOST_CLAIMED_AT_ONCE, Math.ceil(wanted / 2 / this.laneCount));
      for (let lane = 0; lane < this.laneCount; lane += 1) {
        const ofLane = (await this.door?.queued(line.carrier.name, lane, limit)) ?? 0;
        found += ofLane;
        isMoreThere ||= ofLane === limit;
      }
      if (found === 0 && heard === line.heard) line.mayHaveBacklog = false;
    } catch (error) {
      // The next answer or look tries again: at once would be without end while the store is gone.
      isMoreThere = false;
      this.options.context.log.warn(
        { err: error, carrier: line.carrier.name },
        'waiting messages could not be claimed',
      );
    } finally {
      line.isClaiming = false;
      if (isMoreThere || heard !== line.heard) void this.claim(line);
    }
  }

  private noteDown(line: Line): void {
    if (this.isUsableElsewhere(line)) {
      line.downSince = null;
    } else if (line.downSince === null) {
      line.downSince = this.options.context.clock.monotonic();
      line.toldAt = null;
      noteBacklog(line);
    }
    void this.giveBack(line);
  }

  /** Lets go of what waits here: it is due at once, and is placed anew by whoever looks. */
  private async giveBack(line: Line): Promise<void> {
    const until = this.options.context.clock.now();
    await Promise.all(
      line.waiting
        .takeAll()
        .map((job) =>
          this.door
            ?.event(job.message.id, { type: 'waiting', n: job.n, until }, { fenced: true })
            .catch((error) => this.options.context.log.warn({ err: error }, 'a message could not be given back')),
        ),
    );
  }

  private mostKept(line: Line): number {
    return mostKept(line, this.options.leaseMs, this.isUsableElsewhere(line));
  }
}

/** Rule 6. */
function leavesRoom({ messageType }: Pick<Message, 'messageType'>): boolean {
  return messageType !== 'OTP';
}

/** Goes out by the carrier of the number that it answers for. */
function isAnswer({ kind }: Pick<Message, 'kind'>): boolean {
  return kind === 'relay' || kind === 'reply';
}
