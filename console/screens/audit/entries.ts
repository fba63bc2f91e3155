/**
 * Entries of the audit log as what was done: how something ended is an entry of its own, which is shown with the first.
 * Pure.
 *
 * 1. An end whose beginning is not there is a row by itself: a filter may let through one and not the other. It waits as
 *    long as its beginning may come with the page that follows.
 */
import type { Schema } from '../../api/client.ts';

type Entry = Schema<'PeopleAuditEntry'>;

export interface Done {
  readonly entry: Entry;
  /** Null: it is under way, has no end, or that is not among the entries. */
  readonly end: Entry | null;
}

/** `entries`: newest first. */
export function doneOf(entries: readonly Entry[], hasMore: boolean): Done[] {
  const ends = new Map(entries.flatMap((entry) => (entry.of === null ? [] : [[entry.of, entry] as const])));
  const there = new Set(entries.map(({ seq }) => seq));
  const lowest = entries.at(-1)?.seq ?? 0;
  return entries.flatMap((entry) => {
    if (entry.of === null) return [{ entry, end: ends.get(entry.seq) ?? null }];
    const mayCome = hasMore && entry.of < lowest;
    return there.has(entry.of) || mayCome ? [] : [{ entry, end: null }];
  });
}
