import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeldRows } from './held-rows.ts';

const UNTIL = 30_000;
const BATCH = { until: UNTIL, id: 'a', bucket: 1 };
const LATER = { until: UNTIL + 1_000, id: 'c', bucket: 2 };
const rows = (...ids: string[]) => ids.map((id) => ({ id }));

describe('a batch that is held', () => {
  test('is done when the last of them is over, and told once', () => {
    const held = new HeldRows();
    held.begin(BATCH, rows('a', 'b'));
    held.begin(LATER, rows('c'));
    held.over('b');
    held.over('b');
    assert.deepEqual(held.takeDone(0), []);
    held.over('a');
    assert.deepEqual(held.takeDone(0), [BATCH]);
    assert.deepEqual(held.takeDone(0), []);
    held.over('c');
    assert.deepEqual(held.takeDone(0), [LATER]);
    assert.equal(held.size, 0);
  });

  test('is never done when one of them is written again, and neither is what that one is in then', () => {
    const held = new HeldRows();
    held.begin(BATCH, rows('a', 'b', 'c'));
    // As when nobody knows whether the first try stands, and one of it is refused meanwhile.
    held.begin(BATCH, rows('a', 'b'));
    held.over('a');
    held.over('b');
    assert.deepEqual(held.takeDone(0), []);
    held.over('c');
    assert.deepEqual(held.takeDone(0), []);
    assert.equal(held.size, 0);
  });

  test('is forgotten when its time has come', () => {
    const held = new HeldRows();
    held.begin(BATCH, rows('a', 'b'));
    held.begin(LATER, rows('c', 'd'));
    held.over('d');
    held.over('c');
    held.over('a');
    assert.deepEqual(held.takeDone(UNTIL), [LATER]);
    assert.equal(held.size, 0);
    held.over('b');
    assert.deepEqual(held.takeDone(UNTIL), []);
  });

  test('that is done too late is left to whoever lifts it', () => {
    const held = new HeldRows();
    held.begin(BATCH, rows('a'));
    held.over('a');
    assert.deepEqual(held.takeDone(UNTIL), []);
  });

  test('that this process does not know is none of its own', () => {
    const held = new HeldRows();
    held.over('a');
    assert.deepEqual(held.takeDone(0), []);
  });
});
