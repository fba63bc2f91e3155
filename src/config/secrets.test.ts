import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formerKey, testKey } from '../../test/support/master-keys.ts';
import { createContext } from '../context.ts';
import { decodeKey } from '../lib/api-key.ts';
import { bindsRows, masterKeyIds, readMasterKey } from '../lib/sealed.ts';
import { loadConfig } from './config.ts';
import { readSecrets } from './secrets.ts';

const context = createContext({ logLevel: 'silent' });

async function dataDirectory(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-secrets-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function read(folder: string, env: Record<string, string> = {}) {
  return readSecrets(context, loadConfig({ TRUNKLINE_DATA: folder, ...env }));
}

test('the first start makes the secrets, only their owner may read them, the next start finds them', async (t) => {
  const folder = await dataDirectory(t);
  const first = await read(folder);
  assert.deepEqual(first.masterKey, readMasterKey((await readFile(join(folder, 'master-key'), 'utf8')).trim()));
  assert.equal(bindsRows(first.masterKey), true);
  assert.equal(decodeKey(first.sandboxApiKey)?.length, 64);
  assert.match(first.sandboxCustomerId, /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
  assert.deepEqual((await readdir(folder)).sort(), ['master-key', 'node-id', 'operator-token', 'sandbox-account.json']);
  for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  assert.equal((await readFile(join(folder, 'operator-token'), 'utf8')).trim(), first.operatorToken);
  assert.deepEqual(await read(folder), first);
});

test('the environment goes before the files, which are then not made', async (t) => {
  const folder = await dataDirectory(t);
  const apiKey = Buffer.alloc(20, 3).toString('base64');
  const secrets = await read(folder, {
    TRUNKLINE_MASTER_KEY: `bound:${Buffer.alloc(32, 9).toString('base64')}`,
    TRUNKLINE_OPERATOR_TOKEN: 'a-token-of-mine-and-long-0',
    TRUNKLINE_SANDBOX_CUSTOMER_ID: 'ME-1',
    TRUNKLINE_SANDBOX_API_KEY: apiKey,
  });
  assert.deepEqual(secrets.masterKey, testKey(9));
  assert.deepEqual(
    [secrets.operatorToken, secrets.sandboxCustomerId, secrets.sandboxApiKey],
    ['a-token-of-mine-and-long-0', 'ME-1', apiKey],
  );
  assert.deepEqual(await readdir(folder), ['node-id']);
});

test('with a real carrier no account of the sandbox is made', async (t) => {
  const folder = await dataDirectory(t);
  const config = join(folder, 'trunkline.yaml');
  const carrier = (more: string) =>
    `carriers: [{ name: a, kind: smpp, host: 127.0.0.1, port: 2775, system_id: a, password: b${more} }]\n`;
  await writeFile(config, carrier(''));
  const secrets = await read(folder, { TRUNKLINE_CONFIG: config });
  assert.deepEqual([secrets.sandboxCustomerId, secrets.sandboxApiKey], ['', '']);
  assert.equal((await readdir(folder)).includes('sandbox-account.json'), false);

  await writeFile(config, carrier(', simulated: true'));
  assert.notEqual((await read(folder, { TRUNKLINE_CONFIG: config })).sandboxCustomerId, '');
});

test('half of the sandbox account can be set', async (t) => {
  const folder = await dataDirectory(t);
  const made = await read(folder);
  const secrets = await read(folder, { TRUNKLINE_SANDBOX_CUSTOMER_ID: 'ME-1' });
  assert.equal(secrets.sandboxCustomerId, 'ME-1');
  assert.equal(secrets.sandboxApiKey, made.sandboxApiKey);
});

test('with an outside database the master key has to be set', async (t) => {
  const folder = await dataDirectory(t);
  await assert.rejects(
    read(folder, { DATABASE_URL: 'postgres://db.example/x' }),
    /TRUNKLINE_MASTER_KEY: has to be set/,
  );
  assert.deepEqual(await readdir(folder), []);
});

test('a second master key comes from the environment or from its file, and is never made', async (t) => {
  const folder = await dataDirectory(t);
  const made = await read(folder);
  await writeFile(join(folder, 'other-master-key'), `${Buffer.alloc(32, 1).toString('base64')}\n`);
  assert.deepEqual((await read(folder)).masterKey, { current: made.masterKey, other: formerKey(1) });
  const env = { TRUNKLINE_OTHER_MASTER_KEY: Buffer.alloc(32, 2).toString('base64') };
  assert.deepEqual((await read(folder, env)).masterKey, { current: made.masterKey, other: formerKey(2) });
  const text = (await readFile(join(folder, 'master-key'), 'utf8')).trim();
  const same = { TRUNKLINE_OTHER_MASTER_KEY: text };
  assert.deepEqual((await read(folder, same)).masterKey, made.masterKey);
  // The same bytes as a key of an earlier release are another key.
  const [bytes] = text.split(':').slice(1);
  const former = (await read(folder, { TRUNKLINE_OTHER_MASTER_KEY: bytes ?? '' })).masterKey;
  assert.ok('current' in former && !former.other.binds);
  assert.equal(masterKeyIds(former).length, new Set(masterKeyIds(former)).size);
});

test('a file that holds something else is named and left alone', async (t) => {
  const contents = [
    ['master-key', 'c2hvcnQ='],
    ['master-key', 'bound:c2hvcnQ='],
    ['master-key', `Bound:${Buffer.alloc(32).toString('base64')}`],
    ['master-key', ''],
    ['other-master-key', 'c2hvcnQ='],
    ['operator-token', 'short'],
    ['operator-token', ''],
    ['sandbox-account.json', '{"customer_id":"A B"}'],
  ] as const;
  for (const [name, content] of contents) {
    const folder = await dataDirectory(t);
    await writeFile(join(folder, name), content);
    await assert.rejects(read(folder), new RegExp(`${name}: (does not hold|is empty)`));
    assert.equal(await readFile(join(folder, name), 'utf8'), content);
  }
});
