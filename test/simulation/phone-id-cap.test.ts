/**
 * The hard cap of an add-on, attacked by 200 requests at once on two gateways with one database: exactly as many answers
 * as the cap allows, whatever was given back on the way.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Agent, request } from 'undici';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { OPERATOR_TOKEN } from '../support/gateway/requests.ts';
import { freePort } from '../support/ports.ts';
import { testDatabase } from '../support/postgres/database.ts';

const CAP = 50;
const AT_ONCE = 200;

interface Account {
  readonly authorization: string;
  readonly customerId: string;
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
    node.child.kill('SIGTERM');
    await node.ended;
  });
  return node;
}

/** `cap` of null: none. */
async function accountWith(node: GatewayProcess, cap: number | null): Promise<Account> {
  const answer = await request(`${node.url}/operator/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: cap === null ? 'Free' : 'Capped',
      addons: ['sim_swap', 'porting_status'],
      settings: {
        ...(cap === null ? {} : { addon_caps: { sim_swap: cap, porting_status: cap } }),
        // The cap alone says how many are answered.
        allowed_countries: ['*'],
        people_look_ups_per_number_per_hour: 0,
        people_look_ups_per_day: 0,
        requests_per_second: { phoneid: 0 },
      },
    }),
  });
  const made = (await answer.body.json()) as { customer_id: string; api_key: string };
  assert.equal(answer.statusCode, 201, JSON.stringify(made));
  const login = Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64');
  return { customerId: made.customer_id, authorization: `Basic ${login}` };
}

test('200 requests at once on two gateways use a cap of 50 up, and never more', async (t) => {
  buildGateway();
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-cap-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { db, url } = await testDatabase(t);
  const nodes = [await startNode(t, url, folder, 'node-1'), await startNode(t, url, folder, 'node-2')] as const;
  await Promise.all(nodes.map(ready));
  const account = await accountWith(nodes[0], CAP);
  const agent = new Agent({ connections: AT_ONCE / 2 });
  t.after(() => agent.close());

  async function ask(at: number, addOn: string, ending: string, by = account): Promise<number> {
    const number = `49151${String(10_000 + at)}${ending}`;
    const answer = await request(`${nodes[at % 2]?.url}/v1/phoneid/${number}`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: by.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ addons: { [addOn]: {} } }),
    });
    const body = (await answer.body.json()) as Record<string, { status: { code: number } }>;
    assert.equal(answer.statusCode, 200, JSON.stringify(body));
    return body[addOn]?.status.code ?? 0;
  }
  const attack = (addOn: string, ending: (at: number) => string) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at, addOn, ending(at))));
  const counted = async (addOn: string) => {
    const { rows } = await db.query<{ used: number }>('select used from counters where account_id = $1 and name = $2', [
      account.customerId,
      `add-on ${addOn}`,
    ]);
    return rows[0]?.used;
  };
  const times = (codes: readonly number[], code: number) => codes.filter((each) => each === code).length;

  // Tokens, connections and code: what takes too long is given back, and others were refused for it.
  const free = await accountWith(nodes[0], null);
  for (const addOn of ['sim_swap', 'porting_status']) {
    for (let at = 0; at < 20; at += 1) assert.equal(await ask(2_000 + at, addOn, '123', free), 2800);
  }

  const plain = await attack('sim_swap', () => '123');
  assert.deepEqual([times(plain, 2800), times(plain, 2812)], [CAP, AT_ONCE - CAP]);
  assert.equal(await counted('sim_swap'), CAP);

  // Every second number is not covered: what was reserved for it is given back.
  const mixed = await attack('porting_status', (at) => (at % 4 < 2 ? '943' : '123'));
  assert.ok(times(mixed, 2803) > 0, 'some are not covered');
  let answered = times(mixed, 2800);
  assert.ok(answered > 0 && answered <= CAP, String(answered));
  assert.equal(await counted('porting_status'), answered, 'what cost nothing is not counted');
  for (let at = AT_ONCE; answered < CAP; at += 1) {
    assert.equal(await ask(at, 'porting_status', '123'), 2800, 'what was given back can be used');
    answered += 1;
  }
  assert.equal(await ask(1_000, 'porting_status', '123'), 2812);
  assert.equal(await ask(1_001, 'porting_status', '123'), 2812);
});
