import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { type Column, type ColumnType, type Recordset, recordset } from './recordset.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
  readonly list: readonly string[];
  readonly value: unknown;
  readonly at: number | null;
  readonly bytes: Uint8Array;
  readonly flag: boolean;
  readonly small: number;
  readonly whole: number;
  readonly big: number;
}

const COLUMNS: ReadonlyArray<Column<Row>> = [
  { name: 'text', type: 'text', of: ({ text }) => text },
  { name: 'list', type: 'texts', of: ({ list }) => list },
  { name: 'value', type: 'json', of: ({ value }) => value },
  { name: 'at', type: 'instant', of: ({ at }) => at },
  { name: 'flag', type: 'boolean', of: ({ flag }) => flag },
  { name: 'small', type: 'smallint', of: ({ small }) => small },
  { name: 'whole', type: 'integer', of: ({ whole }) => whole },
  { name: 'big', type: 'bigint', of: ({ big }) => big },
];
const ID: Column<Row> = { name: 'id', type: 'uuid', of: ({ id }) => id };
const BYTES: Column<Row> = { name: 'bytes', type: 'bytes', of: ({ bytes }) => bytes };

const ROWS = recordset<Row>([ID, ...COLUMNS, BYTES]);
const SHARED_COLUMNS = [ID, ...COLUMNS.map((column) => ({ ...column, shared: true })), BYTES];
const SHARED = recordset<Row>(SHARED_COLUMNS);

const HARD_TEXTS = [
  '',
  'NULL',
  'null',
  ' spaces ',
  '{a,b}',
  '"quoted"',
  'back\\slash \\" and \\\\',
  "it's; drop table",
  'tab\tand\nline',
  'ünïcode 😀',
  '$1::uuid',
  'a text that is longer than those that are short'.repeat(40),
  '\u001e between €'.repeat(200),
];

const NUMBERS: ReadonlyArray<Pick<Row, 'small' | 'whole' | 'big' | 'at'>> = [
  { small: 0, whole: 0, big: 0, at: 0 },
  { small: 32_767, whole: 2_147_483_647, big: Number.MAX_SAFE_INTEGER, at: 1_790_000_000_123 },
  { small: -32_768, whole: -2_147_483_648, big: Number.MIN_SAFE_INTEGER, at: -1 },
  { small: -1, whole: -1, big: -4_294_967_297, at: 946_684_799_999 },
  { small: 255, whole: 65_536, big: 4_294_967_295, at: 4_102_444_800_000 },
];

function hardRows(): Row[] {
  return HARD_TEXTS.map((text, index) => ({
    id: idOf(index),
    text,
    list: HARD_TEXTS.slice(0, index),
    value: index % 2 === 0 ? { text, list: [text] } : null,
    bytes: Buffer.from([0, index, 255]),
    flag: index > 4,
    ...(NUMBERS[index % NUMBERS.length] as (typeof NUMBERS)[number]),
    ...(index % 7 === 6 ? { at: null, text: null } : {}),
  }));
}

function idOf(index: number): string {
  return `01900000-ABCD-7000-8000-${index.toString(16).padStart(12, '0')}`.toLowerCase();
}

async function roundTrip(t: TestContext, rows: readonly Row[], set = SHARED): Promise<Row[]> {
  const { db } = await testDatabase(t);
  const { rows: found } = await db.query<Row>(
    `select ${set.list(2)} from ${set.from(2)} where $1::int = 1 order by r.id`,
    [1, ...set.values(rows)],
  );
  return found.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) }));
}

test('every value comes out of the statement as it went in', async (t) => {
  assert.deepEqual(await roundTrip(t, hardRows(), ROWS), hardRows());
});

test('what rows may share and do not comes out as it went in', async (t) => {
  assert.deepEqual(await roundTrip(t, hardRows()), hardRows());
});

test('what all rows share comes out with each of them, nulls too', async (t) => {
  for (const first of hardRows()) {
    const rows = [0, 1, 2].map((index) => ({ ...first, id: idOf(index), bytes: Buffer.from([index]) }));
    assert.deepEqual(await roundTrip(t, rows), rows);
    const [shared] = SHARED.values(rows).slice(1);
    assert.equal((shared as Buffer).length, 12, 'an array of nothing');
  }
});

test('one null among equal values stays the only one', async (t) => {
  const [first] = hardRows() as [Row];
  const nulls = { text: null, value: null, at: null };
  const rows = [0, 1, 2].map((index) => ({ ...first, id: idOf(index), ...(index === 1 ? nulls : {}) }));
  assert.deepEqual(await roundTrip(t, rows), rows);
});

async function fittedTrip(t: TestContext, set: Recordset<Row>, rows: readonly Row[]): Promise<Row[]> {
  const { db } = await testDatabase(t);
  const { form, values } = set.fitted(rows);
  const text = `select ${form.list(2)} from ${form.from(2)} where $1::int = 1 order by r.id`;
  const { rows: found } = await db.query<Row>(text, [1, ...values]);
  return found.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) }));
}

