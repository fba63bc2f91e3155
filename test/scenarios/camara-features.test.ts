/**
 * The scenarios of CAMARA's `.feature` files: our client asks, what a scenario does to a request is done to it on its way
 * to the simulated operator, the operator answers as the scenario says, and our client makes of it what it should.
 */
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Dispatcher, Pool, request } from 'undici';
import { createContext } from '../../src/context.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { createLog } from '../../src/lib/log.ts';
import { requestClientCredentialsToken, requestJwtBearerToken } from '../../src/lib/token-source.ts';
import { simulatedSubscriber } from '../../src/sandbox/phone-stories.ts';
import { type CamaraSource, createCamaraSource } from '../../src/sources/camara/operator.ts';
import { type CamaraAddOn, parseCamaraSettings } from '../../src/sources/camara/settings.ts';
import { createCamaraSimulator } from '../../src/sources/camara/simulator.ts';
import { createNumbering } from '../../src/sources/numbering/numbering.ts';
import {
  createSimulatedServer,
  type SimulatedReply,
  type SimulatedRequest,
} from '../../src/sources/simulated-server.ts';
import type { Finding } from '../../src/sources/source.ts';
import { checkAnswered, checkAsked, listedStatuses } from '../support/camara/definitions.ts';
import { type FeatureScenario, readFeature } from '../support/camara/gherkin.ts';
import {
  type AnsweredExchange,
  hold,
  isRequest,
  newPlan,
  prepare,
  type ScenarioPlan,
  type TokenKind,
} from '../support/camara/steps.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';

const FOLDER = new URL('../camara/features/', import.meta.url);
const NUMBER = '4915112345';

/** Scenarios that are not run, with the reason. */
const NOT_RUN: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /^retrieve_sim_swap_date_3_/,
    'for operators that keep every change; the simulated one looks back 120 days, as _5 has it',
  ],
  [/^call_forwarding_signal_400\.2_/, 'the same request as in 422.1, which wants another code'],
  [/^KYC_Fill-in_03_/, 'our client asks with the scope for everything'],
  [/^KYC_Match_5_/, 'wants "false" for what matches, against KYC_Match_4'],
  // Without `$` nothing is left of the outline to run.
  [
    /^KYC_Match_[234]_\S+ \$\.(?!(?:name|givenName|familyName|address|locality|postalCode|region|country|birthdate)$)/,
    'our client does not ask about it',
  ],
];

const ADD_ON_OF: Readonly<Record<string, CamaraAddOn>> = {
  'sim-swap': 'sim_swap',
  'call-forwarding-signal': 'call_forward_detection',
  'kyc-match': 'contact_match',
  'kyc-fill-in': 'contact',
  'kyc-age-verification': 'age_verify',
  'kyc-tenure': 'subscriber_status',
  'number-recycling': 'number_deactivation',
  'subscription-status': 'subscriber_status',
};

const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
const numbering = createNumbering();
const simulator = createCamaraSimulator(context, { host: '127.0.0.1', port: 0, subscriberOf: simulatedSubscriber });

/** What happens to requests on their way, and what has been answered. */
let plan: ScenarioPlan = newPlan();
let seen: AnsweredExchange[] = [];
const answered = new Set<string>();
let proxy: ReturnType<typeof createSimulatedServer>;
let tokens: Record<Exclude<TokenKind, 'own' | 'none' | 'for_another_scope' | 'of_the_number'>, string>;
let byClient: CamaraSource;
let byNumber: CamaraSource;
let tokenServer: Dispatcher;

before(async () => {
  await simulator.start();
  proxy = createSimulatedServer('on the way', { host: '127.0.0.1', port: 0 }, passOn);
  await proxy.start();
  const settings = { ...simulator.settings(), api_root: proxy.origin };
  byClient = createCamaraSource(context, 'client', parseCamaraSettings(settings));
  byNumber = createCamaraSource(context, 'number', parseCamaraSettings({ ...settings, grant: 'jwt_bearer' }));
  tokenServer = new Pool(new URL(String(simulator.settings().token_url)).origin);
  const expired = await scopedToken('sim-swap:retrieve-date');
  await clock.advance(3_600_000);
  tokens = { expired, invalid: 'nobody-issued-this', of_another_number: '' };
});

after(async () => {
  await Promise.all([byClient.close(), byNumber.close(), tokenServer.close()]);
  await proxy.stop();
  await simulator.stop();
});

