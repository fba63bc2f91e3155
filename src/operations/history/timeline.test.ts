import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { begin } from '../../engine/message/begin.ts';
import type { Message } from '../../engine/message/message.ts';
import type { ListedCallback } from '../../store/callbacks/callback-lists.ts';
import { HISTORY_KINDS } from '../../store/messages/message-history.ts';
import { type HistorySource, timelineOf } from './timeline.ts';

const AT = Date.UTC(2026, 0, 5, 12);
const ID = '019b8e1f-0000-7000-8000-000000000abc';

function message(): Message {
  const fresh = {
    id: ID,
    accountId: 'A',
    kind: 'omnichannel',
    recipient: '4915112345678',
    messageType: 'ARN',
    externalId: null,
    callback: null,
    plan: [SMS_PLAN],
    optOutApplies: false,
  } as const;
  return begin(fresh, { at: AT, optedOut: false, canWithdraw: () => false }).message;
}

function source(change: Partial<HistorySource> = {}): HistorySource {
  return { message: message(), history: [], callbacks: [], tries: [], ...change };
}

const callback: ListedCallback = {
  id: ID,
  messageId: ID,
  seq: 1,
  accountId: 'A',
  url: 'https://a.example/',
  method: 'POST',
  state: 'given_up',
  tries: 1,
  dueAt: null,
  createdAt: AT + 10,
  deliveredAt: null,
  lastStatus: 410,
  lastError: 'the receiver answered 410',
  tookMs: 5,
  redeliveredAt: null,
};

test('a message that waits has been accepted, and no more', () => {
  const entries = timelineOf(source(), 'operator');
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['accepted'],
  );
});

test('waiting for a hand-over is told in seconds, and a state that is milliseconds ahead stays in its order', () => {
  const sent = message();
  Object.assign(sent.attempts[0] ?? {}, {
    state: 'done',
    code: 3000,
    tries: 1,
    carrier: 'smsc-1',
    handedOverAt: AT + 90_000,
    updatedAt: AT + 90_503,
  });
  Object.assign(sent, { status: 3000, finalAt: AT + 90_500 });
  const entries = timelineOf(source({ message: sent }), 'operator');
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['accepted', 'handed_over', 'receipt', 'ended'],
  );
  assert.match(entries[1]?.text ?? '', /smsc-1 by sms, after waiting 90 s/);
  const own = timelineOf(source({ message: sent }), 'account');
  assert.ok(!JSON.stringify(own).includes('smsc-1'));
});

test('each kind that is written down has words, and callers see neither carriers nor nodes', () => {
  const details = {
    carrier: 'smsc-1',
    node: 'node-1',
    reason: 'ESME_RTHROTTLED',
    state: 'expired',
    from: 'n',
    to: 'm',
  };
  const history = HISTORY_KINDS.map((kind, index) => ({ id: ID, messageId: ID, n: 1, at: AT + index, kind, details }));
  const shown = timelineOf(source({ history }), 'operator').slice(1);
  assert.deepEqual(
    shown.map(({ kind }) => kind),
    [...HISTORY_KINDS],
  );
  for (const { text } of shown) assert.match(text, /^[A-Z][^_]*: smsc-1, ESME_RTHROTTLED, expired\.$/);
  const own = timelineOf(source({ history }), 'account');
  assert.ok(!/smsc-1|node-1|ESME|node_changed/.test(JSON.stringify(own)));
});

test('a callback is told with each failed try and its end', () => {
  const tried = { messageId: ID, seq: 1, triedAt: AT + 20, status: 410, tookMs: 5, error: 'the receiver answered 410' };
  const entries = timelineOf(source({ callbacks: [callback], tries: [{ ...tried, answer: 'gone' }] }), 'account');
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['accepted', 'callback', 'callback_failed', 'callback_given_up'],
  );
});
