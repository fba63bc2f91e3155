/**
 * The time zones in which a number may be, by IANA's names.
 *
 * 1. Those of its prefix that lie in its country; where no prefix is known, as of a range that is newer than the tables,
 *    all of its country. Of a number that belongs to no country they are not known.
 */
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { openPrefixTable, type PrefixTable } from './prefix-table.ts';
import { zonesOfCountry, zonesWithin } from './time-zone.ts';

/** `number`: digits with country code. */
export type ZonesOf = (number: string) => readonly string[];

/** Reads its table, some 20 KB, with the first number that is asked about. */
export function createZones(): ZonesOf {
  let table: PrefixTable<string> | null = null;
  return (number) => {
    const parsed = parsePhoneNumber(number);
    if (!parsed) return [];
    table ??= openPrefixTable('time-zones');
    const { country, countryCode } = parsed;
    const possible = table.find(countryCode, number);
    if (possible !== null) return zonesWithin(possible.split('&'), country);
    return country === null ? [] : zonesOfCountry(country);
  };
}
