/**
 * GET and POST /v1/callback-secrets: the `whsec_` secrets that sign an account's callbacks after Standard Webhooks, and
 * a new one in their place (contract section 3).
 *
 * 1. At most two are live: the newest, and the one before it until the time that the rotation stated.
 */
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { type MasterKey, open, seal } from '../../lib/sealed.ts';
import type { Database } from '../../store/database.ts';
import {
  addFirstSecret,
  liveSecretsOf,
  type NewSecret,
  replaceSecret,
  type SealedSecret,
} from '../../store/secrets/callback-secrets.ts';
import { callbackSecretRow } from '../../store/secrets/sealed-rows.ts';
import { fieldOf, integerOf, readJsonObject } from '../json-body.ts';
import { once } from '../once.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface CallbackSecretOptions {
  readonly context: Context;
  readonly db: Database;
  readonly masterKey: MasterKey;
}

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
const DEFAULT_OLD_LIVES_S = 86_400;
const LONGEST_OLD_LIVES_S = 7 * 86_400;
const BODY_LIMIT_BYTES = 64 * 1024;

/** The secrets that sign at this moment, newest first; makes the first one of an account. Rejects with StoreDown. */
export async function openCallbackSecrets(options: CallbackSecretOptions, accountId: string): Promise<string[]> {
  const secrets = await ensureSecrets(options, accountId);
  return secrets.map((secret) => openCallbackSecret(options, accountId, secret));
}

export function listCallbackSecrets(options: CallbackSecretOptions): Operation {
  return {
    name: 'list_callback_secrets',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/callback-secrets',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    async handle({ caller }) {
      const secrets = await ensureSecrets(options, caller.account.id);
      return { status: 200, body: secretsBody(options, caller.account.id, secrets) };
    },
  };
}

export function rotateCallbackSecret(options: CallbackSecretOptions): Operation {
  return {
    name: 'rotate_callback_secret',
    product: 'omnichannel',
    method: 'POST',
    path: '/v1/callback-secrets',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    hasSecretAnswer: true,
    handle: (request) => rotate(options, request),
  };
}

async function rotate(options: CallbackSecretOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const oldLivesS = readOldLives(request.body);
  const { account } = request.caller;
  await ensureSecrets(options, account.id);
  const fresh = newSecret(options, account.id);
  return once(options.db, request, async (tx) => {
    await replaceSecret(tx, fresh, request.at + oldLivesS * 1000, request.at);
    const live = await liveSecretsOf(tx, account.id, request.at);
    return { status: 200, headers: {}, body: secretsBody(options, account.id, live) };
  });
}

function readOldLives(body: Buffer): number {
  if (body.length === 0) return DEFAULT_OLD_LIVES_S;
  const value = fieldOf(readJsonObject(body), 'previous_valid_for');
  if (value === null) return DEFAULT_OLD_LIVES_S;
  const seconds = integerOf(value);
  if (seconds !== null && seconds >= 0 && seconds <= LONGEST_OLD_LIVES_S) return seconds;
  const allowed = `an integer from 0 to ${LONGEST_OLD_LIVES_S} (seconds)`;
  throw new Refusal('value_invalid', { name: 'previous_valid_for', allowed });
}

async function ensureSecrets(options: CallbackSecretOptions, accountId: string): Promise<SealedSecret[]> {
  const { db, context } = options;
  const now = context.clock.now();
  const secrets = await liveSecretsOf(db, accountId, now);
  if (secrets.length > 0) return secrets;
  await addFirstSecret(db, newSecret(options, accountId), now);
  return liveSecretsOf(db, accountId, now);
}

function newSecret({ context, masterKey }: CallbackSecretOptions, accountId: string): NewSecret {
  const text = PREFIX + context.randomBytes(SECRET_BYTES).toString('base64');
  const id = context.ids.next();
  const sealed = seal(masterKey, callbackSecretRow(accountId, id), Buffer.from(text), context.randomBytes);
  return { id, accountId, sealed };
}

export function openCallbackSecret(
  { masterKey }: Pick<CallbackSecretOptions, 'masterKey'>,
  accountId: string,
  { id, sealed }: SealedSecret,
): string {
  return open(masterKey, callbackSecretRow(accountId, id), sealed).toString('latin1');
}

function secretsBody(options: CallbackSecretOptions, accountId: string, secrets: readonly SealedSecret[]): string {
  return JSON.stringify({
    secrets: secrets.map((secret) => ({
      id: toReference(secret.id),
      secret: openCallbackSecret(options, accountId, secret),
      created_on: new Date(secret.createdAt).toISOString(),
      expires_on: secret.expiresAt === null ? null : new Date(secret.expiresAt).toISOString(),
    })),
  });
}
