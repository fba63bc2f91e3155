/** What comes back to the account when a button of a template is pressed: handset in, callback out. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type InboundGateway, startInbound } from '../support/inbound/rig.ts';

let rig: InboundGateway;

type Json = Readonly<Record<string, unknown>>;

/** Sends it, waits until it is there, and gives its reference. */
async function sent(phone_number: string, rcs: Json): Promise<string> {
  const { service } = rig;
  const channels = [{ channel: 'rcs' }];
  const reference = await service.send({ phone_number, channels, message: { rcs }, message_type: 'ARN' });
  await service.untilStatus(reference, 3000);
  return reference;
}

async function press(number: string, choice: Json): Promise<void> {
  const answer = await rig.service.call('POST', `/sandbox/handsets/${number}/tap`, choice);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

describe('a button that is pressed', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('comes back with its text, its payload as it was given, and the newest message that has it', async () => {
    const number = '4915112000701';
    const payload = ' {"order": 17, "ü": "\\u00fc"}\n';
    const card = (n: number) => ({
      title: `Card ${n}`,
      suggestions: [{ type: 'reply', text: `Take ${n}`, payload: `take-${n}` }],
    });
    const older = await sent(number, {
      template: 'text',
      parameters: { text: 'A' },
      suggestions: [{ type: 'reply', text: 'Old', payload }],
    });
    const carousel = await sent(number, {
      template: 'carousel',
      parameters: { width: 'SMALL', cards: [card(1), card(2)] },
      suggestions: [{ type: 'url', text: 'Shop', payload: 'shop', url: 'https://shop.example/' }],
    });
    const newer = await sent(number, {
      template: '2_suggested_replies',
      parameters: {
        text: 'B',
        button_text_1: 'New',
        button_payload_1: payload,
        button_text_2: 'No',
        button_payload_2: 'no',
      },
    });
    await press(number, { text: 'Take 2' });
    await press(number, { text: 'Shop' });
    await press(number, { reference_id: older, text: 'Old' });
    await press(number, { text: 'No' });
    const told = await rig.told(number, 4);
    assert.deepEqual(
      told.map(({ content }) => {
        const { text, postback_data: data, original_reference_id: original } = content?.end_user_action ?? {};
        return [text, data, original];
      }),
      [
        ['Take 2', 'take-2', carousel],
        ['Shop', 'shop', carousel],
        ['Old', payload, newer],
        ['No', 'no', newer],
      ],
    );
  });

  test('and shares the place of the handset is followed by the place', async () => {
    const number = '4915112000702';
    const suggestions = [{ type: 'share_location', text: 'I am here', payload: 'here' }];
    await sent(number, { template: 'text', parameters: { text: 'Where are you?' }, suggestions });
    await press(number, {});
    const told = await rig.told(number, 2);
    assert.deepEqual(
      told.map(({ content }) => [content?.end_user_action?.postback_data ?? null, content?.location ?? null]),
      [
        ['here', null],
        [null, { latitude: 52.5163, longitude: 13.3777 }],
      ],
    );
  });

  test('of a template that the account keeps comes back with the values in its payload', async () => {
    const number = '4915112000703';
    const content = [
      { body: { text: 'Order {{1}}' } },
      { suggested_reply: { buttons: [{ button_text: 'Thank you', button_payload: 'thanks-{{1}}' }] } },
    ];
    const template = { name: 'order_shipped', type: 'standard', channel: 'rcs', content };
    assert.equal((await rig.service.call('POST', '/v1/omnichannel/templates', template)).status, 200);
    const reference = await sent(number, { template: 'order_shipped', parameters: { 1: '1017' } });
    await press(number, {});
    const [told] = await rig.told(number, 1);
    assert.equal(told?.content?.end_user_action?.postback_data, 'thanks-1017');
    assert.equal(told?.content?.end_user_action?.original_reference_id, reference);
  });
});
