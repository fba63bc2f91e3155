/**
 * What the screens of phones ask of the gateway, and how it is kept fresh: a hint of `handsets` names the handset by its id,
 * so that of a wall of phones one is fetched again.
 */
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHintListener } from '../../app/live.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Handset } from './handset.ts';
import * as requests from './requests.ts';
import type { Sample } from './sending/samples.ts';

/** So many are on the wall. */
export const MOST_ON_WALL = 24;

export function useHandsetList() {
  return useQuery({ queryKey: ['handsets', 'list'], queryFn: () => requests.listHandsets(MOST_ON_WALL) });
}

export function useHandset(number: string) {
  return useQuery({ queryKey: ['handsets', 'one', number], queryFn: () => requests.showHandset(number) });
}

export function useStories() {
  return useQuery({
    queryKey: ['stories'],
    queryFn: requests.listStories,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Once for a page. */
export function useLiveHandsets(): void {
  const client = useQueryClient();
  useHintListener(['handsets'], (hints) => {
    const isAll = hints.some(({ id }) => id === null);
    const ids = new Set(hints.map(({ id }) => id));
    const isMeant = ({ queryKey, state }: Query) => {
      const handset = state.data as Handset | undefined;
      return isAll || queryKey[1] === 'list' || handset === undefined || ids.has(handset.id);
    };
    void client.invalidateQueries({ queryKey: ['handsets'], predicate: isMeant });
  });
}

/** Does something to a handset, says so, and looks at it again. */
export function useDeed<Given>(act: (given: Given) => Promise<string | null>) {
  const client = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: act,
    onSuccess: (words) => {
      if (words !== null) say(words);
      return client.invalidateQueries({ queryKey: ['handsets'] });
    },
  });
}

/** `sent`: by what it is called from then on. */
export function useSend(number: string, sent: (sample: Sample, reference: string) => void = () => {}) {
  return useDeed(async (sample: Sample) => {
    const { reference_id: reference } = await requests.send(sample.operation, sample.bodyFor(number));
    if (typeof reference === 'string') sent(sample, reference);
    return null;
  });
}
