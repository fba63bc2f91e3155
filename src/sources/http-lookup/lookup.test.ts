/** Look-up services in JSON: requests made of templates, values picked from answers of the shapes that providers have. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createNumbering } from '../numbering/numbering.ts';
import type { SimMemory } from '../sim-memory.ts';
import { createSimulatedServer, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import type { AddOn, Finding } from '../source.ts';
import { createHttpLookupSource } from './lookup.ts';
import { parseHttpLookupSettings } from './settings.ts';

const clock = new ManualClock();
const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
const number = createNumbering().describe('4915112345678');
const input = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: 18 };

const NO_MEMORY: SimMemory = { seen: () => Promise.reject(new Error('nobody asks')) };

async function ask(
  t: TestContext,
  settings: Record<string, unknown>,
  reply: SimulatedReply | 'hang',
  addOn: AddOn = 'porting_status',
  memory: SimMemory = NO_MEMORY,
): Promise<{ finding: Finding; asked: SimulatedRequest | undefined }> {
  let asked: SimulatedRequest | undefined;
  const server = createSimulatedServer('service', { host: '127.0.0.1', port: 0 }, async (request) => {
    asked = request;
    return reply;
  });
  await server.start();
  const { path = '/{number}', ...others } = settings;
  const source = createHttpLookupSource(
    context,
    'x',
    parseHttpLookupSettings({ url: server.origin + path, ...others }),
    memory,
  );
  t.after(async () => {
    await source.close();
    await server.stop();
  });
  assert.ok(number);
  const asking = source.lookUp({ addOn, number, input }, { withinMs: 300 });
  if (reply === 'hang') {
    await eventually('it is asked', () => asked);
    await clock.advance(300);
  }
  return { finding: await asking, asked };
}

test('URL, headers and body are filled in', async (t) => {
  const { asked } = await ask(
    t,
    {
      path: '/v2/{e164}?n={national}&k={secret}',
      method: 'POST',
      body: '{"msisdn":"{e164}"}',
      headers: { Authorization: 'Bearer {secret}' },
      secret: 'a b"c',
      porting_status: { mcc: 'mcc' },
    },
    { status: 200, body: {} },
  );
  assert.equal(asked?.method, 'POST');
  assert.equal(asked?.path, '/v2/%2B4915112345678');
  assert.equal(asked?.query.get('n'), '15112345678');
  assert.equal(asked?.query.get('k'), 'a b"c');
  assert.equal(asked?.headers.authorization, 'Bearer a b"c');
  assert.deepEqual(JSON.parse(asked?.body.toString() ?? ''), { msisdn: '+4915112345678' });
});

test('plain bytes are asked for; gzip and a byte order mark are read all the same', async (t) => {
  const places = { porting_status: { mcc: 'mcc' } };
  const text = '\ufeff{"mcc":"262"}';
  for (const reply of [{ text }, { text: gzipSync(text), headers: { 'content-encoding': 'gzip' } }]) {
    const { finding, asked } = await ask(t, places, { status: 200, ...reply });
    assert.equal(finding.kind, 'found');
    assert.equal(asked?.headers['accept-encoding'], 'identity');
  }
});

test('answers of known services are read', async (t) => {
  const services: Array<[Record<string, string>, object, unknown]> = [
    [
      {
        mcc: 'data.carrier.mobile_country_code',
        mnc: 'data.carrier.mobile_network_code',
        carrier: 'data.carrier.name',
        ported: 'data.portability.ported_status',
      },
      {
        data: {
          carrier: { mobile_country_code: '262', mobile_network_code: 2, name: 'Example' },
          portability: { ported_status: 'Y' },
        },
      },
      undefined,
    ],
    [
      { mccmnc: 'results.0.mccmnc', carrier: 'results.0.ported_network_name', ported: 'results.0.is_ported' },
      { results: [{ mccmnc: '262002', ported_network_name: 'Example', is_ported: 'YES' }] },
      { about: 'porting_status', current: { name: 'Example', mcc: '262', mnc: '002' }, isPorted: true },
    ],
    [
      { mcc: 'mcc', mnc: 'mnc', carrier: 'network', ported: 'ported' },
      { mcc: '262', mnc: '02', network: 'Example', ported: false },
      { about: 'porting_status', current: { name: 'Example', mcc: '262', mnc: '02' }, isPorted: false },
    ],
  ];
  for (const [places, body, facts] of services) {
    const { finding } = await ask(t, { porting_status: places }, { status: 200, body });
    // A code of one digit is none.
    if (facts === undefined) assert.equal(finding.kind, 'unusable');
    else assert.deepEqual(finding, { kind: 'found', facts });
  }
});

test('a history is put in order, and a deactivation has its time', async (t) => {
  const history = await ask(
    t,
    { porting_history: { list: 'ports', ported_at: 'at', from_carrier: 'a', to_carrier: 'b' } },
    {
      status: 200,
      body: {
        ports: [
          { at: '2024-01-02', a: 'A', b: 'B' },
          { at: 1_760_000_000, a: 'B', b: 'C' },
        ],
      },
    },
    'porting_history',
  );
  assert.ok(history.finding.kind === 'found' && history.finding.facts.about === 'porting_history');
  assert.deepEqual(
    history.finding.facts.ports.map(({ portedAt, to }) => [portedAt, to.name]),
    [
      [1_760_000_000_000, 'C'],
      [Date.UTC(2024, 0, 2), 'B'],
    ],
  );
  assert.equal(history.finding.facts.current.name, 'C');
  const gone = await ask(
    t,
    { number_deactivation: { carrier: 'c', deactivated_at: 'd' } },
    { status: 200, body: { c: 'A', d: '2025-05-06T07:08:09Z' } },
    'number_deactivation',
  );
  assert.ok(gone.finding.kind === 'found' && gone.finding.facts.about === 'number_deactivation');
  assert.equal(gone.finding.facts.deactivatedAt, Date.UTC(2025, 4, 6, 7, 8, 9));
});

test('how long it asks to be left alone is told', async (t) => {
  const places = { porting_status: { mcc: 'mcc' } };
  const { finding } = await ask(t, places, { status: 503, headers: { 'retry-after': '6' } });
  assert.deepEqual(finding, { kind: 'down', reason: 'it answered 503', retryAfterMs: 6_000 });
});

test('failures, lies and silence are told apart', async (t) => {
  const places = { porting_status: { mcc: 'mcc', ported: 'ported' } };
  const cases: Array<[SimulatedReply | 'hang', Finding['kind']]> = [
    [{ status: 404 }, 'not_covered'],
    [{ status: 422 }, 'not_applicable'],
    [{ status: 429 }, 'down'],
    [{ status: 401 }, 'down'],
    [{ status: 502, text: '<html>' }, 'down'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unusable'],
    [{ status: 200, text: '<html>' }, 'unusable'],
    [{ status: 200, body: [] }, 'unusable'],
    [{ status: 200, text: `{"mcc":"${'2'.repeat(200_000)}"}` }, 'unusable'],
    [{ status: 200, body: { ported: 'perhaps' } }, 'unusable'],
    [{ status: 200, body: { other: 1 } }, 'nothing'],
    ['hang', 'timed_out'],
  ];
  for (const [reply, kind] of cases) {
    assert.equal((await ask(t, places, reply)).finding.kind, kind, JSON.stringify(reply).slice(0, 60));
  }
});

test('settings that cannot work are refused with the reason', () => {
  const parse = (settings: object) => parseHttpLookupSettings({ url: 'http://127.0.0.1/{number}', ...settings });
  assert.throws(() => parse({}), /porting_status, sim_swap, subscriber_status is needed/);
  assert.throws(() => parse({ porting_history: { list: 'x' } }), /ported_at: is needed/);
  assert.throws(() => parse({ porting_status: {}, headers: { A: '{secret}' } }), /secret: is needed/);
  assert.throws(() => parse({ porting_status: { mcc: 'a..b' } }), /porting_status/);
});

test('presets know the requests and the answers of their services', async (t) => {
  const reach = (preset: string, path: string, more: object = {}) => ({
    preset,
    path,
    secret: 's',
    user: 'u',
    ...more,
  });
  const current = { name: 'Two', mcc: '262', mnc: '02' };
  const status = (isPorted: boolean, name = 'Two') => ({
    kind: 'found',
    facts: { about: 'porting_status', current: { ...current, name }, isPorted },
  });
  const hlr = { mccmnc: '26202', ported_network_name: 'Two', original_network_name: 'One', is_ported: true };
  const telnyx = {
    carrier: { mobile_country_code: '262', mobile_network_code: '02', name: 'One' },
    portability: { ported_status: 'Y', spid_carrier_name: 'Two', ported_date: '2024-05-06' },
  };
  const tmt = { mcc: '262', mnc: '02', network: 'Two', ported: false, error: 0 };
  const cases: Array<[Record<string, unknown>, object, unknown]> = [
    [reach('hlr-lookups-hlr', '/api/v2/hlr-lookup'), { ...hlr, error_code: null }, status(true)],
    [reach('hlr-lookups-hlr', '/'), { ...hlr, error_code: '1' }, { kind: 'nothing' }],
    [
      reach('hlr-lookups-mnp', '/api/v2/mnp-lookup'),
      { ...hlr, ported_network_name: null, is_ported: false },
      status(false, 'One'),
    ],
    [reach('telnyx', '/v2/number_lookup/{e164}?type=carrier'), { data: telnyx }, status(true)],
    [reach('tmt-live', '/live/json/{user}/{secret}/{number}'), { '4915112345678': tmt }, status(false)],
    [reach('tmt-live', '/{number}'), { '4915112345678': { ...tmt, error: 1 } }, { kind: 'nothing' }],
  ];
  for (const [settings, body, expected] of cases) {
    const { finding } = await ask(t, settings, { status: 200, body });
    assert.deepEqual(finding, expected, JSON.stringify(settings));
  }
  const telique = (lrn: string) =>
    ask(t, { preset: 'telique-lrn', path: '/v1/telique/lrn/{national}?format=json' }, { status: 200, body: { lrn } });
  const isPorted = async (lrn: string) => {
    const { finding } = await telique(lrn);
    return finding.kind === 'found' && finding.facts.about === 'porting_status' && finding.facts.isPorted;
  };
  assert.deepEqual([await isPorted('15112345678'), await isPorted('13036298301')], [false, true]);
  const { finding } = await ask(t, reach('telnyx', '/'), { status: 200, body: { data: telnyx } }, 'porting_history');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'porting_history');
  assert.deepEqual(
    finding.facts.ports.map(({ portedAt, to }) => [portedAt, to.name]),
    [[Date.UTC(2024, 4, 6), 'Two']],
  );
});

test('a request is signed over what follows the version of the API', async (t) => {
  const settings = { preset: 'hlr-lookups-hlr', path: '/api/v2/hlr-lookup', user: 'hlr-key', secret: 'hlr-secret' };
  const { asked } = await ask(t, settings, { status: 200, body: {} });
  const { 'x-digest-key': key, 'x-digest-timestamp': time, 'x-digest-signature': signature } = asked?.headers ?? {};
  const signed = `/hlr-lookup${String(time)}POST{"msisdn":"+4915112345678"}`;
  assert.equal(key, 'hlr-key');
  assert.match(String(time), /^\d{10}$/);
  assert.equal(signature, createHmac('sha256', 'hlr-secret').update(signed).digest('hex'));
});

test('a SIM without a time is compared with what was seen before', async (t) => {
  const settings = { sim_swap: { imsi: 'imsi', swapped_at: 'at' } };
  const day = 86_400_000;
  const ago = (days: number) => context.clock.now() - days * day;
  const told = async (body: object, since: number, changedAt: number | null) => {
    const memory: SimMemory = { seen: async () => ({ since, changedAt }) };
    const { finding } = await ask(t, settings, { status: 200, body }, 'sim_swap', memory);
    return finding.kind === 'found' && finding.facts.about === 'sim_swap' ? finding.facts.swappedAt : finding.kind;
  };
  const imsi = '262021234567890';
  assert.equal(await told({ imsi }, ago(20), null), null, 'one SIM for as long as a swap matters');
  assert.equal(await told({ imsi }, ago(3), null), 'nothing', 'nobody has looked for long enough');
  const changedAt = ago(3);
  assert.equal(await told({ imsi }, changedAt, changedAt), changedAt);
  assert.equal(await told({ imsi: '26202**********' }, ago(20), null), 'nothing', 'no whole IMSI');
  assert.equal(await told({ at: '2026-01-01' }, 0, null), Date.UTC(2026, 0, 1));
  const { finding } = await ask(t, settings, { status: 200, body: { imsi } }, 'sim_swap');
  assert.equal(finding.kind, 'down', 'the database cannot be asked');
});

test('a subscription is told with who holds it, and how long follows from when it began', async (t) => {
  const places = {
    subscriber_status: {
      account_type: 'line.type',
      contract_type: 'line.contract',
      account_status: 'line.state',
      primary_account_holder: 'line.primary',
      activated_at: 'line.since',
    },
  };
  const told = (line: object) => ask(t, places, { status: 200, body: { line } }, 'subscriber_status');
  const whole = { type: 'Individual', contract: 'PREPAID', state: 'active', primary: 'N', since: '2025-02-20' };
  const { finding } = await told(whole);
  assert.deepEqual(finding, {
    kind: 'found',
    facts: {
      about: 'subscriber_status',
      accountType: 'individual',
      contract: 'prepaid',
      state: 'active',
      isPrimaryHolder: false,
      activatedAt: Date.UTC(2025, 1, 20),
      tenureMinMonths: 10,
      tenureMaxMonths: 10,
    },
  });
  const partly = await told({ primary: true });
  assert.equal(partly.finding.kind === 'found' && 'isPrimaryHolder' in partly.finding.facts, true);
  assert.equal((await told({})).finding.kind, 'nothing');
  for (const odd of [
    { contract: 'flat' },
    { primary: 'perhaps' },
    { since: 'long ago' },
    { state: { is: 'active' } },
  ]) {
    assert.equal((await told({ ...whole, ...odd })).finding.kind, 'unusable', JSON.stringify(odd));
  }
});

test('a time without a zone is refused, or UTC where the operator says so, never the time of the machine', async (t) => {
  const places = { number_deactivation: { deactivated_at: 'at' } };
  const told = async (at: string, times?: string) => {
    const settings = { ...places, ...(times === undefined ? {} : { times_without_zone: times }) };
    const { finding } = await ask(t, settings, { status: 200, body: { at } }, 'number_deactivation');
    return finding.kind === 'found' && finding.facts.about === 'number_deactivation'
      ? finding.facts.deactivatedAt
      : finding.kind;
  };
  const at = Date.UTC(2026, 10, 20, 14, 27, 8);
  assert.equal(await told('2026-11-20T14:27:08'), 'unusable');
  assert.equal(await told('2026-11-20 14:27:08'), 'unusable');
  assert.equal(await told('2026-11-20T14:27:08', 'utc'), at);
  assert.equal(await told('2026-11-20T16:27:08+0200'), at);
  assert.equal(await told('2026-11-20'), Date.UTC(2026, 10, 20));
  assert.equal(await told('2026-02-30'), 'unusable');
});

test('a preset needs what its service needs, and a setting goes before it', () => {
  assert.throws(() => parseHttpLookupSettings({ preset: 'telique-lrn' }), /url: is needed/);
  assert.throws(() => parseHttpLookupSettings({ preset: 'tmt-live', secret: 's' }), /user: is needed for \{user\}/);
  assert.throws(() => parseHttpLookupSettings({ preset: 'hlr-lookups-mnp', secret: 's' }), /digest_after: needs user/);
  assert.throws(
    () => parseHttpLookupSettings({ preset: 'nobody', url: 'http://x/' }),
    /preset: allowed are hlr-lookups/,
  );
  const settings = parseHttpLookupSettings({ preset: 'telnyx', secret: 's', url: 'https://eu.example/{e164}' });
  assert.equal(settings.url, 'https://eu.example/{e164}');
});

test('what a service says can be stored', async (t) => {
  const places = { mcc: 'mcc', mnc: 'mnc', carrier: 'network' };
  const { finding } = await ask(t, { porting_status: places }, { status: 200, body: { network: 'A\0B\ud800' } });
  assert.deepEqual(finding, {
    kind: 'found',
    facts: { about: 'porting_status', current: { name: 'AB\ufffd', mcc: null, mnc: null }, isPorted: null },
  });
});
