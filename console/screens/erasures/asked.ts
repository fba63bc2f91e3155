/**
 * What the screens of erasures ask for. No hint tells of them: one that is under way is asked for again.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useEvery } from '../../app/live.tsx';
import type { Erasure } from './words.ts';

const EVERY_MS = 2_000;

/** `known`: as a list has it. */
export function useErasure(id: string, known?: Erasure) {
  const every = useEvery(EVERY_MS);
  return useQuery({
    queryKey: ['erasure', id],
    queryFn: () => take(api.GET('/operator/v1/erasures/{erasure_id}', { params: { path: { erasure_id: id } } })),
    initialData: known,
    // A receipt that is done does not change.
    staleTime: ({ state }) => (state.data?.state === 'done' ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : every),
  });
}
