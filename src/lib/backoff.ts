/**
 * How long to wait after failures in a row: doubling, bounded, and spread, so that those who failed together do not come
 * back together.
 */

/** Between half of and the whole of `firstMs` × 2^(failures − 1), which never exceeds `longestMs`. `failures` from 1. */
export function backoffMs(
  failures: number,
  firstMs: number,
  longestMs: number,
  randomBytes: (size: number) => Buffer,
): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  const ceiling = Math.min(longestMs, firstMs * 2 ** doublings);
  const fraction = randomBytes(4).readUInt32BE() / 2 ** 32;
  return Math.round(ceiling / 2 + (ceiling / 2) * fraction);
}
