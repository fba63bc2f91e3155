import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandError } from './client.ts';
import { secretFrom } from './secret.ts';

test('a secret is taken from a file, so that it does not stand in the list of processes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-secret-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'token');
  await writeFile(file, 'night-shift.secret\n');
  assert.equal(secretFrom('--token', `@${file}`), 'night-shift.secret');
  assert.equal(secretFrom('--token', 'as-it-stands'), 'as-it-stands');
  await writeFile(file, '\n');
  assert.throws(() => secretFrom('--key', `@${file}`), /^CommandError: --key: .* holds nothing/);
  assert.throws(() => secretFrom('--token', `@${file}.none`), CommandError);
});
