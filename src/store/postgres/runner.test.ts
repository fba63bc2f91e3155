import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { holdPostgres } from '../../../test/support/postgres/hold-postgres.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { openDatabase } from '../connection/pool.ts';
import { chooseRunner, type RunnerOptions } from './runner.ts';

const works = (...[command = '', ...args]: string[]) => spawnSync(command, args).status === 0;
const asRoot =
  process.getuid?.() === 0 && works('setpriv', '--reuid=65534', 'true') ? false : 'only root on Linux may change user';
const inNamespace =
  asRoot || (works('unshare', '--user', '--map-user=1', 'true') ? false : 'namespaces are not allowed');
const SYSTEM = '/usr/sbin:/usr/bin:/sbin:/bin';
const SOMEBODY = 64_321;

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-runner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

const whereIs = (name: string) => spawnSync('which', [name]).stdout.toString().trim();

/** A PATH without `unshare`: as where user namespaces are not allowed. */
async function withoutNamespaces(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['sh', 'setpriv', 'true', 'getent']) await symlink(whereIs(name), join(bin, name));
  return bin;
}

const options = (folder: string, changes: Partial<RunnerOptions> = {}): RunnerOptions => ({
  folder,
  clusterExists: false,
  path: SYSTEM,
  probe: '/bin/true',
  env: {},
  ...changes,
});

test('an ordinary user runs the server as itself', async (t) => {
  const runner = await chooseRunner(options(await folderOf(t), { self: { uid: 1000, isNamed: true } }));
  assert.equal(runner.user, null);
  assert.deepEqual(runner.wrap('initdb', ['-D', 'x']), ['initdb', ['-D', 'x']]);
});

test('root runs the server as the owner of the directory, also of one without a name', {
  skip: inNamespace,
}, async (t) => {
  const folder = await folderOf(t);
  await chown(folder, SOMEBODY, SOMEBODY);
  const runner = await chooseRunner(options(folder));
  assert.deepEqual(runner.user, { uid: SOMEBODY, gid: SOMEBODY });
  assert.equal(runner.wrap('initdb', [])[0], 'unshare');
  await chown(folder, 65534, 65534);
  assert.deepEqual((await chooseRunner(options(folder))).wrap('initdb', []), ['initdb', []]);
});

test('root that may use no namespace runs a new server as another user', { skip: asRoot }, async (t) => {
  const folder = await folderOf(t);
  const runner = await chooseRunner(options(folder, { path: await withoutNamespaces(folder) }));
  assert.ok(runner.user && runner.user.uid !== 0);
});

test('root with no way out is told of each', { skip: asRoot }, async (t) => {
  const folder = await folderOf(t);
  const path = await withoutNamespaces(folder);
  const told = /does not run as root, .*unshare --user.*ordinary user.*DATABASE_URL/s;
  await assert.rejects(chooseRunner(options(folder, { path, clusterExists: true })), told);
  await chmod(folder, 0o700);
  await assert.rejects(chooseRunner(options(folder, { path })), told);
  await chown(folder, SOMEBODY, SOMEBODY);
  await assert.rejects(chooseRunner(options(folder, { probe: '/no/such/postgres' })), told);
});

test('a user without a name gets one while the cluster is made, and needs none after', {
  skip: inNamespace,
}, async (t) => {
  const folder = await folderOf(t);
  const self = { uid: SOMEBODY, isNamed: false };
  const [first] = (await chooseRunner(options(folder, { self }))).wrap('initdb', []);
  assert.equal(first, 'unshare');
  const [later] = (await chooseRunner(options(folder, { self, clusterExists: true }))).wrap('postgres', []);
  assert.equal(later, 'postgres');
});

/** Starts a database, asks it for its name, stops it; returns whom its files belong to. */
async function ownerOfDatabase(
  t: TestContext,
  dataDir: string,
  how: Parameters<typeof holdPostgres>[2],
): Promise<number> {
  const held = await holdPostgres(t, dataDir, how);
  assert.equal(held.refused, undefined);
  const db = await openDatabase(quietContext(), { url: held.url ?? '', poolSize: 1 });
  const { rows } = await db.query<{ name: string }>('select current_database() as name');
  await db.close();
  assert.equal(rows[0]?.name, 'trunkline');
  assert.equal(await held.stop(), 0);
  assert.ok((await readdir(join(dataDir, 'postgres'))).includes('PG_VERSION'));
  return (await stat(join(dataDir, 'postgres'))).uid;
}

test('the database runs for root, in a directory that only root may enter', { skip: inNamespace }, async (t) => {
  const folder = await folderOf(t);
  await chmod(folder, 0o700);
  assert.equal(await ownerOfDatabase(t, join(folder, 'data'), {}), 0);
});

test('the database runs for root where user namespaces are not allowed', { skip: asRoot }, async (t) => {
  const folder = await folderOf(t);
  const path = await withoutNamespaces(folder);
  const uid = await ownerOfDatabase(t, join(folder, 'data'), { path });
  assert.notEqual(uid, 0);
  assert.equal(await ownerOfDatabase(t, join(folder, 'data'), { path: SYSTEM }), uid, 'and goes on as that user');
});

for (const [uid, who, skip] of [
  [65534, 'an ordinary user', asRoot],
  [SOMEBODY, 'a user without a name', inNamespace],
] as const) {
  test(`the database runs for ${who}`, { skip }, async (t) => {
    const folder = await folderOf(t);
    await chown(folder, uid, uid);
    const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    assert.equal(await ownerOfDatabase(t, join(folder, 'data'), { prefix }), uid);
  });
}
