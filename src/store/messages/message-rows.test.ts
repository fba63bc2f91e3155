import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Part } from '../../engine/message/message.ts';
import { type AttemptRow, toAttempt } from './message-rows.ts';

const REFUSED: Part = { state: 'refused', remoteId: null };
const SENDING: Part = { state: 'sending', remoteId: null };

function row(reason: string | null, parts: readonly Part[]): AttemptRow {
  return {
    message_id: '0196f0c0-0000-7000-8000-000000000abc',
    n: 1,
    id: '0196f0c0-0000-7000-8000-000000000abd',
    channel: 'sms',
    sender: null,
    carrier: 'sms-1',
    carriers_tried: [],
    state: 'sending',
    code: 3001,
    tries: 1,
    temporary_failures: 0,
    parts: structuredClone(parts) as Part[],
    handed_over_at: 1,
    deadline_at: 2,
    retry_at: null,
    reason,
    updated_at: 1,
  };
}

test('a part that an older release refused says why by the words of its attempt', () => {
  for (const [reason, expected] of [
    ['not_reachable: 404', true],
    ['refused: 0x45', false],
    [null, false],
  ] as const) {
    assert.deepEqual(toAttempt(row(reason, [REFUSED, SENDING])).parts, [
      { ...REFUSED, notReachable: expected },
      SENDING,
    ]);
  }
});

test('a part that says itself why it was refused is believed, whatever the words are by now', () => {
  for (const notReachable of [true, false]) {
    for (const reason of ['not_reachable: 404', 'refused: 0x45', null]) {
      const parts = [{ ...REFUSED, notReachable }, SENDING];
      assert.deepEqual(toAttempt(row(reason, parts)).parts, parts);
    }
  }
});
