import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newCallbacks } from '../../../test/support/gateway/callback-sender.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createLog } from '../../lib/log.ts';
import { insertCallbacks } from '../callbacks/callback-rows.ts';
import { ensurePartitions } from '../schema/partitions.ts';
import { eachLane, readLanes } from '../sql/lanes.ts';
import { forgetInboundTexts, removeInboundTexts } from './remove-inbound.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

async function rig(t: TestContext) {
  const { db } = await testDatabase(t, { days: [NOW, NOW] });
  const context = createContext({ logLevel: 'silent', clock: new ManualClock(NOW), log: createLog('silent') });
  await ensurePartitions(db, NOW, NOW);
  const lanes = await readLanes(db);
  const options = { lanes, signal: new AbortController().signal };
  const lineId = context.ids.next();
  const [callback] = newCallbacks(context, [{ messageId: lineId, accountId: 'A' }]);
  if (!callback) throw new Error('there is no callback');
  await db.transaction((tx) => insertCallbacks(tx, [{ ...callback, body: 'said by callback' }], lanes));
  const common = { carrier: 'c', channel: 'rcs', sender: '4915112345678', recipient: 'a@rbm.goog', receivedAt: NOW };
  const insert = (change: object) =>
    insertInboundText(db, {
      ...common,
      id: context.ids.next(),
      accountId: 'A',
      body: 'said',
      meaning: 'other',
      ...change,
    });
  await insert({ lineId, place: context.ids.next() });
  await insert({ kind: 'tap', details: { payload: 'p' }, place: context.ids.next() });
  await insert({ accountId: 'B' });
  const settle = () => db.query("update callbacks set state = 'delivered', due_at = null");
  const remove = async (whose: Parameters<typeof removeInboundTexts>[1]) => {
    const slice = { fromMs: NOW - DAY_MS, toMs: NOW + DAY_MS };
    const left = await eachLane(lanes, (buckets) =>
      removeInboundTexts(db, whose, { ...slice, buckets }, { ...options, now: NOW }),
    );
    return left.reduce((sum, each) => sum + each, 0);
  };
  const forget = (whose: Parameters<typeof forgetInboundTexts>[1]) =>
    eachLane(lanes, (buckets) => forgetInboundTexts(db, whose, { before: NOW + DAY_MS, buckets }, options));
  const texts = async () => {
    const { rows } = await db.query<{ body: string; details: object | null; account_id: string }>(
      'select account_id, body, details from inbound_texts order by id',
    );
    return rows.map(({ account_id: account, body, details }) => [account, body, details]);
  };
  const bodies = async () =>
    (await db.query<{ body: string }>('select body from callbacks')).rows.map(({ body }) => body);
  return { settle, remove, forget, texts, bodies };
}

test('what pieces say is removed with the callbacks that told of them, and what is still owed is left', async (t) => {
  const { settle, remove, texts, bodies } = await rig(t);
  assert.equal(await remove({ only: 'A' }), 1, 'somebody is still to be told');
  assert.deepEqual(await texts(), [
    ['A', 'said', null],
    ['A', '', null],
    ['B', 'said', null],
  ]);
  assert.deepEqual(await bodies(), ['said by callback']);
  await settle();
  assert.equal(await remove({ only: 'A' }), 0);
  assert.deepEqual(await texts(), [
    ['A', '', null],
    ['A', '', null],
    ['B', 'said', null],
  ]);
  assert.deepEqual(await bodies(), ['']);
  await remove({ except: ['A'] });
  assert.deepEqual((await texts())[2], ['B', '', null]);
});

test('pieces are forgotten with the callbacks that told of them, and what is still owed is left', async (t) => {
  const { settle, forget, texts, bodies } = await rig(t);
  await forget({ only: 'A' });
  assert.deepEqual(
    (await texts()).map(([account]) => account),
    ['A', 'B'],
  );
  await settle();
  await forget({ only: 'A' });
  assert.deepEqual(
    (await texts()).map(([account]) => account),
    ['B'],
  );
  assert.deepEqual(await bodies(), []);
});
