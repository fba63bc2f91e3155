/**
 * Callbacks as rows, and how the door writes them: in the transaction that changed the message. Who sends them:
 * callback-claims.ts.
 *
 * 1. Each is an event, which its account may fetch (callback-events.ts). One without an address is only that: nobody
 *    sends it, and no line waits for it.
 */
import { bucketOf } from '../../lib/ids.ts';
import { type Transaction, together } from '../database.ts';
import { hold } from '../messages/holds.ts';
import type { Owner } from '../nodes/owner.ts';
import { foundBy, onEachDay } from '../sql/id-range.ts';
import { type Buckets, byLane, type Lanes } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface CallbackRow {
  /** In the bucket of its message; the `webhook-id` on every try. */
  readonly id: string;
  readonly messageId: string;
  /** Rises by one within a message. */
  readonly seq: number;
  readonly accountId: string;
  /** '': there is nobody to send it to (rule 1). */
  readonly url: string;
  readonly method: 'POST' | 'GET';
  /** Scheme, host and port. */
  readonly endpoint: string;
  /** The exact text that is signed and sent: JSON. */
  readonly body: string;
  readonly createdAt: number;
  readonly tries: number;
  /** Somebody had it sent once more. */
  readonly isAgain?: boolean;
}

export interface NewCallback extends Omit<CallbackRow, 'tries' | 'isAgain'> {
  readonly dueAt: number;
  /** The node that sends it straight from memory, and holds it (holds.ts); null when it waits to be claimed. */
  readonly owner: Owner | null;
}

const NEW_CALLBACKS = recordset<NewCallback>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'seq', type: 'smallint', shared: true, of: ({ seq }) => seq },
  { name: 'account_id', type: 'text', shared: true, of: ({ accountId }) => accountId },
  { name: 'url', type: 'text', shared: true, of: ({ url }) => url },
  { name: 'method', type: 'text', shared: true, of: ({ method }) => method },
  { name: 'endpoint', type: 'text', shared: true, of: ({ endpoint }) => endpoint },
  { name: 'body', type: 'text', of: ({ body }) => body },
  { name: 'created_at', type: 'instant', shared: true, of: ({ createdAt }) => createdAt },
  { name: 'due_at', type: 'instant', shared: true, of: ({ dueAt, owner }) => (owner ? null : dueAt) },
  { name: 'held_until', type: 'instant', shared: true, of: ({ dueAt, owner }) => (owner ? dueAt : null) },
  { name: 'lease_node', type: 'text', shared: true, of: ({ owner }) => owner?.node },
  { name: 'lease_epoch', type: 'bigint', shared: true, of: ({ owner }) => owner?.epoch },
]);

/** Rule 1. */
const EVENTS = recordset<NewCallback>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'seq', type: 'smallint', shared: true, of: ({ seq }) => seq },
  { name: 'account_id', type: 'text', shared: true, of: ({ accountId }) => accountId },
  { name: 'body', type: 'text', of: ({ body }) => body },
  { name: 'created_at', type: 'instant', shared: true, of: ({ createdAt }) => createdAt },
]);

/** Which callback of which message. */
export const CALLBACK_KEYS = recordset<Pick<NewCallback, 'messageId' | 'seq'>>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'seq', type: 'smallint', of: ({ seq }) => seq },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
]);

/** What is owed before one of them learns that something stands behind it. */
export async function insertCallbacks(tx: Transaction, callbacks: readonly NewCallback[], lanes: Lanes): Promise<void> {
  const owed = callbacks.filter(isOwed);
  const inserted = onEachDay(owed, ofMessage, (day, rows) => {
    const { form, values } = NEW_CALLBACKS.fitted(rows);
    return tx.query(
      `insert into callbacks${day} (${NEW_CALLBACKS.names}, has_public_codes, is_event)
       select ${form.list(1)}, true, true from ${form.from(1)}`,
      values,
      'kept',
    );
  });
  const fetched = insertEvents(
    tx,
    callbacks.filter((each) => !isOwed(each)),
  );
  const held = byLane(owed, lanes, ofMessage).map(({ rows }) => holdThose(tx, rows));
  const behind = owed.filter(({ seq }) => seq > 1);
  const marked = byLane(behind, lanes, ofMessage).map(({ rows, buckets }) => markFronts(tx, rows, buckets));
  // Not awaited in between: COMMIT may leave behind them all.
  await together([inserted, fetched, ...held, ...marked]);
}

/** Whether anybody is to be sent it. */
export function isOwed({ url }: Pick<CallbackRow, 'url'>): boolean {
  return url !== '';
}

/** Rule 1. */
function insertEvents(tx: Transaction, events: readonly NewCallback[]): Promise<number> {
  return onEachDay(events, ofMessage, (day, rows) => {
    const { form, values } = EVENTS.fitted(rows);
    return tx.query(
      `insert into callbacks${day} (${EVENTS.names}, url, method, endpoint, state, has_public_codes, is_event)
       select ${form.list(1)}, '', 'POST', '', 'not_sent', true, true from ${form.from(1)}`,
      values,
      'kept',
    );
  });
}

async function holdThose(tx: Transaction, callbacks: readonly NewCallback[]): Promise<void> {
  const owner = callbacks.find((each) => each.owner !== null)?.owner;
  const rows = callbacks.flatMap(({ id, messageId, dueAt, owner: its }) =>
    its === null ? [] : { id, messageId, until: dueAt },
  );
  if (owner) await hold(tx, 'callbacks', rows, owner);
}

function markFronts(tx: Transaction, callbacks: readonly NewCallback[], buckets: Buckets): Promise<number> {
  return onEachDay(callbacks, ofMessage, (day, rows) =>
    tx.query(
      `update callbacks${day} c set has_later = true from ${CALLBACK_KEYS.from(2)}
       where ${foundBy('c.message_id', 'r.message_id')} and c.bucket = r.bucket and c.seq < r.seq and c.state = 'pending'
         and not c.has_later and ($1::smallint[] is null or c.bucket = any($1::smallint[]))`,
      [buckets, ...CALLBACK_KEYS.values(rows)],
      'kept',
    ),
  );
}

function ofMessage({ messageId }: NewCallback): string {
  return messageId;
}