test('in a form that fits, every value comes out as it went in, and arrays are there for what differs only', async (t) => {
  const set = recordset<Row>(SHARED_COLUMNS);
  assert.deepEqual(await fittedTrip(t, set, hardRows()), hardRows());
  for (const first of hardRows()) {
    const rows = [0, 1, 2].map((index) => ({ ...first, id: idOf(index), bytes: Buffer.from([index]) }));
    assert.deepEqual(await fittedTrip(t, set, rows), rows);
    assert.equal(set.fitted(rows).form.from(1), 'unnest($1::uuid[], $2::bytea[]) as r(id, bytes)');
    const other = rows.map((row, index) => ({ ...row, small: index }));
    assert.deepEqual(await fittedTrip(t, set, other), other);
    assert.match(set.fitted(other).form.from(1), /as r\(id, small, bytes\)$/);
  }
  assert.deepEqual(await fittedTrip(t, set, []), []);
});

test('there are few forms: what differs like nothing before comes to the narrowest one that it fits in', async (t) => {
  const set = recordset<Row>(SHARED_COLUMNS);
  const [first] = hardRows() as [Row];
  const differing = (...names: ReadonlyArray<'small' | 'whole' | 'big' | 'at' | 'text'>): Row[] =>
    [0, 1].map((index) => ({
      ...first,
      id: idOf(index),
      ...Object.fromEntries(names.map((name) => [name, name === 'text' ? `${index}` : index])),
    }));
  const arraysOf = (rows: readonly Row[]) => /as r\((.*)\)/.exec(set.fitted(rows).form.from(1))?.[1];
  assert.equal(arraysOf(differing('small', 'whole', 'big')), 'id, small, whole, big, bytes');
  assert.equal(arraysOf(differing('small', 'whole')), 'id, small, whole, bytes');
  assert.equal(arraysOf(differing()), 'id, bytes');
  assert.equal(arraysOf(differing('at')), 'id, at, bytes');
  assert.equal(arraysOf(differing('whole')), 'id, small, whole, bytes');
  assert.equal(arraysOf(differing('big')), 'id, small, whole, big, bytes');
  assert.equal(arraysOf(differing('text')), 'id, text, list, value, at, flag, small, whole, big, bytes', 'all of them');
  assert.equal(arraysOf(differing('at')), 'id, at, bytes');
  for (const rows of [differing('whole'), differing('big'), differing('text')]) {
    assert.deepEqual(await fittedTrip(t, set, rows), rows);
  }
});

test('no rows are no rows', async (t) => {
  assert.deepEqual(await roundTrip(t, []), []);
});

test('an update sets the columns that it names, to what each row or all rows have', async (t) => {
  const { db } = await testDatabase(t);
  await db.transaction(async (tx) => {
    await tx.query('create temporary table kept (id uuid, text text, list text[], small smallint) on commit drop');
    await tx.query('insert into kept select $1::uuid union all select $2::uuid', [idOf(0), idOf(1)]);
    const rows = hardRows()
      .slice(0, 2)
      .map((row) => ({ ...row, small: 7 }));
    const names = ['text', 'list', 'small'];
    const moved = recordset([
      ID,
      ...COLUMNS.flatMap((each) => (names.includes(each.name) ? { ...each, shared: true } : [])),
    ]);
    await tx.query(
      `update kept k set ${moved.set(names, 1)} from ${moved.from(1)} where k.id = r.id`,
      moved.values(rows),
    );
    const { rows: found } = await tx.query('select text, list, small from kept order by id');
    assert.deepEqual(
      found,
      rows.map(({ text, list, small }) => ({ text, list, small })),
    );
  });
});

test('a value that does not fit its type is refused and not made another one', () => {
  const misfits: ReadonlyArray<[ColumnType, unknown]> = [
    ['smallint', 32_768],
    ['smallint', -32_769],
    ['smallint', 1.5],
    ['smallint', Number.NaN],
    ['integer', 2_147_483_648],
    ['bigint', 2 ** 53],
    ['boolean', 'true'],
    ['instant', Number.NaN],
    ['instant', Number.POSITIVE_INFINITY],
    ['uuid', '01900000-0000-7000-8000-00000000000g'],
    ['uuid', '01900000-0000-7000-8000-0000000000'],
    ['uuid', '01900000-0000-7000-8000+000000000000'],
    ['uuid', 'é1900000-0000-7000-8000-000000000000'],
  ];
  for (const [type, value] of misfits) {
    const one = recordset<unknown>([{ name: 'value', type, of: (each) => each }]);
    assert.throws(() => one.values([value]), RangeError, `${type} ${String(value)}`);
  }
});
