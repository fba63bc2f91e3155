/** Hints of several nodes, on their store's NOTIFY: told while somebody watches, and never missed without a word. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { GATHER_MS, MOST_OF_TOPIC } from '../../lib/hints.ts';
import type { Database } from '../../store/database.ts';
import { HintExchange } from './hint-exchange.ts';

interface Sending {
  /** Of what is sent with NOTIFY: false loses it. */
  passes: (payload: string) => boolean;
  sent: string[];
}

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const start = async (node: string, epoch = 1) => {
    const context = createContext({ logLevel: 'silent', clock });
    const sending: Sending = { passes: () => true, sent: [] };
    const exchange = new HintExchange({ context, db: lossy(db, sending), owner: { node, epoch }, isAlone: false });
    await exchange.start();
    t.after(() => exchange.stop());
    return { exchange, sending, hints: context.hints };
  };
  return { clock, start };
}

function lossy(db: Database, sending: Sending): Database {
  return {
    query: async (text, values, planning) => {
      const payload = String(values?.[1]);
      sending.sent.push(payload);
      return sending.passes(payload) ? db.query(text, values, planning) : { rows: [], rowCount: 0 };
    },
    transaction: (work) => db.transaction(work),
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  };
}

function watchAt({ exchange }: { readonly exchange: HintExchange }) {
  const seen: string[] = [];
  const end = exchange.watch({
    hinted: (hints) =>
      seen.push(
        ...hints.map(({ topic, id, accountId, more }) => [topic, `${id}`, `${accountId}`, more].join(' ').trim()),
      ),
    missed: () => seen.push('missed'),
  });
  return { seen, end };
}

test('a hint of another node is told; that the other has just begun to tell means that some were missed', async (t) => {
  const { clock, start } = await rig(t);
  const [a, b] = [await start('a'), await start('b')];
  b.hints.of('messages', 'before', 'one');
  const { seen, end } = watchAt(a);
  await eventually('b tells', () => seen.length > 0);
  assert.deepEqual([seen, b.hints.isWatched], [['missed'], true]);
  b.hints.of('messages', 'M1', 'one');
  a.hints.of('calls', 'C1', null);
  await clock.advance(GATHER_MS);
  await eventually('both are told', () => seen.length === 3);
  assert.deepEqual(seen.slice(1).sort(), ['calls C1 null', 'messages M1 one']);
  end();
  await clock.advance(20_000);
  assert.deepEqual([a.hints.isWatched, b.hints.isWatched], [false, false], 'nobody watches any more');
  const told = a.sending.sent.length + b.sending.sent.length;
  b.hints.of('messages', 'M2', 'one');
  await clock.advance(60_000);
  assert.equal(a.sending.sent.length + b.sending.sent.length, told, 'and nothing is sent');
});

test('as many as there may be arrive, in their order, and nothing is missed', async (t) => {
  const { clock, start } = await rig(t);
  const [a, b] = [await start('a'), await start('b')];
  const { seen } = watchAt(a);
  await eventually('b tells', () => seen.length > 0);
  const account = 'A'.repeat(64);
  const ids = Array.from({ length: MOST_OF_TOPIC }, (_, n) => `${'9'.repeat(60)}${1_000 + n}`);
  for (const id of ids) for (const topic of ['messages', 'calls', 'callbacks'] as const) b.hints.of(topic, id, account);
  await clock.advance(GATHER_MS);
  await eventually('all are told', () => seen.length === 1 + 3 * MOST_OF_TOPIC);
  assert.deepEqual(
    seen.filter((each) => each.startsWith('messages')),
    ids.map((id) => `messages ${id} ${account}`),
  );
  for (let n = 0; n < 3 * MOST_OF_TOPIC; n += 1) b.hints.of('messages', `M${n}`, account);
  await clock.advance(GATHER_MS);
  await eventually('it is told how many more there are', () => seen.length === 2 + 3 * MOST_OF_TOPIC);
  assert.equal(seen.at(-1), `messages null null ${3 * MOST_OF_TOPIC}`);
});

test('a notification that is lost is noticed with the next one, and within seconds if none follows', async (t) => {
  const { clock, start } = await rig(t);
  const [a, b] = [await start('a'), await start('b')];
  const { seen } = watchAt(a);
  await eventually('b tells', () => seen.length === 1);
  const lose = async (id: string) => {
    b.sending.passes = (payload) => !payload.includes(id);
    b.hints.of('messages', id, null);
    await clock.advance(GATHER_MS);
    await eventually('it is sent', () => b.sending.sent.some((payload) => payload.includes(id)));
  };
  await lose('M1');
  b.hints.of('messages', 'M2', null);
  await clock.advance(GATHER_MS);
  await eventually('it is noticed', () => seen.length === 2);
  assert.equal(seen[1], 'missed');
  await lose('M3');
  await clock.advance(5_000);
  await eventually('it is noticed', () => seen.length === 3);
  assert.equal(seen[2], 'missed');
  await clock.advance(5_000);
  b.hints.of('messages', 'M4', null);
  await clock.advance(GATHER_MS);
  await eventually('the next is told', () => seen.length === 4);
  assert.equal(seen[3], 'messages M4 null');
});

test('a node that starts again while somebody watches is heard, and what it was silent about is fetched', async (t) => {
  const { clock, start } = await rig(t);
  const [a, b] = [await start('a'), await start('b')];
  const { seen } = watchAt(a);
  await eventually('b tells', () => seen.length === 1);
  await b.exchange.stop();
  const again = await start('b', 2);
  await clock.advance(5_000);
  await eventually('it is noticed', () => seen.length === 2);
  again.hints.of('nodes', 'b', null);
  await clock.advance(GATHER_MS);
  await eventually('it is told', () => seen.length === 3);
  assert.deepEqual(seen, ['missed', 'missed', 'nodes b null']);
});
