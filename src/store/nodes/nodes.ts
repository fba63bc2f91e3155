/**
 * The statements on nodes: who runs, since when, and who has fallen silent.
 *
 * 1. A start raises the node's epoch. What was claimed under an older epoch is no longer the node's.
 * 2. A node that stopped cleanly is not dead: it gave its leases back.
 * 3. A node is declared dead by a statement that names its last sign of life: had it given another one, nothing happens.
 *    From then on that start of the node never lives again.
 */
import type { Queryable } from '../database.ts';
import type { Owner } from './owner.ts';

/** What a node says of a carrier. */
export interface CarrierUse {
  /** How many seats it could use; 0 for a carrier without. */
  readonly seats: number;
  /** It can send by it now. */
  readonly up: boolean;
  /** It is resting: it has tried in vain to bind, and leaves the seats to others for a while. Stored under this name. */
  readonly tired: boolean;
  /** Parts without an answer, and how many may be so at once, at its last sign of life. Absent: that cannot be said. */
  readonly load?: { readonly inHand: number; readonly room: number };
}

export type CarrierUses = Readonly<Record<string, CarrierUse>>;

export interface LiveNode {
  readonly id: string;
  readonly epoch: number;
  /** Counts signs of life. */
  readonly beats: number;
  /** Epoch milliseconds, by the node's own clock. */
  readonly heartbeatAt: number;
  readonly uses: CarrierUses;
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
           stopped_at = null, info = excluded.info, beats = n.beats + 1, uses = '{}'
     returning epoch`,
    [id, now, JSON.stringify(info)],
  );
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('a node was registered and no epoch came back');
  return epoch;
}

/** False when the node has been started again elsewhere, or declared dead: this process must claim nothing more. */
export async function heartbeat(
  db: Queryable,
  { node, epoch }: Owner,
  now: number,
  uses: CarrierUses = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update nodes set beats = beats + 1, heartbeat_at = greatest(heartbeat_at, to_timestamp($3 / 1000.0)),
            uses = $4::jsonb
      where id = $1 and epoch = $2 and stopped_at is null`,
    [node, epoch, now, JSON.stringify(uses)],
    'kept',
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

/** All that have not stopped and were not declared dead, this one included. */
export async function liveNodes(db: Queryable): Promise<LiveNode[]> {
  const { rows } = await db.query<LiveNode>(
    `select id, epoch, beats, heartbeat_at as "heartbeatAt", uses from nodes where stopped_at is null order by id`,
    [],
    'kept',
  );
  return rows;
}

/** The names of the master keys of a node; null: a release that does not say. */
export interface KeysOfNode {
  readonly id: string;
  /** Under which it seals. */
  readonly masterKey: string | null;
  readonly opens: readonly string[] | null;
}

/** Of the other nodes that gave a sign since then. */
export async function keysOfOthers(db: Queryable, id: string, since: number): Promise<KeysOfNode[]> {
  const { rows } = await db.query<KeysOfNode>(
    `select id, info->>'masterKey' as "masterKey", info->'opens' as opens from nodes
      where id <> $1 and stopped_at is null and heartbeat_at > to_timestamp($2 / 1000.0) order by id`,
    [id, since],
  );
  return rows;
}

/** Rule 3. True when it is dead by this call. */
export async function declareDead(db: Queryable, node: LiveNode, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update nodes set stopped_at = to_timestamp($5 / 1000.0)
      where id = $1 and epoch = $2 and beats = $3 and heartbeat_at = to_timestamp($4 / 1000.0) and stopped_at is null`,
    [node.id, node.epoch, node.beats, node.heartbeatAt, now],
  );
  return rowCount === 1;
}
