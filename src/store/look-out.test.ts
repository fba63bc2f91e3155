import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/support/database.ts';
import { lowestIdAt } from '../lib/ids.ts';
import type { Database, Queryable } from './database.ts';
import { recentIds } from './id-range.ts';
import { lookAround } from './look-out.ts';
import { ensurePartitions } from './partitions.ts';
import { PLAN_BY } from './statement.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

/** As a connection that keeps plans has the look planned; the lines about callbacks. */
function planOfLook(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    let asked = '';
    const noting: Queryable = {
      query: (text, values, planning) => {
        asked = text;
        return tx.query(text, values, planning);
      },
    };
    const span = recentIds(NOW);
    assert.equal((await lookAround(noting, null, span)).isCallbackOwed, true);
    await tx.query(PLAN_BY.kept);
    await tx.query(`prepare look as ${asked}`);
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
      `explain execute look (null, '${span[0]}', '${span[1]}')`,
    );
    await tx.query(`deallocate look; ${PLAN_BY.anew}`);
    return rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('callbacks_2'));
  });
}

test('a look takes the first of what is due, and reads nothing of what is done with', async (t) => {
  const { db } = await testDatabase(t);
  await ensurePartitions(db, NOW, NOW);
  // As they lie under load: most are done with, some are under way.
  await db.query(
    `insert into callbacks
       (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, state, due_at)
     select id, n % 4096, id, 1, 'A', 'https://a.example/', 'POST', 'https://a.example', '{}', to_timestamp(0),
            case when n % 500 = 0 then 'pending' else 'delivered' end,
            case when n % 500 = 0 then to_timestamp(n) end
       from (select n, ($1 || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, 20000) as n) as each`,
    [lowestIdAt(NOW).slice(0, -12)],
  );
  await db.query('analyze');
  const plan = await planOfLook(db);
  assert.notDeepEqual(plan, []);
  for (const line of plan) assert.match(line, /Index Scan using callbacks_\d+_endpoint_due_at_idx/);
});
