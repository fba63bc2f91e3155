/** What the metrics say of the build that runs. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Registry } from 'prom-client';
import { readBuild, readRevision, showBuild } from './build-info.ts';

test('release, commit and Node stand in one metric', async () => {
  const register = new Registry();
  showBuild({ version: '1.2.3', revision: 'abc123' }, register);
  const node = process.versions.node;
  assert.match(
    await register.metrics(),
    new RegExp(`^trunkline_build_info{version="1.2.3",revision="abc123",node_version="${node}"} 1$`, 'm'),
  );
});

test('the commit stands beside the bundle; from source none is known', async (t) => {
  assert.match((await readBuild()).version, /^\d+\.\d+\.\d+/);
  assert.equal((await readBuild()).revision, '');
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-revision-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'revision');
  await writeFile(file, 'abc123\n');
  assert.equal(await readRevision(pathToFileURL(file)), 'abc123');
});
