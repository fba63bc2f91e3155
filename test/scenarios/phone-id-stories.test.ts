/**
 * Phone ID from a caller's request to simulated sources and back: every story of docs/sandbox.md and every code of an
 * add-on, over HTTP, through the clients that real sources are asked with.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const CONSENT = { method: 'web form', timestamp: '2026-01-05T10:00:00Z' };

/** One gateway for all stories of this file: each uses a number of its own. */
let service: TestGateway;
let nextNumber = 0;

function numberOf(ending: string): string {
  nextNumber += 1;
  return `491511${String(nextNumber).padStart(4, '0')}${ending}`;
}

const ALL: Readonly<Record<string, JsonObject>> = {
  age_verify: {},
  breached_data: {},
  call_forward_detection: {},
  contact: {},
  contact_match: { first_name: 'Anna', last_name: 'Schmidt', address: 'Hauptstrasse 1', city: 'Berlin' },
  contact_plus: { billing_postal_code: '10115' },
  number_deactivation: {},
  porting_history: {},
  porting_status: {},
  sim_swap: {},
  subscriber_status: {},
};

async function lookUp(ending: string, addons: object = ALL, more: object = {}): Promise<JsonObject> {
  const asking = service.call('POST', `/v1/phoneid/${numberOf(ending)}`, { addons, consent: CONSENT, ...more });
  const answer = await service.through('the look-up is answered', asking);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return asJsonObject(answer.body) ?? {};
}

function addOn(body: JsonObject, key: string): JsonObject {
  return asJsonObject(body[key]) ?? {};
}

function codeOf(body: JsonObject, key: string): unknown {
  return asJsonObject(addOn(body, key).status)?.code;
}

function codes(body: JsonObject, keys: readonly string[] = Object.keys(ALL)): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, codeOf(body, key)]));
}

