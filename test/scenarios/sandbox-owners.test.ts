/** People at simulated handsets who answer by themselves, and what the application is told of it (docs/sandbox.md). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardThenText, textOnly } from '../support/gateway/gateway.ts';
import { type InboundGateway, startInbound } from '../support/inbound/rig.ts';

/** One gateway for all stories of this file: each uses a number of its own. */
let rig: InboundGateway;
let nextNumber = 0;

function handset(ending: string): string {
  nextNumber += 1;
  return `491513${String(nextNumber).padStart(4, '0')}${ending}`;
}

/** Sends, and moves the clock to what the owner of the handset says, which does not come before its time. */
async function answerTo(number: string, message: object) {
  const { service } = rig;
  const reference = await service.send(message);
  await service.until('the handset has it', async () => (await service.messagesOf(number)).length > 0);
  await service.advance(1_000);
  assert.equal(rig.tries(number).length, 0);
  const [body] = await rig.told(number, 1);
  assert.ok(body);
  return { reference, body };
}

describe('a person who', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('has RCS and replies: the application is told, once', async () => {
    const number = handset('980');
    const { body } = await answerTo(number, cardThenText(number));
    assert.deepEqual([body.sub_resource, body.content?.text], ['mo_rcs', 'Yes, please']);
    await rig.service.advance(60_000);
    assert.equal(rig.tries(number).length, 1);
  });

  test('has no RCS and replies: the text comes by SMS, to the sender of the text', async () => {
    const number = handset('981');
    const { body } = await answerTo(number, cardThenText(number));
    const [got] = await rig.service.messagesOf(number);
    assert.deepEqual([body.user_response?.sender_id, body.user_response?.mo_message], [got?.from, 'Yes, please']);
  });

  test('presses the button: its payload comes back, with the message that it stands in', async () => {
    const number = handset('982');
    const { reference, body } = await answerTo(number, cardThenText(number));
    assert.deepEqual(body.content?.end_user_action, {
      postback_data: 'payload-1',
      original_reference_id: reference,
      text: 'Call us',
      iso_country_code: 'DE',
    });
  });

  test('sends a file', async () => {
    const number = handset('985');
    const { body } = await answerTo(number, cardThenText(number));
    assert.deepEqual(body.content, {
      file: {
        payload: {
          name: 'photo.jpg',
          mime_type: 'image/jpeg',
          uri: 'https://files.example/photo.jpg',
          size_bytes: 181_500,
        },
      },
    });
  });

  test('sends where it is', async () => {
    const number = handset('986');
    const { body } = await answerTo(number, cardThenText(number));
    assert.deepEqual(body.content, { location: { latitude: 52.5163, longitude: 13.3777 } });
  });

  for (const [ending, channel] of [
    ['983', 'RCS'],
    ['984', 'SMS'],
  ] as const) {
    test(`says STOP by ${channel}: marketing is blocked from then on, a code is not`, async () => {
      const { service } = rig;
      const number = handset(ending);
      const { body } = await answerTo(number, cardThenText(number, { messageType: 'MKT' }));
      const action = channel === 'RCS' ? body.content?.end_user_action?.action : body.user_response?.action;
      assert.equal(action, channel === 'RCS' ? 'STOP' : 'stop');
      await service.until('the block counts', async () => {
        const reference = await service.send(
          channel === 'RCS' ? cardThenText(number, { messageType: 'MKT' }) : textOnly(number, { messageType: 'MKT' }),
        );
        return (await service.status(reference)).status.code === 3046;
      });
      await service.untilStatus(await service.send(textOnly(number, { messageType: 'OTP' })), 3000);
    });
  }
});
