/**
 * A time: in the reader's zone, or as how long ago it was; UTC on hover. One clock ticks for all of them.
 */
import { useSyncExternalStore } from 'react';
import { changesIn, localText, relativeText, utcText } from './time-text.ts';

export interface TimeProps {
  /** As the API has it; null and undefined show a dash. */
  readonly at: string | null | undefined;
  readonly isRelative?: boolean;
}

export function Time({ at, isRelative = false }: TimeProps) {
  const time = at ? Date.parse(at) : Number.NaN;
  const now = useNow(isRelative && !Number.isNaN(time) ? changesIn(time, Date.now()) : 600_000);
  if (!at || Number.isNaN(time)) return <span>–</span>;
  const local = localText(time, now);
  return (
    <time dateTime={at} title={isRelative ? `${local} · ${utcText(time)}` : utcText(time)}>
      {isRelative ? relativeText(time, now) : local}
    </time>
  );
}

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, 1_000);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present, in steps and rounded up: what does not change is not drawn again, and nothing lies ahead of it. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(watch, () => Math.ceil(Date.now() / stepMs) * stepMs);
}
