/**
 * The operators' API: accounts, keys, messages, callbacks, carriers, blocks, masking numbers, what arrived, nodes, usage, erasures.
 *
 * 1. Every request carries the operator's token as Bearer; it is compared in constant time.
 * 2. A body is read as strictly as the configuration: a field that is unknown or wrong is refused by name.
 * 3. Phone numbers and texts are shown in full only where `full=true` asks for it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../errors.ts';
import { accountRoutes } from './accounts.ts';
import { arrivalRoutes } from './arrivals.ts';
import { callbackRoutes } from './callbacks.ts';
import { callRoutes } from './calls.ts';
import { carrierRoutes } from './carriers.ts';
import { diagnosisRoutes } from './diagnosis.ts';
import { erasureRoutes } from './erasures.ts';
import { importRoutes } from './imports.ts';
import { keyRoutes } from './keys.ts';
import { lookUpRoutes } from './look-ups.ts';
import { maskingBlockRoutes } from './masking-blocks.ts';
import { masterKeyRoutes } from './master-key.ts';
import { messageRoutes } from './messages.ts';
import { nodeRoutes } from './nodes.ts';
import { numberRoutes } from './numbers.ts';
import { optOutRoutes } from './opt-outs.ts';
import type { OperatorParts } from './parts.ts';
import { senderRoutes } from './senders.ts';
import { usageRoutes } from './usage.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer realm="Trunkline operators"' };

/** Routes below /operator/v1. Refusals are thrown: the server answers them in the style of the path. */
export function operatorRoutes(parts: OperatorParts): FastifyPluginAsync {
  const isToken = tokenCheck(parts.token);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { authorization } = request.headers;
      if (authorization === undefined) throw new Refusal('authorization_missing', {}, CHALLENGE);
      const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (token === undefined) throw new Refusal('authorization_malformed', {}, CHALLENGE);
      if (!isToken(token)) throw new Refusal('key_wrong', {}, CHALLENGE);
    });
    for (const routes of [
      accountRoutes,
      senderRoutes,
      keyRoutes,
      messageRoutes,
      callbackRoutes,
      callRoutes,
      carrierRoutes,
      optOutRoutes,
      numberRoutes,
      maskingBlockRoutes,
      arrivalRoutes,
      lookUpRoutes,
      importRoutes,
      nodeRoutes,
      masterKeyRoutes,
      diagnosisRoutes,
      usageRoutes,
      erasureRoutes,
    ]) {
      routes(app, parts);
    }
  };
}

function tokenCheck(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (given) => timingSafeEqual(digest(given), expected);
}
