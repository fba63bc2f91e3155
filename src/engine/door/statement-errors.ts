/**
 * What the failure of a statement says of the change that it was for. Pure.
 */

/** Deadlock, serialisation failure, statement cancelled, lock not to be had. */
const NOTHING_WRONG = ['40P01', '40001', '57014', '55P03'];

/** Nothing is wrong with the change: the same may succeed when it is tried again. */
export function mayRunAgain(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && NOTHING_WRONG.includes(code);
}

/** A row of this id is there: it was recorded by the run before, or by another node. */
export function isRepeat(error: unknown): boolean {
  return sqlState(error) === '23505';
}

function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Message and code of a database error; its detail may hold what a caller wrote. */
export function describe(error: unknown): { message: string; code: string | undefined } {
  return { message: error instanceof Error ? error.message : String(error), code: sqlState(error) };
}
