import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { TcpLink } from '../../../test/support/gateway/tcp-link.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { CITUS } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { type Database, StoreDown } from '../database.ts';
import { parseAddress } from './address.ts';
import { openDatabase } from './pool.ts';

const pidOf = async (db: Pick<Database, 'query'>): Promise<number> => {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
};

const count = async (db: Database): Promise<number> => {
  const { rows } = await db.query<{ n: number }>('select count(*) as n from things');
  return rows[0]?.n ?? -1;
};

test('an instant arrives as milliseconds, a bigint as a number, a date as text', async (t) => {
  const { db } = await testDatabase(t);
  const { rows } = await db.query(
    `select to_timestamp($1 / 1000.0) as at, array[to_timestamp($1 / 1000.0)] as ats, 9007199254740991::bigint as big,
            array[1::bigint, null] as bigs, '2026-11-21'::date as day, 'infinity'::timestamptz as never`,
    [1_795_248_338_123],
  );
  assert.deepEqual(rows, [
    {
      at: 1_795_248_338_123,
      ats: [1_795_248_338_123],
      big: 9_007_199_254_740_991,
      bigs: [1, null],
      day: '2026-11-21',
      never: Number.POSITIVE_INFINITY,
    },
  ]);
});

test('a statement that the server refuses keeps its SQLSTATE, and the connection is used again', async (t) => {
  const { db } = await testDatabase(t, { poolSize: 1 });
  const pid = await pidOf(db);
  await assert.rejects(db.query('select 1 / 0'), { code: '22012' });
  await assert.rejects(db.query('select nothing from nowhere'), { code: '42P01' });
  assert.equal(await pidOf(db), pid);
  assert.equal(db.isUp(), true);
});

test('a transaction is kept when its work ends well, and undone when it throws', async (t) => {
  const { db } = await testDatabase(t);
  await db.query('create table things (n int primary key)');
  const value = await db.transaction(async (tx) => {
    await tx.query('insert into things values ($1)', [1]);
    return 'kept';
  });
  assert.equal(value, 'kept');
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query('insert into things values (2)');
      throw new Error('of the work');
    }),
    /of the work/,
  );
  await assert.rejects(
    db.transaction((tx) => tx.query('insert into things values (1)')),
    { code: '23505' },
  );
  assert.equal(await count(db), 1);
});

test('a transaction in which a failure was swallowed is not taken for kept', async (t) => {
  const { db } = await testDatabase(t);
  await db.query('create table things (n int primary key)');
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query('insert into things values (1)');
      await tx.query('select 1 / 0').catch(() => {});
    }),
    /was rolled back/,
  );
  assert.equal(await count(db), 0);
});

test('nothing can be sent through a transaction that has ended', async (t) => {
  const { db } = await testDatabase(t);
  const tx = await db.transaction(async (inside) => inside);
  await assert.rejects(tx.query('select 1'), /has ended/);
});

test('more callers than connections wait for one, and one that waits too long is told', async (t) => {
  const { db, url } = await testDatabase(t, { poolSize: 2, acquireTimeoutMs: 120_000 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => db.query<{ n: number }>('select $1::int as n', [n])),
  );
  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.n),
    Array.from({ length: 50 }, (_, n) => n),
  );
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const clock = new ManualClock();
  const hasty = await openDatabase({ ...quietContext(), clock }, { url, poolSize: 2, acquireTimeoutMs: 1_000 });
  t.after(() => hasty.close());
  let lent = 0;
  const held = [1, 2].map(() =>
    hasty.transaction(() => {
      lent += 1;
      return gate;
    }),
  );
  await eventually('both are lent', () => lent === 2);
  const late = assert.rejects(hasty.query('select 1'), /no connection to the database became free within 1000 ms/);
  await clock.advance(1_000);
  await late;
  release();
  await Promise.all(held);
});

/** Its link leads to the server's socket. */
const ON_A_SOCKET = { skip: CITUS !== undefined && 'a cluster is reached over TCP' };
const ON_ONE_SERVER = { skip: CITUS !== undefined && 'on a cluster no plan is kept' };

