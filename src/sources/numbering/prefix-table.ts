/**
 * Values by the prefix of a number (the place, the first carrier, the time zones), from tables made of libphonenumber's
 * metadata by scripts/number-tables.mjs.
 *
 * 1. The longest prefix that the table has decides.
 * 2. A table is read once; the section of a country calling code is unpacked when the first number with that code is
 *    asked about (China, the largest, takes 20 ms, most take less than 1 ms) and kept as sorted arrays of numbers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { asJsonObject } from '../../lib/json.ts';
import { packageRoot } from '../../lib/package-root.ts';

export interface PrefixTable<Value> {
  /** `digits`: the whole number, country code first. Null when no prefix of it is known. */
  find(countryCode: string, digits: string): Value | null;
}

export type TableName = 'places' | 'carriers' | 'time-zones';

interface PackedSection<Value> {
  readonly values: readonly Value[];
  /** By length of prefix: differences between sorted prefixes, and the index of each one's value. */
  readonly lengths: Readonly<Record<string, { readonly prefixes: number[]; readonly values: number[] }>>;
}

interface PrefixesOfOneLength {
  readonly length: number;
  readonly prefixes: Float64Array;
  readonly values: Uint16Array;
}

interface Section<Value> {
  readonly values: readonly Value[];
  /** Longest first. */
  readonly lengths: readonly PrefixesOfOneLength[];
}

/** What stands in a table's values is known to who made it. */
export function openPrefixTable<Value>(name: TableName): PrefixTable<Value> {
  const bytes = readFileSync(join(packageRoot(), 'src/sources/numbering/tables', `${name}.bin`));
  const headEnd = bytes.indexOf('\n');
  const index = asJsonObject(JSON.parse(bytes.toString('utf8', 0, headEnd))) ?? {};
  const sections = new Map<string, Section<Value> | null>();

  function sectionOf(countryCode: string): Section<Value> | null {
    const known = sections.get(countryCode);
    if (known !== undefined) return known;
    const place = index[countryCode] as [number, number] | undefined;
    const start = headEnd + 1 + (place?.[0] ?? 0);
    const section = place ? unpack<Value>(bytes.subarray(start, start + place[1])) : null;
    sections.set(countryCode, section);
    return section;
  }

  return {
    find(countryCode, digits) {
      const section = sectionOf(countryCode);
      if (!section) return null;
      for (const each of section.lengths) {
        const value = digits.length < each.length ? -1 : indexIn(each, Number(digits.slice(0, each.length)));
        if (value >= 0) return section.values[value] ?? null;
      }
      return null;
    },
  };
}

function unpack<Value>(packed: Uint8Array): Section<Value> {
  const { values, lengths } = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as PackedSection<Value>;
  return {
    values,
    lengths: Object.entries(lengths)
      .map(([length, list]) => ({
        length: Number(length),
        prefixes: Float64Array.from(sums(list.prefixes)),
        values: Uint16Array.from(list.values),
      }))
      .sort((a, b) => b.length - a.length),
  };
}

function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    return sum;
  });
}

/** The value's index, or -1. */
function indexIn({ prefixes, values }: PrefixesOfOneLength, prefix: number): number {
  let low = 0;
  let high = prefixes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = prefixes[middle] ?? 0;
    if (here === prefix) return values[middle] ?? -1;
    if (here < prefix) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
