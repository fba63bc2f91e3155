import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { type Database, StoreDown, type Transaction } from '../database.ts';

/** All that follows goes by one connection. */
async function oneConnection(t: TestContext): Promise<Database> {
  const { db } = await testDatabase(t, { poolSize: 1 });
  await db.query('create table things (n int constraint "n is small" check (n < 5))');
  return db;
}

const add = (tx: Transaction, n: number) => tx.query('insert into things values ($1)', [n], 'kept');

async function things(db: Database): Promise<number[]> {
  const { rows } = await db.query<{ n: number }>('select n from things order by n', [], 'kept');
  return rows.map(({ n }) => n);
}

describe('statements that leave together', () => {
  test('answer each for itself', async (t) => {
    const db = await oneConnection(t);
    for (const n of [1, 2]) {
      const [added, doubled, none] = await db.transaction((tx) =>
        Promise.all([
          add(tx, n),
          tx.query('select $1::int * 2 as twice, null as nothing', [n], 'kept'),
          tx.query('select n from things where n > $1', [n], 'kept'),
        ]),
      );
      assert.equal(added.rowCount, 1);
      assert.deepEqual(added.rows, []);
      assert.deepEqual(doubled.rows, [{ twice: 2 * n, nothing: null }]);
      assert.deepEqual([none.rowCount, none.rows], [0, []]);
    }
    assert.deepEqual(await things(db), [1, 2]);
  });

  test('fail with the one that failed, from there on, and leave the connection as it was', async (t) => {
    const db = await oneConnection(t);
    for (const isBehind of [false, true]) {
      let results: PromiseSettledResult<unknown>[] = [];
      const failing = db.transaction(async (tx) => {
        const added = [1, 7, 2].map((n) => add(tx, n));
        if (isBehind) tx.commitBehind();
        results = await Promise.allSettled(added);
        await Promise.all(added);
      });
      await assert.rejects(failing, /n is small/);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected'],
      );
      for (const result of results.slice(1)) assert.match(String('reason' in result && result.reason), /n is small/);
      await db.transaction((tx) => add(tx, 3));
    }
    assert.deepEqual(await things(db), [3, 3]);
  });

  test('are read anew when the first of their kind failed, or was passed over', async (t) => {
    const db = await oneConnection(t);
    const divide = (by: number) => db.query<{ n: number }>('select 6 / $1::int as n', [by], 'kept');
    await assert.rejects(divide(0), { code: '22012' });
    assert.deepEqual((await divide(2)).rows, [{ n: 3 }]);
    await assert.rejects(divide(0), { code: '22012' });
    assert.deepEqual((await divide(3)).rows, [{ n: 2 }]);

    const negate = (tx: Pick<Transaction, 'query'>) => tx.query('select - $1::int as n', [1], 'kept');
    const passedOver = db.transaction((tx) => Promise.all([add(tx, 7), negate(tx)]));
    await assert.rejects(passedOver, /n is small/);
    assert.deepEqual((await negate(db)).rows, [{ n: -1 }]);
  });

  test('are in doubt when the connection is lost before the last of them is answered', async (t) => {
    const db = await oneConnection(t);
    const all = await Promise.allSettled([
      db.transaction((tx) => Promise.all([add(tx, 1), tx.query('select pg_terminate_backend(pg_backend_pid())', [])])),
    ]);
    assert.ok(all[0].status === 'rejected' && all[0].reason instanceof StoreDown);
    await eventually('it is found again', () => db.isUp());
    assert.deepEqual(await things(db), []);
  });
});

test('a statement outside of a transaction that cannot be committed has failed', async (t) => {
  const { db } = await testDatabase(t, { poolSize: 1 });
  await db.query('create table things (n int constraint "n is one of its own" unique deferrable initially deferred)');
  await assert.rejects(db.query('insert into things values ($1), ($1)', [1]), /n is one of its own/);
  assert.deepEqual(await things(db), []);
});

test('a value that cannot be written is refused, and nothing of its statement leaves', async (t) => {
  const db = await oneConnection(t);
  const endless: { self?: unknown } = {};
  endless.self = endless;
  await assert.rejects(db.query('select $1::jsonb', [endless]), TypeError);
  assert.deepEqual(await things(db), []);
});
