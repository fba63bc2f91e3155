/** Files that are damaged say so by their names; their rows are named by lines. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zipOf } from '../test/support/zip.ts';
import { CommandError } from './client.ts';
import { openImportFile } from './import-files.ts';

async function linesOf(t: TestContext, name: string, bytes: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-import-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), bytes);
  const lines: string[][] = [];
  for await (const { values } of (await openImportFile(join(folder, name))).lines()) lines.push([...values]);
  return lines;
}

test('a zip file whose inside is damaged is told by its name', async (t) => {
  const whole = zipOf({ 'a.csv': `${'4915112345678,A\n'.repeat(20)}`, 'b.txt': '4915112345679\n' });
  assert.equal((await linesOf(t, 'a.zip', whole)).length, 21);
  for (const change of [0xff, 0x01]) {
    const damaged = Buffer.from(whole);
    damaged.fill(change, 36, 44);
    await assert.rejects(linesOf(t, 'a.zip', damaged), (error) => {
      assert.ok(error instanceof CommandError, String(error));
      assert.match(error.message, /a\.zip/);
      return true;
    });
  }
});

test('what stands between quotes does not say what parts the columns', async (t) => {
  assert.deepEqual(await linesOf(t, 'a.csv', Buffer.from('"A,B,C";4915112345678\n')), [['A,B,C', '4915112345678']]);
});

test('a row is named by the line on which it begins, behind addresses of several lines too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-import-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.csv');
  await writeFile(path, 'number;street\r\n4915112345678;"A\r\nB"\r\n\r\n4915112345679;"C\r\nD"\r\nabc;\r\n');
  const lines = [];
  for await (const { line } of (await openImportFile(path)).lines()) lines.push(line);
  assert.deepEqual(lines, [1, 2, 5, 7]);
});
