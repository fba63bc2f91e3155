/**
 * The gateway on the Node that the machine has, the one that npm itself runs on, in place of the one that comes with the
 * project: Debian's, and in continuous integration the oldest that is supported.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID, textOnly } from '../support/gateway/gateway.ts';
import { buildGateway, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';

const AUTHORIZATION = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

test("on the machine's own Node a message is sent, delivered and seen, and the gateway ends when it is told to", async (t) => {
  const node = process.env.npm_node_execpath;
  assert.ok(node, 'started by npm, which says what it runs on');
  t.diagnostic(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim());
  buildGateway();
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-node-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const env = {
    PORT: String(await freePort()),
    TRUNKLINE_OPERATORS_PORT: 'same',
    TRUNKLINE_DATA: join(folder, 'data'),
    TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
    TRUNKLINE_SANDBOX_API_KEY: API_KEY,
  };
  const gateway = spawnGateway(env, [], node);
  t.after(() => gateway.child.kill('SIGKILL'));
  await ready(gateway);
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  const sent = await request(`${gateway.url}/v1/omnichannel`, {
    method: 'POST',
    headers,
    body: JSON.stringify(textOnly('4915112345678')),
  });
  const { reference_id: reference } = (await sent.body.json()) as { reference_id: string };
  await eventually('the message is delivered', async () => {
    const answer = await request(`${gateway.url}/v1/omnichannel/${reference}`, { headers });
    const { status } = (await answer.body.json()) as { status: { code: number } };
    return status.code === 3000;
  });
  gateway.child.kill('SIGTERM');
  assert.equal(await gateway.ended, 0);
});
