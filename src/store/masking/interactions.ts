/**
 * Interactions: every text that met a session, and what became of it.
 *
 * 1. A row holds no text. That of a relayed one stands in its message and goes when `text_due_at` has come and the
 *    message is final.
 */
import { bucketOf, lowestIdAt } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../database.ts';
import { daysOf, foundBy, idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export type Fate = 'relayed' | 'stop' | 'start' | 'help' | 'over' | 'stopped' | 'blocked' | 'too_many';

export interface Interaction {
  readonly sessionId: string;
  readonly id: string;
  readonly accountId: string;
  readonly party: 1 | 2;
  readonly fate: Fate;
  /** Which text was said back. */
  readonly reply: string | null;
  readonly receivedAt: number;
  readonly textDueAt: number | null;
}

const NEW = recordset<Interaction>([
  { name: 'session_id', type: 'uuid', of: ({ sessionId }) => sessionId },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ sessionId }) => bucketOf(sessionId) },
  { name: 'account_id', type: 'text', shared: true, of: ({ accountId }) => accountId },
  { name: 'party', type: 'smallint', shared: true, of: ({ party }) => party },
  { name: 'fate', type: 'text', shared: true, of: ({ fate }) => fate },
  { name: 'reply', type: 'text', shared: true, of: ({ reply }) => reply },
  { name: 'received_at', type: 'instant', shared: true, of: ({ receivedAt }) => receivedAt },
  { name: 'text_due_at', type: 'instant', shared: true, of: ({ textDueAt }) => textDueAt },
]);

const KEYS = recordset<Pick<Interaction, 'sessionId' | 'id'>>([
  { name: 'session_id', type: 'uuid', of: ({ sessionId }) => sessionId },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ sessionId }) => bucketOf(sessionId) },
]);

export async function insertInteractions(tx: Queryable, interactions: readonly Interaction[]): Promise<void> {
  await tx.query(
    `insert into interactions (${NEW.names}) select ${NEW.list(1)} from ${NEW.from(1)}`,
    NEW.values(interactions),
    'kept',
  );
}

export type Known = Pick<Interaction, 'fate' | 'reply'>;

/** What became of texts when they were looked at before, by id. */
export async function findFates(
  tx: Queryable,
  keys: ReadonlyArray<Pick<Interaction, 'sessionId' | 'id'>>,
): Promise<Map<string, Known>> {
  // The range leaves out the partitions of all other days.
  const { rows } = await tx.query<Known & { id: string }>(
    `select i.id, i.fate, i.reply from interactions i
       join ${KEYS.from(3)} on ${foundBy('i.session_id', 'r.session_id')} and i.id = r.id and i.bucket = r.bucket
      where ${daysOf('i.id', '$1::uuid', '$2::uuid')}`,
    [...idRange(keys.map(({ id }) => id)), ...KEYS.values(keys)],
    'kept',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface InteractionPage {
  readonly limit: number;
  /** The last one of the page before. */
  readonly after: string | null;
  /** Epoch milliseconds: nothing of it is older or younger. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Oldest first. */
export async function listInteractions(
  db: Queryable,
  sessionId: string,
  { limit, after, fromMs, toMs }: InteractionPage,
): Promise<Interaction[]> {
  const { rows } = await db.query<Interaction>(
    `select i.session_id as "sessionId", i.id, i.account_id as "accountId", i.party, i.fate,
            i.reply, i.received_at as "receivedAt", i.text_due_at as "textDueAt"
       from interactions i
      where i.session_id = $1::uuid and i.bucket = $2 and i.id >= $3::uuid and i.id < $4::uuid
        and ($5::uuid is null or i.id > $5::uuid)
      order by i.id limit $6`,
    [sessionId, bucketOf(sessionId), lowestIdAt(fromMs), lowestIdAt(toMs), after, limit],
  );
  return rows;
}

export interface DueText {
  readonly sessionId: string;
  readonly id: string;
}

/** Relayed texts of one lane that are to be removed. */
export async function lockDueTexts(tx: Transaction, now: number, limit: number, buckets: Buckets): Promise<DueText[]> {
  const { rows } = await tx.query<DueText>(
    `select i.session_id as "sessionId", i.id from interactions i
      where i.text_due_at <= $1::timestamptz and ($2::smallint[] is null or i.bucket = any($2::smallint[]))
      order by i.text_due_at limit $3 for update skip locked`,
    [new Date(now).toISOString(), buckets, limit],
    'kept',
  );
  return rows;
}

/** When these texts are looked at again; null: they have been removed. */
export async function putOffTexts(
  tx: Queryable,
  texts: readonly DueText[],
  dueAt: number | null,
  buckets: Buckets,
): Promise<void> {
  await tx.query(
    `update interactions i set text_due_at = $1::timestamptz from ${KEYS.from(5)}
      where ${foundBy('i.session_id', 'r.session_id')} and i.id = r.id and i.bucket = r.bucket
        and ${daysOf('i.id', '$3::uuid', '$4::uuid')}
        and ($2::smallint[] is null or i.bucket = any($2::smallint[]))`,
    [
      dueAt === null ? null : new Date(dueAt).toISOString(),
      buckets,
      ...idRange(texts.map(({ id }) => id)),
      ...KEYS.values(texts),
    ],
    'kept',
  );
}
