/**
 * What a diagnosis found: the worst first, and what is well only as a count.
 */
export interface Check {
  readonly name: string;
  readonly state: string;
}

const RANKS: Readonly<Record<string, number>> = { fail: 0, warn: 1 };

export function findingsOf<Each extends Check>(checks: readonly Each[]): readonly Each[] {
  const rank = ({ state }: Check) => RANKS[state] ?? 2;
  return checks.filter(({ state }) => state !== 'ok').toSorted((a, b) => rank(a) - rank(b));
}

/** The page where what was found can be looked into, or null. */
export function placeOf({ name }: Pick<Check, 'name'>): string | null {
  const [, carrier] = /^carrier ([^:]+)/.exec(name) ?? [];
  return carrier === undefined ? null : `/carriers/${encodeURIComponent(carrier)}`;
}

/** A diagnosis is of one node. */
export function wellText({ node, checks }: { readonly node: string; readonly checks: readonly Check[] }): string {
  const well = checks.filter(({ state }) => state === 'ok').length;
  return `${well} of ${checks.length} checks are well, on the node ${node} that answered.`;
}
