import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { RcsSimulator } from './simulator.ts';

test('a message of more than 250 KB is refused as one that breaks a limit', async (t) => {
  const simulator = new RcsSimulator(
    createContext({ logLevel: 'silent', log: createLog('silent'), clock: new ManualClock() }),
    {
      host: '127.0.0.1',
      port: 0,
      agentId: 'agent@rbm.goog',
      clientToken: 'client token',
      handsets: {
        storyOf: () => ({ kind: 'delivered' }),
        receive: () => assert.fail('it arrived'),
        withdraw: () => undefined,
        arrive: () => undefined,
      },
    },
  );
  await simulator.start();
  t.after(() => simulator.stop());
  const post = async (bytes: number) => {
    const url = `${simulator.baseUrl}/v1/phones/%2B4915112345678/agentMessages?messageId=x&agentId=agent@rbm.goog`;
    const answer = await request(url, { method: 'POST', body: Buffer.alloc(bytes, ' ') });
    const { error } = (await answer.body.json()) as { error: { status: string } };
    return [answer.statusCode, error.status];
  };
  assert.deepEqual(await post(250 * 1024 + 1), [400, 'INVALID_ARGUMENT']);
  assert.deepEqual(await post(250 * 1024), [401, 'UNAUTHENTICATED'], 'its size is right');
});
