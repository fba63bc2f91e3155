import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrModules } from './qr-modules.ts';

const URI = 'otpauth://totp/Trunkline:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Trunkline';

function drawn(text: string): string {
  return qrModules(text)
    .map((row) => row.map((dark) => (dark ? '#' : ' ')).join(''))
    .join('\n');
}

/** A reader of another make (jsQR) has read each of these symbols. */
const READ = [
  ['a', 21, '8c7f3861c4e16c68af230665b6818370b21c877d5f8a4911c8b94bdaece17779'],
  [URI, 41, '64c63e5b208835561b38728ee4839ec2a2dd3dd23b9e321baec747aef55fa08f'],
  ['x'.repeat(250), 61, '75802ce1a52e1a23742346d6e22407542d0b3c29b6bf1474991768f847018424'],
] as const;

test('symbols are those that a reader of another make has read', () => {
  for (const [text, size, hash] of READ) {
    const symbol = drawn(text);
    assert.equal(symbol.indexOf('\n'), size);
    assert.equal(createHash('sha256').update(symbol).digest('hex'), hash, text);
  }
});

test('each symbol has its three finders, and one module that is always dark', () => {
  for (let length = 1; length <= 666; length += 35) {
    const rows = qrModules('é'.repeat(Math.ceil(length / 2)));
    const { length: size } = rows;
    const finder = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    assert.deepEqual(finder(0, 0), finder(size - 7, 0));
    assert.deepEqual(finder(0, 0), finder(0, size - 7));
    assert.equal(rows[size - 8]?.[8], true);
    assert.equal((size - 17) % 4, 0);
  }
});

test('a text that fits in no symbol is refused', () => {
  assert.equal(qrModules('x'.repeat(666)).length, 97);
  assert.throws(() => qrModules('x'.repeat(667)), RangeError);
});
