import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ACCEPTED, NOT_REACHABLE, REFUSED, START, Story, UNKNOWN } from '../../../test/support/engine/story.ts';
import type { Outcome } from '../../carriers/carrier.ts';
import { callCode } from './call-codes.ts';
import { CODE } from './codes.ts';
import { type ChannelPlan, readyAttempt } from './message.ts';

const CALL: ChannelPlan = {
  channel: 'voice',
  fallbackAfterMs: 600_000,
  sender: null,
  content: { type: 'voice_prompt', language: 'de', text: '', extensionKeys: '', pressFirst: false },
};
const BUSY: Outcome = { kind: 'retry_later', why: 'busy', reason: '429' };

function cancel(story: Story): boolean {
  return story.happens({ type: 'cancel' });
}

function assertNothingFollows(story: Story): void {
  const { attempts } = story.message;
  assert.equal(readyAttempt(story.message, Number.MAX_SAFE_INTEGER), undefined);
  for (const days of [1, 2]) story.waits(days * 86_400_000);
  assert.equal(story.message.attempts.length, attempts.length);
}

describe('a message that is cancelled', () => {
  test('before anything has left ends with 3007 on its channel and as a whole, and no channel follows', () => {
    const story = new Story();
    assert.ok(cancel(story));
    assert.deepEqual([story.message.status, story.codes(), story.callbacks], [3007, [['rcs', 3007]], 1]);
    const handedOver = { n: 1, tryNumber: 1, carrier: 'rcs-1', partCount: 1, answerBy: story.at + 1 };
    assert.equal(story.happens({ type: 'handed_over', ...handedOver }) || cancel(story), false);
    assertNothingFollows(story);
  });

  test('while it waits for a carrier that was busy is taken back, too', () => {
    const story = new Story();
    story.send(BUSY);
    cancel(story);
    assert.deepEqual([story.message.status, story.codes()], [3007, [['rcs', 3007]]]);
  });

  test('when its first channel had failed keeps what is known of that one', () => {
    const story = new Story();
    story.send(NOT_REACHABLE);
    cancel(story);
    assert.equal(story.message.status, 3007);
    assert.deepEqual(story.codes(), [
      ['rcs', 3055],
      ['sms', 3007],
    ]);
  });

  test('when it is over stays what it is', () => {
    const story = new Story();
    story.send();
    story.report(1, 'delivered');
    assert.equal(cancel(story), false);
    assert.equal(story.message.status, 3000);
  });

  test('on RCS is withdrawn, and nobody is told before that has succeeded', () => {
    const story = new Story();
    story.send();
    assert.ok(cancel(story));
    assert.deepEqual([story.current().state, story.codes(), story.callbacks], ['withdrawing', [['rcs', 3001]], 0]);
    story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' });
    assert.deepEqual([story.message.status, story.codes(), story.callbacks], [3007, [['rcs', 3007]], 1]);
    assert.equal(story.message.possibleDoubles, 0);
    assertNothingFollows(story);
    story.report(1, 'delivered');
    assert.equal(story.message.status, 3000, 'it has come all the same');
  });

  test('on RCS when it was delivered already is 3000, with its receipt or after 30 s', () => {
    for (const receipt of [true, false]) {
      const story = new Story();
      story.send();
      cancel(story);
      story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
      assert.equal(receipt ? story.report(1, 'delivered') : story.waits(30_000), true);
      assert.deepEqual([story.message.status, story.codes()], [3000, [['rcs', 3000]]]);
    }
  });

  for (const how of ['fails', 'is not answered for 5 s'] as const) {
    test(`on RCS stays as it is when withdrawing it ${how}: its receipt counts, and its deadline`, () => {
      const story = new Story();
      story.send();
      cancel(story);
      if (how === 'fails') story.happens({ type: 'withdrawal', n: 1, result: 'failed' });
      else story.waits(5_000);
      assert.deepEqual([story.current().state, story.codes(), story.callbacks], ['submitted', [['rcs', 3001]], 0]);
      story.at = story.current().deadlineAt ?? 0;
      story.happens({ type: 'due' });
      assert.equal(story.current().state, 'withdrawing');
      story.happens({ type: 'withdrawal', n: 1, result: 'failed' });
      assert.deepEqual([story.message.status, story.codes()], [3033, [['rcs', 3033]]]);
      assert.equal(story.message.possibleDoubles, 0, 'no channel follows');
    });
  }

  test('on RCS is asked back again, after twice the time each time, until that succeeds', () => {
    const story = new Story();
    story.send();
    story.at += 1_000;
    cancel(story);
    const askedAt: number[] = [];
    while (story.current().state !== 'awaiting') {
      askedAt.push((story.at - START) / 1_000);
      const result = askedAt.length === 4 ? 'too_late' : 'failed';
      story.happens({ type: 'withdrawal', n: 1, result });
      if (result === 'failed') {
        story.at = story.message.dueAt ?? 0;
        assert.ok(story.happens({ type: 'due' }));
        assert.equal(story.current().state, 'withdrawing');
      }
    }
    assert.deepEqual(askedAt, [1, 11, 22, 44]);
    assert.equal(story.callbacks, 0, 'nobody is told of that');
  });

  test('on RCS whose first withdrawal was never answered is taken back when a later one finds nothing, unless a receipt comes', () => {
    for (const isReceived of [false, true]) {
      const story = new Story();
      story.send();
      cancel(story);
      story.waits(5_000);
      story.waits(10_000);
      assert.equal(story.current().state, 'withdrawing');
      story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
      assert.equal(story.current().state, 'awaiting');
      if (isReceived) story.report(1, 'delivered');
      story.waits(30_000);
      const code = isReceived ? 3000 : 3007;
      assert.deepEqual([story.message.status, story.codes()], [code, [['rcs', code]]]);
    }
  });

  test('on RCS is taken back when the answer to its withdrawal comes late', () => {
    const story = new Story();
    story.send();
    cancel(story);
    story.waits(5_000);
    assert.equal(story.happens({ type: 'withdrawal', n: 1, result: 'failed' }), false);
    assert.ok(story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' }));
    assert.deepEqual([story.message.status, story.codes()], [3007, [['rcs', 3007]]]);
  });

  test('while it is handed over is withdrawn once RBM has it, not before', () => {
    const story = new Story();
    story.handOver();
    assert.ok(cancel(story));
    assert.equal(story.current().state, 'sending');
    story.answer(ACCEPTED);
    assert.equal(story.current().state, 'withdrawing');
    story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' });
    assert.equal(story.message.status, 3007);
  });

  for (const [how, outcome] of [
    ['was busy', BUSY],
    ['never had it', { kind: 'not_sent' }],
  ] as const) {
    test(`while it is handed over to a carrier that ${how} is taken back`, () => {
      const story = new Story({ plan: [SMS_PLAN] });
      story.handOver();
      cancel(story);
      story.answer(outcome);
      assert.deepEqual([story.message.status, story.codes()], [3007, [['sms', 3007]]]);
    });
  }

  test('while it is handed over to a carrier that refuses it ends as that, and no channel follows', () => {
    for (const [outcome, code] of [
      [REFUSED, 3042],
      [NOT_REACHABLE, 3055],
    ] as const) {
      const story = new Story();
      story.handOver();
      cancel(story);
      story.answer(outcome);
      assert.deepEqual([story.message.status, story.codes()], [code, [['rcs', code]]]);
    }
  });

  test('at an SMSC stays there, and its receipt says how it ends', () => {
    for (const [state, code] of [
      ['delivered', 3000],
      ['undeliverable', 3003],
    ] as const) {
      const story = new Story({ plan: [SMS_PLAN, RCS_PLAN] });
      story.send();
      assert.ok(cancel(story));
      assert.deepEqual([story.current().state, story.callbacks], ['submitted', 0]);
      story.report(1, state);
      assert.deepEqual([story.message.status, story.codes()], [code, [['sms', code]]]);
    }
  });

  test('at an SMSC without a receipt is given up at its deadline, and no channel follows', () => {
    const story = new Story({ plan: [SMS_PLAN, RCS_PLAN] });
    story.send();
    cancel(story);
    story.waits(SMS_PLAN.fallbackAfterMs);
    assert.deepEqual([story.message.status, story.codes(), story.message.possibleDoubles], [3033, [['sms', 3033]], 0]);
  });

  test('when an SMSC may have it is not sent again: 3039, and a late receipt counts', () => {
    for (const isAnswered of [true, false]) {
      const story = new Story({ plan: [SMS_PLAN], messageType: 'OTP' });
      story.handOver();
      if (isAnswered) story.answer(UNKNOWN);
      cancel(story);
      if (!isAnswered) story.answer(UNKNOWN);
      assert.deepEqual([story.message.status, story.message.possibleDoubles], [3039, isAnswered ? 1 : 0]);
      story.report(1, 'delivered');
      assert.equal(story.message.status, 3000);
    }
  });

  test('of which an SMSC has one part is not sent whole: 3039', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    story.answer(ACCEPTED, BUSY);
    cancel(story);
    assert.equal(story.message.status, 3039);
  });

  test('when RBM may have it is withdrawn; when that finds nothing, nobody knows: 3039', () => {
    for (const [result, code] of [
      ['withdrawn', 3007],
      ['too_late', 3039],
      ['failed', 3039],
    ] as const) {
      const story = new Story();
      story.send(UNKNOWN);
      cancel(story);
      assert.equal(story.current().state, 'withdrawing');
      story.happens({ type: 'withdrawal', n: 1, result });
      assert.deepEqual([story.message.status, story.codes()], [code, [['rcs', code]]]);
    }
  });

  test('while it is withdrawn at its deadline has no next channel', () => {
    for (const [result, code] of [
      ['withdrawn', 3007],
      ['failed', 3033],
    ] as const) {
      const story = new Story();
      story.send();
      story.waits(RCS_PLAN.fallbackAfterMs);
      assert.ok(cancel(story));
      story.happens({ type: 'withdrawal', n: 1, result });
      assert.deepEqual(
        [story.message.status, story.codes(), story.message.possibleDoubles],
        [code, [['rcs', code]], 0],
      );
    }
  });

  test('is told of a revocation by RBM as on a last channel', () => {
    const story = new Story();
    story.send();
    cancel(story);
    story.report(1, 'ttl_revoked');
    assert.equal(story.message.status, CODE.expired);
  });
});

