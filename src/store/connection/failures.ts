/**
 * What a failed statement means: the statement was wrong, or the database was.
 *
 * 1. An answer of the server keeps its SQLSTATE (`code`) and goes to the caller.
 * 2. Whatever leaves open whether the server did the work, or says that this server is not the one to ask, becomes
 *    StoreDown: callers send the same again, with the same ids.
 * 3. So does what the server lacks room for (disk, memory): nothing is wrong with the statement, and the connection
 *    stays.
 */
import { DatabaseError } from 'pg';
import { StoreDown } from '../database.ts';
import { SERVER_GONE, SERVER_REFUSES, SERVER_SHORT, SQL_STATE } from './sql-states.ts';
import { asWorkersSaidIt, isWorkerLost } from './worker-failures.ts';

/** This process, or the machine, has no descriptor or buffer left for another socket. */
const SOCKETS_USED_UP = /^(?:EMFILE|ENFILE|ENOBUFS|ENOMEM|EAGAIN)$/;

/** What Node's sockets and the driver say of a connection that is gone or silent. */
const SOCKET_CODES = /^(?:E[A-Z_]+|ERR_(?:SOCKET|SSL|TLS)_[A-Z_]+)$/;
const DRIVER_SAYS =
  /connection terminated|not queryable|read timeout|timeout expired|connection timeout|connection ended|write after end|socket/i;

/** True when nothing more can be learnt from the connection on which this happened. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof StoreDown) return true;
  if (isWorkerLost(error)) return false;
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof DatabaseError) return typeof code === 'string' && SERVER_GONE.test(code);
  if (!(error instanceof Error)) return false;
  return (typeof code === 'string' && SOCKET_CODES.test(code)) || DRIVER_SAYS.test(error.message);
}

/**
 * True for a statement that took too long or waits in vain for a standby, and for a transaction that stood still: its
 * connection is lost, others may not be.
 */
export function concernsOneConnection(error: unknown): boolean {
  if (error instanceof DatabaseError && error.code === SQL_STATE.idleInTransactionSessionTimeout) return true;
  return (error instanceof StoreDown && error.message.startsWith(IN_DOUBT)) || /read timeout/i.test(String(error));
}

/** How the message of a commit that is not known to be safe begins. */
export const IN_DOUBT = 'in doubt';

/** True when one more connection cannot be had just now, and those that are open are as good as before. */
export function isShortOfConnections(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof DatabaseError) return code === SQL_STATE.tooManyConnections;
  return typeof code === 'string' && SOCKETS_USED_UP.test(code);
}

/** The error as callers get it: itself, or StoreDown with it as cause. */
export function asCallersSeeIt(error: unknown): unknown {
  if (error instanceof StoreDown) return error;
  if (isConnectionLoss(error)) {
    return new StoreDown(`the database cannot be reached: ${reason(error)}`, { cause: error });
  }
  if (isWorkerLost(error)) {
    return new StoreDown(`the database lost one of its workers: ${reason(error)}`, { cause: error });
  }
  const isShort = error instanceof DatabaseError && SERVER_SHORT.test(error.code ?? '');
  if (isShort) return new StoreDown(`the database has no room: ${reason(error)}`, { cause: error });
  return asWorkersSaidIt(error);
}

/** One line on an error of the connection; holds no value of any statement. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reason).join('; ');
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
}

/** True for what no waiting mends: a wrong password, a database or a user that does not exist, a failed certificate check. */
export function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof DatabaseError) return typeof code === 'string' && SERVER_REFUSES.test(code);
  return typeof code === 'string' && /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);
}
