/** docs/console.md has a picture of each screen, light and dark, and no picture lies there that it does not show. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const screens = join(root, 'console/screens');
const text = readFileSync(join(root, 'docs/console.md'), 'utf8');

/** What docs/console.md calls a page whose address is no name of a picture; null: it leads on to another page. */
const CALLED: Readonly<Record<string, string | null>> = {
  '/accounts/$id': 'account',
  '/audit/$seq': 'audit-entry',
  '/batches/$reference': 'batch',
  '/callbacks/$callback': 'callback',
  '/carriers/$name': 'carrier',
  '/erasures/$id': 'erasure',
  '/found': null,
  '/identity/$reference': 'look-up',
  '/imports/$id': 'import',
  '/inbound/$id': 'came-in',
  '/masking/$session': 'session',
  '/messages/$reference': 'message',
  '/nodes/$id': 'node',
  '/people/$name': 'user',
  '/phones/$number': 'phone',
  '/support/$reference': 'told',
  '/verifications/$reference': 'verification',
};

function pages(): string[] {
  return readdirSync(screens, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [
      ...readFileSync(join(screens, name, 'index.tsx'), 'utf8').matchAll(/path: '([^']+)',?\s+load: /g),
    ])
    .map(([, path = '']) => path);
}

test('docs/console.md shows every page of the console, and every picture that there is', () => {
  const names = pages().flatMap((path) => {
    const name = path in CALLED ? CALLED[path] : path.slice(1);
    return name === null || name === undefined ? [] : [`${name}-dark.png`, `${name}-light.png`];
  });
  assert.ok(names.length > 60, `${names.length} pictures`);
  const shown = [...text.matchAll(/(?:src|srcset)="console\/([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(shown.toSorted(), [...new Set(names)].toSorted());
  assert.deepEqual(readdirSync(join(root, 'docs/console')).toSorted(), shown.toSorted());
});
