/**
 * The daily partitions of messages, attempts, calls, callbacks, the inbox and look-ups.
 *
 * 1. A partition holds one UTC day of ids: a UUIDv7 begins with its time. What belongs to a message lies in the
 *    partition of the message's day; calls say so by a foreign key from partition to partition. Attempts do not: they
 *    are written with their message and dropped with it, and the check was half of what it costs to add one.
 * 2. A partition is made as a table of its own and then attached, which does not stop those who write to the others.
 * 3. A day is dropped whole, and only when nothing in it is still open (no `due_at`) or held (holds.ts).
 * 4. Several nodes may do either at the same time: whoever comes second finds it done.
 */
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { lowestIdAt } from '../../lib/ids.ts';
import type { Service } from '../../lib/service.ts';
import { SQL_STATE, stateOf } from '../connection/sql-states.ts';
import type { Database, Queryable } from '../database.ts';
import { dayOf } from '../sql/id-range.ts';
import { addSearchIndexes } from './search-indexes.ts';

interface Family {
  readonly table: string;
  /** What a foreign key to the messages of the day is called. */
  readonly belongs?: string;
  readonly settings: string;
}

const SAMPLED_SELDOM = 'autovacuum_analyze_threshold = 150000, autovacuum_analyze_scale_factor = 0.5';
/**
 * A row changes a few times, mostly in place (migrations 0010 and 0012), and then never again. What it was before is in no
 * index, and its room is not needed: a day is dropped whole. A vacuum reads every page that was written since the last
 * one and writes it again, with a full image of it in the server's log. So it comes only when half as many rows are dead
 * as live, and a million at least, for the sake of rows that waited: a statement that asks what is due or queued passes
 * their dead index entries, some hundred in a microsecond. It writes 8 MB a second at most (`autovacuum_vacuum_cost_delay`,
 * milliseconds for ten pages): unhindered, it took half of what the disk could do from the messages. Hardly any plan
 * depends on statistics.
 * `fillfactor`: the percentage of a page that new rows take; what is left is for their changes.
 */
const changingInPlace = (fillfactor: number) =>
  `fillfactor = ${fillfactor}, autovacuum_vacuum_threshold = 1000000, autovacuum_vacuum_scale_factor = 0.5, ` +
  'autovacuum_vacuum_insert_threshold = 1000000, autovacuum_vacuum_insert_scale_factor = 1, ' +
  `autovacuum_vacuum_cost_delay = 10, ${SAMPLED_SELDOM}`;
/** Of rows that come and go. */
const QUEUE_SETTINGS =
  'autovacuum_vacuum_threshold = 150000, autovacuum_vacuum_scale_factor = 0.05, ' +
  `autovacuum_vacuum_insert_threshold = 150000, autovacuum_vacuum_cost_delay = 1, ${SAMPLED_SELDOM}`;

/** In the order in which they are made; messages first, since others refer to them. */
const FAMILIES: readonly Family[] = [
  // A batch that changes all rows of a page finds room for each.
  { table: 'messages', settings: changingInPlace(50) },
  // A row changes twice within a second. By the second time PostgreSQL has often cleared what it was at first.
  { table: 'attempts', settings: changingInPlace(45) },
  { table: 'calls', belongs: 'a call is a message', settings: 'autovacuum_analyze_scale_factor = 0.05' },
  // Of messages, and of sessions: those have no rows here.
  { table: 'callbacks', settings: changingInPlace(50) },
  { table: 'inbox', settings: QUEUE_SETTINGS },
  { table: 'look_ups', settings: 'autovacuum_analyze_scale_factor = 0.05' },
  { table: 'interactions', settings: 'autovacuum_analyze_scale_factor = 0.05' },
];

/** What is dropped together, children first, and which of them say that work is open. */
const DROPPED_TOGETHER = [
  { tables: ['callbacks', 'calls', 'attempts', 'messages'], open: ['messages', 'callbacks'] },
  { tables: ['inbox'], open: ['inbox'] },
  { tables: ['look_ups'], open: [] },
  { tables: ['interactions'], open: [] },
];

