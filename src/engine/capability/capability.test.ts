/** What is known of recipients, for how long, and how often carriers are asked: over a real store, with a scripted carrier. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { atEnd } from '../../../test/support/at-end.ts';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { awaited } from '../../../test/support/gateway/answered.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import type { Capability, CapabilitySource } from '../../carriers/capability.ts';
import { createContext } from '../../context.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';
import { countCodes, findList, listNumbers } from '../../store/capability/number-lists.ts';
import type { Database } from '../../store/database.ts';
import { forgetOld } from '../../store/keeping/retention.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { type CapabilityChecks, createCapabilityChecks } from './capability.ts';
import { LEASE_MS, LIST_KEPT_MS } from './list-worker.ts';
import { isBusy } from './questions.ts';
import { MOST_NOT_DONE, newListId } from './record-list.ts';

const NUMBER = '4915112345678';
const AGENT = 'bakery@rbm.goog';
const FEATURES = ['ACTION_DIAL', 'NEW_THING'];

class AskedCarrier extends ScriptedCarrier {
  readonly asked: string[] = [];
  readonly batches: number[] = [];
  says: (number: string) => Capability | Promise<Capability> = () => ({ kind: 'supported', features: FEATURES });
  readonly capabilities: CapabilitySource;

  constructor(most = 0, agent = AGENT) {
    super('rcs-1', 'rcs');
    const ask = async (number: string) => {
      this.asked.push(number);
      return this.says(number);
    };
    const many = {
      most,
      ask: async (numbers: readonly string[]) => {
        this.batches.push(numbers.length);
        return numbers.map((): Capability => ({ kind: 'supported', features: null }));
      },
    };
    this.capabilities = { agent, ask, ...(most > 0 ? { many } : {}) };
  }
}

interface Node {
  readonly carrier: AskedCarrier;
  readonly checks: CapabilityChecks;
  /** The code, or `busy`. */
  ask(number?: string): Promise<number | 'busy'>;
}

async function rigOf(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const lanes = await readLanes(db);
  const context = createContext({ logLevel: 'silent', clock });
  const { db: asked, answered } = awaited(db);
  /** Once what nodes have asked of the store is answered: a bound on the clock's time is none on that of the machine. */
  const step = async (ms: number) => {
    await answered();
    await clock.advance(ms);
  };
  const node = (carrier = new AskedCarrier(), store: Database = asked): Node => {
    const own = createContext({ logLevel: 'silent', clock });
    const checks = createCapabilityChecks({ context: own, db: store, lanes, carriers: [carrier], routes: [] });
    const question = checks.findAsked({ channel: 'rcs', number: NUMBER, senders: [], agent: null });
    assert.ok(typeof question !== 'string');
    const ask = async (number = NUMBER) => {
      const told = await checks.ask(question, number);
      return isBusy(told) ? 'busy' : told.code;
    };
    return { carrier, checks, ask };
  };
  const start = async (made: Node) => {
    await made.checks.start();
    atEnd(t, () => made.checks.stop());
  };
  const record = async ({ checks }: Node, numbers: readonly string[], accountId = 'ACME') => {
    const id = newListId(context, accountId);
    const listed = numbers.map((number) => ({ number, agent: AGENT, code: null }));
    assert.equal(await checks.recordList({ id, accountId, numbers: listed }), 'recorded');
    return id;
  };
  const done = (id: string, stepMs = 100) =>
    eventually('the list is done', async () => {
      await step(stepMs);
      const list = await findList(db, id);
      return list?.doneAt != null && list;
    });
  const counts = async (id: string) =>
    Object.fromEntries((await countCodes(db, id)).map(({ code, count }) => [String(code), count]));
  return { db, asked, clock, step, lanes, context, node, start, record, done, counts };
}

const numbersFrom = (count: number) => Array.from({ length: count }, (_, n) => `49151${String(n).padStart(8, '0')}`);

