import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersWith, callbackOf, gistOf, inOrder, joined, type Received, toneOfAnswer } from './received.ts';

test('a request is told in a few words', () => {
  assert.equal(gistOf('{"status":{"code":3000,"description":"Delivered"}}'), 'Delivered 3000');
  assert.equal(gistOf('{"event":"opt_out"}'), 'opt_out');
  assert.equal(gistOf('{"reference_id":"0190"}'), '0190');
  assert.equal(gistOf('{"session_reference_id":"0190","mo_message":"I am here"}'), 'A relayed text: I am here');
  assert.equal(gistOf('{"reference_id":"0190","state":"ONGOING","inner_methods":[]}'), 'A verification: ONGOING');
  assert.equal(gistOf('[]'), 'JSON');
  assert.equal(gistOf('a=1'), 'text');
  assert.equal(gistOf(''), 'no body');
  assert.match(gistOf(null), /who may see texts/);
});

test('what somebody sent is told by what it is, and has no page of a callback', () => {
  const rcs = (content: object) => JSON.stringify({ sub_resource: 'mo_rcs', status: { code: 1500 }, content });
  const tap = rcs({ end_user_action: { text: 'Thank you', postback_data: 'thanks' } });
  assert.equal(gistOf(tap), 'A button: Thank you');
  assert.equal(gistOf(rcs({ text: 'Yes', end_user_action: { text: 'Yes' } })), 'A text: Yes');
  assert.equal(gistOf(rcs({ file: { payload: { name: 'a.jpg' } } })), 'A file: a.jpg');
  assert.equal(gistOf(rcs({ location: { latitude: 52.5, longitude: 13.3 } })), 'A place: 52.5, 13.3');
  assert.equal(gistOf('{"sub_resource":"mo_sms","user_response":{"mo_message":"STOP"}}'), 'A text: STOP');
  assert.equal(callbackOf({ headers: { 'webhook-id': 'b' }, body: tap }), null);
});

test('what signs a callback stands first', () => {
  const headers = { host: 'a', 'webhook-id': 'b', Authorization: 'c', 'content-type': 'd' };
  assert.deepEqual(
    inOrder(headers).map(([name]) => name),
    ['webhook-id', 'Authorization', 'host', 'content-type'],
  );
  assert.equal(callbackOf({ headers, body: '{}' }), 'b');
  assert.equal(callbackOf({ headers: {}, body: '{}' }), null);
});

test('whatever a receiver answers can be chosen', () => {
  assert.equal(answersWith(200).length + 1, answersWith(418).length);
  assert.deepEqual([toneOfAnswer(204), toneOfAnswer(410)], ['good', 'bad']);
});

test('what came since is added to what is known, unless the receiver has begun anew', () => {
  const request = (n: number, minute = n) => ({ n, received_on: `2026-01-01T12:${10 + minute}:00.000Z` }) as Received;
  const known = [request(1), request(2)];
  assert.deepEqual(joined(known, [request(2), request(3)]), [request(1), request(2), request(3)]);
  assert.deepEqual(joined(known, [request(2)]), known, 'nothing came');
  assert.equal(joined(known, [request(2, 9), request(3)]), null, 'another one is the second now');
  assert.equal(joined(known, []), null);
  assert.equal(joined(known, [request(7)]), null, 'the one that is known is no longer kept');
  const many = Array.from({ length: 100 }, (_, n) => request(n + 1, 0));
  assert.deepEqual(joined(many, [request(100, 0), request(101, 0)])?.length, 100);
});
