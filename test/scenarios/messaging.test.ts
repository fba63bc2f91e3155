/**
 * One text, from the caller's form to the handset and back: every code that a text can end with, by a handset's story,
 * what callers are told of it, and whom it is not told.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TextBody } from '../../src/engine/message/text-body.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.ts';
import { iso } from '../../src/lib/instant.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;
let nextNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending: string): string {
  nextNumber += 1;
  return `491512${String(nextNumber).padStart(4, '0')}${ending}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(fields: Record<string, string>): Promise<string> {
  const form = new URLSearchParams({
    message: 'Hello',
    message_type: 'ARN',
    callback_url: service.callbackUrl,
    ...fields,
  });
  const { status, body } = await service.call('POST', '/v1/messaging', form.toString(), FORM);
  const accepted = asJsonObject(body) ?? {};
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(asJsonObject(accepted.status)?.code, 290);
  return String(accepted.reference_id);
}

async function shown(reference: string): Promise<TextBody> {
  return (await service.call('GET', `/v1/messaging/${reference}`)).body as TextBody;
}

async function until(reference: string, code: number): Promise<TextBody> {
  let last: TextBody | undefined;
  return service
    .until(`${reference} is ${code}`, async () => {
      last = await shown(reference);
      return last.status.code === code && last;
    })
    .catch((error) => {
      throw new Error(`${String(error)}; it is ${JSON.stringify(last)}`);
    });
}

/** What its callbacks said, in their order. */
async function told(reference: string, count: number): Promise<JsonObject[]> {
  return (await service.callbacksOf(reference, count)) as unknown as JsonObject[];
}

const codeOf = (body: JsonObject) => asJsonObject(body.status)?.code;

