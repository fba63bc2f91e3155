/**
 * How something ended, as a badge.
 */
import { Badge } from '../../ui/badge.tsx';
import type { Done } from './entries.ts';
import { outcomeOf } from './words.ts';

export function Outcome({ done: { entry, end } }: { readonly done: Done }) {
  const outcome = outcomeOf(end?.status ?? entry.status);
  return outcome === null ? <span>–</span> : <Badge tone={outcome.tone}>{outcome.words}</Badge>;
}
