/**
 * Which trunks serve a number, and in which order they are tried. Pure: the user agent asks, and so does whoever wants to
 * know beforehand.
 *
 * 1. Those that are there come before those that are not; among them the longest prefix that fits decides, then the order
 *    of the configuration.
 */
export interface OrderedTrunk {
  /** Beginnings of the numbers that it serves; none: all numbers. */
  readonly prefixes: readonly string[];
  /** It is down, or asked to be spared. */
  readonly isLastResort: boolean;
}

export function trunksInOrder<Trunk extends OrderedTrunk>(trunks: readonly Trunk[], number: string): Trunk[] {
  return trunks
    .map((trunk) => ({ trunk, length: longestPrefix(trunk.prefixes, number) }))
    .filter(({ length }) => length >= 0)
    .sort((a, b) => Number(a.trunk.isLastResort) - Number(b.trunk.isLastResort) || b.length - a.length)
    .map(({ trunk }) => trunk);
}

function longestPrefix(prefixes: readonly string[], number: string): number {
  if (prefixes.length === 0) return 0;
  const fitting = prefixes.filter((prefix) => number.startsWith(prefix));
  return fitting.length === 0 ? -1 : Math.max(...fitting.map((prefix) => prefix.length));
}
