/**
 * The weights of an acoustic model: from the packed form in which pocketsphinx ships them (`sendump`) to the one that
 * sphinxtrain reads (`mixture_weights`). Debian's own program for this needs Python 2.
 *
 * 1. Packed, a weight is 8 bits (or an index of 4 bits into a table): a logarithm to the base 1.0001, shifted by 10.
 * 2. Unpacked, weights of one state add up to 1.
 */

export interface MixtureWeights {
  readonly states: number;
  readonly streams: number;
  readonly densities: number;
  /** By state, stream and density. */
  readonly values: Float32Array;
}

const BASE = 1.0001;
const SHIFT = 10;
const BYTE_ORDER_MARK = 0x11223344;

export function readMixtureWeights(file: Buffer): MixtureWeights {
  const reader = new Reader(file);
  reader.text();
  const facts = new Map<string, number>();
  for (let line = reader.text(); line !== ''; line = reader.text()) {
    const [name = '', value = ''] = line.split(' ');
    facts.set(name, Number(value));
  }
  const streams = facts.get('feature_count') ?? 3;
  const clusters = facts.get('cluster_count') ?? 0;
  const isIndexed = clusters > 0 && facts.get('cluster_bits') === 4;
  // With a table, the counts stand among the facts; without, before the weights.
  const table = clusters > 0 ? reader.bytes(clusters) : null;
  const densities = facts.get('mixture_count') ?? reader.number();
  const states = facts.get('model_count') ?? reader.number();
  const values = new Float32Array(states * streams * densities);
  for (let stream = 0; stream < streams; stream += 1) {
    for (let density = 0; density < densities; density += 1) {
      const packed = reader.bytes(isIndexed ? Math.ceil(states / 2) : states);
      for (let state = 0; state < states; state += 1) {
        const nibble = ((packed[state >> 1] ?? 0) >> (state % 2 === 0 ? 0 : 4)) & 15;
        const logarithm = (isIndexed ? table?.[nibble] : packed[state]) ?? 0;
        values[(state * streams + stream) * densities + density] = BASE ** -(logarithm << SHIFT);
      }
    }
  }
  return normalised({ states, streams, densities, values });
}

export function writeMixtureWeights({ states, streams, densities, values }: MixtureWeights): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32LE(BYTE_ORDER_MARK, 0);
  for (const [index, count] of [states, streams, densities, values.length].entries()) {
    head.writeUInt32LE(count, 4 + index * 4);
  }
  const body = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([Buffer.from('s3\nversion 1.0\nendhdr\n', 'latin1'), head.subarray(0, 20), body]);
}

function normalised(weights: MixtureWeights): MixtureWeights {
  const { values, densities } = weights;
  for (let from = 0; from < values.length; from += densities) {
    const part = values.subarray(from, from + densities);
    const sum = part.reduce((total, value) => total + value, 0);
    for (const [index, value] of part.entries()) part[index] = value / sum;
  }
  return weights;
}

class Reader {
  private readonly file: Buffer;
  private at = 0;

  constructor(file: Buffer) {
    this.file = file;
  }

  number(): number {
    this.at += 4;
    return this.file.readUInt32LE(this.at - 4);
  }

  bytes(count: number): Buffer {
    this.at += count;
    return this.file.subarray(this.at - count, this.at);
  }

  /** A length and a text that ends with a zero; empty when the length is 0. */
  text(): string {
    const bytes = this.bytes(this.number());
    return bytes.subarray(0, Math.max(0, bytes.length - 1)).toString('latin1');
  }
}
