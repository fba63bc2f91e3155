/**
 * The statements on nodes: who runs, since when, and who has fallen silent.
 *
 * 1. A start raises the node's epoch. What was claimed under an older epoch is no longer the node's.
 * 2. A node that stopped cleanly is not dead: it gave its leases back.
 */
import type { Queryable } from './database.ts';

export interface DeadNode {
  readonly id: string;
  readonly epoch: number;
  /** Epoch milliseconds. */
  readonly heartbeatAt: number;
}

/** Registers a start and returns its epoch: 1 for a node that was never seen. */
export async function registerNode(
  db: Queryable,
  id: string,
  info: Readonly<Record<string, unknown>>,
  now: number,
): Promise<number> {
  const { rows } = await db.query<{ epoch: number }>(
    `insert into nodes as n (id, epoch, started_at, heartbeat_at, info)
     values ($1, 1, to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0), $3::jsonb)
     on conflict (id) do update
       set epoch = n.epoch + 1, started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at,
           stopped_at = null, info = excluded.info
     returning epoch`,
    [id, now, JSON.stringify(info)],
  );
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('a node was registered and no epoch came back');
  return epoch;
}

/** False when the node has been started again elsewhere, or declared stopped: this process must claim nothing more. */
export async function heartbeat(db: Queryable, id: string, epoch: number, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update nodes set heartbeat_at = greatest(heartbeat_at, to_timestamp($3 / 1000.0))
      where id = $1 and epoch = $2 and stopped_at is null`,
    [id, epoch, now],
  );
  return rowCount === 1;
}

export async function markStopped(db: Queryable, id: string, epoch: number, now: number): Promise<void> {
  await db.query('update nodes set stopped_at = to_timestamp($3 / 1000.0) where id = $1 and epoch = $2', [
    id,
    epoch,
    now,
  ]);
}

/** Nodes that have not stopped and gave no sign for longer than `silentMs`. */
export async function listDead(db: Queryable, now: number, silentMs: number): Promise<DeadNode[]> {
  const { rows } = await db.query<DeadNode>(
    `select id, epoch, heartbeat_at as "heartbeatAt" from nodes
      where stopped_at is null and heartbeat_at < to_timestamp($1 / 1000.0) order by id`,
    [now - silentMs],
  );
  return rows;
}
