import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCallbacks, recordCallbacks, startSender } from '../../../test/support/gateway/callback-sender.ts';
import { inPublicCodes } from './former-body.ts';

/** As the release before wrote it. */
function former(status: [number, string], ...channels: Array<[string, number, string]>): string {
  return JSON.stringify({
    reference_id: '0190A3F04C6B7000A1B2C3D4E5F60718',
    external_id: 'Auftrag 7 »Ü«',
    status: { code: status[0], description: status[1], last_channel: 'sms', updated_on: '2026-01-05T09:30:02.100Z' },
    channel_status: channels.map(([channel, code, description], n) => ({
      [channel]: { code, description, reference_id: `${n}`, updated_on: '2026-01-05T09:30:00.400Z' },
    })),
  });
}

test('says the same in the codes of this release, and nothing else changes', () => {
  const body = former(
    [3042, 'Carrier cannot be reached, message is tried again'],
    ['rcs', 3040, 'Message rejected by carrier'],
    ['sms', 3042, 'Carrier cannot be reached, message is tried again'],
  );
  const expected = former(
    [3043, 'Error on gateway - temporary error'],
    ['rcs', 3042, 'Carrier rejected - permanent error'],
    ['sms', 3043, 'Error on gateway - temporary error'],
  );
  assert.equal(inPublicCodes(body), expected);
});

test('a channel that was read makes the message read', () => {
  const body = former([3000, 'Delivered'], ['rcs', 201, 'Message is read']);
  assert.equal(inPublicCodes(body), former([3005, 'Message is read'], ['rcs', 3005, 'Message is read']));
});

test('a body that says nothing of channels stays as it is, to the byte', () => {
  for (const body of [
    '',
    '{ "status": {"code": 103, "description": "Call in progress"} }',
    '{"status":{"code":201},"channel_status":{}}',
    'no JSON',
    '[1]',
  ]) {
    assert.equal(inPublicCodes(body), body);
  }
});

test('what the release before left waiting is sent in the codes of this one, and what this one wrote as it is', async (t) => {
  const rig = await startSender(t);
  const rows = newCallbacks(rig.context, [{}, {}]);
  const body = former([3054, 'Delivery state is unknown'], ['sms', 3054, 'Delivery state is unknown']);
  const [old, fresh] = rows.map((row) => ({ ...row, body }));
  assert.ok(old && fresh);
  await recordCallbacks(rig.db, [old, fresh]);
  // The release before does not know the column.
  await rig.db.query('update callbacks c set has_public_codes = default where c.id = $1', [old.id]);
  rig.sender.wake();
  await rig.until('both are sent', () => rig.receivers.sent.length === 2);
  const sent = new Map(rig.receivers.sent.map((each) => [each.id, each.body]));
  assert.equal(sent.get(old.id), former([3039, 'Final status unknown'], ['sms', 3039, 'Final status unknown']));
  assert.equal(sent.get(fresh.id), body);
});
