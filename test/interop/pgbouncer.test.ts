/**
 * PgBouncer from Debian between us and the server, in transaction mode: one of our connections meets many sessions, so
 * nothing of a session may be relied on (docs/scale.md).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseAddress } from '../../src/store/connection/address.ts';
import { openDatabase } from '../../src/store/connection/pool.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { TcpLink } from '../support/gateway/tcp-link.ts';
import { freePort } from '../support/ports.ts';
import { testDatabase } from '../support/postgres/database.ts';
import { quietContext } from '../support/postgres/postgres.ts';

/** Sessions that all of our connections share. */
const SESSIONS = 3;

/** The address of the database behind a PgBouncer that runs until the test ends. */
async function pooled(t: TestContext, url: string): Promise<string> {
  const behind = parseAddress(url);
  const [server] = behind.hosts;
  // PgBouncer runs as somebody who may not open the server's socket.
  const link = await TcpLink.open({ path: `${server?.host}/.s.PGSQL.${server?.port}` });
  t.after(() => link.close());
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-pgbouncer-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${link.port} user=${behind.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
ignore_startup_parameters = idle_in_transaction_session_timeout
`,
  );
  // It does not run as root.
  await chmod(folder, 0o755);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('/usr/sbin/pgbouncer', [...asOther, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await eventually('PgBouncer listens', () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    return said.includes('process up');
  });
  return `postgres://${behind.user}:any@127.0.0.1:${port}/${behind.database}`;
}

test('no plan is kept behind PgBouncer, and statements go to whatever session is free', async (t) => {
  const { db: direct, url } = await testDatabase(t);
  const db = await openDatabase(quietContext(), { url: await pooled(t, url), poolSize: 8 });
  t.after(() => db.close());
  const sessions = new Set<number>();
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { rows } = await db.query<{ pid: number; n: number }>(
        'select pg_backend_pid() as pid, $1::int as n, pg_sleep(0.01)',
        [index],
        'kept',
      );
      assert.equal(rows[0]?.n, index);
      sessions.add(rows[0]?.pid ?? 0);
    }),
  );
  assert.ok(sessions.size > 1 && sessions.size <= SESSIONS, `${sessions.size} sessions`);
  const { rows } = await db.query<{ names: number; mode: string }>(
    `select (select count(*) from pg_prepared_statements) as names, current_setting('plan_cache_mode') as mode`,
  );
  assert.deepEqual(rows, [{ names: 0, mode: 'auto' }]);

  // On the server itself they are.
  await direct.query('select $1::int as n', [1], 'kept');
  const kept = await direct.query<{ mode: string }>(
    `select name, current_setting('plan_cache_mode') as mode from pg_prepared_statements`,
  );
  assert.equal(kept.rows.length, 1);
  assert.equal(kept.rows[0]?.mode, 'force_generic_plan');
});
