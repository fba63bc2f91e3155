/** What an account may reach, and how much of it: every rule of docs/limits.md as callers and operators see it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { SettingsBody } from '../../src/http/operator/account-body.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { type HttpAnswer, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { CUSTOMER_ID } from '../support/gateway/http.ts';

const GERMAN = '4915112345678';
const PREMIUM = '19005551234';

let service: TestGateway;
let fresh = 0;

interface Caller {
  readonly id: string;
  post(path: string, body: object): Promise<HttpAnswer>;
  get(path: string): Promise<HttpAnswer>;
  put(path: string): Promise<HttpAnswer>;
}

async function newCaller(settings: object = {}): Promise<Caller> {
  const made = await service.operate('POST', '/accounts', {
    name: 'Acme',
    products: ['rcs', 'voice', 'masking'],
    addons: ['contact_match', 'age_verify'],
    settings,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return {
    id,
    post: (path, body) => service.call('POST', path, body, { authorization }),
    get: (path) => service.call('GET', path, undefined, { authorization }),
    put: (path) => service.call('PUT', path, undefined, { authorization }),
  };
}

/** A number of its own for each test, in a prefix of its own. */
function handset(): string {
  fresh += 1;
  return `4915${String(20 + fresh).padStart(3, '0')}1234500`;
}

const text = (number: string, more: object = {}) => ({ ...textOnly(number), message_type: 'ARN', ...more });
const otp = (number: string) => text(number, { message_type: 'OTP' });
const call = (number: string, more: object = {}) => ({ phone_number: number, ...more });
const match = (number: string, more: object = {}) => ({
  phone_number: number,
  addons: { contact_match: { first_name: 'Erika', date_of_birth: '1980-01-01' } },
  ...more,
});

const MESSAGES = '/v1/omnichannel';
const CALLS = '/v1/verify/call';
const LOOK_UPS = '/v1/phoneid';
const SESSIONS = '/v1/anonymous/session/sms';

/** HTTP status, code (of the list of errors where there is one), and the rule that the description names. */
function refusalOf(answer: HttpAnswer): [number, unknown, string | undefined] {
  const body = asJsonObject(answer.body) ?? {};
  const [error] = Array.isArray(body.errors) ? body.errors : [];
  const of = asJsonObject(error) ?? asJsonObject(body.status) ?? {};
  return [answer.status, of.code, /\(rule (\w+)\)$/.exec(String(of.description))?.[1]];
}

