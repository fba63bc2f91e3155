/**
 * Starting and ending, as an operator does it.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID, cardThenText } from '../support/gateway/gateway.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { proportionalMemoryOf } from '../support/memory.ts';
import { freePort } from '../support/ports.ts';

let folder = '';

async function start(more: Record<string, string> = {}, prefix: readonly string[] = []): Promise<GatewayProcess> {
  const env = {
    PORT: String(await freePort()),
    TRUNKLINE_OPERATORS_PORT: 'same',
    TRUNKLINE_DATA: join(folder, 'data'),
    TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
    TRUNKLINE_SANDBOX_API_KEY: API_KEY,
    ...more,
  };
  return spawnGateway(env, prefix);
}

/** Runs npm in place of what follows. */
const NPM_START = ['sh', '-c', 'exec npm start'];

describe('the gateway as a process', () => {
  before(async () => {
    buildGateway();
    folder = await mkdtemp(join(tmpdir(), 'trunkline-start-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('greets with its address, the account and a line that sends a message, and drains on SIGTERM', async (t) => {
    const gateway = await start();
    t.after(() => gateway.child.kill('SIGKILL'));
    await ready(gateway);
    // It answers before it greets.
    await eventually('it greets', () => gateway.output().includes(`ready at ${gateway.url}`));
    assert.ok(gateway.output().includes(CUSTOMER_ID));
    assert.match(gateway.output(), /curl .*\/v1\/messaging"/);
    assert.equal((await readFile(join(folder, 'data', 'gateway.pid'), 'utf8')).trim(), String(gateway.child.pid));
    const sent = await request(`${gateway.url}/v1/omnichannel`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(cardThenText('4915112345678')),
    });
    assert.equal(sent.statusCode, 200);
    await sent.body.dump();
    gateway.child.kill('SIGTERM');
    assert.equal(await gateway.ended, 0);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`npm start passes ${signal} on, and ends when the gateway has drained`, async (t) => {
      const npm = await start({}, NPM_START);
      await ready(npm);
      const pid = Number(await readFile(join(folder, 'data', 'gateway.pid'), 'utf8'));
      t.after(() => npm.output().includes('"stopped"') || process.kill(pid, 'SIGKILL'));
      // As Ctrl-C, which reaches both: the gateway gets it twice.
      if (signal === 'SIGINT') process.kill(pid, signal);
      npm.child.kill(signal);
      assert.equal(await npm.ended, 0);
      await eventually('it has said so', () => npm.output().includes('"stopped"'));
    });
  }

  const isLinux = process.platform === 'linux';
  test('keeps nothing of the memory that only its start needed', { skip: !isLinux }, async (t) => {
    const gateway = await start();
    t.after(() => gateway.child.kill('SIGTERM'));
    await ready(gateway);
    await eventually('it takes less than 150 MB', async () => proportionalMemoryOf(Number(gateway.child.pid)) < 150e6);
    gateway.child.kill('SIGTERM');
    assert.equal(await gateway.ended, 0);
  });

  test('refuses a data directory that another one holds, and names its process', async () => {
    const first = await start();
    await ready(first);
    const second = await start();
    assert.equal(await second.ended, 1);
    assert.ok(second.output().includes(String(first.child.pid)), second.output());
    first.child.kill('SIGTERM');
    assert.equal(await first.ended, 0);
  });

  test('names a wrong setting, and what is allowed, and does not start', async () => {
    const gateway = await start({ PORT: 'eighty' });
    assert.equal(await gateway.ended, 1);
    assert.match(gateway.output(), /PORT: allowed: a whole number/);
    const misspelt = await start({ TRUNKLINE_DATE: 'x' });
    assert.equal(await misspelt.ended, 1);
    assert.match(misspelt.output(), /TRUNKLINE_DATE: there is no such variable \(did you mean TRUNKLINE_DATA\?\)/);
  });

  test('refuses a database of your own without a master key', async () => {
    const gateway = await start({
      TRUNKLINE_DATA: join(folder, 'other'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    });
    assert.equal(await gateway.ended, 1);
    assert.match(gateway.output(), /TRUNKLINE_MASTER_KEY/);
  });
});
