/**
 * The operators' API, /operator/v1: everything that an operator can see and do. The CLI is one of its clients.
 *
 * 1. A Bearer token, compared in constant time, stands before every route.
 * 2. Answers and refusals are JSON; a refusal names the field and what is allowed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../errors.ts';
import { addAccounts } from './accounts.ts';
import { addCarriers, addOptOuts } from './carriers.ts';
import { addMessages } from './messages.ts';
import type { OperatorParts } from './parts.ts';

export function operatorRoutes(parts: OperatorParts): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request) => checkToken(request.headers.authorization, parts.token));
    addAccounts(app, parts);
    addMessages(app, parts);
    addCarriers(app, parts);
    addOptOuts(app, parts);
  };
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="Trunkline operators"' };

function checkToken(header: string | undefined, token: string): void {
  if (header === undefined || header === '') throw new Refusal('authorization_missing', {}, CHALLENGE);
  const given = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (given === undefined) throw new Refusal('authorization_malformed', {}, CHALLENGE);
  if (!timingSafeEqual(digest(given), digest(token))) throw new Refusal('key_wrong', {}, CHALLENGE);
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
