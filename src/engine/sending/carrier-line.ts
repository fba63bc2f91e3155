/**
 * What this node knows of one carrier, and the messages that wait for it in memory.
 *
 * 1. What waits in memory is at most what the carrier does in half a lease; where other nodes can send by it, too, at most
 *    half a second of work: the rest is left for whoever has room first.
 * 2. The backlog is what waits for the carrier in the store (`queue`). Whoever hears of some notes it (`noteBacklog`); it
 *    is claimed until a claim that began after the last note finds nothing.
 * 3. The last tenth of a carrier's window is for `OTP`: a code does not wait until a campaign that fills the window has
 *    been recorded and answered.
 */
import type { Carrier, MessageType, Slot } from '../../carriers/carrier.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Message } from '../message/message.ts';
import type { Peers } from '../nodes/peers.ts';
import { AnswerRate } from './answer-rate.ts';
import { FairQueue } from './fair-queue.ts';

/** One message in memory, ready to be handed over. */
export interface Job {
  readonly message: Message;
  readonly n: number;
  readonly tryNumber: number;
  readonly accountId: string;
  readonly messageType: MessageType;
  readonly parts: number;
  /** Monotonic instant after which the lease is too short to send with. */
  readonly dropAfter: number;
}

export interface CarrierLineOptions {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly peers: Pick<Peers, 'canSend'>;
}

const FEWEST_KEPT = 64;
const MOST_KEPT = 5_000;
/** Rule 1. */
const SHARED_KEEP_MS = 500;

export class CarrierLine {
  readonly carrier: Carrier;
  readonly waiting = new FairQueue<Job>();
  readonly rate: AnswerRate;
  /** How many are placed in memory by transactions that have not committed yet: they are not in `waiting`. */
  promised = 0;
  wasUsable = false;
  /** Monotonic time since when no node can use the carrier; null while one can. */
  downSince: number | null;
  /** Monotonic time at which its backlog was last made due (carrier-sweep.ts); null: not since it went down. */
  backlogWokenAt: number | null = null;
  /** Rule 2. */
  mayHaveBacklog = true;
  /** Counts the notes of rule 2. */
  backlogNotes = 0;
  isClaiming = false;
  private readonly options: CarrierLineOptions;

  constructor(carrier: Carrier, options: CarrierLineOptions) {
    this.carrier = carrier;
    this.options = options;
    this.rate = new AnswerRate(options.clock);
    this.downSince = options.clock.monotonic();
  }

  /** By this node. */
  isUsable(): boolean {
    return this.carrier.state() === 'up';
  }

  isUsableElsewhere(): boolean {
    return this.options.peers.canSend(this.carrier.name);
  }

  /** Room for so many parts; null when there is none. Rule 3. */
  reserve(parts: number, messageType: MessageType): Slot | null {
    return this.carrier.reserve(parts, messageType !== 'OTP');
  }

  /** In memory, now or when their transactions have committed. */
  get kept(): number {
    return this.waiting.size + this.promised;
  }

  /** Rule 1, by what the carrier did in the last full second. */
  mostKept(): number {
    const keepMs = this.isUsableElsewhere() ? SHARED_KEEP_MS : this.options.leaseMs / 2;
    return Math.min(MOST_KEPT, Math.max(FEWEST_KEPT, Math.floor((this.rate.perSecond * keepMs) / 1_000)));
  }

  /** Rule 2. A claim that is under way may have asked before: another one follows it. */
  noteBacklog(): void {
    this.backlogNotes += 1;
    this.mayHaveBacklog = true;
  }

  noteUp(): void {
    this.downSince = null;
  }

  /** It cannot be used here. */
  noteDown(): void {
    if (this.isUsableElsewhere()) {
      this.downSince = null;
    } else if (this.downSince === null) {
      this.downSince = this.options.clock.monotonic();
      this.backlogWokenAt = null;
      this.noteBacklog();
    }
  }
}
