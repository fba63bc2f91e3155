/**
 * GET and POST /v1/account/keys, DELETE /v1/account/keys/{key_id}: the keys of an account, looked after by itself
 * (contract section 13); and the making of a key, which operators do as well.
 *
 * 1. A key is shown once, in the answer that made it. What is kept of that answer for an idempotency key is sealed.
 * 2. The last live key is never revoked here, whichever key asks: nobody could come in any more. Revocations of one
 *    account go one after the other, so that of two last keys one stays. An operator may revoke it.
 * 3. At most `MOST_A_DAY` are made within a day: revoked keys stay, and whatever lists the keys of an account reads them.
 * 4. The key by which the sandbox's account is known is revoked by operators alone: without it the account is closed.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import { Refusal, tooSoon } from '../../errors.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { fromReference, hash12, toReference } from '../../lib/ids.ts';
import { pageOf } from '../../lib/pages.ts';
import { type MasterKey, seal } from '../../lib/sealed.ts';
import { type ListedKey, listKeys, listKeysAfter } from '../../store/accounts/account-lists.ts';
import { insertKey, lockAccount, revokeKey } from '../../store/accounts/accounts-write.ts';
import { SANDBOX_KEY_ID } from '../../store/accounts/sandbox-account.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { apiKeyRow } from '../../store/secrets/sealed-rows.ts';
import { fieldOf, readJsonObject } from '../json-body.ts';
import { readAfterId, readLimit } from '../listing.ts';
import { once } from '../once.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface AccountKeyOptions {
  readonly context: Context;
  readonly db: Database;
  readonly masterKey: MasterKey;
  readonly directory: Pick<AccountDirectory, 'forget'>;
}

const KEY_BYTES = 64;
const HINT_LENGTH = 8;
/** Each request by Basic is compared with all of them. */
const MOST_LIVE = 20;
/** Rule 3. */
const MOST_A_DAY = 100;
const BODY_LIMIT_BYTES = 64 * 1024;

export function accountKeys(options: AccountKeyOptions): Operation[] {
  const common = { product: 'omnichannel', bodyLimitBytes: BODY_LIMIT_BYTES } as const;
  const all = '/v1/account/keys';
  return [
    { ...common, name: 'list_keys', method: 'GET', path: all, handle: (request) => list(options, request) },
    {
      ...common,
      name: 'make_key',
      method: 'POST',
      path: all,
      hasSecretAnswer: true,
      handle: (request) => make(options, request),
    },
    {
      ...common,
      name: 'revoke_key',
      method: 'DELETE',
      path: `${all}/:key_id`,
      handle: (request) => revoke(options, request),
    },
  ];
}

async function list({ db }: AccountKeyOptions, { caller, query }: OperationRequest): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const limit = readLimit(asked);
  const keys = await listKeysAfter(db, caller.account.id, { after: readAfterId(asked), limit: limit + 1 });
  const { items, next } = pageOf(keys, limit, ({ id }) => toReference(id), shapeOf);
  return { status: 200, body: JSON.stringify({ keys: items, next }) };
}

async function make(options: AccountKeyOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { context, db, directory } = options;
  const { caller, at, body } = request;
  const accountId = caller.account.id;
  if (body.length > 0 && fieldOf(readJsonObject(body), 'api_key') !== null) {
    throw new Refusal('value_invalid', { name: 'api_key', allowed: 'none: a key is made here' });
  }
  const made = await once(db, request, async (tx) => {
    await lockAccount(tx, accountId);
    const keys = await listKeys(tx, accountId);
    if (keys.filter(isLive).length >= MOST_LIVE) throw new Refusal('too_many_keys', { most: MOST_LIVE });
    refuseManyMade(keys, at);
    const { listed, key } = await makeKey(tx, options, { accountId, brought: undefined, now: at });
    return { status: 200, headers: {}, body: JSON.stringify({ ...shapeOf(listed), api_key: key }) };
  });
  await directory.forget(accountId);
  if (made !== 'claimed_before') context.log.info({ account: accountId }, 'an account has made a key');
  return made;
}

async function revoke(options: AccountKeyOptions, { caller, params, at }: OperationRequest): Promise<Answer> {
  const { context, db, directory } = options;
  const accountId = caller.account.id;
  const id = fromReference((params.key_id ?? '').replaceAll('-', ''));
  const revoked = await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const keys = await listKeys(tx, accountId);
    const key = keys.find((each) => each.id === id);
    if (!key) throw new Refusal('key_unknown');
    if (!isLive(key)) return key;
    refuseLast(key, keys);
    await revokeKey(tx, accountId, key.id, at);
    return { ...key, revokedAt: at };
  });
  await directory.forget(accountId);
  context.log.info({ account: accountId, keyId: revoked.id }, 'an account has revoked a key');
  return { status: 200, body: JSON.stringify(shapeOf(revoked)) };
}

/** Rules 2 and 4. */
function refuseLast(key: ListedKey, keys: readonly ListedKey[]): void {
  if (key.id === SANDBOX_KEY_ID) {
    throw new Refusal('key_not_revocable', { why: 'the sandbox is known by it, an operator closes the account' });
  }
  if (keys.filter(isLive).length > 1) return;
  throw new Refusal('key_not_revocable', { why: 'it is the last one of the account, make another one first' });
}

/** Rule 3. `keys`: newest first. */
function refuseManyMade(keys: readonly ListedKey[], at: number): void {
  const leavesAt = (keys[MOST_A_DAY - 1]?.createdAt ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  if (leavesAt > at) throw tooSoon(leavesAt - at);
}

function isLive({ revokedAt }: ListedKey): boolean {
  return revokedAt === null;
}

function shapeOf({ id, hint, createdAt, revokedAt }: ListedKey) {
  return {
    id: toReference(id),
    hint,
    created_on: new Date(createdAt).toISOString(),
    revoked_on: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  };
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
  { context, masterKey }: Pick<AccountKeyOptions, 'context' | 'masterKey'>,
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
