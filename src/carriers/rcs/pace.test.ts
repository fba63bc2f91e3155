import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createDice } from '../../../test/support/random.ts';
import { Pace, type PaceLimits } from './pace.ts';

function setUp(limits: Partial<PaceLimits> = {}) {
  const clock = new ManualClock();
  const dice = createDice(7);
  let changes = 0;
  const pace = new Pace(
    { requestsPerSecond: 100, requestsPerMessage: 1, maxInFlight: 1000, ...limits },
    {
      clock,
      randomBytes: (size) => Buffer.from(Array.from({ length: size }, () => dice.below(256))),
      changed: () => {
        changes += 1;
      },
    },
  );
  return { clock, pace, changes: () => changes };
}

/** Uses slots for as long as there are any. */
function sendAll(pace: Pace): number {
  let sent = 0;
  for (let slot = pace.reserve(1); slot; slot = pace.reserve(1)) {
    slot.use();
    slot.finish();
    sent += 1;
  }
  return sent;
}

test('the last tenth of the window is left by what leaves room', () => {
  const { pace } = setUp({ maxInFlight: 20, requestsPerSecond: 1_000 });
  const slots = Array.from({ length: 20 }, () => pace.reserve(1, true)).filter((slot) => slot !== null);
  assert.equal(slots.length, 18);
  assert.ok(pace.reserve(2));
  assert.equal(pace.reserve(1), null);
});

test('no more goes out in a second than is allowed, after a burst of a tenth of it', async () => {
  const { clock, pace } = setUp();
  assert.equal(sendAll(pace), 10);
  let sent = 0;
  for (let ms = 0; ms < 1000; ms += 5) {
    await clock.advance(5);
    sent += sendAll(pace);
  }
  assert.ok(sent >= 99 && sent <= 100, `${sent}`);
});

test('a slow agent gets its request as soon as a token is whole', async () => {
  const { clock, pace, changes } = setUp({ requestsPerSecond: 0.5 });
  assert.equal(sendAll(pace), 1);
  await clock.advance(1999);
  assert.equal(changes(), 0);
  await clock.advance(1);
  assert.equal(changes(), 1);
  assert.equal(sendAll(pace), 1);
});

test('who was turned away is called once when there is a token', async () => {
  const { clock, pace, changes } = setUp();
  sendAll(pace);
  for (let n = 0; n < 5; n += 1) assert.equal(pace.reserve(1), null);
  assert.equal(clock.pending, 1);
  await clock.advance(10);
  assert.equal(changes(), 1);
  await clock.advance(1000);
  assert.equal(changes(), 1);
});

test('with a capability check each message takes two requests', () => {
  const { pace } = setUp({ requestsPerMessage: 2 });
  assert.equal(sendAll(pace), 5);
});

test('no more are awaited than the window holds, and an answer makes room', async () => {
  const { clock, pace, changes } = setUp({ maxInFlight: 2, requestsPerSecond: 1000 });
  const first = pace.reserve(1) ?? assert.fail();
  assert.ok(pace.reserve(1));
  assert.equal(pace.reserve(1), null);
  await clock.advance(1000);
  assert.equal(changes(), 0);
  first.use();
  first.finish();
  await clock.advance(0);
  assert.equal(changes(), 1);
  assert.ok(pace.reserve(1));
  assert.equal(pace.inFlight, 2);
});

test('a job larger than the window is let in when the window is empty, and alone', async () => {
  const { clock, pace, changes } = setUp({ maxInFlight: 2, requestsPerSecond: 100 });
  const large = pace.reserve(5) ?? assert.fail();
  assert.equal(pace.reserve(1), null);
  await clock.advance(1000);
  large.release();
  await clock.advance(0);
  assert.equal(changes(), 1);
  const one = pace.reserve(1);
  assert.equal(pace.reserve(5), null);
  one?.release();
  assert.ok(pace.reserve(5));
});

test('a slot that is released gives back its tokens and its place, once', () => {
  const { pace } = setUp();
  const slot = pace.reserve(1) ?? assert.fail();
  slot.release();
  slot.release();
  assert.equal(pace.inFlight, 0);
  assert.equal(slot.use(), false);
  assert.equal(sendAll(pace), 10);
});

test('a slot that is used is not given back by release', () => {
  const { pace } = setUp();
  const slot = pace.reserve(1) ?? assert.fail();
  assert.equal(slot.use(), true);
  assert.equal(slot.use(), false);
  slot.release();
  assert.equal(pace.inFlight, 1);
  slot.finish();
  slot.finish();
  assert.equal(pace.inFlight, 0);
  assert.equal(sendAll(pace), 9);
});

