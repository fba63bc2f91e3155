/**
 * Look-ups as lists show them, newest first.
 */
import type { Queryable } from '../database.ts';
import { daysOf, type IdPage, type ListSpan, type Piece, pageThrough, sliceOf } from '../sql/windows.ts';
import { LOOK_UP_COLUMNS, type StoredLookUp } from './look-ups.ts';

export interface LookUpFilter extends ListSpan {
  readonly accountId?: string | undefined;
  readonly number?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: number | undefined;
}

export async function listLookUps(db: Queryable, filter: LookUpFilter): Promise<IdPage<StoredLookUp>> {
  const { externalId, status } = filter;
  const isFound = externalId === undefined && status === undefined;
  return pageThrough(await daysOf(db, 'look_ups', sliceOf(filter)), filter.limit, {
    ...(isFound ? {} : { nth: (piece, n) => nthLookUp(db, filter, piece, n) }),
    fitting: (piece, limit) => lookUpsIn(db, { ...filter, limit }, piece),
    isScattered: filter.number !== undefined,
  });
}

async function nthLookUp(
  db: Queryable,
  { accountId, number }: LookUpFilter,
  { day, slice }: Piece,
  n: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select l.id from look_ups${day} l
      where l.id >= $1::uuid and l.id < $2::uuid
        and ($3::text is null or l.account_id = $3) and ($4::text is null or l.number = $4)
      order by l.id desc offset $5 limit 1`,
    [...slice, accountId ?? null, number ?? null, n - 1],
  );
  return rows[0]?.id ?? null;
}

async function lookUpsIn(db: Queryable, filter: LookUpFilter, { day, slice }: Piece): Promise<readonly StoredLookUp[]> {
  const { rows } = await db.query<StoredLookUp>(
    `select ${LOOK_UP_COLUMNS} from look_ups${day} l
      where l.id >= $1::uuid and l.id < $2::uuid
        and ($3::text is null or l.account_id = $3) and ($4::text is null or l.number = $4)
        and ($5::text is null or l.external_id = $5) and ($6::smallint is null or l.status = $6::smallint)
      order by l.id desc limit $7`,
    [
      ...slice,
      filter.accountId ?? null,
      filter.number ?? null,
      filter.externalId ?? null,
      filter.status ?? null,
      filter.limit,
    ],
  );
  return rows;
}
