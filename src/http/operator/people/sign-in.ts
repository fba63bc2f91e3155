/**
 * Signs in with a password and, where there is one, a second factor.
 *
 * 1. A name that nobody has, a user who was disabled and a wrong password get the same answer after the same work.
 * 2. Only who knows the password learns that a code is needed.
 * 3. A failure is written down under the name of the user; a name that nobody has is not, as it may be a password that
 *    was typed into the wrong field.
 */
import { Refusal, tooSoon } from '../../../errors.ts';
import type { UserRow } from '../../../store/people/users.ts';
import { nameOfUser, wrongKey } from '../identify.ts';
import { type BeginOptions, mayBe } from './begin-session.ts';
import type { People } from './people.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
  readonly code: string | undefined;
}

/** Resolves with the user. Refuses with `key_wrong`, `code_needed` or `rate_limited`. */
export async function signIn(
  { db, people }: BeginOptions,
  { user: name, password, code }: Credentials,
  address: string,
): Promise<UserRow> {
  await waitOrBegin(people, name, address);
  const user = await mayBe(db, name);
  const isRight = await people.passwords.isRight(password, user?.password ?? null);
  const fail = async (why: string) => {
    const actor = user === null ? 'unknown' : nameOfUser(user.name);
    await people.audit.append({ actor, action: 'sign in refused', target: { why }, address });
  };
  if (user === null || !isRight) {
    await fail(user === null ? 'user' : 'password');
    throw wrongKey();
  }
  if (user.hasFactor && code === undefined) {
    await people.pauses.takeBack(name, address);
    throw new Refusal('code_needed');
  }
  if (user.hasFactor && !(await people.factors.take(user.name, code ?? ''))) {
    await fail('code');
    throw wrongKey();
  }
  await people.pauses.succeeded(name, address);
  return user;
}

/** Counts a try; `name` null: of whom is not known yet. Refuses with `rate_limited` one that comes too early. */
export async function waitOrBegin(
  { pauses }: Pick<People, 'pauses'>,
  name: string | null,
  address: string,
): Promise<void> {
  const waitMs = await pauses.begin(name, address);
  if (waitMs > 0) throw tooSoon(waitMs);
}
