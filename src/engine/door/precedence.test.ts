import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import type { MessageType } from '../../carriers/carrier.ts';
import { UnderWayFirst } from './precedence.ts';

const LANE = 0;

function rig() {
  const clock = new ManualClock();
  const waiting: Record<MessageType, number> = { OTP: 0, ARN: 0, MKT: 3 };
  const ahead = { OTP: () => waiting.OTP, ARN: () => waiting.OTP + waiting.ARN, MKT: () => total() };
  const total = () => waiting.OTP + waiting.ARN + waiting.MKT;
  const precedence = new UnderWayFirst(clock, (type) => ahead[type]() > 0);
  const turn = (lane = LANE) => {
    const state = { isCome: false };
    const next = precedence.turnOf(lane);
    if (!next) state.isCome = true;
    else void next.comes.then(() => (state.isCome = true));
    return state;
  };
  const answer = (count: number, lane = LANE) => {
    for (let n = 0; n < count; n += 1) precedence.answered(lane);
    return settle();
  };
  return { clock, waiting, precedence, turn, answer };
}

test('what has the time is not held up: nothing waits for this node', () => {
  const { waiting, precedence, turn } = rig();
  waiting.MKT = 0;
  precedence.leaves(LANE, 30);
  assert.ok(turn().isCome);
});

test('behind a batch more are answered than it had, before the next one leaves', async () => {
  const { precedence, turn, answer } = rig();
  precedence.leaves(LANE, 30);
  const next = turn();
  await answer(39);
  assert.ok(!next.isCome);
  await answer(1);
  assert.ok(next.isCome);
});

test('answers that came while nobody asked count', async () => {
  const { precedence, turn, answer } = rig();
  precedence.leaves(LANE, 30);
  await answer(40);
  assert.ok(turn().isCome);
});

test('the turn comes when nothing waits any more', async () => {
  const { waiting, precedence, turn, answer } = rig();
  precedence.leaves(LANE, 30);
  const next = turn();
  await answer(1);
  assert.ok(!next.isCome);
  waiting.MKT = 0;
  await answer(1);
  assert.ok(next.isCome);
});

test('without any answer it comes after a tenth of a second, counted from when the last batch left', async () => {
  const { clock, precedence, turn } = rig();
  precedence.leaves(LANE, 30);
  await clock.advance(40);
  const next = turn();
  await clock.advance(59);
  assert.ok(!next.isCome);
  await clock.advance(1);
  assert.ok(next.isCome);
  assert.ok(turn().isCome, 'and at once when it is over already');
});

test('who takes a turn before its time leaves nothing behind', async () => {
  const { clock, precedence, answer } = rig();
  precedence.leaves(LANE, 3);
  precedence.turnOf(LANE)?.take();
  assert.equal(clock.pending, 0);
  await answer(10);
});

test('only what something waits ahead of is held up', () => {
  const { waiting, precedence } = rig();
  assert.ok(precedence.passes('OTP'));
  assert.ok(precedence.passes('ARN'));
  assert.ok(!precedence.passes('MKT'));
  waiting.OTP = 1;
  assert.ok(!precedence.passes('OTP'));
  waiting.OTP = 0;
  waiting.MKT = 0;
  assert.ok(!precedence.passes('OTP'), 'it need not press where nobody waits');
});

test('lanes count for themselves', async () => {
  const { precedence, turn, answer } = rig();
  precedence.leaves(0, 3);
  precedence.leaves(1, 3);
  const turns = [turn(0), turn(1)];
  await answer(4, 1);
  assert.deepEqual(
    turns.map(({ isCome }) => isCome),
    [false, true],
  );
});

test('a batch has the store for itself until a carrier answers in its lane', async () => {
  const { precedence, answer } = rig();
  assert.ok(precedence.isAlone(LANE));
  await answer(1);
  assert.ok(!precedence.isAlone(LANE));
  precedence.leaves(LANE, 30);
  await answer(5, LANE + 1);
  assert.ok(precedence.isAlone(LANE));
  assert.ok(!precedence.isAlone(LANE + 1));
});
