import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../../test/support/engine/verification-node.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { begin } from '../message/begin.ts';
import { CODE } from '../message/codes.ts';
import type { Attempt, Message, Part } from '../message/message.ts';
import { attemptOfMethod, newAttempt, viewOf } from './attempts.ts';

const START = Date.UTC(2026, 0, 1);
const ID = '0196f0c0-0000-7000-8000-000000000abc';
const CODE_SECRET = { codeSealed: Buffer.from('sealed'), codeHash: Buffer.from('hash') };
const ACCEPTED: Part = { state: 'accepted', remoteId: 'r1' };
const VIEWING = { at: START, canWithdraw: (carrier: string) => carrier !== 'sms-1' };

/** An attempt by a method that has come so far. */
function attempt(method: string, state: Attempt['state'], part: Part, more: Partial<Message> = {}): Message {
  const { verification } = storedVerification(ID, START);
  const fresh = newAttempt(verification, { index: 0, plan: planOf(method), at: START, code: CODE_SECRET });
  const { message } = begin(fresh, { at: START, optedOut: false, canWithdraw: () => false });
  const attempts = message.attempts.map((each) => ({ ...each, state, carrier: `${method}-1`, parts: [part] }));
  return { ...message, ...more, attempts };
}

test('the ids of attempts are apart, and so are those of their tries', () => {
  const messages = [0, 1, 2].map((index) => attemptOfMethod(ID, index));
  const tries = messages.flatMap((id) => [1, 2, 3].map((n) => attemptIdOf(id, n)));
  assert.equal(new Set([ID, ...messages, ...tries]).size, 13);
  for (const id of messages) assert.equal(id.slice(-3), ID.slice(-3), 'in the bucket of the verification');
});

test('an attempt is wanted somewhat longer than its verification lasts', () => {
  const { plan, kind } = attempt('sms', 'ready', ACCEPTED);
  assert.deepEqual([plan[0]?.fallbackAfterMs, plan[0]?.verification, kind], [310_000, ID, 'verification']);
  assert.equal(attempt('voice', 'ready', ACCEPTED).kind, 'call');
});

for (const [what, message, isAtRest, mayArrive] of [
  ['a text at an SMSC', attempt('sms', 'submitted', ACCEPTED), true, true],
  ['a text on its way there', attempt('sms', 'sending', { state: 'sending', remoteId: null }), false, true],
  ['a card that RBM has', attempt('rcs', 'submitted', ACCEPTED), false, true],
  ['a card that could not be withdrawn', attempt('rcs', 'submitted', { ...ACCEPTED, cancelled: true }), true, true],
  ['a card that RBM says was delivered', attempt('rcs', 'awaiting', ACCEPTED), true, true],
  ['a call', attempt('voice', 'sending', { state: 'sending', remoteId: null }), false, true],
  ['what was taken back', attempt('rcs', 'done', ACCEPTED, { status: CODE.cancelled, finalAt: START }), true, false],
  [
    'what was refused',
    attempt('sms', 'done', { state: 'refused', remoteId: null }, { status: CODE.rejected, finalAt: START }),
    true,
    false,
  ],
  [
    'what nobody knows of',
    attempt(
      'sms',
      'done',
      { state: 'unknown', remoteId: null, inDoubt: true },
      { status: CODE.unknown, finalAt: START },
    ),
    true,
    true,
  ],
] as const) {
  test(`${what} is ${isAtRest ? '' : 'not '}at rest, and may ${mayArrive ? '' : 'not '}arrive`, () => {
    const view = viewOf(message, VIEWING);
    assert.deepEqual([view.isAtRest, view.mayArrive], [isAtRest, mayArrive]);
  });
}

test('a call whose gateway died is at rest when it is hung up for certain', () => {
  const part: Part = { state: 'unknown', remoteId: null, inDoubt: true };
  const call = attempt('voice', 'done', part, { status: CODE.unknown, finalAt: START });
  assert.deepEqual(
    [0, 4_999, 5_000].map((ms) => viewOf(call, { ...VIEWING, at: START + ms }).isAtRest),
    [false, false, true],
  );
  assert.equal(viewOf(call, VIEWING).code, CODE.undeliverable, 'a call that failed');
});
