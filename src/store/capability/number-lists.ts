/**
 * Lists of numbers about which a caller asked, and what became of each number.
 *
 * 1. `due_at` says when a list is gone on with. Whoever goes on takes it under a lease, which is `due_at` itself; what is
 *    found out is written where the lease still stands, so that of two nodes one goes on.
 * 2. All lists of an account have one bucket, and the numbers of a list that of the list.
 */
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface NumberList {
  readonly id: string;
  readonly accountId: string;
  readonly total: number;
  readonly askedAt: number;
  readonly doneAt: number | null;
  readonly dueAt: number;
}

export interface ListedNumber {
  readonly listId: string;
  /** From 0. */
  readonly place: number;
  /** Digits; empty: what stood there is none. */
  readonly number: string;
  /** Empty: nobody is asked. */
  readonly agent: string;
  readonly code: number | null;
  readonly features: readonly string[] | null;
  readonly tries: number;
}

const COLUMNS = `l.id, l.account_id as "accountId", l.total, l.asked_at as "askedAt", l.done_at as "doneAt",
  l.due_at as "dueAt"`;

const NUMBERS = recordset<ListedNumber>([
  { name: 'list_id', type: 'uuid', of: ({ listId }) => listId },
  { name: 'bucket', type: 'smallint', of: ({ listId }) => bucketOf(listId) },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'agent', type: 'text', of: ({ agent }) => agent },
  { name: 'code', type: 'smallint', of: ({ code }) => code },
  { name: 'features', type: 'texts', of: ({ features }) => features },
  { name: 'tries', type: 'smallint', of: ({ tries }) => tries },
]);

/** Where all lists of an account lie. */
export function bucketOfLists(accountId: string): number {
  return hash12(accountId);
}

/** How many numbers the lists of an account have that are not done. */
export async function numbersNotDone(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select coalesce(sum(l.total), 0)::int as total from number_lists l
      where l.account_id = $1 and l.bucket = $2 and l.done_at is null`,
    [accountId, bucketOfLists(accountId)],
  );
  return rows[0]?.total ?? 0;
}

/** A list that stands already is left as it is. */
export async function insertList(tx: Transaction, list: NumberList, numbers: readonly ListedNumber[]): Promise<void> {
  const { id, accountId, total, askedAt, dueAt } = list;
  await tx.query(
    `insert into number_lists (id, bucket, account_id, total, asked_at, due_at)
     values ($1::uuid, $2, $3, $4, $5::timestamptz, $6::timestamptz) on conflict do nothing`,
    [id, bucketOf(id), accountId, total, iso(askedAt), iso(dueAt)],
  );
  await tx.query(
    `insert into listed_numbers (${NUMBERS.names}) select ${NUMBERS.list(1)} from ${NUMBERS.from(1)}
     on conflict do nothing`,
    NUMBERS.values(numbers),
  );
}

export async function findList(db: Queryable, id: string): Promise<NumberList | null> {
  const { rows } = await db.query<NumberList>(
    `select ${COLUMNS} from number_lists l where l.id = $1::uuid and l.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}

/** How many numbers of a list have each code; null: nothing is known yet. */
export async function countCodes(
  db: Queryable,
  id: string,
): Promise<ReadonlyArray<{ readonly code: number | null; readonly count: number }>> {
  const { rows } = await db.query<{ code: number | null; count: number }>(
    `select n.code, count(*)::int as count from listed_numbers n
      where n.list_id = $1::uuid and n.bucket = $2 group by n.code`,
    [id, bucketOf(id)],
  );
  return rows;
}

const COLUMNS_OF_NUMBERS = `n.list_id as "listId", n.place, n.number, n.agent, n.code, n.features, n.tries`;

/** In the order of their places, those behind `after`. */
export async function listNumbers(
  db: Queryable,
  id: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ListedNumber[]> {
  const { rows } = await db.query<ListedNumber>(
    `select ${COLUMNS_OF_NUMBERS} from listed_numbers n
      where n.list_id = $1::uuid and n.bucket = $2 and n.place > $3 order by n.place limit $4`,
    [id, bucketOf(id), after, limit],
  );
  return rows;
}

/** Of which nothing is known: those that were asked in vain least often first. */
export async function openNumbers(db: Queryable, id: string, limit: number): Promise<ListedNumber[]> {
  const { rows } = await db.query<ListedNumber>(
    `select ${COLUMNS_OF_NUMBERS} from listed_numbers n
      where n.list_id = $1::uuid and n.bucket = $2 and n.code is null order by n.tries, n.place limit $3`,
    [id, bucketOf(id), limit],
  );
  return rows;
}

/** Rule 1: takes the list that has waited longest, for as long as the lease lasts. */
export async function claimList(
  db: Queryable,
  now: number,
  leasedUntil: number,
  buckets: Buckets,
): Promise<NumberList | null> {
  const { rows } = await db.query<NumberList>(
    `with due as (
       select l.id, l.bucket from number_lists l
        where l.due_at <= $1::timestamptz and ($2::smallint[] is null or l.bucket = any($2::smallint[]))
        order by l.due_at limit 1 for update skip locked)
     update number_lists l set due_at = $3::timestamptz from due
      where l.id = due.id and l.bucket = due.bucket and ($2::smallint[] is null or l.bucket = any($2::smallint[]))
     returning ${COLUMNS}`,
    [iso(now), buckets, iso(leasedUntil)],
  );
  return rows[0] ?? null;
}

/** When the next list is due; null: there is none. */
export async function nextListAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>('select min(l.due_at) as at from number_lists l', [], 'kept');
  return rows[0]?.at ?? null;
}

/** Rule 1: false when somebody else has gone on with it meanwhile. */
export async function updateList(
  tx: Transaction,
  { id, dueAt: leasedUntil }: NumberList,
  { doneAt, dueAt }: Pick<NumberList, 'doneAt' | 'dueAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update number_lists l set due_at = $4::timestamptz, done_at = $5::timestamptz
      where l.id = $1::uuid and l.bucket = $2 and l.due_at = $3::timestamptz`,
    [id, bucketOf(id), iso(leasedUntil), iso(dueAt), doneAt === null ? null : iso(doneAt)],
  );
  return rowCount > 0;
}

/** Of one list. What was erased meanwhile stays away. */
export async function writeAnswers(tx: Transaction, numbers: readonly ListedNumber[]): Promise<void> {
  const [first] = numbers;
  if (!first) return;
  await tx.query(
    `update listed_numbers n set ${NUMBERS.set(['code', 'features', 'tries'], 2)} from ${NUMBERS.from(2)}
      where n.list_id = r.list_id and n.place = r.place and n.bucket = r.bucket and n.bucket = $1`,
    [bucketOf(first.listId), ...NUMBERS.values(numbers)],
  );
}

/** Some of the numbers of a list that is over; resolves with how many. */
export async function forgetNumbers(tx: Transaction, id: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from listed_numbers n where n.bucket = $2 and (n.list_id, n.place, n.bucket) in (
       select m.list_id, m.place, m.bucket from listed_numbers m
        where m.list_id = $1::uuid and m.bucket = $2 limit $3)`,
    [id, bucketOf(id), limit],
  );
  return rowCount;
}

export async function forgetList(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from number_lists l where l.id = $1::uuid and l.bucket = $2', [id, bucketOf(id)]);
}
