import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { StoreDown } from '../database.ts';
import { asCallersSeeIt, isShortOfConnections } from './failures.ts';
import { openDatabase } from './pool.ts';

const shortOf = (state: string) => `do $$ begin raise exception 'no room' using errcode = '${state}'; end $$`;

for (const [what, state] of [
  ['disk', '53100'],
  ['memory', '53200'],
  ['what its configuration allows', '53400'],
  ['a file that can be written', '58030'],
] as const) {
  test(`a server that lacks ${what} is StoreDown, and keeps its connections`, async (t) => {
    const { db } = await testDatabase(t, { poolSize: 1 });
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    await assert.rejects(
      db.query(shortOf(state)),
      (error) => error instanceof StoreDown && /has no room: no room/.test(error.message),
    );
    await assert.rejects(
      db.transaction((tx) => tx.query(shortOf(state))),
      (error) => error instanceof StoreDown,
    );
    assert.equal(db.isUp(), true);
    assert.deepEqual((await db.query('select pg_backend_pid() as pid')).rows, rows);
  });
}

test('a server that has no further connection for us is served over those that we have', async (t) => {
  const { db: admin, url } = await testDatabase(t);
  const role = `limited_${process.pid}`;
  await admin.query(`create role ${role} login connection limit 2`);
  const db = await openDatabase(quietContext(), { url: url.replace(/\/\/[^@]*@/, `//${role}@`), poolSize: 8 });
  try {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => db.query<{ n: number }>('select $1::int as n, pg_sleep(0.002)', [n])),
      );
      assert.equal(answers.length, 20);
      assert.equal(db.isUp(), true);
    }
  } finally {
    await db.close();
    await admin.query(`drop role ${role}`);
  }
});

test('a process without a free descriptor keeps the connections that it has', () => {
  for (const code of ['EMFILE', 'ENFILE']) {
    assert.equal(isShortOfConnections(Object.assign(new Error(`connect ${code}`), { code })), true);
  }
  assert.equal(isShortOfConnections(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })), false);
  assert.ok(asCallersSeeIt(Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })) instanceof StoreDown);
});
