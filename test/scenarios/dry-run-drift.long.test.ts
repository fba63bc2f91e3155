/**
 * A plan is what then happens: thousands of random requests from a seed, each planned and then sent, over accounts with
 * many settings and carriers that go up and down.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assembleAdmission } from '../../src/assembly/admission.ts';
import type { CapabilitySource } from '../../src/carriers/capability.ts';
import type { Content, Outcome, Slot, SubmitJob } from '../../src/carriers/carrier.ts';
import { alphabetFor, countParts, type SegmentRules } from '../../src/carriers/smpp/segment.ts';
import { createContext } from '../../src/context.ts';
import { createAccountDirectory } from '../../src/engine/accounts/account-directory.ts';
import type { Caller } from '../../src/engine/accounts/caller.ts';
import { createCapabilityChecks } from '../../src/engine/capability/capability.ts';
import { openCodeSecrets } from '../../src/engine/data/code-secrets.ts';
import type { NewMessage } from '../../src/engine/door/accept.ts';
import { KINDS } from '../../src/engine/message/kinds.ts';
import type { Message } from '../../src/engine/message/message.ts';
import { NO_PEERS } from '../../src/engine/nodes/peers.ts';
import { createPreviewMessage } from '../../src/engine/preview/preview-message.ts';
import type { Route } from '../../src/engine/sending/route.ts';
import { errorRow, type Product, Refusal } from '../../src/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/lib/durations.ts';
import { toReference } from '../../src/lib/ids.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Operation, OperationRequest } from '../../src/operations/operation.ts';
import { placeVerificationCall } from '../../src/operations/place-verification-call/handler.ts';
import { createPlanMessage } from '../../src/operations/plan/message-plan.ts';
import { sendCodeText } from '../../src/operations/send-code-text/handler.ts';
import { sendMessage } from '../../src/operations/send-message/handler.ts';
import { sendText } from '../../src/operations/send-text/handler.ts';
import { createZones } from '../../src/sources/numbering/zones.ts';
import type { AccountSettings } from '../../src/store/accounts/account.ts';
import { NO_LIMITS } from '../../src/store/accounts/account-limits.ts';
import { addOptOut } from '../../src/store/accounts/opt-outs.ts';
import { readLanes } from '../../src/store/sql/lanes.ts';
import { eventually, onManualClock } from '../support/cluster/eventually.ts';
import { startEngine, testAlias } from '../support/engine/engine.ts';
import { ScriptedCarrier } from '../support/engine/scripted-carrier.ts';
import { addAccount } from '../support/gateway/http.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { testKey } from '../support/master-keys.ts';
import { testDatabase } from '../support/postgres/database.ts';
import { createDice, type Dice } from '../support/random.ts';

const SEED = 20_261_125;
const ROUNDS = 10;
const ACCOUNTS = 25;
const EACH = 20;
/** Of UTC: it is night in Asia, evening in Europe, day in America. */
const STARTS_AT = Date.UTC(2026, 10, 25, 20) + SECOND_MS;
const MASTER_KEY = testKey(1);

/** Takes everything at once, and counts parts as SMPP carriers do. */
class TakingCarrier extends ScriptedCarrier {
  readonly jobs = new Map<string, SubmitJob>();
  private readonly rules: SegmentRules;
  readonly capabilities?: CapabilitySource;
  readonly needsSender: boolean;

  constructor(
    name: string,
    channel: 'rcs' | 'sms' | 'voice',
    rules: Partial<SegmentRules> & { needsSender?: boolean } = {},
  ) {
    super(name, channel);
    const { needsSender = false, ...given } = rules;
    this.needsSender = needsSender;
    this.rules = { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8, concatenation: 'udh8', ...given };
    if (channel !== 'rcs') return;
    const ask = async (number: string) =>
      Number(number.slice(-1)) < 4
        ? ({ kind: 'not_supported' } as const)
        : ({ kind: 'supported', features: Number(number.slice(-1)) < 7 ? null : ['RICHCARD_STANDALONE'] } as const);
    this.capabilities = { agent: `${name}@rbm.goog`, ask };
  }

