import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hint } from '../../app/live-hub.ts';
import type { Seen } from './events.ts';
import { MOST_ASKED, PACE_MS, StreamReader } from './reader.ts';
import { filterOf, type StreamFilter } from './topics.ts';

const seen = (topic: Seen['topic'], id: string, account = 'ACME'): Seen => ({
  topic,
  id,
  mark: '1',
  at: '2026-01-01T12:00:00.000Z',
  since: '2026-01-01T12:00:00.000Z',
  kind: '',
  what: id,
  status: { words: '', tone: 'good', code: null },
  account,
  link: null,
});

class Rig {
  now = 0;
  asked: string[] = [];
  page: readonly Seen[] = [];
  fails = false;
  timers: Array<{ readonly run: () => void; readonly at: number }> = [];
  readonly reader: StreamReader;

  constructor(filter: StreamFilter = filterOf({ topic: 'messages' })) {
    this.reader = new StreamReader({
      filter,
      now: () => this.now,
      later: (run, ms) => void this.timers.push({ run, at: this.now + ms }),
      newest: async (topic) => {
        this.asked.push(topic);
        if (this.fails) throw new Error('away');
        return { rows: this.page.filter((each) => each.topic === topic), isMore: false };
      },
      one: async (topic, id) => {
        this.asked.push(`${topic} ${id}`);
        return id === 'gone' ? null : seen(topic, id, id.startsWith('other') ? 'OTHER' : 'ACME');
      },
    });
    this.reader.start();
  }

  /** Until nothing is to be done but what is later. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.timers.filter(({ at }) => at <= this.now);
    this.timers = this.timers.filter(({ at }) => at > this.now);
    for (const { run } of due) run();
    await new Promise((done) => setImmediate(done));
  }

  lines(): string[] {
    return this.reader.get().log.lines.map(({ event }) => (event.kind === 'one' ? event.seen.id : `${event.count}`));
  }
}

const hints = (...ids: readonly string[]): Hint[] => ids.map((id) => ({ topic: 'messages', id }));

test('what is hinted at is looked for on the newest page first, and what is not there is asked for', async () => {
  const rig = new Rig();
  await rig.pass(0);
  assert.deepEqual([rig.reader.get().hasBegun, rig.asked], [true, ['messages']]);
  rig.page = [seen('messages', 'A')];
  rig.reader.hinted([...hints('A', 'B', 'gone'), { topic: 'calls', id: 'C' }]);
  await rig.pass(PACE_MS);
  assert.deepEqual(rig.asked.slice(1), ['messages', 'messages B', 'messages gone']);
  assert.deepEqual(rig.lines().sort(), ['A', 'B']);
});

test('however much comes there is one round a second, and few things are asked for', async () => {
  const rig = new Rig();
  await rig.pass(0);
  for (let n = 0; n < 100; n += 1) rig.reader.hinted(hints(`M${n}`));
  assert.equal(rig.timers.length, 1);
  await rig.pass(PACE_MS - 1);
  assert.equal(rig.asked.length, 1);
  await rig.pass(1);
  assert.equal(rig.asked.length, 2 + MOST_ASKED);
  assert.deepEqual(rig.lines(), ['100'], 'and all are counted');
});

test('what a failed look was about is looked for with the next hint', async () => {
  const rig = new Rig();
  await rig.pass(0);
  rig.fails = true;
  rig.reader.hinted(hints('A'));
  await rig.pass(PACE_MS);
  assert.equal(rig.reader.get().error?.message, 'away');
  assert.equal(rig.timers.length, 0, 'nothing is asked by itself');
  rig.fails = false;
  rig.reader.hinted(hints('B'));
  await rig.pass(PACE_MS);
  assert.deepEqual([rig.lines().sort(), rig.reader.get().error], [['A', 'B'], null]);
});

test('of one account nothing of another is asked for or shown', async () => {
  const rig = new Rig(filterOf({ topic: 'messages', customer_id: 'ACME' }));
  await rig.pass(0);
  rig.reader.hinted([
    { topic: 'messages', id: 'other', customer_id: 'OTHER' },
    ...hints('other-unnamed'),
    { topic: 'messages', id: 'own', customer_id: 'ACME' },
  ]);
  await rig.pass(PACE_MS);
  assert.deepEqual(rig.asked.slice(1), ['messages', 'messages other-unnamed', 'messages own']);
  assert.deepEqual(rig.lines(), ['own']);
  const many = Array.from({ length: 50 }, (_, n) => ({ topic: 'messages', id: `M${n}`, customer_id: 'ACME' }) as const);
  rig.reader.hinted(many);
  await rig.pass(PACE_MS);
  assert.deepEqual(rig.lines(), ['50', 'own'], 'and its own are counted');
});

test('of an account the hint is all that is known, and each is an event', async () => {
  const rig = new Rig(filterOf({ topic: 'accounts' }));
  await rig.pass(0);
  for (let n = 0; n < 2; n += 1) {
    rig.reader.hinted([{ topic: 'accounts', id: 'ACME', customer_id: 'ACME' }]);
    await rig.pass(PACE_MS);
  }
  assert.deepEqual([rig.asked, rig.lines()], [[], ['ACME', 'ACME']]);
});

test('while it is stopped it asks nothing, and afterwards for what it was hinted at', async () => {
  const rig = new Rig();
  rig.reader.stop();
  await rig.pass(0);
  rig.reader.hinted(hints('A'));
  await rig.pass(PACE_MS);
  assert.deepEqual(rig.asked, []);
  rig.reader.start();
  await rig.pass(PACE_MS);
  rig.reader.hinted(hints('B'));
  rig.reader.stop();
  rig.reader.start();
  await rig.pass(PACE_MS);
  assert.deepEqual(rig.lines(), ['B']);
});

test('a code is of one topic, and what is of no account does not fit one', () => {
  assert.deepEqual(filterOf({ code: '3042' }).topics, ['messages']);
  assert.deepEqual(filterOf({ code: '103' }).topics, ['calls']);
  assert.deepEqual(filterOf({ code: '301' }).topics, ['look_ups']);
  assert.deepEqual(filterOf({ code: '3042', topic: 'calls' }).topics, []);
  assert.deepEqual(filterOf({ code: 'x' }).topics, []);
  assert.ok(!filterOf({ customer_id: 'ACME' }).topics.includes('carriers'));
  assert.equal(filterOf({}).topics.length, 10);
});
