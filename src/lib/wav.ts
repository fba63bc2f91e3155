/**
 * WAV files with one sound: written as 16-bit PCM of one channel, read as what speech engines and recorders make of it.
 *
 * 1. Read are PCM of 8, 16, 24 and 32 bits, 32-bit floating point, mu-law and A-law; of several channels the mean.
 * 2. A length that goes beyond the file means the rest of the file: a program that writes into a pipe does not know the
 *    length when it writes the head.
 */
import { decodeG711 } from './g711.ts';

export interface Sound {
  readonly samples: Int16Array;
  readonly samplesPerSecond: number;
}

/** What is read is no WAV file, or of a kind that rule 1 does not name. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

const HEAD_BYTES = 44;
/** More than any recorder has. */
const MOST_SAMPLES_PER_SECOND = 768_000;
const FORMAT = { pcm: 1, float: 3, aLaw: 6, muLaw: 7, extensible: 0xfffe } as const;

export function writeWav({ samples, samplesPerSecond }: Sound): Buffer {
  const file = Buffer.alloc(HEAD_BYTES + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(FORMAT.pcm, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, HEAD_BYTES + index * 2);
  return file;
}

/** Throws WavError. */
export function readWav(bytes: Uint8Array): Sound {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new WavError('not a WAV file');
  }
  let format: Format | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const from = at + 8;
    const to = Math.min(file.length, from + file.readUInt32LE(at + 4));
    if (name === 'fmt ') format = readFormat(file.subarray(from, to));
    if (name === 'data') {
      if (format === null) throw new WavError('the sound comes before its format');
      return { samples: readSamples(file.subarray(from, to), format), samplesPerSecond: format.samplesPerSecond };
    }
    // Chunks begin at even places.
    at = to + ((to - from) % 2);
  }
  throw new WavError('a WAV file without sound');
}

/** 16-bit little-endian PCM without a head. Bytes are copied at once: a minute of speech has a million samples. */
export function readPcm(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  const copy = Buffer.from(samples.buffer);
  copy.set(bytes.subarray(0, copy.length));
  if (!IS_LITTLE_ENDIAN) copy.swap16();
  return samples;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

interface Format {
  readonly kind: number;
  readonly channels: number;
  readonly samplesPerSecond: number;
  readonly bits: number;
}

function readFormat(chunk: Buffer): Format {
  if (chunk.length < 16) throw new WavError('the format is cut off');
  const named = chunk.readUInt16LE(0);
  const kind = named === FORMAT.extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : named;
  const format = {
    kind,
    channels: chunk.readUInt16LE(2),
    samplesPerSecond: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  };
  if (format.channels < 1 || format.channels > 16) throw new WavError(`${format.channels} channels`);
  if (format.samplesPerSecond < 1 || format.samplesPerSecond > MOST_SAMPLES_PER_SECOND) {
    throw new WavError(`${format.samplesPerSecond} samples in a second`);
  }
  return format;
}

function readSamples(data: Buffer, format: Format): Int16Array {
  if (format.kind === FORMAT.pcm && format.bits === 16 && format.channels === 1) return readPcm(data);
  const read = readerOf(format);
  const size = (format.bits / 8) * format.channels;
  const samples = new Int16Array(Math.floor(data.length / size));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      sum += read(data, index * size + (channel * format.bits) / 8);
    }
    samples[index] = Math.round(sum / format.channels);
  }
  return samples;
}

type Reader = (data: Buffer, at: number) => number;

function readerOf({ kind, bits }: Format): Reader {
  if (kind === FORMAT.pcm && bits === 8) return (data, at) => ((data[at] ?? 0) - 128) << 8;
  if (kind === FORMAT.pcm && bits === 16) return (data, at) => data.readInt16LE(at);
  if (kind === FORMAT.pcm && bits === 24) return (data, at) => data.readInt16LE(at + 1);
  if (kind === FORMAT.pcm && bits === 32) return (data, at) => data.readInt16LE(at + 2);
  if (kind === FORMAT.float && bits === 32) {
    return (data, at) => Math.max(-32_768, Math.min(32_767, Math.round(data.readFloatLE(at) * 32_767) || 0));
  }
  if ((kind === FORMAT.muLaw || kind === FORMAT.aLaw) && bits === 8) {
    const table = decodeG711(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      kind === FORMAT.muLaw ? 'PCMU' : 'PCMA',
    );
    return (data, at) => table[data[at] ?? 0] ?? 0;
  }
  throw new WavError(`format ${kind} with ${bits} bits`);
}
