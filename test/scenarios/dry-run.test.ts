/** `dry_run`: what a request would do and what would stop it, in place of doing it (contract section 12). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { cardThenText, type HttpAnswer, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { assertFits } from '../support/openapi.ts';

let service: TestGateway;
let fresh = 0;

/** A number that nobody else in this file has, in a prefix of its own. */
function handset(ending = '500'): string {
  fresh += 1;
  return `4915${String(200 + fresh)}1234${ending}`;
}

const PREMIUM = '19005551234';
const MESSAGES = '/v1/omnichannel';
const BATCHES = '/v1/omnichannel/batch';
const TEXTS = '/v1/messaging';
const CODES = '/v1/verify/sms';
const CALLS = '/v1/verify/call';
const VERIFICATIONS = '/verification';
const LOOK_UPS = '/v1/phoneid';
const SESSIONS = '/v1/anonymous/session/sms';

/** The smallest body of each operation, to one number. */
const SMALLEST: Readonly<Record<string, (number: string) => object>> = {
  [MESSAGES]: (number) => textOnly(number),
  [TEXTS]: (number) => ({ phone_number: number, message: 'Hello', message_type: 'ARN' }),
  [CODES]: (number) => ({ phone_number: number }),
  [CALLS]: (number) => ({ phone_number: number }),
  [VERIFICATIONS]: (number) => ({ recipient: { phone_number: number } }),
  [LOOK_UPS]: (number) => ({ phone_number: number }),
  [SESSIONS]: (number) => ({ phone_number_1: number, phone_number_2: handset(), validity_period: 1 }),
};

interface Plan extends JsonObject {
  readonly would: string;
  readonly code: number;
  readonly description: string;
  readonly stoppers: readonly JsonObject[];
  readonly channels: ReadonlyArray<JsonObject & { readonly carriers: readonly JsonObject[] }>;
  readonly methods: ReadonlyArray<JsonObject & { readonly carriers: readonly JsonObject[] }>;
}

interface Caller {
  readonly sender: string;
  post(path: string, body: object | string, headers?: Record<string, string>): Promise<HttpAnswer>;
  put(path: string): Promise<HttpAnswer>;
  plan(path: string, body: object, headers?: Record<string, string>): Promise<Plan>;
}

