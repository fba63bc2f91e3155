/**
 * Callbacks as the door writes them, in the transaction that changed the message. Sending them: callbacks.ts.
 */
import { bucketOf } from '../lib/ids.ts';
import type { Queryable } from './database.ts';
import type { Owner } from './message-rows.ts';

export interface NewCallback {
  /** In the bucket of its message; the `webhook-id` on every try. */
  readonly id: string;
  readonly messageId: string;
  /** Rises by one within a message. */
  readonly seq: number;
  readonly accountId: string;
  readonly url: string;
  readonly method: 'POST' | 'GET';
  /** Scheme, host and port. */
  readonly endpoint: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly createdAt: number;
  readonly dueAt: number;
  /** The node that sends it straight from memory; null when it waits to be claimed. */
  readonly owner: Owner | null;
}

export async function insertCallbacks(tx: Queryable, callbacks: readonly NewCallback[]): Promise<void> {
  await tx.query(
    `insert into callbacks (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, due_at,
       lease_node, lease_epoch)
     select r.id, r.bucket, r.message_id, r.seq, r.account_id, r.url, r.method, r.endpoint, r.body, r.created_at,
       r.due_at, r.lease_node, r.lease_epoch
       from json_to_recordset($1::text::json) as r(id uuid, bucket smallint, message_id uuid, seq smallint,
         account_id text, url text, method text, endpoint text, body text, created_at timestamptz, due_at timestamptz,
         lease_node text, lease_epoch bigint)`,
    [
      JSON.stringify(
        callbacks.map((callback) => ({
          id: callback.id,
          bucket: bucketOf(callback.messageId),
          message_id: callback.messageId,
          seq: callback.seq,
          account_id: callback.accountId,
          url: callback.url,
          method: callback.method,
          endpoint: callback.endpoint,
          body: callback.body,
          created_at: new Date(callback.createdAt).toISOString(),
          due_at: new Date(callback.dueAt).toISOString(),
          lease_node: callback.owner?.node ?? null,
          lease_epoch: callback.owner?.epoch ?? null,
        })),
      ),
    ],
  );
}
