import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { keepSandboxEnv } from './sandbox-env.ts';

const ACCESS = { url: 'http://127.0.0.1:8080', customerId: 'ME-1', apiKey: 'a+/=' };

test('a shell takes the account from the file, which only its owner may read, and which goes with the account', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox env's-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sandbox.env');
  await writeFile(file, 'old', { mode: 0o644 });

  for (const from of [dirname(folder), folder, '/usr']) {
    const typed = await keepSandboxEnv(folder, ACCESS, from);
    const told = spawnSync('sh', ['-c', `. ${typed}; env | grep -E '^(BASE_URL|CUSTOMER_ID|API_KEY)=' | sort`], {
      cwd: from,
      env: {},
    });
    assert.equal(told.stdout.toString(), 'API_KEY=a+/=\nBASE_URL=http://127.0.0.1:8080\nCUSTOMER_ID=ME-1\n', from);
  }
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  assert.equal(await keepSandboxEnv(folder, null, folder), null);
  await assert.rejects(stat(file), { code: 'ENOENT' });
  assert.equal(await keepSandboxEnv(join(folder, 'not-there'), ACCESS, folder), null, 'a start goes on without it');
});
