import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';

const [ONE, TWO] = ['01a20a9b-f06c-7000-a1b7-032db6dfefcd', '01a20a9b-f869-7000-812a-6a598054bfd5'];

test('lists of ids come back as they are, whatever is in them', async (t) => {
  const { db } = await testDatabase(t);
  for (const [sql, list] of [
    [`array['${ONE}', '${TWO}']`, [ONE, TWO]],
    [`array['${ONE}']`, [ONE]],
    ['array[]', []],
    [`array[null, '${ONE}']`, [null, ONE]],
    [`array[array['${ONE}'], array['${TWO}']]`, [[ONE], [TWO]]],
    [`'[3:3]={${ONE}}'`, [ONE]],
  ] as const) {
    assert.deepEqual((await db.query(`select ${sql}::uuid[] as list`)).rows, [{ list }], sql);
  }
});