  featuresNeeded(content: Content): readonly string[] {
    return content.type === 'rcs_dial_card' ? ['RICHCARD_STANDALONE', 'ACTION_DIAL'] : [];
  }

  override countParts(content?: Content): number {
    return content?.type === 'sms_text' ? countParts(content.text, this.rules) : 1;
  }

  alphabetOf(content: Content): string | null {
    return content.type === 'sms_text' ? alphabetFor(content.text, this.rules) : null;
  }

  override submit(job: SubmitJob, slot: Slot, answered: (part: number, outcome: Outcome) => void): void {
    this.jobs.set(job.attemptId, job);
    super.submit(job, slot, answered);
    queueMicrotask(() => {
      for (const submitted of this.take()) submitted.accept();
    });
  }
}

const ROUTES: readonly Route[] = [
  { channel: 'sms', prefixes: ['49'], messageTypes: ['OTP', 'ARN'], carriers: ['sms-a', 'sms-b'] },
  { channel: 'sms', prefixes: ['43'], carriers: ['gone', 'sms-c', 'sms-a'] },
  { channel: 'sms', prefixes: ['44'], carriers: [] },
  { channel: 'sms', carriers: ['sms-b', 'sms-c'] },
];
const RULES: ReadonlyArray<AccountSettings> = [
  {},
  { optOutStopsAll: true },
  { skipRcsByCapability: true },
  { allowedCountries: ['DE', 'AT'] },
  { allowedNumberKinds: [] },
  { perNumberPerMinute: 2 },
  { perNumberPerDay: 3, perNumberPerMinute: 0 },
  { codePausesS: [5, 20, 60] },
  { perPrefixPerHour: 25 },
  { perCountryPerHour: 40 },
  { perEndUserPerHour: 9 },
  { textsPerDay: 120, callsPerDay: 12 },
  { quietHours: { from: '21:00', to: '08:00' } },
  { quietHours: { from: '20:30', to: '23:00', timeZone: 'Europe/Berlin' }, optOutStopsAll: true },
  { extensionKeys: true, codeDigits: 8, codeMinutes: 3 },
];
const TEXTS = [
  'Hello',
  'Grüße, €5 [now]',
  'Привет',
  'x'.repeat(200),
  `${'é'.repeat(90)}😀`,
  'ž'.repeat(150),
  '{}'.repeat(90),
];
const PREFIXES = ['49151123450', '49151134560', '4366412345', '4479111234', '120255501', '8190123456', '190055512'];
const SENDERS = ['ACME', '491579000001', '55123'];

interface World {
  readonly dice: Dice;
  readonly clock: ManualClock;
  readonly carriers: readonly TakingCarrier[];
  readonly operations: Readonly<Record<string, Operation>>;
  /** By reference. */
  readonly taken: ReadonlyMap<string, Message>;
  /** What is to become of them when their time comes. */
  readonly later: Map<string, (message: Message) => boolean>;
  readonly find: (id: string) => Promise<Message>;
}

