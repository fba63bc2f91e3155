import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { StoreDown } from '../database.ts';
import { isMissingPartition } from './sql-states.ts';

/** A statement that fails as the coordinator of a cluster says it. */
const says = (message: string, state: string) =>
  `do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`;

for (const [message, state] of [
  [
    'connection to the remote node trunkline@10.0.0.2:5432 failed with the following error: Connection refused',
    '08006',
  ],
  ['failure on connection marked as essential: 10.0.0.2:5432', 'XX000'],
  ['failed to commit transaction on 10.0.0.2:5432', 'XX000'],
  ['could not establish any connections to the node 10.0.0.2:5432 after 30000 ms', '08006'],
  ['failed to complete COPY on 10.0.0.2:5432', '58030'],
] as const) {
  test(`"${message}" is StoreDown, and leaves the coordinator its connections`, async (t) => {
    const { db } = await testDatabase(t, { poolSize: 1 });
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    await assert.rejects(db.query(says(message, state)), (error) => error instanceof StoreDown);
    await assert.rejects(
      db.transaction((tx) => tx.query(says(message, state))),
      (error) => error instanceof StoreDown,
    );
    assert.equal(db.isUp(), true);
    assert.deepEqual((await db.query('select pg_backend_pid() as pid')).rows, rows);
  });
}

test('what a worker refuses while rows are copied to it has the state that the worker gave it', async (t) => {
  const { db } = await testDatabase(t);
  const refused = async (message: string): Promise<Record<string, unknown>> => {
    const error: unknown = await db.query(says(message, 'XX000')).catch((each: unknown) => each);
    return error as Record<string, unknown>;
  };
  assert.ok(isMissingPartition(await refused('no partition of relation "messages_102012" found for row')));
  assert.equal((await refused('duplicate key value violates unique constraint "a_102012"')).code, '23505');
  const check = await refused('new row for relation "messages_102012" violates check constraint "b_102012"');
  assert.deepEqual([check.code, check.constraint, isMissingPartition(check)], ['23514', 'b_102012', false]);
});

test('an internal error that says nothing of a worker is an error of the statement', async (t) => {
  const { db } = await testDatabase(t);
  await assert.rejects(db.query(says('the query contains a join that requires repartitioning', 'XX000')), {
    code: 'XX000',
  });
});