test('what sends remember of a number goes within a minute when it is erased, however often it is recalled', async (t) => {
  const { db, node, clock } = await rigOf(t);
  const { checks, ask } = node();
  assert.equal(await ask(), 3060);
  const carousel = { type: 'rcs_carousel', width: 'SMALL', cards: [] } as const;
  const asked = { recipient: NUMBER, messageType: 'MKT', senders: [] } as const;
  const skips = async () => (await checks.markSkipped([{ channel: 'rcs', content: carousel }], asked))[0];
  await db.query('update capabilities set code = 3055, features = null where number = $1', [NUMBER]);
  await clock.advance(MINUTE_MS);
  assert.deepEqual(await skips(), { channel: 'rcs', content: carousel, skip: 'not_supported' });
  await db.query('delete from capabilities where number = $1', [NUMBER]);
  for (let recalled = 0; recalled < 3; recalled += 1) {
    await clock.advance(20 * SECOND_MS);
    await skips();
  }
  assert.deepEqual(await skips(), { channel: 'rcs', content: carousel });
});

test('an answer holds for 24 h to the millisecond, for every node, and a failure for 5 min', async (t) => {
  const { node, clock } = await rigOf(t);
  for (const [said, code, holdsMs] of [
    [{ kind: 'supported', features: FEATURES }, 3060, DAY_MS],
    [{ kind: 'not_supported' }, 3055, DAY_MS],
    [{ kind: 'not_covered' }, 3115, DAY_MS],
    [{ kind: 'failed', forMs: null, reason: '500' }, 3041, 5 * MINUTE_MS],
    [{ kind: 'failed', forMs: 2_000, reason: '429' }, 3041, 2_000],
    [{ kind: 'failed', forMs: 600_000, reason: '429' }, 3041, 5 * MINUTE_MS],
  ] as const) {
    const [one, other] = [node(), node()];
    one.carrier.says = () => said;
    other.carrier.says = () => said;
    assert.equal(await one.ask(), code);
    await clock.advance(holdsMs - 1);
    for (const each of [one, other, one, other]) assert.equal(await each.ask(), code);
    assert.deepEqual([one.carrier.asked.length, other.carrier.asked.length], [1, 0], `${code} before its time`);
    await clock.advance(1);
    assert.equal(await other.ask(), code);
    assert.equal(other.carrier.asked.length, 1, `${code} when its time is over`);
    await clock.advance(holdsMs);
  }
});

test('at any moment an answer is given from what is known exactly as long as it holds', async (t) => {
  const { node, clock } = await rigOf(t);
  const nodes = [node(), node()];
  let heldUntil = Number.NEGATIVE_INFINITY;
  let isFailure = false;
  for (const made of nodes) {
    made.carrier.says = () => (isFailure ? { kind: 'failed', forMs: null, reason: '503' } : { kind: 'not_supported' });
  }
  const asked = () => nodes.reduce((sum, { carrier }) => sum + carrier.asked.length, 0);
  for (let step = 0; step < 300; step += 1) {
    isFailure = step % 7 === 3;
    const before = asked();
    const from = nodes[(step * 5) % 3 === 0 ? 0 : 1];
    const now = clock.now();
    await from?.ask();
    const wasAsked = asked() > before;
    assert.equal(wasAsked, now >= heldUntil, `step ${step}`);
    if (wasAsked) heldUntil = now + (isFailure ? 5 * MINUTE_MS : DAY_MS);
    const left = heldUntil - clock.now();
    await clock.advance([1, SECOND_MS, MINUTE_MS, left - 1, left, left + 1][step % 6] ?? 1);
  }
  assert.ok(asked() > 40, `${asked()} questions`);
});

test('a hundred who ask at once about one number cost one question', async (t) => {
  const { node } = await rigOf(t);
  const { carrier, ask } = node();
  let answer: (said: Capability) => void = () => {};
  carrier.says = () => new Promise((resolve) => (answer = resolve));
  const asked = Array.from({ length: 100 }, () => ask());
  await eventually('it is asked', () => carrier.asked.length === 1);
  answer({ kind: 'not_supported' });
  assert.deepEqual([...new Set(await Promise.all(asked))], [3055]);
  assert.equal(carrier.asked.length, 1);
});

