/**
 * Ends the messages that a backup holds unfinished: nobody knows whether they were sent after the backup was made.
 */
import type { Database } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { storedCode } from './stored-codes.ts';

/** The code of channels and messages whose fate is unknown. */
const UNKNOWN = storedCode(3039);

/** Of one lane; `buckets` null: all of them. Returns how many messages were ended. No callback is owed for them. */
export function endUnfinished(db: Database, buckets: Buckets, now: number): Promise<number> {
  const at = new Date(now).toISOString();
  return db.transaction(async (tx) => {
    // A part that was being sent may have arrived: a receipt that matches nothing else is tried against it.
    await tx.query(
      `update attempts a
          set state = 'done', code = $1, retry_at = null, updated_at = $2::timestamptz, reason = 'restored from a backup',
              doubtful_carrier = case when a.parts @> '[{"state":"sending"}]' or a.parts @> '[{"inDoubt":true}]'
                                      then a.carrier end,
              parts = coalesce((select jsonb_agg(case when p.part->>'state' = 'sending'
                                                      then p.part || '{"state": "unknown", "inDoubt": true}'
                                                      else p.part end order by p.place)
                                  from jsonb_array_elements(a.parts) with ordinality p (part, place)), '[]')
         from messages m
        where m.id = a.message_id and m.bucket = a.bucket and m.final_at is null and a.state <> 'done'
          and ($3::smallint[] is null or a.bucket = any($3::smallint[]))
          and ($3::smallint[] is null or m.bucket = any($3::smallint[]))`,
      [UNKNOWN, at, buckets],
    );
    await tx.query(
      `update calls c set code_sealed = null
        where c.code_sealed is not null and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
      [buckets],
    );
    const { rowCount } = await tx.query(
      `update messages m
          set status = $1, final_at = $2::timestamptz, updated_at = $2::timestamptz, due_at = null, held_until = null,
              queue = null,
              lease_node = null, lease_epoch = null, version = m.version + 1
        where m.final_at is null and ($3::smallint[] is null or m.bucket = any($3::smallint[]))`,
      [UNKNOWN, at, buckets],
    );
    return rowCount;
  });
}
