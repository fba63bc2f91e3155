import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeWav } from '../../src/lib/wav.ts';
import { waveformOf } from './waveform.ts';

function fileOf(samples: readonly number[]): ArrayBuffer {
  return new Uint8Array(writeWav({ samples: Int16Array.from(samples), samplesPerSecond: 8_000 })).buffer;
}

test('bars follow the loudness, and the loudest is 1', () => {
  const quiet = Array.from({ length: 4_000 }, (_, at) => (at % 2 === 0 ? 1_000 : -1_000));
  const loud = quiet.map((sample) => sample * 4);
  const { bars, seconds } = waveformOf(fileOf([...quiet, ...loud]), 4) ?? assert.fail('no waveform');
  assert.equal(seconds, 1);
  assert.deepEqual(bars, [0.25, 0.25, 1, 1]);
});

test('silence has no bars, and what is no recording no waveform', () => {
  assert.deepEqual(waveformOf(fileOf(Array(80).fill(0)), 2)?.bars, [0, 0]);
  assert.equal(waveformOf(new ArrayBuffer(4), 2), null);
  assert.equal(waveformOf(new TextEncoder().encode('this is no sound at all, but some text').buffer, 2), null);
});
