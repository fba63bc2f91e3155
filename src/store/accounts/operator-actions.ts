/**
 * What operators did. A row is written when an action begins and changed once, when it ends; it is forgotten by
 * retention.ts.
 */
import { bucketOf } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';

export interface OperatorAction {
  readonly id: string;
  readonly operator: string;
  readonly action: string;
  readonly target: Readonly<Record<string, string>>;
  readonly at: number;
  readonly status: number | null;
}

export interface ActionFilter {
  readonly operator?: string | undefined;
  /** Go on before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function addOperatorAction(db: Queryable, action: Omit<OperatorAction, 'status'>): Promise<void> {
  await db.query(
    `insert into operator_actions (id, bucket, operator, action, target, at)
     values ($1, $2, $3, $4, $5::jsonb, $6::timestamptz)`,
    [action.id, bucketOf(action.id), action.operator, action.action, JSON.stringify(action.target), iso(action.at)],
  );
}

/** `more`: what is known of its target now that it has been done. */
export async function endOperatorAction(
  db: Queryable,
  id: string,
  status: number,
  more: OperatorAction['target'],
): Promise<void> {
  await db.query(
    `update operator_actions a set status = $3, target = a.target || $4::jsonb
      where a.id = $1 and a.bucket = $2 and a.status is null`,
    [id, bucketOf(id), status, JSON.stringify(more)],
  );
}

/** Newest first. */
export async function listOperatorActions(db: Queryable, filter: ActionFilter): Promise<OperatorAction[]> {
  const { rows } = await db.query<OperatorAction>(
    `select a.id, a.operator, a.action, a.target, a.at, a.status from operator_actions a
      where ($1::text is null or a.operator = $1) and ($2::uuid is null or a.id < $2::uuid)
      order by a.id desc limit $3`,
    [filter.operator ?? null, filter.before ?? null, filter.limit],
  );
  return rows;
}
