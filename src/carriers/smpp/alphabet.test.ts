import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, seeded } from '../../../test/support/smpp/samples.ts';
import { type Alphabet, type CodingRules, codingOf, decodeCoded, decodeText, encodeText } from './alphabet.ts';

const RULES: CodingRules = { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8 };

function hexOf(text: string, alphabet: Alphabet): string {
  return Buffer.from(encodeText(text, alphabet) ?? []).toString('hex');
}

test('every character of GSM 03.38 comes back, and the extension table takes two septets', () => {
  const basic = Array.from({ length: 128 }, (_, septet) => septet).filter((septet) => septet !== 0x1b);
  const text = decodeText(Buffer.from(basic), 'gsm7');
  assert.equal(new Set(text).size, 127);
  assert.deepEqual(encodeText(text, 'gsm7'), Uint8Array.from(basic));
  assert.equal(hexOf('^{}\\[~]|€\f', 'gsm7'), '1b141b281b291b2f1b3c1b3d1b3e1b401b651b0a');
  assert.equal(decodeText(Buffer.from('1b141b281b291b2f1b3c1b3d1b3e1b401b651b0a', 'hex'), 'gsm7'), '^{}\\[~]|€\f');
});

test('known texts have the septets that the table says', () => {
  assert.equal(hexOf('@£$ Ä_Δ', 'gsm7'), '000102205b1110');
  assert.equal(hexOf('hello', 'gsm7'), '68656c6c6f');
});

test('a text with one character outside of the alphabet does not fit it', () => {
  assert.equal(encodeText('naïve', 'gsm7'), undefined);
  assert.equal(encodeText('\u001b', 'gsm7'), undefined);
  assert.equal(encodeText('`', 'gsm7'), undefined);
  assert.equal(encodeText('😀', 'gsm7'), undefined);
  assert.equal(encodeText('é', 'ascii'), undefined);
  assert.equal(encodeText('€', 'latin1'), undefined);
  assert.equal(hexOf('é', 'latin1'), 'e9');
});

test('UCS-2 is big-endian UTF-16 and carries emoji; an odd last byte is dropped', () => {
  assert.equal(hexOf('Ж😀', 'ucs2'), '0416d83dde00');
  assert.equal(decodeText(Buffer.from('0416d83dde00ff', 'hex'), 'ucs2'), 'Ж😀');
});

test('septets without a meaning are survived', () => {
  assert.equal(decodeText(Buffer.of(0x1b), 'gsm7'), ' ');
  assert.equal(decodeText(Buffer.of(0x1b, 0x1b, 0x41), 'gsm7'), ' A');
  assert.equal(decodeText(Buffer.of(0x1b, 0x41), 'gsm7'), 'A');
  assert.equal(decodeText(Buffer.of(0xe9), 'gsm7'), 'é');
  const dice = seeded(5);
  for (let round = 0; round < 500; round += 1) {
    const bytes = randomBytes(dice, 50);
    for (const alphabet of ['gsm7', 'latin1', 'ascii', 'ucs2'] as const) {
      assert.equal(typeof decodeText(bytes, alphabet), 'string');
    }
  }
});

test('every data_coding has a meaning', () => {
  const meanings: [number, unknown][] = [
    [0x00, 'gsm7'],
    [0x01, 'ascii'],
    [0x02, 'binary'],
    [0x03, 'latin1'],
    [0x04, 'binary'],
    [0x06, { label: 'iso-8859-5' }],
    [0x08, 'ucs2'],
    [0x10, 'gsm7'],
    [0x11, 'gsm7'],
    [0x14, 'binary'],
    [0x18, 'ucs2'],
    [0x20, 'binary'],
    [0xc8, 'gsm7'],
    [0xe0, 'ucs2'],
    [0xf0, 'gsm7'],
    [0xf5, 'binary'],
  ];
  for (const [dataCoding, meaning] of meanings) assert.deepEqual(codingOf(dataCoding, RULES), meaning, `${dataCoding}`);
  for (let dataCoding = 0; dataCoding < 256; dataCoding += 1) {
    const coding = codingOf(dataCoding, RULES);
    if (coding !== 'binary') assert.equal(typeof decodeCoded(Buffer.from('41424344', 'hex'), coding), 'string');
  }
});

test("a peer's own data_coding values go before the usual ones", () => {
  const own: CodingRules = { defaultAlphabet: 'latin1', textCoding: 1, ucs2Coding: 4 };
  assert.equal(codingOf(1, own), 'latin1');
  assert.equal(codingOf(0, own), 'latin1');
  assert.equal(codingOf(4, own), 'ucs2');
  assert.equal(codingOf(8, own), 'ucs2');
});

test('Cyrillic in ISO 8859-5 is read', () => {
  assert.equal(decodeCoded(Buffer.of(0xb6), { label: 'iso-8859-5' }), 'Ж');
});
