/**
 * The stream of a page: begins with each filter, reads what hints tell of while the page is seen, and holds still while its
 * reader is further down, or is in the lines with the keyboard.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useHintListener, useLive } from '../../app/live.tsx';
import { ASKED } from './asked.ts';
import { type Line, newSince } from './log.ts';
import { type Reading, StreamReader } from './reader.ts';
import { type StreamFilter, TOPICS } from './topics.ts';

/** How far down somebody is still at the top. */
const TOP_PIXELS = 24;

export interface Stream extends Pick<Reading, 'hasBegun' | 'error'> {
  readonly lines: readonly Line[];
  /** How many lines have come that are not shown yet. */
  readonly waiting: number;
  readonly again: () => void;
  readonly clear: () => void;
  /** Whether the focus is in the lines. */
  readonly setInside: (isInside: boolean) => void;
  /** To the top, with what has come. */
  readonly follow: () => void;
}

/** `filter` is the same as long as it says the same. */
export function useStream(filter: StreamFilter): Stream {
  const [reader, setReader] = useState(() => readerOf(filter));
  const [given, setGiven] = useState(filter);
  if (given !== filter) {
    setGiven(filter);
    setReader(readerOf(filter));
  }
  const isHidden = useLive().state === 'hidden';
  useEffect(() => {
    if (isHidden) return;
    reader.start();
    return () => reader.stop();
  }, [reader, isHidden]);
  useHintListener(TOPICS, (hints) => reader.hinted(hints));
  const { log, hasBegun, error } = useSyncExternalStore(reader.watch, reader.get);
  const [isInside, setInside] = useState(false);
  const isFollowing = useIsAtTop() && !isInside;
  const [held, setHeld] = useState<{ readonly reader: StreamReader; readonly log: typeof log } | null>(null);
  if (isFollowing && held !== null) setHeld(null);
  if (!isFollowing && held?.reader !== reader) setHeld({ reader, log });
  const shown = !isFollowing && held?.reader === reader ? held.log : log;
  return {
    lines: shown.lines,
    waiting: shown === log ? 0 : newSince(log, shown.next),
    hasBegun,
    error,
    again: () => reader.again(),
    clear() {
      reader.clear();
      setHeld(null);
    },
    setInside,
    follow() {
      setInside(false);
      window.scrollTo({ top: 0 });
    },
  };
}

function readerOf(filter: StreamFilter): StreamReader {
  return new StreamReader({
    ...ASKED,
    filter,
    now: () => Date.now(),
    later: (run, ms) => void setTimeout(run, ms),
  });
}

function useIsAtTop(): boolean {
  return useSyncExternalStore(watchScroll, () => window.scrollY <= TOP_PIXELS);
}

function watchScroll(watcher: () => void): () => void {
  window.addEventListener('scroll', watcher, { passive: true });
  return () => window.removeEventListener('scroll', watcher);
}
