/**
 * What is under way goes before what is new. A node that is given more than it can do would else put messages aside that
 * could have left at once; each then costs more, and it falls behind ever further, even when less comes again.
 *
 * 1. It counts only while messages wait here for carriers that could take more (`isBehind`): then this node is what is
 *    slow. A slow carrier or an agreed rate slows nobody's requests down: what waits for those waits in the store.
 * 2. Then a batch of new messages waits until carriers have answered for more messages than the last batch had, or
 *    nothing waits any more; so what waits becomes less, and new messages still have most of what the node can do.
 * 3. No batch waits for longer than `LONGEST_WAIT_MS`: a request takes so much longer, and is not refused for it.
 * 4. A message that nothing is waiting ahead of (a code, while only a campaign waits) waits for none of this.
 * 5. A batch since whose departure no carrier has answered had the store for itself (group-commit.ts, rule 4).
 * 6. All of it for each lane, as messages are recorded.
 */
import type { MessageType } from '../../carriers/carrier.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Precedence, Turn } from '../../lib/group-commit.ts';

const LONGEST_WAIT_MS = 100;
/** Answers for each message of the last batch (rule 2). */
const ANSWERS_FOR_ONE = 4 / 3;

interface Lane {
  answered: number;
  /** When the last batch left. */
  answeredBefore: number;
  /** The next batch may leave when as many are answered, or when so much time has passed. */
  goesAt: number;
  goesAfterMs: number;
  go: (() => void) | null;
}

export class UnderWayFirst implements Precedence {
  private readonly clock: Clock;
  private readonly isBehind: (type: MessageType) => boolean;
  private readonly lanes = new Map<number, Lane>();

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
    const of = this.lane(lane);
    of.answered += 1;
    if (of.go && !this.mustWait(of)) of.go();
  }

  turnOf(queue: number): Turn | null {
    const lane = this.lane(queue);
    const leftMs = lane.goesAfterMs - this.clock.monotonic();
    if (leftMs <= 0 || !this.mustWait(lane)) return null;
    let take = (): void => {};
    const comes = new Promise<void>((resolve) => {
      take = () => {
        lane.go = null;
        this.clock.clearTimer(timer);
        resolve();
      };
      const timer = this.clock.setTimer(take, leftMs);
    });
    lane.go = take;
    return { comes, take };
  }

  /** Rule 5. */
  isAlone(queue: number): boolean {
    const { answered, answeredBefore } = this.lane(queue);
    return answered === answeredBefore;
  }

  leaves(queue: number, count: number): void {
    const lane = this.lane(queue);
    lane.answeredBefore = lane.answered;
    lane.goesAt = lane.answered + Math.ceil(count * ANSWERS_FOR_ONE);
    lane.goesAfterMs = this.clock.monotonic() + LONGEST_WAIT_MS;
  }

  private mustWait({ answered, goesAt }: Lane): boolean {
    return answered < goesAt && this.isBehind('MKT');
  }

  private lane(name: number): Lane {
    const known = this.lanes.get(name);
    if (known) return known;
    const counts = { answered: 0, answeredBefore: 0, goesAt: 0 };
    const lane: Lane = { ...counts, goesAfterMs: Number.NEGATIVE_INFINITY, go: null };
    this.lanes.set(name, lane);
    return lane;
  }
}
