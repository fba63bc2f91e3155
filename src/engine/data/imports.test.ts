import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { writeDeactivations } from '../../store/phone-id/imported-rows.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { removeDataSet } from './imports.ts';

/** Of which each look at it takes longer than a removal may. */
class HastyClock extends ManualClock {
  private looks = 0;

  override monotonic(): number {
    this.looks += 1;
    // The first two begin the step and its first round.
    return this.looks <= 2 ? 0 : 3_600_000;
  }
}

test('a removal whose last rows go as its step ends says that all of it is gone', async (t) => {
  const { db } = await testDatabase(t);
  const lanes = await readLanes(db);
  const context = createContext({ logLevel: 'silent', clock: new HastyClock(), log: createLog('silent') });
  const numbers = Array.from({ length: 5_001 }, (_, n) => `49151123${String(n).padStart(5, '0')}`);
  const set = { name: 'A', day: '2026-01-31' };
  await writeDeactivations(db, lanes, set, numbers.slice(0, 1));
  assert.deepEqual(await removeDataSet({ context, db, lanes }, 'deactivations', 'A'), { removed: 1, isAll: true });
  await writeDeactivations(db, lanes, set, numbers);
  const again = createContext({ logLevel: 'silent', clock: new HastyClock(), log: createLog('silent') });
  const half = await removeDataSet({ context: again, db, lanes }, 'deactivations', 'A');
  const left = (await db.query('select from deactivations')).rowCount;
  assert.deepEqual(half, { removed: numbers.length - left, isAll: left === 0 }, 'some may be left');
  assert.equal(await removeDataSet({ context, db, lanes }, 'deactivations', 'B'), null);
});
