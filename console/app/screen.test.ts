import assert from 'node:assert/strict';
import { test } from 'node:test';
import { navigationFor, type Screen } from './screen.ts';

const screen = (label: string, group: 'Developer' | 'Operator' | 'Support', more: Partial<Screen> = {}): Screen => ({
  navigation: { label, group, icon: 'list', path: `/${label}` },
  pages: [],
  needs: 'read',
  ...more,
});

const SCREENS = [
  screen('find', 'Operator'),
  screen('phones', 'Developer', { isOfSandbox: true }),
  screen('stream', 'Developer'),
  screen('audit', 'Operator', { needs: 'audit' }),
  { ...screen('message', 'Operator'), navigation: null },
];

const labels = (rights: readonly string[], sandbox: boolean) =>
  navigationFor(SCREENS, { rights, sandbox }).map(({ label }) => label);

test('the sandbox opens with the screens of developers, a gateway with real carriers with those of operators', () => {
  assert.deepEqual(labels(['read'], true), ['phones', 'stream', 'find']);
  assert.deepEqual(labels(['read'], false), ['find', 'stream']);
});

test('a screen whose right is missing is not shown', () => {
  assert.deepEqual(labels(['read', 'audit'], false), ['find', 'audit', 'stream']);
  assert.deepEqual(labels([], true), []);
});

test('who helps callers has their own screen first', () => {
  const labels = (role: string) =>
    navigationFor([screen('Find', 'Operator'), screen('What happened', 'Support')], {
      rights: ['read'],
      sandbox: false,
      role,
    }).map(({ label }) => label);
  assert.deepEqual(labels('viewer'), ['Find', 'What happened']);
  assert.deepEqual(labels('support'), ['What happened', 'Find']);
});
