/**
 * G.711 against the decision and output values printed in ITU-T G.711 (given here in 16 bits: mu-law 14 bits times 4,
 * A-law 13 bits times 8).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeG711, type Encoding, encodeG711, silence } from './g711.ts';

const ENCODINGS: readonly Encoding[] = ['PCMU', 'PCMA'];

function byteOf(sample: number, encoding: Encoding): number {
  return encodeG711(Int16Array.of(sample), encoding)[0] ?? -1;
}

function sampleOf(byte: number, encoding: Encoding): number {
  return decodeG711(Uint8Array.of(byte), encoding)[0] ?? Number.NaN;
}

test('mu-law bytes decode to the output values of table 2a', () => {
  // From the ends of each segment: value numbers 128, 113, 112, 97, 96, 81, 80, 65, 64, 49, 48, 33, 32, 17, 16, 1 and 0.
  const table: readonly (readonly [byte: number, value: number])[] = [
    [0x80, 8031],
    [0x8f, 4191],
    [0x90, 3999],
    [0x9f, 2079],
    [0xa0, 1983],
    [0xaf, 1023],
    [0xb0, 975],
    [0xbf, 495],
    [0xc0, 471],
    [0xcf, 231],
    [0xd0, 219],
    [0xdf, 99],
    [0xe0, 93],
    [0xef, 33],
    [0xf0, 30],
    [0xfe, 2],
    [0xff, 0],
  ];
  for (const [byte, value] of table) {
    assert.equal(sampleOf(byte, 'PCMU'), value * 4, `byte ${byte.toString(16)}`);
    assert.equal(Math.abs(sampleOf(byte & 0x7f, 'PCMU')), value * 4, `byte ${(byte & 0x7f).toString(16)}`);
  }
});

test('A-law bytes decode to the output values of table 1a', () => {
  // Table 1a numbers the values before every second bit is inverted (XOR 0x55).
  const table: readonly (readonly [code: number, value: number])[] = [
    [0xff, 4032],
    [0xf0, 2112],
    [0xef, 2016],
    [0xe0, 1056],
    [0xdf, 1008],
    [0xd0, 528],
    [0xcf, 504],
    [0xc0, 264],
    [0xbf, 252],
    [0xb0, 132],
    [0xaf, 126],
    [0xa0, 66],
    [0x9f, 63],
    [0x90, 33],
    [0x8f, 31],
    [0x81, 3],
    [0x80, 1],
  ];
  for (const [code, value] of table) {
    assert.equal(sampleOf(code ^ 0x55, 'PCMA'), value * 8, `code ${code.toString(16)}`);
    assert.equal(sampleOf((code & 0x7f) ^ 0x55, 'PCMA'), -value * 8, `code ${(code & 0x7f).toString(16)}`);
  }
});

test('the decision values of both tables part neighbouring bytes', () => {
  // mu-law: x(1)=1, x(2)=3, x(16)=31, x(17)=35, x(32)=95, x(33)=103, x(113)=4063, x(114)=4319, of 14 bits.
  for (const decision of [1, 3, 31, 35, 95, 103, 4063, 4319]) {
    assert.notEqual(byteOf(decision * 4 - 1, 'PCMU'), byteOf(decision * 4, 'PCMU'), `mu-law ${decision}`);
    assert.equal(byteOf(decision * 4, 'PCMU'), byteOf(decision * 4 + 3, 'PCMU'), `mu-law ${decision}`);
  }
  // A-law: x(1)=2, x(32)=64, x(33)=68, x(48)=128, x(49)=136, x(112)=2048, x(113)=2176, of 13 bits.
  for (const decision of [2, 64, 68, 128, 136, 2048, 2176]) {
    assert.notEqual(byteOf(decision * 8 - 1, 'PCMA'), byteOf(decision * 8, 'PCMA'), `A-law ${decision}`);
    assert.equal(byteOf(decision * 8, 'PCMA'), byteOf(decision * 8 + 7, 'PCMA'), `A-law ${decision}`);
  }
});

test('the negative half of A-law begins below zero', () => {
  assert.deepEqual(
    [-1, -16].map((sample) => byteOf(sample, 'PCMA')),
    [0x55, 0x55],
  );
  assert.deepEqual(
    [0, 15].map((sample) => byteOf(sample, 'PCMA')),
    [0xd5, 0xd5],
  );
  assert.deepEqual(
    [-17, 16].map((sample) => byteOf(sample, 'PCMA')),
    [0x54, 0xd4],
  );
});

test('what is too loud becomes the loudest, and silence is the byte of the specification', () => {
  assert.deepEqual([byteOf(32_767, 'PCMU'), byteOf(-32_768, 'PCMU')], [0x80, 0x00]);
  assert.deepEqual([byteOf(32_767, 'PCMA'), byteOf(-32_768, 'PCMA')], [0xaa, 0x2a]);
  assert.deepEqual([...silence('PCMU', 1)], Array(8).fill(0xff));
  assert.deepEqual([...silence('PCMA', 1)], Array(8).fill(0xd5));
});

test('every byte comes back from its sample, and no sample is further away than half its interval', () => {
  for (const encoding of ENCODINGS) {
    for (let byte = 0; byte < 256; byte += 1) {
      const expected = encoding === 'PCMU' && byte === 0x7f ? 0xff : byte;
      assert.equal(byteOf(sampleOf(byte, encoding), encoding), expected, `${encoding} ${byte.toString(16)}`);
    }
    const samples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
    const heard = decodeG711(encodeG711(samples, encoding), encoding);
    for (const [index, sample] of samples.entries()) {
      const error = Math.abs((heard[index] ?? 0) - sample);
      const allowed = Math.abs(sample) > 32_100 ? 700 : Math.max(8, Math.abs(sample) / 30 + 8);
      if (error > allowed) assert.fail(`${encoding}: ${sample} is heard as ${heard[index]}`);
    }
  }
});
