/**
 * What the coordinator of a distributed PostgreSQL (Citus) says of its workers.
 *
 * 1. A worker that cannot be reached is StoreDown for the statement that needed it. The connection to the coordinator
 *    stays: other statements need other workers.
 * 2. When a worker refuses rows that are copied to it (`insert … select`), its error arrives with the state XX000 and the
 *    worker's message. The error gets the worker's own state back.
 */
import { DatabaseError } from 'pg';

const INTERNAL_ERROR = 'XX000';

/** Of src/backend/distributed/{connection,executor,transaction,commands}, Citus 13.2. */
const WORKER_LOST =
  /connection to the remote node|connection marked as essential|could not establish any connections to the node|connection establishment for node|could not establish connection after|server closed the connection|connection not open|failed to (?:commit transaction|prepare transaction|complete COPY|read result)|could not commit transaction for shard|cannot connect to \S+ to fetch/i;

/** How messages of PostgreSQL begin that stand for a state; the first group is the constraint. */
const STATES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^no partition of relation/, '23514'],
  [/^duplicate key value violates unique constraint "(.+)"/, '23505'],
  [/violates foreign key constraint "(.+)"/, '23503'],
  [/violates check constraint "(.+)"/, '23514'],
  [/violates not-null constraint/, '23502'],
];

export function isWorkerLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const mayBe = error.code === INTERNAL_ERROR || error.code === '58030' || error.code?.startsWith('08');
  return mayBe === true && WORKER_LOST.test(error.message);
}

/** The error with the state that the worker gave it. */
export function asWorkersSaidIt(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === INTERNAL_ERROR) {
    const found = STATES.find(([pattern]) => pattern.test(error.message));
    if (!found) return error;
    const [pattern, state] = found;
    error.code = state;
    error.constraint ??= pattern.exec(error.message)?.[1];
  }
  return error;
}
