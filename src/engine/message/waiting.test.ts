/** What waits for a time: messages for their `sendAt`, and channels for the end of quiet hours. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ACCEPTED, NOT_REACHABLE, START, Story } from '../../../test/support/engine/story.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { CODE } from './codes.ts';
import { countsFrom, readyAttempt, sendAtOf } from './message.ts';

const BUSY = { kind: 'retry_later', why: 'busy', reason: 'throttled' } as const;

describe('a message with a time', () => {
  test('is not handed over before, and its deadline counts from its hand-over', () => {
    const sendAt = START + HOUR_MS;
    const story = new Story({ sendAt });
    assert.equal(story.message.status, CODE.inProgress);
    assert.equal(story.message.dueAt, sendAt);
    assert.equal(sendAtOf(story.message), sendAt);
    assert.equal(countsFrom(story.message), sendAt);
    assert.equal(readyAttempt(story.message, sendAt - 1), undefined);
    story.at = sendAt - 1;
    assert.equal(story.handOver(), false);
    story.at = sendAt + 5;
    assert.ok(story.handOver());
    assert.equal(story.current().deadlineAt, sendAt + 5 + RCS_PLAN.fallbackAfterMs);
  });

  test('that is looked at before is due at its time', () => {
    const story = new Story({ sendAt: START + HOUR_MS });
    story.message.dueAt = START + 1_000;
    assert.ok(story.waits(1_000));
    assert.equal(story.message.dueAt, START + HOUR_MS);
  });

  test('that is cancelled before is over at once', () => {
    const story = new Story({ sendAt: START + HOUR_MS });
    assert.ok(story.happens({ type: 'cancel' }));
    assert.equal(story.message.status, CODE.cancelled);
    assert.equal(story.message.dueAt, null);
  });

  test('goes past its first channel at once, and waits for the time of the second', () => {
    const sendAt = START + HOUR_MS;
    const story = new Story({ sendAt, plan: [{ ...RCS_PLAN, skip: 'not_supported' }, SMS_PLAN] });
    assert.equal(story.message.dueAt, sendAt);
    assert.equal(story.handOver(), false);
    story.at = sendAt;
    assert.ok(story.handOver());
  });

  test('whose account was suspended meanwhile ends, on all channels', () => {
    const story = new Story({ sendAt: START + HOUR_MS });
    story.at += HOUR_MS;
    story.isSuspended = true;
    assert.ok(story.handOver());
    assert.equal(story.message.status, CODE.suspended);
    assert.notEqual(story.message.finalAt, null);
    assert.deepEqual(
      story.message.attempts.map(({ code, tries }) => [code, tries]),
      [
        [CODE.suspended, 0],
        [CODE.suspended, 0],
      ],
    );
  });
});

describe('quiet hours', () => {
  test('keep a message that comes in them, and no deadline begins', () => {
    const story = new Story({}, false, START + HOUR_MS);
    assert.equal(story.message.dueAt, START + HOUR_MS);
    assert.equal(story.handOver(), false);
    story.at += HOUR_MS;
    story.quietUntil = null;
    assert.ok(story.handOver());
    assert.equal(story.current().handedOverAt, START + HOUR_MS);
  });

  test('keep one whose time comes in them', () => {
    const story = new Story({ sendAt: START + HOUR_MS });
    story.quietUntil = START + 3 * HOUR_MS;
    assert.ok(story.waits(HOUR_MS));
    assert.equal(story.message.dueAt, START + 3 * HOUR_MS);
    assert.equal(story.handOver(), false);
    assert.equal(story.callbacks, 0);
  });

  test('do not keep one whose time comes after them', () => {
    const story = new Story({ sendAt: START + 2 * HOUR_MS }, false, START + HOUR_MS);
    assert.equal(story.message.dueAt, START + 2 * HOUR_MS);
  });

  test('keep the next channel when the one before fails in them', () => {
    const story = new Story();
    assert.ok(story.handOver());
    story.quietUntil = START + HOUR_MS;
    assert.ok(story.answer(NOT_REACHABLE));
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.dueAt, START + HOUR_MS);
    assert.equal(story.handOver(), false);
    story.at += HOUR_MS;
    story.quietUntil = null;
    assert.ok(story.handOver());
    assert.equal(story.current().deadlineAt, story.at + SMS_PLAN.fallbackAfterMs);
  });

  test('keep what waited for room when they began, whoever takes it up', () => {
    const waits = (takeUp: (story: Story) => boolean) => {
      const story = new Story({ plan: [SMS_PLAN] });
      story.happens({ type: 'waiting', n: 1, until: START + 6 * HOUR_MS });
      story.at += MINUTE_MS;
      story.quietUntil = START + HOUR_MS;
      assert.ok(takeUp(story));
      assert.equal(story.current().state, 'ready');
      assert.equal(story.current().tries, 0);
      assert.equal(story.message.dueAt, START + HOUR_MS);
    };
    waits((story) => story.handOver());
    waits((story) => story.happens({ type: 'due' }));
    waits((story) => story.happens({ type: 'unreachable', n: 1, reason: 'down' }));
  });

  test('keep what a carrier had no room for, until the deadline', () => {
    const story = new Story();
    story.send(BUSY);
    story.quietUntil = START + HOUR_MS;
    assert.ok(story.waits(MINUTE_MS));
    const { deadlineAt } = story.current();
    assert.equal(story.message.dueAt, deadlineAt);
    story.at = deadlineAt ?? 0;
    assert.ok(story.happens({ type: 'due' }));
    assert.equal(story.current().channel, 'sms');
    assert.equal(story.message.dueAt, START + HOUR_MS);
  });

  test('do not keep the rest of a text of which a part has left', () => {
    const story = new Story({ plan: [SMS_PLAN] });
    assert.ok(story.handOver('sms-1', 2));
    story.answer(ACCEPTED, BUSY);
    story.quietUntil = START + HOUR_MS;
    story.at += MINUTE_MS;
    assert.ok(story.handOver());
    assert.equal(story.current().state, 'sending');
  });
});
