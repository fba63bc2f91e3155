import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testDatabase } from '../../../../test/support/postgres/database.ts';
import { SignInPauses } from './pauses.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = Date.parse('2026-01-01T12:00:00Z');

async function rig(t: TestContext) {
  const { db } = await testDatabase(t);
  const time = { now: NOW };
  const node = () => new SignInPauses({ context: { clock: { now: () => time.now } }, db, key: KEY });
  return { db, time, node, pauses: node() };
}

/** One after the other. */
async function tries(count: number, begin: (place: number) => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let place = 0; place < count; place += 1) waits.push(await begin(place));
  return waits;
}

test('tries wait by user and network, by user, and by network', async (t) => {
  const { time, pauses } = await rig(t);
  const ada = () => pauses.begin('ada', '1');
  assert.deepEqual(await tries(4, ada), [0, 0, 0, 1_000]);
  assert.equal(await pauses.begin('ada', '2'), 0, 'from elsewhere');
  time.now += 1_000;
  assert.deepEqual(await tries(2, ada), [0, 2_000]);
  for (let count = 0; count < 40; count += 1) time.now += await ada();
  assert.ok((await ada()) <= 900_000);
  const many = await tries(14, (place) => pauses.begin('bob', `net-${place}`));
  assert.deepEqual([many.slice(0, 10).every((wait) => wait === 0), many[10]], [true, 1_000]);
  time.now += 3_600_000;
  const names = await tries(22, (place) => pauses.begin(`user-${place}`, '9'));
  assert.deepEqual([names.slice(0, 20).every((wait) => wait === 0), names[20]], [true, 1_000]);
  assert.equal(await pauses.begin('eve', '8'), 0);
  await pauses.succeeded('eve', '8');
});

test('what a node has counted holds for all, and for one that was started anew', async (t) => {
  const { node, db } = await rig(t);
  const nodes = [node(), node(), node()];
  const waits = await tries(4, async (place) => (await nodes[place % 3]?.begin('ada', '192.0.2.1')) ?? -1);
  assert.deepEqual(waits, [0, 0, 0, 1_000]);
  assert.equal(await node().begin('ada', '192.0.2.1'), 1_000);
  const { rows } = await db.query<{ all: string }>('select row_to_json(t)::text as all from sign_in_tries t');
  assert.ok(rows.length === 3 && rows.every(({ all }) => !/ada|192\.0/.test(all)), 'names and networks stand nowhere');
});

test('of tries at the same time at several nodes no more begin than of those one by one', async (t) => {
  const { node } = await rig(t);
  const nodes = Array.from({ length: 12 }, node);
  const waits = await Promise.all(nodes.map((each) => each.begin('ada', '192.0.2.1')));
  assert.equal(waits.filter((wait) => wait === 0).length, 3);
  assert.ok(waits.every((wait) => wait === 0 || wait === 1_000));
});

test('a try that has to wait is counted nowhere', async (t) => {
  const { time, pauses } = await rig(t);
  await tries(10, (place) => pauses.begin('ada', `net-${place}`));
  // The user waits, so neither the network nor the user in it is counted.
  await tries(30, () => pauses.begin('ada', '192.0.2.1'));
  time.now += 1_000;
  assert.equal(await pauses.begin('ada', '192.0.2.1'), 0);
  assert.deepEqual(await tries(3, () => pauses.begin(null, '192.0.2.1')), [0, 0, 0]);
});

test('a right password without its code lifts no pause, and a success does', async (t) => {
  const { time, pauses } = await rig(t);
  const guess = () => pauses.begin('ada', '1');
  assert.deepEqual(await tries(2, guess), [0, 0]);
  for (let count = 0; count < 50; count += 1) {
    assert.equal(await guess(), 0, 'what took itself back is not counted');
    await pauses.takeBack('ada', '1');
  }
  assert.deepEqual(await tries(2, guess), [0, 1_000], 'the guesses still are');
  time.now += 1_000;
  assert.equal(await guess(), 0);
  time.now += 2_000;
  assert.equal(await guess(), 0);
  await pauses.succeeded('ada', '1');
  assert.deepEqual(await tries(2, guess), [0, 0]);
});

test('the addresses of one IPv6 network are one network, and somebody unknown is counted by it alone', async (t) => {
  const { pauses } = await rig(t);
  const waits = await tries(4, (place) => pauses.begin('ada', `2001:db8:0:7::${place}`));
  assert.deepEqual(waits, [0, 0, 0, 1_000]);
  assert.equal(await pauses.begin('ada', '2001:db8:0:8::1'), 0, 'another network');
  for (let count = 0; count < 20; count += 1) {
    assert.equal(await pauses.begin(null, '192.0.2.1'), 0);
    await pauses.succeeded(null, '192.0.2.1');
  }
  const unknown = await tries(21, () => pauses.begin(null, '192.0.2.1'));
  assert.deepEqual([unknown.slice(0, 20).every((wait) => wait === 0), unknown[20]], [true, 1_000]);
  assert.equal(await pauses.begin(null, '192.0.2.2'), 0);
});