async function build(t: TestContext): Promise<World & { readonly callers: readonly Caller[] }> {
  const dice = createDice(SEED);
  const clock = new ManualClock(STARTS_AT);
  const { db } = await testDatabase(t);
  const carriers = [
    new TakingCarrier('sms-a', 'sms', { needsSender: true }),
    new TakingCarrier('sms-b', 'sms', { defaultAlphabet: 'latin1', concatenation: 'udh16' }),
    new TakingCarrier('sms-c', 'sms', { defaultAlphabet: 'ascii', concatenation: 'sar' }),
    new TakingCarrier('rcs-a', 'rcs'),
    new TakingCarrier('voice-a', 'voice'),
  ];
  for (const carrier of carriers) carrier.room = 10_000;
  const agents = { rcs: ['rcs-a@rbm.goog'] };
  const codeSecrets = await openCodeSecrets(
    createContext({ logLevel: 'silent', clock, log: createLog('silent') }),
    db,
    MASTER_KEY,
  );
  const rig = await startEngine(t, carriers, {
    clock,
    db,
    routes: ROUTES,
    agents,
    codeOf: (id) => codeSecrets.take(id),
  });
  const { context, engine } = rig;
  const admission = assembleAdmission(context, { db, aliasOf: testAlias }, NO_LIMITS);
  t.after(() => admission.stop());
  const capability = createCapabilityChecks({ context, db, lanes: await readLanes(db), carriers, routes: ROUTES });
  t.after(() => capability.stop());
  const ways = { carriers, routes: ROUTES, peers: NO_PEERS, shutOut: new Set<string>(), zonesOf: createZones() };
  const preview = createPreviewMessage({ ...ways, context, db, aliasOf: testAlias, agents });
  const taken = new Map<string, Message>();
  const common = {
    context,
    accept: async (fresh: NewMessage) => {
      const accepted = await engine.accept(fresh);
      if (accepted.kind === 'recorded') taken.set(toReference(fresh.id), accepted.message);
      return accepted;
    },
    admission,
    countSmsParts: (text: string) =>
      Math.min(...carriers.slice(0, 3).map((each) => each.countParts({ type: 'sms_text', text }))),
    noteWriter: async () => {},
    planMessage: createPlanMessage({ admission, preview, recall: capability.recall }),
    markSkipped: capability.markSkipped,
    findTemplate: async () => null,
    secrets: codeSecrets,
    languages: { resolveLanguage: () => 'en-US', checkText: () => null },
    speech: { lengthOf: async () => null },
  };
  const asks = {
    numbering: null as never,
    record: null as never,
    answerAddOns: null as never,
    previewAddOns: null as never,
  };
  const operations = {
    omnichannel: sendMessage(common),
    messaging: sendText(common),
    verify: sendCodeText({ ...common, ...asks }),
    call: placeVerificationCall(common),
  };
  const directory = createAccountDirectory(context, { db, masterKey: MASTER_KEY, isSandboxOff: false });
  const callers: Caller[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const id = `ACCOUNT-${n}`;
    await addAccount(db, accountOf(id, n, dice), clock.now());
    const caller = await directory.find(id);
    assert.ok(caller);
    callers.push(caller);
    for (let each = 0; each < 12; each += 1) {
      const block = {
        accountId: id,
        sender: dice.pick(['', ...SENDERS]),
        recipient: numberOf(dice),
        source: 'account',
      };
      await addOptOut(db, block, clock.now(), testAlias);
    }
  }
  const [rcs] = carriers.slice(3);
  for (let n = 0; n < 40; n += 1) {
    const asked = capability.findAsked({ channel: 'rcs', number: '4915112', senders: [], agent: null });
    if (rcs && typeof asked !== 'string') await capability.ask(asked, numberOf(dice));
  }
  return { dice, clock, carriers, operations, taken, later: new Map(), find: (id: string) => rig.message(id), callers };
}

/** Some have two of the rules. */
function accountOf(id: string, n: number, dice: Dice) {
  const settings = { ...RULES[n % RULES.length], ...(n >= RULES.length ? dice.pick(RULES) : {}) };
  const isTrial = n % 8 === 7;
  return {
    id,
    kind: isTrial ? ('trial' as const) : ('full_service' as const),
    products: n % 6 === 5 ? [] : (['rcs', 'voice'] as const),
    keys: [],
    settings,
    senders:
      n % 5 === 4 ? [] : SENDERS.map((sender, at) => ({ sender, defaultFor: [['*'], ['DE'], ['JP']][at] ?? [] })),
    verifiedNumbers: isTrial ? Array.from(new Set(Array.from({ length: 40 }, () => numberOf(dice)))) : [],
  };
}

/** A few of each prefix, so that numbers come again. */
function numberOf(dice: Dice): string {
  return `${dice.pick(PREFIXES)}${10 + dice.below(12)}`;
}

type Made = { readonly name: string; readonly product: Product; readonly body: JsonObject };

