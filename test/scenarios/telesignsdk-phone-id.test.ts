/**
 * Phone ID with npm telesignsdk, unmodified: with and without add-ons, signed by HMAC as its `phoneID` does it and by
 * Basic as its clients can. Every field that the public service has is there, with its type.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import TeleSign from 'telesignsdk';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { ADD_ONS } from '../../src/sources/source.ts';
import { API_KEY, CUSTOMER_ID, httpRig } from '../support/gateway/http.ts';

const NUMBER = '4915112345953';
const AT = Date.now();

const EVERY_ADD_ON = {
  addons: {
    age_verify: {},
    breached_data: {},
    breached_number_check: {},
    call_forward_detection: {},
    contact: {},
    contact_match: { first_name: 'Anna', last_name: 'Schmidt', address: 'Hauptstraße 1', date_of_birth: '1985-03-27' },
    contact_plus: { billing_postal_code: '10115' },
    number_deactivation: { last_verified: '2026-01-01T00:00:00Z' },
    porting_history: { past_x_days: 90 },
    porting_status: {},
    sim_swap: {},
    subscriber_status: {},
  },
  consent: { method: 1, timestamp: '2026-11-20T10:00:00Z' },
};

type Ask = (number: string, params: object | null) => Promise<JsonObject>;

async function clientOf(t: TestContext): Promise<{ sdk: TeleSign; byHmac: Ask; byBasic: Ask }> {
  // The SDK signs with the time of this machine, so the edge has to have the same.
  const rig = await httpRig(t, { now: AT, phoneId: {}, account: { addons: [...ADD_ONS] } });
  // It never clears the timer of its time-out, which would hold up the end of the test process.
  const { setTimeout: start } = globalThis;
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => start(run, ms).unref());
  const sdk = new TeleSign(CUSTOMER_ID, API_KEY, rig.url);
  const settled = (ask: (done: (error: unknown, body: unknown) => void) => void) =>
    new Promise<JsonObject>((resolve, reject) =>
      ask((error, body) => (error ? reject(error) : resolve(asJsonObject(body) ?? {}))),
    );
  return {
    sdk,
    byHmac: (number, params) => settled((done) => sdk.phoneid.phoneID(done, number, params)),
    byBasic: (number, params) =>
      settled((done) => sdk.rest.execute(done, 'POST', `/v1/phoneid/${number}`, params, 'Basic')),
  };
}

const COMPLETED = { code: 2800, description: 'Request successfully completed.' };
const seconds = (daysAgo: number) => `${new Date(AT - daysAgo * 86_400_000).toISOString().slice(0, 19)}Z`;

/** What the sandbox knows of a number that was ported twice. */
const ANSWERS: Readonly<Record<keyof typeof EVERY_ADD_ON.addons, object>> = {
  age_verify: { age_verified: true },
  breached_data: { phone_number_breached: false, breach_date: null, breached_data: null },
  breached_number_check: { phone_number_breached: false, breach_date: null, breached_data: null },
  call_forward_detection: { call_forward_enabled: 'false' },
  contact: contact(),
  contact_match: { first_name_score: 100, last_name_score: 100, address_score: 100, date_of_birth_score: 100 },
  contact_plus: contact(),
  number_deactivation: {
    carrier_name: 'Example Mobile',
    last_deactivated: seconds(2_000),
    tracking_since: '2015-01-01T00:00:00Z',
    recycled_since_last_verification: 'not recycled',
  },
  porting_history: {
    carrier_current: 'Example Mobile',
    carrier_previous: 'Sample Telecom',
    mcc_carrier_current: '262',
    mcc_carrier_previous: '262',
    mnc_carrier_current: '02',
    mnc_carrier_previous: '03',
    phone_type_current: 'MOBILE',
    phone_type_previous: 'MOBILE',
    port_date: seconds(20),
    number_of_portings: '1',
  },
  porting_status: { mcc_current: '262', mnc_current: '02', ported: true },
  sim_swap: { swap_date: null, swap_time: null, risk_indicator: 1 },
  subscriber_status: {
    account_type: 'individual',
    account_tenure_min: '49',
    account_tenure_max: '49',
    primary_account_holder: true,
    account_status: 'active',
    contract_type: 'postpaid',
  },
};

