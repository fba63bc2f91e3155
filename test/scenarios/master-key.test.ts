/**
 * Another master key for a gateway in processes of its own, in place of one of an earlier release: refused, replaced, and
 * then done without the old one.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const run = promisify(execFile);

test('the master key of a gateway is replaced, a wrong one is refused', async (t) => {
  buildGateway();
  const data = await mkdtemp(join(tmpdir(), 'trunkline-master-key-'));
  const env = { TRUNKLINE_DATA: data, PORT: String(await freePort()), TRUNKLINE_OPERATORS_PORT: 'same' };
  let gateway: GatewayProcess | null = null;
  const end = async () => {
    gateway?.child.kill('SIGTERM');
    await gateway?.ended;
    gateway = null;
  };
  t.after(async () => {
    await end();
    await rm(data, { recursive: true, force: true });
  });
  const start = async () => {
    gateway = spawnGateway(env);
    await ready(gateway);
    return gateway;
  };
  const file = (name: string) => join(data, name);
  const cli = (...args: string[]) =>
    run(process.execPath, [CLI, ...args, '--data', data, '--url', `http://127.0.0.1:${env.PORT}`]);

  /** Exits with 1 when anything failed, such as voices. */
  const doctor = () =>
    cli('doctor').then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );

  // As an earlier release made it.
  await writeFile(file('master-key'), `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o600 });
  await start();
  assert.match(await doctor(), /^warn +master key +\S+ is of an earlier release/m);
  const { stdout } = await cli('account', 'create', 'Acme', '--countries', 'DE', '--json');
  const made = JSON.parse(stdout) as { customer_id: string; api_key: string };
  const isLetIn = async () => {
    const authorization = `Basic ${Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64')}`;
    const answer = await request(`http://127.0.0.1:${env.PORT}/v1/callback-secrets`, { headers: { authorization } });
    await answer.body.dump();
    return answer.statusCode;
  };
  assert.equal(await isLetIn(), 200);
  await end();

  // Without the old key beside it the new one is refused.
  await rename(file('master-key'), file('kept'));
  const refused = spawnGateway(env);
  assert.equal(await refused.ended, 1);
  assert.match(refused.output(), /the master key \([0-9a-f]{14}\) opens none of the API keys/);

  await rename(file('kept'), file('other-master-key'));
  await start();
  assert.equal(await isLetIn(), 200);
  assert.match((await cli('key', 'rotate-master')).stdout, /^\d+ values were sealed again/);
  assert.match((await cli('key', 'rotate-master')).stdout, /^Everything is sealed under the master key/);
  await end();

  const old = await readFile(file('other-master-key'), 'utf8');
  const fresh = await readFile(file('master-key'), 'utf8');
  assert.notEqual(old, fresh);
  assert.match(fresh, /^bound:/);
  await rm(file('other-master-key'));
  await start();
  assert.equal(await isLetIn(), 200);
  assert.match(await doctor(), /^ok +master key/m);
});
