import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import {
  assertAllAnswered,
  DOCUMENTED,
  DOCUMENTED_HANDSETS,
  FAMILIES,
  familyOf,
  list,
  operatorRig,
  TOKEN,
} from '../../../test/support/operator.ts';
import { SettingsBody } from './account-body.ts';

test('what no database takes is refused by its name, in paths, queries and cursors', async (t) => {
  const rig = await operatorRig(t);
  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const id = '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789';
  for (const [method, path, body] of [
    ['GET', '/accounts/%00'],
    ['GET', '/accounts/A%00B/keys'],
    ['GET', '/messages?customer_id=%00'],
    ['GET', '/callbacks?customer_id=A%00'],
    ['GET', '/usage?customer_id=%00'],
    ['GET', `/accounts?after=${cursor(['\u0000'])}`],
    ['GET', `/accounts?after=${cursor(['\ud800'])}`],
    ['GET', `/opt-outs?after=${cursor(['1', '\u0000', ''])}`],
    ['GET', `/callbacks?after=${cursor(['-'.repeat(36), 1])}`],
    ['GET', `/callbacks?after=${cursor([id, 1e300])}`],
    ['GET', `/callbacks?after=${cursor([id, 2 ** 20])}`],
    ['DELETE', '/operators/%00'],
    ['GET', '/operator-actions?operator=%00'],
    ['POST', '/master-key/reseal', { after: cursor([0, 0, ['\u0000', 1e300]]) }],
  ] as const) {
    const answer = await fetch(`${rig.url}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 400, `${method} ${path}: ${await answer.text()}`);
  }
});

test('operators are made, listed and revoked, and what was done is listed', async (t) => {
  const rig = await operatorRig(t);
  assert.equal((await rig.call('POST', '/operators', { name: 'one', rights: ['read'] })).status, 201);
  assert.equal(list((await rig.call('GET', '/operators')).body, 'operators').length, 1);
  assert.equal((await rig.call('DELETE', '/operators/one')).status, 200);
  assert.equal(list((await rig.call('GET', '/operator-actions')).body, 'actions').length, 2);
});

test('docs/operator.md lists every operation and every setting of an account', () => {
  const page = readFileSync(new URL('../../../docs/operator.md', import.meta.url), 'utf8');
  const operations = [...page.matchAll(/^\| `([A-Z]+ \/\S+)` \|/gm)].map(([, operation]) => operation);
  assert.deepEqual(operations.sort(), [...DOCUMENTED, ...DOCUMENTED_HANDSETS].sort());
  const settings = [...page.matchAll(/^\| `([a-z_]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  assert.deepEqual(settings, Object.keys(SettingsBody.properties));
});

test('every documented operation is of a family, and one file answers for each', () => {
  // The answer that never ends has a file of its own (hints.test.ts).
  const strays = DOCUMENTED.filter((operation) => familyOf(operation) === undefined && operation !== 'GET /hints');
  assert.deepEqual(strays, []);
  const here = new URL('.', import.meta.url);
  const texts = readdirSync(here)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, here), 'utf8'));
  for (const family of Object.keys(FAMILIES)) {
    assert.equal(
      texts.filter((text) => text.includes(`after(() => assertAllAnswered('${family}'));`)).length,
      1,
      family,
    );
  }
});

after(() => assertAllAnswered('operators'));
