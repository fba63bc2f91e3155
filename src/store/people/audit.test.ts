/** The audit log as the database has it: one chain over all nodes, whatever somebody does to its rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { AuditLog } from '../../http/operator/people/audit-log.ts';
import type { Database } from '../database.ts';
import { appendAudit, findAudit, forgetAudit, LOOKED_THROUGH, listAudit, readAudit, readChosenAudit } from './audit.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = Date.parse('2026-01-01T12:00:00Z');
const DAY = 86_400_000;
const CONTEXT = { clock: { now: () => NOW } as never, hints: { of: () => {} } as never };

async function fill(db: Database, count: number, at = NOW): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    await appendAudit(db, KEY, { at: at + place, actor: 'user:ada', action: 'POST /accounts', account: 'ACME-3' });
  }
}

async function problems(db: Database): Promise<string[]> {
  const log = new AuditLog({ context: CONTEXT, db, key: KEY });
  return (await log.verify()).problems.map(({ seq, text }) => `${seq} ${text}`);
}

/** Does it, sees what is said, and puts everything back. */
async function saidOf(db: Database, statements: readonly string[]): Promise<string[]> {
  await db.query('create table kept_entries as select * from audit_entries');
  await db.query('create table kept_heads as select * from audit_heads');
  for (const statement of statements) await db.query(statement);
  const said = await problems(db);
  for (const name of ['audit_entries', 'audit_heads']) {
    await db.query(`delete from ${name}`);
    await db.query(`insert into ${name} select * from ${name.replace('audit', 'kept')}`);
    await db.query(`drop table ${name.replace('audit', 'kept')}`);
  }
  return said;
}

test('entries of many nodes at the same time make one chain without a gap', async (t) => {
  const { db } = await testDatabase(t);
  assert.deepEqual(await problems(db), []);
  const nodes = Array.from({ length: 4 }, (_, node) => node);
  await Promise.all(
    nodes.map(async (node) => {
      for (let count = 0; count < 5; count += 1) {
        await appendAudit(db, KEY, { at: NOW, actor: `node-${node}`, action: 'x' });
      }
    }),
  );
  const rows = await readAudit(db, { after: 0, limit: 100 });
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    Array.from({ length: 20 }, (_, place) => place + 1),
  );
  assert.deepEqual(await problems(db), []);
});

test('who writes in the database is found out, with the place', async (t) => {
  const { db } = await testDatabase(t);
  await fill(db, 6);
  const columns = 'seq, bucket, at, actor, account_id, body, hash';
  const cases: ReadonlyArray<readonly [string[], RegExp]> = [
    [["update audit_entries set actor = 'user:eve' where seq = 3"], /^3 changed: its actor/],
    [['update audit_entries set account_id = null where seq = 3'], /^3 changed: its account/],
    [["update audit_entries set at = at - interval '1 hour' where seq = 3"], /^3 changed: its at/],
    [["update audit_entries set body = replace(body, 'ada', 'eve') where seq = 3"], /^3 changed: its hash/],
    [['delete from audit_entries where seq = 3'], /^3 missing, up to entry 4/],
    [['delete from audit_entries where seq <= 2'], /^1 missing, up to entry 3/],
    [['delete from audit_entries where seq >= 5'], /^5 missing, up to the end at entry 6/],
    [['delete from audit_entries'], /^1 missing, up to the end at entry 6/],
    [
      ['delete from audit_entries where seq = 6', 'update audit_heads set seq = 5'],
      /^6 |^5 the end that the log names/,
    ],
    [
      [
        'update audit_entries set seq = 100 where seq = 3',
        'update audit_entries set seq = 3 where seq = 4',
        'update audit_entries set seq = 4 where seq = 100',
      ],
      /^3 changed: its hash/,
    ],
    [
      [
        `insert into audit_entries (${columns}) select 7, bucket, at, actor, account_id, body, hash from audit_entries where seq = 6`,
      ],
      /^7 changed/,
    ],
  ];
  for (const [statements, expected] of cases) {
    const [first = ''] = await saidOf(db, statements);
    assert.match(first, expected, statements.join('; '));
  }
  assert.deepEqual(await problems(db), []);
});

