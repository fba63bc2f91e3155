/** Batches as they are stored. */

import { bucketOf } from '../../../src/lib/ids.ts';
import type { Batch } from '../../../src/store/batches/batches.ts';
import type { BatchRecipient } from '../../../src/store/batches/slices.ts';
import type { Queryable } from '../../../src/store/database.ts';

export function storedBatch(id: string, at: number, changes: Partial<Batch> = {}): Batch {
  return {
    id,
    accountId: 'ACME',
    externalId: null,
    messageType: 'ARN',
    state: 'in_progress',
    body: { once: {}, templates: [] },
    clientAddress: '127.0.0.1',
    sendAt: null,
    total: 1,
    nextPlace: 0,
    sweepPlace: null,
    createdAt: at,
    endedAt: null,
    dueAt: at,
    isSliced: true,
    ...changes,
  };
}

export function storedRecipient(place: number, changes: Partial<BatchRecipient> = {}): BatchRecipient {
  return {
    place,
    number: `49151${String(place).padStart(8, '0')}`,
    externalId: null,
    parameters: null,
    messageId: null,
    code: null,
    reason: null,
    ...changes,
  };
}

/** As the release before records them: a row each. */
export async function insertRows(tx: Queryable, batchId: string, recipients: readonly BatchRecipient[]): Promise<void> {
  for (const { place, number, externalId, parameters, code, reason } of recipients) {
    await tx.query(
      `insert into batch_recipients (batch_id, bucket, place, number, external_id, parameters, code, reason)
       values ($1::uuid, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
      [batchId, bucketOf(batchId), place, number, externalId, parameters && JSON.stringify(parameters), code, reason],
    );
  }
}