test('what cannot wait goes at once, and the messages after it pay', async () => {
  const { clock, pace } = setUp();
  for (let n = 0; n < 30; n += 1) pace.takeAnyway();
  await clock.advance(200);
  assert.equal(pace.reserve(1), null);
  await clock.advance(20);
  assert.ok(pace.reserve(1));
});

test('a 429 with Retry-After pauses for as long as it says, and wakes who waits', async () => {
  const { clock, pace, changes } = setUp();
  assert.equal(pace.refused(clock.monotonic(), 3000), 3000);
  assert.equal(pace.reserve(1), null);
  await clock.advance(2999);
  assert.equal(pace.reserve(1), null);
  assert.equal(changes(), 0);
  await clock.advance(1);
  assert.equal(changes(), 1);
  assert.ok(pace.reserve(1));
});

test('429 after 429 doubles the pause from 1 s to 60 s, with jitter of up to half', async () => {
  const { clock, pace } = setUp();
  for (const ceiling of [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000)) {
    const pauseMs = pace.refused(clock.monotonic(), null);
    assert.ok(pauseMs >= ceiling / 2 && pauseMs <= ceiling, `${pauseMs} of ${ceiling}`);
    await clock.advance(pauseMs);
    assert.ok(pace.reserve(1));
  }
});

test('answers to requests that left before the pause are the same 429', async () => {
  const { clock, pace } = setUp();
  const leftAt = clock.monotonic();
  await clock.advance(50);
  const pauseMs = pace.refused(leftAt, null);
  await clock.advance(100);
  assert.equal(pace.refused(leftAt, null), pauseMs - 100);
  pace.accepted(leftAt);
  await clock.advance(pauseMs);
  assert.ok(pace.refused(clock.monotonic(), null) >= 1000, 'the success of an old request did not forgive');
});

test('a success after the pause starts the doubling anew', async () => {
  const { clock, pace } = setUp();
  for (let n = 0; n < 4; n += 1) await clock.advance(pace.refused(clock.monotonic(), null));
  await clock.advance(1);
  pace.accepted(clock.monotonic());
  assert.ok(pace.refused(clock.monotonic(), null) <= 1000);
});

test('after the stop no timer is left', () => {
  const { clock, pace } = setUp();
  sendAll(pace);
  assert.equal(clock.pending, 1);
  pace.stop();
  assert.equal(clock.pending, 0);
});

test('a share of the requests a second holds at once, and the whole again when it is given', async () => {
  const { clock, pace } = setUp();
  const sendFor = async (ms: number): Promise<number> => {
    let sent = 0;
    for (let at = 0; at < ms; at += 5) {
      await clock.advance(5);
      sent += sendAll(pace);
    }
    return sent;
  };
  pace.useShare(0.5);
  sendAll(pace);
  const half = await sendFor(1_000);
  assert.ok(half >= 49 && half <= 50, `${half}`);
  pace.useShare(1);
  const whole = await sendFor(1_000);
  assert.ok(whole >= 99 && whole <= 100, `${whole}`);
});

test('questions take what messages leave, and a tenth of the rate while messages wait', async () => {
  const { clock, pace } = setUp();
  let asked = 0;
  for (; asked < 100 && pace.takeForQuestion() === 0; asked += 1);
  assert.ok(asked >= 9 && asked <= 20, `${asked} at once`);
  let sent = 0;
  asked = 0;
  for (let ms = 0; ms < 10_000; ms += 5) {
    await clock.advance(5);
    sent += sendAll(pace);
    for (let n = 0; n < 5 && pace.takeForQuestion() === 0; n += 1) asked += 1;
  }
  assert.ok(asked >= 99 && asked <= 110, `${asked} questions beside messages that fill the rate`);
  assert.ok(sent >= 880 && sent <= 901, `${sent} messages`);
});

test('a question that finds no room is told when there is, also while the agent pauses', async () => {
  const { clock, pace } = setUp({ requestsPerSecond: 1 });
  assert.equal(pace.takeForQuestion(), 0, 'a bucket of one token is full');
  assert.equal(pace.takeForQuestion(), 0, 'the share of questions is untouched');
  const wait = pace.takeForQuestion();
  assert.ok(wait > 0 && wait <= 10_000, `${wait}`);
  await clock.advance(wait);
  assert.equal(pace.takeForQuestion(), 0);
  pace.refused(clock.monotonic(), 3_000);
  assert.equal(pace.takeForQuestion(), 3_000);
});
