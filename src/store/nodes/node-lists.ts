/**
 * Nodes, as operators see them.
 */
import type { Queryable } from '../database.ts';
import type { CarrierUses } from './nodes.ts';

export interface ListedNode {
  readonly id: string;
  readonly epoch: number;
  readonly startedAt: number;
  readonly heartbeatAt: number;
  /** Null while it runs, and when it ended without a word. */
  readonly stoppedAt: number | null;
  /** Null: a release that does not say. */
  readonly release: string | null;
  /** As it last said. */
  readonly uses: CarrierUses;
}

export async function listNodes(db: Queryable): Promise<ListedNode[]> {
  const { rows } = await db.query<ListedNode>(
    `select n.id, n.epoch, n.started_at as "startedAt", n.heartbeat_at as "heartbeatAt", n.stopped_at as "stoppedAt",
            n.info->>'release' as release, n.uses
       from nodes n order by n.id`,
  );
  return rows;
}

/** True when a later start of the node has taken its place. */
export async function isReplaced(db: Queryable, id: string, epoch: number): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from nodes n where n.id = $1 and n.epoch > $2', [id, epoch]);
  return rowCount > 0;
}
