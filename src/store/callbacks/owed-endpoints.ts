/**
 * Where callbacks wait, by endpoint and account, for operators: what is owed there, and what its newest tries came to.
 *
 * 1. Only what waits in the store is looked at, by the index that holds nothing else, and so many of each endpoint at
 *    most. What a node has had in hand ever since the event has not failed yet.
 */

import { lowestIdAt } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { EVER } from '../sql/id-range.ts';
import type { Reach } from './callback-claims.ts';

export interface OwedCallbacks {
  readonly endpoint: string;
  readonly accountId: string;
  readonly pending: number;
  /** Of these, those that were tried in vain. */
  readonly failing: number;
  readonly oldestAt: number;
  readonly nextTryAt: number;
  readonly mostTries: number;
  /** Of the one that was tried most often. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Rule 1: so many of one endpoint were looked at; there may be more. */
export const MOST_EXAMINED = 200;

/** In the order of endpoints and accounts. */
export async function owedAt(db: Queryable, endpoints: readonly string[], reach: Reach): Promise<OwedCallbacks[]> {
  const { rows } = await db.query<OwedCallbacks>(
    `select o.endpoint, o.account_id as "accountId", count(*) as pending,
            count(*) filter (where o.tries > 0) as failing, min(o.created_at) as "oldestAt", min(o.due_at) as "nextTryAt",
            max(o.tries) as "mostTries", (array_agg(o.last_status order by o.tries desc))[1] as "lastStatus",
            (array_agg(o.last_error order by o.tries desc))[1] as "lastError"
       from unnest($1::text[]) as e(name)
      cross join lateral (
        select c.endpoint, c.account_id, c.tries, c.created_at, c.due_at, c.last_status, c.last_error from callbacks c
         where c.endpoint >= e.name and c.endpoint <= e.name and c.due_at >= $5::timestamptz and c.due_at <= $6::timestamptz
           and ($2::smallint[] is null or c.bucket = any($2::smallint[]))
           and c.message_id >= $3::uuid and c.message_id < $4::uuid
         order by c.endpoint, c.due_at limit ${MOST_EXAMINED}) o
      group by o.endpoint, o.account_id
      order by o.endpoint, o.account_id`,
    [endpoints, reach.buckets, lowestIdAt(reach.fromMs), lowestIdAt(reach.toMs + 1), ...EVER],
  );
  return rows;
}
