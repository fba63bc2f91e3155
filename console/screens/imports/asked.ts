/**
 * What the screens of imports ask for. No hint tells of them: one that comes in is asked for again.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useEvery } from '../../app/live.tsx';

const EVERY_MS = 2_000;

export function useImport(id: string) {
  const every = useEvery(EVERY_MS);
  return useQuery({
    queryKey: ['import', id],
    queryFn: () => take(api.GET('/operator/v1/imports/{import_id}', { params: { path: { import_id: id } } })),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? every : false),
  });
}

export function useDataSets() {
  return useQuery({ queryKey: ['data-sets'], queryFn: () => take(api.GET('/operator/v1/data-sets')) });
}
