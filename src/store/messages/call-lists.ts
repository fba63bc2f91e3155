/**
 * Calls as operators see them, newest first. Of a thousand messages few are calls, so those are gone through that have a
 * row in `calls`; texts with a code are among them, and are left out by their kind.
 */
import type { MessageState } from '../../engine/message/kinds.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import type { Queryable } from '../database.ts';
import { daysOf, type IdPage, type ListSpan, type Piece, pageThrough, sliceOf } from '../sql/windows.ts';
import { codeOfStored } from './stored-codes.ts';

export interface ListedCall {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly externalId: string | null;
  readonly recipient: string;
  readonly status: number;
  readonly createdAt: number;
  readonly finalAt: number | null;
  readonly completedAt: number | null;
  readonly wrongTries: number;
}

export interface CallFilter extends ListSpan {
  readonly kinds: readonly MessageKind[];
  readonly accountId?: string | undefined;
  readonly recipients?: readonly string[] | undefined;
  readonly externalId?: string | undefined;
  readonly state?: MessageState | undefined;
}

export async function listCalls(db: Queryable, filter: CallFilter): Promise<IdPage<ListedCall>> {
  const { rows, next } = await pageThrough(await daysOf(db, 'calls', sliceOf(filter)), filter.limit, {
    nth: (piece, n) => nthCall(db, piece, n),
    fitting: (piece, limit) => callsIn(db, { ...filter, limit }, piece),
  });
  return { rows: rows.map((row) => ({ ...row, status: codeOfStored(row.status) })), next };
}

async function nthCall(db: Queryable, { day, slice }: Piece, n: number): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select c.message_id as id from calls${day} c
      where c.message_id >= $1::uuid and c.message_id < $2::uuid order by c.message_id desc offset $3 limit 1`,
    [...slice, n - 1],
  );
  return rows[0]?.id ?? null;
}

async function callsIn(db: Queryable, filter: CallFilter, { day, slice }: Piece): Promise<readonly ListedCall[]> {
  const { rows } = await db.query<ListedCall>(
    `select m.id, m.account_id as "accountId", m.kind, m.external_id as "externalId", m.recipient, m.status,
            m.created_at as "createdAt", m.final_at as "finalAt", c.completed_at as "completedAt",
            c.wrong_tries as "wrongTries"
       from calls${day} c join messages${day} m on m.id = c.message_id and m.bucket = c.bucket
      where c.message_id >= $1::uuid and c.message_id < $2::uuid and m.kind = any($3::text[])
        and ($4::text is null or m.account_id = $4)
        and ($5::text[] is null or m.recipient = any($5::text[]))
        and ($6::text is null or m.external_id = $6)
        and ($7::text is null
             or ($7 = 'open' and m.final_at is null)
             or ($7 = 'delivered' and m.status = 3000)
             or ($7 = 'failed' and m.final_at is not null and m.status <> 3000))
      order by c.message_id desc limit $8`,
    [
      ...slice,
      filter.kinds,
      filter.accountId ?? null,
      filter.recipients ?? null,
      filter.externalId ?? null,
      filter.state ?? null,
      filter.limit,
    ],
  );
  return rows;
}
