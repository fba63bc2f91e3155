/**
 * Timers of the clock never keep the process alive; something that must not be cut short while it only waits holds it.
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
