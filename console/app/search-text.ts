/**
 * The query of an address and back. Every value is text as it stands there: a number of a telephone stays what it is, and
 * an address can be written by hand. Pure.
 */
export type SearchValues = Readonly<Record<string, string>>;

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''));
}

/** What is empty is left out; in the order of the names, so that one filter has one address. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (given.length === 0) return '';
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(sorted)}`;
}
