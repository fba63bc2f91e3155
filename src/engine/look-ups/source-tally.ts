/**
 * What a source has been asked and has said at this node since it started, for operators to look at; /metrics has the same
 * for those who gather it. Pure but for what it keeps.
 *
 * 1. How long it takes is told of its last `LAST_ANSWERS` answers, so that it says how the source is now.
 */
import type { AddOn, Finding } from '../../sources/source.ts';

export interface AddOnTally {
  readonly addOn: AddOn;
  readonly found: number;
  /** It knows the number, or the kind of line, and has nothing to tell. */
  readonly nothing: number;
  /** No number of this source's, or a value that it does not take. */
  readonly notCovered: number;
  readonly failed: number;
  /** Asked for while it rested or was used up. */
  readonly leftAlone: number;
  /** Given again from memory. */
  readonly remembered: number;
  readonly cost: number;
}

export interface SourceFailure {
  readonly at: number;
  readonly said: Finding['kind'];
  /** Without numbers and names, as in the log; null when it took too long. */
  readonly reason: string | null;
}

export interface TallyView {
  /** Of those add-ons that it was asked about. */
  readonly addOns: readonly AddOnTally[];
  readonly lastAnswerAt: number | null;
  readonly lastFailure: SourceFailure | null;
  /** Rule 1; null before the first answer. */
  readonly tookMs: { readonly p50: number; readonly p99: number } | null;
}

type Count = Exclude<keyof AddOnTally, 'addOn' | 'cost'>;

const LAST_ANSWERS = 200;

const COUNTS_AS: Readonly<Record<Finding['kind'], Count>> = {
  found: 'found',
  nothing: 'nothing',
  not_applicable: 'nothing',
  not_covered: 'notCovered',
  refused_input: 'notCovered',
  down: 'failed',
  unusable: 'failed',
  timed_out: 'failed',
};

export class SourceTally {
  private readonly byAddOn = new Map<AddOn, Record<Count | 'cost', number>>();
  private readonly took: number[] = [];
  private lastAnswerAt: number | null = null;
  private lastFailure: SourceFailure | null = null;

  /** It was asked. `at`: epoch milliseconds. */
  answered(addOn: AddOn, finding: Finding, { at, tookMs, cost }: { at: number; tookMs: number; cost: number }): void {
    const count = this.of(addOn);
    const counted = COUNTS_AS[finding.kind];
    count[counted] += 1;
    count.cost += cost;
    this.took.push(tookMs);
    if (this.took.length > LAST_ANSWERS) this.took.shift();
    if (counted !== 'failed') this.lastAnswerAt = at;
    else this.lastFailure = { at, said: finding.kind, reason: 'reason' in finding ? finding.reason : null };
  }

  leftAlone(addOn: AddOn): void {
    this.of(addOn).leftAlone += 1;
  }

  remembered(addOn: AddOn): void {
    this.of(addOn).remembered += 1;
  }

  view(): TallyView {
    const { lastAnswerAt, lastFailure } = this;
    const took = this.took.toSorted((a, b) => a - b);
    const nth = (share: number) => took[Math.ceil(took.length * share) - 1] ?? 0;
    return {
      addOns: [...this.byAddOn].map(([addOn, counts]) => ({ addOn, ...counts })),
      lastAnswerAt,
      lastFailure,
      tookMs: took.length === 0 ? null : { p50: nth(0.5), p99: nth(0.99) },
    };
  }

  private of(addOn: AddOn): Record<Count | 'cost', number> {
    const known = this.byAddOn.get(addOn);
    if (known) return known;
    const made = { found: 0, nothing: 0, notCovered: 0, failed: 0, leftAlone: 0, remembered: 0, cost: 0 };
    this.byAddOn.set(addOn, made);
    return made;
  }
}
