/** Hard caps over several nodes at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import type { Account } from '../../store/accounts/account.ts';
import { openDatabase } from '../../store/connection/pool.ts';
import { createCaps } from './caps.ts';

const ACCOUNT: Account = {
  id: 'A',
  name: 'A',
  kind: 'full_service',
  state: 'active',
  products: [],
  addons: ['sim_swap'],
  settings: { addonCaps: { simSwap: 50, contact: 0 } },
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

test('200 at once on two nodes get 50, what is released is free again, and a month is a month', async (t) => {
  // All of them want one row, one after the other.
  const acquireTimeoutMs = 120_000;
  const { db, url } = await testDatabase(t, { acquireTimeoutMs });
  const other = await openDatabase(quietContext(), { url, acquireTimeoutMs });
  t.after(() => other.close());
  const clock = new ManualClock(Date.UTC(2026, 10, 30, 23, 59));
  const nodes = [createCaps(clock, db), createCaps(clock, other)];
  const tries = Array.from({ length: 200 }, (_, index) => nodes[index % 2]?.reserve(ACCOUNT, 'sim_swap'));
  const got = (await Promise.all(tries)).filter((release) => release !== null);
  assert.equal(got.length, 50);
  await got[0]?.();
  await got[1]?.();
  const again = await Promise.all([1, 2, 3].map(() => nodes[0]?.reserve(ACCOUNT, 'sim_swap')));
  assert.equal(again.filter((release) => release !== null).length, 2);
  await clock.advance(120_000);
  assert.ok(await nodes[1]?.reserve(ACCOUNT, 'sim_swap'), 'December');
  await again[0]?.();
  await clock.advance(0);
  assert.equal(await nodes[0]?.reserve(ACCOUNT, 'contact'), null, 'a cap of 0 allows none');
  assert.ok(await nodes[0]?.reserve(ACCOUNT, 'porting_status'), 'no cap');
});
