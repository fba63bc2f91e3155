import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE, MESSAGE_CODES } from './codes.ts';
import type { Attempt, Part } from './message.ts';
import { describeTextCode, TEXT_CODES, textCode } from './text-codes.ts';

const TAKEN: Part = { state: 'accepted', remoteId: '1' };
const FAILED: Part = { state: 'failed', remoteId: '1' };

function attempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    n: 1,
    id: '',
    channel: 'sms',
    sender: null,
    carrier: 'sms-1',
    carriersTried: [],
    state: 'done',
    code: CODE.inProgress,
    tries: 1,
    temporaryFailures: 0,
    parts: [TAKEN],
    handedOverAt: 0,
    deadlineAt: 1,
    retryAt: null,
    reason: null,
    updatedAt: 0,
    ...changes,
  };
}

const ended = (status: number, changes: Partial<Attempt> = {}) =>
  textCode({ status, finalAt: 1, attempts: [attempt(changes)] });
const open = (changes: Partial<Attempt>) =>
  textCode({ status: CODE.inProgress, finalAt: null, attempts: [attempt(changes)] });

test('a text under way is in progress, waits for its carrier, or is with it; it has never failed', () => {
  assert.equal(textCode({ status: CODE.inProgress, finalAt: null, attempts: [] }), 290);
  assert.equal(open({ state: 'ready', tries: 0, parts: [] }), 290);
  assert.equal(open({ state: 'sending' }), 290);
  assert.equal(open({ state: 'submitted' }), 203);
  for (const code of [CODE.busy, CODE.unreachable]) {
    for (const state of ['ready', 'sending'] as const) assert.equal(open({ state, code }), 292);
  }
});

test('each end of a text has its code', () => {
  const ends: ReadonlyArray<readonly [number, number, Partial<Attempt>?]> = [
    [CODE.delivered, 200],
    [CODE.undeliverable, 207],
    [CODE.expired, 221, { parts: [FAILED] }],
    [CODE.expired, 221, { parts: [] }],
    [CODE.expired, 251, { parts: [TAKEN] }],
    [CODE.expired, 251, { parts: [{ state: 'sending', remoteId: null, inDoubt: true }] }],
    [CODE.unknown, 250],
    [CODE.busy, 503],
    [CODE.rejected, 504],
    [CODE.unreachable, 505],
    [CODE.optedOut, 510],
    [CODE.notSupported, 220, { carrier: null, parts: [] }],
    [CODE.notSupported, 222],
    [518, 518],
    [519, 519],
    [CODE.cancelled, 3007],
    [9999, 599],
  ];
  for (const [status, code, changes] of ends) assert.equal(ended(status, changes), code, `${status}`);
});

test('an error that the network or the SMSC names has the code that says it', () => {
  const named: ReadonlyArray<readonly [string, number]> = [
    ['UNDELIV, network error 3:1', 211],
    ['UNDELIV, network error 3:27', 514],
    ['UNDELIV, err 001, network error 3:32', 210],
    ['UNDELIV, network error 3:21', 222],
    ['UNDELIV, network error 3:13', 510],
    ['UNDELIV, network error 3:8', 512],
    ['UNDELIV, network error 3:34', 220],
    // Another network's numbering, an unknown number, and a carrier's own.
    ['UNDELIV, network error 1:27', 207],
    ['UNDELIV, network error 3:999', 207],
    ['UNDELIV, err 027', 207],
  ];
  for (const [reason, code] of named) assert.equal(ended(CODE.undeliverable, { reason }), code, reason);
  for (const [name, code] of [
    ['refused: 0x0b ESME_RINVDSTADR', 507],
    ['refused: 0x0a ESME_RINVSRCADR', 508],
    ['refused: 0x104 ESME_RINVDCS', 231],
    ['refused: 0x45 ESME_RSUBMITFAIL', 504],
  ] as const) {
    assert.equal(ended(CODE.rejected, { reason: name }), code, name);
  }
});

test('every code has a text of its own, and the engine’s codes are described, too', () => {
  assert.equal(new Set(TEXT_CODES.map(({ description }) => description)).size, TEXT_CODES.length);
  for (const { code, description } of [...TEXT_CODES, ...MESSAGE_CODES]) {
    assert.equal(describeTextCode(code), description);
  }
});