const TRIES = 5;
/** A start waits for these. A day takes 60 ms, and the first start of all makes every one. */
const FIRST_AHEAD_DAYS = 1;

/** Duplicate table, row, object or range; deadlock: another node makes the same day. */
const SOMEBODY_ELSE: readonly string[] = [
  SQL_STATE.duplicateTable,
  SQL_STATE.uniqueViolation,
  SQL_STATE.duplicateObject,
  SQL_STATE.invalidObjectDefinition,
  SQL_STATE.deadlockDetected,
];
/** Somebody writes to the day, or has dropped it. */
const NOT_NOW: readonly string[] = [SQL_STATE.lockNotAvailable, SQL_STATE.undefinedTable, SQL_STATE.deadlockDetected];

export interface Partition {
  /** `messages_20261121` */
  readonly name: string;
  /** `messages`, `attempts`, `calls`, `callbacks`, `inbox`, `look_ups` or `interactions`. */
  readonly table: string;
  readonly fromMs: number;
  /** The first millisecond that is not in it. */
  readonly toMs: number;
}

/** Makes what is missing for ids of `fromMs` to `toMs`, both included. */
export async function ensurePartitions(db: Database, fromMs: number, toMs: number): Promise<void> {
  const existing = await namesOf(db);
  const missing = daysBetween(fromMs, toMs).filter((day) => !isWhole(day, existing));
  for (const day of missing) await ensureDay(db, day);
}

/** Nodes that start together meet on every day of a new database: each day has its own tries. */
async function ensureDay(db: Database, day: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const existing = await namesOf(db);
    if (isWhole(day, existing)) return;
    try {
      return await db.transaction((tx) => makeDay(tx, day, existing));
    } catch (error) {
      if (!SOMEBODY_ELSE.includes(stateOf(error)) || tries === TRIES) throw error;
    }
  }
}

async function namesOf(db: Database): Promise<ReadonlySet<string>> {
  return new Set((await listPartitions(db)).map(({ name }) => name));
}

function isWhole(day: number, existing: ReadonlySet<string>): boolean {
  return FAMILIES.every(({ table }) => existing.has(named(table, day)));
}

/** Oldest first. */
export async function listPartitions(db: Queryable): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string; parent: string }>(
    `select c.relname as name, p.relname as parent
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and p.relname = any($1::text[])
      order by c.relname`,
    [FAMILIES.map((family) => family.table)],
  );
  return rows
    .map(({ name, parent }) => ({ name, table: parent, fromMs: dayOfName(name) }))
    .filter((partition) => Number.isFinite(partition.fromMs))
    .map((partition) => ({ ...partition, toMs: partition.fromMs + DAY_MS }))
    .sort((a, b) => a.fromMs - b.fromMs);
}

/**
 * Drops the days that ended at or before `olderThanMs`; of the inbox, at or before `inboxOlderThanMs`. A day in which
 * something is open stays, and so does one whose tables are in use just now, or that begins at one of `kept`. Returns the
 * names of what was dropped.
 */
export async function dropPartitions(
  db: Database,
  olderThanMs: number,
  inboxOlderThanMs = olderThanMs,
  kept: readonly number[] = [],
): Promise<string[]> {
  const existing = (await listPartitions(db)).filter(({ table, fromMs, toMs }) =>
    table === 'inbox' ? toMs <= inboxOlderThanMs : toMs <= olderThanMs && !kept.includes(fromMs),
  );
  const dropped: string[] = [];
  for (const day of new Set(existing.map((partition) => partition.fromMs))) {
    for (const { tables, open } of DROPPED_TOGETHER) {
      const names = new Set(existing.filter((each) => each.fromMs === day).map((each) => each.name));
      const here = tables.filter((table) => names.has(named(table, day)));
      const openHere = open.filter((table) => here.includes(table));
      if (here.length > 0 && (await dropDay(db, day, here, openHere))) {
        dropped.push(...here.map((table) => named(table, day)));
      }
    }
  }
  return dropped;
}

export interface PartitionKeeperOptions {
  /** How many days beyond today are kept ready. */
  readonly aheadDays: number;
}

