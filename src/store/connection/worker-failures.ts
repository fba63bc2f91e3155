/**
 * What the coordinator of a distributed PostgreSQL (Citus) says of its workers.
 *
 * 1. A worker that cannot be reached is StoreDown for the statement that needed it. The connection to the coordinator
 *    stays: other statements need other workers.
 * 2. When a worker refuses rows that are copied to it (`insert … select`), its error arrives with the state XX000 and the
 *    worker's message. The error gets the worker's own state back.
 */
import { DatabaseError } from 'pg';
import { SQL_STATE } from './sql-states.ts';

/** Of src/backend/distributed/{connection,executor,transaction,commands}, Citus 13.2. */
const WORKER_LOST =
  /connection to the remote node|connection marked as essential|could not establish any connections to the node|connection establishment for node|could not establish connection after|server closed the connection|connection not open|failed to (?:commit transaction|prepare transaction|complete COPY|read result)|could not commit transaction for shard|cannot connect to \S+ to fetch/i;

/** How messages of PostgreSQL begin that stand for a state; the first group is the constraint. */
const STATES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^no partition of relation/, SQL_STATE.checkViolation],
  [/^duplicate key value violates unique constraint "(.+)"/, SQL_STATE.uniqueViolation],
  [/violates foreign key constraint "(.+)"/, SQL_STATE.foreignKeyViolation],
  [/violates check constraint "(.+)"/, SQL_STATE.checkViolation],
  [/violates not-null constraint/, SQL_STATE.notNullViolation],
];

export function isWorkerLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const mayBe =
    error.code === SQL_STATE.internalError || error.code === SQL_STATE.ioError || error.code?.startsWith('08');
  return mayBe === true && WORKER_LOST.test(error.message);
}

/** The error with the state that the worker gave it. */
export function asWorkersSaidIt(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === SQL_STATE.internalError) {
    const found = STATES.find(([pattern]) => pattern.test(error.message));
    if (!found) return error;
    const [pattern, state] = found;
    error.code = state;
    error.constraint ??= pattern.exec(error.message)?.[1];
  }
  return error;
}
