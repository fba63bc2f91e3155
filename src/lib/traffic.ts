/**
 * What passes through this node, in plain counts by name, until somebody takes them (engine/telemetry/traffic-writer.ts).
 *
 * 1. To count costs a look-up in two maps: it stands on the path of every message.
 * 2. A name may go on with a reason, in the words of a carrier. Of each carrier so many names are told apart; what is more
 *    is counted without its reason. Long runs of digits are masked: a reason may hold a number.
 */
export type Figures = ReadonlyMap<string, number>;

/** The node as a whole, in the place of a carrier. */
export const WHOLE = '';

const MOST_NAMES = 200;
const LONGEST_REASON = 80;

export class Traffic {
  private counts = new Map<string, Map<string, number>>();

  /** `of`: a carrier, or the whole. */
  count(of: string, name: string, by = 1): void {
    const figures = this.figuresOf(of);
    figures.set(name, (figures.get(name) ?? 0) + by);
  }

  /** Rule 2. */
  countWithReason(of: string, name: string, reason: string | null): void {
    if (reason === null || reason === '') return this.count(of, name);
    const whole = `${name} ${withoutNumbers(reason)}`;
    const figures = this.figuresOf(of);
    this.count(of, figures.has(whole) || figures.size < MOST_NAMES ? whole : name);
  }

  /** What was counted since they were taken last, by carrier. */
  take(): ReadonlyMap<string, Figures> {
    const taken = this.counts;
    this.counts = new Map();
    return taken;
  }

  private figuresOf(of: string): Map<string, number> {
    const known = this.counts.get(of);
    if (known) return known;
    const made = new Map<string, number>();
    this.counts.set(of, made);
    return made;
  }
}

function withoutNumbers(reason: string): string {
  return reason
    .slice(0, LONGEST_REASON)
    .replace(/\d{6,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
}
