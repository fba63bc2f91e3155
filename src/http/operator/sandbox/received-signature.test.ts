import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallbackKeys, signCallback } from '../../../callbacks/signature.ts';
import { type HeadersOf, verdictOn } from './received-signature.ts';

const KEYS: CallbackKeys = { customerId: 'ACME', apiKey: Buffer.from('key'), secrets: ['whsec_bmV3', 'whsec_b2xk'] };
const AT = Date.UTC(2026, 0, 1, 12);
const BODY = '{"text":"Grüße"}';
const ID = '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789';

const sent = (keys: CallbackKeys = KEYS) => signCallback({ id: ID, body: BODY, at: AT }, keys);

const headersOf: HeadersOf = async ({ accountId, ...row }, at) =>
  accountId === 'ACME' ? signCallback({ ...row, at }, KEYS) : {};

const on = (headers: Readonly<Record<string, string>>, body = BODY) => verdictOn({ headers, body }, headersOf);

test('what this gateway has signed is right, however a proxy writes it and whichever secret is left', async () => {
  assert.equal(await on(sent()), 'right');
  const lower = Object.fromEntries(Object.entries(sent()).map(([name, value]) => [name.toLowerCase(), value]));
  assert.equal(await on(lower), 'right');
  assert.equal(await on(sent({ ...KEYS, secrets: ['whsec_b2xk'] })), 'right');
  assert.equal(await on(sent({ ...KEYS, secrets: [] })), 'right');
});

test('another body, key, secret, id or time is wrong', async () => {
  assert.equal(await on(sent(), `${BODY} `), 'wrong');
  assert.equal(await on(sent({ ...KEYS, apiKey: Buffer.from('other') })), 'wrong');
  assert.equal(await on(sent({ ...KEYS, secrets: ['whsec_b3RoZXI='] })), 'wrong');
  assert.equal(await on({ ...sent(), 'webhook-id': 'another' }), 'wrong');
  assert.equal(await on({ ...sent(), 'webhook-timestamp': '1' }), 'wrong');
  assert.equal(await on({ ...sent(), 'webhook-timestamp': 'soon' }), 'wrong');
});

test('what is not signed, and of whom nobody knows, is told apart', async () => {
  assert.equal(await on({ 'Content-Type': 'application/json' }), 'absent');
  assert.equal(await on(sent({ ...KEYS, apiKey: null })), 'unknown');
  assert.equal(await on(sent({ ...KEYS, customerId: 'NOBODY' })), 'unknown');
});