async function figure(name: string): Promise<number> {
  const line = (await service.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

describe('limits of accounts', () => {
  before(async () => {
    // The hour and the minute that are counted do not end on the way.
    service = await startGateway({}, { startsAt: Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 1_000 });
  });
  after(() => service.stop());

  test('an account of usual settings is kept from numbers that cost more, in every product', async () => {
    const caller = await newCaller();
    const rule = 'allowed_number_kinds';
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, text(PREMIUM))), [400, 3038, rule]);
    assert.deepEqual(refusalOf(await caller.post(CALLS, call(PREMIUM))), [403, -10001, rule]);
    const parties = { phone_number_1: handset(), phone_number_2: PREMIUM, validity_period: 1 };
    assert.deepEqual(refusalOf(await caller.post(SESSIONS, parties)), [400, 2706, rule]);
    assert.equal((await caller.post(LOOK_UPS, { phone_number: PREMIUM })).status, 200);
    const open = await newCaller({ allowed_number_kinds: ['premium'] });
    assert.equal((await open.post(MESSAGES, text(PREMIUM))).status, 200);
  });

  test('a country that is not allowed is refused with the code of each product', async () => {
    const caller = await newCaller({ allowed_countries: ['AT'] });
    const rule = 'allowed_countries';
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, text(GERMAN))), [400, 3037, rule]);
    assert.deepEqual(refusalOf(await caller.post(CALLS, call(GERMAN))), [403, -10001, rule]);
    assert.deepEqual(refusalOf(await caller.post(LOOK_UPS, { phone_number: GERMAN })), [400, 10032, rule]);
    const parties = { phone_number_1: '436641234567', phone_number_2: GERMAN, validity_period: 1 };
    assert.deepEqual(refusalOf(await caller.post(SESSIONS, parties)), [400, 2706, rule]);
  });

  test('keys after the answer are refused until they are switched on', async () => {
    const keys = { extension_type: 1, extension_template: ',,9,1234' };
    const caller = await newCaller();
    assert.deepEqual(refusalOf(await caller.post(CALLS, call(handset(), keys))), [400, -10001, 'extension_keys']);
    const open = await newCaller({ extension_keys: true });
    assert.equal((await open.post(CALLS, call(handset(), keys))).status, 200);
  });

  test('a code to the same number waits, by text or by call; what is no code does not', async () => {
    const caller = await newCaller();
    const number = handset();
    assert.equal((await caller.post(MESSAGES, otp(number))).status, 200);
    const refused = await caller.post(CALLS, call(number));
    assert.deepEqual(refusalOf(refused), [403, -10001, 'code_pauses_s']);
    assert.match(String(refused.headers['retry-after']), /^(30|2\d)$/);
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, otp(number))), [429, 3205, 'code_pauses_s']);
    assert.equal((await caller.post(MESSAGES, text(number))).status, 200);
    await service.advance(30_000);
    assert.equal((await caller.post(CALLS, call(number))).status, 200);
    await service.advance(30_000);
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, otp(number))), [429, 3205, 'code_pauses_s']);
  });

  test('a hundred numbers of one prefix in an hour, and not one more, whoever asks', async () => {
    const caller = await newCaller({ per_prefix_per_hour: 30 });
    const before = await figure('trunkline_admission_refused_total{operation="call",rule="per_prefix_per_hour"}');
    let calls = 0;
    for (let n = 0; n < 40; n += 1) {
      const answer = await caller.post(CALLS, call(`491517777${String(n).padStart(4, '0')}`));
      if (answer.status === 200) calls += 1;
      else assert.deepEqual(refusalOf(answer), [403, -10001, 'per_prefix_per_hour']);
    }
    assert.equal(calls, 30);
    const rule = 'trunkline_admission_refused_total{operation="call",rule="per_prefix_per_hour"}';
    assert.equal((await figure(rule)) - before, 10);
  });

  test('a date of birth cannot be guessed: ten look-ups about one person in an hour', async () => {
    const caller = await newCaller();
    const number = handset();
    for (let n = 0; n < 10; n += 1) assert.equal((await caller.post(LOOK_UPS, match(number))).status, 200, String(n));
    const refused = await caller.post(LOOK_UPS, match(number));
    assert.deepEqual(refusalOf(refused), [400, 10032, 'people_look_ups_per_number_per_hour']);
    assert.ok(Number(refused.headers['retry-after']) > 60);
    assert.equal((await caller.post(LOOK_UPS, { phone_number: number })).status, 200, 'nothing about a person');
    const nobody = { phone_number: number, addons: { contact_match: {} } };
    assert.equal((await caller.post(LOOK_UPS, nobody)).status, 200, 'asks no source');
  });

  test('originating_ip is one more key, and read alike by every product', async () => {
    const caller = await newCaller({ per_end_user_per_hour: 2 });
    const from = { originating_ip: '198.51.100.77' };
    assert.equal((await caller.post(MESSAGES, text(handset(), from))).status, 200);
    assert.equal((await caller.post(CALLS, call(handset(), from))).status, 200);
    const rule = 'per_end_user_per_hour';
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, text(handset(), from))), [429, 3205, rule]);
    assert.deepEqual(refusalOf(await caller.post(LOOK_UPS, match(handset(), from))), [400, 10032, rule]);
    const wrong = { originating_ip: 'here' };
    const parties = { phone_number_1: handset(), phone_number_2: handset(), validity_period: 1 };
    for (const [path, body, code] of [
      [MESSAGES, text(GERMAN, wrong), 3105],
      [CALLS, call(GERMAN, wrong), -10001],
      [LOOK_UPS, match(GERMAN, wrong), 11010],
      [SESSIONS, { ...parties, ...wrong }, 2709],
    ] as const) {
      assert.deepEqual(refusalOf(await caller.post(path, body)).slice(0, 2), [400, code], path);
    }
  });

  test('a budget of the day refuses what goes beyond it, warns before, and is over with the day', async () => {
    const caller = await newCaller({ texts_per_day: 10, calls_per_day: 1, people_look_ups_per_day: 1 });
    const alarms = await figure('trunkline_budget_alarms_total{rule="texts_per_day"}');
    for (let n = 0; n < 10; n += 1) assert.equal((await caller.post(MESSAGES, text(handset()))).status, 200);
    assert.deepEqual(refusalOf(await caller.post(MESSAGES, text(handset()))), [429, 3204, 'texts_per_day']);
    assert.equal(await figure('trunkline_budget_alarms_total{rule="texts_per_day"}'), alarms + 1);
    assert.equal((await caller.post(CALLS, call(handset()))).status, 200);
    assert.deepEqual(refusalOf(await caller.post(CALLS, call(handset()))), [429, -40007, 'calls_per_day']);
    assert.equal((await caller.post(LOOK_UPS, match(handset()))).status, 200);
    assert.deepEqual(refusalOf(await caller.post(LOOK_UPS, match(handset()))), [429, 10019, 'people_look_ups_per_day']);
    await service.operate('PATCH', `/accounts/${caller.id}`, { settings: { texts_per_day: 12 } });
    await service.advance(5_000);
    assert.equal((await caller.post(MESSAGES, text(handset()))).status, 200, 'the operator has raised it');
  });

  test('how many codes come back is a figure by prefix and carrier, each code once', async () => {
    const caller = await newCaller();
    const labels = '{prefix="43664",carrier="sandbox-voice"}';
    const placed = await caller.post(CALLS, call('436641234567', { verify_code: '12345' }));
    assert.equal(placed.status, 200);
    const { reference_id: reference } = placed.body as { reference_id: string };
    await service.until('it is over', async () => (await figure(`trunkline_codes_sent_total${labels}`)) === 1);
    const completed = () => figure(`trunkline_codes_completed_total${labels}`);
    assert.equal((await caller.get(`/v1/verify/${reference}?verify_code=54321`)).status, 200);
    assert.equal(await completed(), 0);
    assert.equal((await caller.get(`/v1/verify/${reference}?verify_code=12345`)).status, 200);
    assert.equal(await completed(), 1);
    assert.equal((await caller.put(`/v1/verify/completion/${reference}`)).status, 200);
    assert.equal((await caller.put(`/v1/verify/completion/${reference}`)).status, 200);
    assert.equal(await completed(), 1);
  });

  test('the sandbox account has no limits', async () => {
    const shown = await service.operate('GET', `/accounts/${CUSTOMER_ID}`);
    const settings = asJsonObject(asJsonObject(shown.body)?.settings) ?? {};
    assert.deepEqual(settings.allowed_countries, ['*']);
    const names = Object.keys(SettingsBody.properties).filter((name) => /_per_|code_pauses_s/.test(name));
    for (const name of names.filter((each) => each !== 'requests_per_second')) {
      assert.deepEqual(settings[name], name === 'code_pauses_s' ? [] : 0, name);
    }
    const authorization = service.authorization;
    const codes = async (path: string, body: object) =>
      (await service.call('POST', path, body, { authorization })).status;
    for (let n = 0; n < 12; n += 1) {
      assert.equal(await codes(MESSAGES, otp(GERMAN)), 200);
      assert.equal(await codes(CALLS, call(GERMAN, { extension_type: 1, extension_template: '1' })), 200);
      assert.equal(await codes(LOOK_UPS, match(GERMAN, { originating_ip: '198.51.100.1' })), 200);
    }
    assert.equal(await codes(MESSAGES, text(PREMIUM)), 200);
  });
});

