/**
 * Messages under way go before new ones. Otherwise a node that is given more than it can do puts messages aside that could
 * have left at once. Each of them then costs more, and the node falls behind ever further, even when less comes again.
 *
 * 1. This holds only while messages wait here for carriers that could take more (`isBehind`): then this node is what is
 *    slow. A slow carrier or an agreed rate slows nobody's requests down: what waits for those waits in the store.
 * 2. While it holds, a batch of new messages waits until carriers have answered for a third more messages than the last
 *    batch had, or nothing waits any more. Example: behind a batch of 30 the next one waits for 40 answers. So what waits
 *    becomes less, and new messages still have most of what the node can do.
 * 3. No batch waits for longer than `LONGEST_WAIT_MS`: a request takes so much longer, and is not refused for it.
 * 4. A message that nothing waits ahead of (a code, while only a campaign waits) does not wait.
 * 5. A batch since whose departure no carrier has answered had the store for itself (gathering.ts, rule 3).
 * 6. Each lane counts for itself, as messages are recorded lane by lane.
 */
import type { MessageType } from '../../carriers/carrier.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Precedence, Turn } from '../../lib/gathering.ts';

const LONGEST_WAIT_MS = 100;
/** Answers for each message of the last batch (rule 2). */
const ANSWERS_FOR_ONE = 4 / 3;

/** What carriers have answered for messages of one lane, and how many answers its next batch waits for. */
interface AnswerCount {
  answered: number;
  /** How many there were when the last batch left. */
  answeredBefore: number;
  /** The next batch may leave when as many are answered, or when so much time has passed. */
  goesAt: number;
  goesAfterMs: number;
  go: (() => void) | null;
}

export class UnderWayFirst implements Precedence {
  private readonly clock: Clock;
  private readonly isBehind: (type: MessageType) => boolean;
  private readonly counts = new Map<number, AnswerCount>();

  /** `isBehind`: whether something waits here that would go before or with a message of this type (rule 1). */
  constructor(clock: Clock, isBehind: (type: MessageType) => boolean) {
    this.clock = clock;
    this.isBehind = isBehind;
  }

  /** Rule 4. */
  passes(type: MessageType): boolean {
    return type !== 'MKT' && this.isBehind('MKT') && !this.isBehind(type);
  }

  /** A carrier has answered for a message of this lane. */
  answered(lane: number): void {
    const count = this.countOf(lane);
    count.answered += 1;
    if (count.go && !this.mustWait(count)) count.go();
  }

  turnOf(lane: number): Turn | null {
    const count = this.countOf(lane);
    const leftMs = count.goesAfterMs - this.clock.monotonic();
    if (leftMs <= 0 || !this.mustWait(count)) return null;
    let take = (): void => {};
    const comes = new Promise<void>((resolve) => {
      take = () => {
        count.go = null;
        this.clock.clearTimer(timer);
        resolve();
      };
      const timer = this.clock.setTimer(take, leftMs);
    });
    count.go = take;
    return { comes, take };
  }

  /** Rule 5. */
  isAlone(lane: number): boolean {
    const { answered, answeredBefore } = this.countOf(lane);
    return answered === answeredBefore;
  }

  leaves(lane: number, size: number): void {
    const count = this.countOf(lane);
    count.answeredBefore = count.answered;
    count.goesAt = count.answered + Math.ceil(size * ANSWERS_FOR_ONE);
    count.goesAfterMs = this.clock.monotonic() + LONGEST_WAIT_MS;
  }

  private mustWait({ answered, goesAt }: AnswerCount): boolean {
    return answered < goesAt && this.isBehind('MKT');
  }

  private countOf(lane: number): AnswerCount {
    const known = this.counts.get(lane);
    if (known) return known;
    const none = { answered: 0, answeredBefore: 0, goesAt: 0 };
    const count: AnswerCount = { ...none, goesAfterMs: Number.NEGATIVE_INFINITY, go: null };
    this.counts.set(lane, count);
    return count;
  }
}
