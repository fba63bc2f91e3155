/**
 * A gateway is killed in the middle of a list of numbers. Another one goes on with it: every number gets its answer, and
 * what had been answered is not asked again.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { OPERATOR_TOKEN } from '../support/gateway/requests.ts';
import { freePort } from '../support/ports.ts';
import { testDatabase } from '../support/postgres/database.ts';

const NUMBERS = 4_000;

interface Result {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
}

async function startNode(t: TestContext, url: string, folder: string, name: string): Promise<GatewayProcess> {
  const node = spawnGateway({
    PORT: String(await freePort()),
    TRUNKLINE_OPERATORS_PORT: 'same',
    DATABASE_URL: url,
    TRUNKLINE_ALLOW_UNSAFE_DATABASE: 'true',
    TRUNKLINE_DATA: join(folder, name),
    TRUNKLINE_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
  });
  t.after(async () => {
    node.child.kill('SIGKILL');
    await node.ended;
  });
  return node;
}

async function call(url: string, authorization: string, body?: object): Promise<unknown> {
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  assert.ok(answer.statusCode < 300, `${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

/** How often a node has asked its carrier. */
async function askedBy(node: GatewayProcess): Promise<number> {
  const text = await (await request(`${node.url}/metrics`)).body.text();
  const counts = [...text.matchAll(/^trunkline_capability_answers_total\{from="carrier"[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('a list of numbers is gone on with by another node when the first is killed', async (t) => {
  buildGateway();
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-capability-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { url } = await testDatabase(t);
  const first = await startNode(t, url, folder, 'node-1');
  await ready(first);
  const made = (await call(`${first.url}/operator/v1/accounts`, `Bearer ${OPERATOR_TOKEN}`, {
    name: 'Acme',
    products: ['rcs'],
    settings: { allowed_countries: ['*'] },
  })) as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64')}`;
  const numbers = Array.from({ length: NUMBERS }, (_, n) => `49160${String(n).padStart(6, '0')}0`);
  const { reference_id: reference } = (await call(`${first.url}/capability/rcs`, authorization, {
    phone_numbers: [...numbers, 'nobody'],
  })) as { reference_id: string };
  const result = async (node: GatewayProcess) =>
    (await call(`${node.url}/capability/rcs/results/${reference}?limit=1`, authorization)) as Result;
  await eventually('some are answered', async () => {
    const { counts } = await result(first);
    return (counts.waiting ?? 0) <= NUMBERS - 500;
  });
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await startNode(t, url, folder, 'node-2');
  await ready(second);
  const before = await result(second);
  assert.equal(before.state, 'in_progress', 'it was killed in the middle');
  const done = await eventually('the list is done', async () => {
    const shown = await result(second);
    return shown.state === 'done' && shown;
  });
  assert.deepEqual(done.counts, {
    total: NUMBERS + 1,
    waiting: 0,
    supported: NUMBERS - NUMBERS / 100,
    not_supported: NUMBERS / 100,
    not_covered: 0,
    refused: 1,
    failed: 0,
    erased: 0,
  });
  const asked = await askedBy(second);
  assert.ok(asked > 0 && asked <= (before.counts.waiting ?? 0), `${asked} of ${before.counts.waiting} left`);
});
