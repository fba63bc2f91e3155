/**
 * The roles of users, and the rights that each has. Pure.
 *
 * 1. A role is a fixed set of rights (../rights.ts): a route asks for a right, never for a role.
 * 2. While all carriers are simulated nobody is behind the numbers, and a developer may do what an operator may, but for
 *    erasing. As soon as a real carrier is configured a developer looks on.
 * 3. Who sees numbers in full is written down before they are shown, whatever the role (../written-down.ts).
 */
import { ROLES, type Role } from '../../../lib/people-settings.ts';
import { RIGHTS, type Right } from '../rights.ts';

interface RoleRow {
  readonly rights: readonly Right[];
  /** Rule 2. */
  readonly inSandbox: readonly Right[];
  readonly says: string;
}

export const ROLE_TABLE: Readonly<Record<Role, RoleRow>> = {
  viewer: { rights: ['read'], inSandbox: [], says: 'looks on, with numbers masked' },
  support: {
    rights: ['read', 'full'],
    inSandbox: [],
    says: 'looks on, and shows numbers in full; each time is recorded',
  },
  developer: {
    rights: ['read'],
    inSandbox: ['full', 'accounts', 'operate'],
    says: 'looks on; while all carriers are simulated, also makes accounts and works with them',
  },
  operator: {
    rights: ['read', 'full', 'accounts', 'operate', 'erase'],
    inSandbox: [],
    says: 'runs the gateway and its accounts',
  },
  admin: { rights: RIGHTS, inSandbox: [], says: 'decides who is let in, besides all of that' },
};

/** A role that this release does not know has no rights. */
export function rightsOfRole(role: string, isSandbox: boolean): ReadonlySet<string> {
  const row = ROLES.find((each) => each === role);
  if (row === undefined) return new Set();
  const { rights, inSandbox } = ROLE_TABLE[row];
  return new Set(isSandbox ? [...rights, ...inSandbox] : rights);
}
