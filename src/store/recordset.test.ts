import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { recordset } from './recordset.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
  readonly list: readonly string[];
  readonly value: unknown;
  readonly at: number | null;
  readonly bytes: Uint8Array;
  readonly flag: boolean;
  /** JSON. */
  readonly plain: string;
  readonly plainJson: unknown;
}

const ROWS = recordset<Row>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'text', type: 'text', of: ({ text }) => text },
  { name: 'list', type: 'texts', of: ({ list }) => list },
  { name: 'value', type: 'json', of: ({ value }) => value },
  { name: 'at', type: 'instant', of: ({ at }) => at },
  { name: 'bytes', type: 'bytes', of: ({ bytes }) => bytes },
  { name: 'flag', type: 'boolean', of: ({ flag }) => flag },
  { name: 'plain', type: 'plain', of: ({ plain }) => plain },
  { name: '"plainJson"', type: 'plain_json', of: ({ plainJson }) => plainJson },
]);

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
];

test('every value comes out of the statement as it went in', async (t) => {
  const { db } = await testDatabase(t);
  const rows = HARD_TEXTS.map((text, index): Row => {
    const id = `01900000-0000-7000-8000-00000000000${index.toString(16)}`;
    const at = index % 3 === 0 ? null : 1_790_000_000_123 + index;
    const value = index % 2 === 0 ? { text, list: [text] } : null;
    return {
      id,
      text,
      list: HARD_TEXTS.slice(0, index),
      value,
      at,
      bytes: Buffer.from([0, index, 255]),
      flag: index > 4,
      plain: JSON.stringify([text, '\u001e']),
      plainJson: [{ text, list: [text, '\u001e'] }],
    };
  });
  const all = [...rows, { ...(rows[0] as Row), id: '01900000-0000-7000-8000-0000000000ff', text: null }];
  const { rows: found } = await db.query<Row>(
    `select ${ROWS.list} from ${ROWS.from(2)} where $1::int = 1 order by r.id`,
    [1, ...ROWS.values(all)],
  );
  assert.deepEqual(
    found.map((row) => ({ ...row, bytes: [...row.bytes] })),
    all.map((row) => ({ ...row, bytes: [...row.bytes] })),
  );
});

test('no rows are no rows', async (t) => {
  const { db } = await testDatabase(t);
  const { rows } = await db.query(`select ${ROWS.list} from ${ROWS.from(1)}`, ROWS.values([]));
  assert.deepEqual(rows, []);
});
