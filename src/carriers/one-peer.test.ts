import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierNamed, namesOfPeer, peerOf } from './one-peer.ts';

test('who shares nothing, or is not there, stands for itself', () => {
  const carriers = [{ name: 'a' }, { name: 'b', receiptsWith: ['x'] }];
  for (const name of ['a', 'b', 'nobody']) {
    assert.deepEqual(namesOfPeer(carriers, name), [name]);
    assert.equal(peerOf(carriers, name), name);
  }
  assert.equal(carrierNamed(carriers, 'nobody'), undefined);
});

test('carriers that have a word in common are one peer, also by way of a third', () => {
  const carriers = [
    { name: 'c', receiptsWith: ['y'] },
    { name: 'b', receiptsWith: ['x', 'y'] },
    { name: 'a', receiptsWith: ['x'] },
    { name: 'other', receiptsWith: ['z'] },
  ];
  assert.deepEqual(namesOfPeer(carriers, 'a'), ['a', 'b', 'c']);
  assert.deepEqual(namesOfPeer(carriers, 'c'), ['c', 'b', 'a']);
  assert.deepEqual(
    ['a', 'b', 'c', 'other'].map((name) => peerOf(carriers, name)),
    ['a', 'a', 'a', 'other'],
  );
});

test('a former name is that of the carrier which had it, unless another one has it now', () => {
  const carriers = [{ name: 'new', formerly: ['old', 'older', 'taken'] }, { name: 'taken' }];
  assert.equal(carrierNamed(carriers, 'old')?.name, 'new');
  assert.equal(carrierNamed(carriers, 'taken')?.name, 'taken');
  assert.deepEqual(namesOfPeer(carriers, 'new'), ['new', 'old', 'older', 'taken']);
  assert.deepEqual(namesOfPeer(carriers, 'older'), ['older', 'new', 'old', 'taken']);
  assert.equal(peerOf(carriers, 'old'), 'new');
});
