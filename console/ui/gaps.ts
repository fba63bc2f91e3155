/**
 * How the entries of a timeline lie in time: how long after the one before each came, and how much of the whole that was.
 * Pure.
 */
export interface Placed<Entry> {
  readonly entry: Entry;
  /** Null: the first. */
  readonly afterMs: number | null;
  /** From 0 to 1, by the longest gap, drawn so that short ones can still be told apart. */
  readonly share: number;
}

/** `entries`: oldest first. */
export function withGaps<Entry extends { readonly at: string }>(entries: readonly Entry[]): readonly Placed<Entry>[] {
  const times = entries.map(({ at }) => Date.parse(at));
  const gaps = times.map((time, at) => (at === 0 ? 0 : Math.max(0, time - (times[at - 1] ?? time))));
  const longest = Math.log1p(Math.max(0, ...gaps));
  return entries.map((entry, at) => ({
    entry,
    afterMs: at === 0 ? null : (gaps[at] ?? 0),
    share: longest === 0 ? 0 : Math.log1p(gaps[at] ?? 0) / longest,
  }));
}
