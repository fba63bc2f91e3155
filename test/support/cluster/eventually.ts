/** A cluster on one machine is a few servers that share it. */
const PATIENCE = process.env.TRUNKLINE_TEST_CITUS === undefined ? 1 : 5;
export const GIVES_UP_MS = 120_000;

/** What must become true: anything but null, undefined and false is an answer, and an error is none yet. */
export type Probe<T> = () => Promise<T | undefined | null | false> | T | undefined | null | false;

/**
 * Waits for a condition that another process, a socket or the database brings about. Never a fixed sleep. It gives up so
 * late that it tells of what never happens, and never of a machine that is slow today.
 */
export function eventually<T>(what: string, probe: Probe<T>, withinMs = GIVES_UP_MS): Promise<T> {
  return waitFor(what, probe, withinMs, () => new Promise((resolve) => setTimeout(resolve, 5)));
}

/**
 * The same for a probe that moves a manual clock, and itself waits for all that takes real time: for the answers of the
 * store, where carriers and receivers are scripted. To pause as well would make a minute of that clock take 15 seconds.
 */
export function onManualClock<T>(what: string, probe: Probe<T>): Promise<T> {
  return waitFor(what, probe, GIVES_UP_MS, () => new Promise((resolve) => setImmediate(resolve)));
}

async function waitFor<T>(what: string, probe: Probe<T>, withinMs: number, pause: () => Promise<void>): Promise<T> {
  const end = performance.now() + withinMs * PATIENCE;
  let last: unknown;
  do {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await pause();
  } while (performance.now() < end);
  throw new Error(`did not happen within ${withinMs * PATIENCE} ms: ${what} (last: ${String(last)})`);
}