describe('a number without a story', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('is well known to every source', async () => {
    const body = await lookUp('123');
    assert.deepEqual(new Set(Object.values(codes(body))), new Set([2800]), JSON.stringify(codes(body)));
    assert.equal(asJsonObject(body.status)?.code, 300);
    assert.equal(addOn(body, 'age_verify').age_verified, true);
    assert.equal(addOn(body, 'breached_data').phone_number_breached, false);
    assert.equal(addOn(body, 'call_forward_detection').call_forward_enabled, 'false');
    assert.equal(addOn(body, 'contact').first_name, 'Anna');
    assert.equal(addOn(body, 'contact_plus').zip_postal_code, '10115');
    const { first_name_score: first, last_name_score: last, address_score: address } = addOn(body, 'contact_match');
    assert.deepEqual([first, last, address], [100, 100, 100]);
    assert.equal(addOn(body, 'number_deactivation').carrier_name, 'Sample Telecom');
    assert.equal(addOn(body, 'porting_history').number_of_portings, '1');
    const { mcc_current: mcc, mnc_current: mnc, ported } = addOn(body, 'porting_status');
    assert.deepEqual([mcc, mnc, ported], ['262', '03', true]);
    assert.equal(addOn(body, 'sim_swap').risk_indicator, 1);
    const subscriber = addOn(body, 'subscriber_status');
    const { account_activation_date: since, account_tenure_min: least, account_tenure_max: most, ...rest } = subscriber;
    assert.equal(asJsonObject(rest.status)?.code, 2800);
    assert.deepEqual(
      [rest.account_type, rest.contract_type, rest.primary_account_holder, rest.account_status],
      ['individual', 'postpaid', true, 'active'],
    );
    assert.match(String(since), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual([least, most], ['49', '49'], '1,500 days');
  });

  test('940 to 951 end in the codes 2800 to 2811, as far as they make sense', async () => {
    const operator = [
      'age_verify',
      'call_forward_detection',
      'contact',
      'contact_match',
      'sim_swap',
      'subscriber_status',
    ];
    for (const [ending, code] of [
      ['942', 2802],
      ['943', 2803],
      ['944', 2804],
      ['945', 2805],
      ['950', 2810],
      ['951', 2811],
    ] as const) {
      const body = await lookUp(ending);
      const got = codes(body, [...operator, 'porting_history']);
      assert.deepEqual(new Set(Object.values(got)), new Set([code]), `${ending} ${JSON.stringify(got)}`);
      const isWhole = code !== 2802 && code !== 2810 && code !== 2811;
      assert.equal(asJsonObject(body.status)?.code, isWhole ? 300 : 301, ending);
      if (code !== 2804) assert.equal(codeOf(body, 'porting_status'), code, `${ending} porting_status`);
      if (!isWhole || code === 2803) assert.equal(codeOf(body, 'breached_data'), code, `${ending} breached_data`);
      assert.deepEqual(Object.keys(addOn(body, 'sim_swap')), ['status'], 'an error has nothing but its status');
    }
    assert.equal(codeOf(await lookUp('940'), 'sim_swap'), 2800);
    assert.equal(codeOf(await lookUp('947'), 'contact_match'), 2807);
    assert.equal(codeOf(await lookUp('949'), 'contact_plus'), 2809);
  });

  test('an add-on that makes no sense for the type of line is 2804, whatever a source would say', async () => {
    const cases: ReadonlyArray<readonly [number: string, type: string, notApplicable: readonly string[]]> = [
      ['493012345678', 'FIXED_LINE', ['sim_swap']],
      ['390612345678', 'FIXED_LINE', ['sim_swap']],
      [
        '498001234567',
        'TOLL_FREE',
        ['age_verify', 'call_forward_detection', 'contact_match', 'sim_swap', 'subscriber_status'],
      ],
    ];
    for (const [number, type, notApplicable] of cases) {
      const asking = service.call('POST', `/v1/phoneid/${number}`, { addons: ALL, consent: CONSENT });
      const { status, body } = await service.through('the look-up is answered', asking);
      assert.equal(status, 200);
      const answer = asJsonObject(body) ?? {};
      assert.equal(asJsonObject(answer.phone_type)?.description, type);
      const got = codes(answer);
      const expected = Object.keys(ALL).map((key) => [key, notApplicable.includes(key) ? 2804 : 2800]);
      assert.deepEqual(got, Object.fromEntries(expected), number);
      assert.deepEqual(Object.keys(addOn(answer, 'sim_swap')), ['status'], 'no risk is told of a line without a SIM');
    }
  });

  test('what the caller leaves out or gets wrong is told at its add-on', async () => {
    const body = await lookUp(
      '123',
      {
        nonsense: {},
        call_forward_detection: {},
        contact_match: { country: 'DE' },
        contact_plus: {},
        number_deactivation: { last_verified: 'yesterday' },
        porting_history: { past_x_days: 91 },
        sim_swap: 'yes',
        contact: {},
      },
      { consent: { method: 1 } },
    );
    assert.deepEqual(
      codes(
        body,
        Object.keys(body).filter((key) => asJsonObject(addOn(body, key).status)),
      ),
      {
        nonsense: 2801,
        call_forward_detection: 2808,
        contact_match: 2808,
        contact_plus: 2808,
        number_deactivation: 2807,
        porting_history: 2807,
        sim_swap: 2807,
        contact: 2800,
      },
    );
  });

  test('952 to 958 have their stories', async () => {
    assert.equal(addOn(await lookUp('952'), 'sim_swap').risk_indicator, 4);
    const ported = addOn(await lookUp('953'), 'porting_history');
    assert.deepEqual(
      [ported.number_of_portings, ported.carrier_current, ported.carrier_previous],
      ['2', 'Example Mobile', 'Sample Telecom'],
    );
    const forwarded = addOn(await lookUp('954'), 'call_forward_detection');
    assert.deepEqual(
      [forwarded.call_forward_enabled, forwarded.call_forward_type, forwarded.call_forward_condition],
      ['true', 'conditional', 'busy'],
    );
    const lastVerified = new Date(service.clock.now() - 90 * DAY_MS).toISOString();
    const recycled = await lookUp('955', { number_deactivation: { last_verified: lastVerified } });
    assert.equal(addOn(recycled, 'number_deactivation').recycled_since_last_verification, 'recycled');
    const kept = await lookUp('123', { number_deactivation: { last_verified: lastVerified } });
    assert.equal(addOn(kept, 'number_deactivation').recycled_since_last_verification, 'not recycled');
    const breached = addOn(await lookUp('956', { breached_number_check: {} }), 'breached_number_check');
    assert.equal(breached.phone_number_breached, true);
    assert.equal(breached.breach_date, '2021-04-03T00:00:00Z');
    assert.deepEqual(breached.breached_data, ['phone numbers', 'names', 'email addresses']);
    const young = addOn(await lookUp('957'), 'subscriber_status');
    assert.deepEqual([young.contract_type, young.account_tenure_min, young.account_tenure_max], ['prepaid', '1', '1']);
    assert.equal(addOn(await lookUp('958'), 'contact').last_name, 'Müller-Lüdenscheidt');
  });

  test('961 to 964: the operator refuses for its quota or its load, offers less, or wants a document', async () => {
    for (const ending of ['961', '962']) {
      const { sim_swap: swap, contact, porting_status: status } = codes(await lookUp(ending));
      assert.deepEqual([swap, contact, status], [2802, 2802, 2800], ending);
    }
    const less = await lookUp('963');
    assert.deepEqual(new Set(Object.values(codes(less))), new Set([2800]));
    assert.equal(addOn(less, 'call_forward_detection').call_forward_enabled, 'false');
    const { contact_match: match, ...others } = codes(await lookUp('964'));
    assert.equal(match, 2805);
    assert.deepEqual(new Set(Object.values(others)), new Set([2800]));
  });

  test('960: one source that hangs costs its add-on alone, and the answer comes within the budget', async () => {
    const from = service.clock.now();
    const body = await lookUp('960');
    assert.ok(service.clock.now() - from < 9_000);
    const { sim_swap: swap, ...others } = codes(body);
    assert.equal(swap, 2811);
    assert.deepEqual(new Set(Object.values(others)), new Set([2800]));
    assert.equal(asJsonObject(body.status)?.code, 301);
  });
});