describe('a call that is cancelled', () => {
  test('before it was placed ends 108', () => {
    const story = new Story({ kind: 'call', plan: [CALL] });
    cancel(story);
    assert.equal(callCode(story.message), 108);
    assert.equal(story.callbacks, 1);
  });

  test('stays under way until it is over: then it is 108, or whatever it came to', () => {
    for (const [state, code] of [
      ['cancelled', 108],
      ['busy', 107],
      ['delivered', 100],
    ] as const) {
      const story = new Story({ kind: 'call', plan: [CALL] });
      story.handOver('calls');
      assert.ok(cancel(story));
      assert.deepEqual([story.current().state, callCode(story.message)], ['sending', 103]);
      story.report(1, state);
      assert.equal(callCode(story.message), code);
    }
  });

  test('is hung up by a cancel alone, never by its deadline: then it is in doubt', () => {
    const story = new Story({ kind: 'call', plan: [CALL] });
    // A carrier that can take something back.
    story.handOver('rcs-1');
    story.waits(CALL.fallbackAfterMs);
    assert.deepEqual([callCode(story.message), story.message.attempts[0]?.state], [106, 'done']);
    const waiting = new Story({ kind: 'call', plan: [CALL] });
    waiting.handOver('rcs-1');
    waiting.answer(BUSY);
    waiting.waits(CALL.fallbackAfterMs);
    assert.deepEqual([callCode(waiting.message), waiting.message.attempts[0]?.state], [106, 'done']);
  });

  test('and of which nobody hears again is in doubt, as any: 106', () => {
    const story = new Story({ kind: 'call', plan: [CALL] });
    story.handOver('calls');
    cancel(story);
    story.answer(UNKNOWN);
    assert.equal(callCode(story.message), 106);
  });
});

