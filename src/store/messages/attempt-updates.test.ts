import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { begin } from '../../engine/message/begin.ts';
import type { Attempt, Message } from '../../engine/message/message.ts';
import { createLog } from '../../lib/log.ts';
import type { Transaction } from '../database.ts';
import { ensurePartitions } from '../schema/partitions.ts';
import type { AttemptOf } from './message-rows.ts';
import { findMessage, insertAttempts, insertMessages, updateAttempts } from './messages.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

/** As it is once it was handed over. */
const SENT: Partial<Attempt> = {
  carrier: 'sms-1',
  state: 'sending',
  tries: 1,
  parts: [{ state: 'sending', remoteId: null }],
  handedOverAt: NOW,
  deadlineAt: NOW + 60_000,
};

/** All that may change, each to something that it was not. */
const CHANGES = {
  carrier: 'sms-2',
  carriersTried: ['sms-1', ''],
  state: 'submitted',
  code: 3007,
  tries: 2,
  temporaryFailures: 3,
  parts: [{ state: 'sending', remoteId: null, inDoubt: true }],
  handedOverAt: NOW + 1,
  deadlineAt: null,
  retryAt: NOW + 2,
  reason: 'a word',
} satisfies Omit<Attempt, 'n' | 'id' | 'channel' | 'sender' | 'updatedAt'>;

const FIELDS = Object.keys(CHANGES) as ReadonlyArray<keyof typeof CHANGES>;

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock(NOW);
  const { ids } = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  await ensurePartitions(db, NOW, NOW);
  /** In bucket 0: a transaction is of one lane. */
  const sent = async (count: number): Promise<Message[]> => {
    const messages = Array.from({ length: count }, () => {
      const moment = { at: NOW, optedOut: false, canWithdraw: () => false };
      const { message } = begin(newMessage(ids.next(0), { plan: [SMS_PLAN] }), moment);
      Object.assign(message.attempts[0] ?? {}, SENT);
      return message;
    });
    await db.transaction(async (tx) => {
      await insertMessages(
        tx,
        messages.map((message) => ({ message, queue: null, owner: null, version: 0, heldUntil: null })),
      );
      await insertAttempts(tx, messages.map(attemptOf));
    });
    return messages;
  };
  const texts: string[] = [];
  const update = (changes: ReadonlyArray<readonly [Message, Partial<Attempt>]>): Promise<Attempt[]> =>
    db.transaction(async (tx) => {
      const noting: Transaction = {
        commitBehind: () => tx.commitBehind(),
        query: (text, values, planning) => {
          texts.push(text);
          return tx.query(text, values, planning);
        },
      };
      const moved = changes.map(([message, change]) => {
        const { messageId, attempt: before } = attemptOf(message);
        return { messageId, before, attempt: { ...before, ...change, updatedAt: before.updatedAt + 1 } };
      });
      assert.equal(await updateAttempts(noting, moved, [0]), moved.length);
      return moved.map(({ attempt }) => attempt);
    });
  const stored = async (messages: readonly Message[]) => {
    const found = await Promise.all(messages.map(({ id }) => findMessage(db, id)));
    return found.map((message) => message?.attempts[0]);
  };
  return { sent, update, stored, texts };
}

function attemptOf(message: Message): AttemptOf {
  const [attempt] = message.attempts;
  if (!attempt) throw new RangeError('a message has an attempt');
  return { messageId: message.id, attempt };
}

test('whatever changes in an attempt is stored, by itself and beside others that change otherwise', async (t) => {
  const { sent, update, stored } = await rig(t);
  const alone = await sent(FIELDS.length);
  const expected: Attempt[] = [];
  for (const [index, message] of alone.entries()) {
    expected.push(...(await update([[message, pick(FIELDS[index])]])));
  }
  assert.deepEqual(await stored(alone), expected);
  const together = await sent(FIELDS.length);
  const written = await update(together.map((message, index) => [message, pick(FIELDS[index])]));
  assert.deepEqual(await stored(together), written);
  for (const [index, attempt] of written.entries()) {
    const field = FIELDS[index] ?? 'state';
    assert.deepEqual(attempt[field], CHANGES[field], `${field} has changed`);
  }
});

function pick(field: keyof typeof CHANGES | undefined): Partial<Attempt> {
  return field === undefined ? {} : { [field]: CHANGES[field] };
}

test('an answer and a receipt write only what they change', async (t) => {
  const { sent, update, stored, texts } = await rig(t);
  const messages = await sent(2);
  const answer: Partial<Attempt> = { state: 'submitted', parts: [{ state: 'accepted', remoteId: 'a1' }] };
  const answered = await update(messages.map((message) => [message, answer]));
  assert.deepEqual(await stored(messages), answered);
  assert.deepEqual(
    texts.map((text) => /handed_over_at =|carriers_tried =/.test(text)),
    [false],
  );
});
