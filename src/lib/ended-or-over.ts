/**
 * Work that nobody waits for longer than a limit.
 */
import type { Clock, Timer } from './clock.ts';

/** Resolves when the work has ended, or the time is over. */
export async function endedOrOver(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: Timer | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = clock.setTimer(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  if (timer) clock.clearTimer(timer);
}
