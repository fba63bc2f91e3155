/**
 * An answer by its deadline, whatever time-outs are behind it.
 */
import type { Clock } from '../lib/clock.ts';
import type { Deadline, Finding } from './source.ts';

/** `asking` never rejects; what comes of it later is dropped. */
export function within(clock: Clock, { withinMs }: Deadline, asking: Promise<Finding>): Promise<Finding> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve({ kind: 'timed_out' }), withinMs);
    void asking.then((finding) => {
      clock.clearTimer(timer);
      resolve(finding);
    });
  });
}
