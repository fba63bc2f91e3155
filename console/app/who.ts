/**
 * Who is signed in, and what they may do. Pure.
 */
import type { Schema } from '../api/client.ts';

export type Who = Schema<'PeopleWho'>;

export type Right = 'read' | 'full' | 'accounts' | 'operate' | 'erase' | 'audit' | 'admin';

/** What each right is for, to go on "This needs the right to …". */
const TO: Readonly<Record<Right, string>> = {
  read: 'look on',
  full: 'see numbers and texts in full',
  accounts: 'change accounts',
  operate: 'run the gateway',
  erase: 'erase numbers',
  audit: 'read the audit log',
  admin: 'decide who is let in',
};

/** Why somebody may not do what needs the right; null when they may. */
export function whyNot(who: Pick<Who, 'rights' | 'role' | 'name'> | null, needs: Right | undefined): string | null {
  if (needs === undefined || who?.rights.includes(needs)) return null;
  const role = who?.role ? `, which ${who.name} (${who.role}) does not have` : '';
  return `This needs the right to ${TO[needs]} (${needs})${role}.`;
}
