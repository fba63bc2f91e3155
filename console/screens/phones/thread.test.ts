import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call, Message, SentThing } from './handset.ts';
import { callUnderWay, keptOrder, pressedIn, sessionOf, talksOf } from './thread.ts';

const AGENT = 'sandbox-agent@rbm.goog';
const SENDER = '491579000000';

const at = (second: number) => `2026-01-01T12:00:${String(second).padStart(2, '0')}.000Z`;

const text = (words: string, second: number, from = SENDER): Message => ({
  id: `${second} ${words}`,
  channel: from === AGENT ? 'rcs' : 'sms',
  from,
  received_on: at(second),
  withdrawn: false,
  on_its_way: false,
  attempt_reference_id: null,
  message: null,
  session: null,
  parts: null,
  alphabet: null,
  content: { text: words },
});

const answer = (second: number, to = SENDER): SentThing => ({
  id: `sent ${second}`,
  sent_on: at(second),
  channel: 'sms',
  to,
  kind: 'text',
  reference_id: null,
  content: { text: 'Yes' },
});

test('what a phone got and sent is one thread with each sender, the newest talk first', () => {
  const messages = [text('one', 1), text('card', 2, AGENT), text('two', 5)];
  const talks = talksOf({ messages, sent: [answer(3)] });
  assert.deepEqual(
    talks.map(({ peer, channel, items }) => [peer, channel, items.map(({ kind }) => kind)]),
    [
      [SENDER, 'sms', ['received', 'sent', 'received']],
      [AGENT, 'rcs', ['received']],
    ],
  );
});

test('a button was pressed where the message, its text and its payload are the same', () => {
  const yes = { type: 'reply', text: 'Yes', payload: 'yes-1' } as const;
  const no = { type: 'reply', text: 'No', payload: 'no-1' } as const;
  const message: Message = {
    ...text('So?', 1, AGENT),
    attempt_reference_id: 'A',
    content: { text: 'So?', suggestions: [yes, no] },
  };
  const press = (reference: string): SentThing => ({
    id: reference,
    sent_on: at(2),
    channel: 'rcs',
    to: AGENT,
    kind: 'button',
    reference_id: reference,
    content: { button: no },
  });
  assert.deepEqual([...pressedIn(message, [press('A')])], [1]);
  assert.deepEqual([...pressedIn(message, [press('B')])], []);
  assert.deepEqual([...pressedIn({ ...message, content: null }, [press('A')])], []);
});

test('a talk knows its newest masked session', () => {
  const session = { session_id: 'S', other: '4915112345602' };
  const [talk] = talksOf({ messages: [{ ...text('I am here', 1), session }, text('later', 2)], sent: [answer(3)] });
  assert.deepEqual(talk && sessionOf(talk), session);
});

test('a call is under way until it is over', () => {
  const call = (id: string, state: Call['state']): Call => ({
    id,
    from: SENDER,
    started_on: at(1),
    answered_on: null,
    ended_on: state === 'over' ? at(2) : null,
    keys: '',
    pressed: '',
    state,
    has_sound: false,
    message: null,
  });
  assert.equal(callUnderWay([call('a', 'ringing'), call('b', 'over')])?.id, 'a');
  assert.equal(callUnderWay([call('b', 'over')]), null);
});

test('phones keep their places, and new ones stand before them', () => {
  assert.deepEqual(keptOrder(['a', 'b', 'c'], ['c', 'd', 'a']), ['d', 'a', 'c']);
  assert.deepEqual(keptOrder([], ['b', 'a']), ['b', 'a']);
});
