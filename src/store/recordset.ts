/**
 * Many rows in one statement: each column goes out as one array parameter, and `unnest` makes rows of them again.
 *
 * 1. The server reads arrays of a known type many times as fast as the same rows as JSON, binary ones (array-writer.ts)
 *    twice as fast as texts, and does not read them while it plans.
 * 2. A list of texts inside a row goes as one text, since `unnest` would flatten it: each item before a character that
 *    none of them has, and an item more at the end, so that no items and one empty item differ. What makes a list of it
 *    again is immutable: in an UPDATE, Citus 13.2 refuses a cast and dies of a slice (`[2:]`).
 * 3. What most batches have the same in all rows (`shared`) goes as one value then, and its array is empty: `unnest`
 *    fills up with NULL, and a parameter beside the array takes its place. So a null in the array stays one. A statement
 *    uses every such column: the server refuses a parameter that nothing gives a type.
 */
import { ArrayWriter } from './array-writer.ts';

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Null and undefined are NULL; an `instant` is epoch milliseconds, `json` any value, `texts` a list of strings. */
  readonly of: (row: Row) => unknown;
  /** Rule 3. Not for what rows are found by: `r.name` alone is not its value. */
  readonly shared?: boolean;
}

export type ColumnType = keyof typeof SQL_TYPES;

export interface Recordset<Row> {
  /** `id, bucket, …` */
  readonly names: string;
  /** The values of all columns, each under its name. The columns take the parameters from `first` on. */
  list(first: number): string;
  /** `id = …, bucket = …`, of the columns named. */
  set(names: readonly string[], first: number): string;
  /** The value of one column. */
  value(name: string, first: number): string;
  /** `unnest($1::uuid[], …) as r(id, …)` */
  from(first: number): string;
  /** An array for each column, then a value for each that is shared. */
  values(rows: readonly Row[]): unknown[];
}

const SQL_TYPES = {
  uuid: 'uuid',
  smallint: 'smallint',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  instant: 'timestamptz',
  text: 'text',
  json: 'jsonb',
  texts: 'text',
  bytes: 'bytea',
} as const;

/** All rows have this value, or they differ. */
const DIFFERENT = Symbol('different');

export function recordset<Row>(columns: ReadonlyArray<Column<Row>>): Recordset<Row> {
  const names = columns.map(({ name }) => name);
  const shared = columns.filter((column) => column.shared === true);
  const value = (name: string, first: number): string => {
    const column = columns.find((each) => each.name === name);
    if (!column) throw new Error(`there is no column ${name}`);
    const beside = first + columns.length + shared.indexOf(column);
    const own = `r.${name}`;
    const found = column.shared ? `coalesce(${own}, $${beside}::${SQL_TYPES[column.type]})` : own;
    return column.type === 'texts' ? `trim_array(string_to_array(${found}, chr(31)), 1)` : found;
  };
  return {
    names: names.join(', '),
    list: onceFor((first) => names.map((name) => `${value(name, first)} as ${name}`).join(', ')),
    set: (those, first) => those.map((name) => `${name} = ${value(name, first)}`).join(', '),
    value,
    from: onceFor((first) => {
      const arrays = columns.map(({ type }, index) => `$${first + index}::${SQL_TYPES[type]}[]`);
      return `unnest(${arrays.join(', ')}) as r(${names.join(', ')})`;
    }),
    values: (rows) => valuesOf(columns, rows),
  };
}

/** A recordset is used with one or two firsts, and many times. */
function onceFor(make: (first: number) => string): (first: number) => string {
  const made = new Map<number, string>();
  return (first) => {
    const text = made.get(first) ?? make(first);
    made.set(first, text);
    return text;
  };
}

/** What the arrays of a few rows take up, for each row and column: the writer makes more room where it is needed. */
const BYTES_A_VALUE = 16;

function valuesOf<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): unknown[] {
  const writer = new ArrayWriter(columns.length * (20 + rows.length * BYTES_A_VALUE));
  const ends: number[] = [];
  const beside: unknown[] = [];
  for (const { type, of, shared = false } of columns) {
    const element = type === 'texts' ? 'text' : type;
    const common = shared ? commonOf(type, of, rows) : DIFFERENT;
    if (shared) beside.push(common === DIFFERENT ? null : asParameter(type, common));
    writer.begin(element, common === DIFFERENT ? rows.length : 0);
    if (common === DIFFERENT) for (const row of rows) writer.add(element, plain(type, of(row)));
    ends.push(writer.length);
  }
  return [...ends.map((end, index) => writer.slice(ends[index - 1] ?? 0, end)), ...beside];
}

/** Rule 3. */
function commonOf<Row>(type: ColumnType, of: (row: Row) => unknown, rows: readonly Row[]): unknown {
  let common: unknown = DIFFERENT;
  for (const row of rows) {
    const value = plain(type, of(row));
    if (common === DIFFERENT) common = value;
    else if (value !== common) return DIFFERENT;
  }
  return common;
}

/** As it is written: a number, a string, a boolean, bytes or null. */
function plain(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'texts' ? [...(value as readonly string[]), 'end'].join(BETWEEN) : value;
}

function asParameter(type: ColumnType, value: unknown): unknown {
  return type === 'instant' && value !== null ? new Date(Number(value)).toISOString() : value;
}

const BETWEEN = String.fromCharCode(31);
