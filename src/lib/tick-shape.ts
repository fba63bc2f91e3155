/**
 * Keeps `process.nextTick` fast for good. It queues objects whose keys are computed, and V8 drops the shape of such
 * objects when it collects everything while none of them waits: after a start, or in a quiet night.
 * The shape made after that is never learned again, and each tick takes ten times as long (0.9 µs in place of 0.09), a
 * twentieth of the CPU time of a request.
 *
 * 1. As long as one of these objects lives its shape lives, and so does what has been compiled for it.
 */
import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/** Resolves with what is kept, once it is. Before anything is collected. */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      // The resource of a tick is what stood in the queue.
      const tick = executionAsyncResource();
      kept[0] = tick;
      resolve(tick);
    });
  });
}
