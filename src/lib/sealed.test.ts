import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { formerKey, testKey } from '../../test/support/master-keys.ts';
import {
  isSameKey,
  masterKeyId,
  masterKeyIds,
  newMasterKey,
  open,
  readMasterKey,
  SEAL_HEAD_BYTES,
  SealBroken,
  type SealedRow,
  type SealingKey,
  seal,
  sealHead,
} from './sealed.ts';

const KEY = testKey(7);
const FORMER = formerKey(7);
const ROW: SealedRow = ['api_keys', 'ACME', '1'];

test('what was sealed opens again, and no two seals are alike', () => {
  const plain = Buffer.from('a key in plain base64');
  const first = seal(KEY, ROW, plain);
  const second = seal(KEY, ROW, plain);
  assert.notDeepEqual(first, second);
  assert.deepEqual(open(KEY, ROW, first), plain);
  assert.deepEqual(open(KEY, ROW, second), plain);
  assert.equal(first.includes(plain), false);
});

test('an empty secret is sealed like any other', () => {
  assert.equal(open(KEY, ROW, seal(KEY, ROW, Buffer.alloc(0))).length, 0);
});

test('a changed byte anywhere, a cut or another master key is refused', () => {
  for (const key of [KEY, FORMER]) {
    const sealed = seal(key, ROW, Buffer.from('secret'));
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => open(key, ROW, changed), SealBroken);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      assert.throws(() => open(key, ROW, sealed.subarray(0, length)), SealBroken);
    }
    assert.throws(() => open(testKey(8), ROW, sealed), SealBroken);
    assert.throws(() => open(formerKey(8), ROW, sealed), SealBroken);
  }
});

test('in any other row it is refused, however alike the two are written', () => {
  const sealed = seal(KEY, ROW, Buffer.from('secret'));
  const others: SealedRow[] = [
    ['callback_secrets', 'ACME', '1'],
    ['api_keys', 'ACME', '2'],
    ['api_keys', 'ACM', 'E1'],
    ['api_keys', 'ACME1'],
    ['api_keys', 'ACME","1'],
    ['api_keys', 'ACME', '1', ''],
    ['api_keys'],
  ];
  for (const other of others) assert.throws(() => open(KEY, other, sealed), SealBroken, other.join());
});

test('the same bytes are one key that binds and another one that does not, and neither opens what the other sealed', () => {
  assert.throws(() => open(KEY, ROW, seal(FORMER, ROW, Buffer.from('x'))), SealBroken);
  assert.throws(() => open(FORMER, ROW, seal(KEY, ROW, Buffer.from('x'))), SealBroken);
  assert.throws(() => open(KEY, ROW, withoutHead('older')), SealBroken);
  // Nor when its head is exchanged.
  const bound = seal(KEY, ROW, Buffer.from('x'));
  const unbound = seal(FORMER, ROW, Buffer.from('x'));
  const mixed = (head: Buffer, rest: Buffer) =>
    Buffer.concat([head.subarray(0, SEAL_HEAD_BYTES), rest.subarray(SEAL_HEAD_BYTES)]);
  assert.throws(() => open(KEY, ROW, mixed(bound, unbound)), SealBroken);
  assert.throws(() => open(FORMER, ROW, mixed(unbound, bound)), SealBroken);
  assert.notEqual(masterKeyId(KEY), masterKeyId(FORMER));
});

test('what earlier releases sealed, without a row or even without the name of the key, opens', () => {
  // As the release before wrote it.
  const kept = Buffer.from(
    '014cc89bb5def3ab0505050505050505050505055391461b6569bd0801955234afbc5204849ef545b4ef',
    'hex',
  );
  assert.equal(open(FORMER, ROW, kept).toString(), 'former');
  // And as it has to find it while both releases run.
  assert.deepEqual(
    seal(FORMER, ROW, Buffer.from('former'), (size) => Buffer.alloc(size, 5)),
    kept,
  );
  const sealed = withoutHead('older');
  assert.equal(open(FORMER, ROW, sealed).toString(), 'older');
  assert.equal(open({ current: testKey(8), other: FORMER }, ROW, sealed).toString(), 'older');
  assert.throws(() => open(formerKey(8), ROW, sealed), SealBroken);
});

test('with two master keys one seals and both open', () => {
  const next = testKey(8);
  for (const before of [KEY, FORMER]) {
    const both = { current: next, other: before };
    const fresh = seal(both, ROW, Buffer.from('secret'));
    assert.equal(open(next, ROW, fresh).toString(), 'secret');
    assert.throws(() => open(before, ROW, fresh), SealBroken);
    assert.equal(open(both, ROW, fresh).toString(), 'secret');
    assert.equal(open(both, ROW, seal(before, ROW, Buffer.from('before'))).toString(), 'before');
    assert.deepEqual(sealHead(both), fresh.subarray(0, SEAL_HEAD_BYTES));
    assert.equal(masterKeyId(both), masterKeyId(next));
    assert.deepEqual(masterKeyIds(both), [masterKeyId(next), masterKeyId(before)]);
    assert.notEqual(masterKeyId(both), masterKeyId(before));
  }
});

test('a master key is 32 bytes in base64, and binds when it says so', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64');
  assert.ok(isSameKey(readMasterKey(base64) as SealingKey, FORMER));
  assert.ok(isSameKey(readMasterKey(`bound:${base64}`) as SealingKey, KEY));
  assert.equal(isSameKey(KEY, FORMER), false);
  assert.equal(isSameKey(KEY, testKey(8)), false);
  assert.equal(readMasterKey(newMasterKey(randomBytes))?.binds, true);
  for (const wrong of [
    '',
    'bound:',
    `bound: ${base64}`,
    `Bound:${base64}`,
    `bound:bound:${base64}`,
    'bound:c2hvcnQ=',
  ]) {
    assert.equal(readMasterKey(wrong), null, wrong);
  }
  assert.equal(readMasterKey(Buffer.alloc(33).toString('base64')), null);
});

function withoutHead(text: string): Buffer {
  const nonce = Buffer.alloc(12, 5);
  const cipher = createCipheriv('aes-256-gcm', FORMER.bytes, nonce);
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}
