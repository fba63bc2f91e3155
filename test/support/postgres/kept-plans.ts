/**
 * Counts what statements read whose plan is kept, in every state of knowledge in which the server may have made it.
 *
 * 1. Counted are the rows that the server fetched from tables and indexes, in one transaction: that is one connection,
 *    with its plans.
 * 2. A row may also be found by an index in which its key stands behind something else: all of the index is gone through,
 *    or skipped through. So none is used but primary keys, and those that hold only what is due.
 * 3. By keys, the tables of other days are not touched.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/lib/durations.ts';
import type { Transaction } from '../../../src/store/database.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { dayOf } from '../../../src/store/sql/id-range.ts';
import { CITUS } from './citus.ts';
import { testDatabase } from './database.ts';

export type Send = (tx: Transaction) => Promise<unknown>;
export type Sends = Readonly<Record<string, Send>>;

export interface KeptPlans {
  /** On the day of this instant; the day before it is empty. */
  readonly now: number;
  /** How many rows `put` writes when it is asked for no others. */
  readonly count: number;
  /** Rows `from` to `to` of each table; done with, or open and due. */
  put(tx: Transaction, isOpen: boolean, from?: number, to?: number): Promise<void>;
  /** What a statement may read. */
  readonly mostRows: number;
  /** What is due or waits, of all days. */
  readonly byTheirTime?: Sends;
  readonly byTheirKeys: Sends;
  /** Of those, which know the front of another index as well (rule 2). */
  readonly byOtherIndexes?: readonly string[];
}

export function testKeptPlans(plans: KeptPlans): void {
  for (const [made, prepare] of Object.entries(STATES)) {
    test(`by a plan that was ${made}, a few keys read a few rows`, {
      skip: CITUS !== undefined && 'on a cluster no plan is kept',
    }, async (t) => {
      const { db } = await testDatabase(t);
      await ensurePartitions(db, plans.now - DAY_MS, plans.now);
      await db.transaction(async (tx) => {
        await prepare(tx, plans);
        const wrong = Object.entries(await sendAll(tx, plans)).filter(
          ([name, { rows, astray, elsewhere }]) =>
            rows > plans.mostRows ||
            (astray > 0 && !plans.byOtherIndexes?.includes(name)) ||
            (elsewhere > 0 && name in plans.byTheirKeys),
        );
        assert.deepEqual(Object.fromEntries(wrong), {});
      });
    });
  }
}

/** What the server knows when it plans, and what lies there afterwards. */
const STATES: Readonly<Record<string, (tx: Transaction, plans: KeptPlans) => Promise<unknown>>> = {
  'made on a new day': async (tx, plans) => {
    await sendAll(tx, plans);
    await plans.put(tx, true);
  },
  'made on a day that was looked at while it was empty': async (tx, plans) => {
    await tx.query('analyze');
    await sendAll(tx, plans);
    await plans.put(tx, true);
  },
  'made on a day that was looked at while it had a few rows': async (tx, plans) => {
    await plans.put(tx, true, plans.count + 1, plans.count + 5);
    await tx.query('analyze');
    await sendAll(tx, plans);
    await plans.put(tx, true);
  },
  'made on a day that was looked at while it had a tenth': async (tx, plans) => {
    await plans.put(tx, true, plans.count + 1, plans.count + plans.count / 10);
    await tx.query('analyze');
    await sendAll(tx, plans);
    await plans.put(tx, true);
  },
  'made on a day of which nothing is known': (tx, plans) => plans.put(tx, true),
  'made while all waits': async (tx, plans) => {
    await plans.put(tx, true);
    await tx.query('analyze');
  },
  'made while all is done with': async (tx, plans) => {
    await plans.put(tx, false);
    await tx.query('analyze');
    await sendAll(tx, plans);
    await plans.put(tx, true, plans.count + 1, 2 * plans.count);
  },
  'made while more lay there than is known': async (tx, plans) => {
    await plans.put(tx, false);
    await tx.query('analyze');
    await plans.put(tx, true, plans.count + 1, 4 * plans.count);
  },
};

interface Read {
  readonly rows: number;
  /** Rule 2. */
  readonly astray: number;
  /** Rule 3. */
  readonly elsewhere: number;
}

async function sendAll(tx: Transaction, plans: KeptPlans): Promise<Record<string, Read>> {
  const read: Record<string, Read> = {};
  for (const [name, send] of Object.entries({ ...plans.byTheirTime, ...plans.byTheirKeys })) {
    const before = await readSoFar(tx, plans);
    await send(tx);
    const after = await readSoFar(tx, plans);
    read[name] = {
      rows: after.rows - before.rows,
      astray: after.astray - before.astray,
      elsewhere: after.elsewhere - before.elsewhere,
    };
  }
  return read;
}

/** By now, in this transaction. */
async function readSoFar(tx: Transaction, { now }: KeptPlans): Promise<Read> {
  const { rows } = await tx.query<Read>(
    `select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int from pg_stat_xact_user_tables) as rows,
            (select sum(pg_stat_get_xact_numscans(x.indexrelid))::int
               from pg_index x join pg_class c on c.oid = x.indrelid
              where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
                and not x.indisprimary and x.indpred is null) as astray,
            (select sum(seq_scan + coalesce(idx_scan, 0))::int from pg_stat_xact_user_tables
              where relname like '%' || $1) as elsewhere`,
    [dayOf(now - DAY_MS)],
  );
  return rows[0] ?? { rows: 0, astray: 0, elsewhere: 0 };
}
