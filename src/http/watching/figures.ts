/**
 * The text of /metrics. It costs some milliseconds of CPU, so it is made at most once a second and given to all who
 * ask.
 */
import type { Context } from '../../context.ts';

const MADE_AGAIN_AFTER_MS = 1_000;

/** Resolves with the figures of the last second. */
export function sharedFigures(clock: Context['clock'], make: () => Promise<string>): () => Promise<string> {
  let last: { readonly at: number; readonly text: Promise<string> } | null = null;
  return () => {
    const at = clock.monotonic();
    if (last && at - last.at < MADE_AGAIN_AFTER_MS) return last.text;
    const text = make();
    last = { at, text };
    // What could not be made is made anew for the next one.
    text.catch(() => {
      if (last?.text === text) last = null;
    });
    return text;
  };
}
