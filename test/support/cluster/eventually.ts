/** A cluster on one machine is a few servers that share it. */
const PATIENCE = process.env.TRUNKLINE_TEST_CITUS === undefined ? 1 : 5;

/**
 * Waits for a condition that another process, a socket or the database brings about. Never a fixed sleep. It gives up so
 * late that it tells of what never happens, and never of a machine that is slow today.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 120_000,
): Promise<T> {
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
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (performance.now() < end);
  throw new Error(`did not happen within ${withinMs * PATIENCE} ms: ${what} (last: ${String(last)})`);
}
