/**
 * What the screens of imports ask for, again with each hint.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { useOwnHints } from '../message/use-own-hints.ts';

const SETS = ['data-sets'];

export function useImport(id: string) {
  const queryKey = ['import', id];
  useOwnHints(['imports'], [id], queryKey);
  return useQuery({
    queryKey,
    queryFn: () => take(api.GET('/operator/v1/imports/{import_id}', { params: { path: { import_id: id } } })),
  });
}

export function useDataSets() {
  useHints(['imports'], SETS);
  return useQuery({ queryKey: SETS, queryFn: () => take(api.GET('/operator/v1/data-sets')) });
}
