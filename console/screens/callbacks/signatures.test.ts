import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signCallback } from '../../../src/callbacks/signature.ts';
import { accountIn, compute, mistakeIn, type Scheme, STANDARD, TSA } from './signatures.ts';

const API_KEY = Buffer.from('the bytes of an API key, of which there are many').toString('base64');
const SECRETS = ['newest secret', 'older secret'].map((text) => `whsec_${Buffer.from(text).toString('base64')}`);
const BODY = '{"text":"Grüße","n":1}';
const ID = '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789';
const AT = Date.UTC(2026, 0, 1, 12);

const headers = signCallback(
  { id: ID, body: BODY, at: AT },
  { customerId: 'ACME', apiKey: Buffer.from(API_KEY, 'base64'), secrets: SECRETS },
);
const sent = { headers, body: BODY };

const [NEWEST = '', OLDER = ''] = SECRETS;

for (const [scheme, typed] of [
  [TSA, API_KEY],
  [STANDARD, NEWEST],
  [STANDARD, ` ${OLDER}\n`],
] as const) {
  test(`${scheme.title} is computed as the gateway signs, ${typed === NEWEST ? 'newest' : 'any'} key`, async () => {
    const computed = await compute(scheme, sent, typed);
    assert.ok(typeof computed === 'object');
    assert.equal(computed.isExpected, true);
    assert.ok(headers[scheme.header]?.includes(computed.signature));
  });
}

test('another key, another body and another time are not expected', async () => {
  for (const other of [
    { ...sent, body: `${BODY} ` },
    { ...sent, headers: { ...headers, 'webhook-timestamp': '1' } },
  ]) {
    const computed = await compute(STANDARD, other, NEWEST);
    assert.ok(typeof computed === 'object' && !computed.isExpected);
  }
  const computed = await compute(STANDARD, sent, 'whsec_AAAA');
  assert.ok(typeof computed === 'object' && !computed.isExpected && computed.keyLength === 3);
});

test('a key that is none is told apart from none', async () => {
  assert.equal(await compute(TSA, sent, '  '), 'no_key');
  assert.equal(await compute(STANDARD, sent, 'whsec_'), 'no_key');
  assert.equal(await compute(TSA, sent, 'not base64!'), 'not_base64');
});

const sign = (key: string | Buffer, content: string, form: 'base64' | 'hex' = 'base64') =>
  createHmac('sha256', key).update(content, 'utf8').digest(form);
const KEY = Buffer.from(API_KEY, 'base64');
const SECRET = Buffer.from(NEWEST.slice('whsec_'.length), 'base64');
const FRONT = `${ID}.${headers['webhook-timestamp']}.`;

const MISTAKES: ReadonlyArray<readonly [Scheme, string, string, RegExp]> = [
  [TSA, API_KEY, sign(KEY, BODY), /^This is the right one\.$/],
  [TSA, API_KEY, `TSA ACME:${sign(KEY, BODY)}`, /^This is the right one\.$/],
  [TSA, API_KEY, sign(KEY, BODY, 'hex').toUpperCase(), /right one. And it is written as hex/],
  [TSA, API_KEY, sign(API_KEY, BODY), /^The API key was used as text: decode/],
  [TSA, API_KEY, sign(KEY, '{"text": "Gr\\u00fc\\u00dfe", "n": 1}'), /parsed and written again/],
  [TSA, API_KEY, sign(KEY, JSON.stringify(JSON.parse(BODY), null, 2)), /parsed and written again/],
  [TSA, API_KEY, sign(KEY, `${BODY}\n`), /A line break was added/],
  [TSA, API_KEY, sign(KEY, ''), /No body was signed/],
  [STANDARD, NEWEST, `v1,${sign(SECRET, FRONT + BODY)}`, /^This is the right one\.$/],
  [STANDARD, NEWEST, sign(NEWEST, FRONT + BODY), /as text, with whsec_/],
  [STANDARD, NEWEST, sign(SECRET, BODY), /The body alone was signed/],
];

for (const [scheme, typed, pasted, words] of MISTAKES) {
  test(`${scheme.title}: ${words.source} is recognised`, async () => {
    assert.match(String(await mistakeIn(pasted, { scheme, sent, typed })), words);
  });
}

test('what none of the usual mistakes leads to is not explained', async () => {
  assert.equal(await mistakeIn(sign('another', BODY), { scheme: TSA, sent, typed: API_KEY }), null);
  assert.equal(await mistakeIn('', { scheme: TSA, sent, typed: API_KEY }), null);
  assert.equal(await mistakeIn('x', { scheme: TSA, sent, typed: '' }), null);
});

test('the account that signed stands in its own signature', () => {
  assert.equal(accountIn(sent), 'ACME');
  assert.equal(accountIn({ headers: {}, body: BODY }), null);
});