describe('a message that its batch holds back', () => {
  test('stays ready, and leaves when it is let go on, with the time that it then has', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.isHeldBack = true;
    assert.ok(story.handOver());
    const { state, tries, retryAt, deadlineAt } = story.current();
    assert.deepEqual([state, tries, deadlineAt, story.callbacks], ['ready', 0, null, 0]);
    assert.deepEqual([retryAt, story.message.dueAt], [START + 3_600_000, START + 3_600_000]);
    assert.ok(!story.handOver(), 'it is not its time');
    story.isHeldBack = false;
    story.at += 60_000;
    assert.ok(story.happens({ type: 'let_go' }));
    assert.ok(!story.happens({ type: 'let_go' }), 'nothing holds it back any more');
    assert.equal(story.message.dueAt, story.at);
    assert.ok(story.handOver());
    assert.equal(story.current().deadlineAt, story.at + SMS_PLAN.fallbackAfterMs);
  });

  test('falls back to no channel, and is not let go on from where a carrier made it wait', () => {
    const story = new Story();
    story.send(NOT_REACHABLE);
    story.isHeldBack = true;
    assert.ok(story.handOver());
    assert.deepEqual([story.current().channel, story.current().state, story.current().tries], ['sms', 'ready', 0]);
    story.isHeldBack = false;
    story.at += 3_600_000;
    story.happens({ type: 'due' });
    story.send({ kind: 'retry_later', why: 'temporary', reason: 'status 0x08', afterMs: 5_000 });
    assert.equal(story.current().state, 'ready');
    assert.ok(!story.happens({ type: 'let_go' }));
  });

  test('ends when it is taken back', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.isHeldBack = true;
    story.handOver();
    story.happens({ type: 'cancel' });
    assert.deepEqual([story.message.status, story.message.dueAt], [CODE.cancelled, null]);
  });
});
