import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { begin } from '../../engine/message/begin.ts';
import type { Message } from '../../engine/message/message.ts';
import type { StoredMessage } from './message-rows.ts';
import { type MessageWrite, storedAfter } from './message-writes.ts';

const NOW = Date.UTC(2026, 0, 1);
const OWNER = { node: 'node-1', epoch: 1 };
const MOMENT = { at: NOW, optedOut: false, canWithdraw: () => false };
const { message: FRESH } = begin(newMessage('0196f0c0-0000-7000-8000-000000000abc', { plan: [SMS_PLAN] }), MOMENT);

function messageWith(changes: Partial<Message>): Message {
  return { ...FRESH, dueAt: NOW + 10_000, ...changes };
}

function write(changes: Partial<MessageWrite>): MessageWrite {
  const message = messageWith({});
  return {
    stored: null,
    message,
    queue: null,
    owner: OWNER,
    callbacks: [],
    changed: true,
    mustWriteRow: false,
    ...changes,
  };
}

const HELD: StoredMessage = {
  message: messageWith({}),
  queue: null,
  owner: OWNER,
  version: 7,
  heldUntil: NOW + 10_000,
};

test('a new message is held while it is in its node, and not while it waits for a carrier or for nobody', () => {
  assert.deepEqual(
    [write({}), write({ queue: 'sms-1', owner: null }), write({ owner: null })].map((each) => {
      const { version, heldUntil } = storedAfter(each);
      return [version, heldUntil];
    }),
    [
      [0, NOW + 10_000],
      [0, null],
      [0, null],
    ],
  );
});

test('its row is left as it is where it comes due later, as long as its hold ends in time before that', () => {
  for (const [dueAt, isLeft] of [
    [NOW + 10_000, true],
    [NOW + 12_999, false],
    [NOW + 13_000, true],
    [NOW + 9_999, false],
    [null, false],
  ] as const) {
    const { version, heldUntil } = storedAfter(write({ stored: HELD, message: messageWith({ dueAt }), owner: null }));
    assert.deepEqual([version, heldUntil], isLeft ? [7, HELD.heldUntil] : [8, null], `due at ${dueAt}`);
  }
});

test('its row is written where anything else of it changes, and held on if it need not be looked at before', () => {
  const later = NOW + 13_000;
  for (const changes of [
    { message: messageWith({ dueAt: later, status: 3000 }) },
    { message: messageWith({ dueAt: later, step: 1 }) },
    { message: messageWith({ dueAt: later, possibleDoubles: 1 }) },
    { message: messageWith({ dueAt: later, callbackSeq: 1 }) },
    { message: messageWith({ dueAt: later }), queue: 'sms-1' },
    { message: messageWith({ dueAt: later }), owner: { node: 'node-2', epoch: 1 } },
    { message: messageWith({ dueAt: later }), mustWriteRow: true },
  ]) {
    const { version, heldUntil } = storedAfter(write({ stored: HELD, ...changes }));
    assert.deepEqual([version, heldUntil], [8, HELD.heldUntil], JSON.stringify(changes));
  }
});

test('a message of which nothing has changed keeps its version', () => {
  const message = messageWith({ status: 3000 });
  assert.equal(storedAfter(write({ stored: HELD, message, changed: false })).version, 7);
});
