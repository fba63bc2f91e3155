import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { holdPostgres } from '../../../test/support/postgres/hold-postgres.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { openDatabase } from '../connection/pool.ts';
import { findBinaries } from './binaries.ts';
import { serverSettings, surroundings } from './cluster.ts';
import { processesIn, startOf } from './processes.ts';
import { chooseRunner } from './runner.ts';
import { createPostgres, type Postgres } from './supervisor.ts';

const PATH = process.env.PATH ?? '';
const onLinux = process.platform === 'linux' ? false : 'only Linux tells';

const bindsToParent =
  spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0
    ? false
    : 'the system cannot end it with the gateway';

let root = '';
let dataDir = '';

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const db = await openDatabase(quietContext(), { url, poolSize: 1 });
  try {
    return (await db.query<Row>(text)).rows;
  } finally {
    await db.close();
  }
}

async function start(t: TestContext, settings: Record<string, string> = {}): Promise<Postgres> {
  const postgres = createPostgres(quietContext(), { dataDir, settings, path: PATH });
  let running = true;
  const stop = async () => {
    if (running) await postgres.stop();
    running = false;
  };
  t.after(stop);
  await postgres.start();
  return Object.create(postgres, { stop: { value: stop } }) as Postgres;
}

const isGone = async (pid: number) => (await startOf(pid)) === null;

