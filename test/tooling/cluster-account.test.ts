/** The account of a cluster's messages tells a gateway that is slow to answer from one that has lost a message. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cluster } from '../support/cluster/cluster.ts';
import { Load } from '../support/cluster/load.ts';
import type { JsonAnswer } from '../support/gateway/process.ts';

const OWED = { reference: 'R', number: '4915100000001100', messageType: 'OTP', node: 'node-1' } as const;
const DELIVERED: JsonAnswer = { status: 200, body: { status: { code: 3000 }, possible_doubles: 0, attempts: [] } };

/** Of one message that is at the handset and called back, where the node answers so. The time for it is over at once. */
function accountOf(answers: (count: number) => JsonAnswer) {
  const callbacks = { received: new Map([[OWED.reference, [{ status: { code: 3000 } }]]]) };
  const cluster = { nodes: [], callbacks, messagesOf: async () => [{ channel: 'sms' }] } as unknown as Cluster;
  let count = 0;
  const call = async () => answers(count++);
  return new Load(cluster, { seed: 1 }).account({ call }, [OWED], 0, 2_000);
}

test('an answer that comes after the time for it is an answer', async () => {
  const end = performance.now() + 1_500;
  const { delivered, complaints } = await accountOf((count) => {
    if (performance.now() < end) throw new Error('other side closed');
    return count % 2 === 0 ? DELIVERED : { status: 503, body: {} };
  });
  assert.deepEqual({ delivered, complaints }, { delivered: 1, complaints: [] });
});

test('a message of which nothing is told is unanswered, not lost', async () => {
  const { lost, unanswered, complaints } = await accountOf(() => ({ status: 503, body: {} }));
  assert.deepEqual([lost, unanswered, complaints], [0, 1, ['R (OTP, by node-1): no answer about it: HTTP 503']]);
});

test('a message that the gateway does not know is lost', async () => {
  const { lost, unanswered } = await accountOf(() => ({ status: 404, body: {} }));
  assert.deepEqual([lost, unanswered], [1, 0]);
});
