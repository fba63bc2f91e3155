import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Pacer } from './pacer.ts';

test('every call gets its turn every 20 ms, however many there are', async () => {
  const clock = new ManualClock();
  const pacer = new Pacer(clock);
  const turns = Array.from({ length: 10 }, () => [] as number[]);
  for (const own of turns) pacer.add({ turn: () => own.push(clock.monotonic()) });
  await clock.advance(1_000);
  for (const own of turns) {
    assert.ok(own.length === 50 || own.length === 51, `${own.length} turns`);
    assert.deepEqual(new Set(own.slice(1).map((at, index) => at - (own[index] ?? 0))), new Set([20]));
  }
  // Spread: not all of them in one instant.
  assert.equal(new Set(turns.map((own) => (own[0] ?? 0) % 20)).size, 4);
});

test('a call that leaves in its turn, or joins in another one, disturbs nobody', async () => {
  const clock = new ManualClock();
  const pacer = new Pacer(clock);
  let steady = 0;
  pacer.add({ turn: () => (steady += 1) });
  for (let n = 0; n < 20; n += 1) {
    const once = {
      turn: () => {
        pacer.remove(once);
        pacer.add({ turn: () => {} });
      },
    };
    pacer.add(once);
  }
  await clock.advance(2_000);
  assert.ok(steady >= 100 && steady <= 101, `${steady} turns`);
});

test('nothing drifts when turns are late, and missed ones are made up for', () => {
  let now = 0;
  let due: { run: () => void; at: number } | null = null;
  const clock = {
    monotonic: () => now,
    setTimer: (run: () => void, delayMs: number) => {
      due = { run, at: now + delayMs };
      return due as never;
    },
    clearTimer: () => {
      due = null;
    },
  } as unknown as Clock;
  const pacer = new Pacer(clock);
  let turns = 0;
  let worst = 0;
  pacer.add({
    turn: (lateMs) => {
      turns += 1;
      worst = Math.max(worst, lateMs);
    },
  });
  // Each timer fires 3 ms late, and once nothing runs for 200 ms.
  for (let step = 0; step < 2_000; step += 1) {
    const next = due as { run: () => void; at: number } | null;
    if (!next) break;
    now = next.at + (step === 1_000 ? 200 : 3);
    next.run();
  }
  assert.ok(Math.abs(turns - now / 20) <= 1.5, `${turns} turns in ${now} ms`);
  assert.ok(worst <= 205, `${worst} ms late`);
});

test('it rests while there are no calls', async () => {
  const clock = new ManualClock();
  const pacer = new Pacer(clock);
  const member = { turn: () => {} };
  pacer.add(member);
  await clock.advance(100);
  pacer.remove(member);
  let turns = 0;
  pacer.add({ turn: () => (turns += 1) });
  await clock.advance(100);
  assert.ok(turns >= 5 && turns <= 6);
});
