import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedText, countText } from './segments.ts';

test('a text is counted as it is cut', () => {
  assert.deepEqual(countText(''), { parts: 1, alphabet: 'gsm7', room: 160, strangers: [] });
  assert.deepEqual(countText('a'.repeat(160)), { parts: 1, alphabet: 'gsm7', room: 0, strangers: [] });
  assert.deepEqual(countText('a'.repeat(161)), { parts: 2, alphabet: 'gsm7', room: 2 * 153 - 161, strangers: [] });
  assert.equal(countText('€'.repeat(80)).parts, 1);
  assert.equal(countText('€'.repeat(81)).parts, 2);
});

test('one letter outside of the alphabet makes the room of all smaller, and is named', () => {
  const counted = countText(`${'a'.repeat(69)}’`);
  assert.deepEqual(counted, { parts: 1, alphabet: 'ucs2', room: 0, strangers: ['’'] });
  assert.equal(countedText(counted), '1 message of UCS-2, room for 0 more');
  assert.deepEqual(countText(`${'a'.repeat(80)}’😀’`).strangers, ['’', '😀']);
});

test('a browser, which has no Buffer, counts the same', () => {
  const texts = ['a'.repeat(400), 'Ж'.repeat(200), `${'a'.repeat(150)}{}€`];
  const expected = texts.map(countText);
  const { Buffer: own } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'Buffer');
    assert.deepEqual(texts.map(countText), expected);
  } finally {
    globalThis.Buffer = own;
  }
});
