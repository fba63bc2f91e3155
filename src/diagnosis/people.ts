/**
 * What a diagnosis says of who is let in: somebody has to be able to let others in.
 */
import { type Check, fail, ok } from '../lib/checks.ts';
import type { Queryable } from '../store/database.ts';
import { countOthers } from '../store/people/users.ts';

const NAME = 'who is let in';

export interface PeopleQuestion {
  /** The operator token is taken. */
  readonly rootToken: boolean;
  /** A role of the provider of identities means admin. */
  readonly isAdminByProvider: boolean;
}

export async function checkPeople(db: Queryable, { rootToken, isAdminByProvider }: PeopleQuestion): Promise<Check> {
  const admins = await countOthers(db, 'admin', '');
  const users = `${admins} ${admins === 1 ? 'user is' : 'users are'} admin`;
  if (rootToken) return ok(NAME, `the operator token; ${users}`);
  if (admins > 0) return ok(NAME, `the operator token is off; ${users}`);
  if (isAdminByProvider) return ok(NAME, 'the operator token is off; who is admin comes by the provider of identities');
  const todo = 'sign in by the link that the gateway prints when it starts, and make a user with the role admin';
  return fail(NAME, 'the operator token is off, and no user is admin: nobody can let anybody in', todo);
}
