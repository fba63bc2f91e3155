/**
 * A thread that tries one target: whoever started it ends it when a case does not come back.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { runTarget } from './run-target.ts';
import { targetOf } from './targets.ts';

export interface WorkerOrder {
  readonly name: string;
  readonly seed: number;
  readonly from: number;
  readonly forMs: number | null;
  /** One number: the case that is being tried. */
  readonly shared: SharedArrayBuffer;
}

const { name, seed, from, forMs, shared } = workerData as WorkerOrder;
const current = new Int32Array(shared);
const run = await runTarget(targetOf(name), {
  seed,
  from,
  forMs,
  begins: (index) => Atomics.store(current, 0, index),
});
parentPort?.postMessage(run);
