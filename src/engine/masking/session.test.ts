import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../store/masking/sessions.ts';
import type { Meaning } from '../arriving/keywords.ts';
import { close, endOf, expire, extend, judge, largestValidity, type Party, stateAt, wayOf } from './session.ts';

const OPEN: Session = {
  id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  accountId: 'ACME',
  number1: '1',
  number2: '2',
  masked1: '101',
  masked2: '102',
  code: 2700,
  externalId: null,
  callback: null,
  validity: 1,
  unit: 'hours',
  openedAt: 0,
  endsAt: 3_600_000,
  state: 'open',
  stoppedBy: 0,
  told: false,
  relayed1: 0,
  relayed2: 0,
  refused: 0,
  minuteAt: null,
  minuteTexts: 0,
  overAt: null,
  dueAt: 3_600_000,
};

/** What becomes of the texts, one after the other, and what is said back. */
function told(session: Session, texts: ReadonlyArray<readonly [Party, Meaning]>): [string[], Session] {
  let now = session;
  const said = texts.map(([party, meaning]) => {
    const verdict = judge(now, { party, meaning, isBlocked: false, isFlooding: false, perMinute: 0, at: 1 });
    now = verdict.session;
    return [verdict.fate, verdict.reply, ...verdict.events].join(' ').trim();
  });
  return [said, now];
}

test('each party writes to the mask of the other and is read under its own', () => {
  assert.deepEqual(
    [wayOf(OPEN, 1), wayOf(OPEN, 2)],
    [
      { to: '2', from: '101' },
      { to: '1', from: '102' },
    ],
  );
});

test('the last millisecond is in the session, the end is not', () => {
  const at = (ms: number) =>
    judge(OPEN, { party: 1, meaning: 'other', isBlocked: false, isFlooding: false, perMinute: 0, at: ms }).fate;
  assert.deepEqual([at(3_599_999), at(3_600_000)], ['relayed', 'over']);
  assert.deepEqual([stateAt(OPEN, 3_599_999), stateAt(OPEN, 3_600_000)], ['open', 'expired']);
});

test('STOP of one stops both, the other is told once, and only who said it takes it back', () => {
  const [said, after] = told(OPEN, [
    [1, 'other'],
    [1, 'stop'],
    [1, 'stop'],
    [2, 'other'],
    [2, 'other'],
    [2, 'start'],
    [1, 'other'],
    [1, 'start'],
    [2, 'other'],
  ]);
  assert.deepEqual(said, [
    'relayed  first_relay',
    'stop stopped stopped',
    'stop',
    'stopped unavailable text_refused',
    'stopped  text_refused',
    'start',
    'stopped  text_refused',
    'start started reopened',
    'relayed',
  ]);
  assert.deepEqual([after.state, after.relayed1, after.relayed2, after.refused], ['in_progress', 1, 1, 3]);
});

test('after a STOP of both, both have to take it back', () => {
  const [said] = told(OPEN, [
    [1, 'stop'],
    [2, 'stop'],
    [1, 'start'],
    [1, 'other'],
    [2, 'start'],
    [1, 'other'],
  ]);
  assert.deepEqual(
    said.map((each) => each.split(' ')[0]),
    ['stop', 'stop', 'start', 'stopped', 'start', 'relayed'],
  );
});

test('what is over stays so: it is closed once, and expires once', () => {
  const closed = close(OPEN, 1_000);
  assert.deepEqual([closed.state, closed.endsAt, closed.overAt, closed.dueAt], ['closed', 1_000, 1_000, null]);
  assert.equal(close(closed, 2_000), closed);
  assert.equal(expire(closed, 9_000_000), closed);
  assert.equal(expire(OPEN, 3_599_999), OPEN);
  assert.deepEqual([expire(OPEN, 4_000_000).state, expire(OPEN, 4_000_000).overAt], ['expired', 3_600_000]);
  assert.equal(extend(OPEN, 1_000, 2, 'minutes').endsAt, 121_000);
});

test('a session lasts 720 units at most, and never more than 720 hours', () => {
  assert.deepEqual((['seconds', 'minutes', 'hours', 'days'] as const).map(largestValidity), [720, 720, 720, 30]);
  assert.equal(endOf(0, 30, 'days'), endOf(0, 720, 'hours'));
});
