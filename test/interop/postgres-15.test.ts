/**
 * The gateway on PostgreSQL 15 as Debian packages it, in place of the one that comes with it.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID, textOnly } from '../support/gateway/gateway.ts';
import { buildGateway, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const AUTHORIZATION = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

let folder = '';

describe("Debian's PostgreSQL 15", () => {
  before(async () => {
    assert.ok(existsSync(join(BINARIES, 'postgres')), 'the Debian package postgresql-15 is installed');
    buildGateway();
    folder = await mkdtemp(join(tmpdir(), 'trunkline-pg15-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('holds what it was told through a kill of the gateway and of the server', async () => {
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, `database:\n  binaries: ${BINARIES}\n`);
    const env = {
      PORT: String(await freePort()),
      TRUNKLINE_OPERATORS_PORT: 'same',
      TRUNKLINE_DATA: join(folder, 'data'),
      TRUNKLINE_CONFIG: config,
      TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
      TRUNKLINE_SANDBOX_API_KEY: API_KEY,
    };
    const first = spawnGateway(env);
    await ready(first);
    assert.match(first.output(), /PostgreSQL\) 15\./);
    const sent = await request(`${first.url}/v1/omnichannel`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify(textOnly('4915112345678')),
    });
    const { reference_id: reference } = (await sent.body.json()) as { reference_id: string };
    first.child.kill('SIGKILL');
    await first.ended;

    const second = spawnGateway(env);
    await ready(second);
    await eventually('the message is delivered', async () => {
      const answer = await request(`${second.url}/v1/omnichannel/${reference}`, {
        headers: { authorization: AUTHORIZATION },
      });
      const body = (await answer.body.json()) as { status: { code: number } };
      return body.status.code === 3000;
    });
    second.child.kill('SIGTERM');
    assert.equal(await second.ended, 0);
  });
});
