import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReloadWish } from './reload-wish.ts';

test('a wish that comes before anything can read the settings is followed once, as soon as something can', () => {
  const reload = new ReloadWish();
  let reads = 0;
  const read = () => {
    reads += 1;
  };
  reload.wish();
  reload.wish();
  assert.equal(reads, 0);
  reload.follow(read);
  assert.equal(reads, 1);
  reload.wish();
  assert.equal(reads, 2);
  const unwished = new ReloadWish();
  unwished.follow(read);
  assert.equal(reads, 2);
});
