// Makes src/sources/numbering/tables from the metadata of Google's libphonenumber (Apache-2.0) and the names of cities
// of npm's city-timezones (MIT):
//
//   node scripts/number-tables.mjs LIBPHONENUMBER_CHECKOUT CITY_MAP_JSON
//
// A table is a line of JSON, {"<country calling code>": [offset, length], …}, and after it one section for each code,
// compressed (brotli). A section is JSON: `values`, and for each length of prefix the sorted prefixes, each as the
// difference to the one before, with the index of its value. src/sources/numbering/prefix-table.ts reads them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [checkout, cityMap] = process.argv.slice(2);
if (!checkout || !cityMap) {
  console.error('usage: node scripts/number-tables.mjs LIBPHONENUMBER_CHECKOUT CITY_MAP_JSON');
  process.exit(2);
}
const target = new URL('../src/sources/numbering/tables/', import.meta.url);
const resources = join(checkout, 'resources');

/** `prefix|value` lines; '#' begins a comment. */
function readEntries(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[0-9]+\|./.test(line))
    .map((line) => [line.slice(0, line.indexOf('|')), line.slice(line.indexOf('|') + 1).trim()]);
}

/** Without the entries that say what a shorter prefix says already. */
function withoutRepeats(entries) {
  const known = new Map(entries);
  return entries.filter(([prefix, value]) => {
    for (let length = prefix.length - 1; length > 0; length -= 1) {
      const shorter = known.get(prefix.slice(0, length));
      if (shorter !== undefined) return shorter !== value;
    }
    return true;
  });
}

function sectionOf(entries, placeOf) {
  const values = [];
  const indexes = new Map();
  const lengths = {};
  const sorted = [...withoutRepeats(entries)].sort(([a], [b]) => Number(a) - Number(b));
  for (const [prefix, value] of sorted) {
    let index = indexes.get(value);
    if (index === undefined) {
      index = values.length;
      indexes.set(value, index);
      values.push(placeOf ? placeOf(value) : value);
    }
    lengths[prefix.length] ??= { prefixes: [], values: [], last: 0 };
    const list = lengths[prefix.length];
    list.prefixes.push(Number(prefix) - list.last);
    list.values.push(index);
    list.last = Number(prefix);
  }
  for (const list of Object.values(lengths)) delete list.last;
  return { values, lengths };
}

function writeTable(name, sections) {
  const index = {};
  const parts = [];
  let offset = 0;
  for (const [code, section] of sections) {
    const packed = brotliCompressSync(Buffer.from(JSON.stringify(section)));
    index[code] = [offset, packed.length];
    offset += packed.length;
    parts.push(packed);
  }
  writeFileSync(new URL(name, target), Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...parts]));
  console.log(`${name}: ${sections.length} codes, ${offset} bytes`);
}

function tablesOf(folder, placeOfCode) {
  return readdirSync(join(resources, folder, 'en'))
    .filter((file) => /^[0-9]+\.txt$/.test(file))
    .sort()
    .map((file) => {
      const code = file.slice(0, -'.txt'.length);
      return [code, sectionOf(readEntries(join(resources, folder, 'en', file)), placeOfCode?.(code))];
    });
}

// Where a city is, when it is the only one of its name in its country (and state). Names as [name, latitude, longitude].
const cities = new Map();
for (const { city_ascii: ascii, city, iso2, province, state_ansi: state, lat, lng } of JSON.parse(
  readFileSync(cityMap),
)) {
  for (const name of new Set([ascii, city])) {
    for (const key of [`${iso2}|${name}`, `${iso2}|${name}, ${state || province}`]) {
      cities.set(key.toLowerCase(), cities.has(key.toLowerCase()) ? null : [round(lat), round(lng)]);
    }
  }
}

function round(degrees) {
  return Math.round(degrees * 100_000) / 100_000;
}

const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/max');
const countriesOf = (code) => getCountries().filter((country) => getCountryCallingCode(country) === code);

function placeOfCode(code) {
  return (value) => {
    // With a state the name has to be the state's; a name without one has to be the only one of its country.
    const places = countriesOf(code).flatMap((country) => cities.get(`${country}|${value}`.toLowerCase()) ?? []);
    return places.length === 2 ? [value, ...places] : value;
  };
}

writeTable('places.bin', tablesOf('geocoding', placeOfCode));
writeTable('carriers.bin', tablesOf('carrier'));

const zones = readEntries(join(resources, 'timezones', 'map_data.txt'));
const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)));
const byCode = groupByCode();
writeTable(
  'time-zones.bin',
  [...byCode].sort().map(([code, entries]) => [code, sectionOf(entries)]),
);

function codeOf(prefix) {
  for (const length of [1, 2, 3]) if (codes.has(prefix.slice(0, length))) return prefix.slice(0, length);
  return prefix.slice(0, 3);
}

function groupByCode() {
  const groups = new Map();
  for (const entry of zones) groups.set(codeOf(entry[0]), [...(groups.get(codeOf(entry[0])) ?? []), entry]);
  return groups;
}
