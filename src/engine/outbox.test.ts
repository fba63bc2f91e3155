/**
 * Taking what waits in the store: eight lanes, of which each says how many it had.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import { ScriptedCarrier } from '../../test/support/scripted-carrier.ts';
import { createContext } from '../context.ts';
import { StoreDown } from '../store/database.ts';
import { countCarriers } from './carrier-metrics.ts';
import { Outbox } from './outbox.ts';
import { RecentIds } from './recent-ids.ts';
import type { Door } from './record.ts';

const LANES = 8;

/** `had`: how many of those asked for the lane has, at its so-and-so-many-th question. */
function rig(had: (lane: number, question: number, limit: number) => number) {
  const asked = Array.from({ length: LANES }, () => 0);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const carriers = [new ScriptedCarrier('sms-1', 'sms')];
  const outbox = new Outbox({
    context,
    carriers,
    metrics: countCarriers(context, carriers),
    routes: [],
    leaseMs: 10_000,
    recent: new RecentIds(),
    peers: { canSend: () => false, tell: () => {}, changed: () => {} },
  });
  const door = {
    queued: async (_: string, lane: number, limit: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      const question = (asked[lane] ?? 0) + 1;
      asked[lane] = question;
      return had(lane, question, limit);
    },
  } as unknown as Door;
  outbox.connect(door, LANES);
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await settle();
  };
  return { outbox, asked, turns };
}

test('where a lane had as many as were asked for, all are asked again', async () => {
  const { outbox, asked, turns } = rig((lane, question, limit) => (lane === 3 && question === 1 ? limit : 0));
  await outbox.sweep(['sms-1']);
  await turns(20);
  assert.deepEqual(asked, Array(LANES).fill(2));
});

test('a store that fails is not asked again at once, whatever a lane had before', async () => {
  const { outbox, asked, turns } = rig((lane, _, limit) => {
    if (lane === 1) throw new StoreDown('gone');
    return limit;
  });
  await outbox.sweep(['sms-1']);
  await turns(20);
  assert.deepEqual(asked.slice(0, 3), [1, 1, 0]);
});

test('once it stops it takes nothing any more', async () => {
  const { outbox, asked, turns } = rig((_lane, _question, limit) => limit);
  await outbox.sweep(['sms-1']);
  await turns(20);
  await outbox.stop();
  await turns(4);
  const before = [...asked];
  await turns(20);
  assert.ok((before[0] ?? 0) > 1, 'it went on until then');
  assert.deepEqual(asked, before);
});
