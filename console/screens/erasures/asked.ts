/**
 * A receipt. No hint tells of it: while its erasure is under way it is asked for again.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useEvery } from '../../app/live.tsx';

const EVERY_MS = 2_000;

export function useErasure(id: string) {
  const every = useEvery(EVERY_MS);
  return useQuery({
    queryKey: ['erasure', id],
    queryFn: () => take(api.GET('/operator/v1/erasures/{erasure_id}', { params: { path: { erasure_id: id } } })),
    // A receipt that is done does not change.
    staleTime: ({ state }) => (state.data?.state === 'done' ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : every),
  });
}
