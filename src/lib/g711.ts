/**
 * G.711, the two encodings of telephone speech: eight bits of a logarithmic scale for each of 8,000 samples a second
 * (ITU-T G.711, tables 1a to 2b; RFC 3551, 4.5.14). Samples are 16-bit linear.
 *
 * 1. Every byte decodes to the middle of its interval, and encoding that value gives the byte back; the one exception is
 *    mu-law's negative zero, which becomes the positive one.
 */

/** PCMU is mu-law, RTP payload type 0; PCMA is A-law, payload type 8. */
export type Encoding = 'PCMU' | 'PCMA';

/** Samples, and therefore bytes, for each second. */
export const G711_SAMPLES_PER_SECOND = 8_000;

export function encodeG711(samples: Int16Array, encoding: Encoding): Uint8Array {
  const table = TABLES[encoding].encode;
  const bytes = new Uint8Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) bytes[index] = table[(samples[index] ?? 0) + 32_768] ?? 0;
  return bytes;
}

export function decodeG711(bytes: Uint8Array, encoding: Encoding): Int16Array {
  const table = TABLES[encoding].decode;
  return Int16Array.from(bytes, (byte) => table[byte] ?? 0);
}

/** The byte that is heard as nothing. */
export function silenceByte(encoding: Encoding): number {
  return TABLES[encoding].encode[32_768] ?? 0;
}

export function silence(encoding: Encoding, durationMs: number): Uint8Array {
  const length = Math.round((durationMs * G711_SAMPLES_PER_SECOND) / 1_000);
  return new Uint8Array(length).fill(silenceByte(encoding));
}

/** mu-law adds this to the magnitude, in 14 bits 33, so that segments begin at powers of two. */
const MU_LAW_BIAS = 0x84;
const MU_LAW_LARGEST = 0x7fff - MU_LAW_BIAS;
/** A-law inverts every second bit, mu-law all, so that silence has many changes on the line. */
const A_LAW_TOGGLE = 0x55;

const TABLES: Record<Encoding, { readonly encode: Uint8Array; readonly decode: Int16Array }> = {
  PCMU: { encode: encodeTable(toMuLaw), decode: decodeTable(fromMuLaw) },
  PCMA: { encode: encodeTable(toALaw), decode: decodeTable(fromALaw) },
};

function encodeTable(encode: (sample: number) => number): Uint8Array {
  return Uint8Array.from({ length: 65_536 }, (_, index) => encode(index - 32_768));
}

function decodeTable(decode: (byte: number) => number): Int16Array {
  return Int16Array.from({ length: 256 }, (_, byte) => decode(byte));
}

function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_LAW_LARGEST) + MU_LAW_BIAS;
  const segment = 24 - Math.clz32(magnitude);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff;
}

function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const segment = (bits >> 4) & 0x07;
  const magnitude = ((((bits & 0x0f) << 3) + MU_LAW_BIAS) << segment) - MU_LAW_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

function toALaw(sample: number): number {
  // The negative half is mirrored at -1/2, not at 0: A-law has no zero.
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(sample < 0 ? ~sample : sample, 0x7fff);
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f;
  return (sign | (segment << 4) | step) ^ A_LAW_TOGGLE;
}

function fromALaw(byte: number): number {
  const bits = byte ^ A_LAW_TOGGLE;
  const segment = (bits >> 4) & 0x07;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}
