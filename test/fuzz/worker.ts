/**
 * A thread that tries the targets it is told, one after the other: whoever started it ends it when a case does not come
 * back. What it loads, which is most of the gateway, it loads once.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { runTarget } from './run-target.ts';
import { targetOf } from './targets.ts';

export interface WorkerOrder {
  readonly name: string;
  readonly seed: number;
  readonly from: number;
  readonly forMs: number | null;
}

/** One number: the case that is being tried. */
const current = workerData as Int32Array;

parentPort?.on('message', async ({ name, seed, from, forMs }: WorkerOrder) => {
  const run = await runTarget(targetOf(name), {
    seed,
    from,
    forMs,
    begins: (index) => Atomics.store(current, 0, index),
  });
  parentPort?.postMessage(run);
});
