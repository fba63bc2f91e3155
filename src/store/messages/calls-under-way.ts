/**
 * Calls that ring or speak now, on whichever node.
 *
 * 1. A call is under way while an attempt of it is `sending`. None lasts as long as `LONGEST_MS`, from the request to its end
 *    (engine/message/kinds.ts), so older ids are not looked at. One that was asked for long before it began is missing.
 */
import type { MessageKind } from '../../engine/message/message.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { lowestIdAt } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';

export interface CallUnderWay {
  readonly id: string;
  readonly accountId: string;
  readonly recipient: string;
  readonly externalId: string | null;
  readonly createdAt: number;
  readonly handedOverAt: number | null;
  readonly carrier: string | null;
  readonly node: string | null;
}

export interface CallsUnderWayOptions {
  readonly kinds: readonly MessageKind[];
  readonly accountId: string | undefined;
  readonly now: number;
  readonly limit: number;
}

/** Rule 1. */
const LONGEST_MS = 25 * MINUTE_MS;

/** Newest first. */
export async function listCallsUnderWay(
  db: Queryable,
  { kinds, accountId, now, limit }: CallsUnderWayOptions,
): Promise<CallUnderWay[]> {
  const { rows } = await db.query<CallUnderWay>(
    `select m.id, m.account_id as "accountId", m.recipient, m.external_id as "externalId", m.created_at as "createdAt",
            a.handed_over_at as "handedOverAt", a.carrier, m.lease_node as node
       from messages m join attempts a on a.message_id = m.id and a.bucket = m.bucket
      where m.id >= $1::uuid and m.id < $2::uuid and a.message_id >= $1::uuid and a.message_id < $2::uuid
        and m.kind = any($3::text[]) and m.final_at is null and a.state = 'sending'
        and ($4::text is null or m.account_id = $4)
      order by m.id desc limit $5`,
    [lowestIdAt(now - LONGEST_MS), lowestIdAt(now + MINUTE_MS), kinds, accountId ?? null, limit],
  );
  return rows;
}
