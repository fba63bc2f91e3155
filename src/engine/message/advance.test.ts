import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ACCEPTED, NOT_REACHABLE, REFUSED, START, Story, UNKNOWN } from '../../../test/support/engine/story.ts';
import { createDice, type Dice } from '../../../test/support/random.ts';
import type { Outcome } from '../../carriers/carrier.ts';
import { advance } from './advance.ts';
import { mayHaveLeft } from './attempt.ts';
import { CODE, meansDelivered } from './codes.ts';
import {
  type ChannelPlan,
  type Event,
  type Message,
  type Moment,
  readyAttempt,
  sendAtOf,
  shownAttempts,
} from './message.ts';

const SKIPPED: ChannelPlan = { ...RCS_PLAN, skip: 'not_supported' };
const SKIPPING_PLANS = [[SKIPPED, SMS_PLAN], [SMS_PLAN, SKIPPED], [SKIPPED]];

describe('a channel that is skipped', () => {
  test('ends at once with 3055, is told, and the next one is ready', () => {
    const story = new Story({ plan: [SKIPPED, SMS_PLAN] });
    assert.deepEqual(story.codes(), [
      ['rcs', 3055],
      ['sms', 3001],
    ]);
    assert.equal(story.callbacks, 1);
    assert.deepEqual(
      [story.message.status, story.message.lastChannel, story.current().state, story.current().n],
      [3001, 'sms', 'ready', 2],
    );
    assert.equal(shownAttempts(story.message).length, 2);
    story.send();
    story.report(2, 'delivered');
    assert.deepEqual([story.message.status, story.callbacks], [3000, 2]);
  });

  test('behind one that failed ends the message when it is the last', () => {
    const story = new Story({ plan: [SMS_PLAN, SKIPPED] });
    assert.equal(story.callbacks, 0);
    story.send(REFUSED);
    assert.deepEqual(story.codes(), [
      ['sms', 3042],
      ['rcs', 3055],
    ]);
    assert.deepEqual([story.message.status, story.message.dueAt, story.callbacks], [3055, null, 1]);
  });

  test('is blocked like the others where the recipient has opted out', () => {
    const story = new Story({ plan: [SKIPPED, SMS_PLAN] }, true);
    assert.deepEqual([story.message.status, story.codes()[0], story.callbacks], [3046, ['rcs', 3046], 1]);
  });
});

