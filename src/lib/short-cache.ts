/**
 * Values that are asked for far more often than they change, kept for a few seconds each.
 *
 * 1. A value that `get` returns was loaded at most `keepMs` ago. Callers that ask at the same time share one load.
 * 2. A failure is not kept.
 */
import type { Clock } from './clock.ts';

const MOST_KEPT = 10_000;

export function createShortCache<T>(
  clock: Clock,
  keepMs: number,
  load: (key: string) => Promise<T>,
  mostKept = MOST_KEPT,
): (key: string) => Promise<T> {
  const entries = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return (key) => {
    const known = entries.get(key);
    if (known && clock.monotonic() - known.at <= keepMs) return known.value;
    const entry = { at: clock.monotonic(), value: load(key) };
    entries.delete(key);
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    if (entries.size > mostKept) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    return entry.value;
  };
}
