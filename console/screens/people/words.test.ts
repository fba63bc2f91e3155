import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agentText, endIn, RIGHTS, ROLES } from './words.ts';

test('a browser is known again by its name and system', () => {
  for (const [agent, text] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome, Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari, macOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['Test/1', 'Test/1'],
    ['', '–'],
  ] as const) {
    assert.equal(agentText(agent), text);
  }
});

test('an end lies so many days ahead', () => {
  assert.equal(endIn('30', Date.parse('2026-01-01T12:00:00Z')), '2026-01-31T12:00:00.000Z');
});

test('roles and rights are those that the document has', () => {
  const page = readFileSync(new URL('../../../docs/people.md', import.meta.url), 'utf8');
  const roles = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, role]) => role);
  assert.deepEqual(
    ROLES.map(({ value }) => value),
    roles,
  );
  const operators = readFileSync(new URL('../../../docs/operator.md', import.meta.url), 'utf8');
  for (const { value } of RIGHTS) assert.match(operators, new RegExp(`\`${value}\``), value);
});
