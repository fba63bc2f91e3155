import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { Pace } from './pace.ts';

/** A pace has no timers, so its time can simply be set. */
class SteppedClock extends ManualClock {
  at = 0;
  override monotonic(): number {
    return this.at;
  }
}

/** Sends as fast as it is let for `ms`; answers how many. */
function sendFor(clock: SteppedClock, pace: Pace, ms: number): number {
  const end = clock.at + ms;
  let sent = 0;
  while (clock.at < end) {
    const waitMs = pace.take(1);
    if (waitMs === 0) {
      sent += 1;
      pace.sent(clock.at);
    } else clock.at = Math.min(end, clock.at + waitMs);
  }
  return sent;
}

function rig(tps: number): { clock: SteppedClock; pace: Pace } {
  const clock = new SteppedClock();
  return { clock, pace: new Pace(clock, tps) };
}

test('without a limit nothing waits', () => {
  const { pace } = rig(0);
  for (let sent = 0; sent < 10_000; sent += 1) assert.equal(pace.take(1), 0);
});

test('the agreed rate is kept, with a tenth of a second at once at most', () => {
  const { clock, pace } = rig(50);
  assert.ok(sendFor(clock, pace, 1_000) <= 55);
  const sent = sendFor(clock, pace, 10_000);
  assert.ok(sent >= 495 && sent <= 505, `${sent} in 10 s at 50 a second`);
});

test('a job larger than the burst waits for a full bucket and leaves a debt', () => {
  const { clock, pace } = rig(10);
  assert.equal(pace.take(10), 0);
  const waitMs = pace.take(1);
  assert.equal(waitMs, 1_000);
  clock.at += waitMs;
  assert.equal(pace.take(1), 0);
});

test('what is given back can be taken again', () => {
  const { pace } = rig(10);
  assert.equal(pace.take(1), 0);
  assert.ok(pace.take(1) > 0);
  pace.giveBack(1);
  assert.equal(pace.take(1), 0);
});

test('throttling pauses 1 s, then twice as long while it goes on, at most 30 s', () => {
  const { clock, pace } = rig(100);
  const pauses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const sentAt = clock.at;
    assert.equal(pace.throttled(sentAt), true);
    pauses.push(pace.pausedMs);
    assert.ok(pace.take(1) >= pace.pausedMs);
    clock.at += pace.pausedMs;
  }
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test('an accepted submit after the pause ends the doubling', () => {
  const { clock, pace } = rig(100);
  pace.throttled(clock.at);
  clock.at += 1_000;
  pace.accepted(clock.at - 500);
  pace.throttled(clock.at);
  assert.equal(pace.pausedMs, 2_000);
  clock.at += 2_000;
  pace.accepted(clock.at);
  pace.throttled(clock.at);
  assert.equal(pace.pausedMs, 1_000);
});

test('a window full of throttled answers is one congestion', () => {
  const { clock, pace } = rig(100);
  sendFor(clock, pace, 1_000);
  const answers = Array.from({ length: 50 }, () => pace.throttled(clock.at - 10));
  assert.equal(answers.filter((isNew) => isNew).length, 1);
  assert.equal(pace.pausedMs, 1_000);
  assert.ok(pace.tps >= 50);
});

test('throttling halves the rate, which then grows back to the agreed one', () => {
  const { clock, pace } = rig(100);
  sendFor(clock, pace, 3_000);
  pace.throttled(clock.at);
  assert.ok(pace.tps >= 49 && pace.tps <= 51, `${pace.tps}`);
  clock.at += 1_000;
  assert.ok(pace.tps <= 51, 'a pause does not count');
  const afterPause = sendFor(clock, pace, 1_000);
  assert.ok(afterPause >= 45 && afterPause <= 65, `${afterPause}`);
  clock.at += 10_000;
  assert.equal(pace.tps, 100);
});

test('without an agreed rate, the rate in use when throttling began is halved', () => {
  const { clock, pace } = rig(0);
  for (let ms = 0; ms < 2_000; ms += 1) {
    clock.at += 1;
    pace.sent(clock.at);
  }
  pace.throttled(clock.at);
  assert.ok(pace.tps >= 450 && pace.tps <= 550, `${pace.tps}`);
  clock.at += 6_000;
  assert.ok(pace.tps >= 900 && pace.tps <= 1_100, `${pace.tps}`);
});

test('the rate never falls below one a second, nor rises above a smaller agreed one', () => {
  const slow = rig(0.5);
  slow.pace.throttled(slow.clock.at);
  assert.equal(slow.pace.tps, 0.5);
  const { clock, pace } = rig(4);
  for (let round = 0; round < 10; round += 1) {
    pace.throttled(clock.at);
    clock.at += pace.pausedMs;
  }
  assert.ok(pace.tps >= 1);
});

test('a congested 5.0 peer is sent less, once a second', () => {
  const { clock, pace } = rig(100);
  sendFor(clock, pace, 2_000);
  pace.congestion(80);
  assert.equal(pace.tps, 100);
  pace.congestion(85);
  pace.congestion(85);
  assert.ok(pace.tps > 85 && pace.tps < 95, `${pace.tps}`);
  assert.equal(pace.pausedMs, 0);
  clock.at += 1_000;
  const before = pace.tps;
  pace.congestion(100);
  assert.ok(pace.tps <= before / 2 + 1, `${pace.tps}`);
});

test('one objection while little was sent does not hold the carrier down: beyond where it came the rate doubles', () => {
  const { clock, pace } = rig(0);
  pace.sent(clock.at);
  pace.throttled(clock.at);
  assert.equal(pace.tps, 1);
  clock.at += 1_000 + 10_000;
  assert.ok(pace.tps >= 1_000, `${pace.tps} ten seconds after the pause`);
});

test('a share of the rate holds at once, and the whole again when it is given', () => {
  const { clock, pace } = rig(100);
  pace.useShare(0.25);
  const quarter = sendFor(clock, pace, 10_000);
  assert.ok(quarter >= 245 && quarter <= 255, `${quarter} in 10 s at 25 a second`);
  pace.useShare(1);
  const whole = sendFor(clock, pace, 10_000);
  assert.ok(whole >= 990 && whole <= 1_012, `${whole} in 10 s at 100 a second`);
});

test('a rate that the peer has slowed down is not raised by a larger share, and is lowered by a smaller one', () => {
  const { clock, pace } = rig(100);
  sendFor(clock, pace, 3_000);
  pace.throttled(clock.at);
  const slowed = pace.tps;
  assert.ok(slowed < 60);
  pace.useShare(0.75);
  assert.ok(pace.tps <= slowed + 1);
  pace.useShare(0.1);
  assert.equal(pace.tps, 10);
});

test('a share of no limit is no limit', () => {
  const { pace } = rig(0);
  pace.useShare(0.1);
  assert.equal(pace.tps, Number.POSITIVE_INFINITY);
});
