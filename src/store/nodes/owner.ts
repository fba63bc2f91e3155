/**
 * Who works on a row: a node, in one of its starts.
 */

/** Which node works on a row, and since which of its starts. */
export interface Owner {
  readonly node: string;
  readonly epoch: number;
}

/** A node that is no longer there, in all its starts before `beforeEpoch`. */
export interface FormerOwner {
  readonly node: string;
  readonly beforeEpoch: number;
}
