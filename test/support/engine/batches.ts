/** Batches as they are stored. */
import type { Batch } from '../../../src/store/batches/batches.ts';
import type { BatchRecipient } from '../../../src/store/batches/recipients.ts';

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
