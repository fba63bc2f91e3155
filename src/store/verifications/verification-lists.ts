/**
 * Verifications as lists show them, newest first. Their codes are not read.
 */
import type { Queryable } from '../database.ts';
import { type IdPage, type ListSpan, type Piece, pageThrough, sliceOf, whole } from '../sql/windows.ts';
import type { Verification, VerificationState } from './verification.ts';
import { VERIFICATION_COLUMNS } from './verifications.ts';

export interface VerificationFilter extends ListSpan {
  readonly accountId?: string | undefined;
  readonly recipients?: readonly string[] | undefined;
  readonly externalId?: string | undefined;
  readonly state?: VerificationState | undefined;
  /** One of its methods. */
  readonly method?: string | undefined;
}

export async function listVerifications(db: Queryable, filter: VerificationFilter): Promise<IdPage<Verification>> {
  const { recipients, externalId, state, method } = filter;
  const isFound = [recipients, externalId, state, method].every((each) => each === undefined);
  return pageThrough(whole(sliceOf(filter)), filter.limit, {
    ...(isFound ? {} : { nth: (piece, n) => nthVerification(db, filter, piece, n) }),
    fitting: (piece, limit) => verificationsIn(db, { ...filter, limit }, piece),
  });
}

async function nthVerification(
  db: Queryable,
  { accountId }: VerificationFilter,
  { slice }: Piece,
  n: number,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select v.id from verifications v
      where v.id >= $1::uuid and v.id < $2::uuid and ($3::text is null or v.account_id = $3)
      order by v.id desc offset $4 limit 1`,
    [...slice, accountId ?? null, n - 1],
  );
  return rows[0]?.id ?? null;
}

async function verificationsIn(
  db: Queryable,
  filter: VerificationFilter,
  { slice }: Piece,
): Promise<readonly Verification[]> {
  const { rows } = await db.query<Verification>(
    `select ${VERIFICATION_COLUMNS} from verifications v
      where v.id >= $1::uuid and v.id < $2::uuid and ($3::text is null or v.account_id = $3)
        and ($4::text[] is null or v.recipient = any($4::text[]))
        and ($5::text is null or v.external_id = $5)
        and ($6::text is null or v.state = $6)
        and ($7::jsonb is null or v.methods @> $7::jsonb)
      order by v.id desc limit $8`,
    [
      ...slice,
      filter.accountId ?? null,
      filter.recipients ?? null,
      filter.externalId ?? null,
      filter.state ?? null,
      filter.method === undefined ? null : JSON.stringify([{ method: filter.method }]),
      filter.limit,
    ],
  );
  return rows;
}
