/** How long a node leaves the seats of a carrier to others that it has tried in vain to bind, and carriers that come and go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeatedCarrier } from '../../../test/support/engine/seated-carrier.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import type { SeatRow } from '../../store/nodes/carrier-seats.ts';
import type { LiveNode } from '../../store/nodes/nodes.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { CarrierSeats } from './carrier-seats.ts';

const LEASE_MS = 10_000;
const OWNER = { node: 'a', epoch: 1 };

/** A node beside another one that has not tried yet, and a carrier whose one seat is free whenever it is looked at. */
function rig() {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const carrier = new SeatedCarrier('sms-a', 1);
  // Of the statements only whether a row was written is read: every seat that is wanted is taken.
  const db = { query: async () => ({ rows: [], rowCount: 1 }) } as unknown as Database;
  const always = { isSafe: () => true, wake: () => {} };
  const seats = new CarrierSeats({ context, db, owner: OWNER, carriers: [carrier], leaseMs: LEASE_MS, ...always });
  const other = { 'sms-a': { seats: 1, up: false, tired: false } };
  const nodes = [liveNode('a', {}), liveNode('b', other)];
  const beat = async () => {
    await seats.handBack();
    const held = seats.figures()[0]?.seats === 1;
    const row: SeatRow = { carrier: 'sms-a', seat: 1, holder: held ? OWNER : null, changedAt: 0 };
    await seats.follow([row], nodes, false);
  };
  return { clock, carrier, seats, beat };
}

function liveNode(id: string, uses: LiveNode['uses']): LiveNode {
  return { id, epoch: 1, beats: 1, heartbeatAt: 0, uses };
}

test('a node rests for a minute after a bind in vain, twice as long each time, ten minutes at most', async () => {
  const { clock, carrier, seats, beat } = rig();
  const isResting = () => seats.uses(false)['sms-a']?.tired;
  carrier.reachable(false);
  for (const restMs of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
    await beat();
    assert.equal(seats.figures()[0]?.seats, 1, 'it has taken the seat');
    await beat();
    await clock.advance(LEASE_MS);
    await beat();
    assert.equal(isResting(), true, `before ${restMs}`);
    await clock.advance(restMs - 1);
    assert.equal(isResting(), true);
    await clock.advance(1);
    assert.equal(isResting(), false);
  }
  carrier.reachable(true);
  await beat();
  await beat();
  carrier.reachable(false);
  await beat();
  await clock.advance(LEASE_MS);
  await beat();
  await clock.advance(60_000);
  assert.equal(isResting(), false, 'a bind that stood begins anew');
});

/** A node that is alone, and its rows of seats. */
function rigAlone(...carriers: SeatedCarrier[]) {
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const rows = new Map<string, Owner | null>();
  const db = {
    query: async (text: string, values: readonly unknown[]) => {
      const [carrier, seat] = values;
      // A seat is taken by an insert.
      rows.set(`${carrier}/${seat}`, text.startsWith('update') ? null : OWNER);
      return { rows: [], rowCount: 1 };
    },
  } as unknown as Database;
  const always = { isSafe: () => true, wake: () => {} };
  const seats = new CarrierSeats({ context, db, owner: OWNER, carriers, leaseMs: LEASE_MS, ...always });
  const held = () => [...rows].filter(([, holder]) => holder !== null).map(([place]) => place);
  const beat = async () => {
    await seats.handBack();
    const read = [...rows].map(([place, holder]): SeatRow => {
      const [carrier = '', seat] = place.split('/');
      return { carrier, seat: Number(seat), holder, changedAt: 0 };
    });
    await seats.follow(read, [liveNode('a', {})], false);
  };
  return { seats, beat, held };
}

test('a carrier in place of another one has the seats at once that this node holds, and gives back what it has none for', async () => {
  const before = new SeatedCarrier('sms-a', 2);
  const { seats, beat, held } = rigAlone(before);
  await beat();
  assert.deepEqual(
    [held(), [...before.open]],
    [
      ['sms-a/1', 'sms-a/2'],
      [1, 2],
    ],
  );
  seats.leave('sms-a');
  await beat();
  assert.deepEqual([held().length, seats.uses(false)], [2, {}], 'for the others it is not there any more');
  const after = new SeatedCarrier('sms-a', 1);
  seats.gone('sms-a');
  seats.come(after);
  assert.deepEqual([...after.open], [1]);
  await beat();
  assert.deepEqual([held(), after.share, seats.isSettled()], [['sms-a/1'], 1, true]);
  assert.equal(seats.uses(false)['sms-a']?.seats, 1);
});

test('a carrier that is gone leaves no seat behind, and one that comes takes those that are free', async () => {
  const before = new SeatedCarrier('sms-a', 2);
  const { seats, beat, held } = rigAlone(before);
  await beat();
  seats.leave('sms-a');
  seats.gone('sms-a');
  const other = new SeatedCarrier('sms-b', 1);
  seats.come(other);
  assert.deepEqual([...other.open], [], 'its seat is not ours yet');
  await beat();
  assert.deepEqual([held(), [...other.open], seats.isSettled()], [['sms-b/1'], [1], true]);
  assert.deepEqual(
    seats.figures().map(({ carrier }) => carrier),
    ['sms-b'],
  );
});

test('what only another process of the gateway does is left to it: no node takes this one for it', () => {
  const calls = Object.assign(new SeatedCarrier('voice', 1), { isElsewhere: true });
  const { seats } = rigAlone(calls, new SeatedCarrier('sms-a', 1));
  assert.deepEqual(Object.keys(seats.uses(false)), ['sms-a']);
});
