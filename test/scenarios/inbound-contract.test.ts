/**
 * What callers rely on of what people send, where it is less plain: which message a button belongs to, payloads as they
 * were given, signatures, and a receiver that was wrong for a week.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DAY_MS } from '../../src/lib/durations.ts';
import { API_KEY, CUSTOMER_ID } from '../support/gateway/gateway.ts';
import { type InboundBody, type InboundGateway, startInbound } from '../support/inbound/rig.ts';
import { newAccount } from '../support/smpp/smsc-gateway.ts';

describe('what people send to the sandbox', () => {
  let rig: InboundGateway;
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  const sendReplies = async (number: string, payloads: readonly string[]): Promise<string> => {
    const suggestions = payloads.map((payload, n) => ({ type: 'reply', text: `Answer ${n}`, payload }));
    const reference = await rig.service.send({
      phone_number: number,
      message_type: 'ARN',
      channels: [{ channel: 'rcs' }],
      message: { rcs: { template: 'text', parameters: { text: 'Well?' }, suggestions } },
    });
    await rig.service.untilStatus(reference, 3000);
    return reference;
  };
  const press = async (number: string, choice: object) => {
    const answer = await rig.service.call('POST', `/sandbox/handsets/${number}/tap`, choice);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const pressed = ({ content }: InboundBody) => {
    const { postback_data: payload, original_reference_id: message } = content?.end_user_action ?? {};
    return [payload, message];
  };

  test('a button names the newest message that has its payload, and not one that is newer without it', async () => {
    const [number, other] = ['4915112000501', '4915112000502'];
    await sendReplies(number, ['both', 'first alone']);
    const second = await sendReplies(number, ['both', 'second alone']);
    const third = await sendReplies(number, ['third alone']);
    await sendReplies(other, ['both']);
    for (const payload of ['both', 'second alone', 'third alone']) await press(number, { payload });
    assert.deepEqual((await rig.told(number, 3)).map(pressed), [
      ['both', second],
      ['second alone', second],
      ['third alone', third],
    ]);
  });

  test('a payload comes back as it was given, to the last character', async () => {
    const number = '4915112000503';
    const payloads = [
      '{"a": "b\\\\c"}',
      '  spaces  ',
      'Zoë 🛍️ \u200b\u202e',
      `${'é'.repeat(2_047)}x`,
      "'; drop table --",
    ];
    const reference = await sendReplies(number, payloads);
    for (const [index, payload] of payloads.entries()) {
      await press(number, { index });
      assert.deepEqual(pressed((await rig.told(number, index + 1))[index] as InboundBody), [payload, reference]);
    }
  });

  test('a button of no message that is known is told without one', async () => {
    const number = '4915112000504';
    await sendReplies(number, ['known']);
    rig.service.gateway.sandbox?.rcs.person.tap(number, rig.agent, { type: 'reply', text: 'Old', payload: 'long ago' });
    assert.deepEqual((await rig.told(number, 1)).map(pressed), [['long ago', null]]);
  });

  test('is signed with the key of the account and with each of its secrets', async () => {
    const number = '4915112000505';
    await rig.service.call('POST', '/v1/callback-secrets', {});
    // The account is read anew.
    await rig.service.advance(3_100);
    const { body } = await rig.service.call('GET', '/v1/callback-secrets');
    const { secrets } = body as { secrets: Array<{ secret: string }> };
    await rig.service.reply(number, rig.sender, 'Signed?');
    await rig.told(number, 1);
    const first = rig.tries(number)[0];
    assert.ok(first);
    const { headers, text } = first;
    const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(text).digest('base64');
    assert.equal(headers.authorization, `TSA ${CUSTOMER_ID}:${signature}`);
    assert.equal(headers['x-ts-authorization'], signature);
    assert.equal(secrets.length, 2);
    for (const { secret } of secrets) new Webhook(secret).verify(text, headers as Record<string, string>);
  });

  test('is all in the list when the receiver was wrong for a week', async () => {
    const { service, sender, agent } = rig;
    const people = ['4915112000511', '4915112000512'];
    service.callbackStatus = 500;
    for (const number of people) {
      for (const text of ['one', 'two', 'three']) await service.reply(number, sender, text);
      await service.reply(number, agent, 'four');
      await rig.told(number, 1);
      await service.until('all of it is recorded', async () => {
        const { inbound } = await rig.list('?limit=500');
        return inbound.filter(({ phone_number: each }) => each === number).length === 4;
      });
    }
    for (let days = 0; days < 7; days += 1) {
      service.clock.jump(DAY_MS);
      await service.advance(1_000);
    }
    const { inbound } = await rig.list('?limit=500');
    for (const number of people) {
      const texts = inbound
        .filter(({ phone_number: each }) => each === number)
        .map(({ user_response: said, content }) => said?.mo_message ?? content?.text);
      assert.deepEqual(texts, ['one', 'two', 'three', 'four']);
    }
    service.callbackStatus = 200;
  });

  test('is nobody else’s to see', async () => {
    const other = await newAccount(rig.service, { name: 'Other' });
    assert.deepEqual((await other.call('GET', '/v1/inbound')).body.inbound, []);
    const authorization = 'Basic bm9ib2R5OndpdGhvdXQ=';
    const { status, body } = await rig.service.call('GET', '/v1/inbound', undefined, { authorization });
    assert.deepEqual([status, (body as InboundBody).status.code], [401, 3400]);
  });
});
