import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { testAlias } from '../../test/support/engine/engine.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { assembleAdmission } from '../assembly/admission.ts';
import { createContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { createLog } from '../lib/log.ts';
import { parsePhoneNumber } from '../lib/phone-number.ts';
import type { Account, AccountSettings } from '../store/accounts/account.ts';
import { type AdmissionLimits, NO_LIMITS } from '../store/accounts/account-limits.ts';
import type { Database } from '../store/database.ts';
import { type AdmissionRequest, namedNumber } from './admission/request.ts';
import type { Admission } from './admission.ts';

const ACCOUNT: Account = {
  id: 'ACME',
  name: 'Acme',
  kind: 'full_service',
  state: 'active',
  products: ['rcs', 'voice', 'masking'],
  addons: [],
  settings: {},
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

const NOON = Date.UTC(2026, 0, 1, 12);
const NUMBER = '4915112345678';

type Changes = Partial<AdmissionRequest> & { readonly number?: string };

interface Rig {
  readonly clock: ManualClock;
  readonly lines: Record<string, unknown>[];
  node(): Promise<Admission>;
  /** Null when it is admitted, else the rule, or the case of the refusal. A peek just before has to say the same. */
  ask(admission: Admission, changes?: Changes): Promise<string | null>;
  /** With others at the same time, so that nothing can be foreseen. */
  askAtOnce(admission: Admission, changes?: Changes): Promise<string | null>;
  queries(): number;
}

async function rig(t: TestContext, limits: Partial<AdmissionLimits>): Promise<Rig> {
  const { db } = await testDatabase(t);
  const clock = new ManualClock(NOON);
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  let queries = 0;
  const requestOf = ({ number = NUMBER, ...changes }: Changes = {}) => ({
    ...message(number, clock.now()),
    ...changes,
  });
  const foresee = async (admission: Admission, request: AdmissionRequest) => {
    const before = queries;
    const [first, second] = [await admission.peek(request), await admission.peek(request)];
    assert.deepEqual(first.map(ruleOf), second.map(ruleOf), 'a peek changes nothing');
    queries = before;
    return first[0] ? ruleOf(first[0]) : null;
  };
  const counted: Database = {
    ...db,
    query: (text, values, kept) => {
      queries += 1;
      return db.query(text, values, kept);
    },
    transaction: (work) => db.transaction(work),
  };
  return {
    clock,
    lines,
    queries: () => queries,
    node: async () => {
      const context = createContext({ logLevel: 'info', log, clock });
      const admission = assembleAdmission(context, { db: counted, aliasOf: testAlias }, { ...NO_LIMITS, ...limits });
      t.after(() => admission.stop());
      return admission;
    },
    ask: async (admission, changes) => {
      const foreseen = await foresee(admission, requestOf(changes));
      const rule = await admit(admission, requestOf(changes));
      assert.equal(rule, foreseen, 'what a peek says comes true');
      return rule;
    },
    askAtOnce: (admission, changes) => admit(admission, requestOf(changes)),
  };
}

async function admit(admission: Admission, request: AdmissionRequest): Promise<string | null> {
  try {
    await admission.admit(request);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return ruleOf(error);
  }
}

function ruleOf(refusal: Refusal): string {
  return String(refusal.values.rule ?? refusal.case);
}

function message(digits: string, at: number): AdmissionRequest {
  const number = parsePhoneNumber(digits);
  assert.ok(number, digits);
  return {
    operation: 'message',
    account: ACCOUNT,
    at,
    clientAddress: '192.0.2.7',
    endUser: { externalId: null, originatingIp: null, lifecycleEvent: null },
    products: [],
    numbers: [namedNumber('phone_number', number)],
    isCode: false,
    texts: 1,
    pressesKeys: false,
    asksAboutPeople: false,
  };
}

const withSettings = (settings: AccountSettings): Pick<AdmissionRequest, 'account'> => ({
  account: { ...ACCOUNT, settings },
});

const CODE = { isCode: true } as const;
const CALL = { operation: 'call', products: ['voice'], isCode: true, texts: 0 } as const;
const PEOPLE = { operation: 'look_up', texts: 0, asksAboutPeople: true } as const;

describe('who may be reached at all', () => {
  test('the first rule that is broken decides, in one order for every operation', async (t) => {
    const { ask, node } = await rig(t, { allowedNumberKinds: [], perNumberPerMinute: 1 });
    const admission = await node();
    const nowhere = withSettings({ allowedCountries: ['AT'] });
    const bare = { ...ACCOUNT, products: [], settings: { allowedCountries: ['AT'] } };
    for (const operation of ['message', 'call', 'session', 'look_up'] as const) {
      assert.equal(await ask(admission, { operation, products: ['rcs'], account: bare }), 'product_not_enabled');
      assert.equal(await ask(admission, { operation, ...nowhere }), 'allowed_countries');
      const trial = { ...ACCOUNT, kind: 'trial' as const };
      assert.equal(await ask(admission, { operation, account: trial, number: '19005551234' }), 'number_not_verified');
    }
    assert.equal(await ask(admission, { number: '19005551234' }), 'allowed_number_kinds');
  });

  test('numbers that cost more than others are refused unless the account says so; a look-up may ask about them', async (t) => {
    const { ask, node } = await rig(t, { allowedNumberKinds: [] });
    const admission = await node();
    for (const [number, kind] of [
      ['19005551234', 'premium'],
      ['499001123456', 'premium'],
      ['449098123456', 'premium'],
      ['979123456789', 'premium'],
      ['491801234567', 'shared_cost'],
      ['447012345678', 'personal'],
      ['878101234567890', 'personal'],
      ['881612345678', 'satellite'],
      ['882312345678', 'satellite'],
      ['883510012345', 'satellite'],
      ['870773123456', 'satellite'],
    ] as const) {
      for (const operation of ['message', 'call', 'session'] as const) {
        assert.equal(await ask(admission, { operation, number }), 'allowed_number_kinds', `${operation} ${number}`);
        const allowed = withSettings({ allowedNumberKinds: [kind] });
        assert.equal(await ask(admission, { operation, number, ...allowed }), null, `${number} ${kind}`);
      }
      assert.equal(await ask(admission, { operation: 'look_up', texts: 0, number }), null);
    }
    for (const number of ['8801712345678', '886912345678', '8005551234567', '18005551234', NUMBER]) {
      assert.equal(await ask(admission, { number }), null, number);
    }
  });

  test('keys after the answer are for accounts that have them switched on', async (t) => {
    const { ask, node } = await rig(t, {});
    const admission = await node();
    assert.equal(await ask(admission, { ...CALL, pressesKeys: true }), 'extension_keys');
    assert.equal(await ask(admission, { ...CALL, pressesKeys: true, ...withSettings({ extensionKeys: true }) }), null);
    assert.equal(await ask(admission, CALL), null);
  });
});

test('a peek says all that stands in the way, in the order of the guards, and counts nothing', async (t) => {
  const { ask, node, clock, lines } = await rig(t, {
    allowedNumberKinds: [],
    perNumberPerMinute: 1,
    perCountryPerHour: 1,
    textsPerDay: 1,
    codePausesS: [30],
  });
  const admission = await node();
  const number = '19005551234';
  const settings: AccountSettings = { allowedNumberKinds: ['premium'] };
  assert.equal(await ask(admission, { number, ...CODE, ...withSettings(settings) }), null);
  const trial: Account = { ...ACCOUNT, kind: 'trial', products: [], settings: { allowedCountries: ['AT'] } };
  const parts = ['rcs', 'voice'] as const;
  const refused = { ...message(number, clock.now()), ...CODE, account: trial, products: parts };
  const told = lines.length;
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual((await admission.peek(refused)).map(ruleOf), [
      'product_not_enabled',
      'product_not_enabled',
      'allowed_countries',
      'number_not_verified',
      'allowed_number_kinds',
      'per_number_per_minute',
      'code_pauses_s',
      'per_country_per_hour',
      'texts_per_day',
    ]);
  }
  assert.equal(lines.length, told, 'nobody is told of a refusal that was none');
});

describe('limits of one number', () => {
  test('hold for every number', async (t) => {
    const { ask, node } = await rig(t, { perNumberPerMinute: 2 });
    const admission = await node();
    for (let n = 0; n < 60; n += 1) {
      const number = `4915112340${String(n).padStart(3, '0')}`;
      assert.equal(await ask(admission, { number }), null);
      assert.equal(await ask(admission, { number }), null);
      assert.equal(await ask(admission, { number }), 'per_number_per_minute', number);
    }
  });

  test('the pause after a code grows with each, for texts and calls together, and ends with an hour without one', async (t) => {
    const { ask, node, clock, queries } = await rig(t, { codePausesS: [30, 60, 300] });
    const admission = await node();
    const take = (pauseS: number) => clock.advance(pauseS * 1000);
    assert.equal(await ask(admission, CODE), null);
    await take(29);
    assert.equal(await ask(admission, CODE), 'code_pauses_s');
    assert.equal(queries(), 0);
    assert.equal(await ask(admission, CALL), 'code_pauses_s');
    await take(1);
    assert.equal(await ask(admission, CALL), null, 'after 30 s');
    await take(59);
    assert.equal(await ask(admission, CODE), 'code_pauses_s');
    await take(1);
    assert.equal(await ask(admission, CODE), null, 'after 60 s more');
    for (let n = 0; n < 3; n += 1) {
      await take(299);
      assert.equal(await ask(admission, CODE), 'code_pauses_s');
      await take(1);
      assert.equal(await ask(admission, CODE), null, 'after 300 s each time');
    }
    await assert.rejects(
      async () => admission.admit({ ...message(NUMBER, clock.now()), ...CODE }),
      (error) =>
        error instanceof Refusal &&
        error.case === 'too_many_to_number' &&
        error.headers['retry-after'] === '300' &&
        /a pause of 300 s after 6 codes in a row/.test(String(error.values.why)),
    );
    await take(3_600);
    assert.equal(await ask(admission, CODE), null, 'a new row');
    await take(30);
    assert.equal(await ask(admission, CODE), null, 'that begins anew');
  });

  test('the pauses are those of all nodes, but for the first code of each', async (t) => {
    const { ask, node, clock } = await rig(t, { codePausesS: [30, 600] });
    const [one, two] = [await node(), await node()];
    assert.equal(await ask(one, CODE), null);
    await clock.advance(30_000);
    assert.equal(await ask(one, CODE), null);
    assert.equal(await ask(two, CODE), null, 'the first of this node');
    await clock.advance(30_000);
    assert.equal(await ask(two, CODE), 'code_pauses_s', 'the other node has sent two');
    await clock.advance(570_000);
    assert.equal(await ask(two, CODE), null);
  });

  test('the person behind a number is looked up ten times an hour', async (t) => {
    const { ask, node, clock } = await rig(t, { peopleLookUpsPerNumberPerHour: 10 });
    const admission = await node();
    for (let n = 0; n < 10; n += 1) assert.equal(await ask(admission, PEOPLE), null, String(n));
    assert.equal(await ask(admission, PEOPLE), 'people_look_ups_per_number_per_hour');
    assert.equal(await ask(admission, { ...PEOPLE, number: '4915112345679' }), null);
    assert.equal(await ask(admission, { ...PEOPLE, asksAboutPeople: false }), null, 'the line is no person');
    await clock.advance(3_600_000);
    assert.equal(await ask(admission, PEOPLE), null);
  });
});

describe('limits over many numbers', () => {
  const numbers = (count: number, prefix = '491511234') =>
    Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(4, '0')}`);

  async function admitted(asking: Promise<string | null>[]): Promise<number> {
    return (await Promise.all(asking)).filter((rule) => rule === null).length;
  }

  test('consecutive numbers of one prefix are as many as the limit, for texts and calls together', async (t) => {
    const { ask, askAtOnce, node } = await rig(t, { perPrefixPerHour: 40 });
    const admission = await node();
    const asked = numbers(60).map((number, n) => askAtOnce(admission, { number, ...(n % 2 === 0 ? CALL : {}) }));
    assert.equal(await admitted(asked), 40);
    assert.equal(await ask(admission, { number: '4915112350000' }), null, 'another prefix');
  });

  test('a country has its limit, and codes without a country have theirs', async (t) => {
    const { ask, askAtOnce, node, clock } = await rig(t, { perCountryPerHour: 20 });
    const admission = await node();
    const spread = Array.from({ length: 30 }, (_, n) => `49151${String(n).padStart(4, '0')}1111`);
    assert.equal(await admitted(spread.map((number) => askAtOnce(admission, { number }))), 20);
    assert.equal(await ask(admission), 'per_country_per_hour');
    assert.equal(await ask(admission, { number: '436641234567' }), null);
    assert.equal(await ask(admission, { number: '881612345678' }), null);
    await clock.advance(3_600_000);
    assert.equal(await ask(admission), null);
  });

  test('the address of an end user has its limit over texts, calls and look-ups; an IPv6 line is one', async (t) => {
    const { ask, node } = await rig(t, { perEndUserPerHour: 6 });
    const admission = await node();
    const from = (originatingIp: string | null) => ({
      endUser: { externalId: null, originatingIp, lifecycleEvent: null },
    });
    for (const operation of [{}, CALL, PEOPLE, {}, CALL, PEOPLE]) {
      assert.equal(await ask(admission, { ...operation, ...from('198.51.100.4') }), null);
    }
    assert.equal(await ask(admission, from('198.51.100.4')), 'per_end_user_per_hour');
    assert.equal(await ask(admission, from('198.51.100.5')), null);
    assert.equal(await ask(admission, from(null)), null);
    for (let n = 1; n <= 6; n += 1) assert.equal(await ask(admission, from(`2001:db8:1:2::${n}`)), null);
    assert.equal(await ask(admission, from('2001:db8:1:2:ffff::1')), 'per_end_user_per_hour');
    assert.equal(await ask(admission, from('2001:db8:1:3::1')), null);
  });

  test('a limit costs no query before its first twentieth is used', async (t) => {
    const { ask, node, queries } = await rig(t, { perPrefixPerHour: 400, perCountryPerHour: 4_000 });
    const admission = await node();
    for (const number of numbers(10)) assert.equal(await ask(admission, { number }), null);
    assert.equal(queries(), 0);
  });
});

describe('budgets of a day', () => {
  test('are never exceeded over all nodes, whatever comes at once', async (t) => {
    const { askAtOnce, node } = await rig(t, { textsPerDay: 100 });
    const nodes = [await node(), await node(), await node()];
    let admitted = 0;
    for (let round = 0; round < 10; round += 1) {
      const asked = nodes.flatMap((each) => Array.from({ length: 7 }, () => askAtOnce(each)));
      admitted += (await Promise.all(asked)).filter((rule) => rule === null).length;
    }
    assert.ok(admitted <= 100, String(admitted));
  });

  test('that a node has borrowed and not used are given back when it stops', async (t) => {
    const { ask, node } = await rig(t, { textsPerDay: 100 });
    for (let n = 0; n < 3; n += 1) {
      const short = await node();
      assert.equal(await ask(short), null);
      await short.stop();
    }
    const last = await node();
    for (let n = 3; n < 100; n += 1) assert.equal(await ask(last), null, `${n} of 100`);
    assert.equal(await ask(last), 'texts_per_day');
  });

  test('texts, calls and look-ups about people have one each; a long text counts for its parts', async (t) => {
    const { ask, node } = await rig(t, { textsPerDay: 4, callsPerDay: 1, peopleLookUpsPerDay: 2 });
    const admission = await node();
    assert.equal(await ask(admission, { texts: 3 }), null);
    assert.equal(await ask(admission, { texts: 2 }), 'texts_per_day', 'does not fit any more');
    assert.equal(await ask(admission, { texts: 1 }), null);
    assert.equal(await ask(admission, CALL), null);
    assert.equal(await ask(admission, CALL), 'calls_per_day');
    assert.equal(await ask(admission, PEOPLE), null);
    assert.equal(await ask(admission, PEOPLE), null);
    assert.equal(await ask(admission, PEOPLE), 'people_look_ups_per_day');
    assert.equal(await ask(admission, { operation: 'look_up', texts: 0 }), null);
  });

  test('end with the day of UTC, say so, and are one account’s own', async (t) => {
    const { ask, node, clock } = await rig(t, { textsPerDay: 1 });
    const admission = await node();
    assert.equal(await ask(admission), null);
    await assert.rejects(
      async () => admission.admit(message(NUMBER, clock.now())),
      (error) =>
        error instanceof Refusal &&
        error.case === 'budget_used_up' &&
        error.headers['retry-after'] === String(12 * 3600) &&
        error.values.why === 'at most 1 texts per day',
    );
    assert.equal(await ask(admission, { account: { ...ACCOUNT, id: 'OTHER' } }), null);
    assert.equal(await ask(admission, withSettings({ textsPerDay: 0 })), null, 'without a budget');
    await clock.advance(12 * 3_600_000);
    assert.equal(await ask(admission), null);
  });

  test('tell of four fifths once, with the address that asks on a refusal, and no number', async (t) => {
    const { ask, node, lines } = await rig(t, { textsPerDay: 50 });
    const admission = await node();
    for (let n = 0; n < 60; n += 1) await ask(admission);
    const alarms = lines.filter(({ msg }) => String(msg).startsWith('four fifths'));
    assert.deepEqual(
      alarms.map(({ account, rule, limit }) => [account, rule, limit]),
      [['ACME', 'texts_per_day', 50]],
    );
    const refused = lines.filter(({ msg }) => msg === 'a limit of an account is reached');
    assert.deepEqual(
      refused.map(({ account, rule, client, times }) => [account, rule, client, times]),
      [['ACME', 'texts_per_day', '192.0.2.7', 1]],
    );
    assert.ok(!JSON.stringify(lines).includes(NUMBER));
  });

  test('that lie unused at a node for a minute are free for the others', async (t) => {
    const { ask, node, clock } = await rig(t, { textsPerDay: 100 });
    const [one, two] = [await node(), await node()];
    await one.start();
    assert.equal(await ask(one), null);
    let admitted = 1;
    while ((await ask(two)) === null) admitted += 1;
    assert.ok(admitted < 100, 'the other node holds some');
    await clock.advance(130_000);
    await eventually('they are given back', async () => {
      while ((await ask(two)) === null) admitted += 1;
      await clock.advance(5_000);
      return admitted === 100 ? true : undefined;
    });
    assert.equal(await ask(one), 'texts_per_day');
  });
});

describe('a request that is refused counts against nothing', () => {
  test('what guards before had counted is taken back', async (t) => {
    const { ask, node } = await rig(t, { perNumberPerMinute: 3, perPrefixPerHour: 3, callsPerDay: 1 });
    const admission = await node();
    assert.equal(await ask(admission, { ...CALL, number: '4930123456' }), null);
    for (let n = 0; n < 10; n += 1) assert.equal(await ask(admission, CALL), 'calls_per_day');
    for (let n = 0; n < 3; n += 1) assert.equal(await ask(admission), null, String(n));
    assert.equal(await ask(admission), 'per_number_per_minute');
  });

  test('and so is what was counted for a request of which nothing came', async (t) => {
    const { ask, node, clock } = await rig(t, { textsPerDay: 1 });
    const admission = await node();
    const undo = await admission.admit(message(NUMBER, clock.now()));
    await undo();
    assert.equal(await ask(admission), null);
    assert.equal(await ask(admission), 'texts_per_day');
  });
});