/** Makes partitions ahead: at start what is needed first, the others at once after that; then every hour. */
export function createPartitionKeeper(context: Context, db: Database, options: PartitionKeeperOptions): Service {
  let timer: Timer | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let stopped = false;

  async function keep(aheadDays: number): Promise<void> {
    const now = context.clock.now();
    // A day back: another node's clock may be behind.
    await ensurePartitions(db, now - DAY_MS, now + aheadDays * DAY_MS);
  }

  function keepAll(): void {
    underWay = keep(options.aheadDays)
      .catch((error: unknown) => context.log.warn({ err: error }, 'the partitions could not be looked after'))
      .finally(() => {
        if (!stopped) timer = context.clock.setTimer(keepAll, HOUR_MS);
      });
  }

  return {
    name: 'partitions',
    async start() {
      await keep(Math.min(FIRST_AHEAD_DAYS, options.aheadDays));
      keepAll();
    },
    async stop() {
      stopped = true;
      if (timer) context.clock.clearTimer(timer);
      await underWay;
    },
  };
}

async function makeDay(tx: Queryable, day: number, existing: ReadonlySet<string>): Promise<void> {
  for (const { table, belongs, settings } of FAMILIES) {
    const name = named(table, day);
    if (existing.has(name)) continue;
    await tx.query(`create table ${name} (like ${table} including all) with (${settings})`);
    // While it is a table by itself: of one that is spread over servers, Citus takes no such change.
    await sampleLittle(tx, name);
    await addSearchIndexes(tx, table, dayOf(day));
    await tx.query(
      `alter table ${table} attach partition ${name} for values from ('${lowestIdAt(day)}') to ('${lowestIdAt(day + DAY_MS)}')`,
    );
    if (!belongs) continue;
    await tx.query(
      `alter table ${name} add constraint "${belongs}"
         foreign key (message_id, bucket) references ${named('messages', day)} (id, bucket)`,
    );
  }
}

/** ANALYZE reads 300 rows for each of these, and sorts each column of them: all JSON, too. */
const STATISTICS = 10;

async function sampleLittle(tx: Queryable, table: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  await tx.query(
    `alter table ${table} ${rows.map(({ name }) => `alter column ${name} set statistics ${STATISTICS}`).join(', ')}`,
  );
}

async function dropDay(
  db: Database,
  day: number,
  tables: readonly string[],
  open: readonly string[],
): Promise<boolean> {
  const names = tables.map((table) => named(table, day));
  const isOpen = async (on: Queryable): Promise<boolean> => {
    const parts = open.map((table) => `exists (select 1 from ${named(table, day)} where due_at is not null)`);
    const { rows } = await on.query<{ open: boolean }>(
      `select ${parts.join(' or ') || 'false'} or exists (
         select 1 from holds h cross join unnest(h.messages) as held (id)
          where h.kind = any($1::text[]) and held.id >= $2::uuid and held.id < $3::uuid) as open`,
      [open, lowestIdAt(day), lowestIdAt(day + DAY_MS)],
    );
    return rows[0]?.open ?? false;
  };
  if (await isOpen(db)) return false;
  try {
    return await db.transaction(async (tx) => {
      // Dropping a partition locks its parent. Those who write lock parent before partition, where they do, so the same.
      await tx.query("set local lock_timeout = '500ms'");
      await tx.query(`lock table only ${[...tables].reverse().join(', only ')} in access exclusive mode`);
      if (await isOpen(tx)) return false;
      await tx.query(`drop table ${names.join(', ')}`);
      return true;
    });
  } catch (error) {
    if (NOT_NOW.includes(stateOf(error))) return false;
    throw error;
  }
}

/** The first millisecond of each UTC day from that of `fromMs` to that of `toMs`. */
function daysBetween(fromMs: number, toMs: number): number[] {
  const first = Math.floor(fromMs / DAY_MS);
  const count = Math.floor(toMs / DAY_MS) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * DAY_MS);
}

function named(table: string, day: number): string {
  return `${table}${dayOf(day)}`;
}

function dayOfName(name: string): number {
  const parts = /_(\d{4})(\d\d)(\d\d)$/.exec(name);
  return parts ? Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : Number.NaN;
}
