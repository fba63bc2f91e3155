/**
 * What is being composed, kept in the address: a link holds a prepared request, and the way back works.
 *
 * 1. What somebody types is there at once; the address follows when they pause.
 * 2. An address that was not written here, a link or the way back, is what is composed from then on.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { stringifySearch } from '../../app/search-text.ts';
import type { Values } from './form-field.ts';
import { type Composed, composedFrom, searchOf } from './request.ts';

const FOLLOWS_AFTER_MS = 300;

interface Draft {
  readonly composed: Composed;
  /** The address that was looked at last. */
  readonly seen: string;
}

export function useComposed(): readonly [Composed, (values: Values) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const address = stringifySearch(search);
  const [own] = useState(() => new Set<string>());
  const [draft, setDraft] = useState<Draft>(() => ({ composed: composedFrom(search), seen: address }));
  // Rule 2.
  if (draft.seen !== address) {
    setDraft({ composed: own.has(address) ? draft.composed : composedFrom(search), seen: address });
  }
  const { composed } = draft;
  useFollowed(composed, { own, address });
  const change = (values: Values) => {
    const next = { ...composed, values };
    own.add(stringifySearch(searchOf(next)));
    setDraft({ ...draft, composed: next });
  };
  return [composed, change];
}

/** Rule 1. */
function useFollowed(
  composed: Composed,
  { own, address }: { readonly own: Set<string>; readonly address: string },
): void {
  const navigate = useNavigate();
  const wanted = stringifySearch(searchOf(composed));
  useEffect(() => {
    if (wanted === address || !own.has(wanted)) return;
    const timer = setTimeout(() => {
      own.clear();
      own.add(wanted);
      void navigate({ to: '.', search: searchOf(composed) as never, replace: true, resetScroll: false });
    }, FOLLOWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, address, own, composed, navigate]);
}
