import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMessage } from '../../../test/support/engine/messages.ts';
import { begin } from '../message/begin.ts';
import type { Attempt, Message } from '../message/message.ts';
import { RecentMessages } from './recent-messages.ts';
import type { Work } from './work.ts';

/** As much of a message as memory looks at. */
function written(id: string, finalAt: number | null = null, queue: string | null = null): Work {
  const message = { id, finalAt, attempts: [] as Attempt[] } as Message;
  return { stored: null, message, queue, owner: null, changed: true } as Work;
}

test('a message that was written is remembered until it is final', () => {
  const recent = new RecentMessages();
  recent.keep([written('a'), written('b')]);
  assert.equal(recent.find('a')?.message.id, 'a');
  recent.keep([written('a', 1)]);
  assert.equal(recent.find('a'), undefined);
  assert.equal(recent.find('b')?.message.id, 'b');
});

test('one that waits in the store is not kept, however many there are', () => {
  const recent = new RecentMessages();
  recent.keep([written('sent'), written('put back')]);
  recent.keep([written('put back', null, 'sms-1')]);
  recent.keep(Array.from({ length: 20_000 }, (_, index) => written(`waiting ${index}`, null, 'sms-1')));
  assert.equal(recent.find('put back'), undefined);
  assert.equal(recent.find('waiting 19999'), undefined);
  assert.equal(recent.find('sent')?.message.id, 'sent');
});

test('the oldest is forgotten when there are too many', () => {
  const recent = new RecentMessages();
  recent.keep(Array.from({ length: 10_001 }, (_, index) => written(String(index))));
  assert.equal(recent.find('0'), undefined);
  assert.equal(recent.find('1')?.message.id, '1');
});

test('one that waits for its time is not kept', () => {
  const recent = new RecentMessages();
  const [attempt] = begin(newMessage('0196f0c0-0000-7000-8000-000000000abc', { sendAt: 2 }), {
    at: 1,
    optedOut: false,
    canWithdraw: () => false,
  }).message.attempts;
  assert.ok(attempt);
  const waiting = written('waiting');
  waiting.message.attempts.push(attempt);
  recent.keep([waiting]);
  assert.equal(recent.find('waiting'), undefined);
});
