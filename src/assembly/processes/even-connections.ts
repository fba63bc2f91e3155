/**
 * How many connections of callers each process of a gateway should let go, so that they come again and spread. Pure.
 *
 * 1. New connections are handed out evenly, but those that were made while a process was away are at the others, and may
 *    last for days. What is let go spreads evenly again: of two processes half of it comes back, so twice as much is let
 *    go as is too much.
 * 2. Nothing is let go for a difference that comes and goes by chance.
 */

const TOO_MUCH = 1.25;
const LEAST_DIFFERENCE = 2;

/** `open`: connections by process. Returns those processes that should let some go. */
export function excessOf(open: ReadonlyMap<number, number>): Map<number, number> {
  const counts = [...open.values()];
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const least = Math.min(...counts);
  const excess = new Map<number, number>();
  for (const [number, count] of open) {
    if (count <= mean * TOO_MUCH || count - least < LEAST_DIFFERENCE) continue;
    const letGo = Math.ceil(((count - mean) * counts.length) / (counts.length - 1));
    excess.set(number, Math.min(count, letGo));
  }
  return excess;
}