test('a question waits for room, not longer than 2 s, and one without an answer is told so after 8 s', async (t) => {
  const { node, clock, step } = await rigOf(t);
  const { carrier, ask } = node();
  let isFull = true;
  carrier.says = () => (isFull ? { kind: 'not_asked', afterMs: 300 } : { kind: 'not_supported' });
  const waiting = ask();
  await eventually('it was tried', () => carrier.asked.length > 0);
  isFull = false;
  await clock.advance(300);
  assert.equal(await waiting, 3055);
  isFull = true;
  let told: number | string | null = null;
  void ask('4915112345679').then((code) => {
    told = code;
  });
  const from = clock.now();
  await eventually('it is given up', async () => {
    await step(100);
    return told !== null;
  });
  assert.equal(told, 'busy');
  assert.ok(clock.now() - from <= 2_000, `${clock.now() - from} ms`);
  let answer: (said: Capability) => void = () => {};
  carrier.says = () => new Promise((resolve) => (answer = resolve));
  const slow = ask('4915112345670');
  await eventually('it is asked', () => carrier.asked.at(-1) === '4915112345670');
  await clock.advance(8 * SECOND_MS);
  assert.equal(await slow, 'busy');
  answer({ kind: 'not_covered' });
  await eventually('what came late is known', async () => (await ask('4915112345670')) === 3115);
  assert.equal(carrier.asked.filter((each) => each === '4915112345670').length, 1);
});

test('what is no longer good is forgotten', async (t) => {
  const { node, db, clock } = await rigOf(t);
  await node().ask();
  await clock.advance(DAY_MS + 1);
  await forgetOld(db, clock.now(), null);
  const { rowCount } = await db.query('select 1 from capabilities');
  assert.equal(rowCount, 0);
});

test('a list is worked off, what is known is not asked again, and one that appears twice is asked once', async (t) => {
  const { node, start, record, done, counts } = await rigOf(t);
  const made = node();
  const numbers = numbersFrom(20);
  const [known = ''] = numbers;
  await made.ask(known);
  await start(made);
  made.carrier.says = (number) => ({ kind: number.endsWith('5') ? 'not_supported' : 'not_covered' });
  const id = await record(made, [...numbers, numbers[1] ?? '']);
  await done(id);
  assert.deepEqual(await counts(id), { '3060': 1, '3055': 2, '3115': 18 });
  assert.equal(made.carrier.asked.length, 20, 'each number once');
  assert.equal(made.carrier.asked.filter((each) => each === known).length, 1);
  const again = await record(made, numbers);
  const before = made.carrier.asked.length;
  await done(again);
  assert.equal(made.carrier.asked.length, before, 'all of it is known');
});

test('a carrier that tells of many at once is asked so, and by hand for the features', async (t) => {
  const { node, start, record, done, counts, db } = await rigOf(t);
  const made = node(new AskedCarrier(100));
  await start(made);
  const id = await record(made, numbersFrom(250));
  await done(id);
  assert.deepEqual(await counts(id), { '3060': 250 });
  assert.equal(made.carrier.asked.length, 0);
  assert.ok(made.carrier.batches.length <= 4 && Math.max(...made.carrier.batches) === 100, `${made.carrier.batches}`);
  const [first] = await listNumbers(db, id, { after: -1, limit: 1 });
  assert.equal(first?.features, null);
  assert.equal(await made.ask(first?.number), 3060);
  assert.deepEqual(made.carrier.asked, [first?.number], 'who asks for one number wants its features');
});

test('a number about which the carrier was asked in vain is asked three times, and holds up no other', async (t) => {
  const { node, start, record, done, counts, clock } = await rigOf(t);
  const made = node();
  await start(made);
  const numbers = numbersFrom(30);
  const [bad = '', passing = ''] = numbers;
  const failed: Capability = { kind: 'failed', forMs: null, reason: '500' };
  made.carrier.says = (number) => {
    const times = made.carrier.asked.filter((each) => each === number).length;
    return number === bad || (number === passing && times < 3) ? failed : { kind: 'not_supported' };
  };
  const id = await record(made, numbers);
  await eventually('the others are answered', async () => {
    await clock.advance(100);
    return (await counts(id))['3055'] === 28;
  });
  assert.ok(made.carrier.asked.length <= 30);
  await done(id, MINUTE_MS);
  assert.deepEqual(await counts(id), { '3055': 29, '3041': 1 });
  assert.equal(made.carrier.asked.filter((each) => each === bad).length, 3);
});