test('docs/limits.md has a row for each rule, with the default of the gateway', () => {
  const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  const rows = new Map(
    [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
  const { admission } = loadConfig({}).limits;
  const documented = Object.fromEntries(
    Object.entries(admission).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      Array.isArray(value) ? value.join(', ') || 'none' : String(value),
    ]),
  );
  const { allowed_countries: countries, extension_keys: keys, ...rest } = Object.fromEntries(rows);
  assert.match(countries ?? '', /each new account names its own/);
  assert.match(keys ?? '', /off/);
  assert.deepEqual(rest, documented);
});

test('the text of a one-time password is gone an hour after it was delivered, and can be told from a kept one', async () => {
  const gateway = await startGateway();
  try {
    const number = '4915199990001';
    const send = (messageType: string) =>
      gateway.send({ ...textOnly(number), message_type: messageType }).then(async (reference) => {
        await gateway.untilStatus(reference, 3000);
        return reference;
      });
    const [otp, arn] = [await send('OTP'), await send('ARN')];
    const removedOn = async (reference: string) => {
      const shown = await gateway.operate('GET', `/messages/${reference}`);
      return asJsonObject(shown.body)?.texts_removed_on;
    };
    await gateway.advance(50 * 60_000);
    assert.equal(await removedOn(otp), null);
    await gateway.advance(20 * 60_000);
    // The chore has a round every ten minutes, and skips those that come due while it waits for the store.
    await gateway.until('the text is removed', async () => {
      if ((await removedOn(otp)) !== null) return true;
      await gateway.advance(60_000);
      return false;
    });
    assert.equal(await removedOn(arn), null);
    const { rows } = await gateway.gateway.db.query<{ plan: string }>(
      "select plan::text as plan from messages where message_type = 'OTP'",
    );
    assert.match(String(rows[0]?.plan), /"text": ""/);
    assert.equal((await gateway.status(otp)).status.code, 3000);
  } finally {
    await gateway.stop();
  }
});
