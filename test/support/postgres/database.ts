/**
 * A database of its own for each test: a copy of the migrated template, dropped when the test ends.
 *
 * 1. scripts/test.mjs starts one server for the run and names it in TRUNKLINE_TEST_DATABASE. A file that is run alone
 *    starts one itself when the first test asks, and stops it when the last has ended.
 * 2. To make the partitions of a day takes longer than to copy a database, so a copy has some from the start
 *    (templates.ts): the first days of the clock that the tests move, or those that the test names.
 */
import { randomBytes } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { DAY_MS } from '../../../src/lib/durations.ts';
import { type DatabaseOptions, openDatabase } from '../../../src/store/connection/pool.ts';
import type { Database } from '../../../src/store/database.ts';
import { atEnd } from '../at-end.ts';
import { CLOCK_BEGINS_MS } from '../manual-clock.ts';
import { CITUS, createCitusDatabase, dropCitusDatabase, spreadSchema } from './citus.ts';
import { quietContext, startTestServer, TEMPLATE, type TestServer, urlOf } from './postgres.ts';
import { type Days, templateWith } from './templates.ts';

let ownServer: Promise<TestServer> | null = null;
let maintenance: Promise<Database> | null = null;

after(async () => {
  await (await maintenance)?.close();
  await (await ownServer)?.stop();
});

export interface TestDatabase {
  readonly db: Database;
  /** For whoever opens connections of its own; they need not be closed before the test ends. */
  readonly url: string;
}

/** What an engine looks ahead (test/support/engine/engine.ts). */
const FIRST_DAYS: Days = [CLOCK_BEGINS_MS, CLOCK_BEGINS_MS + 3 * DAY_MS];

export interface TestDatabaseOptions extends Partial<DatabaseOptions> {
  /** Rule 2; null for a schema without partitions. On a cluster there are none, so whoever needs a day makes sure of it. */
  readonly days?: Days | null;
}

/** The database runs on the system's clock, whatever clock the test moves. `options` as for openDatabase. */
export async function testDatabase(t: TestContext, options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { days = FIRST_DAYS, ...connection } = options;
  if (CITUS !== undefined) return onCitus(t, CITUS, connection);
  return copyOf(t, days === null ? TEMPLATE : await templateWith(await serverUrl(), days), connection);
}

/** A database with nothing in it. */
export async function emptyDatabase(t: TestContext): Promise<TestDatabase> {
  return copyOf(t, 'template0', {});
}

/** A database in which a commit does not wait for the disk, whatever its server does elsewhere. */
export async function unsafeDatabase(t: TestContext): Promise<TestDatabase> {
  const { db: first, url } = await testDatabase(t);
  const { rows } = await first.query<{ name: string }>('select current_database() as name');
  await first.query(`alter database ${rows[0]?.name} set synchronous_commit = off`);
  // A setting of a database holds for sessions that begin after it.
  const db = await openDatabase(quietContext(), { url });
  atEnd(t, () => db.close());
  return { db, url };
}

async function copyOf(t: TestContext, template: string, options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const server = await serverUrl();
  maintenance ??= openDatabase(quietContext(), { url: server, poolSize: 2 });
  const admin = await maintenance;
  const name = newName();
  // Three times as fast as the usual way, for a small database on a server that does not wait for the disk.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const url = urlOf(server, name);
  const db = await openDatabase(quietContext(), { ...options, url });
  atEnd(t, async () => {
    await db.close();
    await admin.query(`drop database ${name} with (force)`);
  });
  return { db, url };
}

async function onCitus(t: TestContext, coordinator: string, options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const name = newName();
  const url = await createCitusDatabase(coordinator, name);
  await spreadSchema(url);
  const db = await openDatabase(quietContext(), { ...options, url });
  atEnd(t, async () => {
    await db.close();
    await dropCitusDatabase(coordinator, name);
  });
  return { db, url };
}

function newName(): string {
  return `test_${process.pid}_${randomBytes(6).toString('hex')}`;
}

/** The address of the run's server: its maintenance database. */
export async function serverUrl(): Promise<string> {
  const given = process.env.TRUNKLINE_TEST_DATABASE;
  if (given) return given;
  ownServer ??= startTestServer();
  return (await ownServer).url;
}