describe('the database in the data directory', () => {
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'trunkline-supervisor-'));
    dataDir = join(root, 'data');
  });
  after(() => rm(root, { recursive: true, force: true }));

  test('is made at the first start, on a socket only, durable, with checksums, in the order of code points', async (t) => {
    const postgres = await start(t);
    const rows = await query<{ name: string; setting: string }>(
      postgres.url,
      `select name, setting from pg_settings where name in
        ('listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_encoding',
         'wal_init_zero')`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
      listen_addresses: '',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      // Otherwise all commits wait while a new segment is filled.
      wal_init_zero: 'off',
    });
    const sorted = await query<{ word: string }>(
      postgres.url,
      "select word from unnest(array['b', 'ä', 'B', 'a', 'Z']) as word order by word",
    );
    assert.equal(sorted.map(({ word }) => word).join(''), 'BZabä');
    const counted = await query<{ datname: string }>(
      postgres.url,
      "select datname from pg_database where pg_stat_have_stats('database', oid, 0) order by datname",
    );
    assert.deepEqual(
      counted.map(({ datname }) => datname),
      ['postgres', 'trunkline'],
      'autovacuum does not look at databases that nobody connects to',
    );
    await query(postgres.url, 'create table kept (n int); insert into kept values (1)');
    await postgres.stop();
    assert.deepEqual(await processesIn(join(dataDir, 'postgres')), []);
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false);
  });

  test('is opened again by a later start, with what it holds', async (t) => {
    const postgres = await start(t);
    assert.equal((await query(postgres.url, 'select from kept')).length, 1);
  });

  test('is started again when its server is killed, and nothing that was acknowledged is lost', async (t) => {
    const postgres = await start(t);
    const db = await openDatabase(quietContext(), { url: postgres.url });
    t.after(() => db.close());
    await db.query('insert into kept values (2)');
    const { pid } = postgres;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    const count = await eventually('it answers again', async () => {
      const { rows } = await db.query<{ n: number }>('select count(*) as n from kept');
      return postgres.pid !== pid && rows[0]?.n;
    });
    assert.equal(count, 2);
  });

  test('is not disturbed by a postmaster.pid whose process id belongs to somebody else', async (t) => {
    const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'socket'), '', '', 'ready'];
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);
    const postgres = await start(t);
    assert.equal((await query(postgres.url, 'select from kept')).length, 2);
  });

  test('ends a server that nobody watches any more and starts its own', { skip: onLinux }, async (t) => {
    const cluster = join(dataDir, 'postgres');
    const binaries = await findBinaries({ linksDir: join(dataDir, 'postgres-lib'), path: PATH });
    const probe = join(binaries.folder, 'postgres');
    const runner = await chooseRunner({ folder: cluster, clusterExists: true, path: PATH, probe, env: {} });
    const settings = Object.entries(serverSettings(binaries.major, join(dataDir, 'socket'), {}));
    const [command, args] = runner.wrap(probe, ['-D', cluster, ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])]);
    const left = spawn(command, args, { ...surroundings(binaries, runner, PATH), detached: true, stdio: 'ignore' });
    await eventually('it runs', async () =>
      (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).includes('ready'),
    );
    const postgres = await start(t);
    assert.notEqual(postgres.pid, left.pid);
    assert.equal(await isGone(left.pid ?? 0), true);
    assert.equal((await query(postgres.url, 'select from kept')).length, 2);
  });

  test('ends with the gateway, however that is killed', { skip: bindsToParent }, async (t) => {
    const held = await holdPostgres(t, dataDir);
    assert.equal(held.refused, undefined);
    held.holder.kill('SIGKILL');
    await held.ended;
    await eventually('no process is left', async () => (await processesIn(join(dataDir, 'postgres'))).length === 0);
    const next = await holdPostgres(t, dataDir);
    assert.equal((await query(next.url ?? '', 'select from kept')).length, 2);
    // Both at once, as when the machine's memory runs out.
    process.kill(next.pid ?? 0, 'SIGKILL');
    next.holder.kill('SIGKILL');
    const last = await holdPostgres(t, dataDir);
    assert.equal((await query(last.url ?? '', 'select from kept')).length, 2);
    assert.equal(await last.stop(), 0);
  });

  test('belongs to one gateway, which a second one is told of', async (t) => {
    const held = await holdPostgres(t, dataDir);
    assert.equal((await readFile(join(dataDir, 'gateway.pid'), 'utf8')).trim(), String(held.holder.pid));
    const second = await holdPostgres(t, dataDir);
    assert.match(second.refused ?? '', new RegExp(`in use by the gateway with process id ${held.holder.pid}:`));
    assert.equal(await second.ended, 1);
    assert.equal((await query(held.url ?? '', 'select from kept')).length, 2);
    assert.equal(await held.stop(), 0);
    assert.equal(existsSync(join(dataDir, 'gateway.pid')), false);
  });

  test('is in a session of its own, so a signal to the group of the gateway leaves it', {
    skip: onLinux,
  }, async (t) => {
    const { pid } = await start(t);
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    assert.equal(group, String(pid));
    assert.equal(session, String(pid));
  });

  test('may lie under a path that is too long for a socket', async (t) => {
    const deep = join(root, 'd'.repeat(60), 'e'.repeat(60));
    await mkdir(deep, { recursive: true });
    await cp(join(dataDir, 'postgres'), join(deep, 'postgres'), { recursive: true });
    const postgres = createPostgres(quietContext(), { dataDir: deep, path: PATH });
    t.after(() => postgres.stop().catch(() => {}));
    await postgres.start();
    assert.equal((await query(postgres.url, 'select from kept')).length, 2);
    const place = (await readFile(join(deep, 'socket-directory'), 'utf8')).trim();
    assert.ok(existsSync(join(place, '.s.PGSQL.5432')));
    await postgres.stop();
    assert.equal(existsSync(place), false);
  });

  test('is refused by programs of another version, with the way to move', async (t) => {
    const old = join(root, 'old');
    await mkdir(join(old, 'postgres'), { recursive: true });
    await writeFile(join(old, 'postgres', 'PG_VERSION'), '9\n');
    const postgres = createPostgres(quietContext(), { dataDir: old, path: PATH });
    t.after(() => postgres.stop());
    await assert.rejects(postgres.start(), /was made by PostgreSQL 9, and here is only .*pg_dump.*pg_restore/s);
  });

  test('says what the server said when it does not start', async (t) => {
    const wrong = createPostgres(quietContext(), { dataDir, path: PATH, settings: { shared_buffers: 'many' } });
    t.after(() => wrong.stop());
    await assert.rejects(wrong.start(), /did not start: .*shared_buffers/);
  });
});
