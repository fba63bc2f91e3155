/**
 * What users do for themselves: another password, and a second factor.
 *
 * 1. A token does none of this: whoever got hold of one would have the user.
 * 2. Each asks for the password again, but the one that brings a factor into use, which asks for its code. Failures are
 *    counted as those of signing in.
 * 3. Another password and the end of the other sessions are one transaction. The password that was asked for has to be in
 *    effect still: whoever was given another one meanwhile does not take that away.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../errors.ts';
import { strict } from '../../../lib/schemas.ts';
import { removeFactor } from '../../../store/people/factors.ts';
import type { SessionRow } from '../../../store/people/user-sessions.ts';
import { endSessionsOf } from '../../../store/people/user-sessions.ts';
import { setPassword, type UserRow } from '../../../store/people/users.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, wrong } from '../request.ts';
import { PASSWORD_LONGEST } from './passwords.ts';
import { operatorOf } from './session-routes.ts';
import { waitOrBegin } from './sign-in.ts';
import { hashed, NEW_PASSWORD } from './user-routes.ts';

const PASSWORD = Type.String({ maxLength: PASSWORD_LONGEST });
const CODE = Type.String({ maxLength: 40 });
const PasswordBody = Type.Object({ password: PASSWORD, new_password: NEW_PASSWORD }, strict);
const BeginBody = Type.Object({ password: PASSWORD }, strict);
const ConfirmBody = Type.Object({ code: CODE }, strict);
const RemoveBody = Type.Object({ password: PASSWORD, code: CODE }, strict);

export function ownRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, people } = options;

  app.put('/session/password', async (request) => {
    const { password, new_password: fresh } = bodyOf(PasswordBody, request);
    const { user, session } = signedInUser(request);
    await checkPassword(options, request, user, password);
    const hash = await hashed(options, user.name, fresh);
    const ended = await db.transaction(async (tx) => {
      if (!(await setPassword(tx, user.name, { from: user.password, to: hash }))) throw wrongPassword();
      return endSessionsOf(tx, user.name, session.id);
    });
    return { ended };
  });

  app.post('/session/second-factor', async (request, reply) => {
    const { password } = bodyOf(BeginBody, request);
    const { user } = signedInUser(request);
    await checkPassword(options, request, user, password);
    const begun = await people.factors.begin(user.name);
    if (begun === null) throw wrong('second_factor', 'one alone: remove the one that is in use first');
    return reply.code(201).send(begun);
  });

  app.post('/session/second-factor/confirm', async (request) => {
    const { code } = bodyOf(ConfirmBody, request);
    const { user } = signedInUser(request);
    const { address } = people.clientOf(request.raw);
    await waitOrBegin(people, user.name, address);
    const recovery = await people.factors.confirm(user.name, code);
    if (recovery === null) throw wrong('code', 'the six digits that the authenticator shows now');
    await people.pauses.succeeded(user.name, address);
    return { recovery_codes: recovery };
  });

  app.post('/session/second-factor/remove', async (request) => {
    const { password, code } = bodyOf(RemoveBody, request);
    const { user } = signedInUser(request);
    // The try is over with the code: who knows the password guesses no codes.
    await comparePassword(options, request, user, password);
    if (!(await people.factors.take(user.name, code))) throw wrong('code', 'one that is good and was not used before');
    await people.pauses.succeeded(user.name, people.clientOf(request.raw).address);
    return { removed: await removeFactor(db, user.name) };
  });
}

/** Rule 1. */
export function signedInUser(request: FastifyRequest): { readonly user: UserRow; readonly session: SessionRow } {
  const { user, session } = operatorOf(request);
  if (user === null || session === null) throw new Refusal('session_needed');
  return { user, session };
}

/** Rule 2. */
async function checkPassword(
  options: OperatorOptions,
  request: FastifyRequest,
  user: UserRow,
  password: string,
): Promise<void> {
  const { people } = options;
  await comparePassword(options, request, user, password);
  await people.pauses.succeeded(user.name, people.clientOf(request.raw).address);
}

/** The try is still counted as failed. */
async function comparePassword(
  { people }: OperatorOptions,
  request: FastifyRequest,
  { name, password: stored }: UserRow,
  password: string,
): Promise<void> {
  await waitOrBegin(people, name, people.clientOf(request.raw).address);
  if (!(await people.passwords.isRight(password, stored))) throw wrongPassword();
}

function wrongPassword(): Refusal {
  return wrong('password', 'the one that you have now');
}