describe('the cascade', () => {
  test('a card that is delivered ends the message', () => {
    const story = new Story();
    story.send();
    assert.equal(story.callbacks, 0, 'nobody is told of the first 3001');
    story.report(1, 'delivered');
    assert.equal(story.message.status, CODE.delivered);
    assert.equal(story.message.lastChannel, 'rcs');
    assert.equal(story.message.dueAt, null);
    assert.equal(story.callbacks, 1);
  });

  test('read is told once more: 3005 on the channel and overall, and nothing takes it back', () => {
    const story = new Story();
    story.send();
    story.report(1, 'delivered');
    const { finalAt } = story.message;
    assert.equal(story.message.status, 3000);
    story.at += 60_000;
    story.report(1, 'read');
    assert.deepEqual(story.codes(), [['rcs', 3005]]);
    assert.equal(story.message.status, 3005);
    assert.equal(story.message.finalAt, finalAt, 'it is final since it was delivered');
    assert.equal(story.callbacks, 2);
    for (const late of ['delivered', 'read', 'undeliverable'] as const)
      assert.equal(story.report(1, late), false, late);
  });

  test('a read that overtakes its receipt says both at once', () => {
    const story = new Story();
    story.send();
    story.report(1, 'read');
    assert.deepEqual([story.message.status, story.codes()], [3005, [['rcs', 3005]]]);
    assert.equal(story.callbacks, 1);
    assert.equal(story.report(1, 'delivered'), false);
  });

  test('a card that is read after the text was delivered makes the message read, on rcs', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.happens({ type: 'withdrawal', n: 1, result: 'failed' });
    story.send();
    story.report(2, 'delivered');
    story.report(1, 'delivered');
    assert.deepEqual([story.message.status, story.message.lastChannel], [3000, 'sms']);
    story.report(1, 'read');
    assert.deepEqual([story.message.status, story.message.lastChannel], [3005, 'rcs']);
  });

  test('a recipient who cannot be reached gets the next channel at once', () => {
    const story = new Story();
    story.send(NOT_REACHABLE);
    assert.deepEqual(story.codes(), [
      ['rcs', CODE.notSupported],
      ['sms', CODE.inProgress],
    ]);
    assert.equal(story.message.dueAt, story.at);
    assert.equal(story.callbacks, 1);
  });

  test('a refusal for good gets the next channel at once', () => {
    const story = new Story();
    story.send(REFUSED);
    assert.equal(story.codes()[0]?.[1], CODE.rejected);
    assert.equal(story.current().channel, 'sms');
  });

  test('in transit is never final', () => {
    const story = new Story();
    story.send();
    assert.equal(story.report(1, 'in_transit'), false);
    assert.equal(story.current().state, 'submitted');
  });

  for (const [state, code] of [
    ['expired', CODE.expired],
    ['undeliverable', CODE.undeliverable],
    ['unknown', CODE.unknown],
    ['rejected', CODE.rejected],
    ['deleted', CODE.rejected],
    ['ttl_revoked', CODE.fallbackTimePassed],
  ] as const) {
    test(`a receipt that says ${state} gets the next channel, and ends the last one with ${code}`, () => {
      const story = new Story();
      story.send();
      story.report(1, state);
      assert.equal(story.codes()[0]?.[1], code);
      assert.equal(story.current().channel, 'sms');
      story.send();
      story.report(2, state);
      assert.equal(story.message.status, state === 'ttl_revoked' ? CODE.expired : code);
      assert.equal(story.message.possibleDoubles, 0);
    });
  }

  test('a revocation that failed gets the next channel and counts as a possible double', () => {
    const story = new Story();
    story.send();
    story.report(1, 'ttl_revoke_failed');
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.possibleDoubles, 1);
  });
});