test('two nodes do not do the same, and a short list does not wait for a long one', async (t) => {
  const { node, start, record, done, counts, db } = await rigOf(t);
  const nodes = [node(), node()];
  for (const made of nodes) await start(made);
  const [one, other] = nodes;
  assert.ok(one && other);
  const long = await record(one, numbersFrom(3_000));
  const short = await record(other, ['4915199999999'], 'OTHER');
  await done(short, 10);
  assert.equal((await findList(db, long))?.doneAt, null, 'the long one is under way');
  await done(long);
  assert.deepEqual(await counts(long), { '3060': 3_000 });
  assert.equal(one.carrier.asked.length + other.carrier.asked.length, 3_001);
});

test('after a death another node goes on when the lease is over, with what has been answered', async (t) => {
  const { node, start, record, done, counts, asked, clock, step } = await rigOf(t);
  let isDead = false;
  const dying: Database = {
    ...asked,
    query: (...given) => (isDead ? Promise.reject(new Error('this node is dead')) : asked.query(...given)),
    transaction: (work) => (isDead ? Promise.reject(new Error('this node is dead')) : asked.transaction(work)),
    listen: (...given) => asked.listen(...given),
    isUp: () => true,
    close: async () => {},
  };
  const mortal = node(new AskedCarrier(), dying);
  await start(mortal);
  mortal.carrier.says = async () => {
    if (mortal.carrier.asked.length > 700) isDead = true;
    return { kind: 'not_supported' };
  };
  const id = await record(mortal, numbersFrom(1_200));
  await eventually('it has died', async () => {
    await step(10);
    return isDead;
  });
  assert.deepEqual(await counts(id), { '3055': 500, null: 700 });
  const heir = node();
  await start(heir);
  const from = clock.now();
  await done(id, SECOND_MS);
  assert.ok(clock.now() - from <= LEASE_MS + 15 * SECOND_MS, `${clock.now() - from} ms later`);
  assert.deepEqual(await counts(id), { '3055': 500, '3060': 700 });
  assert.equal(heir.carrier.asked.length, 700);
});

test('a node whose lease is over writes nothing into a list with which another has gone on', async (t) => {
  const { node, start, record, done, counts, db, clock } = await rigOf(t);
  const [slow, other] = [node(), node()];
  const answers: Array<(said: Capability) => void> = [];
  slow.carrier.says = () => new Promise((resolve) => answers.push(resolve));
  other.carrier.says = () => ({ kind: 'not_supported' });
  await start(slow);
  const numbers = numbersFrom(8);
  const id = await record(slow, numbers);
  await eventually('all of it is under way', async () => {
    await clock.advance(10);
    return answers.length === numbers.length;
  });
  await start(other);
  await done(id, SECOND_MS);
  assert.deepEqual(await counts(id), { '3055': 8 });
  const before = await findList(db, id);
  for (const answer of answers) answer({ kind: 'not_covered' });
  const isKept = async () => {
    const { rows } = await db.query<{ code: number }>('select code from capabilities where code = 3115');
    return rows.length === 8;
  };
  await eventually('the late answers are known', isKept);
  await clock.advance(SECOND_MS);
  await slow.checks.stop();
  assert.deepEqual(await counts(id), { '3055': 8 });
  assert.deepEqual(await findList(db, id), before);
});

test('an account has as many numbers under way as it may, and its list is forgotten after a week', async (t) => {
  const { node, record, done, start, counts, context, clock, db } = await rigOf(t);
  const made = node();
  const numbers = numbersFrom(1_500);
  const id = await record(made, numbers);
  await db.query('update number_lists set total = $1', [MOST_NOT_DONE - 1]);
  const listed = (count: number) => numbers.slice(0, count).map((number) => ({ number, agent: AGENT, code: null }));
  const more = (accountId: string, count: number) =>
    made.checks.recordList({ id: newListId(context, accountId), accountId, numbers: listed(count) });
  assert.equal(await more('ACME', 2), 'too_many');
  assert.equal(await more('OTHER', 2), 'recorded', 'of another account');
  assert.equal(await more('ACME', 1), 'recorded');
  await start(made);
  await done(id);
  assert.equal(await more('ACME', 2), 'recorded');
  await clock.advance(LIST_KEPT_MS - MINUTE_MS);
  assert.deepEqual(await counts(id), { '3060': 1_500 });
  await eventually('it is forgotten', async () => {
    await clock.advance(MINUTE_MS);
    return (await findList(db, id)) === null;
  });
  assert.deepEqual(await counts(id), {});
});
