/**
 * Codes by SMS: from the caller's form to the handset that gets the code, the check of what was typed, and what is left
 * of it. Every line of the contract's section on `/v1/verify/sms`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CodeTextBody } from '../../src/engine/message/text-body.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { fromReference } from '../../src/lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;
let nextNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending = '100'): string {
  nextNumber += 1;
  return `491513${String(nextNumber).padStart(4, '0')}${ending}`;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function post(fields: Record<string, string>): Promise<{ status: number; body: JsonObject }> {
  const form = new URLSearchParams({ callback_url: service.callbackUrl, ...fields });
  // A source that is asked may take its time.
  const asking = service.call('POST', '/v1/verify/sms', form.toString(), FORM);
  const { status, body } = await service.through('it is answered', asking);
  return { status, body: asJsonObject(body) ?? {} };
}

async function send(fields: Record<string, string>): Promise<string> {
  const { status, body } = await post(fields);
  assert.deepEqual([status, asJsonObject(body.status)?.code], [200, 290], JSON.stringify(body));
  return String(body.reference_id);
}

async function shown(reference: string, code?: string): Promise<CodeTextBody> {
  const query = code === undefined ? '' : `?verify_code=${code}`;
  const { status, body } = await service.call('GET', `/v1/verify/${reference}${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as CodeTextBody;
}

const check = async (reference: string, code: string) => (await shown(reference, code)).verify.code_state;

function until(reference: string, code: number): Promise<CodeTextBody> {
  return service.until(`${reference} is ${code}`, async () => {
    const body = await shown(reference);
    return body.status.code === code && body;
  });
}

/** What the handset got last. */
async function textOn(number: string): Promise<string> {
  const message = await service.until('the text arrives', async () => (await service.messagesOf(number)).at(-1));
  return message.text ?? '';
}

/** Known to every node after 3 s. */
async function setTo(settings: object): Promise<void> {
  const { status, body } = await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings });
  assert.equal(status, 200, JSON.stringify(body));
  await service.advance(3_100);
}

