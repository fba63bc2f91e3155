import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { test } from 'node:test';
import { masterKeyId, open, SEAL_HEAD_BYTES, SealBroken, seal, sealHead } from './sealed.ts';

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

test('what an earlier release sealed, without the name of the key, opens', () => {
  const nonce = Buffer.alloc(12, 5);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce);
  const ciphertext = Buffer.concat([cipher.update('older'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  assert.equal(open(KEY, sealed).toString(), 'older');
  assert.equal(open({ current: Buffer.alloc(32, 8), other: KEY }, sealed).toString(), 'older');
  assert.throws(() => open(Buffer.alloc(32, 8), sealed), SealBroken);
});

test('with two master keys one seals and both open', () => {
  const next = Buffer.alloc(32, 8);
  const both = { current: next, other: KEY };
  const fresh = seal(both, Buffer.from('secret'));
  assert.equal(open(next, fresh).toString(), 'secret');
  assert.throws(() => open(KEY, fresh), SealBroken);
  assert.equal(open(both, fresh).toString(), 'secret');
  assert.equal(open(both, seal(KEY, Buffer.from('before'))).toString(), 'before');
  assert.deepEqual(sealHead(both), fresh.subarray(0, SEAL_HEAD_BYTES));
  assert.equal(masterKeyId(both), masterKeyId(next));
  assert.notEqual(masterKeyId(both), masterKeyId(KEY));
});
