/**
 * What a screen says of itself: where it stands in the navigation, and its pages. `console/screens/<name>/index.tsx`
 * exports one; it imports no page itself, so that a page is loaded when somebody goes there.
 */
import type { ComponentType } from 'react';
import type { IconName } from '../ui/icon.tsx';
import type { Right } from './who.ts';

export const GROUPS = ['Developer', 'Operator', 'Support'] as const;

export interface Page {
  /** Below the console: `/messages/$reference`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

export interface NavigationEntry {
  readonly label: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon: IconName;
  /** The path of one of its pages. */
  readonly path: string;
  /** Further words that find it in the command palette. */
  readonly words?: string;
}

export interface Screen {
  /** Null: others lead there. */
  readonly navigation: NavigationEntry | null;
  readonly pages: readonly Page[];
  /** Who lacks it does not see the screen. */
  readonly needs: Right;
  /** It has nothing to show once a real carrier is configured. */
  readonly isOfSandbox?: boolean;
}

interface Reader {
  readonly rights: readonly string[];
  readonly sandbox: boolean;
  readonly role?: string | null;
}

export function mayOpen({ needs, isOfSandbox = false }: Screen, { rights, sandbox }: Reader): boolean {
  return rights.includes(needs) && (sandbox || !isOfSandbox);
}

/**
 * In the order of the list; what only developers use comes first where there is a sandbox, and last elsewhere. Who helps
 * callers has their own screen before all others.
 */
export function navigationFor(screens: readonly Screen[], reader: Reader): readonly NavigationEntry[] {
  const entries = screens.flatMap((screen) =>
    screen.navigation !== null && mayOpen(screen, reader) ? [screen.navigation] : [],
  );
  const rank = ({ group }: NavigationEntry) => {
    if (group === 'Support' && reader.role === 'support') return -1;
    return group === 'Developer' && !reader.sandbox ? 99 : GROUPS.indexOf(group);
  };
  return entries.toSorted((a, b) => rank(a) - rank(b));
}
