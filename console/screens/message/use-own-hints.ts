/**
 * Keeps one thing fresh: what else happens at the gateway does not fetch it again.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useHintListener } from '../../app/live.tsx';
import type { Topic } from '../../app/live-hub.ts';

/** `ids`: as hints name it, and what belongs to it. */
export function useOwnHints(topics: readonly Topic[], ids: readonly string[], queryKey: QueryKey): void {
  const client = useQueryClient();
  useHintListener(topics, (hints) => {
    if (hints.some(({ id }) => id === null || ids.includes(id))) void client.invalidateQueries({ queryKey });
  });
}
