/**
 * The modules of a QR code (ISO/IEC 18004): bytes, at the error correction M, in the smallest version of 1 to 20 that
 * holds them. Pure.
 *
 * 1. Of the eight masks that one is taken whose symbol is the least confusing to a reader (7.8.3).
 */

/** By version, from 1 on: codewords for correction in each block, and how many blocks there are (Table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const BYTES_MODE = 0b0100;
const PADDING = [0xec, 0x11];
/** Level M is 00. */
const FORMAT_OF_LEVEL = 0b00;
const MASKS: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of modules, true where it is dark. Throws RangeError for a text that is too long. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, index) => bytes.length <= roomIn(index + 1)) + 1;
  if (version === 0) throw new RangeError('this is too long for a QR code');
  const words = interleaved(codewords(bytes, version), version);
  const symbol = new QrSymbol(version);
  symbol.place(words);
  return symbol.masked();
}

/** How many bytes of text. */
function roomIn(version: number): number {
  return dataWords(version) - (version < 10 ? 2 : 3);
}

function dataWords(version: number): number {
  return Math.floor(rawBits(version) / 8) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1);
}

/** Modules that are no pattern, format or version. */
function rawBits(version: number): number {
  const all = (16 * version + 128) * version + 64;
  if (version === 1) return all;
  const aligned = Math.floor(version / 7) + 2;
  return all - (25 * aligned - 10) * aligned + 55 - (version < 7 ? 0 : 36);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [...bitsOf(BYTES_MODE, 4), ...bitsOf(bytes.length, lengthBits)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  const wanted = dataWords(version) * 8;
  // The end: up to four bits, and on to a whole codeword.
  for (let count = 0; count < 4 && bits.length < wanted; count += 1) bits.push(false);
  while (bits.length % 8 !== 0) bits.push(false);
  const words: number[] = [];
  for (let first = 0; first < bits.length; first += 8) {
    words.push(bits.slice(first, first + 8).reduce((word, bit) => word * 2 + Number(bit), 0));
  }
  for (let pad = 0; words.length < dataWords(version); pad += 1) words.push(at(PADDING, pad % 2));
  return words;
}

/** Blocks with their correction, in the order in which they are placed (7.6). */
function interleaved(words: readonly number[], version: number): number[] {
  const blocks = at(BLOCKS, version - 1);
  const correction = at(CORRECTION, version - 1);
  const short = Math.floor(words.length / blocks);
  const shortBlocks = blocks - (words.length % blocks);
  const generator = generatorOf(correction);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const data = words.slice(from, from + short + (block < shortBlocks ? 0 : 1));
    from += data.length;
    return { data, check: remainder(data, generator) };
  });
  const ordered: number[] = [];
  for (let index = 0; index <= short; index += 1) {
    for (const { data } of parts) if (index < data.length) ordered.push(at(data, index));
  }
  for (let index = 0; index < correction; index += 1) for (const { check } of parts) ordered.push(at(check, index));
  return ordered;
}

/** In GF(256) over x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function generatorOf(degree: number): number[] {
  const result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let count = 0; count < degree; count += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = times(at(result, index), root) ^ (result[index + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return result;
}

function remainder(data: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [index, coefficient] of generator.entries()) rest[index] = at(rest, index) ^ times(coefficient, factor);
  }
  return rest;
}

/** The symbol while it is made. */
class QrSymbol {
  private readonly version: number;
  private readonly size: number;
  private readonly dark: boolean[][];
  private readonly isFixed: boolean[][];

  constructor(version: number) {
    this.version = version;
    this.size = version * 4 + 17;
    this.dark = grid(this.size);
    this.isFixed = grid(this.size);
    this.drawPatterns();
    this.drawFormat(0);
    this.drawVersion();
  }

  /** Two columns at a time, from the lower right, up and down (7.7.3). */
  place(words: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
          if (this.isFixed[y]?.[x]) continue;
          if (bit < words.length * 8) this.put(x, y, ((at(words, bit >> 3) >> (7 - (bit & 7))) & 1) === 1);
          bit += 1;
        }
      }
    }
  }

  /** Rule 1. */
  masked(): boolean[][] {
    const tried = MASKS.map((_, mask) => this.withMask(mask));
    const penalties = tried.map(penaltyOf);
    return tried[penalties.indexOf(Math.min(...penalties))] ?? this.dark;
  }

  private withMask(mask: number): boolean[][] {
    this.drawFormat(mask);
    const isTurned = MASKS[mask] ?? (() => false);
    return this.dark.map((row, y) => row.map((dark, x) => dark !== (!this.isFixed[y]?.[x] && isTurned(x, y))));
  }

  private put(x: number, y: number, dark: boolean): void {
    const row = this.dark[y];
    if (row && x >= 0 && x < this.size) row[x] = dark;
  }

  private fix(x: number, y: number, dark: boolean): void {
    this.put(x, y, dark);
    const row = this.isFixed[y];
    if (row && x >= 0 && x < this.size) row[x] = true;
  }

  private drawPatterns(): void {
    for (let index = 0; index < this.size; index += 1) {
      this.fix(6, index, index % 2 === 0);
      this.fix(index, 6, index % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [this.size - 4, 3],
      [3, this.size - 4],
    ] as const) {
      this.square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    }
    const places = alignmentPlaces(this.version);
    const last = places.at(-1) ?? 0;
    for (const x of places) {
      for (const y of places) {
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isFinder) this.square(x, y, 2, (ring) => ring !== 1);
      }
    }
  }

  private square(x: number, y: number, reach: number, isDark: (ring: number) => boolean): void {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        this.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Twice, and the module that is always dark (7.9). */
  private drawFormat(mask: number): void {
    const data = (FORMAT_OF_LEVEL << 3) | mask;
    const word = ((data << 10) | bch(data, 10, 0x537)) ^ 0x5412;
    const bit = (index: number) => ((word >> index) & 1) === 1;
    for (let index = 0; index < 15; index += 1) {
      const along = index < 6 ? index : index < 8 ? index + 1 : this.size - 15 + index;
      this.fix(8, along, bit(index));
      const across = index < 8 ? this.size - 1 - index : index === 8 ? 7 : 14 - index;
      this.fix(across, 8, bit(index));
    }
    this.fix(8, this.size - 8, true);
  }

  /** From version 7 on (7.10). */
  private drawVersion(): void {
    if (this.version < 7) return;
    const word = (this.version << 12) | bch(this.version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const dark = ((word >> index) & 1) === 1;
      const [near, far] = [Math.floor(index / 3), this.size - 11 + (index % 3)];
      this.fix(far, near, dark);
      this.fix(near, far, dark);
    }
  }
}

function alignmentPlaces(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const others = Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - index * step);
  return [6, ...others.reverse()];
}

function bch(data: number, degree: number, polynomial: number): number {
  let rest = data;
  for (let count = 0; count < degree; count += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return rest;
}

/** How confusing a symbol is: long runs, blocks, what looks like a finder, and too much of one colour (Table 11). */
function penaltyOf(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const turned = dark.map((_, x) => dark.map((row) => row[x] === true));
  let penalty = 0;
  for (const row of [...dark, ...turned]) {
    const text = row.map((module) => (module ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const here = dark[y]?.[x];
      if (dark[y]?.[x - 1] === here && dark[y - 1]?.[x] === here && dark[y - 1]?.[x - 1] === here) penalty += 3;
    }
  }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return penalty + 10 * Math.floor(Math.abs(share * 20 - 10));
}

function grid(size: number): boolean[][] {
  return Array.from({ length: size }, () => Array.from({ length: size }, () => false));
}

function bitsOf(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1);
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}
