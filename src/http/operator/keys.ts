/**
 * The keys of an account. A key is shown once, when it is made; a key that an operator brings is never shown.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { API_KEY_ALLOWED, isApiKey } from '../../lib/api-key.ts';
import { strict } from '../../lib/schemas.ts';
import { makeKey } from '../../operations/account/keys.ts';
import { type ListedKey, listKeys } from '../../store/accounts/account-lists.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { lockAccount, revokeKey } from '../../store/accounts/accounts-write.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, idOf, notFound, paramOf, wrong } from './request.ts';
import { timeOf, timeOrNull } from './shapes.ts';

const NewKeyBody = Type.Object(
  { api_key: Type.Optional(Type.String({ maxLength: 200, allowed: API_KEY_ALLOWED })) },
  strict,
);

export function keyRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context } = options;

  app.get('/accounts/:id/keys', async (request) => {
    const id = paramOf(request, 'id');
    if ((await findAccounts(db, [id])).size === 0) throw notFound('Account');
    return { keys: (await listKeys(db, id)).map(keyShape) };
  });

  app.post('/accounts/:id/keys', async (request, reply) => {
    const { api_key: brought } = bodyOf(NewKeyBody, request);
    if (brought !== undefined && !isApiKey(brought)) throw wrong('api_key', API_KEY_ALLOWED);
    const id = paramOf(request, 'id');
    const { listed, key } = await db.transaction(async (tx) => {
      if (!(await lockAccount(tx, id))) throw notFound('Account');
      return makeKey(tx, options, { accountId: id, brought, now: context.clock.now() });
    });
    return reply.code(201).send({ ...keyShape(listed), ...(key === undefined ? {} : { api_key: key }) });
  });

  app.delete('/accounts/:id/keys/:key', async (request) => {
    const accountId = paramOf(request, 'id');
    const id = idOf(paramOf(request, 'key'));
    if (id === null || !(await revokeKey(db, accountId, id, context.clock.now()))) throw notFound('Key');
    const key = (await listKeys(db, accountId)).find((each) => each.id === id);
    if (!key) throw notFound('Key');
    return keyShape(key);
  });
}

export function keyShape(key: ListedKey): Record<string, unknown> {
  return { id: key.id, hint: key.hint, created_on: timeOf(key.createdAt), revoked_on: timeOrNull(key.revokedAt) };
}