describe('the deadline', () => {
  test('is counted from the first hand-over and never moves', () => {
    const story = new Story();
    story.handOver();
    story.answer({ kind: 'retry_later', why: 'busy', reason: '429' });
    assert.equal(story.current().code, CODE.busy);
    const { deadlineAt } = story.current();
    story.at += 60_000;
    story.handOver();
    assert.equal(story.current().deadlineAt, deadlineAt);
    assert.equal(deadlineAt, START + RCS_PLAN.fallbackAfterMs);
  });

  test('takes the card back, then sends the text', () => {
    const story = new Story();
    story.send();
    assert.ok(story.waits(RCS_PLAN.fallbackAfterMs));
    assert.equal(story.current().state, 'withdrawing');
    assert.deepEqual(story.codes(), [['rcs', CODE.fallbackTimePassed]]);
    story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' });
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.possibleDoubles, 0);
    assert.equal(story.callbacks, 1);
  });

  test('a card that was delivered already is not doubled: 3000 with its receipt', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
    assert.equal(story.current().state, 'awaiting');
    story.report(1, 'delivered');
    assert.equal(story.message.status, CODE.delivered);
    assert.deepEqual(story.codes(), [['rcs', CODE.delivered]]);
  });

  test('a card that was delivered already is 3000 after 30 s without a receipt', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
    assert.equal(story.waits(29_999), false);
    assert.equal(story.waits(1), true);
    assert.equal(story.message.status, CODE.delivered);
  });

  test('"delivered already" after an answer that was lost gets the next channel', () => {
    const story = new Story();
    story.send(UNKNOWN);
    story.waits(RCS_PLAN.fallbackAfterMs);
    assert.equal(story.current().state, 'withdrawing');
    story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.possibleDoubles, 1);
  });

  test('a withdrawal that is not answered for 5 s gets the next channel and counts as a possible double', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.waits(5_000);
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.possibleDoubles, 1);
  });

  test('a late receipt of the first channel ends the message as long as the second has not', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' });
    story.send();
    story.report(1, 'delivered');
    assert.equal(story.message.status, CODE.delivered);
    assert.equal(story.message.lastChannel, 'rcs');
    story.report(2, 'delivered');
    assert.deepEqual(story.codes(), [
      ['rcs', CODE.delivered],
      ['sms', CODE.delivered],
    ]);
    assert.equal(story.message.lastChannel, 'rcs');
  });

  test('a late receipt before the second channel is sent keeps it from being sent', () => {
    const story = new Story();
    story.send();
    story.waits(RCS_PLAN.fallbackAfterMs);
    story.happens({ type: 'withdrawal', n: 1, result: 'withdrawn' });
    story.report(1, 'delivered');
    assert.equal(readyAttempt(story.message, story.at), undefined);
    const event: Event = {
      type: 'handed_over',
      n: 2,
      tryNumber: 1,
      carrier: 'sms-1',
      partCount: 1,
      answerBy: story.at + 1,
    };
    assert.equal(story.happens(event), false);
    assert.deepEqual(
      shownAttempts(story.message).map(({ channel }) => channel),
      ['rcs'],
    );
  });

  test('on the last channel gives the message up with 3033, and a later receipt still makes it 3000', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.send();
    story.waits(SMS_PLAN.fallbackAfterMs);
    assert.equal(story.message.status, CODE.expired);
    story.report(1, 'delivered');
    assert.equal(story.message.status, CODE.delivered);
  });

  describe('of a card on the last channel', () => {
    function expired(outcome: Outcome = ACCEPTED): Story {
      const story = new Story({ plan: [RCS_PLAN] });
      story.send(outcome);
      story.waits(RCS_PLAN.fallbackAfterMs);
      assert.deepEqual([story.current().state, story.codes()], ['withdrawing', [['rcs', 3033]]]);
      assert.equal(story.message.status, 3001, 'it may have been delivered');
      assert.equal(story.callbacks, 1);
      return story;
    }

    for (const result of ['withdrawn', 'failed'] as const) {
      test(`ends 3033 when taking it back ${result === 'withdrawn' ? 'succeeds' : 'fails'}, which is no double`, () => {
        const story = expired();
        story.happens({ type: 'withdrawal', n: 1, result });
        assert.deepEqual([story.message.status, story.callbacks, story.message.possibleDoubles], [3033, 2, 0]);
        story.report(1, 'delivered');
        assert.equal(story.message.status, 3000, 'a receipt that comes all the same');
      });
    }

    test('ends 3033 when taking it back is not answered for 5 s', () => {
      const story = expired();
      story.waits(5_000);
      assert.deepEqual([story.message.status, story.message.possibleDoubles], [3033, 0]);
    });

    test('ends 3000 when it was delivered already, with its receipt or after 30 s', () => {
      for (const receipt of [true, false]) {
        const story = expired();
        story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
        assert.equal(receipt ? story.report(1, 'delivered') : story.waits(30_000), true);
        assert.equal(story.message.status, 3000);
      }
    });

    test('is taken back also when its answer was lost', () => {
      const story = expired(UNKNOWN);
      story.happens({ type: 'withdrawal', n: 1, result: 'too_late' });
      assert.equal(story.message.status, 3033, 'it may never have arrived');
    });
  });

  test('a carrier that cannot be reached until the deadline leaves 3043 and the next channel', () => {
    const story = new Story();
    story.happens({ type: 'unreachable', n: 1, reason: 'down' });
    assert.equal(story.current().code, CODE.unreachable);
    assert.equal(story.message.dueAt, START + RCS_PLAN.fallbackAfterMs);
    story.waits(RCS_PLAN.fallbackAfterMs);
    assert.deepEqual(story.codes(), [
      ['rcs', CODE.unreachable],
      ['sms', CODE.inProgress],
    ]);
  });
});

