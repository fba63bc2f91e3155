/**
 * Time, as the only way in which the gateway reads it.
 *
 * 1. Nothing outside this file calls Date.now, performance.now, setTimeout or setInterval.
 * 2. Wall time (`now`) goes into rows and bodies; it may jump. Monotonic time measures how long something took and
 *    how much of a lease is left; it never jumps.
 * 3. All durations and instants are milliseconds.
 */

export type Timer = { readonly timer: unique symbol };

export interface Clock {
  /** Wall time, milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Milliseconds since some fixed point; never goes back. */
  monotonic(): number;
  /** Runs `run` once after `delayMs`. A timer never keeps the process alive by itself. */
  setTimer(run: () => void, delayMs: number): Timer;
  clearTimer(timer: Timer): void;
}

/** The longest delay that Node takes; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimer: (run, delayMs) =>
      setTimeout(run, Math.min(Math.max(0, delayMs), LONGEST_DELAY_MS)).unref() as unknown as Timer,
    clearTimer: (timer) => clearTimeout(timer as unknown as NodeJS.Timeout),
  };
}

/** Resolves when `work` does, or after `limitMs`. */
export async function within(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: Timer | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = clock.setTimer(resolve, limitMs);
  });
  await Promise.race([limit, work]);
  if (timer) clock.clearTimer(timer);
}
