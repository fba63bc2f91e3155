/**
 * A million masked sessions at once, written by SQL as the engine writes them: two people of their own each, all over the
 * same masks.
 */
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.ts';
import { iso } from '../../src/lib/instant.ts';
import type { PersonsText } from '../tools/smsc.ts';
import type { BenchGateway } from './gateway.ts';

export interface SessionCopies {
  readonly accountId: string;
  readonly masks: readonly string[];
  readonly count: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly callbackUrl: string | null;
}

const CHUNK = 50_000;
/** What the numbers of the first and the second parties begin with; eight digits follow. */
export const FIRST_PREFIX = '49153';
export const SECOND_PREFIX = '49154';

/** `n`: 0, 1, … The mask that stands for the first number, and the one for the second. */
function masksOf(masks: readonly string[], n: number): readonly [string, string] {
  const at = (index: number) => masks[index % masks.length] ?? '';
  return [at(n), at(7 * n + 3)];
}

/** A text of one of the two, by turns. */
export function textIn(masks: readonly string[], n: number): PersonsText {
  const digits = String(n).padStart(8, '0');
  const [masked1, masked2] = masksOf(masks, n);
  const [first, second] = [FIRST_PREFIX + digits, SECOND_PREFIX + digits];
  return n % 2 === 0 ? { from: first, to: masked2, reaches: second } : { from: second, to: masked1, reaches: first };
}

const HASH12 = (party: string) =>
  `((get_byte(sha256(${party}::bytea), 0) * 256 + get_byte(sha256(${party}::bytea), 1)) & 4095)::smallint`;

/** Rows of a chunk: `$1` first, `$2` last, `$3` masks, `$4` opened at. */
const NUMBERED = `
  create temp table bench_sessions as
  select n, h::uuid as id, ('x' || right(h, 3))::bit(12)::int::smallint as bucket,
         '${FIRST_PREFIX}' || lpad(n::text, 8, '0') as number_1, '${SECOND_PREFIX}' || lpad(n::text, 8, '0') as number_2,
         ($3::text[])[1 + n % cardinality($3::text[])] as masked_1,
         ($3::text[])[1 + (7 * n + 3) % cardinality($3::text[])] as masked_2
    from (select n, lpad(to_hex(floor(extract(epoch from $4::timestamptz) * 1000)::bigint + n / 1000), 12, '0')
                 || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15) as h
            from generate_series($1::int, $2::int) as n) as ids`;

const SEATS = (party: string, mask: string, other: string) => `
  insert into seats (party, mask, bucket, session_id, other, taken_at, ends_at, free_at)
  select b.${party}, b.${mask}, ${HASH12(`b.${party}`)}, b.id, b.${other}, $1::timestamptz, $2::timestamptz, $3::timestamptz
    from bench_sessions b`;

export async function copySessions(gateway: BenchGateway, copies: SessionCopies): Promise<void> {
  const { accountId, masks, count, endsAt, callbackUrl } = copies;
  const openedAt = iso(Date.now() - HOUR_MS);
  const callback = callbackUrl && JSON.stringify({ url: callbackUrl, method: 'POST', events: false });
  const client = await gateway.connect();
  try {
    await client.query('set synchronous_commit = off');
    for (let first = 0; first < count; first += CHUNK) {
      await client.query('drop table if exists bench_sessions');
      const last = Math.min(first + CHUNK, count) - 1;
      await client.query(NUMBERED, [first, last, masks, openedAt]);
      await client.query(
        `insert into sessions (id, bucket, account_id, number_1, number_2, masked_1, masked_2, code, callback, validity,
                               unit, opened_at, ends_at, state, due_at)
         select b.id, b.bucket, $1, b.number_1, b.number_2, b.masked_1, b.masked_2, 2700, $2::jsonb, 48, 'hours',
                $3::timestamptz, $4::timestamptz, 'open', $4::timestamptz from bench_sessions b`,
        [accountId, callback, openedAt, iso(endsAt)],
      );
      const times = [openedAt, iso(endsAt), iso(endsAt + DAY_MS)];
      await client.query(SEATS('number_1', 'masked_2', 'number_2'), times);
      await client.query(SEATS('number_2', 'masked_1', 'number_1'), times);
    }
  } finally {
    await client.end();
  }
}

/** Lets sessions from the one on end at the same moment. */
export async function endTogether(
  gateway: BenchGateway,
  { first, count, at }: { readonly first: number; readonly count: number; readonly at: number },
): Promise<void> {
  const name = (n: number) => FIRST_PREFIX + String(n).padStart(8, '0');
  await gateway.query(
    `update sessions set ends_at = $1::timestamptz, due_at = $1::timestamptz where number_1 >= $2 and number_1 < $3`,
    [new Date(at).toISOString(), name(first), name(first + count)],
  );
}
