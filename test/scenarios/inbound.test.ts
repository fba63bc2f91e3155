/** What people send reaches the application: texts, and what they do with RCS. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CUSTOMER_ID, cardThenText } from '../support/gateway/gateway.ts';
import { type InboundGateway, startInbound } from '../support/inbound/rig.ts';

let rig: InboundGateway;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('what people send', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('a text to a sender of the account is called back in the shape of mo_sms, signed like every callback', async () => {
    const number = '4915112000700';
    await rig.service.reply(number, rig.sender, 'Is it still there?');
    const [body] = await rig.told(number, 1);
    assert.match(body?.reference_id ?? '', /^[0-9A-F]{32}$/);
    assert.match(body?.submit_timestamp ?? '', TIME);
    assert.match(body?.status.updated_on ?? '', TIME);
    assert.deepEqual(body, {
      reference_id: body?.reference_id,
      sub_resource: 'mo_sms',
      phone_number: number,
      status: { code: 1500, description: 'Delivered to customer', updated_on: body?.status.updated_on },
      errors: {},
      submit_timestamp: body?.submit_timestamp,
      user_response: {
        phone_number: number,
        iso_country_code: 'DE',
        sender_id: rig.sender,
        mo_message: 'Is it still there?',
        action: 'generic',
        keyword: '',
      },
    });
    const { method, headers } = rig.tries(number)[0] ?? {};
    assert.equal(method, 'POST');
    assert.match(String(headers?.authorization), new RegExp(`^TSA ${CUSTOMER_ID}:`));
    assert.match(String(headers?.['webhook-signature']), /^v1,/);
  });

  test('a reply to the agent is called back as mo_rcs', async () => {
    const number = '4915112000701';
    await rig.service.reply(number, rig.agent, 'Hello agent');
    const [body] = await rig.told(number, 1);
    assert.deepEqual(body, {
      reference_id: body?.reference_id,
      sub_resource: 'mo_rcs',
      phone_number: number,
      status: { code: 1500, description: 'Delivered to customer', updated_on: body?.status.updated_on },
      rcs_sender_id: rig.agent,
      content: {
        text: 'Hello agent',
        end_user_action: { text: 'Hello agent', iso_country_code: 'DE', action: 'GENERIC', keyword: '' },
      },
    });
  });

  test('a tap names the newest message that has its payload, and brings it back as it was given', async () => {
    const number = '4915112000702';
    const first = await rig.service.send(cardThenText(number));
    await rig.service.untilStatus(first, 3000);
    const second = await rig.service.send(cardThenText(number));
    await rig.service.untilStatus(second, 3000);
    assert.equal((await rig.service.call('POST', `/sandbox/handsets/${number}/tap`)).status, 200);
    const [body] = await rig.told(number, 1);
    assert.deepEqual(body?.content, {
      end_user_action: {
        postback_data: 'payload-1',
        original_reference_id: second,
        text: 'Call us',
        iso_country_code: 'DE',
      },
    });
  });

  test('a file and a location are called back', async () => {
    const number = '4915112000703';
    const file = { uri: 'https://files.example/1', name: 'a.jpg', mime_type: 'image/jpeg', size_bytes: 1234 };
    const sent = await rig.service.call('POST', `/sandbox/handsets/${number}/file`, { to: rig.agent, ...file });
    assert.equal(sent.status, 200);
    const [first] = await rig.told(number, 1);
    assert.deepEqual(first?.content, {
      file: { payload: { name: 'a.jpg', mime_type: 'image/jpeg', uri: 'https://files.example/1', size_bytes: 1234 } },
    });
    const place = { latitude: 52.52, longitude: -13.4 };
    await rig.service.call('POST', `/sandbox/handsets/${number}/location`, { to: rig.agent, ...place });
    const [, second] = await rig.told(number, 2);
    assert.deepEqual(second?.content, { location: place });
    assert.equal(second?.sub_resource, 'mo_rcs');
  });
});
