/**
 * What accounts have used, for bills.
 *
 * 1. A message counts on each channel on which a carrier took it, on the UTC day on which it was accepted. Its parts are
 *    those that a carrier took or may have taken; a part that was sent once more counts once.
 * 2. Days that are counted for good stand in `usage`; the rows of any other day are counted when somebody asks. What is
 *    counted is read an hour of ids at a time, so that no statement is long.
 * 3. Each product that can be used is one source here.
 * 4. A look-up counts on the day on which it was answered, by itself and on each add-on that was answered with what a cap
 *    counts, too. What its sources have cost stands with the add-on, in millionths of the currency of their settings.
 * 5. A call is no message: it counts as one call when a trunk was asked for it, whatever the callee did.
 */
import { KINDS, kindOf } from '../../engine/message/kinds.ts';
import { hash12, lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Database, Queryable } from '../database.ts';
import { storedCode } from '../messages/stored-codes.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';
import type { TimeSlice } from './which-rows.ts';

/** Everything that is counted, in the order in which it is shown. */
export const USAGE_UNITS = ['messages', 'parts', 'delivered', 'calls', 'look_ups', 'cost_millionths'] as const;
export type UsageUnit = (typeof USAGE_UNITS)[number];

export interface UsageKey {
  /** '' for what was sent in nobody's name. */
  readonly accountId: string;
  readonly product: string;
  /** '' where the product has none. */
  readonly channel: string;
  /** ISO 3166 alpha-2; '' where there is none. */
  readonly country: string;
}

export interface Usage extends UsageKey {
  readonly amounts: Readonly<Partial<Record<UsageUnit, number>>>;
}

/** Counts what was accepted in the slice, in one lane; of all accounts when none is named. */
type UsageSource = (
  db: Queryable,
  slice: TimeSlice,
  accountId: string | undefined,
  buckets: Buckets,
) => Promise<Usage[]>;

export const USAGE_SOURCES: readonly UsageSource[] = [countMessages, countLookUps];

interface MessageCount {
  account_id: string;
  kind: string;
  channel: string;
  country: string | null;
  /** Only where a release that knew no country has recorded the message. */
  recipient: string | null;
  messages: number;
  parts: number;
  delivered: number;
}

/** Delivered, or read. */
const DELIVERED = [3000, 3005].map(storedCode).join(', ');

/** The carrier took the part, or may have. */
function wasTaken(part: string): string {
  return `${part} ->> 'state' in ('accepted', 'delivered', 'failed', 'unknown') or ${part} ? 'inDoubt'`;
}

async function countMessages(
  db: Queryable,
  { fromMs, toMs }: TimeSlice,
  accountId: string | undefined,
  buckets: Buckets,
): Promise<Usage[]> {
  const { rows } = await db.query<MessageCount>(
    `select t.account_id, t.kind, t.channel, t.country, t.recipient, count(*) as messages, sum(t.parts)::bigint as parts,
            count(*) filter (where t.code in (${DELIVERED})) as delivered
       from (select m.account_id, m.kind, a.channel, m.country, case when m.country is null then m.recipient end as recipient,
                    a.code, case when jsonb_array_length(a.parts) = 1 then (${wasTaken('a.parts -> 0')})::int
                                 else (select count(*) filter (where ${wasTaken('part')})
                                         from jsonb_array_elements(a.parts) as part) end as parts
               from messages m
               join attempts a on a.message_id = m.id and a.bucket = m.bucket
              where m.id >= $1::uuid and m.id < $2::uuid and a.message_id >= $1::uuid and a.message_id < $2::uuid
                and ($3::text is null or m.account_id = $3)
                and ($4::smallint[] is null or m.bucket = any($4::smallint[]))
                and ($4::smallint[] is null or a.bucket = any($4::smallint[]))) t
      where t.parts > 0
      group by 1, 2, 3, 4, 5`,
    [lowestIdAt(fromMs), lowestIdAt(toMs), accountId ?? null, buckets],
  );
  return rows.map(({ account_id, kind, channel, country, recipient, messages, parts, delivered }) => ({
    accountId: account_id,
    product: KINDS[kindOf(kind)].product,
    channel,
    country: country ?? parsePhoneNumber(recipient ?? '')?.country ?? '',
    amounts: KINDS[kindOf(kind)].countsAs === 'calls' ? { calls: messages, delivered } : { messages, parts, delivered },
  }));
}

interface LookUpCount {
  account_id: string;
  add_on: string;
  country: string | null;
  /** Only where a release that knew no country has recorded the look-up. */
  number: string | null;
  look_ups: number;
  cost: number;
}

/** Codes of add-ons that count, as in engine/look-ups/answer.ts. */
const COUNTED_CODES = '(2800, 2804, 2805, 2809)';

