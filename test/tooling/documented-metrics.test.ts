/** docs/operate.md explains every figure of /metrics that is ours, and no other. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('docs/operate.md explains every metric', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const made = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/name: '(trunkline_\w+)'/g)])
    .map(([, name]) => name);
  const guide = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8');
  const table = guide.slice(guide.indexOf('\n## Figures and alarms\n'), guide.indexOf('\n## The log\n'));
  const explained = [...table.matchAll(/`(trunkline_\w+)(?:\{\w+(?:,\w+)*\})?`/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(explained)].sort(), [...new Set(made)].sort());
});