describe('an answer that is lost', () => {
  test('RCS is sent again under the same id, and that is no double', () => {
    const story = new Story();
    const { id } = story.current();
    story.send(UNKNOWN);
    assert.equal(story.current().state, 'ready');
    story.at += 1_000;
    assert.ok(story.handOver());
    assert.equal(story.current().id, id);
    assert.equal(story.message.possibleDoubles, 0);
  });

  for (const messageType of ['OTP', 'ARN'] as const) {
    test(`a text of type ${messageType} is sent again and counted`, () => {
      const story = new Story({ plan: [SMS_PLAN], messageType });
      story.send(UNKNOWN);
      story.at += 1_000;
      assert.ok(story.handOver());
      assert.equal(story.message.possibleDoubles, 1);
    });
  }

  test('a carrier that never answers gets a text ever less often, however often it was busy before', () => {
    const story = new Story({ plan: [SMS_PLAN], messageType: 'OTP' });
    for (let times = 0; times < 20; times += 1) story.send({ kind: 'retry_later', why: 'busy', reason: '0x58' });
    const sentAt: number[] = [];
    while (story.at < START + 3_600_000) {
      sentAt.push((story.at - START) / 1_000);
      story.send(UNKNOWN);
      story.at = story.current().retryAt ?? Number.POSITIVE_INFINITY;
    }
    assert.deepEqual(sentAt, [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_623, 2_223, 2_823, 3_423]);
    assert.equal(story.message.possibleDoubles, sentAt.length);
  });

  test('a text of type MKT is not sent again: 3039', () => {
    const story = new Story({ plan: [SMS_PLAN], messageType: 'MKT' });
    story.send(UNKNOWN);
    assert.equal(story.message.status, CODE.unknown);
    assert.equal(story.message.possibleDoubles, 0);
  });

  test('a call is not placed again, whatever it is for: 3039', () => {
    const content = { type: 'voice_prompt', language: 'de', text: '', extensionKeys: '', pressFirst: false } as const;
    const call = { channel: 'voice', fallbackAfterMs: 600_000, sender: null, content } as const;
    for (const messageType of ['OTP', 'ARN', 'MKT'] as const) {
      const story = new Story({ kind: 'call', plan: [call], messageType });
      story.send(UNKNOWN);
      assert.equal(story.message.status, CODE.unknown);
      assert.equal(story.message.possibleDoubles, 0);
    }
  });

  test('of a text in parts only the part in doubt is sent again', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 3);
    story.answer(ACCEPTED, UNKNOWN, { kind: 'not_sent' });
    assert.deepEqual(
      story.current().parts.map(({ state }) => state),
      ['accepted', 'unsent', 'unsent'],
    );
    story.at += 1_000;
    story.handOver('sms-1', 3);
    assert.deepEqual(
      story.current().parts.map(({ state }) => state),
      ['accepted', 'sending', 'sending'],
    );
  });

  test('a mark without an answer comes due and is in doubt', () => {
    const story = new Story({ plan: [SMS_PLAN], messageType: 'OTP' });
    story.handOver();
    assert.ok(story.waits(20_000));
    assert.equal(story.current().state, 'ready');
    assert.equal(story.message.possibleDoubles, 1);
  });

  test('a receipt for the part in doubt answers for it', () => {
    const story = new Story({ plan: [SMS_PLAN], messageType: 'OTP' });
    story.send(UNKNOWN);
    assert.ok(story.report(1, 'delivered'));
    assert.equal(story.message.status, CODE.delivered);
    assert.equal(readyAttempt(story.message, story.at + 60_000), undefined);
  });
});

