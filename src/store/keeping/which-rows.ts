/**
 * Which rows are counted, removed or erased: whose they are, from when, and in which lane.
 */
import type { Buckets } from '../sql/lanes.ts';

/** One account, or all but some. */
export type Whose = { readonly only: string } | { readonly except: readonly string[] };

/** For a condition such as `($1::text is null or account_id = $1) and not (account_id = any($2::text[]))`. */
export function whoseValues(whose: Whose): [string | null, readonly string[]] {
  return 'only' in whose ? [whose.only, []] : [null, whose.except];
}

export interface TimeSlice {
  /** Epoch milliseconds: `fromMs` included, `toMs` not. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SliceOfLane extends TimeSlice {
  readonly buckets: Buckets;
}

/** All that came before an instant, in one lane. */
export interface PastOfLane {
  /** Epoch milliseconds. */
  readonly before: number;
  readonly buckets: Buckets;
}
