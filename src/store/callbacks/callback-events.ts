/**
 * Callbacks as the events of their account, in the order of their ids, each of which was made in the transaction that
 * recorded it.
 */
import type { Queryable } from '../database.ts';

/** An event can be fetched for so long, whatever else is kept for how long. */
export const EVENTS_KEPT_DAYS = 30;

export interface ListedEvent {
  readonly id: string;
  readonly createdAt: number;
  /** JSON; '' where it has been removed or erased. */
  readonly body: string;
}

export interface EventFilter {
  readonly accountId: string;
  /** Behind this id. */
  readonly after: string;
  readonly limit: number;
}

/** Oldest first. */
export async function listEvents(db: Queryable, { accountId, after, limit }: EventFilter): Promise<ListedEvent[]> {
  const { rows } = await db.query<ListedEvent>(
    `select c.id, c.created_at as "createdAt",
            case when c.body = '' then coalesce(c.told, '') else c.body end as body
       from callbacks c
      where c.account_id = $1 and c.is_event and c.id > $2::uuid order by c.id limit $3`,
    [accountId, after, limit],
  );
  return rows;
}
