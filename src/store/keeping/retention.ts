/**
 * Forgets rows whose time is over, a few at a time. Not those of messages, attempts, callbacks and the inbox, which are
 * dropped as partitions (partitions.ts), nor inbound texts, whose accounts say how long they stay (remove-inbound.ts).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { iso } from '../../lib/instant.ts';
import type { Database } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';

interface Rule {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
  /** How long a row stays after the instant in `column`, milliseconds. */
  readonly keepMs: number;
}

const AT_ONCE = 1_000;

const RULES: readonly Rule[] = [
  // A date is accepted 15 minutes to both sides.
  { table: 'nonces', key: ['nonce', 'account_id', 'bucket'], column: 'seen_at', keepMs: 31 * MINUTE_MS },
  { table: 'idempotency_keys', key: ['key', 'account_id', 'path', 'bucket'], column: 'created_at', keepMs: DAY_MS },
  { table: 'counters', key: ['name', 'account_id', 'window_start', 'bucket'], column: 'expires_at', keepMs: 0 },
  // A row of codes ends after an hour (operations/admission/code-pauses.ts).
  { table: 'code_pauses', key: ['number', 'account_id', 'bucket'], column: 'last_at', keepMs: 2 * HOUR_MS },
  // RBM repeats an event for seven days.
  { table: 'inbox_seen', key: ['key', 'carrier', 'bucket'], column: 'seen_at', keepMs: 8 * DAY_MS },
  // What carriers said of devices holds until then.
  { table: 'capabilities', key: ['number', 'agent', 'bucket'], column: 'good_until', keepMs: 0 },
  {
    table: 'traffic',
    key: ['seconds', 'starts_at', 'carrier', 'node', 'epoch', 'bucket'],
    column: 'forget_at',
    keepMs: 0,
  },
  // Nobody's any more, and free to be taken.
  { table: 'seats', key: ['party', 'mask', 'bucket'], column: 'free_at', keepMs: DAY_MS },
  // As long as an answer may come that is about what was written.
  { table: 'sender_writers', key: ['recipient', 'sender', 'bucket'], column: 'wrote_at', keepMs: 90 * DAY_MS },
  // Nothing that was owed then is owed any more: callbacks are tried for five days.
  { table: 'inbound_lines', key: ['person', 'account_id', 'bucket'], column: 'used_on', keepMs: 8 * DAY_MS },
  // What operators did: a year, and a month to look into it.
  { table: 'operator_actions', key: ['id', 'bucket'], column: 'at', keepMs: 396 * DAY_MS },
  { table: 'user_sessions', key: ['id', 'bucket'], column: 'ends_at', keepMs: DAY_MS },
  // Then they do not count any more (http/operator/people/pauses.ts).
  { table: 'sign_in_tries', key: ['subject', 'bucket'], column: 'failed_at', keepMs: HOUR_MS },
  // As long as somebody may ask what a token did.
  { table: 'user_tokens', key: ['id', 'bucket'], column: 'expires_at', keepMs: 396 * DAY_MS },
  { table: 'meetings', key: ['remote_id', 'carrier', 'bucket'], column: 'seen_at', keepMs: 72 * HOUR_MS },
];

/** Deletes what is over in one lane; resolves with the number of rows. */
export async function forgetOld(db: Database, now: number, buckets: Buckets): Promise<number> {
  let forgotten = 0;
  for (const rule of RULES) forgotten += await forgetByRule(db, rule, now, buckets);
  return forgotten;
}

async function forgetByRule(db: Database, rule: Rule, now: number, buckets: Buckets): Promise<number> {
  const key = rule.key.join(', ');
  const before = iso(now - rule.keepMs);
  let forgotten = 0;
  for (;;) {
    const { rowCount } = await db.query(
      `delete from ${rule.table} m where (${key}) in (
         select ${key} from ${rule.table} where ${rule.column} < $1::timestamptz
            and ($2::smallint[] is null or bucket = any($2::smallint[])) limit ${AT_ONCE})
         and ($2::smallint[] is null or m.bucket = any($2::smallint[]))`,
      [before, buckets],
    );
    forgotten += rowCount;
    if (rowCount < AT_ONCE) return forgotten;
  }
}
