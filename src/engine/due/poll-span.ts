/**
 * How far back a poll for what is due goes. Most polls go over the last days, and one a minute over everything: what is
 * older than that is only there because its carrier or its receiver has been gone for that long.
 */
import type { Clock } from '../../lib/clock.ts';
import { ALL_IDS, type IdSlice, recentIds } from '../../store/sql/id-range.ts';

const POLL_ALL_EVERY_MS = 60_000;
const JUMP_MS = 600_000;

export class PollSpan {
  private readonly clock: Clock;
  private allNextAt = Number.NEGATIVE_INFINITY;
  /** Wall time of the last poll of everything: it may jump over days. */
  private lastOfAll = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  next(): { readonly span: IdSlice; readonly isOfAll: boolean } {
    const now = this.clock.monotonic();
    const wall = this.clock.now();
    if (now < this.allNextAt && Math.abs(wall - this.lastOfAll) < JUMP_MS) {
      return { span: recentIds(wall), isOfAll: false };
    }
    this.allNextAt = now + POLL_ALL_EVERY_MS;
    this.lastOfAll = wall;
    return { span: ALL_IDS, isOfAll: true };
  }

  /** The next poll goes over everything: something older may have been seen. */
  pollAllNext(): void {
    this.allNextAt = Number.NEGATIVE_INFINITY;
  }
}
