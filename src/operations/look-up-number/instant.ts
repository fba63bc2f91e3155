/**
 * Dates and times as callers write them (RFC 3339). Pure.
 */

const DATE = /^(\d{4})-(\d\d)-(\d\d)/;
const DATE_TIME = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)?)?$/;

/** Epoch milliseconds; a date alone is its first instant, a time without a zone is UTC. Null for anything else. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return null;
  const [, year, month, day] = (DATE.exec(value) ?? []).map(Number);
  // The runtime takes the 30th of February for a day in March.
  if (new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() !== day) return null;
  const hasTime = value.length > 10;
  const hasZone = /[Zz]|[+-]\d\d:\d\d$/.test(value.slice(10));
  const at = Date.parse(hasTime && !hasZone ? `${value.replace(' ', 'T')}Z` : value.replace(' ', 'T').toUpperCase());
  return Number.isFinite(at) ? at : null;
}
