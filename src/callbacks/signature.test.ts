import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signCallback } from './signature.ts';

const AT = Date.now();
const BODY = '{"reference_id":"0123456789ABCDEF0123456789ABCDEF","text":"Grüße 👋"}';
const KEY = Buffer.alloc(64, 3);
const NEWEST = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OLDER = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const CALLBACK = { id: '019c0000-0000-7000-8000-000000000001', body: BODY, at: AT };

describe('the signatures of a callback', () => {
  test("are the wire format's own over the exact bytes, in both headers", () => {
    const headers = signCallback(CALLBACK, { customerId: 'CUSTOMER', apiKey: KEY, secrets: [] });
    const signature = createHmac('sha256', KEY).update(Buffer.from(BODY, 'utf8')).digest('base64');
    assert.equal(headers.Authorization, `TSA CUSTOMER:${signature}`);
    assert.equal(headers['X-TS-Authorization'], signature);
    assert.equal(headers['webhook-signature'], undefined, 'without a secret there is nothing to sign with');
  });

  test('do not change from one version to the next', () => {
    const keys = { customerId: 'C', apiKey: Buffer.from('key'), secrets: [NEWEST] };
    const headers = signCallback({ id: 'id-1', body: '{}', at: 1_700_000_000_999 }, keys);
    assert.deepEqual(headers, {
      Authorization: 'TSA C:p3dyTZQ+tI3Gm8qKSm1XoE2z+ex+HeTlgehgJlvfMDI=',
      'X-TS-Authorization': 'p3dyTZQ+tI3Gm8qKSm1XoE2z+ex+HeTlgehgJlvfMDI=',
      'webhook-id': 'id-1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,CLP24M0J5QdYre+piE6FzJOPfvssooG+OXb8nQP04bU=',
    });
  });

  test('are accepted by a Standard Webhooks library with each live secret, and by no other', () => {
    const headers = signCallback(CALLBACK, { customerId: 'C', apiKey: KEY, secrets: [NEWEST, OLDER] });
    for (const secret of [NEWEST, OLDER]) assert.deepEqual(new Webhook(secret).verify(BODY, headers), JSON.parse(BODY));
    const revoked = new Webhook(Buffer.alloc(32, 9).toString('base64'));
    assert.throws(() => revoked.verify(BODY, headers));
    assert.throws(() => new Webhook(NEWEST).verify(`${BODY} `, headers));
    assert.throws(() => new Webhook(NEWEST).verify(BODY, { ...headers, 'webhook-id': 'another' }));
  });

  test('keep the id on a later try, with the time of that try', () => {
    const keys = { customerId: 'C', apiKey: null, secrets: [NEWEST] };
    const first = signCallback(CALLBACK, keys);
    const second = signCallback({ ...CALLBACK, at: AT + 10_000 }, keys);
    assert.equal(first['webhook-id'], second['webhook-id']);
    assert.equal(Number(second['webhook-timestamp']) - Number(first['webhook-timestamp']), 10);
    assert.notEqual(first['webhook-signature'], second['webhook-signature']);
    assert.equal(first.Authorization, undefined, 'an account without a key has only these');
  });
});
