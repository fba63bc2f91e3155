/**
 * The SQLSTATEs that Trunkline knows, and what they say of a statement that failed. No other file names one.
 */

/** By the name that PostgreSQL gives them. */
export const SQL_STATE = {
  warning: '01000',
  notNullViolation: '23502',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  checkViolation: '23514',
  idleInTransactionSessionTimeout: '25P03',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  undefinedColumn: '42703',
  duplicateObject: '42710',
  undefinedTable: '42P01',
  duplicateTable: '42P07',
  invalidObjectDefinition: '42P17',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  ioError: '58030',
  internalError: 'XX000',
} as const;

/**
 * Class 08: connection. 57P0x: shut down, crashed, starting. 25006: no longer the primary. 25P03: the session was ended
 * because its transaction stood still. 53300: no connection left.
 */
export const SERVER_GONE = /^(?:08...|57P0.|25006|25P03|53300)$/;

/** Class 53: the server lacks disk, memory or something else at the moment. 58030: reading or writing a file failed. */
export const SERVER_SHORT = /^(?:53...|58030)$/;

/** A wrong password, a database that does not exist. */
export const SERVER_REFUSES = /^(?:28...|3D000)$/;

/** Two transactions were in each other's way, or the statement had to wait for too long. */
const PASSING: readonly string[] = [
  SQL_STATE.deadlockDetected,
  SQL_STATE.serializationFailure,
  SQL_STATE.queryCanceled,
  SQL_STATE.lockNotAvailable,
];

/** Of an error that somebody else may have thrown; empty: it has none. */
export function stateOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Nothing is wrong with the statement: the same may succeed when it is tried again. */
export function isPassing(error: unknown): boolean {
  return PASSING.includes(stateOf(error));
}

/** A row of this key is there: it was written by the try before, or by another node. */
export function isRepeat(error: unknown): boolean {
  return stateOf(error) === SQL_STATE.uniqueViolation;
}

/**
 * A statement on the tables of one day says "relation does not exist", and an insert "no partition of relation found for
 * row". A check that a row fails has the same state as the latter, and a name.
 */
export function isMissingPartition(error: unknown): boolean {
  const state = stateOf(error);
  if (state === SQL_STATE.undefinedTable) return true;
  return state === SQL_STATE.checkViolation && !(error as { constraint?: unknown }).constraint;
}
