/**
 * Numbers that take part in no masking session: of one account, or of any.
 *
 * 1. The account '' stands for every account.
 * 2. A block outlives the erasure of its number under the number's alias, and a number may have two forms: all its names
 *    are looked for (number-aliases.ts).
 */
import { hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { type AliasOf, namesOf } from '../secrets/number-aliases.ts';

export interface MaskingBlock {
  /** '' for every account. */
  readonly accountId: string;
  /** Digits, or an alias. */
  readonly number: string;
}

export interface ListedMaskingBlock extends MaskingBlock {
  readonly createdAt: number;
}

/** Who has blocked a number: the operator for all, or the account for itself. */
export type Blocker = 'provider' | 'account';

export interface MaskingBlockQuestion {
  readonly accountId: string;
  readonly number: string;
}

/** Who keeps a number out of an account's sessions; the operator's block counts first. */
export type BlockerOf = (question: MaskingBlockQuestion) => Blocker | null;

/** For all questions about these numbers. No lock: a block that is being written counts from its commit on. */
export async function readMaskingBlocks(
  db: Queryable,
  numbers: readonly string[],
  aliasOf: AliasOf,
): Promise<BlockerOf> {
  if (numbers.length === 0) return () => null;
  const names = new Map(numbers.map((number) => [number, namesOf(number, aliasOf)]));
  const all = [...names.values()].flat();
  const { rows } = await db.query<{ number: string; account_id: string }>(
    `select b.number, b.account_id from masking_blocks b
      where b.number = any($1::text[]) and b.bucket = any($2::smallint[]) order by b.number`,
    [all, all.map(hash12)],
    'kept',
  );
  if (rows.length === 0) return () => null;
  return ({ accountId, number }) => {
    const those = rows.filter((row) => names.get(number)?.includes(row.number));
    if (those.some((row) => row.account_id === '')) return 'provider';
    return those.some((row) => row.account_id === accountId) ? 'account' : null;
  };
}

/** The same for each of the questions. */
export async function findMaskingBlocks(
  db: Queryable,
  questions: readonly MaskingBlockQuestion[],
  aliasOf: AliasOf,
): Promise<Array<Blocker | null>> {
  const blockerOf = await readMaskingBlocks(
    db,
    questions.map(({ number }) => number),
    aliasOf,
  );
  return questions.map(blockerOf);
}

/** Since when exactly this block stands; null when it does not. */
export async function maskingBlockedAt(db: Queryable, block: MaskingBlock, aliasOf: AliasOf): Promise<number | null> {
  const names = namesOf(block.number, aliasOf);
  const { rows } = await db.query<{ created_at: number }>(
    `select b.created_at from masking_blocks b
      where b.number = any($1::text[]) and b.bucket = any($2::smallint[]) and b.account_id = $3
      order by b.created_at limit 1`,
    [names, names.map(hash12), block.accountId],
    'kept',
  );
  return rows[0]?.created_at ?? null;
}

/** Since when it stands: from now on, unless it stood before. */
export async function addMaskingBlock(
  db: Queryable,
  block: MaskingBlock,
  now: number,
  aliasOf: AliasOf,
): Promise<number> {
  const before = await maskingBlockedAt(db, block, aliasOf);
  if (before !== null) return before;
  await db.query(
    `insert into masking_blocks (account_id, number, bucket, created_at) values ($1, $2, $3, $4::timestamptz)
     on conflict do nothing`,
    [block.accountId, block.number, hash12(block.number), new Date(now).toISOString()],
  );
  return now;
}

/** Returns false when there was none. */
export async function liftMaskingBlock(db: Queryable, block: MaskingBlock, aliasOf: AliasOf): Promise<boolean> {
  const names = namesOf(block.number, aliasOf);
  const { rowCount } = await db.query(
    `delete from masking_blocks b
      where b.number = any($1::text[]) and b.bucket = any($2::smallint[]) and b.account_id = $3`,
    [names, names.map(hash12), block.accountId],
  );
  return rowCount > 0;
}

export interface MaskingBlockFilter {
  readonly accountId?: string | undefined;
  /** A number and its alias: one that has been erased is found, too. */
  readonly numbers?: readonly string[] | undefined;
  /** Go on after this one. */
  readonly after?: MaskingBlock | undefined;
  readonly limit: number;
}

/** In the order of number and account. */
export async function listMaskingBlocks(db: Queryable, filter: MaskingBlockFilter): Promise<ListedMaskingBlock[]> {
  const { accountId, numbers, after, limit } = filter;
  const { rows } = await db.query<ListedMaskingBlock>(
    `select b.account_id as "accountId", b.number, b.created_at as "createdAt" from masking_blocks b
      where ($1::text is null or b.account_id = $1)
        and ($2::text[] is null or (b.number = any($2::text[]) and b.bucket = any($3::smallint[])))
        and ($4::text is null or (b.number, b.account_id) > ($4, $5))
      order by b.number, b.account_id limit $6`,
    [
      accountId ?? null,
      numbers ?? null,
      numbers?.map(hash12) ?? null,
      after?.number ?? null,
      after?.accountId ?? null,
      limit,
    ],
  );
  return rows;
}