function contact(): object {
  return {
    first_name: 'Anna',
    last_name: 'Schmidt',
    address1: 'Hauptstraße 1',
    address2: '',
    address3: '',
    address4: '',
    city: 'Berlin',
    state_province: 'Berlin',
    zip_postal_code: '10115',
    country: 'DE',
    email_address: 'anna.schmidt@example.com',
  };
}

function assertPlain(body: JsonObject): void {
  const { reference_id: reference, status, ...facts } = body;
  assert.match(String(reference), /^[0-9A-F]{32}$/);
  assert.equal(asJsonObject(status)?.code, 300);
  const cleansed = {
    country_code: '49',
    phone_number: '15112345953',
    cleansed_code: 100,
    min_length: 4,
    max_length: 15,
  };
  const { numbering, phone_type: type, location, carrier } = facts;
  assert.deepEqual(numbering, {
    original: { complete_phone_number: NUMBER, country_code: '49', phone_number: '15112345953' },
    cleansing: { call: cleansed, sms: cleansed },
  });
  assert.deepEqual(type, { code: '2', description: 'MOBILE' });
  const { country, time_zone: zone, coordinates } = asJsonObject(location) ?? {};
  assert.deepEqual(country, { name: 'Germany', iso2: 'DE', iso3: 'DEU' });
  assert.deepEqual(zone, { name: 'Europe/Berlin', utc_offset_min: '1', utc_offset_max: '1' });
  assert.deepEqual(Object.keys(asJsonObject(coordinates) ?? {}), ['latitude', 'longitude']);
  assert.equal(typeof asJsonObject(carrier)?.name, 'string');
}

test('phoneID without add-ons: by HMAC and by Basic, as the form that the SDK sends and as JSON', async (t) => {
  const { sdk, byHmac, byBasic } = await clientOf(t);
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    sdk.rest.setContentType(type);
    sdk.phoneid.setContentType(type);
    for (const ask of [byHmac, byBasic]) {
      assertPlain(await ask(NUMBER, null));
      const named = await ask(NUMBER, {
        external_id: 'x-1',
        account_lifecycle_event: 'sign-in',
        originating_ip: '::1',
      });
      assertPlain(named);
      assert.equal(named.external_id, 'x-1');
    }
  }
});

test('phoneID with every add-on: by HMAC and by Basic', async (t) => {
  const { sdk, byHmac, byBasic } = await clientOf(t);
  sdk.rest.setContentType('application/json');
  sdk.phoneid.setContentType('application/json');
  for (const ask of [byHmac, byBasic]) {
    const body = await ask(NUMBER, EVERY_ADD_ON);
    assertPlain(body);
    for (const [key, fields] of Object.entries(ANSWERS)) {
      // When the subscription began follows from the time of this machine.
      const { account_activation_date: _, ...rest } = asJsonObject(body[key]) ?? {};
      assert.deepEqual(rest, { ...fields, status: COMPLETED }, key);
    }
  }
});

test('phoneID calls back with the refusal, and not with an error, when the number or the key is wrong', async (t) => {
  const { sdk, byHmac } = await clientOf(t);
  assert.equal(asJsonObject((await byHmac('12', null)).status)?.code, 11000);
  const stranger = new TeleSign(CUSTOMER_ID, Buffer.alloc(64).toString('base64'), sdk.rest.restEndpoint);
  const refused = await new Promise((resolve) => stranger.phoneid.phoneID((_, body) => resolve(body), NUMBER));
  assert.equal(asJsonObject(asJsonObject(refused)?.status)?.code, 10008);
});
