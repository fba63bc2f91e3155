/**
 * Two nodes as one gateway: what one of them learns holds on the other, and what a carrier brings may come to either.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as passes } from 'node:timers/promises';
import { type Cluster, type ClusterNode, createCluster } from '../support/cluster/cluster.ts';
import { startClusterDatabase } from '../support/cluster/database.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { tsaHeaders } from '../support/gateway/http.ts';
import { API_KEY, CUSTOMER_ID, cardThenText, textOnly } from '../support/gateway/requests.ts';

const PATH = '/v1/omnichannel';
const SENDER = '491579000000';
/** A key is known everywhere within two seconds. */
const ASK_AGAIN_AFTER_MS = 200;

let cluster: Cluster;
let one: ClusterNode;
let two: ClusterNode;

async function delivered(node: ClusterNode, reference: unknown): Promise<boolean> {
  const { body } = await node.call('GET', `${PATH}/${String(reference)}`);
  return (body.status as { code: number }).code === 3000;
}

describe('two nodes', () => {
  before(async () => {
    // A seat for each of them.
    // Nobody is killed here.
    const lease = { leaseMs: 10_000, heartbeatMs: 2_000 };
    cluster = await createCluster({ database: await startClusterDatabase(), nodes: 2, smpp: { binds: 2 }, ...lease });
    one = cluster.node(0);
    two = cluster.node(1);
    await cluster.start();
    // Whoever starts first has both seats, and gives one back when the other is seen and a bind is at rest.
    await eventually('each node is bound', () => cluster.nodes.every(({ links }) => links.sms.open > 0));
  });
  after(() => cluster.stop());

  test('deliver what either of them accepts, wherever its receipts arrive', async () => {
    // The SMSC takes turns between its binds, and so does what spreads the webhooks: half of it comes to the other node.
    const sent = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const node = index % 2 === 0 ? one : two;
        const message = index < 20 ? textOnly(`4915120000${100 + index}`) : cardThenText(`4915120000${100 + index}`);
        const { status, body } = await node.call('POST', PATH, { body: message });
        assert.equal(status, 200);
        return { node: index % 2 === 0 ? two : one, reference: body.reference_id };
      }),
    );
    for (const { node, reference } of sent) {
      await eventually('the other node shows it as delivered', () => delivered(node, reference));
    }
    assert.deepEqual([...cluster.webhooks.answered.keys()].sort(), [one.url, two.url].sort());
  });

  test('join a text whose parts arrive on both', async () => {
    const text = `${'A long text from a person, in parts. '.repeat(10)}${randomBytes(4).toString('hex')}`;
    await cluster.reply('4915120000001', SENDER, text);
    await eventually('the text is whole', async () => {
      const { body } = await two.call('GET', '/operator/v1/inbound-texts?full=true');
      return (body.texts as Array<{ text: string }>).some((each) => each.text === text);
    });
  });

  test('refuse on one a nonce that was used on the other', async () => {
    const body = JSON.stringify(textOnly('4915120000300'));
    const headers = tsaHeaders({
      method: 'POST',
      path: PATH,
      date: new Date().toUTCString(),
      nonce: randomBytes(16).toString('hex'),
      contentType: 'application/json',
      body,
      customerId: CUSTOMER_ID,
      apiKey: API_KEY,
    });
    const first = await one.call('POST', PATH, { body: JSON.parse(body), headers });
    assert.equal(first.status, 200);
    const second = await two.call('POST', PATH, { body: JSON.parse(body), headers });
    assert.equal(second.status, 401);
  });

  test('replay on one what was answered under an idempotency key on the other', async () => {
    const request = { body: textOnly('4915120000400'), headers: { 'idempotency-key': randomBytes(8).toString('hex') } };
    const first = await one.call('POST', PATH, request);
    assert.equal(first.status, 200);
    const second = await two.call('POST', PATH, request);
    assert.deepEqual([second.status, second.body.reference_id], [200, first.body.reference_id]);
    const other = await two.call('POST', PATH, { ...request, body: textOnly('4915120000401') });
    assert.equal(other.status, 422);
    await eventually('it is delivered', () => delivered(two, first.body.reference_id));
    assert.equal((await cluster.messagesOf('4915120000400')).length, 1);
  });

  test('refuse within 5 s on one a key that was revoked on the other', async () => {
    const keys = `/operator/v1/accounts/${CUSTOMER_ID}/keys`;
    const made = await one.call('POST', keys, { body: {} });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, api_key: key } = made.body as { id: string; api_key: string };
    const authorization = `Basic ${Buffer.from(`${CUSTOMER_ID}:${key}`).toString('base64')}`;
    const ask = async () => (await two.call('GET', `${PATH}/${'0'.repeat(32)}`, { headers: { authorization } })).status;
    // Not as often as can be: whoever is refused twenty times has to pause for a minute.
    await eventually('the key works', async () => (await ask()) === 404 || passes(ASK_AGAIN_AFTER_MS, false));
    const revoked = await one.call('DELETE', `${keys}/${id}`);
    assert.ok(revoked.status < 300, JSON.stringify(revoked.body));
    const at = performance.now();
    await eventually('the key is refused', async () => (await ask()) === 401);
    assert.ok(performance.now() - at < 5_000, 'within 5 s');
  });
});
