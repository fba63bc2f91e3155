/**
 * Keeps the process alive while work that must not be cut short only waits: timers of the clock never do.
 */
import { MessageChannel } from 'node:worker_threads';

/** Keeps the process alive until `work` has settled. */
export async function holdProcess<T>(work: () => Promise<T>): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', () => {});
  try {
    return await work();
  } finally {
    port1.close();
    port2.close();
  }
}
