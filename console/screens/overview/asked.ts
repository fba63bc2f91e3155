/**
 * What the overview asks for beside the figures of carriers.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useEvery, useHints } from '../../app/live.tsx';

const DIAGNOSED_EVERY_MS = 30_000;
const EVERY_MS = 10_000;

export function useDiagnosis() {
  return useQuery({
    queryKey: ['diagnosis'],
    queryFn: () => take(api.GET('/operator/v1/diagnosis')),
    refetchInterval: useEvery(DIAGNOSED_EVERY_MS),
  });
}

export function useNodes() {
  useHints(['nodes'], ['nodes']);
  return useQuery({
    queryKey: ['nodes'],
    queryFn: () => take(api.GET('/operator/v1/nodes')),
    refetchInterval: useEvery(EVERY_MS),
  });
}

/** The first of those that fail. */
export function useFailingEndpoints() {
  return useQuery({
    queryKey: ['endpoints', 'failing'],
    queryFn: () => take(api.GET('/operator/v1/endpoints', { params: { query: { state: 'failing' } } })),
    refetchInterval: useEvery(EVERY_MS),
  });
}
