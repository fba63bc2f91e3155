/**
 * Batches as one service: taken, worked off, ordered about.
 */
import { within } from '../../lib/clock.ts';
import type { Service } from '../../lib/service.ts';
import type { Batch } from '../../store/batches/batches.ts';
import { hintOfBatch } from '../telemetry/hints.ts';
import { type BatchOrder, type Ordered, orderBatch, type SayIn } from './batch-orders.ts';
import { BatchWorker, type BatchWorkerOptions } from './batch-worker.ts';
import { createBatchRecorder, type RecordBatch } from './record-batch.ts';

/** Started and stopped with the gateway. */
export interface Batches extends Service {
  readonly record: RecordBatch;
  /**
   * Null: the account has no such batch. What is to be done about its messages is awaited for a short time, so that an
   * answer mostly shows it done. Rejects with StoreDown.
   */
  order<Said>(
    batch: Pick<Batch, 'id' | 'accountId'>,
    order: BatchOrder,
    say?: SayIn<Said>,
  ): Promise<Ordered<Said> | null>;
}

const AWAIT_MS = 3_000;

export function createBatches(options: BatchWorkerOptions): Batches {
  const { context, db } = options;
  const worker = new BatchWorker(options);
  return {
    name: 'batches',
    start: () => worker.start(),
    stop: () => worker.stop(),
    record: createBatchRecorder({ context, db, recorded: () => worker.wake() }),
    async order(batch, order, say) {
      const ordered = await orderBatch({ context, db }, batch, order, say);
      if (!ordered) return null;
      hintOfBatch(context.hints, batch);
      const swept = worker.swept(batch.id);
      worker.wake();
      // What has been said shows none of it.
      if (ordered.isSweeping && !say) await within(context.clock, AWAIT_MS, swept);
      worker.forget(batch.id);
      return ordered;
    },
  };
}
