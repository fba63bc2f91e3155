/**
 * Reads the codes of countries that an operator writes.
 */
import { getCountries } from 'libphonenumber-js/max';
import { wrong } from './request.ts';

/** `*` stands for all others. */
export function checkCountries(name: string, codes: readonly string[]): void {
  const known: readonly string[] = getCountries();
  const unknown = codes.find((code) => code !== '*' && !known.includes(code));
  if (unknown !== undefined) throw wrong(name, 'ISO 3166 alpha-2 codes of countries such as DE');
}
