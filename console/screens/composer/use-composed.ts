/**
 * What is being composed, kept in the address: a link holds a prepared request, and the way back works.
 *
 * 1. What somebody types is there at once; the address follows when they pause.
 * 2. What is too long for an address stays on the page alone.
 * 3. An address that was not written here, a link or the way back, is what is composed from then on.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { stringifySearch } from '../../app/search-text.ts';
import type { Values } from './form-field.ts';
import { type Composed, composedFrom, fitsAddress, searchOf } from './request.ts';

const FOLLOWS_AFTER_MS = 300;

interface Draft {
  readonly composed: Composed;
  /** The address that was looked at last. */
  readonly seen: string;
  /** The one that is being gone to, written here. */
  readonly next: string | null;
  /** Something was typed since the address that was not written here. */
  readonly isChanged: boolean;
}

export function useComposed(): readonly [Composed, (values: Values) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const address = stringifySearch(search);
  const [draft, setDraft] = useState<Draft>(() => adopted(search, address));
  if (draft.seen !== address) {
    setDraft(draft.next === address ? { ...draft, seen: address, next: null } : adopted(search, address));
  }
  useFollowed(draft, address, (next) => setDraft((before) => ({ ...before, next })));
  const change = (values: Values) =>
    setDraft((before) => ({ ...before, composed: { ...before.composed, values }, isChanged: true }));
  return [draft.composed, change];
}

/** Rule 3. */
function adopted(search: Readonly<Record<string, unknown>>, address: string): Draft {
  return { composed: composedFrom(search), seen: address, next: null, isChanged: false };
}

/** Rules 1 and 2. */
function useFollowed({ composed, isChanged }: Draft, address: string, going: (next: string) => void): void {
  const navigate = useNavigate();
  const [latest] = useState({ going });
  useEffect(() => {
    latest.going = going;
  });
  const wanted = stringifySearch(searchOf(composed));
  const isBehind = isChanged && wanted !== address && fitsAddress(wanted);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => {
      latest.going(wanted);
      void navigate({ to: '.', search: searchOf(composed) as never, replace: true, resetScroll: false });
    }, FOLLOWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isBehind, wanted, composed, navigate, latest]);
}