async function newCaller(settings: object = {}, more: object = {}): Promise<Caller> {
  const sender = handset();
  const made = await service.operate('POST', '/accounts', {
    name: 'Acme',
    products: ['rcs', 'voice', 'masking'],
    addons: ['contact_match', 'sim_swap'],
    senders: [{ sender, default_for: ['*'] }],
    settings,
    ...more,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const post: Caller['post'] = (path, body, headers = {}) =>
    service.call('POST', path, body, { authorization, ...headers });
  return {
    sender,
    post,
    put: (path) => service.call('PUT', path, undefined, { authorization }),
    plan: async (path, body, headers) => planOf(await post(path, { ...body, dry_run: true }, headers)),
  };
}

function planOf(answer: HttpAnswer): Plan {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const body = answer.body as { dry_run: boolean; plan: Plan };
  assert.equal(body.dry_run, true);
  assertFits({ $ref: '#/components/schemas/Planned' }, body, 'a plan');
  return body.plan;
}

/** Of each stopper what it does, its code (that of the list of errors where there is one) and its rule. */
function stoppersOf({ stoppers }: Plan): unknown[][] {
  return stoppers.map(({ effect, code, error_code: error, rule }) => [effect, error ?? code, rule]);
}

const BY_THE_CLOCK: ReadonlySet<string> = new Set(['nodes', 'texts_reached']);

/** Every row of every table, but what nodes write by the clock, and how many requests came in a second. */
async function everyRow(): Promise<Map<string, string>> {
  const { db } = service.gateway;
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    if (BY_THE_CLOCK.has(name)) continue;
    const counted = name === 'counters' ? "where t.name not like 'requests %'" : '';
    const { rows } = await db.query<{ count: number; print: string | null }>(
      `select count(*) as count, md5(string_agg(md5(t::text), '' order by md5(t::text))) as print from ${name} t ${counted}`,
    );
    found.set(name, `${rows[0]?.count} ${rows[0]?.print}`);
  }
  return found;
}

describe('a dry run', () => {
  before(async () => {
    // The hour and the minute that are counted do not end on the way.
    service = await startGateway({}, { startsAt: Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 1_000 });
  });
  after(() => service.stop());

  // The first, while nothing that was sent is under way.
  test('changes no row of any table, no counter and no figure, under an idempotency key either', async () => {
    const caller = await newCaller({ addon_caps: { contact_match: 1 }, texts_per_day: 1, calls_per_day: 1 });
    const numbers = Object.keys(SMALLEST).map(() => handset());
    const figures = async () =>
      (await service.metrics())
        .split('\n')
        .filter((line) => !/^#|_(http|process|db)_|nodejs_|trunkline_requests_|_seconds/.test(line));
    // What the account is known by is read once.
    await caller.plan(TEXTS, SMALLEST[TEXTS]?.(handset()) ?? {});
    const counted = await figures();
    const rows = await everyRow();
    for (const [index, [path, of]] of Object.entries(SMALLEST).entries()) {
      const body = { ...of(numbers[index] ?? ''), addons: { contact_match: { first_name: 'Erika' } } };
      for (let n = 0; n < 3; n += 1) await caller.plan(path, body, { 'idempotency-key': `key-${index}` });
      const refused = await caller.post(
        path,
        { ...body, external_id: 'ä', dry_run: true },
        { 'idempotency-key': `bad-${index}` },
      );
      assert.equal(refused.status, 400, path);
    }
    const changed = [...(await everyRow())].filter(([name, print]) => rows.get(name) !== print).map(([name]) => name);
    assert.deepEqual(changed, []);
    assert.deepEqual(await figures(), counted);
    assert.deepEqual(await service.messagesOf(numbers[0] ?? ''), []);
    for (const [index, path] of [MESSAGES, CALLS, LOOK_UPS, SESSIONS].entries()) {
      const body = { ...SMALLEST[path]?.(handset()), addons: { contact_match: { first_name: 'Erika' } } };
      const real = await caller.post(path, body, { 'idempotency-key': `key-${Object.keys(SMALLEST).indexOf(path)}` });
      assert.equal(real.status, 200, `${index}: nothing was used up, and the key is free`);
      assert.equal((real.body as JsonObject).dry_run, undefined);
    }
  });

  test('of a card with a fallback names carriers, senders, texts, parts and deadlines of each channel', async () => {
    const caller = await newCaller();
    const plan = await caller.plan(MESSAGES, cardThenText(handset()));
    assert.deepEqual([plan.would, plan.code, plan.stoppers], ['be_sent', 3001, []]);
    const [rcs, sms] = plan.channels;
    const at = service.clock.now();
    assert.deepEqual(rcs, {
      channel: 'rcs',
      code: 3001,
      description: 'Message in progress',
      sender: 'sandbox-agent@rbm.goog',
      template: {
        type: 'rcs_dial_card',
        orientation: 'VERTICAL',
        dial_payload: 'payload-1',
        dial_text: 'Call us',
        media_url: 'https://example.com/image.jpg',
        phone_number_to_dial: '4930123456',
      },
      route: { by: 'configured_order' },
      carriers: [
        { carrier: 'sandbox-rcs', state: 'up', up_on_another_node: false, first: true, parts: 1, alphabet: null },
      ],
      capability: { agent: 'sandbox-agent@rbm.goog', known: false },
      begins_on: new Date(at).toISOString(),
      gives_up_on: new Date(at + 300_000).toISOString(),
      gives_up_after: 300,
      followed_by: { channel: 'sms' },
    });
    assert.deepEqual(sms, {
      channel: 'sms',
      code: 3001,
      description: 'Message in progress',
      sender: caller.sender,
      template: { type: 'sms_text', text: 'Call us on +4930123456' },
      route: { by: 'configured_order' },
      carriers: [
        { carrier: 'sandbox-sms', state: 'up', up_on_another_node: false, first: true, parts: 1, alphabet: 'gsm7' },
      ],
      capability: null,
      begins_on: new Date(at + 300_000).toISOString(),
      gives_up_on: new Date(at + 300_000 + 86_400_000).toISOString(),
      gives_up_after: 86_400,
      followed_by: { code: 3033 },
    });
  });

  test('of a long text in another alphabet counts its parts', async () => {
    const caller = await newCaller();
    const plan = await caller.plan(TEXTS, {
      phone_number: handset(),
      message: 'Привет '.repeat(20),
      message_type: 'MKT',
    });
    assert.deepEqual([plan.would, plan.code], ['be_sent', 290]);
    const [carrier] = plan.channels[0]?.carriers ?? [];
    assert.deepEqual([carrier?.alphabet, carrier?.parts], ['ucs2', 3]);
  });

  test('shows no code: neither one that was given nor one that would be made', async () => {
    const caller = await newCaller();
    for (const code of [undefined, '918273']) {
      for (const [path, body] of [
        [CODES, { phone_number: handset(), verify_code: code, template: 'Your code $$CODE$$' }],
        [CALLS, { phone_number: handset(), verify_code: code, tts_message: 'Your code $$CODE$$' }],
        [VERIFICATIONS, { recipient: { phone_number: handset() }, security_factor: code }],
      ] as const) {
        const text = JSON.stringify(await caller.plan(path, body));
        assert.ok(text.includes('$$CODE$$'), `${path}: ${text}`);
        assert.ok(!text.includes('918273'), `${path}: ${text}`);
      }
    }
  });

  test('of a call names its trunks, its caller id, its language and its length', async () => {
    const caller = await newCaller();
    const plan = await caller.plan(CALLS, { phone_number: handset(), language: 'de-DE', caller_id: caller.sender });
    assert.deepEqual([plan.would, plan.code], ['be_sent', 105]);
    const [channel] = plan.channels;
    assert.equal(channel?.sender, caller.sender);
    assert.deepEqual(channel?.carriers[0]?.trunks, [
      { trunk: 'simulated-1', state: 'up', caller_id: '493023125000' },
      { trunk: 'simulated-2', state: 'up', caller_id: '493023125000' },
    ]);
    const call = plan.call as JsonObject;
    assert.deepEqual([call.language, call.code_digits], ['de', 5]);
    assert.equal(call.text, 'Hallo. Ihr Bestätigungscode lautet: $$CODE$$.');
    const [saying, seconds] = [Number(call.saying_seconds), Number(call.seconds)];
    assert.ok(saying > 3 && saying < 12, String(saying));
    assert.ok(seconds > 2 * saying && seconds < 2 * saying + 5, `${seconds} s with two of ${saying} s`);
  });

  test('of a verification plans each method, and says which are skipped', async () => {
    const caller = await newCaller();
    const plan = await caller.plan(VERIFICATIONS, {
      recipient: { phone_number: handset() },
      verification_policy: [{ method: 'rcs', fallback_time: 30 }, { method: 'whatsapp' }, { method: 'voice' }],
    });
    assert.deepEqual([plan.would, plan.code], ['be_sent', 3901]);
    assert.deepEqual(stoppersOf(plan), [['skips_method', 3200, undefined]]);
    const [rcs, whatsapp, voice] = plan.methods;
    assert.deepEqual([rcs?.method, rcs?.gives_up_after, rcs?.followed_by], ['rcs', 30, { method: 'voice' }]);
    assert.deepEqual(whatsapp, { method: 'whatsapp', state: 'SKIPPED', code: 3200 });
    assert.deepEqual([voice?.method, voice?.gives_up_after], ['voice', 270]);
    assert.equal((voice?.call as JsonObject | undefined)?.code_digits, 6);
  });

  test('of a session says from which pool and of which countries the masks would be', async () => {
    const caller = await newCaller();
    const [german, other] = [handset(), '9721234567'];
    const parties = { phone_number_1: german, phone_number_2: `${other}89`, validity_period: 3 };
    const plan = await caller.plan(SESSIONS, parties);
    assert.deepEqual([plan.would, plan.code], ['be_opened', 2701]);
    const [first, second] = [plan.phone_number_1 as JsonObject, plan.phone_number_2 as JsonObject];
    const [ofGerman, ofOther] = [first.mask as JsonObject, second.mask as JsonObject];
    assert.deepEqual([ofGerman.pool, ofGerman.same_country, ofGerman.countries], ['shared', true, ['DE']]);
    assert.deepEqual([ofOther.pool, ofOther.same_country], ['shared', false]);
    assert.ok((ofOther.countries as string[]).length > 1);
    const opened = (await caller.post(SESSIONS, parties)).body as JsonObject;
    assert.equal((opened.status as JsonObject).code, 2701);
    const next = await caller.plan(SESSIONS, { ...parties, phone_number_2: handset() });
    assert.equal(((next.phone_number_1 as JsonObject).mask as JsonObject).free, ofGerman.free, 'of another party');
    const again = await caller.plan(SESSIONS, parties);
    const left = ((again.phone_number_1 as JsonObject).mask as JsonObject).free;
    assert.equal(left, Number(ofGerman.free) - 1, 'the mask that is taken is not free');
  });

  test('of a look-up names the sources, the cap and the cost of each add-on', async () => {
    const caller = await newCaller({ addon_caps: { contact_match: 1 } });
    const addons = { sim_swap: {}, contact_match: { first_name: 'Erika' }, age_verify: {}, nothing: {} };
    const number = handset();
    const plan = await caller.plan(`${LOOK_UPS}/${number}`, { addons });
    assert.deepEqual([plan.would, plan.code], ['be_answered', 300]);
    assert.deepEqual(stoppersOf(plan), [
      ['ends_add_on', 2806, undefined],
      ['ends_add_on', 2801, undefined],
    ]);
    const { sim_swap: swap, contact_match: match } = plan.addons as Record<string, JsonObject>;
    const source = { source: 'sandbox-operator', state: 'up', reason: null, from_memory: false, cost: 0, networks: [] };
    assert.deepEqual(swap?.sources, [source]);
    assert.equal(swap?.cap, null);
    assert.deepEqual(match?.cap, { most: 1, used: 0, left: 1 });
    assert.equal((await caller.post(LOOK_UPS, { phone_number: number, addons })).status, 200);
    const then = await caller.plan(LOOK_UPS, { phone_number: number, addons });
    const after = then.addons as Record<string, JsonObject>;
    assert.deepEqual(after.contact_match?.code, 2812);
    assert.deepEqual(after.sim_swap?.sources, [{ ...source, from_memory: true }]);
    const fixed = await caller.plan(LOOK_UPS, { phone_number: '493012345678', addons: { sim_swap: {} } });
    assert.equal((fixed.addons as Record<string, JsonObject>).sim_swap?.code, 2804);
  });

  test('of a code by text says what the question about the SIM would cost', async () => {
    const caller = await newCaller({ addon_caps: { sim_swap: 0 } });
    const plan = await caller.plan(CODES, { phone_number: handset(), sim_swap_check: true });
    assert.deepEqual([plan.would, plan.code], ['end', 519]);
    assert.deepEqual(stoppersOf(plan), [['ends', 519, 'sim_swap_check']]);
    assert.equal((plan.sim_swap as JsonObject).code, 2812);
  });

  test('lists everything that would refuse a request, with the code of each product', async () => {
    const caller = await newCaller({ allowed_countries: ['AT'] }, { kind: 'trial', products: [] });
    const rules = [
      ['allowed_countries', 3037],
      [undefined, 3071],
      ['allowed_number_kinds', 3038],
    ] as const;
    const plan = await caller.plan(MESSAGES, cardThenText(PREMIUM));
    assert.deepEqual([plan.would, plan.code], ['be_refused', 3400]);
    assert.deepEqual(stoppersOf(plan), [
      ['refused', 3400, undefined],
      ...rules.map(([rule, code]) => ['refused', code, rule]),
    ]);
    assert.deepEqual(plan.stoppers[1]?.http_status, 400);
    assert.equal((await caller.post(MESSAGES, cardThenText(PREMIUM))).status, 401);
    for (const [path, codes] of [
      [TEXTS, [237, 10033, 238]],
      [CODES, [-10001, -10033, -10001]],
      [CALLS, [-20002, -10001, -10033, -10001]],
      [LOOK_UPS, [10032, 10033]],
    ] as const) {
      const of = await caller.plan(path, SMALLEST[path]?.(PREMIUM) ?? {});
      assert.deepEqual(
        stoppersOf(of).map(([, code]) => code),
        codes,
        path,
      );
    }
  });

  test('foresees every limit that real requests have used up', async () => {
    for (const [settings, body, rule] of [
      [{ per_number_per_minute: 1 }, {}, 'per_number_per_minute'],
      [{ per_number_per_minute: 0, per_number_per_day: 1 }, {}, 'per_number_per_day'],
      [{ code_pauses_s: [30] }, { message_type: 'OTP' }, 'code_pauses_s'],
      [{ per_prefix_per_hour: 1 }, {}, 'per_prefix_per_hour'],
      [{ per_country_per_hour: 1 }, {}, 'per_country_per_hour'],
      [{ per_end_user_per_hour: 1 }, { originating_ip: '198.51.100.7' }, 'per_end_user_per_hour'],
      [{ texts_per_day: 1 }, {}, 'texts_per_day'],
    ] as const) {
      const caller = await newCaller(settings);
      const message = { ...textOnly(handset()), ...body };
      for (let n = 0; n < 3; n += 1) assert.deepEqual((await caller.plan(MESSAGES, message)).stoppers, [], rule);
      assert.equal((await caller.post(MESSAGES, message)).status, 200, rule);
      const plan = await caller.plan(MESSAGES, message);
      assert.deepEqual(
        plan.stoppers.map((each) => each.rule),
        [rule],
      );
      const refused = await caller.post(MESSAGES, message);
      const status = (refused.body as { status: JsonObject }).status;
      const [stopper] = plan.stoppers;
      assert.deepEqual(
        [stopper?.http_status, stopper?.code, stopper?.description, String(stopper?.retry_after)],
        [refused.status, status.code, status.description, refused.headers['retry-after']],
      );
    }
  });

  test('sees opt-outs and blocks', async () => {
    const caller = await newCaller({ opt_out_stops_all: true });
    const number = handset();
    assert.equal((await caller.put(`/v1/opt-outs/${number}`)).status, 200);
    const message = await caller.plan(MESSAGES, textOnly(number));
    assert.deepEqual([message.would, message.code, ...stoppersOf(message)], ['end', 3046, ['ends', 3046, 'opt_out']]);
    assert.equal(message.channels[0]?.code, 3046);
    const text = await caller.plan(TEXTS, SMALLEST[TEXTS]?.(number) ?? {});
    assert.deepEqual(stoppersOf(text), [
      ['refused', 229, undefined],
      ['ends', 510, 'opt_out'],
    ]);
    const party = handset();
    assert.equal((await caller.put(`/v1/anonymous/blocks/${party}`)).status, 200);
    const session = await caller.plan(SESSIONS, SMALLEST[SESSIONS]?.(party) ?? {});
    assert.deepEqual([session.would, session.code, session.masks], ['be_refused', 2707, undefined]);
  });

  test('says which carriers are drained, and that a message would wait', async () => {
    const caller = await newCaller();
    assert.equal((await service.operate('POST', '/carriers/sandbox-sms/drain')).status, 200);
    const plan = await caller.plan(MESSAGES, textOnly(handset()));
    const text = await caller.plan(TEXTS, SMALLEST[TEXTS]?.(handset()) ?? {});
    assert.equal((await service.operate('POST', '/carriers/sandbox-sms/resume')).status, 200);
    assert.deepEqual([plan.would, plan.code, ...stoppersOf(plan)], ['wait', 3001, ['waits', 3043, 'carrier_down']]);
    assert.equal(plan.channels[0]?.carriers[0]?.state, 'draining');
    assert.deepEqual([text.would, text.code, ...stoppersOf(text)], ['wait', 292, ['waits', 292, 'carrier_down']]);
  });

  test('says that a channel is skipped where the account wants that and the device is known', async () => {
    const caller = await newCaller({ skip_rcs_by_capability: true });
    const number = handset('901');
    assert.equal((await service.call('GET', `/capability/rcs/${number}`)).status, 200);
    const plan = await caller.plan(MESSAGES, cardThenText(number));
    assert.deepEqual(
      [plan.would, plan.code, ...stoppersOf(plan)],
      ['be_sent', 3001, ['skips_channel', 3055, 'capability']],
    );
    const [rcs, sms] = plan.channels;
    assert.deepEqual(
      [rcs?.code, (rcs?.capability as JsonObject | undefined)?.code, rcs?.begins_on],
      [3055, 3055, null],
    );
    assert.equal(sms?.begins_on, new Date(service.clock.now()).toISOString(), 'the text goes at once');
  });

  test('of what is to be sent later counts its times from then, and sees the quiet hours that lie there', async () => {
    const caller = await newCaller({ quiet_hours: { from: '21:00', to: '08:00' } });
    const next = Math.ceil(service.clock.now() / DAY_MS) * DAY_MS;
    const [noon, night] = [next + 11 * HOUR_MS, next + 22 * HOUR_MS];
    const message = { ...cardThenText(handset()), message_type: 'MKT' };
    const plan = await caller.plan(MESSAGES, { ...message, send_at: new Date(noon).toISOString() });
    assert.deepEqual([plan.would, plan.code, plan.stoppers], ['wait', 3001, []]);
    assert.deepEqual(
      plan.channels.map(({ begins_on: begins }) => begins),
      [new Date(noon).toISOString(), new Date(noon + 300_000).toISOString()],
    );
    const quiet = await caller.plan(MESSAGES, { ...message, send_at: new Date(night).toISOString() });
    const [stopper] = quiet.stoppers;
    const until = new Date(next + DAY_MS + 7 * HOUR_MS).toISOString();
    assert.deepEqual([quiet.would, stopper?.rule, stopper?.until], ['wait', 'quiet_hours', until]);
    assert.equal(quiet.channels[0]?.begins_on, until);
    const alert = await caller.plan(MESSAGES, {
      ...message,
      message_type: 'ARN',
      send_at: new Date(night).toISOString(),
    });
    assert.deepEqual([alert.stoppers, alert.channels[0]?.begins_on], [[], new Date(night).toISOString()]);
    const evening = await caller.plan(MESSAGES, {
      ...message,
      send_at: new Date(next + 20 * HOUR_MS - 60_000).toISOString(),
    });
    assert.deepEqual(
      evening.stoppers.map(({ channel, rule }) => [channel, rule]),
      [['sms', 'quiet_hours']],
      'the fallback would begin in them',
    );
    const code = await caller.plan(VERIFICATIONS, {
      recipient: { phone_number: handset() },
      send_at: new Date(noon).toISOString(),
    });
    assert.deepEqual([code.would, code.methods[0]?.begins_on], ['wait', new Date(noon).toISOString()]);
  });

  test('of a batch names who is refused, and plans the first of the others; nothing of it is kept', async () => {
    const caller = await newCaller({ allowed_countries: ['DE'] });
    const [first, second] = [handset(), handset()];
    assert.equal((await caller.put(`/v1/opt-outs/${second}`)).status, 200);
    const body = {
      channels: [{ channel: 'sms' }],
      message_type: 'MKT',
      message: { sms: { template: 'text', parameters: { text: 'Hello {{name}}' } } },
      recipients: [
        { phone_number: first, parameters: { name: 'Erika' } },
        { phone_number: '12', parameters: { name: 'Max' } },
        { phone_number: '436641234567', parameters: { name: 'Moritz' } },
        { phone_number: second, parameters: { name: 'Anna' } },
        { phone_number: handset() },
      ],
    };
    const key = { 'idempotency-key': 'batch-1' };
    const rowsOfBatches = async () => [...(await everyRow())].filter(([name]) => /batch|idempotency/.test(name));
    const before = await rowsOfBatches();
    assert.ok(before.length >= 3);
    const plan = await caller.plan(BATCHES, body, key);
    assert.deepEqual([plan.would, plan.code, plan.total, plan.accepted], ['be_sent', 3001, 5, 2]);
    const refused = plan.refused as JsonObject[];
    assert.deepEqual(
      refused.map(({ place, code }) => [place, code]),
      [
        [1, 3101],
        [2, 3037],
        [4, 3305],
      ],
    );
    const [erika, anna] = plan.recipients as Array<Plan & { readonly place: number }>;
    assert.deepEqual(
      [erika?.place, erika?.would, (erika?.channels[0]?.template as JsonObject | undefined)?.text],
      [0, 'be_sent', 'Hello Erika'],
    );
    assert.deepEqual([anna?.place, anna?.would, anna?.code], [3, 'end', 3046]);
    assert.deepEqual(await rowsOfBatches(), before);
    assert.equal(JSON.stringify((await caller.post(BATCHES, body, key)).body).includes('dry_run'), false);
    const nested = { ...body, recipients: [{ phone_number: first, parameters: { name: 'x', dry_run: true } }] };
    const real = await caller.post(BATCHES, nested, { 'idempotency-key': 'batch-2' });
    assert.equal((real.body as JsonObject).dry_run, undefined, 'a value of a recipient asks for nothing');
    const again = await caller.post(BATCHES, nested, { 'idempotency-key': 'batch-2' });
    assert.deepEqual(again.body, real.body);
  });

  test('refuses what is malformed as always', async () => {
    const caller = await newCaller();
    for (const [path, of] of Object.entries(SMALLEST)) {
      const body = of(handset());
      const refused = await caller.post(path, { ...body, dry_run: 'maybe' });
      assert.equal(refused.status, 400, path);
      assert.match(JSON.stringify(refused.body), /dry_run: allowed is true or false/, path);
    }
    const missing = await caller.post(MESSAGES, { dry_run: true, channels: [{ channel: 'sms' }] });
    assert.deepEqual([missing.status, (missing.body as { status: JsonObject }).status.code], [400, 3302]);
  });

  test('can be asked for by a form', async () => {
    const caller = await newCaller();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of [CALLS, TEXTS, CODES]) {
      const body = `phone_number=${handset()}&message=Hello&message_type=ARN&dry_run=true`;
      assert.equal(planOf(await caller.post(path, body, form)).would, 'be_sent', path);
    }
    const body = `phone_number_1=${handset()}&phone_number_2=${handset()}&validity_period=1&dry_run=true`;
    assert.equal(planOf(await caller.post(SESSIONS, body, form)).would, 'be_opened');
    assert.equal(planOf(await caller.post(`${LOOK_UPS}/${handset()}`, 'dry_run=true', form)).would, 'be_answered');
  });

  test('of a key that is in use neither replays its answer nor is refused for it', async () => {
    const caller = await newCaller();
    const message = textOnly(handset());
    const key = { 'idempotency-key': 'order-1' };
    const first = await caller.post(MESSAGES, message, key);
    assert.equal((await caller.plan(MESSAGES, message, key)).would, 'be_sent');
    assert.deepEqual((await caller.post(MESSAGES, message, key)).body, first.body);
  });
});
