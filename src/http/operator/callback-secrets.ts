/**
 * The secrets that sign the callbacks of an account, for who looks into a signature that its receiver refuses.
 *
 * 1. A secret is shown with `full=true` alone, which is recorded, and to who has the right `accounts` besides `full`
 *    (rights.ts): whoever has it can sign as the gateway does.
 * 2. Looking makes none: the first one is made when the account asks for it, or with its first callback.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { openCallbackSecret } from '../../operations/callback-secrets/handler.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { liveSecretsOf, type SealedSecret } from '../../store/secrets/callback-secrets.ts';
import type { OperatorOptions } from './options.ts';
import { FULL, notFound, paramOf, queryOf } from './request.ts';
import { timeOf, timeOrNull } from './shapes.ts';

const SecretQuery = Type.Object(FULL, strict);

export function callbackSecretRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context } = options;
  // Two are live at most.
  app.get('/accounts/:id/callback-secrets', async (request) => {
    const { full = false } = queryOf(SecretQuery, request);
    const accountId = paramOf(request, 'id');
    if ((await findAccounts(db, [accountId])).size === 0) throw notFound('Account');
    const secrets = await liveSecretsOf(db, accountId, context.clock.now());
    const textOf = (secret: SealedSecret) => (full ? openCallbackSecret(options, accountId, secret) : null);
    return {
      secrets: secrets.map((secret) => ({
        id: toReference(secret.id),
        secret: textOf(secret),
        created_on: timeOf(secret.createdAt),
        expires_on: timeOrNull(secret.expiresAt),
      })),
    };
  });
}
