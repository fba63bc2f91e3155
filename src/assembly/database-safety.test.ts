import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { unsafeDatabase } from '../../test/support/postgres/database.ts';
import { createContext } from '../context.ts';
import { createLog } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { createDatabaseSafety } from './database-safety.ts';

/** Which of them a database has switched off is its server's affair; a test's own has one of them, at least. */
const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

async function offIn(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting = 'off' order by name",
    [SETTINGS],
  );
  return rows.map(({ name }) => name);
}

/** A server whose settings a test changes. */
function serverWith(settings: Record<string, string>): Database {
  const rows = () => Object.entries(settings).map(([name, setting]) => ({ name, setting }));
  return { query: async () => ({ rows: rows(), rowCount: 1 }) } as unknown as Database;
}

function safetyOf(
  db: Database,
  { isOwn = false, allowUnsafe = false, url = 'postgres://trunkline@db/trunkline' } = {},
) {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const safety = createDatabaseSafety({ context, db, url, isOwn, allowUnsafe });
  return { safety, clock, figures: () => context.metrics.metrics() };
}

test('a gateway does not start on a server that can lose what it acknowledged, and says what mends it', async (t) => {
  const { db } = await unsafeDatabase(t);
  const { safety } = safetyOf(db);
  const off = await offIn(db);
  assert.ok(off.includes('synchronous_commit'));
  await assert.rejects(safety.start(), (error: Error) => {
    for (const setting of off) assert.match(error.message, new RegExp(`${setting} = off: .*To mend it: alter system`));
    assert.match(error.message, /database\.allow_unsafe: true/);
    return true;
  });
  await safety.stop();
});

test('a gateway that is told to starts on it, and shows it', async (t) => {
  const { db } = await unsafeDatabase(t);
  const { safety, figures } = safetyOf(db, { allowUnsafe: true });
  await safety.start();
  assert.deepEqual(safety.unsafeSettings().sort(), await offIn(db));
  assert.match(await figures(), /trunkline_database_unsafe\{setting="synchronous_commit"\} 1/);
  await safety.stop();
});

test("a gateway's own database is never allowed to be unsafe", async () => {
  const { safety } = safetyOf(serverWith({ synchronous_commit: 'off' }), { isOwn: true, allowUnsafe: true });
  await assert.rejects(safety.start(), /the gateway's own database: somebody changed it/);
  await safety.stop();
});

test('what becomes unsafe under a running gateway is shown, and what becomes safe again no longer', async () => {
  const settings: Record<string, string> = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  const { safety, clock, figures } = safetyOf(serverWith(settings));
  await safety.start();
  assert.deepEqual(safety.unsafeSettings(), []);
  settings.fsync = 'off';
  await clock.advance(600_000);
  assert.deepEqual(safety.unsafeSettings(), ['fsync']);
  settings.fsync = 'on';
  await clock.advance(600_000);
  assert.deepEqual(safety.unsafeSettings(), []);
  assert.doesNotMatch(await figures(), /trunkline_database_unsafe\{/);
  await safety.stop();
});

test('of several servers that do not wait for each other the start is advised, not refused', async () => {
  const { safety } = safetyOf(serverWith({ synchronous_standby_names: '' }), {
    url: 'postgres://trunkline@a,b/trunkline',
  });
  await safety.start();
  assert.deepEqual(safety.unsafeSettings(), []);
  await safety.stop();
});
