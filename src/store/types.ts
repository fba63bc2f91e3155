/**
 * How values come back from PostgreSQL: an instant as milliseconds since 1970 UTC, a bigint as a number, a date as
 * the text that the server sent. All else as the driver does it.
 */
import pg from 'pg';

const BIGINT = 20;
const BIGINT_ARRAY = 1016;
const DATE = 1082;
const INSTANT = 1184;
const INSTANT_ARRAY = 1185;

const instant = pg.types.getTypeParser(INSTANT) as (text: string) => Date | number;

/** ±Infinity stays what it is. */
function milliseconds(text: string): number {
  const value = instant(text);
  return typeof value === 'number' ? value : value.getTime();
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [BIGINT, Number],
  [BIGINT_ARRAY, (text) => pg.types.arrayParser(text, Number)],
  [DATE, (text) => text],
  [INSTANT, milliseconds],
  [INSTANT_ARRAY, (text) => pg.types.arrayParser(text, milliseconds)],
]);

export const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? PARSERS.get(oid) : undefined) ??
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
