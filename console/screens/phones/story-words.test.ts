import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Story } from './handset.ts';
import { storiesLike } from './story-words.ts';

const STORIES: readonly Story[] = [
  { ending: '921', about: 'telephones', says: 'A call is busy (486).' },
  { ending: '983', about: 'people', says: 'Somebody says STOP.' },
];

test('a story is found by its ending and by any of its words', () => {
  const found = (asked: string) => storiesLike(STORIES, asked).map(({ ending }) => ending);
  assert.deepEqual(found('486'), ['921']);
  assert.deepEqual(found('stop says'), ['983']);
  assert.deepEqual(found(''), ['921', '983']);
  assert.deepEqual(found('busy stop'), []);
});
