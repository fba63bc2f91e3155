import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextMap } from './text-map.ts';

test('a map by texts knows what a Map knows', () => {
  const ours = new TextMap<number>();
  const theirs = new Map<string, number>();
  let dice = 1;
  for (let round = 0; round < 20_000; round += 1) {
    dice = (Math.imul(dice, 1_103_515_245) + 12_345) >>> 0;
    const asked = `c\nr:${(dice >>> 16) % 5_000}`;
    assert.equal(ours.get(asked), theirs.get(asked));
    if (dice % 3 === 0) continue;
    ours.set(asked, round);
    theirs.set(asked, round);
    assert.equal(ours.size, theirs.size);
  }
  for (const [text, value] of theirs) assert.equal(ours.get(text), value);
});

test('texts that come to one number are kept apart', () => {
  const map = new TextMap<number>();
  map.set('costarring', 1);
  assert.equal(map.get('liquid'), undefined);
  map.set('liquid', 2);
  map.set('costarring', 3);
  assert.deepEqual([map.size, map.get('costarring'), map.get('liquid')], [2, 3, 2]);
});
