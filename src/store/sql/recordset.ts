/**
 * Many rows in one statement: each column goes out as one array parameter, and `unnest` makes rows of them again.
 *
 * 1. The server reads arrays of a known type many times as fast as the same rows as JSON, binary ones (array-writer.ts)
 *    twice as fast as texts, and does not read them while it plans.
 * 2. `unnest` would flatten a list of texts inside a row, so the list goes as one text: a separator that none of the items
 *    contains stands behind each of them, and one item more follows, so that an empty list and a list of one empty text
 *    differ. The server splits it with an immutable function: in an UPDATE, Citus 13.2 refuses a cast and crashes on a
 *    slice (`[2:]`). A list that is the same in all rows, and has no array beside it, goes as a list: the server would
 *    split the text again for each row, half a microsecond.
 * 3. A column that has the same value in all rows of most batches is `shared`. When it has, the value goes as one
 *    parameter and the array is empty: `unnest` fills up with NULL, and the parameter takes its place. When it has not,
 *    the array goes, and a null in it stays null. A statement uses every shared column: the server refuses a parameter
 *    whose type it cannot tell.
 * 4. `unnest` of 25 arrays, of which 21 are empty, takes a third of the time of an INSERT of 32 rows. So a statement that
 *    runs all the time takes a form (`fitted`): arrays for the columns that differ in this batch, single values for the
 *    rest. Each form is a statement with a plan of its own on every connection, so their number is bounded. Beyond it a
 *    batch takes the narrowest known form that has an array for each column that differs.
 */
import { iso } from '../../lib/instant.ts';
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

/** Rows in SQL. The columns take the parameters from `first` on. */
export interface Form {
  /** The values of all columns, each under its name. */
  list(first: number): string;
  /** `id = …, bucket = …`, of the columns named. */
  set(names: readonly string[], first: number): string;
  /** The value of one column. */
  value(name: string, first: number): string;
  /** `unnest($1::uuid[], …) as r(id, …)` */
  from(first: number): string;
}

/** Rule 4. */
export interface Fitted {
  readonly form: Form;
  readonly values: unknown[];
}

export interface Recordset<Row> extends Form {
  /** `id, bucket, …` */
  readonly names: string;
  /** An array for each column, then a value for each that is shared. */
  values(rows: readonly Row[]): unknown[];
  /** For what is written all the time; other statements are one text for all rows. */
  fitted(rows: readonly Row[]): Fitted;
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

/** Of each recordset, beside the one that everything fits in. */
const MOST_FORMS = 4;

export function recordset<Row>(columns: ReadonlyArray<Column<Row>>): Recordset<Row> {
  const whole = new Shape(
    columns,
    () => true,
    (_, { shared = false }) => shared,
  );
  const shapes: Array<Shape<Row>> = [];
  return {
    names: columns.map(({ name }) => name).join(', '),
    list: whole.list,
    set: whole.set,
    value: whole.value,
    from: whole.from,
    values: (rows) => valuesOf(whole, rows, commonsOf(columns, rows)),
    fitted: (rows) => {
      const commons = commonsOf(columns, rows);
      const form = narrowest(shapes, columns, commons) ?? whole;
      return { form, values: valuesOf(form, rows, commons) };
    },
  };
}

/** Rule 4. */
function narrowest<Row>(
  shapes: Array<Shape<Row>>,
  columns: ReadonlyArray<Column<Row>>,
  commons: Commons,
): Shape<Row> | undefined {
  const fitting = shapes.filter(({ beside }) => beside.every(({ place }) => commons[place] !== DIFFERENT));
  const [best] = fitting.sort((one, other) => other.beside.length - one.beside.length);
  const most = commons.reduce<number>((count, common) => (common === DIFFERENT ? count : count + 1), 0);
  if (best?.beside.length === most || shapes.length >= MOST_FORMS) return best;
  const shape = new Shape(
    columns,
    (place) => commons[place] === DIFFERENT,
    (place) => commons[place] !== DIFFERENT,
  );
  shapes.push(shape);
  return shape;
}

/** A column, and which of all it is. */
interface Placed<Row> {
  readonly column: Column<Row>;
  readonly place: number;
}

type Chosen<Row> = (place: number, column: Column<Row>) => boolean;

/** Which columns go as arrays, and which as values beside them; a column in both (rule 3) has what is not null. */
class Shape<Row> implements Form {
  readonly arrays: ReadonlyArray<Placed<Row>>;
  readonly beside: ReadonlyArray<Placed<Row>>;
  private readonly columns: ReadonlyArray<Column<Row>>;
  /** How much room a row is taken to need. */
  bytesARow: number;

  constructor(columns: ReadonlyArray<Column<Row>>, isArray: Chosen<Row>, isBeside: Chosen<Row>) {
    const placed = columns.map((column, place) => ({ column, place }));
    this.columns = columns;
    this.arrays = placed.filter(({ place, column }) => isArray(place, column));
    this.beside = placed.filter(({ place, column }) => isBeside(place, column));
    this.bytesARow = this.arrays.length * BYTES_A_VALUE;
  }