describe('one text', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('reaches its handset, and says 290, 203 and 200', async () => {
    const number = handset('100');
    const reference = await send({ phone_number: `+${number}`, message: 'Grüße & mehr', external_id: 'order-1' });
    const body = await until(reference, 200);
    assert.deepEqual(await service.messagesOf(number).then((all) => all.map(({ channel, text }) => [channel, text])), [
      ['sms', 'Grüße & mehr'],
    ]);
    const { status, submit_timestamp: submitted, ...rest } = body;
    assert.deepEqual(rest, {
      reference_id: reference,
      external_id: 'order-1',
      additional_info: { message_parts_count: 1, sender_id: rest.additional_info.sender_id },
    });
    assert.equal(status.description, 'Delivered to handset');
    assert.match(submitted, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    const callbacks = await told(reference, 2);
    assert.deepEqual(callbacks.map(codeOf), [203, 200]);
    assert.deepEqual(callbacks.at(-1), JSON.parse(JSON.stringify(body)), 'the callback says what GET says');
  });

  test('of several parts says how many, and goes out whole, from the sender that was asked for', async () => {
    const number = handset('100');
    const long = 'ä ticket for the train at platform 9. '.repeat(40).slice(0, 1_600);
    const [sender] = await senders();
    const reference = await send({ phone_number: number, message: long, sender_id: String(sender) });
    const body = await until(reference, 200);
    assert.deepEqual(body.additional_info, { message_parts_count: 10, sender_id: sender });
    const [arrived] = await service.messagesOf(number);
    assert.deepEqual([arrived?.text, arrived?.from], [long, sender]);
  });

  test('is taken as JSON, too, with what means nothing here ignored', async () => {
    const number = handset('100');
    const { status, body } = await service.call('POST', '/v1/messaging', {
      phone_number: number,
      message: 'By JSON',
      message_type: 'OTP',
      is_primary: 'false',
      dlt_template_id: '1',
      dlt_entity_id: '2',
      account_lifecycle_event: 'sign-in',
      originating_ip: '2001:db8::1',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal('external_id' in (body as object), false);
    const found = await until(String((body as JsonObject).reference_id), 200);
    assert.equal(found.external_id, null);
  });

  for (const [ending, code, why] of [
    ['911', 507, 'the SMSC knows no such recipient'],
    ['913', 207, 'undeliverable, nobody says why'],
    ['914', 221, 'expired'],
    ['915', 504, 'rejected'],
    ['972', 250, 'nobody knows what became of it'],
    ['991', 211, 'the network does not know the subscriber'],
    ['992', 514, 'the telephone is off'],
    ['993', 210, 'its memory is full'],
    ['994', 222, 'the line takes no SMS'],
    ['995', 220, 'the network failed'],
    ['996', 512, 'roaming is not allowed'],
    ['997', 508, 'the sender is refused'],
    ['998', 231, 'the alphabet is refused'],
  ] as const) {
    test(`ends with ${code}: ${why} (${ending})`, async () => {
      const reference = await send({ phone_number: handset(ending) });
      await until(reference, code);
      const { callbacks } = await finalCallback(reference, code);
      assert.ok(callbacks.every((each) => codeOf(each) === 203 || codeOf(each) === code));
    });
  }

  for (const [ending, why] of [
    ['916', 'whose receipt comes before the answer'],
    ['918', 'whose answer is lost'],
    ['919', 'whose id is written in two ways'],
    ['971', 'that is in transit first'],
  ] as const) {
    test(`${why} is delivered all the same: 200 (${ending})`, async () => {
      await until(await send({ phone_number: handset(ending) }), 200);
    });
  }

  test('waits for an SMSC that throttles: 292, and then 200', async () => {
    const reference = await send({ phone_number: handset('912') });
    await until(reference, 292);
    await until(reference, 200);
  });

  test('without a receipt for 12 hours is over with 251', async () => {
    const reference = await send({ phone_number: handset('917') });
    await until(reference, 203);
    await service.leap(12 * HOUR_MS - 60_000);
    assert.equal((await shown(reference)).status.code, 203, 'not before');
    await service.advance(120_000);
    await until(reference, 251);
  });

  test('to somebody who sent STOP is 510 where it is marketing', async () => {
    const number = handset('100');
    const [sender] = await senders();
    await until(await send({ phone_number: number, sender_id: String(sender) }), 200);
    await service.reply(number, String(sender), 'STOP');
    await service.until('the confirmation arrives', async () => (await service.messagesOf(number)).length === 2);
    const marketing = { phone_number: number, sender_id: String(sender), message_type: 'MKT' };
    const reference = await send(marketing);
    assert.equal((await until(reference, 510)).status.description, 'Message blocked by subscriber action or request');
    await until(await send({ ...marketing, message_type: 'ARN' }), 200);
  });

  test('belongs to its own product: omnichannel and verification do not know it, nor the other way round', async () => {
    const text = await send({ phone_number: handset('100') });
    assert.equal((await service.call('GET', `/v1/omnichannel/${text}`)).status, 404);
    assert.equal((await service.call('GET', `/v1/verify/${text}`)).status, 404);
    const message = await service.send({
      channels: [{ channel: 'sms' }],
      phone_number: handset('100'),
      message: { sms: { parameters: { text: 'Hello' } } },
      message_type: 'ARN',
    });
    const { status, body } = await service.call('GET', `/v1/messaging/${message}`);
    assert.deepEqual([status, codeOf(body as JsonObject)], [404, 10017]);
  });

  test('is seen by operators, with the engine’s code, and billed as one of messaging', async () => {
    const reference = await send({ phone_number: handset('913') });
    await until(reference, 207);
    const { body } = await service.operate('GET', `/messages/${reference}`);
    const { kind, status } = body as { kind: string; status: { code: number } };
    assert.deepEqual([kind, status.code], ['text', 3003]);
    // `to` is not part of the range: the day of the message has to be before it, at whatever hour the test runs.
    const tomorrow = iso(service.clock.now() + DAY_MS).slice(0, 10);
    const usage = JSON.stringify((await service.operate('GET', `/usage?from=2026-01-01&to=${tomorrow}`)).body);
    assert.match(usage, /"product":"messaging"/);
  });
});

async function senders(): Promise<unknown[]> {
  const { rows } = await service.gateway.db.query<{ sender: string }>(
    "select s.sender from senders s where s.sender ~ '^[0-9]+$' order by s.sender",
  );
  return rows.map(({ sender }) => sender);
}

async function finalCallback(reference: string, code: number): Promise<{ readonly callbacks: JsonObject[] }> {
  const callbacks = await service.until(`the callback says ${code}`, () => {
    const those = service.received.filter(({ body }) => body.reference_id === reference);
    return those.some(({ body }) => body.status.code === code) && those;
  });
  return { callbacks: callbacks.map(({ body }) => body as unknown as JsonObject) };
}
