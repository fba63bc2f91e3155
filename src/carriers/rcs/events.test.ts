import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Inbound } from '../carrier.ts';
import { dedupeKeyOf, interpretEvent, readEnvelope } from './events.ts';

const ATTEMPT = '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a';

function posted(event: unknown, attributes: object = {}): Buffer {
  const data = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)).toString('base64');
  return Buffer.from(
    JSON.stringify({ message: { attributes, data, messageId: '14150481888479752' }, subscription: 's' }),
  );
}

function interpret(event: unknown): Inbound {
  return interpretEvent({ kind: 'rbm_event', body: posted(event) });
}

const userEvent = { senderPhoneNumber: '+4915112345907', eventId: 'e1', agentId: 'bakery@rbm.goog', sendTime: 't' };
const platformEvent = { phoneNumber: '+4915112345907', eventId: 'e1', agentId: 'bakery@rbm.goog' };

for (const [eventType, state] of [
  ['DELIVERED', 'delivered'],
  ['READ', 'read'],
] as const) {
  test(`${eventType} is a report on the attempt whose id it names, in either case`, () => {
    assert.deepEqual(interpret({ ...userEvent, eventType, messageId: ATTEMPT.toUpperCase() }), {
      type: 'report',
      attemptId: ATTEMPT,
      keys: [],
      to: '4915112345907',
      state,
      reason: eventType,
    });
  });
}

for (const [eventType, state] of [
  ['TTL_EXPIRATION_REVOKED', 'ttl_revoked'],
  ['TTL_EXPIRATION_REVOKE_FAILED', 'ttl_revoke_failed'],
] as const) {
  test(`${eventType} comes from the platform, with phoneNumber`, () => {
    assert.deepEqual(interpret({ ...platformEvent, eventType, messageId: ATTEMPT }), {
      type: 'report',
      attemptId: ATTEMPT,
      keys: [],
      to: '4915112345907',
      state,
      reason: eventType,
    });
  });
}

test('a report without a phone number still names its attempt', () => {
  const inbound = interpret({ eventType: 'DELIVERED', messageId: ATTEMPT, eventId: 'e1' });
  assert.deepEqual(inbound, { type: 'report', attemptId: ATTEMPT, keys: [], state: 'delivered', reason: 'DELIVERED' });
});

test('a report on a message with an id that is not ours is ignored', () => {
  const inbound = interpret({ ...userEvent, eventType: 'DELIVERED', messageId: 'MxEX7pLkRh' });
  assert.deepEqual(inbound, { type: 'ignored', why: 'DELIVERED for a message that was not sent from here' });
});

test('UNSUBSCRIBE and SUBSCRIBE are an opt-out from the agent and its end', () => {
  const who = { from: '4915112345907', agent: 'bakery@rbm.goog' };
  assert.deepEqual(interpret({ ...userEvent, eventType: 'UNSUBSCRIBE' }), { type: 'opt_out', ...who });
  assert.deepEqual(interpret({ ...userEvent, eventType: 'SUBSCRIBE' }), { type: 'opt_in', ...who });
});

test('a text from the user goes to the agent', () => {
  assert.deepEqual(interpret({ ...userEvent, eventId: undefined, messageId: 'Mx1', text: 'Grüße 🥨\u0000' }), {
    type: 'text',
    from: '4915112345907',
    to: 'bakery@rbm.goog',
    text: 'Grüße 🥨',
  });
});

test('half a surrogate pair in a text becomes a character that can be stored', () => {
  const inbound = interpret('{"senderPhoneNumber":"+15551234567","agentId":"a","messageId":"m","text":"x\\ud83e"}');
  assert.deepEqual(inbound, { type: 'text', from: '15551234567', to: 'a', text: 'x\ufffd' });
});

test('a tap carries the payload of the button, with or without the label as text', () => {
  const tap = { type: 'tap', from: '4915112345907', agent: 'bakery@rbm.goog', payload: 'dial:7' };
  assert.deepEqual(interpret({ ...userEvent, suggestionResponse: { postbackData: 'dial:7' } }), tap);
  const older = { suggestionResponse: { postbackData: 'dial:7', text: 'Call us', type: 'ACTION' }, text: 'Call us' };
  assert.deepEqual(interpret({ ...userEvent, ...older }), { ...tap, text: 'Call us' });
  const beside = { suggestionResponse: { postbackData: 'dial:7' }, text: 'Call us' };
  assert.deepEqual(interpret({ ...userEvent, ...beside }), { ...tap, text: 'Call us' });
});

