/**
 * What people send, on two nodes of which one dies: a text that came in on one is told by the other, and under kill -9 at
 * any moment none is lost.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { request } from 'undici';
import type { Cluster, ClusterNode } from '../support/cluster/cluster.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { startCluster } from '../support/cluster/test.ts';
import { CUSTOMER_ID, OPERATOR_TOKEN } from '../support/gateway/requests.ts';
import type { InboundBody } from '../support/inbound/rig.ts';

interface Told {
  readonly id: string;
  readonly body: InboundBody;
}

/** While it holds, it answers nobody. */
async function receiver(t: TestContext) {
  const told: Told[] = [];
  const state = { isHolding: false };
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      told.push({ id: String(message.headers['webhook-id']), body: JSON.parse(Buffer.concat(chunks).toString()) });
      if (!state.isHolding) response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const toldOf = (number: string) => told.filter(({ body }) => body.phone_number === number);
  return { told, toldOf, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbound` };
}

/** Sets where the account is told; returns its sender. */
async function tellAt(node: ClusterNode, url: string): Promise<string> {
  // A node that has just started on a machine that is busy may answer 503.
  await eventually('it is set', async () => {
    const answer = await request(`${node.url}/operator/v1/accounts/${CUSTOMER_ID}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { inbound_url: url } }),
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  });
  const { body } = await node.call('GET', `/operator/v1/accounts/${CUSTOMER_ID}`);
  const senders = body.senders as Array<{ sender: string }>;
  return senders.find(({ sender }) => !sender.includes('@'))?.sender ?? '';
}

/** The node that has the bind. */
async function boundNode({ nodes }: Cluster): Promise<ClusterNode> {
  return eventually('a node has the bind', async () => {
    for (const node of nodes) {
      const answer = await node.call('GET', '/operator/v1/carriers').catch(() => null);
      const carriers = (answer?.body.carriers ?? []) as Array<{ channel: string; state: string }>;
      if (carriers.some(({ channel, state }) => channel === 'sms' && state === 'up')) return node;
    }
    return false;
  });
}

/** Texts are sent until one is told: both nodes know the account anew within seconds. */
async function untilTold({ told }: { readonly told: Told[] }, send: () => Promise<void>): Promise<void> {
  await eventually('the account is told', async () => {
    await send();
    return told.length > 0;
  });
  await eventually('nothing more comes of it', () => told.splice(0).length === 0);
}

test('a text that came in on one node is told by the other when the first is killed', async (t) => {
  const { cluster } = await startCluster(t, { smpp: { binds: 1 } });
  const heardBy = await receiver(t);
  const { state, url } = heardBy;
  const sender = await tellAt(cluster.node(0), url);
  await untilTold(heardBy, () => cluster.reply('4915112000902', sender, 'anybody there?'));
  const first = await boundNode(cluster);
  state.isHolding = true;
  await cluster.reply('4915112000901', sender, 'Is it still there?');
  await eventually('the first node tells of it', () => heardBy.toldOf('4915112000901').length === 1);
  await first.kill();
  state.isHolding = false;
  await eventually('the other tells of it', () => heardBy.toldOf('4915112000901').length > 1);
  const [before, after] = heardBy.toldOf('4915112000901');
  assert.equal(after?.id, before?.id);
  assert.deepEqual(after?.body, before?.body);
  assert.equal(after?.body.user_response?.mo_message, 'Is it still there?');
});

test('nodes that are killed at any moment lose nothing of what people send', async (t) => {
  const { cluster } = await startCluster(t, { smpp: { binds: 1 } });
  const heardBy = await receiver(t);
  const { url } = heardBy;
  const sender = await tellAt(cluster.node(0), url);
  await untilTold(heardBy, () => cluster.reply('4915112000902', sender, 'anybody there?'));
  const numbers = Array.from({ length: 600 }, (_, index) => `4915113${String(index).padStart(6, '0')}`);
  let dead: ClusterNode | null = null;
  for (const [index, number] of numbers.entries()) {
    await cluster.reply(number, sender, `text ${index}`);
    if (index % 150 !== 100) continue;
    // While what has been sent is on its way.
    const next = await boundNode(cluster);
    await next.kill();
    dead?.start();
    await dead?.ready();
    dead = next;
  }
  await eventually('all are told', () => {
    const heard = new Set(heardBy.told.map(({ body }) => body.phone_number));
    return numbers.every((number) => heard.has(number));
  });
  const told = heardBy.told.filter(({ body }) => numbers.includes(body.phone_number ?? ''));
  const references = new Map(told.map(({ id, body }) => [id, body.reference_id]));
  assert.equal(new Set(references.values()).size, references.size, 'an id for each piece, and one for each id');
  for (const { id, body } of told) assert.equal(references.get(id), body.reference_id);
  t.diagnostic(`${told.length} tries for ${references.size} pieces of ${numbers.length} texts`);
});
