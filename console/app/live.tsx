/**
 * The stream of hints (live-hub.ts) in the browser: EventSource, the visibility of the page, and the hooks of screens.
 */
import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { GATEWAY_URL } from '../api/client.ts';
import { type Hint, LiveHub, type LiveState, type Source, type Topic } from './live-hub.ts';
import { SESSION_KEY } from './query-client.ts';

const LiveContext = createContext<LiveHub | null>(null);

export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [hub] = useState(
    () =>
      new LiveHub({
        open: openHints,
        later: (run, ms) => void setTimeout(run, ms),
        // A session that has ended shows the page that signs in.
        ended: () => void client.invalidateQueries({ queryKey: SESSION_KEY }),
      }),
  );
  useEffect(() => {
    const look = () => hub.setVisible(document.visibilityState === 'visible');
    const change = () => {
      look();
      if (hub.state !== 'hidden' && hub.state !== 'paused') void client.invalidateQueries({ predicate: isPolled });
    };
    look();
    document.addEventListener('visibilitychange', change);
    return () => {
      document.removeEventListener('visibilitychange', change);
      hub.setVisible(false);
    };
  }, [hub, client]);
  return <LiveContext value={hub}>{children}</LiveContext>;
}

/** Of what no hint tells: nobody waits for its next turn when the page is back. */
function isPolled({ observers }: Query): boolean {
  return observers.some(({ options }) => options.refetchInterval !== undefined);
}

function openHints(): Source {
  const stream = new EventSource(`${GATEWAY_URL}/operator/v1/hints`);
  const source: Source = { onmessage: null, onerror: null, close: () => stream.close() };
  for (const name of ['anew', 'hints']) {
    stream.addEventListener(name, (event) => source.onmessage?.(name, String(event.data)));
  }
  stream.addEventListener('error', () => source.onerror?.(stream.readyState === EventSource.CLOSED));
  return source;
}

function useHub(): LiveHub {
  const hub = useContext(LiveContext);
  if (hub === null) throw new Error('there is no stream of hints here');
  return hub;
}

/** Fetches again what stands below the keys, whenever something of the topics has changed. Keys must not change. */
export function useHints(topics: readonly Topic[], ...keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  useHintListener(topics, () => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  });
}

/** Tells of hints of the topics themselves, gathered. */
export function useHintListener(topics: readonly Topic[], listener: (hints: readonly Hint[]) => void): void {
  const hub = useHub();
  const names = topics.join();
  const [latest] = useState({ listener });
  useEffect(() => {
    latest.listener = listener;
  });
  useEffect(() => hub.listen(names.split(',') as Topic[], (hints) => latest.listener(hints)), [hub, names, latest]);
}

/** The state of the stream, and the pause for the whole console. */
export function useLive(): { readonly state: LiveState; readonly setPaused: (isPaused: boolean) => void } {
  const hub = useHub();
  const state = useSyncExternalStore(hub.watch, () => hub.state);
  return { state, setPaused: (isPaused) => hub.setPaused(isPaused) };
}

/** How often something is asked again that no hint tells of: not while the console is paused, nor while it is hidden. */
export function useEvery(ms: number): number | false {
  const { state } = useLive();
  return state === 'paused' || state === 'hidden' ? false : ms;
}
