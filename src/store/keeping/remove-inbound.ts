/**
 * Removes what people sent when its time is over: first what it says, later the record.
 *
 * 1. The callback that tells of a piece holds what it says: both go together. What is still owed is left, and looked at
 *    again.
 * 2. A callback lies in the bucket of its line, which may be another one's than that of the piece.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Database, type Queryable, together } from '../database.ts';
import { idRange } from '../sql/id-range.ts';
import { type Buckets, byLane, type Lanes } from '../sql/lanes.ts';
import { emptyCallbacks } from './remove-texts.ts';
import { type PastOfLane, type SliceOfLane, type Whose, whoseValues } from './which-rows.ts';

const AT_ONCE = 500;

export interface RemovalOptions {
  readonly lanes: Lanes;
  /** Ends it between batches. */
  readonly signal: AbortSignal;
}

interface Piece {
  readonly id: string;
  readonly line_id: string | null;
}

/** Removes what pieces of the slice say. Returns how many were left because somebody is still to be told of them. */
export async function removeInboundTexts(
  db: Database,
  whose: Whose,
  slice: SliceOfLane,
  { now, ...options }: RemovalOptions & { readonly now: number },
): Promise<number> {
  const { fromMs, toMs, buckets } = slice;
  const read = (tx: Queryable, from: string) =>
    tx.query<Piece>(
      `select t.id, t.line_id from inbound_texts t
        where t.id >= $1::uuid and t.id < $2::uuid and (t.texts_removed_at is null or t.details is not null)
          and ($3::text is null or t.account_id = $3) and (t.account_id is null or not (t.account_id = any($4::text[])))
          and ($5::smallint[] is null or t.bucket = any($5::smallint[]))
        order by t.id limit ${AT_ONCE}`,
      [from, lowestIdAt(toMs), ...whoseValues(whose), buckets],
    );
  const remove = async (tx: Queryable, ids: readonly string[], lines: readonly string[]) => {
    await tx.query(
      `update inbound_texts t set body = '', keyword = '', details = null, texts_removed_at = $5::timestamptz
        where t.id = any($1::uuid[]) and t.id >= $2::uuid and t.id <= $3::uuid
          and ($4::smallint[] is null or t.bucket = any($4::smallint[]))`,
      [ids, ...idRange(ids), buckets, iso(now)],
    );
    for (const { rows, buckets: theirs } of byLane(lines, options.lanes, itself))
      await emptyCallbacks(tx, rows, theirs);
  };
  return goThrough(db, lowestIdAt(fromMs), { read, remove, ...options });
}

/** Pieces that came before then, and what told of them. */
export async function forgetInboundTexts(
  db: Database,
  whose: Whose,
  { before, buckets }: PastOfLane,
  options: RemovalOptions,
): Promise<void> {
  const read = (tx: Queryable, from: string) =>
    tx.query<Piece>(
      `select t.id, t.line_id from inbound_texts t
        where t.id >= $1::uuid and t.id < $2::uuid
          and ($3::text is null or t.account_id = $3) and (t.account_id is null or not (t.account_id = any($4::text[])))
          and ($5::smallint[] is null or t.bucket = any($5::smallint[]))
        order by t.id limit ${AT_ONCE}`,
      [from, lowestIdAt(before), ...whoseValues(whose), buckets],
    );
  const remove = async (tx: Queryable, ids: readonly string[], lines: readonly string[]) => {
    await tx.query(
      `delete from inbound_texts t where t.id = any($1::uuid[]) and t.id >= $2::uuid and t.id <= $3::uuid
          and ($4::smallint[] is null or t.bucket = any($4::smallint[]))`,
      [ids, ...idRange(ids), buckets],
    );
    await deleteCallbacks(tx, lines, options.lanes);
  };
  await goThrough(db, lowestIdAt(0), { read, remove, ...options });
}

interface Going extends RemovalOptions {
  read(tx: Queryable, from: string): Promise<{ readonly rows: Piece[] }>;
  remove(tx: Queryable, ids: readonly string[], lines: readonly string[]): Promise<void>;
}

/** In the order of the ids, a batch in each transaction; returns how many pieces were left (rule 1). */
async function goThrough(db: Database, first: string, { read, remove, lanes, signal }: Going): Promise<number> {
  let left = 0;
  let from: string | null = first;
  while (from !== null) {
    signal.throwIfAborted();
    const at: string = from;
    from = await db.transaction(async (tx) => {
      const { rows } = await read(tx, at);
      const owed = await owedAmong(tx, linesOf(rows), lanes);
      const done = rows.filter(({ line_id: line }) => line === null || !owed.has(line));
      left += rows.length - done.length;
      if (done.length > 0)
        await remove(
          tx,
          done.map(({ id }) => id),
          linesOf(done),
        );
      return rows.length < AT_ONCE ? null : justAfter(rows.at(-1)?.id ?? '');
    });
  }
  return left;
}

function linesOf(pieces: readonly Piece[]): string[] {
  return [...new Set(pieces.flatMap(({ line_id: line }) => line ?? []))];
}

async function owedAmong(tx: Queryable, lines: readonly string[], lanes: Lanes): Promise<Set<string>> {
  const found = byLane(lines, lanes, itself).map(({ rows, buckets }) =>
    tx.query<{ message_id: string }>(
      `select distinct c.message_id from callbacks c
        where c.message_id = any($1::uuid[]) and c.message_id >= $2::uuid and c.message_id <= $3::uuid
          and c.state = 'pending' and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
      [rows, ...idRange(rows), buckets],
    ),
  );
  return new Set((await together(found)).flatMap(({ rows }) => rows.map((row) => row.message_id)));
}

async function deleteCallbacks(tx: Queryable, lines: readonly string[], lanes: Lanes): Promise<void> {
  for (const { rows, buckets } of byLane(lines, lanes, itself)) {
    await tx.query(
      `delete from callbacks c
        where c.message_id = any($1::uuid[]) and c.message_id >= $2::uuid and c.message_id <= $3::uuid
          and c.state <> 'pending' and ($4::smallint[] is null or c.bucket = any($4::smallint[]))`,
      [rows, ...idRange(rows), buckets satisfies Buckets],
    );
  }
}

/** The lowest id above this one. */
function justAfter(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function itself(id: string): string {
  return id;
}

/** When the oldest piece came; null when there is none. */
export async function oldestInboundText(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>('select min(t.received_at) as at from inbound_texts t');
  return rows[0]?.at ?? null;
}
