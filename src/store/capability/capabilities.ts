/**
 * What carriers said of recipients' devices: one row for a number and the agent that asked.
 *
 * 1. A row that is no longer good counts as none, whoever forgets it (store/keeping/retention.ts).
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

export interface KnownCapability {
  /** Digits. */
  readonly number: string;
  readonly agent: string;
  readonly code: number;
  /** Null where the carrier said nothing of them. */
  readonly features: readonly string[] | null;
  readonly toldAt: number;
  readonly goodUntil: number;
}

const ROWS = recordset<KnownCapability>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'agent', type: 'text', of: ({ agent }) => agent },
  { name: 'bucket', type: 'smallint', of: ({ number }) => hash12(number) },
  { name: 'code', type: 'smallint', of: ({ code }) => code },
  { name: 'features', type: 'texts', of: ({ features }) => features },
  { name: 'told_at', type: 'instant', of: ({ toldAt }) => toldAt },
  { name: 'good_until', type: 'instant', of: ({ goodUntil }) => goodUntil },
]);

/** Of these numbers, with whatever agent. */
export async function findCapabilities(
  db: Queryable,
  numbers: readonly string[],
  now: number,
): Promise<KnownCapability[]> {
  const { rows } = await db.query<KnownCapability>(
    `select c.number, c.agent, c.code, c.features, c.told_at as "toldAt", c.good_until as "goodUntil"
       from capabilities c
      where c.number = any($1::text[]) and c.bucket = any($2::smallint[]) and c.good_until > $3::timestamptz`,
    [numbers, numbers.map(hash12), iso(now)],
  );
  return rows;
}

/** Each number once with an agent. What was told later stays. */
export async function writeCapabilities(db: Queryable, known: readonly KnownCapability[]): Promise<void> {
  if (known.length === 0) return;
  await db.query(
    `insert into capabilities as c (${ROWS.names}) select ${ROWS.list(1)} from ${ROWS.from(1)} order by r.number, r.agent
     on conflict (number, agent, bucket) do update
        set code = excluded.code, features = excluded.features, told_at = excluded.told_at,
            good_until = excluded.good_until
      where c.told_at <= excluded.told_at`,
    ROWS.values(known),
  );
}
