import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { TEST_PRIVATE_KEY } from '../../../test/support/rbm/peer.ts';
import type { SchemaNode } from '../../lib/schema-errors.ts';
import { parseRbmSettings, RbmSettingsSchema, readServiceAccount } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'rbm-settings-'));
after(() => rmSync(folder, { recursive: true }));

const account = { type: 'service_account', client_email: 'g@p.iam.gserviceaccount.com', private_key: TEST_PRIVATE_KEY };
const needed = { agent_id: 'bakery@rbm.goog', client_token: 'SJENtoken', service_account: account };

test('what is needed is enough, the rest has defaults', () => {
  const settings = parseRbmSettings(needed);
  assert.deepEqual(
    { ...settings, service_account: null },
    {
      agent_id: 'bakery@rbm.goog',
      client_token: 'SJENtoken',
      service_account: null,
      base_url: 'https://rcsbusinessmessaging.googleapis.com',
      requests_per_second: 50,
      max_in_flight: 100,
      request_timeout_ms: 20_000,
      capability_check: 'off',
      capability_batches: 'auto',
      horizontal_image_alignment: 'LEFT',
      media_height: 'MEDIUM',
      formerly: [],
      message_traffic_type: { otp: 'AUTHENTICATION', arn: 'TRANSACTION', mkt: 'PROMOTION' },
      simulated: false,
    },
  );
});

for (const [name, change, problem] of [
  ['an unknown setting', { colour: 1 }, /^colour: there is no such setting$/],
  ['a missing agent', { agent_id: undefined }, /^agent_id: /],
  ['a wrong choice', { media_height: 'HUGE' }, /^media_height: allowed are SHORT, MEDIUM, TALL$/],
  ['a number out of range', { max_in_flight: 0 }, /^max_in_flight: allowed are whole numbers from 1 to 2000$/],
  ['a rate of nothing', { requests_per_second: 0 }, /^requests_per_second: allowed are numbers from 0.1 to 10000$/],
  ['a base URL without a scheme', { base_url: 'rbm.example' }, /^base_url: must be text of the form/],
  ['a password in the base URL', { base_url: 'https://a:b@rbm.example' }, /^base_url: must be text of the form/],
  [
    'a traffic type that RBM does not know',
    { message_traffic_type: { otp: 'FAST' } },
    /^message_traffic_type.otp: allowed are AUTH/,
  ],
  ['an account without a key', { service_account: { client_email: 'a@b' } }, /^service_account.private_key: is needed/],
] as const) {
  test(`${name} is refused with its name and what is allowed`, () => {
    assert.throws(
      () => parseRbmSettings({ ...needed, ...change }),
      (error: Error) => problem.test(error.message) || assert.fail(error.message),
    );
  });
}

test('the token URL comes from the settings, then from the key file, then from Google', () => {
  const read = (change: object) => readServiceAccount(parseRbmSettings({ ...needed, ...change })).tokenUrl;
  const withUri = { service_account: { ...account, token_uri: 'https://account.example/token' } };
  assert.equal(read({ ...withUri, token_url: 'https://set.example/token' }), 'https://set.example/token');
  assert.equal(read(withUri), 'https://account.example/token');
  assert.equal(read({}), 'https://oauth2.googleapis.com/token');
});

test('the service account may stand in a file', () => {
  const path = join(folder, 'key.json');
  writeFileSync(path, JSON.stringify({ ...account, private_key_id: 'key-7' }));
  const read = readServiceAccount(
    parseRbmSettings({ ...needed, service_account: undefined, service_account_file: path }),
  );
  assert.equal(read.clientEmail, account.client_email);
  assert.equal(read.keyId, 'key-7');
  assert.equal(read.key.asymmetricKeyType, 'rsa');
});

function fileWith(content: string): object {
  const path = join(folder, 'bad.json');
  writeFileSync(path, content);
  return { service_account: undefined, service_account_file: path };
}

const elliptic = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

for (const [name, change, problem] of [
  ['no account at all', () => ({ service_account: undefined }), /^service_account or service_account_file: one/],
  ['an account twice', () => ({ service_account_file: 'x' }), /^service_account and service_account_file: give one/],
  ['a file that is not there', () => ({ service_account: undefined, service_account_file: '/no/where' }), /ENOENT/],
  ['a file that is no JSON', () => fileWith('{'), /bad\.json\): not a readable JSON file/],
  ['a file of something else', () => fileWith('{"a":1}'), /bad\.json\): client_email: is needed/],
  ['a key that is none', () => ({ service_account: { ...account, private_key: 'x' } }), /private_key must be an RSA/],
  ['an elliptic key', () => ({ service_account: { ...account, private_key: elliptic } }), /private_key must be an RSA/],
] as const) {
  test(`${name} is refused with the name of the setting, and the key is not told`, () => {
    assert.throws(
      () => readServiceAccount(parseRbmSettings({ ...needed, ...change() })),
      (error: Error) => {
        assert.match(error.message, problem);
        assert.ok(!error.message.includes('BEGIN'));
        return true;
      },
    );
  });
}

test('the documentation names every setting with its default', () => {
  const text = readFileSync(new URL('../../../docs/carriers/rcs.md', import.meta.url), 'utf8');
  const rows = new Map([...text.matchAll(/^\| `([a-z_]+)` \|([^|]*)\|/gm)].map((row) => [row[1], row[2]?.trim()]));
  for (const [name, schema] of Object.entries(RbmSettingsSchema.properties)) {
    const given: unknown = (schema as SchemaNode).default;
    const isPlain = given !== undefined && typeof given !== 'object';
    assert.ok(rows.has(name), `docs/carriers/rcs.md says nothing about ${name}`);
    if (isPlain) assert.equal(rows.get(name), `\`${String(given)}\``, name);
  }
});
