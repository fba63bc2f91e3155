/** What an operator's answers mean: the table of docs/sources.md, and operators that lie, hang or flap. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createNumbering } from '../numbering/numbering.ts';
import { createSimulatedServer, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import { type AddOn, type Finding, NO_INPUT, type QuestionInput } from '../source.ts';
import { createCamaraSource } from './operator.ts';
import { parseCamaraSettings } from './settings.ts';

const numbering = createNumbering();
const TOKEN: SimulatedReply = { status: 200, body: { access_token: 'token', expires_in: 300 } };

interface Rig {
  readonly clock: ManualClock;
  /** What was asked of the APIs, oldest first. */
  readonly asked: SimulatedRequest[];
  readonly tokens: SimulatedRequest[];
  ask(addOn?: AddOn, withinMs?: number, given?: Partial<QuestionInput>): Promise<Finding>;
}

type Script = (request: SimulatedRequest, nth: number) => SimulatedReply | 'hang';

async function rigOf(
  t: TestContext,
  script: Script,
  giveToken: () => SimulatedReply = () => TOKEN,
  now = Date.UTC(2026, 10, 21),
): Promise<Rig> {
  const clock = new ManualClock(now);
  const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
  const asked: SimulatedRequest[] = [];
  const tokens: SimulatedRequest[] = [];
  const server = createSimulatedServer('operator', { host: '127.0.0.1', port: 0 }, async (request) => {
    if (request.path === '/token') {
      tokens.push(request);
      return giveToken();
    }
    asked.push(request);
    return script(request, asked.length);
  });
  await server.start();
  const source = createCamaraSource(
    context,
    'operator',
    parseCamaraSettings({
      api_root: server.origin,
      token_url: `${server.origin}/token`,
      client_id: 'client 1',
      client_secret: 'se:cret',
    }),
  );
  t.after(async () => {
    await source.close();
    await server.stop();
  });
  const number = numbering.describe('4915112345678');
  assert.ok(number);
  return {
    clock,
    asked,
    tokens,
    ask: (addOn = 'sim_swap', withinMs = 4_000, given = {}) =>
      source.lookUp({ addOn, number, input: { ...NO_INPUT, ...given } }, { withinMs }),
  };
}

function problem(status: number, code: string, headers: Record<string, string> = {}): SimulatedReply {
  return { status, body: { status, code, message: 'no' }, headers };
}

const SWAPPED: SimulatedReply = { status: 200, body: { latestSimChange: '2026-11-20T07:37:53.471829447Z' } };

const MEANINGS: ReadonlyArray<readonly [number, string, Finding['kind']]> = [
  [400, 'INVALID_ARGUMENT', 'unusable'],
  [400, 'OUT_OF_RANGE', 'nothing'],
  [401, 'UNAUTHENTICATED', 'down'],
  [403, 'PERMISSION_DENIED', 'down'],
  [403, 'KNOW_YOUR_CUSTOMER.ID_DOCUMENT_REQUIRED', 'nothing'],
  [404, 'IDENTIFIER_NOT_FOUND', 'not_covered'],
  [404, 'NOT_FOUND', 'nothing'],
  [422, 'SERVICE_NOT_APPLICABLE', 'not_applicable'],
  [422, 'UNSUPPORTED_IDENTIFIER', 'not_applicable'],
  [422, 'MISSING_IDENTIFIER', 'unusable'],
  [429, 'QUOTA_EXCEEDED', 'down'],
  [501, 'NOT_IMPLEMENTED', 'not_covered'],
  [504, 'TIMEOUT', 'timed_out'],
  [418, '', 'unusable'],
];

for (const [status, code, kind] of MEANINGS) {
  test(`${status} ${code} is ${kind}`, async (t) => {
    const rig = await rigOf(t, () => problem(status, code, { 'retry-after': '60' }));
    const asking = rig.ask();
    await eventually('it is answered', async () => {
      await rig.clock.advance(50);
      return (await Promise.race([asking, Promise.resolve(null)])) !== null || undefined;
    });
    assert.equal((await asking).kind, kind);
  });
}

test('the client says who it is by its secret, and one token serves many questions', async (t) => {
  const rig = await rigOf(t, () => SWAPPED);
  const finding = await rig.ask();
  assert.deepEqual(finding, {
    kind: 'found',
    facts: { about: 'sim_swap', swappedAt: Date.parse('2026-11-20T07:37:53.471Z') },
  });
  await Promise.all([rig.ask(), rig.ask(), rig.ask()]);
  assert.equal(rig.tokens.length, 1);
  const basic = Buffer.from('client%201:se%3Acret').toString('base64');
  assert.equal(rig.tokens[0]?.headers.authorization, `Basic ${basic}`);
  const form = new URLSearchParams(rig.tokens[0]?.body.toString());
  assert.equal(form.get('scope'), 'dpv:FraudPreventionAndDetection sim-swap:retrieve-date');
});

