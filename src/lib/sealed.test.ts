import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, SealBroken, seal } from './sealed.ts';

const KEY = Buffer.alloc(32, 7);

test('what was sealed opens again, and no two seals are alike', () => {
  const plain = Buffer.from('a key in plain base64');
  const first = seal(KEY, plain);
  const second = seal(KEY, plain);
  assert.notDeepEqual(first, second);
  assert.deepEqual(open(KEY, first), plain);
  assert.deepEqual(open(KEY, second), plain);
  assert.equal(first.includes(plain), false);
});

test('an empty secret is sealed like any other', () => {
  assert.equal(open(KEY, seal(KEY, Buffer.alloc(0))).length, 0);
});

test('a changed byte anywhere, a cut or another master key is refused', () => {
  const sealed = seal(KEY, Buffer.from('secret'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => open(KEY, changed), SealBroken);
  }
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => open(KEY, sealed.subarray(0, length)), SealBroken);
  }
  assert.throws(() => open(Buffer.alloc(32, 8), sealed), SealBroken);
});
