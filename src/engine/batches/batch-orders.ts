/**
 * What an account orders about its batch: to pause it, to go on, to take it back. An order is durable when it is answered,
 * and from then on nothing leaves of a batch that is paused or taken back (store/batches/batches.ts, rule 2).
 *
 * 1. An order that changes nothing is no error: the answer shows the batch as it is. What is taken back stays so.
 * 2. Going on and taking back go over the messages that are made (batch-worker.ts). Nobody has to wait for that.
 * 3. What is said of it under an idempotency key is read and kept in the transaction of the order.
 */
import type { Context } from '../../context.ts';
import { type Batch, type BatchMove, lockBatch, moveBatch } from '../../store/batches/batches.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { LONGEST_PAUSE_MS } from './batch-worker.ts';

export type BatchOrder = 'pause' | 'resume' | 'cancel';

export interface BatchOrderOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
}

/** Rule 3. What it rejects with undoes the order. */
export type SayIn<Said> = (tx: Transaction) => Promise<Said>;

export interface Ordered<Said> {
  /** Something is to be done about its messages. */
  readonly isSweeping: boolean;
  /** Null where nothing was asked for. */
  readonly said: Said | null;
}

/** Null: the account has no such batch. */
export async function orderBatch<Said>(
  { context, db }: BatchOrderOptions,
  { id, accountId }: Pick<Batch, 'id' | 'accountId'>,
  order: BatchOrder,
  say?: SayIn<Said>,
): Promise<Ordered<Said> | null> {
  const now = context.clock.now();
  return db.transaction(async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.accountId !== accountId) return null;
    const move = MOVES[order](batch, now);
    if (move) await moveBatch(tx, batch, move);
    const isSweeping = move?.sweepPlace !== undefined && move.sweepPlace !== null;
    return { isSweeping, said: say ? await say(tx) : null };
  });
}

/** Null: it stays as it is. */
const MOVES: Readonly<Record<BatchOrder, (batch: Batch, now: number) => BatchMove | null>> = {
  pause(batch, now) {
    if (batch.state !== 'in_progress' && batch.state !== 'done') return null;
    return { ...batch, state: 'paused', sweepPlace: null, dueAt: now + LONGEST_PAUSE_MS, keepsBody: true };
  },
  resume(batch, now) {
    if (batch.state !== 'paused') return null;
    const state = batch.endedAt === null ? 'in_progress' : 'done';
    return { ...batch, state, sweepPlace: 0, dueAt: now, keepsBody: true };
  },
  cancel(batch, now) {
    if (batch.state === 'cancelling' || batch.state === 'cancelled') return null;
    return { ...batch, state: 'cancelling', sweepPlace: 0, dueAt: now, keepsBody: true };
  },
};
