/**
 * The keys of an account. A key is shown once, when it is made; a key that an operator brings is never shown.
 */
import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { API_KEY_ALLOWED, isApiKey } from '../../lib/api-key.ts';
import { hash12 } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { seal } from '../../lib/sealed.ts';
import { type ListedKey, listKeys } from '../../store/accounts/account-lists.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { insertKey, lockAccount, revokeKey } from '../../store/accounts/accounts-write.ts';
import type { Queryable } from '../../store/database.ts';
import { apiKeyRow } from '../../store/secrets/sealed-rows.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, idOf, notFound, paramOf, wrong } from './request.ts';
import { timeOf, timeOrNull } from './shapes.ts';

const KEY_BYTES = 64;
const HINT_LENGTH = 8;

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

interface NewKey {
  /** The account exists. */
  readonly accountId: string;
  /** The text of a key that is brought along; undefined: one is made. */
  readonly brought: string | undefined;
  readonly now: number;
}

/** `key` is what is shown this once; undefined for one that was brought along. */
export async function makeKey(
  tx: Queryable,
  { context, masterKey }: OperatorOptions,
  { accountId, brought, now }: NewKey,
): Promise<{ readonly listed: ListedKey; readonly key: string | undefined }> {
  const text = brought ?? Buffer.from(context.randomBytes(KEY_BYTES)).toString('base64');
  const id = context.ids.next(hash12(accountId));
  const sealed = seal(masterKey, apiKeyRow(accountId, id), Buffer.from(text, 'latin1'), context.randomBytes);
  const key = { id, accountId, sealed, hint: hintOf(text) };
  await insertKey(tx, key, now);
  return {
    listed: { id: key.id, hint: key.hint, createdAt: now, revokedAt: null },
    key: brought === undefined ? text : undefined,
  };
}

/** The first characters of the SHA-256 of the key's text, in hex: tells keys apart and says nothing of them. */
function hintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, HINT_LENGTH);
}

export function keyShape(key: ListedKey): Record<string, unknown> {
  return { id: key.id, hint: key.hint, created_on: timeOf(key.createdAt), revoked_on: timeOrNull(key.revokedAt) };
}
