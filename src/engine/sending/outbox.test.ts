/**
 * Taking what waits in the store: eight lanes, of which each says how many it had.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { StoreDown } from '../../store/database.ts';
import type { Door } from '../door/door.ts';
import { begin } from '../message/begin.ts';
import { countCarriers } from './carrier-metrics.ts';
import { Outbox } from './outbox.ts';
import { RecentIds } from './recent-ids.ts';
import { attemptOf } from './submit-attempt.ts';

const LANES = 8;
const MOMENT = { at: 0, optedOut: false, canWithdraw: () => true };

/** `had`: how many of those asked for the lane has, at its so-and-so-many-th question. */
function rig(had: (lane: number, question: number, limit: number) => number) {
  const asked = Array.from({ length: LANES }, () => 0);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const carriers = [new ScriptedCarrier('sms-1', 'sms')] as const;
  const outbox = new Outbox({
    context,
    carriers,
    metrics: countCarriers(context, carriers),
    routes: [],
    leaseMs: 10_000,
    shutOut: new Set<string>(),
    recent: new RecentIds(),
    codeOf: async () => null,
    peers: { canSend: () => false, has: () => false, notify: () => {}, changed: () => {} },
  });
  const door = {
    queued: async (_: string, lane: number, limit: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      const question = (asked[lane] ?? 0) + 1;
      asked[lane] = question;
      return had(lane, question, limit);
    },
  } as unknown as Door;
  outbox.connect({ door, lanes: { count: LANES, laneOf: () => 0, bucketsOf: () => null } });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await settle();
  };
  return { outbox, carrier: carriers[0], asked, turns };
}

test('where a lane had as many as were asked for, all are asked again', async () => {
  const { outbox, asked, turns } = rig((lane, question, limit) => (lane === 3 && question === 1 ? limit : 0));
  outbox.sweep(['sms-1']);
  await turns(20);
  assert.deepEqual(asked, Array(LANES).fill(2));
});

test('a store that fails is not asked again at once, whatever a lane had before', async () => {
  const { outbox, asked, turns } = rig((lane, _, limit) => {
    if (lane === 1) throw new StoreDown('gone');
    return limit;
  });
  outbox.sweep(['sms-1']);
  await turns(20);
  assert.deepEqual(asked.slice(0, 3), [1, 1, 0]);
});

test('once it stops it takes nothing any more', async () => {
  const { outbox, asked, turns } = rig((_lane, _question, limit) => limit);
  outbox.sweep(['sms-1']);
  await turns(20);
  await outbox.stop();
  await turns(4);
  const before = [...asked];
  await turns(20);
  assert.ok((before[0] ?? 0) > 1, 'it went on until then');
  assert.deepEqual(asked, before);
});

test('a carrier that comes back while it is asked what waits is asked for once more', async () => {
  const { outbox, carrier, asked, turns } = rig(() => 0);
  outbox.sweep([]);
  for (const state of ['down', 'up'] as const) {
    carrier.become(state);
    outbox.changed('sms-1');
  }
  await turns(20);
  assert.deepEqual(asked, Array(LANES).fill(2));
});

test('what is left in the store is asked for when it is there, also after a question that found nothing', async () => {
  const { outbox, carrier, asked, turns } = rig(() => 0);
  carrier.become('down');
  const { message } = begin(newMessage('A'.repeat(32), { plan: [SMS_PLAN] }), MOMENT);
  const placement = outbox.place(message, attemptOf(message, 1), MOMENT.at);
  carrier.become('up');
  outbox.changed('sms-1');
  await turns(20);
  assert.deepEqual(asked, Array(LANES).fill(1));
  assert.ok(placement.kind === 'queue');
  placement.go?.();
  await turns(20);
  assert.deepEqual(asked, Array(LANES).fill(2));
});
