import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from 'pg';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { StoreDown } from '../database.ts';
import { createPostgres, type Postgres } from '../postgres/supervisor.ts';
import { parseAddress } from './address.ts';
import { connect } from './connection.ts';
import { openDatabase } from './pool.ts';

const FAST = { fsync: 'off', max_connections: '40' };

let root = '';
let primary: Postgres;
let standby: Postgres;
/** Both servers, the standby first. */
let both = '';

const socketOf = (url: string) => parseAddress(url).hosts[0]?.host ?? '';

function server(name: string, settings: Record<string, string>): Postgres {
  return createPostgres(quietContext(), { dataDir: join(root, name), settings, path: process.env.PATH });
}

/** A connection to a server that may be a standby. */
function openDirect(url: string): Promise<Client> {
  const address = parseAddress(url);
  const [host] = address.hosts;
  assert.ok(host);
  return connect(address, { host, tls: false }, 10_000);
}

async function onServer(url: string, text: string): Promise<void> {
  const db = await openDatabase(quietContext(), { url, poolSize: 1 });
  await db.query(text).finally(() => db.close());
}

describe('a primary and its standby', () => {
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'trunkline-ha-'));
    const first = server('a', FAST);
    await first.start();
    await first.stop();
    await mkdir(join(root, 'b'));
    await cp(join(root, 'a', 'postgres'), join(root, 'b', 'postgres'), { recursive: true });
    await writeFile(join(root, 'b', 'postgres', 'standby.signal'), '');
    primary = server('a', FAST);
    await primary.start();
    const conninfo = `host=${socketOf(primary.url)} user=trunkline application_name=b`;
    standby = server('b', { ...FAST, primary_conninfo: conninfo });
    await standby.start();
    const hosts = [standby, primary].map(({ url }) => encodeURIComponent(socketOf(url))).join(',');
    both = `postgres://trunkline@${hosts}/trunkline`;
    await onServer(both, 'create table things (n int primary key)');
  });
  after(async () => {
    await Promise.all([primary?.stop(), standby?.stop()]);
    await rm(root, { recursive: true, force: true });
  });

  test('writes go to the primary, whichever host is named first', async () => {
    const db = await openDatabase(quietContext(), { url: both });
    await db.query('insert into things values (1)');
    const { rows } = await db.query('select pg_is_in_recovery() as standby');
    assert.deepEqual(rows, [{ standby: false }]);
    await db.close();
  });

  test('a standby alone is no database to open', async () => {
    const url = standby.url;
    await assert.rejects(
      openDatabase(quietContext(), { url, openWithinMs: 50 }),
      /no database takes writes .*is a standby/,
    );
  });

  test('a commit that waits in vain for its standby is in doubt, and may be sent again', async () => {
    await onServer(primary.url, "alter system set synchronous_standby_names = 'nobody'");
    await onServer(primary.url, 'select pg_reload_conf()');
    // Commits wait when the checkpointer has read it, which it does before this.
    await onServer(primary.url, 'checkpoint');
    const db = await openDatabase(quietContext(), { url: both });
    const canceller = await openDatabase(quietContext(), { url: both, poolSize: 1 });
    const insert = () => db.transaction((tx) => tx.query('insert into things values (2) on conflict do nothing'));
    const single = () => db.query('insert into things values (3) on conflict do nothing');
    for (const write of [insert, single]) {
      const refused = assert.rejects(write(), (error) => error instanceof StoreDown && /in doubt/.test(error.message));
      await eventually('it waits for the standby', async () => {
        const { rowCount } = await canceller.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
            where wait_event = 'SyncRep' and backend_type = 'client backend'`,
        );
        return rowCount === 1;
      });
      await refused;
      assert.equal(db.isUp(), true, 'the server is well');
    }
    await canceller.query('alter system reset synchronous_standby_names');
    await canceller.query('select pg_reload_conf()');
    await insert();
    await single();
    assert.equal((await db.query('select from things')).rowCount, 3);
    await Promise.all([db.close(), canceller.close()]);
  });

  test('a promotion is followed, and a former primary that comes back is not', async () => {
    const db = await openDatabase(quietContext(), { url: both });
    const { rows } = await db.query<{ n: number }>('select count(*) as n from things');
    await eventually('the standby has it all', async () => {
      const copy = await openDirect(standby.url);
      const found = await copy.query<{ n: number }>('select count(*) as n from things').finally(() => copy.end());
      return found.rows[0]?.n === rows[0]?.n;
    });
    await primary.stop();
    await assert.rejects(
      eventually('it is noticed', () => db.query('insert into things values (4)'), 200),
      /StoreDown/,
    );
    const copy = await openDirect(standby.url);
    await copy.query('select pg_promote()');
    await copy.end();
    await eventually('the new primary takes writes', async () => {
      await db.query('insert into things values (4) on conflict do nothing');
      return true;
    });
    primary = server('a', FAST);
    await primary.start();
    // On a clock that stands still both have all the time to answer.
    const context = { ...quietContext(), clock: new ManualClock() };
    const later = await openDatabase(context, { url: both.replace(/@(.*),(.*)\//, '@$2,$1/') });
    assert.equal((await later.query('select from things where n = 4')).rowCount, 1);
    assert.equal((await db.query('select from things where n = 4')).rowCount, 1);
    await Promise.all([db.close(), later.close()]);
  });
});
