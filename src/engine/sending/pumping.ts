/**
 * Hands over to one carrier what waits for it: first what is in memory, then what is claimed from the store.
 *
 * 1. A message is submitted only after its `sending` mark is durable, and the mark is only made with a slot in hand.
 * 2. What has waited in memory for too long to be sent within its lease is dropped here: its row comes due by itself.
 * 3. One claim at a time for each carrier, when at most half of what may be kept is there.
 */
import type { Carrier, Slot } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { MeetingArrival } from '../../store/messages/meetings.ts';
import { eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Door } from '../door/door.ts';
import { currentAttempt, type Event, type Message } from '../message/message.ts';
import type { CarrierLine, Job } from './carrier-line.ts';
import type { CarrierMetrics } from './carrier-metrics.ts';
import type { RecentIds } from './recent-ids.ts';
import { attemptOf, type CodeOf, partsOf, submitAttempt } from './submit-attempt.ts';

export interface PumpOptions {
  readonly context: Context;
  readonly metrics: CarrierMetrics;
  readonly leaseMs: number;
  readonly recent: RecentIds;
  readonly codeOf: CodeOf;
}

/** Where messages are claimed and what happens to them is recorded. */
export interface ConnectedDoor {
  readonly door: Door;
  readonly lanes: Lanes;
}

/** In one transaction: whoever comes meanwhile waits for the work that it is. */
const MOST_CLAIMED_AT_ONCE = 200;

export class Pump {
  private readonly line: CarrierLine;
  private readonly options: PumpOptions;
  private connected: ConnectedDoor | null = null;
  private isStopping = false;

  constructor(line: CarrierLine, options: PumpOptions) {
    this.line = line;
    this.options = options;
  }

  connect(connected: ConnectedDoor): void {
    this.connected = connected;
  }

  /** Nothing more is handed over, and what waits in memory is given back. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.giveBack();
  }

  /** Hands over what waits while there is room, then claims more from the store. */
  run(): void {
    if (this.isStopping) {
      void this.giveBack();
      return;
    }
    const { line } = this;
    const now = this.options.context.clock.monotonic();
    while (line.isUsable()) {
      const job = line.waiting.peek();
      if (!job) break;
      if (job.dropAfter <= now) {
        line.waiting.take();
        continue;
      }
      const slot = line.reserve(job.parts, job.messageType);
      if (!slot) break;
      line.waiting.take();
      void this.handOver(job, slot);
    }
    this.claim();
  }

  /** `message`: as it is recorded, with the mark of its attempt `n`. `markedAt`: monotonic, before the mark was made. */
  submit(slot: Slot, message: Message, n: number, markedAt: number): void {
    const { line } = this;
    const { context, leaseMs, codeOf } = this.options;
    submitAttempt({
      context,
      codeOf,
      carrier: line.carrier,
      slot,
      message,
      attempt: attemptOf(message, n),
      sendBefore: markedAt + leaseMs,
      record: (event) => void this.record(message, event),
    });
  }

  private async record(message: Message, event: Event): Promise<void> {
    this.line.rate.count();
    this.count(event);
    try {
      await this.connected?.door.event(message.id, event, { arrivals: this.arrivals(message, event) });
      this.run();
    } catch (error) {
      const { log } = this.options.context;
      log.error({ err: error, message: message.id }, "a carrier's answer could not be recorded");
    }
  }

  /** A lease for the hand-over, and then as long as the carrier may take to answer. */
  answerBy(carrier: Carrier, at: number): number {
    return at + this.options.leaseMs + carrier.answerWithinMs;
  }

  /** Lets go of what waits here: it is due at once, and is placed anew by whichever node takes it. */
  async giveBack(): Promise<void> {
    const { clock, log } = this.options.context;
    const until = clock.now();
    await Promise.all(
      this.line.waiting
        .takeAll()
        .map((job) =>
          this.connected?.door
            .event(job.message.id, { type: 'waiting', n: job.n, until }, { fenced: true })
            .catch((error) => log.warn({ err: error }, 'a message could not be given back')),
        ),
    );
  }

  private async handOver(job: Job, slot: Slot): Promise<void> {
    const { clock, log } = this.options.context;
    const { carrier } = this.line;
    const markedAt = clock.monotonic();
    const at = clock.now();
    try {
      const recorded = await this.connected?.door.event(
        job.message.id,
        {
          type: 'handed_over',
          n: job.n,
          tryNumber: job.tryNumber,
          carrier: carrier.name,
          partCount: partsOf(carrier, job.message, attemptOf(job.message, job.n)),
          answerBy: this.answerBy(carrier, at),
        },
        // A slot stands empty until this is recorded: were it gathered like other events, a window full of such slots
        // would let less through than what makes work wait here, and all that came later would wait here, too.
        { fenced: true, isUrgent: true },
      );
      const attempt = recorded?.message ? currentAttempt(recorded.message) : undefined;
      if (recorded?.applied && recorded.message && attempt?.n === job.n && attempt.state === 'sending') {
        this.submit(slot, recorded.message, job.n, markedAt);
        return;
      }
    } catch (error) {
      log.error({ err: error, message: job.message.id }, 'a hand-over could not be recorded');
    }
    slot.release();
  }

  private count(event: Event): void {
    const { metrics } = this.options;
    const { name } = this.line.carrier;
    if (event.type === 'report') metrics.reported(name, event.state);
    else if (event.type === 'answered') for (const { outcome } of event.answers) metrics.answered(name, outcome);
  }

  /** The ids that the carrier gave out; they are known here before they are recorded. */
  private arrivals(message: Message, event: Event): MeetingArrival[] {
    if (event.type !== 'answered') return [];
    const carrier = this.line.carrier.name;
    const arrivals: MeetingArrival[] = [];
    for (const { part, outcome } of event.answers) {
      if (outcome.kind !== 'accepted') continue;
      const attempt = { message: message.id, n: event.n, part, to: message.recipient };
      for (const remoteId of outcome.keys) {
        const arrival = { carrier, remoteId, attempt };
        arrivals.push(arrival);
        this.options.recent.note(arrival, attempt);
      }
    }
    return arrivals;
  }

  /** Rule 3. It is asked after each answer, so nothing is begun where nothing is to be claimed. */
  private claim(): void {
    const { line, connected } = this;
    if (this.isStopping || line.isClaiming || !line.mayHaveBacklog || !line.isUsable() || connected === null) return;
    const fewest = line.mostKept() / 2;
    if (line.kept <= fewest) void this.claimUpTo(fewest, connected);
  }

  private async claimUpTo(wanted: number, { door, lanes }: ConnectedDoor): Promise<void> {
    const { line } = this;
    line.isClaiming = true;
    const { backlogNotes } = line;
    let isMoreThere = false;
    try {
      const limit = Math.min(MOST_CLAIMED_AT_ONCE, Math.ceil(wanted / lanes.count));
      const counts = await eachLane(lanes, (_, lane) => door.queued(line.carrier.name, lane, limit));
      isMoreThere = counts.includes(limit);
      if (counts.every((count) => count === 0) && backlogNotes === line.backlogNotes) line.mayHaveBacklog = false;
    } catch (error) {
      // The next answer or poll tries again: at once would be without end while the store is gone.
      const carrier = line.carrier.name;
      this.options.context.log.warn({ err: error, carrier }, 'waiting messages could not be claimed');
    } finally {
      line.isClaiming = false;
      if (isMoreThere || backlogNotes !== line.backlogNotes) this.claim();
    }
  }
}
