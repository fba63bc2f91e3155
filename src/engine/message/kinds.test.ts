import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin } from './begin.ts';
import { KINDS, kindOf } from './kinds.ts';
import type { Message, MessageKind } from './message.ts';

const NAMES = Object.keys(KINDS) as MessageKind[];
const AT = 1_700_000_000_000;

function fresh(kind: MessageKind, endsWith?: number) {
  return begin(
    {
      id: '01900000-0000-7000-8000-000000000001',
      accountId: 'ACME',
      kind,
      recipient: '4915112345678',
      messageType: 'OTP',
      externalId: null,
      callback: null,
      plan: [
        { channel: 'sms', fallbackAfterMs: 600_000, sender: null, content: { type: 'sms_text', text: '$$CODE$$' } },
      ],
      optOutApplies: false,
      ...(endsWith === undefined ? {} : { endsWith }),
    },
    { at: AT, optedOut: false, canWithdraw: () => false },
  );
}

test('each kind says something of a fresh message, with a code that it can describe', () => {
  for (const kind of NAMES) {
    const { message } = fresh(kind);
    const { bodyOf, answerOf, codeOf, listedCodeOf, describe } = KINDS[kind];
    for (const body of [bodyOf(message), answerOf(message, 'VALID')]) {
      assert.match(JSON.stringify(body), /01900000000070008000000000000001/, kind);
      assert.doesNotMatch(JSON.stringify(body), /\$\$/, kind);
    }
    for (const code of [codeOf(message), listedCodeOf(message)]) assert.notEqual(describe(code), describe(0), kind);
  }
});

test('one kind is shown by one product, and only what has a code is answered for one', () => {
  const shownBy = (product: string) => NAMES.filter((kind) => KINDS[kind].shownBy === product);
  assert.deepEqual(
    [shownBy('omnichannel'), shownBy('messaging'), shownBy('verify')],
    [['omnichannel'], ['text'], ['call', 'code_text']],
  );
  assert.ok(shownBy('verify').every((kind) => KINDS[kind].holdsCode));
});

test('a code in a text is valid as long as its carrier tries; that of a call until 10 minutes after its end', () => {
  const text = fresh('code_text').message;
  assert.equal(KINDS.code_text.codeEndsAt(text), AT + 600_000);
  const call: Message = { ...text, kind: 'call' };
  assert.equal(KINDS.call.codeEndsAt(call), AT + 21 * 60_000);
  assert.equal(KINDS.call.codeEndsAt({ ...call, finalAt: AT + 30_000 }), AT + 630_000);
});

test('a message that is over before it is sent has nothing ready, and owes a callback', () => {
  const { message, visible } = fresh('code_text', 518);
  assert.deepEqual([message.status, message.finalAt, message.dueAt, visible], [518, AT, null, true]);
  assert.deepEqual(
    message.attempts.map(({ state, code, tries }) => [state, code, tries]),
    [['done', 518, 0]],
  );
});

test('a kind that a later release has stored reads as a message of omnichannel', () => {
  assert.deepEqual(['text', 'carrier_pigeon', 'constructor'].map(kindOf), ['text', 'omnichannel', 'omnichannel']);
});
