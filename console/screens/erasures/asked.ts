/**
 * A receipt, again with each hint of its erasure.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useOwnHints } from '../message/use-own-hints.ts';

export function useErasure(id: string) {
  const queryKey = ['erasure', id];
  useOwnHints(['erasures'], [id], queryKey);
  return useQuery({
    queryKey,
    queryFn: () => take(api.GET('/operator/v1/erasures/{erasure_id}', { params: { path: { erasure_id: id } } })),
    // A receipt that is done does not change.
    staleTime: ({ state }) => (state.data?.state === 'done' ? Number.POSITIVE_INFINITY : 0),
  });
}
