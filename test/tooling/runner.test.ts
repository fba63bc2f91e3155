/** What scripts/test.mjs makes of a file that does not end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The second one fails, and then waits for what never comes. */
const HANGS = `
import test from 'node:test';
test('ends', () => {});
test('waits', async (t) => {
  t.after(() => new Promise((resolve) => setInterval(() => resolve, 1_000)));
  throw new Error('has failed');
});
`;

test('a file that does not end is ended, and what had not ended is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'hangs.test.ts');
  writeFileSync(file, HANGS);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ['--import', 'tsx', '--import', './test/support/file-limit.ts', '--test'];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...words, '--test-reporter=./scripts/test-reporter.mjs', file],
    { cwd: ROOT, env: { ...env, TRUNKLINE_TEST_FILE_ENDS_WITHIN_MS: '5000' }, encoding: 'utf8' },
  );
  assert.match(stdout, /has not ended within 5000 ms/);
  assert.match(stdout, /^not ended: waits$/m);
  assert.match(stdout, /^1 passed, 1 failed$/m);
  assert.equal(status, 1);
});
