/**
 * Messages that wait for their time, while the gateway is killed before and in the midst of the seconds in which they come
 * due: each arrives, none before its time, and twice only where the policy for unknown answers says so and counts it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';

const COUNT = 80;
const KILLS = 3;
/** Until the first is due: time enough to take them all and to be killed once. */
const AHEAD_MS = 5_000;
const SPREAD_MS = 6_000;

let rig: OutageRig;

describe('a gateway that is killed while scheduled messages come due', () => {
  before(async () => {
    rig = await OutageRig.start();
  });
  after(() => rig.stop());

  test('loses none and sends none before its time, and none twice but as its policy says', async (t) => {
    const firstAt = Date.now() + AHEAD_MS;
    const times = new Map<string, number>();
    await Promise.all(
      Array.from({ length: COUNT }, async (_, index) => {
        const number = `49152${String(index).padStart(6, '0')}100`;
        const sendAt = firstAt + Math.round((index * SPREAD_MS) / COUNT);
        const answer = await rig.call('POST', '/v1/omnichannel', {
          phone_number: number,
          message_type: 'ARN',
          channels: [{ channel: 'sms' }],
          message: { sms: { parameters: { text: 'In its time' } } },
          send_at: new Date(sendAt).toISOString(),
        });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        rig.accepted.push({ reference: String(answer.body.reference_id), number });
        times.set(number, sendAt);
      }),
    );
    await rig.kill();
    for (let kill = 1; kill < KILLS; kill += 1) {
      const next = firstAt + (SPREAD_MS * kill) / KILLS;
      await eventually('some of them are due', () => Date.now() >= next);
      await rig.kill();
    }
    const { accepted, doubled, possible } = await rig.settle();
    assert.equal(accepted, COUNT);
    let early = 0;
    for (const [number, sendAt] of times) {
      for (const { received_on } of await rig.messagesOf(number)) early += Number(Date.parse(received_on) < sendAt);
    }
    assert.equal(early, 0);
    t.diagnostic(`${accepted} accepted, ${doubled} came twice, ${possible} might have`);
  });
});
