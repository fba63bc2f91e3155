import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeG711 } from './g711.ts';
import { readPcm, readWav, WavError, writeWav } from './wav.ts';

const samples = Int16Array.from([0, 1, -1, 1000, -1000, 32_767, -32_768]);

/** A WAV file by hand: a chunk that nobody needs, the format, the sound. */
function wav(kind: number, channels: number, bits: number, data: Buffer, saidLength = data.length): Buffer {
  const other = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const format = Buffer.alloc(24);
  format.write('fmt ', 'latin1');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(kind, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(16_000, 12);
  format.writeUInt16LE(bits, 22);
  const head = Buffer.from('data\0\0\0\0', 'latin1');
  head.writeUInt32LE(saidLength, 4);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), other, format, head, data]);
}

test('a WAV file that was written is read as it was', () => {
  const file = writeWav({ samples, samplesPerSecond: 8_000 });
  assert.deepEqual(readWav(file), { samples, samplesPerSecond: 8_000 });
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual(readPcm(file.subarray(44)), samples);
});

test('a file whose head promises too much, as programs write into a pipe, is read to its end', () => {
  const data = writeWav({ samples, samplesPerSecond: 16_000 }).subarray(44);
  const read = readWav(wav(1, 1, 16, data, 0x7ffff000));
  assert.deepEqual(read, { samples, samplesPerSecond: 16_000 });
});

test('two channels are heard as one, and eight bits, floats, mu-law and A-law are understood', () => {
  const two = Buffer.alloc(4);
  two.writeInt16LE(100, 0);
  two.writeInt16LE(300, 2);
  assert.deepEqual([...readWav(wav(1, 2, 16, two)).samples], [200]);
  assert.deepEqual([...readWav(wav(1, 1, 8, Buffer.of(128, 255, 0))).samples], [0, 32_512, -32_768]);
  const float = Buffer.alloc(8);
  float.writeFloatLE(0.5, 0);
  float.writeFloatLE(-7, 4);
  assert.deepEqual([...readWav(wav(3, 1, 32, float)).samples], [16_384, -32_768]);
  const tone = Int16Array.of(8, 1000, -1000);
  for (const [kind, encoding] of [
    [7, 'PCMU'],
    [6, 'PCMA'],
  ] as const) {
    const read = readWav(wav(kind, 1, 8, Buffer.from(encodeG711(tone, encoding)))).samples;
    assert.ok(Math.abs((read[1] ?? 0) - 1000) < 40, encoding);
  }
});

test('what is no WAV file, is cut off or of another kind is refused', () => {
  const broken = [
    Buffer.alloc(0),
    Buffer.from('<html>no audio today</html>'),
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    Buffer.from('RIFF\0\0\0\0WAVEfmt \x04\0\0\0\x01\0\x01\0', 'latin1'),
    wav(85, 1, 16, Buffer.alloc(10)),
    wav(1, 0, 16, Buffer.alloc(10)),
    writeWav({ samples: new Int16Array(4), samplesPerSecond: 2_000_000_000 }),
  ];
  for (const bytes of broken) assert.throws(() => readWav(bytes), WavError);
});
