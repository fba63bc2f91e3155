import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, seeded } from '../../../test/support/smpp/samples.ts';
import { type Coding, decodeText, encodeText, NO_SHIFTS, type Shifts } from './alphabet.ts';
import { type CodedPart, decodeParts } from './parts.ts';

function part(bytes: Uint8Array | string, coding: CodedPart['coding'], shifts: Shifts = NO_SHIFTS): CodedPart {
  return { content: typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes, coding, shifts };
}

/** Cut at each of these places. */
function cutAt(bytes: Uint8Array, coding: CodedPart['coding'], ...places: number[]): CodedPart[] {
  const ends = [0, ...places, bytes.length];
  return ends.slice(1).map((end, index) => part(bytes.subarray(ends[index], end), coding));
}

test('a text comes back whole wherever it was cut', () => {
  const texts: [string, CodedPart['coding'], Uint8Array | undefined][] = [
    ['{5 €} [ok] ~ and a^b', 'gsm7', encodeText('{5 €} [ok] ~ and a^b', 'gsm7')],
    ['Привет 😀 नमस्ते 東京', 'ucs2', encodeText('Привет 😀 नमस्ते 東京', 'ucs2')],
    ['東京タワー', { label: 'shift_jis' }, Buffer.from('938c8b9e835e838f815b', 'hex')],
    ['東京です', { label: 'iso-2022-jp' }, Buffer.from('1b2442456c357e24472439' + '1b2842', 'hex')],
    ['한국', { label: 'euc-kr' }, Buffer.from('c7d1b1b9', 'hex')],
  ];
  for (const [text, coding, bytes] of texts) {
    assert.ok(bytes);
    for (let one = 1; one < bytes.length; one += 1) {
      // Half a character of UCS-2 whose high octet is 0 cannot be told from a NUL that was put there.
      if (coding === 'ucs2' && one % 2 === 1 && bytes[one - 1] === 0) continue;
      assert.equal(decodeParts(cutAt(bytes, coding, one)), text, `${text} at ${one}`);
      if (one > 1) assert.equal(decodeParts(cutAt(bytes, coding, 1, one)), text, `${text} at 1 and ${one}`);
    }
  }
});

test('an escape that was cut off is read by the tables of its part, and one without a next part shows a blank', () => {
  const turkish = { locking: 0, single: 1 };
  assert.equal(decodeParts([part('611b', 'gsm7', turkish), part('7361', 'gsm7', turkish)]), 'aşa');
  assert.equal(decodeParts([part('611b', 'gsm7', turkish), part('7361', 'gsm7')]), 'aşa');
  assert.equal(decodeParts([part('611b', 'gsm7'), part('1b61', 'gsm7')]), 'a a', 'two escapes are a pair');
  assert.equal(decodeParts([part('611b1b', 'gsm7'), part('65', 'gsm7')]), 'a e');
  assert.equal(decodeParts([part('611b', 'gsm7'), part('', 'gsm7')]), 'a ');
  assert.equal(decodeParts([part('611b', 'gsm7')]), 'a ');
  assert.equal(decodeParts([part('611b', 'gsm7'), part('0065', 'ucs2')]), 'a e');
  assert.equal(decodeParts([]), '');
});

test('a NUL behind each part in UCS-2 shifts nothing', () => {
  assert.equal(decodeParts([part('0416041600', 'ucs2'), part('0416041600', 'ucs2')]), 'ЖЖЖЖ');
});

test('parts of several alphabets are read each in its own', () => {
  const parts = [part('417b', 'gsm7'), part('0416', 'ucs2'), part('e9', 'latin1'), part('7b', 'ascii')];
  assert.equal(decodeParts(parts), 'AäЖé{');
});

test('whatever comes is read', () => {
  const dice = seeded(9);
  const codings: Exclude<Coding, 'binary'>[] = ['gsm7', 'ucs2', 'latin1', 'ascii', { label: 'shift_jis' }];
  for (let round = 0; round < 2_000; round += 1) {
    const coding = codings[Math.floor(dice() * codings.length)] ?? 'gsm7';
    const shifts = { locking: Math.floor(dice() * 16), single: Math.floor(dice() * 16) };
    const content = randomBytes(dice, 40);
    const parts = [part(content.subarray(0, 7), coding, shifts), part(content.subarray(7), coding, shifts)];
    const whole = decodeParts(parts);
    if (coding === 'gsm7') assert.equal(whole, decodeText(content, 'gsm7', shifts));
  }
});
