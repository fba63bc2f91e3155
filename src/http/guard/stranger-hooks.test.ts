import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { watchStrangers } from './stranger-hooks.ts';

test('while the store is away, what callers show does not keep out who watches the gateway from their address', async (t) => {
  const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock: new ManualClock() });
  const app = fastify();
  t.after(() => app.close());
  watchStrangers(app, context, () => ({ address: '192.0.2.1', scheme: 'http' }));
  let status = 503;
  app.get('/v1/usage', { config: { operation: 'usage' } }, (_, reply) => reply.code(status).send());
  app.get('/metrics', { config: { operation: 'metrics' } }, (_, reply) => reply.send('figures'));
  const ask = async (url: string, authorization?: string) =>
    (await app.inject({ url, headers: authorization === undefined ? {} : { authorization } })).statusCode;
  for (let n = 0; n < 250; n += 1) assert.equal(await ask('/v1/usage', 'Basic x'), 503);
  assert.equal(await ask('/metrics'), 200);
  // Anything else at which nobody looked counts as before.
  status = 404;
  for (let n = 0; n < 250; n += 1) assert.equal(await ask('/v1/usage', 'Basic x'), 404);
  assert.notEqual(await ask('/metrics'), 200);
});