const common = () => ({
  tokenUrl: String(simulator.settings().token_url),
  key: createPrivateKey(String(simulator.settings().private_key)),
  assertionLifetimeS: 300,
  newJwtId: () => context.ids.next(),
  withinMs: 5_000,
});

async function scopedToken(scope: string): Promise<string> {
  const { tokenUrl, withinMs, ...client } = common();
  const clientId = String(simulator.settings().client_id);
  const grant = { tokenUrl, withinMs, clientId, scope: `dpv:X ${scope}`, client: { kind: 'key', ...client } } as const;
  return (await requestClientCredentialsToken(tokenServer, clock, grant)).accessToken;
}

async function tokenOfNumber(number: string, scope: string): Promise<string> {
  const issuer = String(simulator.settings().client_id);
  const grant = { ...common(), issuer, subject: `tel:+${number}`, scope: `dpv:X ${scope}` };
  return (await requestJwtBearerToken(tokenServer, clock, grant)).accessToken;
}

/** Every scope, so that only the number of the token counts. */
const SCOPES = [
  ...[
    'sim-swap:retrieve-date',
    'call-forwarding-signal:call-forwardings:read',
    'kyc-match:match',
    'kyc-fill-in:set-all',
  ],
  ...['call-forwarding-signal:unconditional-call-forwardings:read', 'kyc-age-verification:verify'],
  ...['kyc-tenure:check-tenure', 'number-recycling:check', 'subscription-status:retrive-subscription-status'],
].join(' ');

async function headersOf(given: SimulatedRequest['headers']): Promise<Record<string, string>> {
  const { authorization = '', 'content-type': type = '', 'x-correlator': correlator = '' } = given;
  const others = { 'content-type': type, 'x-correlator': String(correlator) };
  const bearer = (token: string) => ({ ...others, authorization: `Bearer ${token}` });
  switch (plan.token) {
    case 'none':
      return others;
    case 'of_the_number':
      return plan.sendsNumber
        ? bearer(await tokenOfNumber(NUMBER + plan.ending, SCOPES))
        : { ...others, authorization };
    case 'of_another_number':
      return bearer(await tokenOfNumber(`${NUMBER}124`, SCOPES));
    case 'for_another_scope':
      return bearer(await scopedToken('device-swap:check'));
    case 'own':
      return { ...others, authorization };
    default:
      return bearer(tokens[plan.token]);
  }
}

/** Stands between our client and the operator, and does to the requests of the scenario what it says. */
async function passOn({ path, headers: given, body: bytes }: SimulatedRequest): Promise<SimulatedReply> {
  const isMeant = path === plan.path;
  const own = JSON.parse(bytes.toString());
  if (!isMeant && path.endsWith('/call-forwardings')) {
    // The operator of the unconditional signal has no other one.
    return { status: 501, body: { status: 501, code: 'NOT_IMPLEMENTED', message: 'not offered' } };
  }
  checkAsked({ path, asked: own, status: 0, answered: null });
  const headers = isMeant ? await headersOf(given) : (given as Record<string, string>);
  const asked = isMeant ? plan.change(own) : own;
  const { 'content-length': _, host: __, connection: ___, ...sent } = headers;
  const answer = await request(String(simulator.settings().api_root) + path, {
    method: 'POST',
    headers: sent,
    body: asked === null ? null : JSON.stringify(asked),
  });
  const exchange = {
    path,
    asked,
    status: answer.statusCode,
    answered: await answer.body.json(),
    sentHeaders: given,
    headers: answer.headers,
  };
  const correlator = String(answer.headers['x-correlator']);
  if (isMeant) seen.push(exchange);
  answered.add(`${path} ${exchange.status} ${checkAnswered(exchange)}`);
  return { status: exchange.status, body: exchange.answered, headers: { 'x-correlator': correlator } };
}

async function ask(): Promise<Finding> {
  const addOn = ADD_ON_OF[plan.path.split('/')[1] ?? ''];
  const number = numbering.describe(NUMBER + plan.ending);
  assert.ok(addOn && number, plan.path);
  const input = {
    match: addOn === 'contact_match' ? plan.match : null,
    lastVerifiedAt: addOn === 'number_deactivation' ? clock.now() - 90 * DAY_MS : null,
    pastDays: null,
    ageThreshold: plan.ageThreshold,
  };
  const source = plan.token === 'of_the_number' && !plan.sendsNumber ? byNumber : byClient;
  const asking = source.lookUp({ addOn, number, input }, { withinMs: 5_000 });
  // Retries wait for the clock.
  return eventually('it is answered', async () => {
    await clock.advance(50);
    return (await Promise.race([asking, Promise.resolve(null)])) ?? undefined;
  });
}

