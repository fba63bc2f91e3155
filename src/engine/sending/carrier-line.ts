/**
 * What the outbox knows of one carrier, and what waits for it in memory.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Message } from '../message/message.ts';
import { AnswerRate } from './answer-rate.ts';
import { FairQueue } from './fair-queue.ts';

export interface Job {
  readonly message: Message;
  readonly n: number;
  readonly tryNumber: number;
  readonly accountId: string;
  readonly messageType: Message['messageType'];
  readonly parts: number;
  /** Monotonic instant after which the lease is too short to send with. */
  readonly dropAfter: number;
}

export interface Line {
  readonly carrier: Carrier;
  readonly waiting: FairQueue<Job>;
  /** Promised by `keep` and not yet in `waiting`. */
  promised: number;
  wasUsable: boolean;
  /** Monotonic time since when no node can use the carrier; null while one can. */
  downSince: number | null;
  /** Monotonic time at which the messages that wait for it were told last; null when they have not been. */
  toldAt: number | null;
  /** Messages may wait for this carrier in the store. */
  mayHaveBacklog: boolean;
  /** Counts what was heard of messages in the store (noteBacklog): a claim that began before says nothing of them. */
  heard: number;
  isClaiming: boolean;
  readonly rate: AnswerRate;
}

const FEWEST_KEPT = 64;
const MOST_KEPT = 5_000;
/** Where other nodes can send by the carrier, too, more than this much work is left for whoever has room first. */
const SHARED_KEEP_MS = 500;

export function newLine(carrier: Carrier, clock: Clock): Line {
  return {
    carrier,
    waiting: new FairQueue(),
    promised: 0,
    wasUsable: false,
    downSince: clock.monotonic(),
    toldAt: null,
    mayHaveBacklog: true,
    heard: 0,
    isClaiming: false,
    rate: new AnswerRate(clock),
  };
}

/** A claim that is under way may have looked before: another one follows it. */
export function noteBacklog(line: Line): void {
  line.heard += 1;
  line.mayHaveBacklog = true;
}

/** What the carrier does in half a lease, by what it did in the last full second; less where others can help. */
export function mostKept(line: Line, leaseMs: number, isShared: boolean): number {
  const keepMs = isShared ? SHARED_KEEP_MS : leaseMs / 2;
  return Math.min(MOST_KEPT, Math.max(FEWEST_KEPT, Math.floor((line.rate.perSecond * keepMs) / 1_000)));
}
