import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storable } from './storable.ts';

test('a text keeps everything but NUL and halves of surrogate pairs', () => {
  assert.equal(storable('Telefónica 😀\n'), 'Telefónica 😀\n');
  assert.equal(storable('a\0b'), 'ab');
  assert.equal(storable('a\ud800b\udc00'), 'a\ufffdb\ufffd');
});
