import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { described } from './described.ts';

test('what the build made of a text is taken for that text alone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'described-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  const text = 'openapi: 3.1.0\n';
  assert.deepEqual(await described(text, file), { openapi: '3.1.0' }, 'nothing was built');

  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(file, JSON.stringify({ sha256, document: { openapi: '3.1.0', info: 'built' } }));
  assert.deepEqual(await described(text, file), { openapi: '3.1.0', info: 'built' });
  assert.deepEqual(await described('openapi: 3.1.1\n', file), { openapi: '3.1.1' }, 'of another text');

  await writeFile(file, '{"sha256":"cut');
  assert.deepEqual(await described(text, file), { openapi: '3.1.0' }, 'cut short');
});
