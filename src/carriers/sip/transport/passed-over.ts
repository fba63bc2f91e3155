/**
 * What was passed over at the SIP port, counted by trunk and reported in bulk: others decide how often it happens.
 *
 * 1. A report follows a second after the first of it, as one list; without anything there is none.
 * 2. At most 8 names of fields are kept for each, as an example for the operator; no value of any.
 */
import type { Clock, Timer } from '../../../lib/clock.ts';
import type { PassedOver } from './port-guard.ts';

export interface PassedOverCount {
  /** Null: from who is no trunk. */
  readonly trunk: string | null;
  readonly what: PassedOver;
  readonly count: number;
  readonly fields: readonly string[];
}

const TELL_AFTER_MS = 1_000;
const MOST_FIELDS = 8;
const LONGEST_FIELD = 40;

export class PassedOverTally {
  private readonly clock: Clock;
  private readonly report: (counts: readonly PassedOverCount[]) => void;
  private readonly counts = new Map<string, PassedOverCount & { count: number; fields: string[] }>();
  private timer: Timer | null = null;

  constructor(clock: Clock, report: (counts: readonly PassedOverCount[]) => void) {
    this.clock = clock;
    this.report = report;
  }

  add(trunk: string | null, what: PassedOver, fields: readonly string[]): void {
    const key = `${what} ${trunk ?? ''}`;
    const known = this.counts.get(key) ?? { trunk, what, count: 0, fields: [] };
    known.count += 1;
    for (const field of fields.map((each) => each.slice(0, LONGEST_FIELD))) {
      if (known.fields.length < MOST_FIELDS && !known.fields.includes(field)) known.fields.push(field);
    }
    this.counts.set(key, known);
    this.timer ??= this.clock.setTimer(() => this.flush(), TELL_AFTER_MS);
  }

  /** Reports what has not been reported. */
  flush(): void {
    if (this.timer) this.clock.clearTimer(this.timer);
    this.timer = null;
    const counts = [...this.counts.values()];
    this.counts.clear();
    if (counts.length > 0) this.report(counts);
  }
}