  readonly list = onceFor((first) =>
    this.columns.map(({ name }) => `${this.value(name, first)} as ${name}`).join(', '),
  );

  readonly from = onceFor((first) => {
    const arrays = this.arrays.map(({ column }, index) => `$${first + index}::${SQL_TYPES[column.type]}[]`);
    return `unnest(${arrays.join(', ')}) as r(${this.arrays.map(({ column }) => column.name).join(', ')})`;
  });

  readonly set = (names: readonly string[], first: number): string =>
    names.map((name) => `${name} = ${this.value(name, first)}`).join(', ');

  readonly value = onceForEach((name, first) => {
    const column = this.columns.find((each) => each.name === name);
    if (!column) throw new Error(`there is no column ${name}`);
    const own = this.arrays.some((each) => each.column === column) ? `r.${name}` : null;
    const index = this.beside.findIndex((each) => each.column === column);
    const common = index < 0 ? null : `$${first + this.arrays.length + index}::${SQL_TYPES[column.type]}`;
    const found = own && common ? `coalesce(${own}, ${common})` : (own ?? common);
    if (column.type !== 'texts') return `${found}`;
    return own ? `trim_array(string_to_array(${found}, chr(31)), 1)` : `$${first + this.arrays.length + index}::text[]`;
  });
}

/** A form is used with one or two firsts, and many times. */
function onceFor(make: (first: number) => string): (first: number) => string {
  const made = new Map<number, string>();
  return (first) => {
    const text = made.get(first) ?? make(first);
    made.set(first, text);
    return text;
  };
}

/** The same for the columns, each by its name. */
function onceForEach(make: (name: string, first: number) => string): (name: string, first: number) => string {
  const made = new Map<string, (first: number) => string>();
  return (name, first) => {
    let known = made.get(name);
    if (!known) {
      known = onceFor((from) => make(name, from));
      made.set(name, known);
    }
    return known(first);
  };
}

/** What rows are taken to be at first, for each column. The writer makes more room where it is needed. */
const BYTES_A_VALUE = 16;
/** Rows are mostly as long as those before. Room that is made as it is needed is copied each time. */
const MARGIN = 1.1;
const MOST_EXPECTED = 2048;

function valuesOf<Row>(shape: Shape<Row>, rows: readonly Row[], commons: Commons): unknown[] {
  const { arrays, beside } = shape;
  const writer = new ArrayWriter(arrays.length * 20 + rows.length * shape.bytesARow);
  const ends: number[] = [];
  arrays.forEach(({ column, place }) => {
    const { type, of } = column;
    const element = type === 'texts' ? 'text' : type;
    const isEmpty = commons[place] !== DIFFERENT && beside.some((each) => each.column === column);
    writer.begin(element, isEmpty ? 0 : rows.length);
    // A loop over the rows themselves makes an object for each value until it is compiled.
    if (!isEmpty) {
      rows.forEach((row) => {
        writer.add(element, plain(type, of(row)));
      });
    }
    ends.push(writer.length);
  });
  if (rows.length > 0) shape.bytesARow = Math.min(MOST_EXPECTED, Math.ceil((writer.length * MARGIN) / rows.length));
  let from = 0;
  const values: unknown[] = ends.map((end) => {
    const array = writer.slice(from, end);
    from = end;
    return array;
  });
  beside.forEach(({ column, place }) => {
    const isBoth = arrays.some((each) => each.column === column);
    values.push(commons[place] === DIFFERENT ? null : asParameter(column.type, commons[place], isBoth));
  });
  return values;
}

/** Of each column the value that all rows share; `DIFFERENT` where they may not, and where they do not. */
type Commons = readonly unknown[];

function commonsOf<Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): Commons {
  return columns.map(({ type, of, shared = false }) => (shared ? commonOf(type, of, rows) : DIFFERENT));
}

/** Rule 3. */
function commonOf<Row>(type: ColumnType, of: (row: Row) => unknown, rows: readonly Row[]): unknown {
  const [first] = rows;
  if (first === undefined) return DIFFERENT;
  const one = of(first);
  const common = plain(type, one);
  const isCommon = rows.every((row) => {
    const other = of(row);
    return other === one || plain(type, other) === common;
  });
  return isCommon ? common : DIFFERENT;
}

/** As it is written: a number, a string, a boolean, bytes or null. */
function plain(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'texts' ? [...(value as readonly string[]), 'end'].join(BETWEEN) : value;
}

/** As `plain` wrote it. `standsIn`: for an array (rule 3), and so in the form of its items. */
function asParameter(type: ColumnType, value: unknown, standsIn: boolean): unknown {
  if (value === null) return null;
  if (type === 'texts' && !standsIn) return String(value).split(BETWEEN).slice(0, -1);
  return type === 'instant' ? iso(Number(value)) : value;
}

const BETWEEN = String.fromCharCode(31);