describe('a text in parts', () => {
  const acceptedAs = (remoteId: string): Outcome => ({ kind: 'accepted', remoteId, keys: [remoteId] });

  test('is delivered when all its parts are', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    story.answer(acceptedAs('r1'), acceptedAs('r2'));
    story.report(1, 'delivered', 1);
    assert.equal(story.message.status, CODE.inProgress);
    story.report(1, 'delivered', 0);
    assert.equal(story.message.status, CODE.delivered);
  });

  test('fails as soon as one part finally fails', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    story.answer(acceptedAs('r1'), acceptedAs('r2'));
    story.report(1, 'delivered', 1);
    story.report(1, 'undeliverable', 0);
    assert.equal(story.message.status, CODE.undeliverable);
  });

  test('that got one id for all of them is delivered by one receipt', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 3);
    story.answer(acceptedAs('r1'), acceptedAs('r1'), acceptedAs('r1'));
    assert.ok(story.report(1, 'delivered', 2));
    assert.equal(story.message.status, CODE.delivered);
    assert.ok(!story.report(1, 'delivered', 2), 'the receipts of the other parts say nothing new');
    assert.ok(!story.report(1, 'undeliverable', 2));
    assert.equal(story.message.status, CODE.delivered);
  });

  test('is not delivered by one receipt where its ids are empty', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    story.answer(acceptedAs(''), acceptedAs(''));
    story.report(1, 'delivered', 1);
    assert.equal(story.message.status, CODE.inProgress);
  });

  const BUSY: Outcome = { kind: 'retry_later', why: 'busy', reason: '0x58', afterMs: 1_000 };
  const REASON = 'not_reachable: 404';

  for (const [other, outcome] of [
    ['is busy', BUSY],
    ['is refused', REFUSED],
    ['gets no answer', UNKNOWN],
    ['is taken', ACCEPTED],
  ] as const) {
    test(`of which one part cannot be reached and the other ${other} is 3055, in either order`, () => {
      const answers = [NOT_REACHABLE, outcome].map((each, part) => ({ part, outcome: each }));
      for (const inOrder of [answers, answers.toReversed()]) {
        for (const events of [[inOrder], inOrder.map((each) => [each])]) {
          const story = new Story({ plan: [SMS_PLAN] });
          story.handOver('sms-1', 2);
          for (const those of events) story.happens({ type: 'answered', n: 1, tryNumber: 1, answers: those });
          assert.deepEqual([story.message.status, story.message.attempts[0]?.reason], [3055, REASON]);
        }
      }
    });
  }

  test('of which one part cannot be reached is 3055, whatever words come in between', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    assert.ok(story.answer(NOT_REACHABLE));
    story.happens({ type: 'report', n: 1, part: 1, state: 'in_transit', reason: 'refused: nothing' });
    story.happens({ type: 'answered', n: 1, tryNumber: 1, answers: [{ part: 1, outcome: ACCEPTED }] });
    assert.equal(story.message.status, 3055);
  });

  test('one part refused and one busy, in either order, is 3042', () => {
    for (const outcomes of [
      [REFUSED, BUSY],
      [BUSY, REFUSED],
    ]) {
      const story = new Story({ plan: [SMS_PLAN] });
      story.handOver('sms-1', 2);
      story.answer(...outcomes);
      assert.deepEqual([story.message.status, story.message.attempts[0]?.reason], [3042, 'refused: status 0x45']);
    }
  });

  test('is decided when the last part is answered, by what all of them said', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    story.handOver('sms-1', 2);
    assert.ok(story.answer(REFUSED));
    assert.equal(story.current().state, 'sending');
    story.happens({ type: 'answered', n: 1, tryNumber: 1, answers: [{ part: 1, outcome: ACCEPTED }] });
    assert.equal(story.message.status, CODE.rejected);
  });
});

describe('a recipient who has opted out', () => {
  test('gets nothing on any channel: 3046', () => {
    const story = new Story({ messageType: 'MKT' }, true);
    assert.equal(story.message.status, CODE.optedOut);
    assert.equal(story.callbacks, 1);
  });

  test('and a block that comes before the hand-over is in time', () => {
    const story = new Story({ messageType: 'MKT' });
    story.optedOut = true;
    assert.ok(story.handOver());
    assert.equal(story.message.status, CODE.optedOut);
    assert.deepEqual(story.codes(), [
      ['rcs', CODE.optedOut],
      ['sms', CODE.optedOut],
    ]);
  });
});

describe('a passing fault', () => {
  test('is tried three times with one carrier, then with another, then no route is left', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    for (let count = 0; count < 3; count += 1) {
      story.at += 10_000;
      assert.ok(story.handOver());
      story.answer({ kind: 'retry_later', why: 'temporary', reason: 'status 0x08' });
    }
    assert.deepEqual(story.current().carriersTried, ['sms-1']);
    story.happens({ type: 'no_route', n: 1, why: 'exhausted' });
    assert.equal(story.message.status, CODE.busy);
  });
});

/** What must be true after any event, whatever came before. */
/** Rules 14 and 15. */
function checkTimes(before: Message, after: Message, { at, quietUntil, isHeldBack }: Moment, event: string): void {
  for (const attempt of after.attempts) {
    const was = before.attempts[attempt.n - 1];
    if (attempt.tries <= (was?.tries ?? 0)) continue;
    assert.ok(at >= (sendAtOf(before) ?? 0), `after ${event}`);
    assert.ok(!isHeldBack, `held back, after ${event}`);
    assert.ok(quietUntil === null || (was && mayHaveLeft(was)), `in quiet hours, after ${event}`);
  }
}

