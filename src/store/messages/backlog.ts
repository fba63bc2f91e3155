/**
 * How much waits for room at a carrier, for whoever looks.
 *
 * 1. Rows of an index that holds only what waits, and so many of them at most: a backlog of millions costs the look what
 *    `MOST_COUNTED` rows do.
 */
import type { MessageType } from '../../carriers/carrier.ts';
import type { Queryable } from '../database.ts';
import { PRIORITY } from './message-rows.ts';

export interface Waiting {
  readonly messageType: MessageType;
  readonly count: number;
  /** Its id holds the time at which it was taken. */
  readonly oldestId: string;
}

/** Rule 1. */
export const MOST_COUNTED = 100_000;

/** By type, the most urgent first. With `MOST_COUNTED` in all, there may be more. */
export async function countWaiting(db: Queryable, carrier: string): Promise<Waiting[]> {
  const { rows } = await db.query<{ priority: number; count: number; oldestId: string }>(
    `select w.priority, count(*) as count, min(w.id::text) as "oldestId"
       from (select m.priority, m.id from messages m where m.queue is not null and m.queue = $1 limit $2) w
      group by w.priority order by w.priority`,
    [carrier, MOST_COUNTED],
  );
  return rows.flatMap(({ priority, count, oldestId }) => {
    const messageType = TYPES[priority];
    return messageType === undefined ? [] : [{ messageType, count, oldestId }];
  });
}

const TYPES = Object.fromEntries(Object.entries(PRIORITY).map(([type, priority]) => [priority, type as MessageType]));