test('a log whose end does not fit goes on, and says so for good', async (t) => {
  const { db } = await testDatabase(t);
  for (const harm of [
    'delete from audit_entries where seq = 3',
    'delete from audit_heads',
    'update audit_heads set seq = 1',
  ]) {
    await db.query('delete from audit_entries');
    await db.query('delete from audit_heads');
    await fill(db, 3);
    await db.query(harm);
    await fill(db, 2);
    const said = await problems(db);
    assert.ok(
      said.some((each) => /says that the log was found broken/.test(each)),
      `${harm}: ${said.join(', ')}`,
    );
  }
});

test('a search looks through so many entries for a page, and a damaged one does not stop it', async (t) => {
  const { db } = await testDatabase(t);
  await fill(db, 2);
  await db.query("update audit_entries set body = 'no JSON' where seq = 2");
  await db.query(
    `insert into audit_entries (seq, bucket, at, actor, account_id, body, hash)
     select seq, bucket, at, actor, account_id, '{}', hash from
       (select seq + n as seq, bucket, at, actor, account_id, hash from audit_entries, generate_series(1, $1::int) n
         where seq = 2) e`,
    [LOOKED_THROUGH],
  );
  const found = (before?: number) => listAudit(db, { action: 'POST /accounts' }, { before, limit: 5 });
  assert.deepEqual(await found(), { rows: [], lookedTo: 3 });
  const { rows, lookedTo } = await found(3);
  assert.deepEqual([rows.map(({ seq }) => seq), lookedTo], [[1], null]);
  // Who and on which account is looked through as well: somebody may have done nothing for a million entries.
  await db.query("update audit_entries set actor = 'user:once', account_id = 'ONCE' where seq = 1");
  for (const filter of [{ actor: 'user:once' }, { account: 'ONCE' }]) {
    assert.deepEqual(await listAudit(db, filter, { before: undefined, limit: 5 }), { rows: [], lookedTo: 3 });
    const page = await listAudit(db, filter, { before: 3, limit: 5 });
    assert.deepEqual([page.rows.map(({ seq }) => seq), page.lookedTo], [[1], null]);
  }
});

test('a step of an export looks through so many entries, and the export goes on behind them', async (t) => {
  const { db } = await testDatabase(t);
  await fill(db, 1);
  await db.query(
    `insert into audit_entries (seq, bucket, at, actor, account_id, body, hash)
     select seq + n, bucket, at, case when n > $1::int then 'user:once' else actor end, account_id, body, hash
       from audit_entries, generate_series(1, $1::int + 1) n`,
    [LOOKED_THROUGH],
  );
  const filter = { actor: 'user:once' };
  assert.deepEqual(await readChosenAudit(db, filter, { after: 0, limit: 5 }), { rows: [], lookedTo: LOOKED_THROUGH });
  const log = new AuditLog({ context: CONTEXT, db, key: KEY });
  const places: number[] = [];
  for await (const { seq } of log.entries(0, filter)) places.push(seq);
  assert.deepEqual(places, [LOOKED_THROUGH + 2]);
});

test('the entries beside one are found over a gap', async (t) => {
  const { db } = await testDatabase(t);
  await fill(db, 4);
  await db.query('delete from audit_entries where seq = 2');
  const beside = async (seq: number) => {
    const found = await findAudit(db, seq);
    return [found?.before, found?.after];
  };
  assert.deepEqual(
    [await beside(1), await beside(3), await beside(4)],
    [
      [null, 3],
      [1, 4],
      [3, null],
    ],
  );
});

test('what is old is let go from the beginning, and the rest still fits', async (t) => {
  const { db } = await testDatabase(t);
  await fill(db, 4, NOW - 10 * DAY);
  await fill(db, 3);
  assert.equal(await forgetAudit(db, KEY, NOW - DAY, NOW), 4);
  assert.equal(await forgetAudit(db, KEY, NOW - DAY, NOW), 0);
  const rows = await readAudit(db, { after: 0, limit: 100 });
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    [5, 6, 7, 8],
  );
  assert.match(rows.at(-1)?.body ?? '', /"action":"log shortened".*"up_to":"4"/);
  assert.deepEqual(await problems(db), []);
  await fill(db, 2);
  assert.deepEqual(await problems(db), []);
  await db.query('delete from audit_entries where seq = 5');
  assert.match((await problems(db))[0] ?? '', /^5 missing/);
});
