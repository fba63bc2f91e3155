/**
 * Who is signed in, for whatever is drawn below the gate (session.tsx).
 */
import { createContext, useContext } from 'react';
import { type Right, type Who, whyNot } from './who.ts';

export const SessionContext = createContext<Who | null>(null);

export function useWho(): Who {
  const who = useContext(SessionContext);
  if (who === null) throw new Error('nobody is signed in here');
  return who;
}

/** Why the reader may not do what needs the right; null when they may. */
export function usePermission(needs: Right | undefined): string | null {
  return whyNot(useContext(SessionContext), needs);
}
