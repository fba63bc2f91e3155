import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, withItem, withoutItem } from './values.ts';

const CARDS = { 'a.0.title': 'One', 'a.1.title': 'Two', 'a.1.b.0.text': 'Press', 'a.2.title': 'Three', other: 'x' };

test('one is added behind the others', () => {
  assert.equal(lengthOf(CARDS, 'a'), 3);
  assert.equal(lengthOf(CARDS, 'a.1.b'), 1);
  assert.equal(lengthOf({ 'a.4.title': '' }, 'a'), 0);
  assert.equal(withItem(CARDS, 'a', { values: { title: 'Four' }, at: 3 })['a.3.title'], 'Four');
});

test('one is taken away with all that it has, and those behind it move up', () => {
  assert.deepEqual(withoutItem(CARDS, { list: 'a', index: 1 }), {
    'a.0.title': 'One',
    'a.1.title': 'Three',
    other: 'x',
  });
  assert.equal(withoutItem(CARDS, { list: 'a', index: 0 })['a.0.b.0.text'], 'Press');
});
