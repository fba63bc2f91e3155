/**
 * Who works on a row: a node, in one of its starts.
 */
import type { HeldRows } from '../messages/held-rows.ts';

/** Which node works on a row, and since which of its starts. */
export interface Owner {
  readonly node: string;
  readonly epoch: number;
  /** What this process knows of what it holds. Absent: nothing, and each batch is lifted at its time. */
  readonly held?: HeldRows;
}

/** A node that is no longer there, in all its starts before `beforeEpoch`. */
export interface FormerOwner {
  readonly node: string;
  readonly beforeEpoch: number;
}
