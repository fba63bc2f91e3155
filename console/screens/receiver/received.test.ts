import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersWith, callbackOf, gistOf, inOrder, toneOfAnswer } from './received.ts';

test('a request is told in a few words', () => {
  assert.equal(gistOf('{"status":{"code":3000,"description":"Delivered"}}'), 'Delivered 3000');
  assert.equal(gistOf('{"event":"opt_out"}'), 'opt_out');
  assert.equal(gistOf('{"reference_id":"0190"}'), '0190');
  assert.equal(gistOf('[]'), 'JSON');
  assert.equal(gistOf('a=1'), 'text');
  assert.equal(gistOf(''), 'no body');
  assert.match(gistOf(null), /who may see texts/);
});

test('what signs a callback stands first', () => {
  const headers = { host: 'a', 'webhook-id': 'b', Authorization: 'c', 'content-type': 'd' };
  assert.deepEqual(
    inOrder(headers).map(([name]) => name),
    ['webhook-id', 'Authorization', 'host', 'content-type'],
  );
  assert.equal(callbackOf({ headers }), 'b');
  assert.equal(callbackOf({ headers: {} }), null);
});

test('whatever a receiver answers can be chosen', () => {
  assert.equal(answersWith(200).length + 1, answersWith(418).length);
  assert.deepEqual([toneOfAnswer(204), toneOfAnswer(410)], ['good', 'bad']);
});
