/**
 * Lines of callbacks that tell of what people sent: what one person sent to one account is told in the order in which it
 * was recorded (callbacks/callback-rows.ts numbers callbacks within a line).
 *
 * 1. The row of a person at an account is locked by whoever records something of that person, until it is recorded.
 * 2. A line goes on as long as its newest callback is owed. When that has been told, so has everything before it, and
 *    the next piece begins a line of its own: it lies in the tables of its day, and waits for nothing.
 */
import { DAY_MS } from '../../lib/durations.ts';
import { bucketOf, hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { daysOf, foundBy, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface InboundLine {
  readonly accountId: string;
  /** Who wrote, as in `inbound_texts.sender`. */
  readonly person: string;
  /** In the person's bucket. */
  readonly lineId: string;
  /** Of its newest callback. */
  readonly seq: number;
}

interface Write extends InboundLine {
  readonly now: number;
}

const LINES = recordset<Write>([
  { name: 'person', type: 'text', of: ({ person }) => person },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'bucket', type: 'smallint', of: ({ person }) => bucketOfPerson(person) },
  { name: 'line_id', type: 'uuid', of: ({ lineId }) => lineId },
  { name: 'seq', type: 'smallint', of: ({ seq }) => seq },
  { name: 'used_on', type: 'instant', of: ({ now }) => now - (now % DAY_MS) },
]);

const NEWEST = recordset<InboundLine>([
  { name: 'message_id', type: 'uuid', of: ({ lineId }) => lineId },
  { name: 'seq', type: 'smallint', of: ({ seq }) => seq },
  { name: 'bucket', type: 'smallint', of: ({ lineId }) => bucketOf(lineId) },
]);

/** Where the row of a person lies, and the lines in it. */
export function bucketOfPerson(person: string): number {
  return hash12(person);
}

/**
 * Locks the rows of these, in one order whoever asks. Returns each as it stands: one that was not there stands as it was
 * given.
 */
export async function lockLines(tx: Queryable, lines: readonly InboundLine[], now: number): Promise<InboundLine[]> {
  const { rows } = await tx.query<InboundLine>(
    `insert into inbound_lines as l (${LINES.names}) select ${LINES.list(1)} from ${LINES.from(1)}
      order by r.person, r.account_id
     on conflict (person, account_id, bucket) do update set used_on = excluded.used_on
     returning l.person, l.account_id as "accountId", l.line_id as "lineId", l.seq`,
    LINES.values(lines.map((line) => ({ ...line, now }))),
    'kept',
  );
  return rows;
}

/** Rule 2: of these lines the ids of those that go on. */
export async function owedLines(tx: Queryable, lines: readonly InboundLine[], buckets: Buckets): Promise<Set<string>> {
  if (lines.length === 0) return new Set();
  const { rows } = await tx.query<{ message_id: string }>(
    `select c.message_id from callbacks c
       join ${NEWEST.from(4)} on ${foundBy('c.message_id', 'r.message_id')} and c.seq = r.seq and c.bucket = r.bucket
      where ${daysOf('c.message_id', '$2::uuid', '$3::uuid')} and c.state = 'pending'
        and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
    [buckets, ...idRange(lines.map(({ lineId }) => lineId)), ...NEWEST.values(lines)],
    'kept',
  );
  return new Set(rows.map((row) => row.message_id));
}

/** Of rows that the transaction has locked, all in one lane. */
export async function moveLines(
  tx: Queryable,
  lines: readonly InboundLine[],
  now: number,
  buckets: Buckets,
): Promise<void> {
  await tx.query(
    `update inbound_lines l set ${LINES.set(['line_id', 'seq', 'used_on'], 2)} from ${LINES.from(2)}
      where ${foundBy('l.person', 'r.person')} and l.account_id = r.account_id and l.bucket = r.bucket
        and ($1::smallint[] is null or l.bucket = any($1::smallint[]))`,
    [buckets, ...LINES.values(lines.map((line) => ({ ...line, now })))],
    'kept',
  );
}
