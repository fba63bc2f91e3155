/**
 * The indexes by which messages are searched and events are listed: each day has its own, and there is none over all days.
 *
 * 1. A day gets them when it is made, while it is empty.
 * 2. A day that the release before has made gets them later, without stopping who writes (`concurrently`), over a
 *    connection of its own whose statements take as long as they need. Until then a search reads the whole day.
 * 3. One that could not be finished is left behind invalid, and made again.
 */
import type { Context } from '../../context.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { type DatabaseOptions, openDatabase } from '../connection/pool.ts';
import type { Database, Queryable } from '../database.ts';
import { takeChore } from '../nodes/chores.ts';

const INDEXES = [
  // Recipient and place at once: also a number that got a million has its newest found at once.
  { table: 'messages', name: 'by_recipient', on: '(recipient, id)' },
  { table: 'messages', name: 'by_external_id', on: '(external_id, id) where external_id is not null' },
  // Events of an account, in order. Of those that the release before has written none is one.
  { table: 'callbacks', name: 'in_order', on: '(account_id, id) where is_event' },
];

/** `day`: how the names of its tables end. Rule 1. */
export async function addSearchIndexes(tx: Queryable, table: string, day: string): Promise<void> {
  for (const { name, on } of INDEXES.filter((each) => each.table === table)) {
    await tx.query(`create index ${table}${day}_${name} on ${table}${day} ${on}`);
  }
}

interface IndexState {
  readonly name: string;
  readonly valid: boolean;
}

/** A node that died over it has left an invalid one behind: after so long another node begins anew. */
const AGAIN_MS = HOUR_MS;

/** Rule 2, while the gateway runs. */
export function createSearchIndexKeeper(context: Context, db: Database, where: DatabaseOptions): Service {
  let own: Database | null = null;
  let isStopped = false;

  async function keep(): Promise<void> {
    const now = context.clock.now();
    if ((await missingIndexes(db)).length === 0 || !(await takeChore(db, 'search indexes', now, now + AGAIN_MS)))
      return;
    own = await openDatabase(context, { ...where, poolSize: 1, queryTimeoutMs: 0 });
    try {
      for (const index of await missingIndexes(db)) {
        if (isStopped) return;
        await makeIndex(own, index);
      }
    } finally {
      await own.close();
    }
  }

  return {
    name: 'search indexes',
    async start() {
      keep().catch((error: unknown) => {
        if (!isStopped) context.log.warn({ err: error }, 'days cannot be searched fast: an index could not be made');
      });
    },
    async stop() {
      isStopped = true;
      await own?.close();
    },
  };
}

interface MissingIndex {
  readonly name: string;
  readonly table: string;
  readonly on: string;
}

/** Rule 3. Neither statement runs inside of a transaction. */
async function makeIndex(db: Queryable, { name, table, on }: MissingIndex): Promise<void> {
  await db.query(`drop index concurrently if exists ${name}`);
  await db.query(`create index concurrently if not exists ${name} on ${table} ${on}`);
}

/** Of the days that there are, newest first: those are searched most. */
export async function missingIndexes(db: Queryable): Promise<MissingIndex[]> {
  const searched = [...new Set(INDEXES.map(({ table }) => table))];
  const { rows: days } = await db.query<{ name: string; parent: string }>(
    `select c.relname as name, p.relname as parent from pg_inherits i join pg_class c on c.oid = i.inhrelid
       join pg_class p on p.oid = i.inhparent
      where i.inhparent = any($1::regclass[]) order by right(c.relname, 8) desc, p.relname desc`,
    [searched],
  );
  const { rows: indexes } = await db.query<IndexState>(
    `select c.relname as name, x.indisvalid as valid from pg_inherits i
       join pg_index x on x.indrelid = i.inhrelid join pg_class c on c.oid = x.indexrelid
      where i.inhparent = any($1::regclass[])`,
    [searched],
  );
  const standing = new Set(indexes.filter(({ valid }) => valid).map(({ name }) => name));
  return days
    .flatMap(({ name: table, parent }) =>
      INDEXES.filter((each) => each.table === parent).map(({ name, on }) => ({ name: `${table}_${name}`, table, on })),
    )
    .filter(({ name }) => !standing.has(name));
}
