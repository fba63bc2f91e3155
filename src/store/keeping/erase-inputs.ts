/**
 * Takes a number out of what came in: raw input, texts, and parts of texts that are not complete.
 *
 * 1. Carriers write a number in several forms. Each is looked for, in raw input also in base64.
 * 2. Raw input that has not been dealt with is left, and its id is returned.
 */
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { ERASED } from './erase-messages.ts';
import type { ErasedRows, ErasureQuestion } from './erasure-step.ts';
import type { TimeSlice } from './which-rows.ts';

/**
 * Raw input that names the number, as it may have been written, or inside of base64. What has not been dealt with is
 * left, and named.
 */
export async function eraseInputs(
  tx: Queryable,
  { written }: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rows } = await tx.query<{ id: string; open: boolean }>(
    `select i.id, i.due_at is not null as open from inbox i
      where i.id >= $1::uuid and i.id < $2::uuid and ($3::smallint[] is null or i.bucket = any($3::smallint[]))
        and exists (select 1 from unnest($4::bytea[]) as n where position(n in i.body) > 0)`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), buckets, needlesOf(written)],
  );
  const done = rows.filter((row) => !row.open).map((row) => row.id);
  return {
    count: await emptyInputs(tx, done, buckets, null),
    open: rows.filter((row) => row.open).map((row) => row.id),
  };
}

/** Digits, and the three forms that base64 gives them: it depends on what stands before. */
function needlesOf(written: readonly string[]): Buffer[] {
  // What holds another one is found by that.
  const least = written.filter((form) => !written.some((other) => other !== form && form.includes(other)));
  const encoded = least.flatMap((form) =>
    [0, 1, 2].map((before) => {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(form)]);
      // Only the characters that no neighbour has a bit in.
      return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    }),
  );
  return [...least, ...encoded].map((form) => Buffer.from(form));
}

/** The number, and how it stands where nobody could make one of what came (carriers/inbound-address.ts). */
function sendersOf({ number, written }: ErasureQuestion): string[] {
  return [number, ...written.flatMap((form) => ['?', '?0', '?00'].map((before) => before + form))];
}

/**
 * Empties pieces of input that have been dealt with, and those that came before `waitedSince`, which nothing will ever
 * deal with. Returns how many.
 */
export async function emptyInputs(
  tx: Queryable,
  ids: readonly string[],
  buckets: Buckets,
  waitedSince: number | null,
): Promise<number> {
  if (ids.length === 0) return 0;
  const sorted = [...ids].sort();
  const { rowCount } = await tx.query(
    `update inbox i set body = ''::bytea
      where i.id = any($1::uuid[]) and i.id >= $2::uuid and i.id <= $3::uuid and i.body <> ''::bytea
        and (i.due_at is null or i.received_at < $5::timestamptz)
        and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [sorted, sorted[0], sorted.at(-1), buckets, waitedSince === null ? null : iso(waitedSince)],
  );
  return rowCount;
}

/** Of these, the pieces of input that still have a body. */
export async function inputsWithBody(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<string[]> {
  if (ids.length === 0) return [];
  const sorted = [...ids].sort();
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from inbox i
      where i.id = any($1::uuid[]) and i.id >= $2::uuid and i.id <= $3::uuid and i.body <> ''::bytea
        and ($4::smallint[] is null or i.bucket = any($4::smallint[]))`,
    [sorted, sorted[0], sorted.at(-1), buckets],
  );
  return rows.map((row) => row.id);
}

export async function eraseInboundTexts(
  tx: Queryable,
  question: ErasureQuestion,
  slice: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rows, rowCount } = await tx.query<{ line_id: string | null }>(
    `update inbound_texts t
        set sender = '${ERASED}', body = '', keyword = '', details = null, texts_removed_at = $5::timestamptz
      where t.id >= $1::uuid and t.id < $2::uuid and t.sender = any($3::text[])
        and ($4::smallint[] is null or t.bucket = any($4::smallint[]))
     returning t.line_id`,
    [lowestIdAt(slice.fromMs), lowestIdAt(slice.toMs), sendersOf(question), buckets, iso(question.now)],
  );
  return { count: rowCount, relayed: [...new Set(rows.flatMap((row) => row.line_id ?? []))] };
}

/** Whose callbacks went one after the other. */
export async function eraseInboundLines(
  tx: Queryable,
  question: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from inbound_lines l
      where l.person = any($1::text[]) and ($2::smallint[] is null or l.bucket = any($2::smallint[]))`,
    [sendersOf(question), buckets],
  );
  return { count: rowCount };
}

/** Parts of a text that is not complete yet: its sender's and nobody else's. */
export async function eraseInboundParts(
  tx: Queryable,
  question: ErasureQuestion,
  _: TimeSlice,
  buckets: Buckets,
): Promise<ErasedRows> {
  const { rowCount } = await tx.query(
    `delete from inbound_parts p
      where p.text_key like any($1::text[]) and ($2::smallint[] is null or p.bucket = any($2::smallint[]))`,
    [sendersOf(question).map((sender) => `%"${sender}"%`), buckets],
  );
  return { count: rowCount };
}
