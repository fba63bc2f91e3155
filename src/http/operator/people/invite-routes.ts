/**
 * Invites (invites.ts): a link is made for a user, and whoever has it sets the password.
 *
 * 1. It begins no session: who has a second factor shows a code of it when they sign in.
 * 2. A link that is no good gets one answer, whatever is wrong with it; it is counted and written down as a failure to
 *    sign in.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../../lib/schemas.ts';
import { endSessionsOf } from '../../../store/people/user-sessions.ts';
import { findUser, setPassword, type UserRow } from '../../../store/people/users.ts';
import { nameOfUser } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, notFound, paramOf, wrong } from '../request.ts';
import { timeOf } from '../shapes.ts';
import { mayBe } from './begin-session.ts';
import { checkOrigin } from './origin.ts';
import { waitOrBegin } from './sign-in.ts';
import { hashed, NEW_PASSWORD, USER_NAME } from './user-routes.ts';

/** The page of the console that asks for the password. What is behind # is sent nowhere. */
const PAGE = '/console/invite#';

const TakeBody = Type.Object({ invite: Type.String({ maxLength: 1_000 }), password: NEW_PASSWORD }, strict);

export function inviteRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, people } = options;

  app.post('/users/:name/invite', async (request, reply) => {
    const user = await findUser(db, paramOf(request, 'name'));
    if (user === null || user.removedAt !== null) throw notFound('User');
    if (user.disabledAt !== null) throw wrong('user_name', 'a user who is not disabled');
    const { secret, until } = people.invites.make(user);
    return reply.code(201).send({ name: user.name, path: `${PAGE}${secret}`, expires_on: timeOf(until) });
  });

  app.post('/session/invite', async (request) => {
    const { headers } = request.raw;
    const { address, scheme } = people.clientOf(request.raw);
    checkOrigin({ headers, scheme, origins: people.settings.origins, isNeeded: false });
    const { invite, password } = bodyOf(TakeBody, request);
    await waitOrBegin(people, null, address);
    const user = await invited(options, invite);
    if (user === null) throw await refusedInvite(options, request);
    const hash = await hashed(options, user.name, password);
    await people.audit.append({ actor: nameOfUser(user.name), action: 'set password by invite', target: {}, address });
    const isSet = await db.transaction(async (tx) => {
      if (!(await setPassword(tx, user.name, { from: user.password, to: hash }))) return false;
      await endSessionsOf(tx, user.name, null);
      return true;
    });
    if (!isSet) throw await refusedInvite(options, request);
    await people.pauses.succeeded(null, address);
    return { name: user.name };
  });
}

async function invited({ db, people }: OperatorOptions, invite: string): Promise<UserRow | null> {
  const name = people.invites.nameIn(invite);
  if (!new RegExp(USER_NAME).test(name)) return null;
  const user = await mayBe(db, name);
  return user !== null && people.invites.isGood(invite, user) ? user : null;
}

/** Rule 2. */
async function refusedInvite({ people }: OperatorOptions, request: FastifyRequest): Promise<Error> {
  const { address } = people.clientOf(request.raw);
  await people.audit.append({ actor: 'unknown', action: 'sign in refused', target: { why: 'invite' }, address });
  return wrong('invite', 'one of the last 24 hours that was not used, nor overtaken by another password');
}
