import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hmacKey, hmacSha256, isHmacOf } from './hmac.ts';

test('an HMAC is the one that node:crypto makes, whatever the key and the text', () => {
  const texts = ['', 'a', 'Grüße 👋', 'half a pair: \ud83d', 'x'.repeat(11_000), '€'.repeat(20_000), 'short again'];
  for (const size of [0, 1, 32, 63, 64, 65, 200]) {
    const key = Uint8Array.from({ length: size }, (_, index) => index * 7 + 1);
    const made = hmacKey(key);
    for (const text of texts) {
      for (const before of ['', 'id.1700000000.']) {
        const digest = createHmac('sha256', key)
          .update(before + text, 'utf8')
          .digest('base64');
        assert.equal(hmacSha256(made, text, before), digest);
      }
    }
  }
});

test('an HMAC is that of RFC 4231, test case 2', () => {
  const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  const signature = hmacSha256(hmacKey(Buffer.from('Jefe')), 'what do ya want for nothing?');
  assert.equal(signature, Buffer.from(digest, 'hex').toString('base64'));
});

test('a code is compared with that of the whole text, by either digest and however long the body is', () => {
  const bodies = ['', '{"a":"Grüße 👋"}', 'x'.repeat(32_000), 'y'.repeat(40_000), 'short again'].map((text) =>
    Buffer.from(text),
  );
  for (const digest of ['sha256', 'sha1'] as const) {
    for (const size of [1, 63, 64, 65, 200]) {
      const key = Uint8Array.from({ length: size }, (_, index) => index * 5 + 1);
      for (const body of bodies) {
        const text = { before: 'POST\nümlaut\n', body, after: '\n/v1/path' };
        const code = createHmac(digest, key).update(text.before).update(body).update(text.after).digest();
        assert.equal(isHmacOf(code, digest, key, text), true);
        assert.equal(isHmacOf(code, digest, key, { ...text, after: '\n/v1/pat' }), false);
        assert.equal(isHmacOf(code.subarray(1), digest, key, text), false);
        code[0] = (code[0] ?? 0) ^ 1;
        assert.equal(isHmacOf(code, digest, key, text), false);
      }
    }
  }
});