test('a key that cannot sign is refused where the settings are read, by its name', () => {
  const settings = { api_root: 'https://a.example', token_url: 'https://a.example/t', client_id: 'c' };
  for (const [privateKey, fault] of [
    [generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, /^Error: private_key: RSA of 2048 bits or more/],
    [generateKeyPairSync('ed448').privateKey, /^Error: private_key: RSA of 2048 bits or more/],
  ] as const) {
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    assert.throws(() => parseCamaraSettings({ ...settings, private_key: pem }), fault);
  }
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  assert.throws(
    () => parseCamaraSettings({ ...settings, private_key: certificate }),
    /^Error: private_key: it is a cert/,
  );
});

test('401 brings a new token and one more try', async (t) => {
  const rig = await rigOf(t, (_, nth) => (nth === 1 ? problem(401, 'UNAUTHENTICATED') : SWAPPED));
  assert.equal((await rig.ask()).kind, 'found');
  assert.deepEqual([rig.asked.length, rig.tokens.length], [2, 2]);
});

test('429 is waited for as long as the operator says, when there is time', async (t) => {
  const rig = await rigOf(t, (_, nth) =>
    nth === 1 ? problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '2' }) : SWAPPED,
  );
  const asking = rig.ask();
  await eventually('it was asked', () => rig.asked.length === 1 || undefined);
  await eventually('it is asked again after 2 s', async () => {
    await rig.clock.advance(100);
    return rig.asked.length === 2 || undefined;
  });
  assert.equal((await asking).kind, 'found');
  assert.ok(rig.clock.now() - Date.UTC(2026, 10, 21) >= 2_000);
});

test('429 with a date is waited for until that date, or not at all', async (t) => {
  const at = Date.UTC(2026, 10, 21);
  const until = (ms: number) => ({ 'retry-after': new Date(at + ms).toUTCString() });
  const rig = await rigOf(t, (_, nth) => problem(429, 'TOO_MANY_REQUESTS', until(nth === 1 ? 2_000 : 60_000)));
  const asking = rig.ask();
  await eventually('it is asked again', async () => {
    await rig.clock.advance(100);
    return rig.asked.length === 2 || undefined;
  });
  assert.equal((await asking).kind, 'down');
  assert.ok(rig.clock.now() - at >= 2_000);
  assert.equal((await rig.ask()).kind, 'down');
  assert.equal(rig.asked.length, 3, 'a minute does not fit into the time');
});

test('5xx is tried once more', async (t) => {
  const rig = await rigOf(t, (_, nth) => (nth === 1 ? problem(503, 'UNAVAILABLE') : SWAPPED));
  const asking = rig.ask();
  await eventually('it is asked again', async () => {
    await rig.clock.advance(50);
    return rig.asked.length === 2 || undefined;
  });
  assert.equal((await asking).kind, 'found');
});

test('5xx that says how long is tried again no sooner, and not at all when there is no time for it', async (t) => {
  let wait = '2';
  const rig = await rigOf(t, (_, nth) =>
    nth % 2 === 1 ? problem(503, 'UNAVAILABLE', { 'retry-after': wait }) : SWAPPED,
  );
  const asking = rig.ask();
  await eventually('it was asked', () => rig.asked.length === 1 || undefined);
  await eventually('it is asked again after 2 s', async () => {
    await rig.clock.advance(100);
    return rig.asked.length === 2 || undefined;
  });
  assert.equal((await asking).kind, 'found');
  assert.ok(rig.clock.now() - Date.UTC(2026, 10, 21) >= 2_000);
  wait = '60';
  assert.deepEqual(await rig.ask(), {
    kind: 'down',
    reason: 'it answered 503 UNAVAILABLE',
    retryAfterMs: 60_000,
  });
  assert.equal(rig.asked.length, 3);
});

test('plain bytes are asked for; gzip and a byte order mark are read all the same', async (t) => {
  const text = JSON.stringify(SWAPPED.body);
  const token = gzipSync(JSON.stringify(TOKEN.body));
  const headers = { 'content-encoding': 'gzip' };
  const rig = await rigOf(
    t,
    (_, nth) => (nth === 1 ? { status: 200, text: `\ufeff${text}` } : { status: 200, text: gzipSync(text), headers }),
    () => ({ status: 200, text: token, headers }),
  );
  assert.equal((await rig.ask()).kind, 'found');
  assert.equal((await rig.ask()).kind, 'found');
  for (const { headers } of [...rig.asked, ...rig.tokens]) assert.equal(headers['accept-encoding'], 'identity');
});

