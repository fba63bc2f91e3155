/**
 * How values come back from PostgreSQL: an instant as milliseconds since 1970 UTC, a bigint as a number, a date as
 * the text that the server sent. Everything else as the driver reads it.
 */
import pg from 'pg';

const BIGINT = 20;
const BIGINT_ARRAY = 1016;
const DATE = 1082;
const INSTANT = 1184;
const INSTANT_ARRAY = 1185;
const UUID_ARRAY = 2951;

/** The driver's types know fewer kinds of value than its code. */
const parserOf = pg.types.getTypeParser as (oid: number) => unknown;
const instant = parserOf(INSTANT) as (text: string) => Date | number;
const instants = parserOf(INSTANT_ARRAY) as (text: string) => (Date | number | null)[];
const bigints = parserOf(BIGINT_ARRAY) as (text: string) => (string | number | null)[];
const uuids = parserOf(UUID_ARRAY) as (text: string) => (string | null)[];

/** Holds bring thousands of ids a second: taken apart by `split`, they cost a fraction of what the driver takes. */
function uuidsIn(text: string): (string | null)[] {
  // What is left to the driver: no ids, lists of lists, and NULL, which has the only N.
  const isPlain = text.length > 2 && text.startsWith('{') && !text.startsWith('{{') && !text.includes('N');
  return isPlain ? text.slice(1, -1).split(',') : uuids(text);
}

/** ±Infinity stays what it is. */
const milliseconds = (value: Date | number): number => (typeof value === 'number' ? value : value.getTime());

const PARSERS = new Map<number, (text: string) => unknown>([
  [BIGINT, Number],
  [BIGINT_ARRAY, (text) => bigints(text).map((each) => (each === null ? null : Number(each)))],
  [DATE, (text) => text],
  [INSTANT, (text) => milliseconds(instant(text))],
  [INSTANT_ARRAY, (text) => instants(text).map((each) => (each === null ? null : milliseconds(each)))],
  [UUID_ARRAY, uuidsIn],
]);

export const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' ? PARSERS.get(oid) : undefined) ??
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