function checkRules(before: Message, after: Message, visible: boolean, event: string): void {
  const told = `after ${event}`;
  // 1
  const better: number[] = before.status === CODE.read ? [] : [CODE.delivered, CODE.read];
  if (before.status !== CODE.inProgress) assert.ok([before.status, ...better].includes(after.status), told);
  const isRead = after.attempts.some(({ code }) => code === CODE.read);
  assert.equal(after.status === CODE.read, isRead, told);
  // 2
  const underWay = after.attempts.filter(({ state }) => state !== 'done');
  if (after.finalAt === null) {
    assert.equal(underWay.length, 1, told);
    assert.equal(underWay[0], after.attempts.at(-1), told);
  }
  // 4
  if (meansDelivered(before.status)) assert.equal(tries(after), tries(before), told);
  for (const attempt of after.attempts) {
    const was = before.attempts[attempt.n - 1];
    if (!was) continue;
    // 3
    if (attempt.tries > was.tries) assert.ok(was.state === 'ready' && attempt.state === 'sending', told);
    // 5
    if (was.deadlineAt !== null) assert.equal(attempt.deadlineAt, was.deadlineAt, told);
    // 6
    if (was.code === CODE.read) assert.equal(attempt.code, CODE.read, told);
    if (was.code === CODE.delivered)
      assert.ok(
        [CODE.delivered, CODE.read].some((code) => code === attempt.code),
        told,
      );
    // 7
    was.parts.forEach((part, index) => {
      if (part.state === 'accepted' || part.state === 'delivered') {
        assert.notEqual(attempt.parts[index]?.state, 'sending', told);
      }
    });
  }
  // 12
  for (const { n, state, tries, code } of after.attempts) {
    if (after.plan[n - 1]?.skip === undefined) continue;
    assert.deepEqual([state, tries], ['done', 0], told);
    assert.ok(
      [CODE.notSupported, CODE.optedOut, CODE.suspended].some((each) => each === code),
      `${code} ${told}`,
    );
  }
  // 9
  assert.ok(after.possibleDoubles >= before.possibleDoubles, told);
  // 10
  const changed =
    before.status !== after.status ||
    after.attempts.some(({ code, n }) => code !== (before.attempts[n - 1]?.code ?? CODE.inProgress));
  assert.equal(visible, changed, told);
  // 11
  assert.equal(after.dueAt === null, after.finalAt !== null, told);
  assert.equal(after.finalAt !== null, after.status !== CODE.inProgress, told);
}

/** Rule 12, of a message that was cancelled before this event, or by it. */
function checkCancelled(before: Message, after: Message, event: string): void {
  const told = `after ${event}`;
  assert.equal(tries(after), tries(before), told);
  assert.equal(after.attempts.length, before.attempts.length, told);
  assert.equal(readyAttempt(after, Number.MAX_SAFE_INTEGER), undefined, told);
  const [was, is] = [before, after].map(({ attempts }) => attempts.at(-1)?.code);
  if (is === CODE.cancelled && was !== is) assert.equal(after.status, CODE.cancelled, told);
}

function tries(message: Message): number {
  return message.attempts.reduce((sum, attempt) => sum + attempt.tries, 0);
}

function randomOutcome(dice: Dice): Outcome {
  return dice.pick<Outcome>([
    ACCEPTED,
    ACCEPTED,
    UNKNOWN,
    REFUSED,
    NOT_REACHABLE,
    { kind: 'retry_later', why: 'busy', reason: 'busy' },
    { kind: 'retry_later', why: 'temporary', reason: 'temporary' },
    { kind: 'retry_later', why: 'unreachable', reason: 'down', afterMs: 500 },
    { kind: 'not_sent' },
  ]);
}