test('a file says where it is, and what it is as far as RBM says', () => {
  const whole = { mimeType: 'image/jpeg', fileSizeBytes: '1234', fileName: 'a.jpg', fileUri: 'https://f.example/1' };
  const way = { type: 'file', from: '4915112345907', agent: 'bakery@rbm.goog' };
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', uri: 'https://f.example/1', sizeBytes: 1234 };
  assert.deepEqual(interpret({ ...userEvent, userFile: { thumbnail: {}, payload: whole } }), { ...way, file });
  const least = { name: null, mimeType: null, uri: 'https://f.example/2', sizeBytes: null };
  for (const fileSizeBytes of [undefined, -1, 1.5, 'many', {}]) {
    const payload = { fileUri: 'https://f.example/2', fileSizeBytes };
    assert.deepEqual(interpret({ ...userEvent, userFile: { payload } }), { ...way, file: least });
  }
});

test('a location is on the earth, and may lie on the equator, which Google leaves out', () => {
  const way = { type: 'location', from: '4915112345907', agent: 'bakery@rbm.goog' };
  const at = (location: unknown) => interpret({ ...userEvent, location });
  assert.deepEqual(at({ latitude: -33.9, longitude: 18.4 }), { ...way, latitude: -33.9, longitude: 18.4 });
  assert.deepEqual(at({ longitude: 9.4 }), { ...way, latitude: 0, longitude: 9.4 });
  for (const none of [{}, { latitude: 91 }, { latitude: 1, longitude: 'x' }, { latitude: null }, 'here']) {
    assert.deepEqual(at(none), { type: 'ignored', why: 'a location that is none' });
  }
});

for (const [name, event, why] of [
  ['typing', { ...userEvent, eventType: 'IS_TYPING' }, 'the recipient is typing'],
  ['a file that is nowhere', { ...userEvent, userFile: { payload: {} } }, 'a file without its address'],
  ['an agent launch', { newLaunchState: 'LAUNCHED' }, 'launch state of the agent: LAUNCHED'],
  ['an event type of tomorrow', { ...userEvent, eventType: 'CALL_ENDED' }, 'an event of the type CALL_ENDED'],
  [
    'an event type that every object has',
    { ...userEvent, eventType: 'constructor' },
    'an event of the type constructor',
  ],
  ['no type', userEvent, 'an event without a type'],
  ['no sender', { text: 'x' }, 'names no sender'],
  ['a sender that is no number', { ...userEvent, senderPhoneNumber: 'x', text: 'y' }, 'names no sender'],
  ['data that is no object', '[1]', 'the data of the envelope is not a JSON object'],
  ['data that is no JSON', 'hello', 'the data of the envelope is not a JSON object'],
] as const) {
  test(`${name} is ignored, and the reason says so`, () => {
    assert.deepEqual(interpret(event), { type: 'ignored', why });
  });
}

test('bytes of another carrier and bytes that are no envelope are ignored', () => {
  const body = posted(userEvent);
  assert.equal(interpretEvent({ kind: 'deliver_sm', body }).type, 'ignored');
  assert.equal(interpretEvent({ kind: 'rbm_event', body: Buffer.from('{"message":{"data":7}}') }).type, 'ignored');
  assert.equal(interpretEvent({ kind: 'rbm_event', body: randomBytes(100) }).type, 'ignored');
});

test('a repeat is recognised by the id inside the signed data, never by the message that a report is about', () => {
  const key = (event: object) => dedupeKeyOf(readEnvelope(posted(event)) ?? assert.fail('no envelope'));
  assert.equal(key({ ...userEvent, eventType: 'READ', messageId: ATTEMPT }), 'event:e1');
  assert.equal(key({ senderPhoneNumber: '+1', messageId: 'Mx1', text: 'x' }), 'message:Mx1');
  assert.equal(key({ eventType: 'DELIVERED', messageId: ATTEMPT }), 'posting:14150481888479752');
  assert.equal(key({ newLaunchState: 'LAUNCHED' }), 'posting:14150481888479752');
});

test('an agent, like a text, comes out as it can be stored', () => {
  const inbound = interpret({ ...userEvent, text: 'a\0b\ud800', agentId: 'x\0' });
  assert.equal(inbound.type, 'text');
  if (inbound.type === 'text') assert.deepEqual([inbound.to, inbound.text], ['x', 'ab\ufffd']);
  const long = interpret({ ...userEvent, text: 'hello', agentId: 'a'.repeat(9_000) });
  assert.equal(long.type === 'text' && long.to.length, 200);
});
