import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { Refusal } from '../errors.ts';
import { parsePhoneNumber } from '../lib/phone-number.ts';
import type { Account } from '../store/account.ts';
import { createDestinations } from './destinations.ts';

const ACCOUNT: Account = {
  id: 'ACME',
  name: 'Acme',
  kind: 'full_service',
  state: 'active',
  products: [],
  addons: [],
  settings: {},
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

test('the limit holds for every number', async (t) => {
  const { db } = await testDatabase(t);
  const destinations = createDestinations(new ManualClock(), db, { perMinute: 2, perDay: 0 });
  for (let n = 0; n < 60; n += 1) {
    const number = parsePhoneNumber(`4915112340${String(n).padStart(3, '0')}`);
    assert.ok(number);
    await destinations.take(ACCOUNT, number);
    await destinations.take(ACCOUNT, number);
    await assert.rejects(
      destinations.take(ACCOUNT, number),
      (error) => error instanceof Refusal && error.case === 'too_many_to_number',
      number.digits,
    );
  }
});
