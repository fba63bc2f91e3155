import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { asParameter } from './parameters.ts';

test('values arrive in the database as they are', async (t) => {
  const { db } = await testDatabase(t);
  const odd = ['', ' ', 'a,b', '"', '\\', '{}', 'NULL', 'null', "'", 'ä€\u{1f600}', '\n'];
  const { rows } = await db.query(
    `select $1::text as text, $2::int as int, $3::boolean as flag, $4::bytea as bytes, $5::text[] as texts,
            $6::smallint[] as numbers, $7::jsonb as json, $8::text as nothing, $9::bytea[] as lists, $10::float8 as real,
            $11::int[] as matrix`,
    [
      odd.join('|'),
      -7,
      false,
      new Uint8Array([0, 255, 92]),
      [...odd, null, undefined],
      [1, -2],
      { a: [1, { b: '"' }] },
      undefined,
      [Buffer.from([0, 255]), new Uint8Array([1])],
      1.5,
      [
        [1, 2],
        [3, 4],
      ],
    ],
  );
  assert.deepEqual(rows, [
    {
      text: odd.join('|'),
      int: -7,
      flag: false,
      bytes: Buffer.from([0, 255, 92]),
      texts: [...odd, null, null],
      numbers: [1, -2],
      json: { a: [1, { b: '"' }] },
      nothing: null,
      lists: [Buffer.from([0, 255]), Buffer.from([1])],
      real: 1.5,
      matrix: [
        [1, 2],
        [3, 4],
      ],
    },
  ]);
});

test('bytes are not copied', () => {
  const bytes = Buffer.from([1, 2]);
  assert.equal(asParameter(bytes), bytes);
});