function requestFrom(dice: Dice, at: number): Made {
  const number = numberOf(dice);
  const later = dice.chance(0.08) ? { send_at: new Date(at + dice.pick([1, 3, 9]) * HOUR_MS).toISOString() } : {};
  const sender = dice.chance(0.2) ? { sender_id: dice.pick(SENDERS) } : {};
  const from = dice.chance(0.3) ? { originating_ip: `198.51.100.${dice.below(3)}` } : {};
  const common = { phone_number: number, ...later, ...sender, ...from };
  const type = { message_type: dice.pick(['OTP', 'ARN', 'MKT', 'MKT']) };
  const text = dice.pick(TEXTS);
  switch (dice.below(6)) {
    case 0:
      return { name: 'messaging', product: 'messaging', body: { ...common, ...type, message: text } };
    case 1:
      return { name: 'verify', product: 'verify', body: { ...common, template: `${text.slice(0, 100)} $$CODE$$` } };
    case 2: {
      const keys = dice.chance(0.3) ? { extension_type: 1, extension_template: ',1' } : {};
      return { name: 'call', product: 'verify', body: { ...common, ...keys, sender_id: undefined } };
    }
    case 3:
      return { name: 'omnichannel', product: 'omnichannel', body: { ...common, ...type, ...both(text, 'sms', 'rcs') } };
    case 4:
      return { name: 'omnichannel', product: 'omnichannel', body: { ...common, ...type, ...only(text) } };
    default:
      return { name: 'omnichannel', product: 'omnichannel', body: { ...common, ...type, ...both(text, 'rcs', 'sms') } };
  }
}

const PARAMETERS = (text: string) => ({ parameters: { text } });

function only(text: string) {
  return {
    channels: [{ channel: 'sms', fallback_time: 60 }],
    message: { sms: { template: 'text', ...PARAMETERS(text) } },
  };
}

function both(text: string, first: string, second: string) {
  return {
    channels: [{ channel: first, fallback_time: 90 }, { channel: second }],
    message: { default: { template: 'text', ...PARAMETERS(text) } },
  };
}

interface Answered {
  readonly status: JsonObject;
  readonly reference_id: string;
  readonly plan: JsonObject & {
    readonly channels: readonly PlannedChannel[];
    readonly would: string;
    readonly code: number;
  };
}

type PlannedChannel = JsonObject & { readonly carriers: ReadonlyArray<JsonObject & { readonly first: boolean }> };