function randomEvent(story: Story, dice: Dice): Event {
  const { message, at } = story;
  const n = 1 + dice.below(message.attempts.length);
  const attempt = message.attempts[n - 1];
  const tryNumber = Math.max(0, (attempt?.tries ?? 0) + dice.pick([0, 0, 0, -1, 1]));
  const part = dice.below(Math.max(1, attempt?.parts.length ?? 1));
  return dice.pick<Event>([
    {
      type: 'handed_over',
      n,
      tryNumber: tryNumber + 1,
      carrier: `${attempt?.channel}-1`,
      partCount: 1 + dice.below(3),
      answerBy: at + 5_000,
    },
    {
      type: 'handed_over',
      n,
      tryNumber: (attempt?.tries ?? 0) + 1,
      carrier: `${attempt?.channel}-1`,
      partCount: 2,
      answerBy: at + 5_000,
    },
    { type: 'answered', n, tryNumber, answers: [{ part, outcome: randomOutcome(dice) }] },
    {
      type: 'answered',
      n,
      tryNumber,
      answers: (attempt?.parts ?? []).map((_, index) => ({ part: index, outcome: randomOutcome(dice) })),
    },
    { type: 'unreachable', n, reason: 'down' },
    { type: 'waiting', n, until: at + dice.below(100_000) },
    { type: 'no_route', n, why: dice.pick(['none', 'exhausted'] as const) },
    {
      type: 'report',
      n,
      part,
      reason: null,
      state: dice.pick([
        'in_transit',
        'delivered',
        'read',
        'expired',
        'undeliverable',
        'rejected',
        'deleted',
        'unknown',
        'ttl_revoked',
        'ttl_revoke_failed',
      ] as const),
    },
    { type: 'withdrawal', n, result: dice.pick(['withdrawn', 'too_late', 'failed'] as const) },
    { type: 'due' },
    { type: 'due' },
    ...(dice.chance(0.3) ? [{ type: 'cancel' } as const] : []),
    ...(dice.chance(0.5) ? [{ type: 'let_go' } as const] : []),
  ]);
}

test('20,000 random orders of events keep every rule', () => {
  const dice = createDice(20_261_121);
  const finals = new Map<number, number>();
  for (let run = 0; run < 20_000; run += 1) {
    const story = new Story({
      messageType: dice.pick(['OTP', 'ARN', 'MKT'] as const),
      plan: dice.pick([[RCS_PLAN, SMS_PLAN], [SMS_PLAN, RCS_PLAN], [SMS_PLAN], [RCS_PLAN], ...SKIPPING_PLANS]),
      ...(dice.chance(0.2) ? { sendAt: START + dice.pick([0, 5_000, 300_000]) } : {}),
    });
    let isCancelled = false;
    for (let step = 0; step < 24; step += 1) {
      if (dice.chance(0.4)) story.at += dice.pick([1, 1_000, 5_000, 30_000, 300_000, 86_400_000]);
      story.optedOut = story.message.optOutApplies && dice.chance(0.02);
      story.isSuspended = dice.chance(0.01);
      story.isHeldBack = dice.chance(0.1);
      story.quietUntil = dice.chance(0.1) ? story.at + dice.pick([1_000, 60_000, 3_600_000]) : null;
      const event = randomEvent(story, dice);
      // The message that goes in is left alone: to change it would throw.
      const before = frozen(story.message);
      const { message, applied, visible } = advance(before, event, story.moment());
      if (!applied) assert.equal(message, before);
      const happened = `${event.type} in run ${run}, step ${step}`;
      checkRules(before, message, visible, happened);
      checkTimes(before, message, story.moment(), happened);
      isCancelled ||= event.type === 'cancel';
      if (isCancelled) checkCancelled(before, message, happened);
      story.message = message;
    }
    finals.set(story.message.status, (finals.get(story.message.status) ?? 0) + 1);
  }
  // The orders reach every end, or they would prove little.
  for (const code of [
    CODE.delivered,
    CODE.read,
    CODE.rejected,
    CODE.busy,
    CODE.unreachable,
    CODE.expired,
    CODE.undeliverable,
    CODE.optedOut,
    CODE.unknown,
    CODE.notSupported,
    CODE.cancelled,
    CODE.suspended,
  ]) {
    assert.ok((finals.get(code) ?? 0) > 0, `some message ends with ${code}`);
  }
});

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
