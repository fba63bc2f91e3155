import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import type { Check } from '../src/lib/checks.ts';
import { type Ended, trunkline } from '../test/support/gateway/command-line.ts';
import { buildGateway } from '../test/support/gateway/process.ts';
import { operatorRig, TOKEN } from '../test/support/operator.ts';
import { freePort } from '../test/support/ports.ts';

before(() => buildGateway());

function doctor(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return trunkline(['doctor', ...args], env);
}

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'trunkline-doctor-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

function checksIn({ out, err }: Ended): Check[] {
  assert.match(out, /^\{/, err);
  return (JSON.parse(out) as { checks: Check[] }).checks;
}

test('before the first start all is well but that nobody answers, and nothing is changed', async (t) => {
  const data = await folder(t);
  const env = { TRUNKLINE_DATA: data, PORT: String(await freePort()), TRUNKLINE_OPERATORS_PORT: 'same' };
  const ended = await doctor([], env);
  assert.equal(ended.code, 0, ended.out + ended.err);
  assert.match(ended.out, /^warn +gateway +none answers at http:\/\/127\.0\.0\.1:\d+$/m);
  assert.match(ended.out, /^ok +database: server +our own, made at the first start; programs: .*PostgreSQL/m);
  assert.match(ended.out, /\nWhat to do:\n {2}gateway: start it/);
  assert.deepEqual(
    (await readdir(data)).filter((name) => name !== 'postgres-lib'),
    [],
  );
});

test('settings that cannot be used are all named, and fail', async (t) => {
  const data = await folder(t);
  const file = join(data, 'trunkline.yaml');
  await writeFile(file, 'http:\n  prot: 1\nengine:\n  lease_ms: 1\n');
  const ended = await doctor(['--json', '--config', file], { TRUNKLINE_DATA: data });
  assert.equal(ended.code, 1);
  const wrong = checksIn(ended).filter(({ name }) => name === 'settings');
  assert.equal(wrong.length, 2);
  assert.ok(wrong.every(({ state }) => state === 'fail'));
});

test('a carrier, a port and a database that are out of reach are found without a gateway', async (t) => {
  const data = await folder(t);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  t.after(() => taken.close());
  const closed = await freePort();
  const file = join(data, 'trunkline.yaml');
  await writeFile(
    file,
    `carriers:\n  - { name: smsc-1, kind: smpp, host: 127.0.0.1, port: ${closed}, system_id: me, password: longer-than-eight }\n`,
  );
  const env = {
    TRUNKLINE_DATA: data,
    TRUNKLINE_CONFIG: file,
    TRUNKLINE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATABASE_URL: `postgres://me@127.0.0.1:${closed}/x`,
    HOST: '127.0.0.1',
    PORT: String((taken.address() as AddressInfo).port),
    TRUNKLINE_OPERATORS_PORT: 'same',
  };
  // Something else answers there, which is no gateway.
  taken.on('request', (_, response) => response.end('hello'));
  // An empty variable is none.
  for (const token of [TOKEN, '']) {
    const seen = checksIn(await doctor(['--json'], { ...env, TRUNKLINE_OPERATOR_TOKEN: token }));
    const [other, ofPort] = ['gateway', 'port'].map((each) => seen.find(({ name }) => name === each));
    assert.match(other?.says ?? '', /no Trunkline gateway/);
    assert.match(ofPort?.says ?? '', /cannot be listened on \(EADDRINUSE\)$/, 'the rest is looked at all the same');
  }
  const ended = await doctor(['--json'], { ...env, PORT: String(closed) });
  assert.equal(ended.code, 1);
  const failed = checksIn(ended).filter(({ state }) => state === 'fail');
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['database', 'carrier smsc-1'],
  );
  const ofSettings = checksIn(ended).find(({ name }) => name === 'carrier smsc-1: settings');
  assert.deepEqual(
    [ofSettings?.state, ofSettings?.says],
    ['warn', 'password has more than the 8 characters that SMPP 3.4 allows'],
  );
});

test('the data directory is the one that the settings name, unless a variable or an option does', async (t) => {
  const [given, named] = [await folder(t), join(await folder(t), 'a-file')];
  const file = join(given, 'trunkline.yaml');
  await writeFile(named, 'no folder');
  const port = await freePort();
  await writeFile(file, `data: { directory: ${named} }\nhttp: { port: ${port}, operators: { port: same } }\n`);
  const says = async (args: readonly string[]) =>
    checksIn(await doctor(['--json', '--config', file, ...args], {})).find(({ name }) => name === 'disk')?.says;
  assert.equal(await says([]), `${named} cannot be used, since ${named} is no folder`);
  assert.match((await says(['--data', given])) ?? '', new RegExp(`free in ${given}$`));
});

test('whoever may not look into the database is not told to install another', async (t) => {
  const data = await folder(t);
  // It cannot be read, not even by root.
  await mkdir(join(data, 'postgres', 'PG_VERSION'), { recursive: true });
  const port = String(await freePort());
  const ended = await doctor(['--json'], { TRUNKLINE_DATA: data, PORT: port, TRUNKLINE_OPERATORS_PORT: 'same' });
  const server = checksIn(ended).find(({ name }) => name === 'database: server');
  assert.deepEqual(
    [ended.code, server?.state, server?.todo],
    [1, 'fail', 'run this as the user of the gateway, who may look there'],
  );
});

test('an address that is none is refused in one line', async () => {
  const { code, out, err } = await doctor(['--url', 'gateway'], {});
  assert.deepEqual([code, out, err], [1, '', 'trunkline: --url: gateway is no http or https URL\n']);
});

test('a running gateway is asked', async (t) => {
  const rig = await operatorRig(t);
  const env = { TRUNKLINE_DATA: await folder(t), TRUNKLINE_URL: rig.url, TRUNKLINE_OPERATOR_TOKEN: TOKEN };
  const well = await doctor(['--json'], env);
  const checks = checksIn(well);
  assert.equal(well.code, 0, well.out);
  assert.deepEqual(
    checks.filter(({ name }) => name.startsWith('carrier')).map(({ name, state }) => [name, state]),
    [
      ['carrier rcs-1', 'ok'],
      ['carrier sms-1', 'ok'],
    ],
  );
  assert.ok(checks.some(({ name, state }) => name === 'gateway' && state === 'ok'));
  rig.sms.become('down');
  const ill = await doctor([], env);
  assert.equal(ill.code, 1);
  assert.match(ill.out, /^fail +carrier sms-1 +sms, simulated: down/m);
  const stranger = await doctor([], { ...env, TRUNKLINE_OPERATOR_TOKEN: 'another-token-than-the-right-one' });
  assert.equal(stranger.code, 1);
  assert.match(stranger.out, /^fail +gateway +Not authorized/m);
});