test('that no SIM was swapped counts where the operator has watched for as long as a swap matters', async (t) => {
  let monitoredPeriod: unknown;
  const rig = await rigOf(t, () => ({ status: 200, body: { latestSimChange: null, monitoredPeriod } }));
  for (const [days, kind] of [
    [120, 'found'],
    [15, 'found'],
    [14, 'nothing'],
    [1, 'nothing'],
    [0, 'nothing'],
    [undefined, 'nothing'],
    ['120', 'nothing'],
  ] as const) {
    monitoredPeriod = days;
    assert.equal((await rig.ask()).kind, kind, `${days}`);
  }
});

test('an operator that says the number is in the token is asked without it', async (t) => {
  const rig = await rigOf(t, ({ body }) =>
    'phoneNumber' in JSON.parse(body.toString()) ? problem(422, 'UNNECESSARY_IDENTIFIER') : SWAPPED,
  );
  assert.equal((await rig.ask()).kind, 'found');
});

test('an operator without the detailed forwardings is asked for the unconditional one', async (t) => {
  const rig = await rigOf(t, ({ path }) =>
    path.endsWith('/call-forwardings') ? problem(501, 'NOT_IMPLEMENTED') : { status: 200, body: { active: true } },
  );
  const finding = await rig.ask('call_forward_detection');
  assert.deepEqual(finding, {
    kind: 'found',
    facts: { about: 'call_forward_detection', isForwarded: true, conditions: ['unconditional'] },
  });
});

test('how long a subscription has lasted is told as far as the operator looks back', async (t) => {
  let [monthsKnown, monthsHeld] = [12, 4];
  const monthsAgo = (date: string) => Math.round((Date.UTC(2026, 10, 21) - Date.parse(date)) / (30.44 * 86_400_000));
  const rig = await rigOf(t, ({ path, body }) => {
    if (!path.endsWith('/check-tenure')) return problem(501, 'NOT_IMPLEMENTED');
    const months = monthsAgo(JSON.parse(body.toString()).tenureDate);
    if (months > monthsKnown) return problem(400, 'OUT_OF_RANGE');
    return { status: 200, body: { tenureDateCheck: months <= monthsHeld } };
  });
  const tenure = async () => {
    const finding = await rig.ask('subscriber_status');
    if (finding.kind !== 'found' || finding.facts.about !== 'subscriber_status') return finding.kind;
    return [finding.facts.tenureMinMonths, finding.facts.tenureMaxMonths];
  };
  assert.deepEqual(await tenure(), [3, 6]);
  monthsHeld = 100;
  assert.deepEqual(await tenure(), [12, null], 'nothing is known beyond 12 months');
  monthsKnown = 100;
  assert.deepEqual(await tenure(), [60, null]);
  monthsKnown = 0;
  assert.equal(await tenure(), 'nothing');
});

test('what has another form than its definition is not used', async (t) => {
  let answer: SimulatedReply = SWAPPED;
  const rig = await rigOf(t, () => answer);
  const lies: Array<[AddOn, SimulatedReply]> = [
    ['sim_swap', { status: 200, text: '<html></html>' }],
    ['sim_swap', { status: 200, body: { latestSimChange: 7 } }],
    ['sim_swap', { status: 200, body: { latestSimChange: 'soon' } }],
    // The definition asks for a zone: without one the time would be read in that of this machine.
    ['sim_swap', { status: 200, body: { latestSimChange: '2026-11-20T14:27:08' } }],
    ['sim_swap', { status: 200, body: { latestSimChange: '2026-11-20' } }],
    ['sim_swap', { status: 200, body: { latestSimChange: '2026-02-30T14:27:08Z' } }],
    ['sim_swap', { status: 200, body: [] }],
    ['sim_swap', { status: 200, text: `{"latestSimChange":"${'9'.repeat(200_000)}"}` }],
    ['call_forward_detection', { status: 200, body: ['sometimes'] }],
    ['call_forward_detection', { status: 200, body: {} }],
    ['age_verify', { status: 200, body: { ageCheck: true } }],
    ['contact', { status: 200, body: { givenName: { first: 'Anna' } } }],
    ['number_deactivation', { status: 200, body: { phoneNumberRecycled: 'no' } }],
    ['subscriber_status', { status: 200, body: { tenureDateCheck: 'true' } }],
  ];
  for (const [addOn, reply] of lies) {
    answer = reply;
    assert.equal((await rig.ask(addOn)).kind, 'unusable', `${addOn} ${JSON.stringify(reply).slice(0, 80)}`);
  }
});

