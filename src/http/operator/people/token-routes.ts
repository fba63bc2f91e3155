/**
 * Personal tokens: for programs that act for a user.
 *
 * 1. A token has an end, and rights that are among those of its user when it is used: whoever loses a right, or is
 *    disabled, takes it from the tokens as well.
 * 2. Only who has signed in makes one: a token makes no token.
 * 3. Everybody sees and revokes their own; who has the right `admin` those of all.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DAY_MS } from '../../../lib/durations.ts';
import { hash12 } from '../../../lib/ids.ts';
import { oneOf, strict } from '../../../lib/schemas.ts';
import { addToken, listTokens, revokeToken, type TokenRow } from '../../../store/people/user-tokens.ts';
import { newPersonalToken } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  idOf,
  instantOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  wrong,
} from '../request.ts';
import { RIGHTS } from '../rights.ts';
import { pageOf, timeOf, timeOrNull } from '../shapes.ts';
import { signedInUser } from './own-routes.ts';
import { operatorOf, ownNameOf } from './session-routes.ts';

const NewTokenBody = Type.Object(
  {
    label: Type.String({ pattern: '^[ -~]{1,60}$', allowed: 'what it is for, in 1 to 60 printable ASCII characters' }),
    rights: Type.Array(oneOf(RIGHTS), { minItems: 1, uniqueItems: true, allowed: `some of ${RIGHTS.join(', ')}` }),
    expires_on: Type.Optional(Type.String({ maxLength: 40 })),
  },
  strict,
);

const TokenQuery = Type.Object({ user: Type.Optional(Type.String({ maxLength: 80 })), ...LISTING }, strict);

/** Where nothing else is said. */
const LASTS_MS = 90 * DAY_MS;
const LASTS_AT_MOST_MS = 366 * DAY_MS;

export function tokenRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/tokens', async (request) => {
    const { user, limit = DEFAULT_LIMIT, after } = queryOf(TokenQuery, request);
    const userName = ownNameOf(operatorOf(request)) ?? user ?? null;
    const rows = await listTokens(db, { userName, before: placeOf(AfterId, after)?.[0], limit: limit + 1 });
    const now = context.clock.now();
    const { items, next } = pageOf(
      rows,
      limit,
      ({ id }) => cursorOf([id]),
      (row) => tokenShape(row, now),
    );
    return { tokens: items, next };
  });

  app.post('/tokens', async (request, reply) => {
    const { label, rights, expires_on: until } = bodyOf(NewTokenBody, request);
    const { user } = signedInUser(request);
    const own = operatorOf(request).rights;
    if (!rights.every((right) => own.has(right))) throw wrong('rights', `your own at most: ${[...own].join(', ')}`);
    const now = context.clock.now();
    const expiresAt = instantOf('expires_on', until) ?? now + LASTS_MS;
    if (expiresAt <= now || expiresAt > now + LASTS_AT_MOST_MS) throw wrong('expires_on', 'a time within a year');
    const id = context.ids.next(hash12(user.name));
    const { token, hash } = newPersonalToken(id, context.randomBytes);
    const row = { id, userName: user.name, label, rights, createdAt: now, expiresAt };
    await addToken(db, { ...row, tokenHash: hash });
    return reply.code(201).send({ ...tokenShape({ ...row, revokedAt: null }, now), token });
  });

  app.delete('/tokens/:id', async (request) => {
    const now = context.clock.now();
    const id = idOf(paramOf(request, 'id'));
    const revoked = id === null ? null : await revokeToken(db, id, ownNameOf(operatorOf(request)), now);
    if (!revoked) throw notFound('Token');
    return tokenShape(revoked, now);
  });
}

function tokenShape(row: TokenRow, now: number): Record<string, unknown> {
  const isOver = row.expiresAt <= now;
  return {
    id: row.id,
    user: row.userName,
    label: row.label,
    rights: row.rights,
    state: row.revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'active',
    created_on: timeOf(row.createdAt),
    expires_on: timeOf(row.expiresAt),
    revoked_on: timeOrNull(row.revokedAt),
  };
}
