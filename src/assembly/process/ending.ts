/**
 * The wish that a process ends: the first one drains it, one more ends it at once.
 *
 * 1. A terminal sends Ctrl-C to everything that runs in it, and npm passes on what it gets itself: a signal that comes
 *    again within a second is the same one.
 */
import type { Clock } from '../../lib/clock.ts';

const SAME_WITHIN_MS = 1_000;

export class Ending {
  private readonly clock: Clock;
  private readonly endAtOnce: () => void;
  private since: number | null = null;

  constructor(clock: Clock, endAtOnce: () => void) {
    this.clock = clock;
    this.endAtOnce = endAtOnce;
  }

  get isUnderWay(): boolean {
    return this.since !== null;
  }

  /** False: it is under way already, and nothing more is to be done. */
  begin(): boolean {
    const now = this.clock.monotonic();
    if (this.since === null) {
      this.since = now;
      return true;
    }
    if (now - this.since > SAME_WITHIN_MS) this.endAtOnce();
    return false;
  }
}
