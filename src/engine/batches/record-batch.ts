/**
 * A batch becomes durable before its caller is answered: with all its recipients, in one transaction.
 *
 * 1. An idempotency key is written in the same transaction; the batch lies in the bucket of the key.
 * 2. The batches of an account that are not over have at most `MOST_NOT_ENDED` recipients together: one more is refused
 *    until others are over. Two that come at the same moment may both pass.
 * 3. Recipients go out some at a time, so that others get their turn while they are written.
 */
import type { Context } from '../../context.ts';
import { Turns } from '../../lib/turns.ts';
import { type Batch, insertBatch, recipientsNotEnded } from '../../store/batches/batches.ts';
import { type BatchRecipient, insertSlices, SLICE } from '../../store/batches/slices.ts';
import { tryAgain } from '../../store/connection/store-tries.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { IdempotencyClaim } from '../door/accept.ts';

export const MOST_RECIPIENTS = 10_000;
/** Rule 2. */
export const MOST_NOT_ENDED = 200_000;
/** Rule 3. */
const AT_ONCE = 25 * SLICE;

export type NewBatch = Pick<
  Batch,
  'id' | 'accountId' | 'externalId' | 'messageType' | 'body' | 'clientAddress' | 'sendAt'
> & { readonly recipients: readonly BatchRecipient[] };

/** `claimed_before`: another request won the key, and nothing was recorded; `too_many`: rule 2. */
export type BatchRecorded = 'recorded' | 'claimed_before' | 'too_many';

export type RecordBatch = (batch: NewBatch, claim?: IdempotencyClaim) => Promise<BatchRecorded>;

export interface BatchRecorderOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  /** After the commit. */
  readonly recorded: () => void;
}

export function createBatchRecorder({ context, db, recorded }: BatchRecorderOptions): RecordBatch {
  const { clock } = context;
  return async ({ recipients, ...fresh }, claim) => {
    if (!db.isUp()) throw new StoreDown('the store cannot be reached');
    const now = clock.now();
    const batch: Batch = {
      ...fresh,
      state: 'in_progress',
      total: recipients.length,
      nextPlace: 0,
      sweepPlace: null,
      createdAt: now,
      endedAt: null,
      dueAt: now,
      isSliced: true,
    };
    const write = () =>
      db.transaction(async (tx): Promise<BatchRecorded> => {
        const waiting = await recipientsNotEnded(tx, batch.accountId);
        if (waiting > 0 && waiting + recipients.length > MOST_NOT_ENDED) return 'too_many';
        if (claim && !(await claimIdempotencyKeys(tx, [claim], now))[0]) return 'claimed_before';
        await insertBatch(tx, batch);
        const turns = new Turns(clock);
        for (let from = 0; from < recipients.length; from += AT_ONCE) {
          await insertSlices(tx, batch.id, recipients.slice(from, from + AT_ONCE));
          await turns.next();
        }
        return 'recorded';
      });
    const outcome = await tryAgain(write, async () => {}, now);
    if (outcome === 'recorded') recorded();
    return outcome;
  };
}
