/**
 * Users: made, listed, changed and removed.
 *
 * 1. Nobody gets a password that is known before: who makes a user says one, or leaves it away for a user that signs in
 *    by a provider, or sets one by an invite (invite-routes.ts).
 * 2. A user who is disabled or removed, gets another role, or another password from somebody else, has no session from
 *    that moment on: the change and the end of the sessions are one transaction.
 * 3. While the operator token is off, the last user who is admin stays one.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../errors.ts';
import { ROLES } from '../../../lib/people-settings.ts';
import { oneOf, strict } from '../../../lib/schemas.ts';
import type { Transaction } from '../../../store/database.ts';
import { removeFactor } from '../../../store/people/factors.ts';
import { endSessionsOf } from '../../../store/people/user-sessions.ts';
import {
  addUser,
  changeUser,
  findUser,
  holdAll,
  holdRole,
  listUsers,
  removeUser,
  type UserRow,
} from '../../../store/people/users.ts';
import { ROOT } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, cursorOf, DEFAULT_LIMIT, LISTING, notFound, paramOf, placeOf, queryOf, wrong } from '../request.ts';
import { pageOf, timeOf, timeOrNull } from '../shapes.ts';
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from './passwords.ts';
import { rightsOfRole } from './roles.ts';

export const USER_NAME = '^[a-z0-9][a-z0-9._@-]{0,79}$';

const NAME = Type.String({
  pattern: USER_NAME,
  allowed: 'a name of 1 to 80 lower-case letters, digits and the signs . _ @ -',
});
const EMAIL = Type.String({ pattern: '^[^\\s@]{1,64}@[^\\s@]{1,190}$', allowed: 'an address such as ada@example.com' });
export const NEW_PASSWORD = Type.String({
  minLength: PASSWORD_SHORTEST,
  maxLength: PASSWORD_LONGEST,
  allowed: `a password of ${PASSWORD_SHORTEST} to ${PASSWORD_LONGEST} characters`,
});

const NewUserBody = Type.Object(
  {
    name: NAME,
    role: oneOf(ROLES),
    email: Type.Optional(EMAIL),
    password: Type.Optional(NEW_PASSWORD),
  },
  strict,
);

const UserChangeBody = Type.Partial(
  Type.Object(
    {
      role: oneOf(ROLES),
      email: Type.Union([EMAIL, Type.Null()], { allowed: 'an address such as ada@example.com, or null' }),
      password: NEW_PASSWORD,
      disabled: Type.Boolean(),
      second_factor: Type.Null({ allowed: 'null, which takes it away' }),
    },
    strict,
  ),
  strict,
);

const UserQuery = Type.Object(LISTING, strict);

export function userRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context } = options;

  app.get('/users', async (request) => {
    const { limit = DEFAULT_LIMIT, after } = queryOf(UserQuery, request);
    const place = placeOf(Type.Tuple([Type.String({ pattern: USER_NAME })]), after);
    const rows = await listUsers(db, { after: place?.[0], limit: limit + 1 });
    const { items, next } = pageOf(
      rows,
      limit,
      ({ name }) => cursorOf([name]),
      (row) => userShape(options, row),
    );
    return { users: items, next };
  });

  app.post('/users', async (request, reply) => {
    const { name, role, email, password } = bodyOf(NewUserBody, request);
    const user = {
      name,
      role,
      email: email ?? null,
      password: password === undefined ? null : await hashed(options, name, password),
      createdAt: context.clock.now(),
      createdBy: request.operatorName ?? ROOT,
    };
    if (!(await addUser(db, user))) throw wrong('name', 'one that no user has or had');
    return reply.code(201).send(userShape(options, await known(options, name)));
  });

  app.get('/users/:name', async (request) => userShape(options, await known(options, paramOf(request, 'name'))));

  app.patch('/users/:name', async (request) => {
    const { role, email, password, disabled, second_factor: factor } = bodyOf(UserChangeBody, request);
    const { name } = await known(options, paramOf(request, 'name'));
    const losesAdmin = disabled === true || (role !== undefined && role !== 'admin');
    const hash = password === undefined ? undefined : await hashed(options, name, password);
    const change = { role, email, password: hash, isDisabled: disabled };
    await db.transaction(async (tx) => {
      if (losesAdmin) await checkLastAdmin(options, tx, name);
      // As it is in this transaction: another admin may have given it since.
      const isAnother = role !== undefined && role !== (await holdRole(tx, name));
      if (!(await changeUser(tx, name, change, context.clock.now()))) throw notFound('User');
      if (factor === null) await removeFactor(tx, name);
      if (isAnother || disabled === true || password !== undefined || factor === null) {
        await endSessionsOf(tx, name, null);
      }
    });
    return userShape(options, await known(options, name));
  });

  app.delete('/users/:name', async (request) => {
    const before = await known(options, paramOf(request, 'name'));
    await db.transaction(async (tx) => {
      await checkLastAdmin(options, tx, before.name);
      if (!(await removeUser(tx, before.name, context.clock.now()))) throw notFound('User');
      await removeFactor(tx, before.name);
      await endSessionsOf(tx, before.name, null);
    });
    return { ...userShape(options, { ...before, email: null, hasFactor: false }), state: 'removed' };
  });
}

/** Rule 3. In the transaction that takes it away, so that two admins who remove each other at once are not both removed. */
async function checkLastAdmin({ people }: OperatorOptions, tx: Transaction, name: string): Promise<void> {
  if (people.settings.rootToken) return;
  const admins = await holdAll(tx, 'admin');
  if (admins.length === 1 && admins[0] === name) throw new Refusal('last_admin');
}

async function known({ db }: OperatorOptions, name: string): Promise<UserRow> {
  const user = await findUser(db, name);
  if (!user || user.removedAt !== null) throw notFound('User');
  return user;
}

/** What is stored of a password of this user. */
export async function hashed({ people }: OperatorOptions, name: string, password: string): Promise<string> {
  if (password.toLowerCase() === name) throw wrong('password', 'another text than the name');
  return people.passwords.hash(password);
}

export function userShape({ people }: Pick<OperatorOptions, 'people'>, user: UserRow): Record<string, unknown> {
  return {
    name: user.name,
    email: user.email,
    role: user.role,
    rights: [...rightsOfRole(user.role, people.isSandbox)],
    state: user.disabledAt === null ? 'active' : 'disabled',
    has_password: user.password !== null,
    second_factor: user.hasFactor,
    created_on: timeOf(user.createdAt),
    created_by: user.createdBy,
    signed_in_on: timeOrNull(user.signedInAt),
  };
}
