/**
 * What the screens of carriers ask for: how they are, what waits, and what passed through. The figures are asked again
 * every ten seconds, which is how often nodes write them.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useEvery, useHints } from '../../app/live.tsx';

const EVERY_MS = 10_000;

export function useCarriers() {
  useHints(['carriers', 'nodes'], ['carriers', 'all'], ['carriers', 'backlog']);
  return useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: () => take(api.GET('/operator/v1/carriers')),
    refetchInterval: useEvery(EVERY_MS),
  });
}

export function useBacklog() {
  return useQuery({
    queryKey: ['carriers', 'backlog'],
    queryFn: () => take(api.GET('/operator/v1/backlog')),
    refetchInterval: useEvery(EVERY_MS),
  });
}

/** Of the last hours until now. */
export function useTraffic(hours: number, carrier?: string) {
  return useQuery({
    queryKey: ['carriers', 'traffic', hours, carrier],
    queryFn: () => take(api.GET('/operator/v1/traffic', { params: { query: { hours, carrier } } })),
    placeholderData: keepPreviousData,
    refetchInterval: useEvery(EVERY_MS),
  });
}