test('a connection that is cut under a statement is StoreDown, and the database is found again', async (t) => {
  const { db, url } = await testDatabase(t);
  const other = await openDatabase(quietContext(), { url, poolSize: 1 });
  t.after(() => other.close());
  await db.query('create table things (n int primary key)');
  let pid = 0;
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const work = db.transaction(async (tx) => {
    pid = await pidOf(tx);
    await tx.query('insert into things values (1)');
    began();
    await tx.query('select pg_sleep(60)');
  });
  const refused = assert.rejects(work, StoreDown);
  await hasBegun;
  await other.query('select pg_terminate_backend($1::int)', [pid]);
  await refused;
  assert.equal(await eventually('the database answers', () => count(db)).catch(() => -1), 0);
  assert.equal(await count(other), 0);
});

test('a connection that is cut while nobody uses it costs nobody a statement', async (t) => {
  const { db, url } = await testDatabase(t);
  const other = await openDatabase(quietContext(), { url, poolSize: 1 });
  t.after(() => other.close());
  const pid = await pidOf(db);
  await other.query('select pg_terminate_backend($1::int, 5000)', [pid]);
  const next = await eventually('the database is up with another connection', async () => {
    const now = await pidOf(db);
    return now !== pid && now;
  });
  assert.notEqual(next, pid);
});

test('a connection serves for a day', async (t) => {
  const { url } = await testDatabase(t);
  const clock = new ManualClock();
  const db = await openDatabase({ ...quietContext(), clock }, { url, poolSize: 1 });
  t.after(() => db.close());
  const first = await pidOf(db);
  await clock.advance(86_399_999);
  assert.equal(await pidOf(db), first);
  await clock.advance(1);
  // The one that is in use when the day ends is the last one's.
  assert.equal(await pidOf(db), first);
  assert.notEqual(await pidOf(db), first);
});

test('a statement that takes too long is StoreDown, and others are not disturbed', async (t) => {
  const { db } = await testDatabase(t, { queryTimeoutMs: 2_000 });
  const slow = assert.rejects(db.query('select pg_sleep(60)'), StoreDown);
  const other = await db.transaction(async (tx) => {
    const pid = await pidOf(tx);
    await slow;
    assert.equal(db.isUp(), true);
    return pid === (await pidOf(tx));
  });
  assert.equal(other, true);
});

test('a transaction that stands still gives up its locks and is StoreDown, and others are not disturbed', async (t) => {
  const { db } = await testDatabase(t, { idleInTransactionMs: 200 });
  await db.query('create table things (n int primary key)');
  await db.query('insert into things values (1)');
  const pid = await pidOf(db);
  const stalled = db.transaction(async (tx) => {
    await tx.query('update things set n = 2');
    // Waits for the lock that this transaction holds and does not let go of.
    await db.query('update things set n = 3');
    await tx.query('select 1');
  });
  await assert.rejects(stalled, StoreDown);
  assert.deepEqual((await db.query('select n from things')).rows, [{ n: 3 }]);
  assert.equal(db.isUp(), true);
  assert.notEqual(await pidOf(db), pid);
});

test('a server that has fallen silent is noticed, and what waits for it is told', ON_A_SOCKET, async (t) => {
  const { url } = await testDatabase(t);
  const { hosts, user, database } = parseAddress(url);
  const link = await TcpLink.open({ path: `${hosts[0]?.host}/.s.PGSQL.${hosts[0]?.port}` });
  const behind = `postgres://${user}@127.0.0.1:${link.port}/${database}?sslmode=disable&connect_timeout=1`;
  const db = await openDatabase(quietContext(), { url: behind, silentAfterMs: 300 });
  t.after(async () => {
    await db.close();
    await link.close();
  });
  await eventually('the database answers over the link', () => db.query('select 1'));
  link.cut('silent');
  await assert.rejects(db.query('select 2'), StoreDown);
  assert.equal(db.isUp(), false);
  await assert.rejects(db.query('select 3'), StoreDown);
  link.heal();
  assert.deepEqual(await eventually('the database answers', async () => (await db.query('select 4 as n')).rows), [
    { n: 4 },
  ]);
});

test('what is notified is heard, also after the listening connection was cut', async (t) => {
  const { db, url } = await testDatabase(t);
  const other = await openDatabase(quietContext(), { url, poolSize: 1 });
  t.after(() => other.close());
  const heard: string[] = [];
  const first = await db.listen('due', (payload) => heard.push(payload));
  const second = await db.listen('due', (payload) => heard.push(`${payload} too`));
  await other.query("select pg_notify('due', 'one')");
  await eventually('both hear it', () => heard.length === 2);
  await other.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where query = \'listen "due"\'');
  await eventually('it is heard again', async () => {
    await other.query("select pg_notify('due', 'two')");
    return heard.includes('two too');
  });
  await first.close();
  await second.close();
  const { rows } = await eventually('nobody listens', async () => {
    const found = await other.query('select from pg_stat_activity where query = \'listen "due"\'');
    return found.rowCount === 0 && found;
  });
  assert.deepEqual(rows, []);
});

