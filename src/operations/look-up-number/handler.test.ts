/** POST /v1/phoneid over HTTP: the numbering, what is refused and how, and what is recorded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { CUSTOMER_ID, httpRig } from '../../../test/support/gateway/http.ts';
import { fromReference } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json.ts';
import { createLog } from '../../lib/log.ts';
import { ADD_ONS } from '../../sources/source.ts';
import { findLookUp } from '../../store/phone-id/look-ups.ts';

const NUMBER = '4915112345678';
const AT = Date.UTC(2026, 10, 21, 12);

test('a number without add-ons is answered with every field of its type', async (t) => {
  const rig = await httpRig(t, { now: AT });
  const answer = await rig.call(`/v1/phoneid/${NUMBER}`, { body: {} });
  assert.equal(answer.status, 200);
  const cleansed = {
    country_code: '49',
    phone_number: '15112345678',
    cleansed_code: 100,
    min_length: 4,
    max_length: 15,
  };
  assert.deepEqual(answer.json, {
    reference_id: answer.json.reference_id,
    external_id: null,
    status: {
      code: 300,
      description: 'Transaction successfully completed',
      updated_on: '2026-11-21T12:00:00.000Z',
    },
    numbering: {
      original: { complete_phone_number: NUMBER, country_code: '49', phone_number: '15112345678' },
      cleansing: { call: cleansed, sms: cleansed },
    },
    phone_type: { code: '2', description: 'MOBILE' },
    location: {
      city: null,
      state: null,
      zip: null,
      metro_code: null,
      county: null,
      country: { name: 'Germany', iso2: 'DE', iso3: 'DEU' },
      coordinates: { latitude: null, longitude: null },
      time_zone: { name: 'Europe/Berlin', utc_offset_min: '1', utc_offset_max: '1' },
    },
    carrier: { name: 'T-Mobile' },
  });
  assert.match(String(answer.json.reference_id), /^[0-9A-F]{32}$/);
});

test('look-ups that come together are each recorded as they were answered', async (t) => {
  const rig = await httpRig(t, { now: AT });
  const asked = [
    ...['15112345601', '15112345602', '15112345603'].map((national) => ({ number: `49${national}`, body: {} })),
    { number: '4915112345604', body: { external_id: 'order 7' } },
    { number: '442079460001', body: { external_id: '' } },
    { number: '12125550123', body: { addons: { no_such_add_on: {} } } },
    { number: '88161234567', body: {} },
  ];
  // The first is written alone, and the others meanwhile gather.
  const answers = await Promise.all(asked.map(({ number, body }) => rig.call(`/v1/phoneid/${number}`, { body })));
  for (const [index, { json }] of answers.entries()) {
    const stored = await findLookUp(rig.db, fromReference(String(json.reference_id)) ?? '');
    assert.ok(stored);
    assert.deepEqual(JSON.parse(stored.answer), json);
    assert.equal(stored.accountId, CUSTOMER_ID);
    assert.equal(stored.number, asked[index]?.number);
    assert.equal(stored.externalId, json.external_id);
    assert.equal(stored.status, (json.status as JsonObject).code);
    assert.equal(stored.evidence.length, index === 5 ? 1 : 0);
    assert.equal(stored.createdAt, AT);
  }
  const { rows } = await rig.db.query<{ country: string }>('select country from look_ups order by number');
  assert.deepEqual(
    rows.map(({ country }) => country),
    ['US', 'GB', 'DE', 'DE', 'DE', 'DE', ''],
  );
});

test('a look-up is recorded as it was answered', async (t) => {
  const rig = await httpRig(t, { now: AT });
  const answer = await rig.call(`/v1/phoneid/${NUMBER}`, { body: { external_id: 'order 7' } });
  const stored = await findLookUp(rig.db, fromReference(String(answer.json.reference_id)) ?? '');
  assert.equal(stored?.accountId, CUSTOMER_ID);
  assert.equal(stored?.number, NUMBER);
  assert.equal(stored?.externalId, 'order 7');
  assert.deepEqual(JSON.parse(stored?.answer ?? ''), answer.json);
});

test('the number may stand in the body, and the path value is cleaned', async (t) => {
  const rig = await httpRig(t);
  const inBody = await rig.call('/v1/phoneid', { body: { phone_number: '+49 (0)30 123456' } });
  const inPath = await rig.call(`/v1/phoneid/${encodeURIComponent('+49 (0)30 123456')}`, { body: {} });
  for (const { json, status } of [inBody, inPath]) {
    assert.equal(status, 200);
    const { cleansing, original } = json.numbering as { cleansing: { sms: JsonObject }; original: JsonObject };
    assert.equal(cleansing.sms.cleansed_code, 101);
    assert.equal(cleansing.sms.phone_number, '30123456');
    assert.equal(original.complete_phone_number, '49030123456');
  }
});

test('an empty body and a form are a request without add-ons', async (t) => {
  const rig = await httpRig(t);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const bodies: Array<[string, Record<string, string>]> = [
    ['', {}],
    ['consent=%5Bobject+Object%5D&addons=%5Bobject+Object%5D', form],
    ['', form],
  ];
  for (const [body, headers] of bodies) {
    const answer = await rig.call(`/v1/phoneid/${NUMBER}`, { method: 'POST', body, headers });
    assert.equal(answer.code, 300, `${body} ${JSON.stringify(headers)}`);
  }
  // PHP writes an empty object so.
  for (const body of [{ addons: [] }, { addons: [], consent: [] }, { addons: { contact: [] } }]) {
    assert.equal((await rig.call(`/v1/phoneid/${NUMBER}`, { body })).code, 300, JSON.stringify(body));
  }
  const inForm = await rig.call('/v1/phoneid', { method: 'POST', body: `phone_number=${NUMBER}`, headers: form });
  assert.equal(inForm.code, 300);
});

test('what is wrong is refused with its code and its name', async (t) => {
  const rig = await httpRig(t);
  const cases: Array<[string, unknown, number, RegExp]> = [
    ['/v1/phoneid', {}, 12000, /phone_number/],
    ['/v1/phoneid', { phone_number: '' }, 12000, /phone_number/],
    ['/v1/phoneid', { phone_number: ['49'] }, 11000, /phone_number/],
    ['/v1/phoneid/abc', {}, 11000, /complete_number/],
    ['/v1/phoneid/999', {}, 11000, /complete_number/],
    [`/v1/phoneid/${NUMBER}`, '{"addons":', 11000, /not JSON/],
    [`/v1/phoneid/${NUMBER}`, { account_lifecycle_event: 'buy' }, 11003, /account_lifecycle_event.*create/],
    [`/v1/phoneid/${NUMBER}`, { originating_ip: '1.2.3' }, 11010, /originating_ip/],
    [`/v1/phoneid/${NUMBER}`, { external_id: 'ü' }, 11016, /external_id/],
    [`/v1/phoneid/${NUMBER}`, { addons: ['contact'] }, 11000, /addons/],
    [`/v1/phoneid/${NUMBER}`, { consent: 'yes' }, 11000, /consent/],
  ];
  for (const [path, body, code, text] of cases) {
    const answer = await rig.call(path, { body, headers: { 'content-type': 'application/json' } });
    assert.deepEqual([answer.status, answer.code], [400, code], `${path} ${JSON.stringify(body)}`);
    assert.match(answer.description ?? '', text);
  }
  const get = await rig.call(`/v1/phoneid/${NUMBER}`, { method: 'GET' });
  assert.deepEqual([get.status, get.code], [405, 10405]);
  const large = await rig.call(`/v1/phoneid/${NUMBER}`, { body: { external_id: 'x'.repeat(70_000) } });
  assert.deepEqual([large.status, large.code], [413, 11000]);
});

test('a trial account asks about verified numbers, and nobody about countries that the account does not allow', async (t) => {
  const trial = await httpRig(t, { account: { kind: 'trial', verifiedNumbers: [NUMBER] } });
  assert.equal((await trial.call(`/v1/phoneid/${NUMBER}`, { body: {} })).status, 200);
  assert.equal((await trial.call('/v1/phoneid/4915112345679', { body: {} })).code, 10033);
  const french = await httpRig(t, { account: { settings: { allowedCountries: ['FR'] } } });
  assert.equal((await french.call(`/v1/phoneid/${NUMBER}`, { body: {} })).code, 10032);
});

test('blocklisting stands in the answer where the account has it on', async (t) => {
  const rig = await httpRig(t, { account: { settings: { blocklisting: true } } });
  const blocklisting = async (number: string) =>
    (await rig.call(`/v1/phoneid/${number}`, { body: {} })).json.blocklisting;
  assert.deepEqual(await blocklisting(NUMBER), { blocked: false, block_code: 0, block_description: 'Not blocked' });
  for (const [account, number, code] of [
    [CUSTOMER_ID, '4915112345671', 2],
    ['', '4915112345672', 1],
    ['another', '4915112345673', 0],
  ] as const) {
    const { hash12 } = await import('../../lib/ids.ts');
    await rig.db.query(
      `insert into opt_outs (account_id, bucket, sender, recipient, source, created_at) values ($1, $2, '', $3, 'operator', $4)`,
      [account, hash12(number), number, new Date(AT).toISOString()],
    );
    assert.equal(((await blocklisting(number)) as JsonObject).block_code, code, number);
  }
});

test('one idempotency key is one look-up', async (t) => {
  const rig = await httpRig(t);
  const headers = { 'idempotency-key': 'look-1' };
  const first = await rig.call(`/v1/phoneid/${NUMBER}`, { body: {}, headers });
  const second = await rig.call(`/v1/phoneid/${NUMBER}`, { body: {}, headers });
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  const other = await rig.call(`/v1/phoneid/${NUMBER}`, { body: { external_id: 'x' }, headers });
  assert.deepEqual([other.status, other.code], [422, 11000]);
  const { rows } = await rig.db.query<{ count: number }>('select count(*) as count from look_ups');
  assert.equal(rows[0]?.count, 1);
});

test('look-ups at once are written together, each for itself', async (t) => {
  const rig = await httpRig(t);
  const before = rig.statements();
  const numbers = Array.from({ length: 60 }, (_, index) => `49151123${String(10000 + index)}`);
  const answers = await Promise.all(numbers.map((number) => rig.call(`/v1/phoneid/${number}`, { body: {} })));
  assert.ok(answers.every(({ code }) => code === 300));
  assert.equal(new Set(answers.map(({ json }) => json.reference_id)).size, 60);
  const { rows } = await rig.db.query<{ count: number }>('select count(*) as count from look_ups');
  assert.equal(rows[0]?.count, 60);
  assert.ok(rig.statements() - before < 60, 'fewer statements than look-ups');
});

test('while the store is down nothing is answered that was not recorded', async (t) => {
  const rig = await httpRig(t);
  await rig.call(`/v1/phoneid/${NUMBER}`, { body: {} });
  await rig.db.query('alter table look_ups rename to look_ups_gone');
  const answer = await rig.call(`/v1/phoneid/${NUMBER}`, { body: {} });
  assert.ok(answer.status >= 500, String(answer.status));
});

test('an add-on that nobody serves is answered with its own code', async (t) => {
  const rig = await httpRig(t);
  await rig.db.query(`update accounts set addons = '{sim_swap,breached_data,contact_match,call_forward_detection}'`);
  const body = {
    addons: { sim_swap: {}, contact: {}, age_verify: {}, nonsense: {}, contact_match: {}, breached_number_check: {} },
  };
  const answer = await rig.call(`/v1/phoneid/${NUMBER}`, { body });
  assert.equal(answer.code, 300);
  const codes = Object.fromEntries(
    Object.keys(body.addons).map((key) => [key, (answer.json[key] as { status: { code: number } }).status.code]),
  );
  assert.deepEqual(codes, {
    sim_swap: 2803,
    contact: 2803,
    age_verify: 2806,
    nonsense: 2801,
    contact_match: 2808,
    breached_number_check: 2803,
  });
});

test('an add-on that is called like a field of the answer is refused, and takes the place of none', async (t) => {
  const rig = await httpRig(t, { account: { settings: { blocklisting: true } } });
  const fields = Object.keys((await rig.call(`/v1/phoneid/${NUMBER}`, { body: {} })).json);
  assert.ok(fields.includes('status') && fields.includes('blocklisting'));
  for (const field of fields) {
    const { status, code, text } = await rig.call(`/v1/phoneid/${NUMBER}`, { body: { addons: { [field]: {} } } });
    assert.deepEqual([field, status, code], [field, 400, 11000]);
    assert.ok(text.includes(`addons.${field}`), text);
  }
});

test('a hard cap holds under 200 requests at once, and answers that cost nothing do not count', async (t) => {
  const account = { addons: ['sim_swap'], settings: { addonCaps: { simSwap: 20 } } };
  const rig = await httpRig(t, { now: AT, account, phoneId: {} });
  const swap = async (number: string) => {
    const answer = await rig.call(`/v1/phoneid/${number}`, { body: { addons: { sim_swap: {} } } });
    return (answer.json.sim_swap as { status: { code: number } }).status.code;
  };
  // 943 is not covered: nothing is owed for it.
  for (let index = 0; index < 5; index += 1) assert.equal(await swap(`49151123${index}0943`), 2803);
  const codes = await Promise.all(
    Array.from({ length: 200 }, (_, index) => swap(`49151123${String(10_000 + index).slice(0, 5)}`)),
  );
  assert.equal(codes.filter((code) => code === 2800).length, 20);
  assert.equal(codes.filter((code) => code === 2812).length, 180);
});

test('where an answer came from, and the consent, are kept', async (t) => {
  const rig = await httpRig(t, { now: AT, account: { addons: ['call_forward_detection', 'sim_swap'] }, phoneId: {} });
  const body = {
    addons: { call_forward_detection: {}, sim_swap: {}, nonsense: {} },
    consent: { method: 1, timestamp: '2026-11-20T10:00:00+01:00' },
  };
  const first = await rig.call(`/v1/phoneid/${NUMBER}`, { body });
  await rig.clock.advance(5_000);
  const second = await rig.call(`/v1/phoneid/${NUMBER}`, { body });
  const evidence = async (answer: typeof first) =>
    (await findLookUp(rig.db, fromReference(String(answer.json.reference_id)) ?? ''))?.evidence ?? [];
  const [forward, swap, nonsense] = await evidence(first);
  assert.deepEqual(
    [forward?.add_on, forward?.source, forward?.code],
    ['call_forward_detection', 'sandbox-operator', 2800],
  );
  assert.deepEqual([swap?.source, swap?.age_ms], ['sandbox-operator', 0]);
  assert.deepEqual([nonsense?.code, nonsense?.source], [2801, null]);
  const again = (await evidence(second)).find(({ add_on: addOn }) => addOn === 'sim_swap');
  assert.deepEqual([again?.fetched_at, again?.age_ms], [swap?.fetched_at, 5_000]);
  const { rows } = await rig.db.query<{ method: string; number: string; consented_at: number; add_ons: string[] }>(
    'select method, number, consented_at, add_ons from consents order by asked_at limit 1',
  );
  assert.deepEqual(rows[0], {
    method: '1',
    number: NUMBER,
    consented_at: Date.parse('2026-11-20T09:00:00Z'),
    add_ons: ['call_forward_detection', 'sim_swap', 'nonsense'],
  });
});

test('neither numbers nor people stand in the log, whatever the sources do', async (t) => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const rig = await httpRig(t, { now: AT, log, account: { addons: [...ADD_ONS] }, phoneId: {} });
  const addons = {
    ...Object.fromEntries(ADD_ONS.map((name) => [name, {}])),
    contact_match: { first_name: 'Anna', last_name: 'Schmidt', address: 'Hauptstraße 1' },
    contact_plus: { billing_postal_code: '10115' },
  };
  for (const ending of ['123', '942', '950']) {
    const asking = rig.call(`/v1/phoneid/49151123456${ending}`, { body: { addons } });
    await eventually('it is answered', async () => {
      await rig.clock.advance(100);
      return (await Promise.race([asking, Promise.resolve(null)])) ?? undefined;
    });
  }
  assert.ok(
    lines.some((line) => line.includes('a source could not answer')),
    'failures are logged',
  );
  for (const line of lines) assert.doesNotMatch(line, /49151123456|15112345|Anna|Schmi|Haupt|10115/i);
});
