/** How long a node leaves the seats of a carrier to others that it has tried in vain to bind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeatedCarrier } from '../../../test/support/engine/seated-carrier.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import type { SeatRow } from '../../store/nodes/carrier-seats.ts';
import type { LiveNode } from '../../store/nodes/nodes.ts';
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