test('a closed database says so, and lets what is under way end', async (t) => {
  const { url } = await testDatabase(t);
  const db = await openDatabase(quietContext(), { url });
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const last = db.transaction(async (tx) => {
    await tx.query('select 1');
    began();
    return tx.query<{ n: number }>('select pg_sleep(0.05), 2 as n');
  });
  await hasBegun;
  const [{ rows }] = await Promise.all([last, db.close()]);
  assert.equal(rows[0]?.n, 2);
  assert.equal(db.isUp(), false);
  await assert.rejects(db.query('select 1'), /closed/);
});

test('a database that does not exist is refused at once, one that cannot be reached after a while', async (t) => {
  const { url } = await testDatabase(t);
  const missing = url.replace(/\/test_\w+/, '/no_such_database');
  await assert.rejects(openDatabase(quietContext(), { url: missing, openWithinMs: 60_000 }), /does not exist/);
  const nobody = 'postgres://me:hidden@127.0.0.1:1,127.0.0.1:2/x';
  await assert.rejects(openDatabase(quietContext(), { url: nobody, openWithinMs: 100 }), (error: Error) => {
    assert.ok(error instanceof StoreDown);
    assert.match(error.message, /127\.0\.0\.1:1: .*ECONNREFUSED.*127\.0\.0\.1:2: /);
    assert.doesNotMatch(error.message, /hidden/);
    return true;
  });
});

test(
  'a plan is kept where that is asked for, and nothing of it is left for other statements',
  ON_ONE_SERVER,
  async (t) => {
    const { db } = await testDatabase(t, { poolSize: 1 });
    const modes = async () => {
      const { rows } = await db.query<{ plans: string; scans: string; kept: number }>(
        `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans,
              (select count(*) from pg_prepared_statements where statement = $1) as kept`,
        [STATEMENT],
      );
      return rows[0];
    };
    const STATEMENT = 'select $1::int + 1 as sum';
    assert.deepEqual(await modes(), { plans: 'auto', scans: 'on', kept: 0 });
    for (const n of [1, 2]) {
      assert.deepEqual((await db.query(STATEMENT, [n], 'kept')).rows, [{ sum: n + 1 }]);
      assert.deepEqual(await modes(), { plans: 'auto', scans: 'on', kept: 1 });
    }
    // What a transaction sets is taken back when it fails.
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query(STATEMENT, [1], 'kept');
        await tx.query('select 1 / $1::int', [0], 'kept');
      }),
      { code: '22012' },
    );
    assert.deepEqual(await modes(), { plans: 'auto', scans: 'on', kept: 1 });
    await db.transaction((tx) => tx.query(STATEMENT, [1], 'kept'));
    await assert.rejects(
      db.transaction((tx) => tx.query('select 1 / $1::int', [0])),
      { code: '22012' },
    );
    const how = `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans, $1::int as n`;
    assert.deepEqual((await db.query(how, [1], 'kept')).rows, [{ plans: 'force_generic_plan', scans: 'off', n: 1 }]);
    assert.deepEqual((await db.query(how, [1])).rows, [{ plans: 'auto', scans: 'on', n: 1 }]);
  },
);

test('a plan that was made while the table was empty serves when it is full', async (t) => {
  const { db } = await testDatabase(t, { poolSize: 1 });
  await db.query('create table things (n int primary key, other int)');
  const join = 'update things t set other = r.n from unnest($1::int[]) as r(n) where t.n = r.n';
  await db.query(join, ['{1}'], 'kept');
  await db.query('insert into things select n, 0 from generate_series(1, 50000) as n');
  const scans = async () => {
    await db.query('select pg_stat_force_next_flush()');
    const { rows } = await db.query<{ scans: number }>(
      `select seq_scan as scans from pg_stat_user_tables where relname = 'things'`,
    );
    return rows[0]?.scans ?? -1;
  };
  const before = await scans();
  for (let n = 1; n <= 20; n += 1) await db.query(join, [`{${n},${n + 1}}`], 'kept');
  assert.equal(await scans(), before, 'by its index');
});
