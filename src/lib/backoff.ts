/**
 * How long to wait after failures in a row: the wait doubles with each, up to a longest one. `failures` counts from 1.
 * Where many fail together, `backoffMs` spreads the waits, so that they do not come back together.
 */

const MOST_DOUBLINGS = 30;

/** `firstMs` × 2^(failures − 1), at most `longestMs`: 1, 2, 4 seconds for a first wait of one. */
export function doublingMs(failures: number, firstMs: number, longestMs: number): number {
  const doublings = Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS);
  return Math.min(longestMs, firstMs * 2 ** doublings);
}

/** By chance between half of what `doublingMs` says and the whole of it. */
export function backoffMs(
  failures: number,
  firstMs: number,
  longestMs: number,
  randomBytes: (size: number) => Buffer,
): number {
  const ceiling = doublingMs(failures, firstMs, longestMs);
  const fraction = randomBytes(4).readUInt32BE() / 2 ** 32;
  return Math.round(ceiling / 2 + (ceiling / 2) * fraction);
}
