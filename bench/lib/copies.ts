/**
 * Many messages at once: copies of one that the gateway itself has made, written by SQL, so that a million rows take
 * seconds and still look as the engine writes them.
 *
 * 1. Columns are asked of the database; a migration that adds one needs no change here.
 * 2. Each copy has an id of its own moment, in the partition of its day, and its times are moved along.
 */
import { createContext } from '../../src/context.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { openDatabase } from '../../src/store/connection/pool.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import type { BenchGateway } from './gateway.ts';

export interface Copies {
  /** Id of the message that is copied. */
  readonly of: string;
  readonly count: number;
  /** Epoch milliseconds between which the copies were made. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Columns that differ from the original, as SQL over `b.n` (0, 1, …) and `b.at` (the copy's moment). */
  readonly messages?: Readonly<Record<string, string>>;
  readonly attempts?: Readonly<Record<string, string>>;
  /** Rows of other tables, one for each copy. */
  readonly others?: readonly OtherRow[];
  /** Empty days that lie before them. */
  readonly olderDays?: number;
  readonly progress?: (done: number) => void;
}

export interface OtherRow {
  readonly table: string;
  readonly key: string;
  /** The value of `key` in the row that is copied. */
  readonly of: string;
  readonly changes: Readonly<Record<string, string>>;
}

const CHUNK = 50_000;
const WRITERS = 2;

/** `b`: the copies of a chunk. `h`: the id as 32 hex digits. */
const NUMBERED = `
  create temp table bench_copies as
  select n, at, h, h::uuid as id, ('x' || right(h, 3))::bit(12)::int::smallint as bucket
    from (
      select n, to_timestamp(ms / 1000.0) as at,
             lpad(to_hex(ms), 12, '0') || '7' || substr(m, 1, 3) || '8' || substr(m, 4, 15) as h
        from (
          select n, md5($5::text || n::text) as m, floor($1::float8 + n * ($2::float8 - $1::float8) / $3)::bigint as ms
            from generate_series($4::int, least($4::int + ${CHUNK}, $3::int) - 1) as n) as moments) as ids
   order by n`;

/** The id of the first attempt: octet 9 of the message's id, changed by 1. */
const ATTEMPT_ID =
  "(substr(b.h, 1, 18) || lpad(to_hex(('x' || substr(b.h, 19, 2))::bit(8)::int # 1), 2, '0') || substr(b.h, 21))::uuid";
/** Another id of the same moment and bucket. */
export const OTHER_ID =
  "(substr(b.h, 1, 18) || lpad(to_hex(('x' || substr(b.h, 19, 2))::bit(8)::int # 255), 2, '0') || substr(b.h, 21))::uuid";

/** Also copies what hangs on the message: attempts and callbacks. Follow it by `settle`. */
export async function copyMessages(gateway: BenchGateway, copies: Copies): Promise<void> {
  await makePartitions(gateway, copies.fromMs - (copies.olderDays ?? 0) * DAY_MS, copies.toMs);
  const of = copies.of;
  const [origin] = await gateway.query<{ at: string }>('select created_at::text as at from messages where id = $1', [
    of,
  ]);
  const begin = origin?.at ?? '';
  const statements = [
    await statement(gateway, begin, {
      table: 'messages',
      key: 'id',
      of,
      changes: { id: 'b.id', recipient: "'49159' || lpad(b.n::text, 8, '0')", ...copies.messages },
    }),
    await statement(gateway, begin, {
      table: 'attempts',
      key: 'message_id',
      of,
      changes: { id: ATTEMPT_ID, ...copies.attempts },
    }),
    await statement(gateway, begin, { table: 'callbacks', key: 'message_id', of, changes: { id: OTHER_ID } }),
    ...(await Promise.all((copies.others ?? []).map((each) => statement(gateway, begin, each)))),
  ];
  // Until `settle`: it would vacuum what is being filled, again and again.
  await setAutovacuum(gateway, 'off');
  let next = 0;
  let done = 0;
  const write = async () => {
    const client = await gateway.connect();
    try {
      await client.query('set synchronous_commit = off');
      // Foreign keys are as sure as those of the original.
      await client.query('set session_replication_role = replica');
      while (next < copies.count) {
        const from = next;
        next += CHUNK;
        await client.query('drop table if exists bench_copies');
        await client.query(NUMBERED, [copies.fromMs, copies.toMs, copies.count, from, copies.of]);
        for (const { text, key } of statements) await client.query(text, [key]);
        done += Math.min(CHUNK, copies.count - from);
        copies.progress?.(done);
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** What vacuum and analyze would do in time, and the pages on disk: so that no measurement pays for the copies. */
export async function settle(gateway: BenchGateway): Promise<void> {
  await setAutovacuum(gateway, 'on');
  await gateway.query('vacuum (analyze)');
  await gateway.query('checkpoint');
}

async function setAutovacuum(gateway: BenchGateway, to: 'on' | 'off'): Promise<void> {
  await gateway.query(`alter system set autovacuum = ${to}`);
  await gateway.query('select pg_reload_conf()');
}

async function makePartitions(gateway: BenchGateway, fromMs: number, toMs: number): Promise<void> {
  const db = await openDatabase(createContext({ logLevel: 'warn' }), { url: gateway.databaseUrl, poolSize: 1 });
  try {
    await ensurePartitions(db, fromMs, toMs);
  } finally {
    await db.close();
  }
}

/** `begin`: when the original was made; times are moved along from there. */
async function statement(
  gateway: BenchGateway,
  begin: string,
  { table, key, of, changes }: OtherRow,
): Promise<{ readonly text: string; readonly key: string }> {
  const columns = await gateway.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const values = columns.map(({ name, type }) => {
    if (changes[name] !== undefined) return changes[name];
    if (name === key) return 'b.id';
    if (name === 'bucket') return 'b.bucket';
    return type === 'timestamp with time zone' ? `t.${name} + (b.at - '${begin}'::timestamptz)` : `t.${name}`;
  });
  const text = `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')} from bench_copies b cross join (select * from ${table} where ${key} = $1) t order by b.n`;
  return { text, key: of };
}