async function ask(world: World, caller: Caller, { name }: Made, body: JsonObject): Promise<Answered | Refusal> {
  const request: OperationRequest = {
    caller,
    path: '',
    params: {},
    query: '',
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
    at: world.clock.now(),
    clientAddress: '192.0.2.1',
    idempotencyKey: null,
  };
  try {
    const answer = await world.operations[name]?.handle(request);
    if (!answer || answer === 'claimed_before') throw new Error(`${name} has no answer`);
    return JSON.parse(answer.body) as Answered;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Plans it, sends it, and compares. What became of it, in a word. */
async function compare(world: World, caller: Caller, made: Made): Promise<string> {
  const planned = await ask(world, caller, made, { ...made.body, dry_run: true });
  const sent = await ask(world, caller, made, made.body);
  const what = `${caller.account.id} ${JSON.stringify(made)}\n${JSON.stringify(planned)}\n${JSON.stringify(sent)}`;
  if (planned instanceof Refusal) {
    assert.ok(sent instanceof Refusal && sent.case === planned.case, what);
    return 'malformed';
  }
  const { plan } = planned;
  if (sent instanceof Refusal) {
    assert.deepEqual([plan.would, plan.code], ['be_refused', errorRow(made.product, sent.case).code], what);
    return `refused ${sent.values.rule ?? sent.case}`;
  }
  const message = world.taken.get(sent.reference_id);
  assert.ok(message, what);
  if (plan.would === 'end' && (message.attempts.at(-1)?.retryAt ?? 0) > world.clock.now()) {
    world.later.set(message.id, (then) => KINDS[then.kind].codeOf(then) === plan.code);
    return `ends ${plan.code} when its time comes`;
  }
  if (plan.would === 'end') {
    assert.deepEqual([message.finalAt !== null, KINDS[message.kind].codeOf(message)], [true, plan.code], what);
    return `ended ${plan.code}`;
  }
  const { attempts } = message;
  const isForLater = plan.would === 'wait' && (attempts.at(-1)?.retryAt ?? 0) > world.clock.now();
  if (isForLater) world.later.set(message.id, (then) => skippedAsPlanned(then, plan.channels));
  const attempt = attempts.at(-1);
  const first = plan.channels.find(({ begins_on: begins }) => begins !== null);
  assert.ok(attempt && first && message.finalAt === null, what);
  assert.deepEqual(
    attempts.map(({ channel }) => channel),
    plan.channels.slice(0, attempts.length).map(({ channel }) => channel),
    what,
  );
  if (KINDS[message.kind].showsChannels && !isForLater) {
    assert.deepEqual(
      attempts.map(({ code }) => code),
      plan.channels.slice(0, attempts.length).map(({ code }) => code),
      what,
    );
  }
  assert.ok(
    plan.channels.slice(0, attempts.length - 1).every(({ begins_on: begins }) => begins === null),
    what,
  );
  const skipped = attempts.length > 1 ? ' on the second channel' : '';
  if (plan.would === 'wait') {
    assert.deepEqual([attempt.state, attempt.tries], ['ready', 0], what);
    const beginsAt = Date.parse(String(first.begins_on));
    const { send_at: sendAt } = made.body;
    // Of quiet hours that lie at a later `send_at` is thought then.
    if (sendAt !== undefined) assert.ok(beginsAt >= (attempt.retryAt ?? Number.NaN), what);
    else if (attempt.retryAt !== null) assert.equal(attempt.retryAt, beginsAt, what);
    return `waits ${attempt.retryAt === null ? 'for a carrier' : 'for its time'}${skipped}`;
  }
  assert.equal(plan.would, 'be_sent', what);
  const carrier = first.carriers.find((each) => each.first);
  assert.deepEqual([attempt.carrier, attempt.sender], [carrier?.carrier, senderOf(first)], what);
  const peer = world.carriers.find(({ name }) => name === attempt.carrier);
  // The clock stands still: a limit or a pause would end between a plan and what follows.
  await eventually('it has left', () => peer?.jobs.has(attempt.id) === true || undefined);
  const job = peer?.jobs.get(attempt.id);
  assert.equal(job?.parts.length, carrier?.parts, what);
  const template = first.template as JsonObject;
  assert.equal(said(job?.content, template), template.text, what);
  return `sent by ${attempt.carrier}${skipped}`;
}

/** Those before the first that is to be tried ended so, and that one began, or may have ended by now. */
function skippedAsPlanned({ attempts }: Message, channels: readonly PlannedChannel[]): boolean {
  const first = channels.findIndex(({ begins_on: begins }) => begins !== null);
  return attempts.length > first && attempts.slice(0, first).every(({ code }, at) => code === channels[at]?.code);
}

/** An agent stands in no plan of the engine. */
function senderOf({ sender, channel }: PlannedChannel): unknown {
  return channel === 'rcs' ? null : sender;
}

/** What the handset gets, with the digits of a code taken for its place. */
function said(content: Content | undefined, { text }: JsonObject): unknown {
  if (!content || !('text' in content)) return undefined;
  const isCode = String(text).includes('$$CODE$$') && content.type === 'sms_text';
  return isCode ? content.text.replace(/[0-9]{3,10}$/, '$$$$CODE$$$$') : content.text;
}

test('5,000 random requests: each plan is what then happens', async (t) => {
  const { callers, ...world } = await build(t);
  const { dice, clock, carriers } = world;
  const outcomes = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const carrier of carriers) carrier.become(dice.chance(0.75) ? 'up' : 'down');
    // What lost its connection just now is waited for.
    await clock.advance(3 * SECOND_MS);
    const wanted = callers.map(() => Array.from({ length: EACH }, () => requestFrom(dice, clock.now())));
    await Promise.all(
      callers.map(async (caller, index) => {
        for (const made of wanted[index] ?? []) {
          const outcome = await compare(world, caller, made);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }),
    );
    await clock.advance(dice.pick([2, 10]) * SECOND_MS + (round % 4 === 3 ? MINUTE_MS : 0));
  }
  await clock.advance(13 * HOUR_MS);
  for (const [id, isAsPlanned] of world.later) {
    await onManualClock('its time has come', async () => {
      await clock.advance(SECOND_MS);
      return isAsPlanned(await world.find(id)) || undefined;
    });
  }
  const counted = Object.fromEntries([...outcomes].sort());
  t.diagnostic(JSON.stringify(counted, null, 1));
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(total, ROUNDS * ACCOUNTS * EACH);
});
