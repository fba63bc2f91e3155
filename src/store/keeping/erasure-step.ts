/**
 * One step of an erasure: one table. Types only; erase-others.ts has the list.
 */
import type { Queryable, Transaction } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import type { ErasedKind } from './erasures.ts';
import type { TimeSlice } from './which-rows.ts';

export interface ErasureStep {
  readonly kind: ErasedKind;
  /** The time of the oldest row, null when there is none; absent where the table is read as a whole. */
  readonly oldest?: (db: Queryable) => Promise<number | null>;
  /** Returns how many rows were erased. The slice is all of time where the step has no `oldest`. */
  run(tx: Transaction, question: ErasureQuestion, slice: TimeSlice, buckets: Buckets): Promise<ErasedRows>;
}

export interface ErasureQuestion {
  readonly number: string;
  readonly alias: string;
  /** Digits, one of which each form holds in which the number may have come in. */
  readonly written: readonly string[];
  readonly now: number;
}

export interface ErasedRows {
  readonly count: number;
  /** Rows that need the number for a while yet. */
  readonly open?: readonly string[];
  /** Messages to others that hold what the number wrote, and lines of callbacks that tell of it. */
  readonly relayed?: readonly string[];
}
