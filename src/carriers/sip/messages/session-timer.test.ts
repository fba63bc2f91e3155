import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceivedResponse } from './message.ts';
import { turnOf } from './reliable.ts';
import { answerTimer, askFields, endAfterMs, leastOf, refreshAfterMs, timerOf } from './session-timer.ts';

function message(fields: Readonly<Record<string, string>>) {
  return { headers: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}

test('a 2xx says how long the session lasts and who refreshes it; without a word it is us', () => {
  const of = (value: string) => timerOf(message({ 'session-expires': value }));
  assert.deepEqual(of('1800;refresher=uas'), { expiresS: 1_800, refresher: 'peer' });
  assert.deepEqual(of('1800 ; Refresher=UAC'), { expiresS: 1_800, refresher: 'us' });
  assert.deepEqual(of('90'), { expiresS: 90, refresher: 'us' });
  assert.deepEqual(of('1;refresher=uac'), { expiresS: 10, refresher: 'us' }, 'no storm of refreshes');
  assert.deepEqual(of('4294967295'), { expiresS: 86_400, refresher: 'us' });
  for (const nonsense of ['', 'soon', '-1', '1.5', '12345678901', '90s']) assert.equal(of(nonsense), null, nonsense);
  assert.equal(timerOf(message({})), null);
});

test('a refresh goes out at half time, and the end is a little early', () => {
  assert.equal(refreshAfterMs({ expiresS: 1_800, refresher: 'us' }), 900_000);
  assert.equal(endAfterMs({ expiresS: 1_800, refresher: 'us' }), 1_768_000);
  assert.equal(endAfterMs({ expiresS: 90, refresher: 'us' }), 60_000);
});

test('a request of the peer is answered as RFC 4028 has it in table 2', () => {
  const of = (fields: Readonly<Record<string, string>>, running: Parameters<typeof answerTimer>[1] = null) => {
    const answer = answerTimer(message(fields), running);
    const values = answer.headers.map(({ name, value }) => `${name}: ${value}`);
    return { kind: answer.kind, refresher: answer.kind === 'agreed' ? answer.timer?.refresher : undefined, values };
  };
  const timer = { supported: 'timer' };
  const peer = ['session-expires: 100;refresher=uac', 'require: timer'];
  const us = ['session-expires: 100;refresher=uas'];
  assert.deepEqual(of({ ...timer, 'session-expires': '100' }), { kind: 'agreed', refresher: 'peer', values: peer });
  assert.deepEqual(of({ ...timer, 'session-expires': '100;refresher=uac' }).values, peer);
  assert.deepEqual(of({ ...timer, 'session-expires': '100;refresher=uas' }).values, us);
  assert.deepEqual(of({ require: '100rel, Timer', 'session-expires': '100' }).values, peer);
  assert.deepEqual(
    of({ 'session-expires': '100;refresher=uac' }).values,
    us,
    'one that knows no timers cannot refresh',
  );
  assert.deepEqual(of({ ...timer, 'session-expires': '89' }), {
    kind: 'too_short',
    refresher: undefined,
    values: ['min-se: 90'],
  });
  assert.equal(of({ 'session-expires': '60' }).kind, 'agreed', 'it would not understand 422');
  assert.deepEqual(of(timer), { kind: 'agreed', refresher: undefined, values: [] });
  assert.deepEqual(of(timer, { expiresS: 100, refresher: 'peer' }).values, us, 'a timer that runs goes on');
});

test('what we ask for is named with the least that we would take', () => {
  assert.deepEqual(askFields(120, true), [
    { name: 'session-expires', value: '120;refresher=uac' },
    { name: 'min-se', value: '90' },
  ]);
  assert.deepEqual(askFields(1_800, false), [
    { name: 'session-expires', value: '1800' },
    { name: 'min-se', value: '1800' },
  ]);
  assert.equal(leastOf(message({ 'min-se': '1800;x' })), 1_800);
  assert.equal(leastOf(message({ 'min-se': '999999' })), null);
  assert.equal(leastOf(message({})), null);
});

test('only what says 100rel, has a number and a tag is reliable; numbers count up', () => {
  const response = (fields: Readonly<Record<string, string>>, status = 183, tag = 't') =>
    ({
      ...message(fields),
      status,
      to: { params: new Map(tag === '' ? [] : [['tag', tag]]) },
      cseq: { number: 3, method: 'INVITE' },
    }) as unknown as ReceivedResponse;
  const reliable = { require: 'precondition, 100Rel', rseq: '41' };
  assert.deepEqual(turnOf(response(reliable), null), {
    kind: 'next',
    number: 41,
    rack: { name: 'rack', value: '41 3 INVITE' },
  });
  assert.equal(turnOf(response(reliable), 40).kind, 'next');
  assert.equal(turnOf(response(reliable), 41).kind, 'repeated');
  assert.equal(turnOf(response(reliable), 50).kind, 'repeated');
  assert.equal(turnOf(response(reliable), 39).kind, 'ahead');
  for (const [fields, status, tag] of [
    [{ rseq: '1' }, 183, 't'],
    [{ require: '100rel' }, 183, 't'],
    [{ require: '100rel', rseq: '0' }, 183, 't'],
    [{ require: '100rel', rseq: '99999999999' }, 183, 't'],
    [reliable, 183, ''],
    [reliable, 100, 't'],
    [reliable, 200, 't'],
  ] as const) {
    assert.equal(turnOf(response(fields, status, tag), null).kind, 'unreliable', JSON.stringify([fields, status, tag]));
  }
});
