import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signCallback } from '../../src/callbacks/signature.ts';
import { SignatureError } from './errors.ts';
import { unwrap, type WebhookSecrets } from './webhooks.ts';

const API_KEY = Buffer.alloc(64, 7).toString('base64');
const SECRETS = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)].map((each) => `whsec_${each.toString('base64')}`);
const OTHER = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
const BODY = JSON.stringify({ reference_id: 'A', external_id: 'ü', status: { code: 3000 }, channel_status: [] });

function signed(body = BODY, at = Date.now()): Record<string, string> {
  const keys = { customerId: 'ID', apiKey: Buffer.from(API_KEY, 'base64'), secrets: SECRETS };
  return signCallback({ id: 'callback-1', body, at }, keys);
}

const bySecret: WebhookSecrets = { callbackSecrets: [SECRETS[1] ?? ''] };
const byKey: WebhookSecrets = { apiKeys: [API_KEY], customerId: 'ID' };

test('either signature of the gateway is enough, over text and over bytes, however headers are written', async () => {
  for (const secrets of [bySecret, byKey, { ...byKey, callbackSecrets: [OTHER] }]) {
    const told = await unwrap(BODY, signed(), secrets);
    assert.ok(told.kind === 'message');
    assert.deepEqual([told.id, told.body.external_id], ['callback-1', 'ü']);
    assert.equal((await unwrap(Buffer.from(BODY), new Headers(signed()), secrets)).kind, 'message');
    const lower = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toLowerCase(), value]));
    assert.equal((await unwrap(BODY, lower, secrets)).kind, 'message');
  }
});

test('another body, another secret, another account, an old callback and none at all are refused', async () => {
  const minutes = (count: number) => signed(BODY, Date.now() + count * 60_000);
  const { 'webhook-signature': none, ...unsigned } = signed();
  assert.ok(none);
  const cases: ReadonlyArray<readonly [string, string, Record<string, string>, WebhookSecrets]> = [
    ['another body', BODY.replace('3000', '3005'), signed(), bySecret],
    ['another body, by the key', BODY.replace('3000', '3005'), signed(), byKey],
    ['another secret', BODY, signed(), { callbackSecrets: [OTHER] }],
    ['another account', BODY, signed(), { ...byKey, customerId: 'OTHER' }],
    ['another id', BODY, { ...signed(), 'webhook-id': 'callback-2' }, bySecret],
    ['old', BODY, minutes(-6), bySecret],
    ['ahead', BODY, minutes(6), bySecret],
    ['unsigned', BODY, unsigned, bySecret],
    ['no base64', BODY, { ...signed(), 'webhook-signature': 'v1,*** v1a,x v2,y' }, bySecret],
    ['nothing to check it with', BODY, signed(), {}],
  ];
  for (const [name, body, headers, secrets] of cases) {
    await assert.rejects(unwrap(body, headers, secrets), SignatureError, name);
  }
  await unwrap(BODY, minutes(-6), { ...bySecret, toleranceSeconds: 600 });
});

test('what is signed and no callback of this version is refused, too', async () => {
  await assert.rejects(unwrap('{"news":1}', signed('{"news":1}'), byKey), /none of the callbacks/);
});