describe('a code by SMS', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('that the caller gives is sent in its template, and checked once', async () => {
    const number = handset();
    const reference = await send({
      phone_number: number,
      verify_code: '0471',
      template: 'Type $$CODE$$. Again: $$CODE$$',
      external_id: 'sign-up 7',
    });
    assert.equal(await textOn(number), 'Type 0471. Again: 0471');
    const { status, submit_timestamp: _, additional_info: info, ...rest } = await until(reference, 200);
    assert.equal(status.description, 'Delivered to handset');
    assert.equal(info.message_parts_count, 1);
    assert.deepEqual(rest, {
      reference_id: reference,
      external_id: 'sign-up 7',
      sub_resource: 'sms',
      errors: [],
      verify: { code_state: 'UNKNOWN', code_entered: '' },
    });
    const tries = [await check(reference, '0472'), await check(reference, '0471'), await check(reference, '0471')];
    assert.deepEqual(tries, ['INVALID', 'VALID', 'INVALID']);
    const callbacks = (await service.callbacksOf(reference, 2)) as unknown as CodeTextBody[];
    assert.deepEqual(
      callbacks.map((each) => each.status.code),
      [203, 200],
    );
    assert.deepEqual(callbacks[1]?.verify, { code_state: 'UNKNOWN', code_entered: null });
    assert.deepEqual([callbacks[1]?.sub_resource, callbacks[1]?.errors], ['sms', []]);
  });

  test('is made where none is given: 5 digits, or as many as the account wants', async () => {
    const number = handset();
    const reference = await send({ phone_number: number });
    const [, code = ''] = /^Hello\. Your verification code is: (\d{5})\.$/.exec(await textOn(number)) ?? [];
    assert.equal(await check(reference, code), 'VALID');
    await setTo({ code_digits: 7 });
    const longer = handset();
    await send({ phone_number: longer, language: 'pt-BR' });
    assert.match(await textOn(longer), /^Olá\. Seu código de verificação é: \d{7}\.$/);
    await setTo({ code_digits: null });
  });

  test('is said in the language that is asked for; a template goes before it', async () => {
    for (const [language, text] of [
      ['de-AT', /^Hallo\. Ihr Bestätigungscode lautet: \d{5}\.$/],
      ['ja', /^こんにちは。認証コードは、\d{5}です。$/],
      ['zh-TW', /^您好。您的驗證碼是：\d{5}。$/],
      ['zh', /^您好。您的验证码是：\d{5}。$/],
    ] as const) {
      const number = handset();
      await send({ phone_number: number, language });
      assert.match(await textOn(number), text, language);
    }
    const own = handset();
    await send({ phone_number: own, language: 'xx', template: 'PIN $$CODE$$' });
    assert.match(await textOn(own), /^PIN \d{5}$/);
    const { status, body } = await post({ phone_number: handset(), language: 'xx' });
    assert.deepEqual([status, errorOf(body)], [400, -10001]);
  });

  test('names what is paid to whom', async () => {
    const paid = { transaction_amount: '12.50 EUR', transaction_payee: 'Blumen & Mehr' };
    const own = handset();
    await send({ phone_number: own, ...paid, template: '$$PAYEE$$ $$AMOUNT$$: $$CODE$$' });
    assert.match(await textOn(own), /^Blumen & Mehr 12\.50 EUR: \d{5}$/);
    const predefined = handset();
    await send({ phone_number: predefined, ...paid, language: 'en-GB' });
    assert.match(await textOn(predefined), /^Your code to pay 12\.50 EUR to Blumen & Mehr is: \d{5}\.$/);
  });

  test('that has no place in the template comes after it; a template alone says its own code, and none is VALID', async () => {
    const number = handset();
    const reference = await send({ phone_number: number, verify_code: '123456', template: 'Your PIN:' });
    assert.equal(await textOn(number), 'Your PIN: 123456');
    assert.equal(await check(reference, '123456'), 'VALID');
    const own = handset();
    const without = await send({ phone_number: own, template: 'Your PIN: 777' });
    assert.equal(await textOn(own), 'Your PIN: 777');
    for (const guess of ['777', '', '0']) {
      if (guess !== '') assert.equal(await check(without, guess), 'INVALID');
    }
  });

  test('allows 5 wrong tries, and 20 an hour on one number over all of its codes', async () => {
    const number = handset();
    const first = await send({ phone_number: number, verify_code: '11111' });
    for (let n = 0; n < 5; n += 1) assert.equal(await check(first, '22222'), 'INVALID');
    assert.equal(await check(first, '11111'), 'INVALID', 'the right one comes too late');
    for (let n = 0; n < 3; n += 1) {
      const more = await send({ phone_number: number, verify_code: '11111' });
      for (let wrong = 0; wrong < 5; wrong += 1) await check(more, '22222');
    }
    assert.equal(await check(await send({ phone_number: number, verify_code: '11111' }), '11111'), 'INVALID');
  });

  test('is valid for 10 minutes from the request on, or as long as the account says', async () => {
    const reference = await send({ phone_number: handset(), verify_code: '11111' });
    const late = await send({ phone_number: handset(), verify_code: '11111' });
    await service.advance(10 * MINUTE_MS - 5_000);
    assert.equal(await check(reference, '11111'), 'VALID');
    await service.advance(10_000);
    assert.equal(await check(late, '11111'), 'INVALID');
    await setTo({ code_minutes: 2 });
    const short = await send({ phone_number: handset(), verify_code: '11111' });
    await service.advance(2 * MINUTE_MS + 1_000);
    assert.equal(await check(short, '11111'), 'INVALID');
    await setTo({ code_minutes: null });
  });

  test('of which no receipt comes is over with its time: 251', async () => {
    const reference = await send({ phone_number: handset('917') });
    await until(reference, 203);
    await service.advance(11 * MINUTE_MS);
    await until(reference, 251);
  });

  for (const [ending, code] of [
    ['911', 507],
    ['913', 207],
    ['992', 514],
  ] as const) {
    test(`ends with the codes of a text: ${code} (${ending})`, async () => {
      await until(await send({ phone_number: handset(ending) }), code);
    });
  }

  test('is completed by the caller, as is a text of /v1/messaging: 1900, again and again', async () => {
    const code = await send({ phone_number: handset() });
    const form = new URLSearchParams({ phone_number: handset(), message: 'Code 1', message_type: 'OTP' });
    const text = (await service.call('POST', '/v1/messaging', form.toString(), FORM)).body as JsonObject;
    for (const reference of [code, code, String(text.reference_id), String(text.reference_id)]) {
      const { status, body } = await service.call('PUT', `/v1/verify/completion/${reference}`);
      const { status: told, ...rest } = body as JsonObject;
      assert.deepEqual([status, asJsonObject(told)?.code], [200, 1900], JSON.stringify(body));
      assert.deepEqual(rest, { reference_id: reference, sub_resource: 'sms', errors: [] });
    }
    const unknown = await service.call('PUT', '/v1/verify/completion/FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF');
    assert.equal(unknown.status, 404);
  });

  test('stands in no table, callback, operator’s list or log, and its hash alone is left', async () => {
    const number = handset();
    const reference = await send({ phone_number: number, verify_code: '9081726354' });
    const other = handset('917');
    const underWay = await send({ phone_number: other, verify_code: '9081726354' });
    await until(reference, 200);
    await until(underWay, 203);
    const { db } = service.gateway;
    const { rows: tables } = await db.query<{ name: string }>(
      "select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace",
    );
    for (const { name } of tables) {
      const { rows } = await db.query<{ found: number }>(
        `select count(*) as found from "${name}" t where t::text like '%9081726354%'`,
      );
      assert.equal(rows[0]?.found, 0, name);
    }
    const { rows } = await db.query<{ sealed: boolean; hashed: number }>(
      'select code_sealed is not null as sealed, length(code_hash) as hashed from calls where message_id = $1',
      [fromReference(reference)],
    );
    assert.deepEqual(rows, [{ sealed: false, hashed: 32 }]);
    const seen = [
      await service.operate('GET', `/messages/${reference}`),
      await service.operate('GET', '/messages'),
      await service.operate('GET', `/calls/${reference}`),
    ];
    assert.equal(seen[2]?.status, 404, 'a text is no call');
    const told = service.received.map(({ text }) => text);
    assert.ok(![JSON.stringify(seen), ...told].some((text) => text.includes('9081726354')));
  });

  test('is known for 12 hours, then -10004', async () => {
    const reference = await send({ phone_number: handset() });
    await until(reference, 200);
    await service.gateway.db.query("update messages set created_at = created_at - interval '12 hours' where id = $1", [
      fromReference(reference),
    ]);
    await service.advance(1_000);
    const { status, body } = await service.call('GET', `/v1/verify/${reference}`);
    assert.deepEqual([status, errorOf(body as JsonObject)], [404, -10004]);
  });

  test('is not known to omnichannel and /v1/messaging', async () => {
    const reference = await send({ phone_number: handset() });
    assert.equal((await service.call('GET', `/v1/omnichannel/${reference}`)).status, 404);
    assert.equal((await service.call('GET', `/v1/messaging/${reference}`)).status, 404);
  });

  test('is billed as a message of verify', async () => {
    const from = new Date(service.clock.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const to = new Date(service.clock.now() + 86_400_000).toISOString().slice(0, 10);
    const { body } = await service.operate('GET', `/usage?from=${from}&to=${to}`);
    assert.match(JSON.stringify(body), /"product":"verify","channel":"sms"/);
  });

  describe('with sim_swap_check', () => {
    test('is sent where the SIM was not swapped lately, and says what was found', async () => {
      const { status, body } = await post({ phone_number: handset(), sim_swap_check: 'true' });
      assert.deepEqual([status, asJsonObject(body.status)?.code], [200, 290]);
      const swap = asJsonObject(body.sim_swap) ?? {};
      assert.deepEqual([swap.risk_indicator, asJsonObject(swap.status)?.code], [1, 2800]);
    });

    for (const [ending, code, why] of [
      ['952', 518, 'the SIM was swapped today'],
      ['942', 519, 'the source is down'],
      ['943', 519, 'no source covers the number'],
      ['945', 519, 'nobody knows'],
    ] as const) {
      test(`is not sent, and ends with ${code}: ${why} (${ending})`, async () => {
        const number = handset(ending);
        const { status, body } = await post({ phone_number: number, sim_swap_check: 'true', verify_code: '12345' });
        assert.deepEqual([status, asJsonObject(body.status)?.code], [200, code], JSON.stringify(body));
        const reference = String(body.reference_id);
        assert.equal((await until(reference, code)).status.code, code, 'it is recorded');
        const [told] = (await service.callbacksOf(reference, 1)) as unknown as CodeTextBody[];
        assert.equal(told?.status.code, code);
        assert.deepEqual(await service.messagesOf(number), []);
        const { rows } = await service.gateway.db.query('select evidence from look_ups where number = $1', [number]);
        assert.match(JSON.stringify(rows), /sim_swap/, 'the question is recorded');
      });
    }

    test('lets through what the account says', async () => {
      await setTo({ sim_swap_max_risk: 4 });
      await send({ phone_number: handset('952'), sim_swap_check: 'true' });
      await setTo({ sim_swap_max_risk: null });
    });
  });
});

function errorOf(body: JsonObject): unknown {
  return Array.isArray(body.errors) ? asJsonObject(body.errors[0])?.code : undefined;
}
