/**
 * Many rows in one statement: each column goes out as one array parameter, and `unnest` makes rows of them again.
 *
 * 1. The server reads an array of a known type about eight times as fast as the same rows as JSON, and does not read
 *    it while it plans.
 * 2. A list of texts inside a row goes as one text, since `unnest` would flatten it: each item before a character that
 *    none of them has, and an item more at the end, so that no items and one empty item differ. What makes a list of it
 *    again is immutable: in an UPDATE, Citus 13.2 refuses a cast and dies of a slice (`[2:]`).
 * 3. A long text full of quotes costs more to quote than to send. JSON that is kept as text has no control characters,
 *    so the texts of all rows go as one, with one of these between them. None of them is empty.
 */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Null and undefined are NULL; an `instant` is epoch milliseconds, `json` any value, `texts` a list of strings, `plain` JSON as text, `plain_json` a value that is never null, sent like `plain` (rule 3). */
  readonly of: (row: Row) => unknown;
}

export type ColumnType = keyof typeof SQL_TYPES;

export interface Recordset<Row> {
  /** `id, bucket, …` */
  readonly names: string;
  /** `r.id, r.bucket, …`, each of the type of its column. */
  readonly list: string;
  /** `unnest($1::uuid[], …) as r(id, …)`; the columns take the parameters from `first` on. */
  from(first: number): string;
  /** One parameter for each column. */
  values(rows: readonly Row[]): string[];
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
  plain: 'text',
  plain_json: 'text',
  bytes: 'bytea',
} as const;

/** The list that a column of the type `texts` stands for. */
export function textsOf(column: string): string {
  return `trim_array(string_to_array(${column}, chr(31)), 1)`;
}

export function recordset<Row>(columns: ReadonlyArray<Column<Row>>): Recordset<Row> {
  const names = columns.map(({ name }) => name).join(', ');
  return {
    names,
    list: columns.map(({ name, type }) => selected(name, type)).join(', '),
    from: (first) => {
      const arrays = columns.map(({ type }, index) =>
        isJoined(type)
          ? `string_to_array($${first + index}::text, chr(30))`
          : `$${first + index}::${SQL_TYPES[type]}[]`,
      );
      return `unnest(${arrays.join(', ')}) as r(${names})`;
    },
    values: (rows) =>
      columns.map(({ type, of }) => (isJoined(type) ? joined(type, rows, of) : arrayOf(type, rows, of))),
  };
}

function selected(name: string, type: ColumnType): string {
  if (type === 'texts') return `${textsOf(`r.${name}`)} as ${name}`;
  return type === 'plain_json' ? `r.${name}::jsonb as ${name}` : `r.${name}`;
}

/** Rule 3. */
function isJoined(type: ColumnType): boolean {
  return type === 'plain' || type === 'plain_json';
}

function joined<Row>(type: ColumnType, rows: readonly Row[], of: (row: Row) => unknown): string {
  return rows.map((row) => (type === 'plain' ? of(row) : JSON.stringify(of(row)))).join(BETWEEN_ROWS);
}

/** An array as PostgreSQL reads it: `{1,2,NULL}`, `{"a","b"}`. */
function arrayOf<Row>(type: ColumnType, rows: readonly Row[], of: (row: Row) => unknown): string {
  let text = '{';
  for (const row of rows) {
    if (text.length > 1) text += ',';
    const value = of(row);
    text += value === null || value === undefined ? 'NULL' : elementOf(type, value);
  }
  return `${text}}`;
}

function elementOf(type: ColumnType, value: unknown): string {
  switch (type) {
    case 'instant':
      return instant(Number(value));
    case 'text':
      return quoted(String(value));
    case 'json':
      return quoted(JSON.stringify(value));
    case 'texts':
      return quoted([...(value as readonly string[]), 'end'].join(BETWEEN));
    case 'bytes':
      return `"\\\\x${Buffer.from(value as Uint8Array).toString('hex')}"`;
    default:
      return String(value);
  }
}

const lastInstant = { ms: Number.NaN, text: '' };

/** The rows of a batch share most of their times. */
function instant(ms: number): string {
  if (ms !== lastInstant.ms) {
    lastInstant.text = new Date(ms).toISOString();
    lastInstant.ms = ms;
  }
  return lastInstant.text;
}

const BETWEEN = String.fromCharCode(31);
const BETWEEN_ROWS = String.fromCharCode(30);
const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(EACH_SPECIAL, '\\$&')}"` : `"${text}"`;
}