/** docs/sources.md, the table of an operator's answers. */
function expected({ status, answered: body }: AnsweredExchange): Finding['kind'] {
  const code = String(asJsonObject(body)?.code ?? '');
  // Detailed forwardings are replaced by the others. What the state is, is an addition: without it the rest is answered,
  // unless that is refused for the same number.
  const isAddition = plan.path.startsWith('/subscription-status/') && plan.ending === '123';
  if (status === 501 || isAddition) return 'found';
  // The number stands in the token: it is asked again without it.
  if (code === 'UNNECESSARY_IDENTIFIER') return 'found';
  if (status === 200) return plan.ending === '945' ? 'nothing' : 'found';
  if (code === 'OUT_OF_RANGE' || code.startsWith('KNOW_YOUR_CUSTOMER.ID_')) return 'nothing';
  if (status === 400) return /^\/(?:kyc-match|number-recycling)\//.test(plan.path) ? 'refused_input' : 'unusable';
  if (status === 404) return 'not_covered';
  if (status === 422) return code === 'SERVICE_NOT_APPLICABLE' ? 'not_applicable' : 'unusable';
  return 'down';
}

async function run({ steps, title }: FeatureScenario): Promise<void> {
  plan = newPlan();
  seen = [];
  // Only its title says so.
  if (/call forwarding (?:configured|active)\b/.test(title)) plan.ending = '954';
  const at = steps.findIndex(isRequest);
  assert.ok(at > 0, 'a request is sent');
  for (const step of steps.slice(0, at)) prepare(plan, step);
  const finding = await ask();
  const exchange = seen[0];
  assert.ok(exchange, 'it was asked');
  for (const step of steps.slice(at + 1)) hold(exchange, step);
  assert.equal(finding.kind, expected(exchange), JSON.stringify([exchange.status, exchange.answered, finding]));
}

const scenarios = readdirSync(FOLDER).map((file) => ({
  file,
  all: readFeature(readFileSync(new URL(file, FOLDER), 'utf8')),
}));

for (const { file, all } of scenarios) {
  describe(file, () => {
    for (const scenario of all) {
      if (NOT_RUN.some(([name]) => name.test(scenario.name))) continue;
      test(`${scenario.name}: ${scenario.title}`, () => run(scenario));
    }
  });
}

/** What the definitions list and no scenario has. */
const NO_SCENARIO: ReadonlyArray<Partial<ScenarioPlan>> = [
  { path: '/sim-swap/v2/retrieve-date', token: 'for_another_scope' },
  { path: '/sim-swap/v2/retrieve-date', ending: '961' },
  { path: '/kyc-age-verification/v0.2/verify', token: 'for_another_scope' },
  { path: '/number-recycling/v0.2/check', ending: '943' },
  { path: '/kyc-tenure/v0.2/check-tenure', token: 'for_another_scope' },
];

for (const more of NO_SCENARIO) {
  test(`without a scenario: ${Object.values(more).join(' ')}`, async () => {
    plan = { ...newPlan(), ...more };
    seen = [];
    const finding = await ask();
    const exchange = seen[0];
    assert.ok(exchange, 'it was asked');
    assert.equal(finding.kind, expected(exchange), JSON.stringify(exchange.answered));
  });
}

test('every status that the definitions list was answered, in the form of the definition', () => {
  // Both forms of the question are one API; ours asks for the date.
  const asked = listedStatuses().filter(({ path }) => path !== '/sim-swap/v2/check');
  const wanted = asked.flatMap(({ path, statuses }) => statuses.map((status) => `${path} ${status} own`));
  assert.deepEqual(
    wanted.filter((each) => !answered.has(each)),
    [],
  );
});

test('what is not run is there', () => {
  const names = scenarios.flatMap(({ all }) => all.map(({ name }) => name));
  for (const [name, reason] of NOT_RUN)
    assert.ok(
      names.some((each) => name.test(each)),
      reason,
    );
});
