import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { putMasks, retireMask } from '../../store/masking/masks.ts';
import { MaskPool } from './mask-pool.ts';

const MASK = { number: '4915799000001', accountId: '', country: 'DE', carrier: null };

test('what another node has changed in the pool is known after a few seconds, and nothing is read while nothing changes', async (t) => {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  let reads = 0;
  const counted = Object.assign(Object.create(db) as typeof db, {
    query: (text: string, values?: readonly unknown[]) => {
      if (text.includes('order by m.number')) reads += 1;
      return db.query(text, values);
    },
  });
  await putMasks(db, [MASK], clock.now());
  const pool = new MaskPool(context, counted);
  await pool.start();
  t.after(() => pool.stop());
  const shown = () => pool.choicesFor('ACME', 'DE')[0]?.masks ?? [];
  const known = (what: string, isSo: () => boolean) =>
    eventually(what, async () => {
      await clock.advance(1_000);
      return isSo();
    });
  assert.deepEqual(shown(), [MASK.number]);

  const before = reads;
  for (let turn = 0; turn < 30; turn += 1) await clock.advance(1_000);
  assert.equal(reads, before);

  await putMasks(db, [{ ...MASK, carrier: 'sms-2' }], clock.now());
  await known('its carrier', () => pool.carrierOf(MASK.number) === 'sms-2');
  await putMasks(db, [{ ...MASK, number: '4915799000002' }], clock.now());
  await known('a new one', () => shown().length === 2);
  await retireMask(db, MASK.number, clock.now());
  await known('a retired one', () => shown().length === 1);
  assert.ok(pool.isKnown(MASK.number), 'it is a mask all the same');
});
