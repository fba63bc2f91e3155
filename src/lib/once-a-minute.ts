/**
 * Lines of the log for events that others cause: at most one a minute for each kind of event and each cause, with the
 * number of times, so that nobody from outside fills the disk.
 *
 * 1. The first event is logged at once. Those that follow within a minute are counted, and logged as one number when
 *    the minute is over, whether or not more come: counts are lost only at the end of the process.
 * 2. What is in memory is bounded. While it is full of events younger than a minute, all new ones share one line.
 */
import type { Clock, Timer } from './clock.ts';
import { MINUTE_MS } from './durations.ts';

/** Writes the line. `times`: how often it happened since the line before, 1 or more. */
export type Say = (times: number) => void;

/** Says what happened, a line a minute of each kind. */
export type Warn = (what: string, detail: Readonly<Record<string, unknown>>) => void;

interface Known {
  saidAt: number;
  since: number;
  say: Say;
}

const MOST_KNOWN = 1_000;
/** No key of a caller: they have no NUL. */
const ALL_OTHERS = '\0';

export class OnceAMinute {
  private readonly clock: Pick<Clock, 'monotonic' | 'setTimer' | 'clearTimer'>;
  private readonly most: number;
  /** In the order in which they were last said. */
  private readonly known = new Map<string, Known>();
  private timer: Timer | null = null;

  constructor(clock: Pick<Clock, 'monotonic' | 'setTimer' | 'clearTimer'>, most = MOST_KNOWN) {
    this.clock = clock;
    this.most = most;
  }

  /**
   * `key`: what happened and who caused it, as far as that tells two lines apart. The newest `say` is the one used.
   * `times`: how often it happened, where that was counted before.
   */
  happened(key: string, say: Say, times = 1): void {
    const now = this.clock.monotonic();
    const before = this.known.get(key);
    if (before && now - before.saidAt < MINUTE_MS) {
      before.since += times;
      before.say = say;
      this.wake(now);
      return;
    }
    if (!before && key !== ALL_OTHERS && !this.makeRoom(now)) this.happened(ALL_OTHERS, say, times);
    else this.tell(key, { saidAt: now, since: 0, say }, (before?.since ?? 0) + times);
  }

  /** Says what has been counted, and forgets it. */
  end(): void {
    if (this.timer) this.clock.clearTimer(this.timer);
    this.timer = null;
    for (const { since, say } of this.known.values()) if (since > 0) say(since);
    this.known.clear();
  }

  private tell(key: string, fresh: Known, times: number): void {
    this.known.delete(key);
    this.known.set(key, fresh);
    fresh.say(times);
  }

  /** Rule 2. */
  private makeRoom(now: number): boolean {
    if (this.known.size < this.most) return true;
    for (const [key, { saidAt, since, say }] of this.known) {
      if (now - saidAt < MINUTE_MS) return false;
      this.known.delete(key);
      if (since > 0) say(since);
      return true;
    }
    return true;
  }

  /** One timer for all, and none while there is nothing to say. */
  private wake(now: number): void {
    if (this.timer) return;
    for (const { saidAt, since } of this.known.values()) {
      if (since === 0) continue;
      this.timer = this.clock.setTimer(() => this.sayDue(), Math.max(0, saidAt + MINUTE_MS - now));
      return;
    }
  }

  private sayDue(): void {
    this.timer = null;
    const now = this.clock.monotonic();
    for (const [key, { saidAt, since, say }] of [...this.known]) {
      if (now - saidAt < MINUTE_MS) break;
      if (since === 0) this.known.delete(key);
      else this.tell(key, { saidAt: now, since: 0, say }, since);
    }
    this.wake(now);
  }
}
