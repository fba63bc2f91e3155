import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '../../api/client.ts';
import { ofCallback, ofMessage, ofSession } from './events.ts';

const MESSAGE: Schema<'OperatorMessageSummary'> = {
  reference_id: 'A1',
  customer_id: 'ACME',
  external_id: null,
  kind: 'omnichannel',
  message_type: 'ARN',
  recipient: '49*********78',
  status: { code: 3001, description: 'Message in progress' },
  last_channel: 'rcs',
  possible_doubles: 0,
  created_on: '2026-01-01T12:00:00.000Z',
  updated_on: '2026-01-01T12:00:01.000Z',
  final_on: null,
  due_on: null,
  waits_for: null,
  node: null,
  texts_removed_on: null,
};

test('a fall-back and an end are events of a message, its next look is none', () => {
  const { mark, link } = ofMessage(MESSAGE);
  assert.equal(link, '/messages/A1');
  assert.equal(ofMessage({ ...MESSAGE, due_on: MESSAGE.updated_on, node: 'one' }).mark, mark);
  assert.notEqual(ofMessage({ ...MESSAGE, last_channel: 'sms' }).mark, mark);
  assert.notEqual(ofMessage({ ...MESSAGE, status: { code: 3000, description: 'Delivered' } }).mark, mark);
});

test('each try is an event of a callback, and says what was answered', () => {
  const callback: Schema<'OperatorCallback'> = {
    customer_id: 'ACME',
    id: 'C1',
    message: 'A1',
    seq: 0,
    url: 'https://acme.example/callback',
    method: 'POST',
    state: 'pending',
    tries: 1,
    last_status: 500,
    last_error: 'answered 500',
    took_ms: 3,
    created_on: '2026-01-01T12:00:00.000Z',
    due_on: null,
    delivered_on: null,
    redelivered_on: null,
  };
  const first = ofCallback(callback);
  assert.deepEqual([first.status.words, first.at], ['Pending: 500', null]);
  assert.notEqual(ofCallback({ ...callback, tries: 2 }).mark, first.mark);
});

test('each text is an event of a session', () => {
  const session: Schema<'OperatorMaskingSessionSummary'> = {
    session_id: 'S1',
    customer_id: 'ACME',
    external_id: null,
    state: 'open',
    number_1: '49*1',
    number_2: '49*2',
    masked_1: '49*3',
    masked_2: '49*4',
    texts: { from_1: 0, from_2: 0, refused: 0 },
    opened_on: '2026-01-01T12:00:00.000Z',
    ends_on: '2026-01-02T12:00:00.000Z',
    over_on: null,
  };
  const texts = { ...session.texts, from_2: 1 };
  assert.notEqual(ofSession({ ...session, texts }).mark, ofSession(session).mark);
  assert.match(ofSession({ ...session, texts }).what, /1 text$/);
});
