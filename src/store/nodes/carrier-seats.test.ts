import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { giveBackSeat, listSeats, takeSeat } from './carrier-seats.ts';

const NOW = 1_795_248_338_123;
const SEAT = { carrier: 'sms-a', seat: 1 };
const A = { node: 'a', epoch: 3 };
const B = { node: 'b', epoch: 1 };

test('of many that want one free seat at the same moment, one gets it', async (t) => {
  const { db } = await testDatabase(t);
  for (let round = 1; round <= 20; round += 1) {
    const seat = { carrier: 'sms-a', seat: round };
    const owners = Array.from({ length: 8 }, (_, index) => ({ node: `node-${index}`, epoch: 1 }));
    const won = await Promise.all(owners.map((owner) => takeSeat(db, seat, { owner, from: null, now: NOW })));
    assert.equal(won.filter(Boolean).length, 1);
    const row = (await listSeats(db, ['sms-a'])).find((each) => each.seat === round);
    assert.equal(row?.holder?.node, owners[won.indexOf(true)]?.node);
  }
});

test('a seat that is held is taken only from the holder who is known to be gone', async (t) => {
  const { db } = await testDatabase(t);
  assert.equal(await takeSeat(db, SEAT, { owner: A, from: null, now: NOW }), true);
  assert.equal(await takeSeat(db, SEAT, { owner: B, from: null, now: NOW }), false);
  assert.equal(await takeSeat(db, SEAT, { owner: B, from: { ...A, epoch: 2 }, now: NOW }), false);
  const others = [B, { node: 'c', epoch: 1 }];
  const won = await Promise.all(others.map((owner) => takeSeat(db, SEAT, { owner, from: A, now: NOW + 1 })));
  assert.equal(won.filter(Boolean).length, 1);
});

test('a later start of a node takes what the earlier one held, and not the other way round', async (t) => {
  const { db } = await testDatabase(t);
  await takeSeat(db, SEAT, { owner: A, from: null, now: NOW });
  assert.equal(await takeSeat(db, SEAT, { owner: { ...A, epoch: 4 }, from: null, now: NOW + 1 }), true);
  assert.equal(await takeSeat(db, SEAT, { owner: A, from: null, now: NOW + 2 }), false);
});

test('only who holds a seat gives it back; then it is free for anyone', async (t) => {
  const { db } = await testDatabase(t);
  await takeSeat(db, SEAT, { owner: A, from: null, now: NOW });
  await giveBackSeat(db, SEAT, B, NOW + 1);
  await giveBackSeat(db, SEAT, { ...A, epoch: 2 }, NOW + 1);
  assert.deepEqual(await listSeats(db), [{ ...SEAT, holder: A, changedAt: NOW }]);
  await giveBackSeat(db, SEAT, A, NOW + 2);
  assert.deepEqual(await listSeats(db, ['sms-a', 'sms-b']), [{ ...SEAT, holder: null, changedAt: NOW + 2 }]);
  assert.deepEqual(await listSeats(db, ['sms-b']), []);
  assert.equal(await takeSeat(db, SEAT, { owner: B, from: null, now: NOW + 3 }), true);
});