test('an operator or a token server that hangs costs no more than the time given', async (t) => {
  const rig = await rigOf(t, () => 'hang');
  const asking = rig.ask('sim_swap', 1_000);
  await eventually('it was asked', () => rig.asked.length === 1 || undefined);
  await rig.clock.advance(1_000);
  assert.equal((await asking).kind, 'timed_out');
});

test('a token server that refuses is told as down, without the secret', async (t) => {
  const rig = await rigOf(
    t,
    () => SWAPPED,
    () => ({ status: 401, body: { error: 'invalid_client' } }),
  );
  const finding = await rig.ask();
  assert.equal(finding.kind, 'down');
  assert.match(JSON.stringify(finding), /invalid_client/);
  assert.doesNotMatch(JSON.stringify(finding), /cret|4915112345678/);
});

test('how long a subscription has lasted is found by halving', async (t) => {
  const since = Date.UTC(2024, 4, 1);
  const rig = await rigOf(t, ({ path, body }) => {
    if (path.includes('subscription-status')) return problem(501, 'NOT_IMPLEMENTED');
    const { tenureDate } = JSON.parse(body.toString()) as { tenureDate: string };
    return { status: 200, body: { tenureDateCheck: since <= Date.parse(tenureDate), contractType: 'PAYG' } };
  });
  const finding = await rig.ask('subscriber_status');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'subscriber_status');
  const { tenureMinMonths, tenureMaxMonths, contract, state } = finding.facts;
  assert.deepEqual([tenureMinMonths, tenureMaxMonths, contract, state], [24, 60, 'prepaid', null]);
  assert.ok(rig.asked.filter(({ path }) => path.includes('tenure')).length <= 3);
});

test('a subscription-status that hangs takes nothing from how long the subscription has lasted', async (t) => {
  const rig = await rigOf(t, ({ path }) =>
    path.endsWith('/check-tenure') ? { status: 200, body: { tenureDateCheck: true } } : 'hang',
  );
  const asking = rig.ask('subscriber_status');
  await eventually('it is answered', async () => {
    await rig.clock.advance(50);
    return (await Promise.race([asking, Promise.resolve(null)])) !== null || undefined;
  });
  const finding = await asking;
  assert.ok(finding.kind === 'found' && finding.facts.about === 'subscriber_status');
  assert.deepEqual([finding.facts.tenureMinMonths, finding.facts.state], [60, null]);
  assert.ok(rig.clock.now() - Date.UTC(2026, 10, 21) < 3_000);
});

test('400 is about a value of the caller only where that value was sent', async (t) => {
  const rig = await rigOf(t, () => problem(400, 'INVALID_ARGUMENT'));
  const none = { firstName: null, lastName: null, address: null, city: null, state: null, country: null };
  const match = { ...none, postalCode: '10117', dateOfBirth: null };
  const lastVerifiedAt = Date.UTC(2026, 9, 1);
  assert.equal((await rig.ask('contact_match', 4_000, { match })).kind, 'refused_input');
  assert.equal((await rig.ask('number_deactivation', 4_000, { lastVerifiedAt })).kind, 'refused_input');
  assert.equal((await rig.ask('number_deactivation')).kind, 'unusable');
  assert.equal((await rig.ask('contact_plus', 4_000, { match })).kind, 'unusable', 'the postal code is compared here');
});

test('a month before the last day of a month is the last day of the one before', async (t) => {
  const rig = await rigOf(
    t,
    ({ path }) =>
      path.endsWith('/check-tenure')
        ? { status: 200, body: { tenureDateCheck: false } }
        : problem(501, 'NOT_IMPLEMENTED'),
    undefined,
    Date.UTC(2026, 4, 31),
  );
  await rig.ask('subscriber_status');
  const dates = rig.asked.flatMap(({ body }) => JSON.parse(body.toString()).tenureDate ?? []);
  assert.deepEqual(dates, ['2025-05-31', '2026-02-28', '2026-04-30']);
});

test('a word that every object has is no condition and no kind of contract', async (t) => {
  const answers: SimulatedReply[] = [{ status: 200, body: ['constructor'] }];
  const rig = await rigOf(
    t,
    () => answers.shift() ?? { status: 200, body: { tenureDateCheck: true, contractType: 'toString' } },
  );
  assert.equal((await rig.ask('call_forward_detection')).kind, 'unusable');
  const finding = await rig.ask('subscriber_status');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'subscriber_status');
  assert.equal(finding.facts.contract, null);
  assert.equal(finding.facts.accountType, null);
});
