import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callFailureOf, isAlerting, leadsToNext, q850Of } from './causes.ts';

function failure(status: number, more: { reason?: string; q850?: number; hadCredentials?: boolean } = {}) {
  const { cause, isOfTrunk } = callFailureOf({ status, reason: '', q850: null, hadCredentials: false, ...more });
  return `${cause}${isOfTrunk ? ', next trunk' : ''}`;
}

test('what is said of the callee or the number is final', () => {
  assert.equal(failure(486), 'busy');
  assert.equal(failure(600), 'busy');
  assert.equal(failure(480), 'unavailable');
  assert.equal(failure(603), 'declined');
  assert.equal(failure(403), 'declined');
  assert.equal(failure(404), 'wrong_number');
  assert.equal(failure(484), 'wrong_number');
  assert.equal(failure(488), 'media_mismatch');
  assert.equal(failure(607), 'unwanted');
  assert.equal(failure(608), 'blocked');
  assert.equal(failure(603, { reason: 'Network Blocked' }), 'blocked');
  assert.equal(failure(699), 'declined');
});

test('what is said of the trunk leads to the next one', () => {
  for (const status of [500, 502, 503, 504, 513]) assert.equal(failure(status), 'unreachable, next trunk');
  assert.equal(failure(302), 'unreachable, next trunk');
  assert.equal(failure(401), 'trunk_refused, next trunk');
  assert.equal(failure(403, { hadCredentials: true }), 'trunk_refused, next trunk');
  assert.equal(failure(420), 'trunk_refused, next trunk');
});

test('a Q.850 cause decides where it says something', () => {
  assert.equal(failure(503, { q850: 17 }), 'busy');
  assert.equal(failure(480, { q850: 1 }), 'wrong_number');
  assert.equal(failure(480, { q850: 42 }), 'unreachable, next trunk');
  assert.equal(failure(500, { q850: 21 }), 'declined');
  assert.equal(failure(486, { q850: 16 }), 'busy');
});

test('183 is no ringing telephone unless the trunk says so, and after it only the want of a way leads on', () => {
  const alerting = (on183: boolean) => [180, 181, 182, 183, 199].filter((status) => isAlerting(status, on183));
  assert.deepEqual(alerting(false), [180, 182]);
  assert.deepEqual(alerting(true), [180, 182, 183]);
  for (const q850 of [34, 38, 41, 42, 44]) {
    assert.equal(failure(500, { q850 }), 'unreachable, next trunk');
    assert.equal(leadsToNext('under_way', { status: 500, q850 }), true);
    assert.equal(leadsToNext('alerted', { status: 503, q850 }), false);
  }
  assert.equal(leadsToNext('under_way', { status: 503, q850: null }), true);
  assert.equal(leadsToNext('under_way', { status: 500, q850: null }), false);
  assert.equal(leadsToNext('under_way', { status: 500, q850: 27 }), false);
  assert.equal(leadsToNext('none', { status: 500, q850: null }), true);
});

test('the cause is found among other reasons, and nonsense is none', () => {
  const of = (...values: string[]) => q850Of({ headers: values.map((value) => ({ name: 'reason', value })) });
  assert.equal(of('SIP;cause=480;text="a, b", Q.850 ; cause=19 ;text="x"'), 19);
  assert.equal(of('SIP;cause=480', 'q.850;cause=1'), 1);
  assert.equal(of('Q.850;cause=400'), null);
  assert.equal(of('Q.850;text="cause=17"'), null);
  assert.equal(of('SIP;cause=17'), null);
});
