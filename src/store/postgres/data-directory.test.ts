import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { quietContext } from '../../../test/support/postgres.ts';
import { createDataDirectory } from './data-directory.ts';

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-claim-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a data directory is made and claimed, and left without a trace of the claim', async (t) => {
  const folder = join(await folderOf(t), 'new', 'data');
  const directory = createDataDirectory(quietContext(), folder);
  await directory.start();
  assert.equal(await readFile(join(folder, 'gateway.pid'), 'utf8'), `${process.pid}\n`);
  await directory.stop();
  assert.deepEqual(await readdir(folder), []);
});

test('a data directory that is claimed is refused, and refusing it does not free it', async (t) => {
  const folder = await folderOf(t);
  const first = createDataDirectory(quietContext(), folder);
  await first.start();
  for (let tries = 0; tries < 2; tries += 1) {
    const second = createDataDirectory(quietContext(), folder);
    await assert.rejects(
      second.start(),
      new RegExp(`in use by the gateway with process id ${process.pid}: stop that one`),
    );
    await second.stop();
  }
  assert.ok(existsSync(join(folder, 'gateway.pid')));
  await first.stop();
});

test('of many that claim it at once one gets it', async (t) => {
  const folder = await folderOf(t);
  await writeFile(join(folder, 'gateway.lock'), `${process.pid} another start\n`);
  const claims = Array.from({ length: 8 }, () => createDataDirectory(quietContext(), folder));
  const results = await Promise.allSettled(claims.map((claim) => claim.start()));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  await Promise.all(claims.map((claim) => claim.stop()));
  assert.deepEqual(await readdir(folder), []);
});

const LEFT_BEHIND: readonly (readonly [what: string, text: string])[] = [
  ['a process that is gone', '999999999 12345\n'],
  ['a process whose id belongs to another one now', `${process.pid} 12345\n`],
  ['a process that died while it wrote', ''],
];

for (const [what, text] of LEFT_BEHIND) {
  test(`the claim of ${what} is taken over`, async (t) => {
    const folder = await folderOf(t);
    await writeFile(join(folder, 'gateway.lock'), text);
    const directory = createDataDirectory(quietContext(), folder);
    await directory.start();
    assert.match(await readFile(join(folder, 'gateway.lock'), 'utf8'), new RegExp(`^${process.pid} `));
    await directory.stop();
  });
}
