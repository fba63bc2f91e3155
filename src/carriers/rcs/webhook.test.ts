import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { RawInbound, WebhookReply } from '../carrier.ts';
import { answerWebhook } from './webhook.ts';

const CLIENT_TOKEN = 'SJENtestCLIENTtoken';
const EVENT = '{"senderPhoneNumber":"+15551234567","eventType":"DELIVERED","eventId":"e1","messageId":"m"}';

function envelope(data: string): string {
  const message = { attributes: { type: 'event' }, data: Buffer.from(data).toString('base64'), messageId: '14150' };
  return JSON.stringify({ message, subscription: 'projects/rbm-partner-gcp/subscriptions/rbm-sub' });
}

function sign(data: string, token = CLIENT_TOKEN): string {
  return createHmac('sha512', token).update(Buffer.from(data)).digest('base64');
}

async function post(
  body: string,
  signature?: string,
  store?: () => Promise<void>,
): Promise<{ reply: WebhookReply; stored: RawInbound[] }> {
  const stored: RawInbound[] = [];
  const headers = signature === undefined ? {} : { 'x-goog-signature': signature };
  const reply = await answerWebhook(CLIENT_TOKEN, { headers, body: Buffer.from(body) }, async (raw) => {
    await store?.();
    stored.push(raw);
  });
  return { reply, stored };
}

test('the handshake is answered with the secret as plain text', async () => {
  const { reply, stored } = await post(JSON.stringify({ clientToken: CLIENT_TOKEN, secret: '1234567890' }));
  assert.deepEqual(reply, { status: 200, contentType: 'text/plain; charset=utf-8', body: '1234567890' });
  assert.equal(stored.length, 0);
});

test('a handshake with another client token is refused and learns nothing', async () => {
  const { reply } = await post(JSON.stringify({ clientToken: 'other', secret: '1234567890' }));
  assert.equal(reply.status, 403);
  assert.ok(!reply.body.includes('1234567890') && !reply.body.includes(CLIENT_TOKEN));
});

for (const [name, body] of [
  ['without a secret', { clientToken: CLIENT_TOKEN }],
  ['with a secret of 2 kB', { clientToken: CLIENT_TOKEN, secret: 'x'.repeat(2000) }],
  ['with a number as its secret', { clientToken: CLIENT_TOKEN, secret: 7 }],
] as const) {
  test(`a handshake ${name} is malformed`, async () => {
    assert.equal((await post(JSON.stringify(body))).reply.status, 400);
  });
}

test('a signed event is stored as it was posted, and then acknowledged', async () => {
  const { reply, stored } = await post(envelope(EVENT), sign(EVENT));
  assert.equal(reply.status, 200);
  assert.deepEqual(stored, [{ kind: 'rbm_event', body: Buffer.from(envelope(EVENT)), dedupeKey: 'event:e1' }]);
});

test('the signature covers the decoded bytes, whatever they are', async () => {
  const broken = 'no json \u0000 at all';
  const { reply, stored } = await post(envelope(broken), sign(broken));
  assert.equal(reply.status, 200);
  assert.equal(stored[0]?.dedupeKey, 'posting:14150');
});

test('no acknowledgement before the event is stored', async () => {
  let storedNow: () => void = () => {};
  const storing = new Promise<void>((resolve) => {
    storedNow = resolve;
  });
  let isAnswered = false;
  const posting = post(envelope(EVENT), sign(EVENT), () => storing).then((result) => {
    isAnswered = true;
    return result;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isAnswered, false);
  storedNow();
  assert.equal((await posting).reply.status, 200);
});

test('an event that cannot be stored is answered 503, so that it comes again', async () => {
  const { reply } = await post(envelope(EVENT), sign(EVENT), () => Promise.reject(new Error('storage is down')));
  assert.equal(reply.status, 503);
});

test('an event without a signature is refused with 401', async () => {
  const { reply, stored } = await post(envelope(EVENT));
  assert.equal(reply.status, 401);
  assert.equal(stored.length, 0);
});

for (const [name, signature] of [
  ['of another token', sign(EVENT, 'other')],
  ['of other data', sign(`${EVENT} `)],
  ['of the base64 text instead of the bytes', sign(Buffer.from(EVENT).toString('base64'))],
  ['that is empty', ''],
  ['that is cut', sign(EVENT).slice(0, 20)],
  ['of another length', `${sign(EVENT)}AAAA`],
] as const) {
  test(`a signature ${name} is refused with 403`, async () => {
    const { reply, stored } = await post(envelope(EVENT), signature);
    assert.equal(reply.status, 403);
    assert.equal(stored.length, 0);
  });
}

for (const body of [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{}',
  '{"message":null}',
  '{"message":{}}',
  '{"message":{"data":7}}',
]) {
  test(`the body ${JSON.stringify(body)} is malformed`, async () => {
    const { reply, stored } = await post(body, sign(EVENT));
    assert.equal(reply.status, 400);
    assert.equal(stored.length, 0);
  });
}