/** Rule 4. Add-ons stand in the place of channels. */
async function countLookUps(
  db: Queryable,
  { fromMs, toMs }: TimeSlice,
  accountId: string | undefined,
  buckets: Buckets,
): Promise<Usage[]> {
  const { rows } = await db.query<LookUpCount>(
    `select t.account_id, t.add_on, t.country, t.number, count(*) filter (where t.counts) as look_ups,
            round(sum(t.cost) * 1000000)::bigint as cost
       from (select l.account_id, l.country, case when l.country is null then l.number end as number,
                    coalesce(case e ->> 'add_on' when 'breached_number_check' then 'breached_data' else e ->> 'add_on' end,
                             '') as add_on,
                    coalesce((e ->> 'code')::int, 2800) in ${COUNTED_CODES} as counts,
                    coalesce((e ->> 'cost')::numeric, 0) as cost
               from look_ups l
              cross join lateral (select null::jsonb as e union all select jsonb_array_elements(l.evidence)) as each_of
              where l.id >= $1::uuid and l.id < $2::uuid and ($3::text is null or l.account_id = $3)
                and ($4::smallint[] is null or l.bucket = any($4::smallint[]))) t
      where t.counts or t.cost > 0
      group by 1, 2, 3, 4`,
    [lowestIdAt(fromMs), lowestIdAt(toMs), accountId ?? null, buckets],
  );
  return rows.map(({ account_id, add_on, country, number, look_ups, cost }) => ({
    accountId: account_id,
    product: 'phoneid',
    channel: add_on,
    country: country ?? parsePhoneNumber(number ?? '')?.country ?? '',
    amounts: { look_ups, cost_millionths: cost },
  }));
}

/** Whether anything accepted in the slice is still under way. */
export async function isUnderWay(db: Queryable, { fromMs, toMs }: TimeSlice, buckets: Buckets): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `select exists (select 1 from messages m
       where m.due_at is not null and m.id >= $1::uuid and m.id < $2::uuid
         and ($3::smallint[] is null or m.bucket = any($3::smallint[])))
     or exists (select 1 from holds h cross join unnest(h.messages) as held (id)
       join messages m on m.id = held.id
       where h.kind = 'messages' and m.final_at is null and m.id >= $1::uuid and m.id < $2::uuid
         and ($3::smallint[] is null or h.bucket = any($3::smallint[]))
         and ($3::smallint[] is null or m.bucket = any($3::smallint[]))) as open`,
    [lowestIdAt(fromMs), lowestIdAt(toMs), buckets],
  );
  return rows[0]?.open ?? false;
}

/** The days of the slice that are counted for good, as epoch milliseconds of their beginning. */
export async function countedDays(db: Queryable, { fromMs, toMs }: TimeSlice): Promise<Set<number>> {
  const { rows } = await db.query<{ day: string }>(
    'select d.day::text as day from usage_days d where d.day >= $1::date and d.day < $2::date',
    [dayText(fromMs), dayText(toMs)],
  );
  return new Set(rows.map(({ day }) => Date.parse(`${day}T00:00:00Z`)));
}

/** What stands for a day that is counted for good. */
export async function readUsage(db: Queryable, dayMs: number, accountId: string | undefined): Promise<Usage[]> {
  const { rows } = await db.query<{
    account_id: string;
    product: string;
    channel: string;
    country: string;
    unit: UsageUnit;
    amount: number;
  }>(
    `select u.account_id, u.product, u.channel, u.country, u.unit, u.amount from usage u
      where u.day = $1::date and ($2::text is null or (u.account_id = $2 and u.bucket = $3))`,
    [dayText(dayMs), accountId ?? null, accountId === undefined ? null : hash12(accountId)],
  );
  return rows.map(({ account_id, product, channel, country, unit, amount }) => ({
    accountId: account_id,
    product,
    channel,
    country,
    amounts: { [unit]: amount },
  }));
}

interface UsageRow extends UsageKey {
  readonly unit: string;
  readonly amount: number;
}

const ROWS = recordset<UsageRow>([
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'product', type: 'text', of: ({ product }) => product },
  { name: 'channel', type: 'text', of: ({ channel }) => channel },
  { name: 'country', type: 'text', of: ({ country }) => country },
  { name: 'unit', type: 'text', of: ({ unit }) => unit },
  { name: 'bucket', type: 'smallint', of: ({ accountId }) => hash12(accountId) },
  { name: 'amount', type: 'bigint', of: ({ amount }) => amount },
]);

const ROWS_A_STATEMENT = 5_000;

/** Writes a day down for good; false when another node was first, whose figures stay. */
export async function writeUsage(db: Database, dayMs: number, usage: readonly Usage[], now: number): Promise<boolean> {
  const day = dayText(dayMs);
  const rows = usage.flatMap(({ amounts, ...key }) =>
    Object.entries(amounts).map(([unit, amount]) => ({ ...key, unit, amount })),
  );
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `insert into usage_days (day, bucket, counted_at) values ($1::date, $2, $3::timestamptz) on conflict do nothing`,
      [day, hash12(day), iso(now)],
    );
    if (rowCount === 0) return false;
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      await tx.query(`insert into usage (day, ${ROWS.names}) select $1::date, ${ROWS.list(2)} from ${ROWS.from(2)}`, [
        day,
        ...ROWS.values(rows.slice(from, from + ROWS_A_STATEMENT)),
      ]);
    }
    return true;
  });
}

/** `2026-01-31`, in UTC. */
export function dayText(ms: number): string {
  return iso(ms).slice(0, 10);
}
