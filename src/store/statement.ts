/**
 * One statement on one connection.
 */
import type { Duplex } from 'node:stream';
import type { Client } from 'pg';
import type { Result } from './database.ts';

/** A connection as statements use it. */
export interface Statements {
  readonly client: Client;
  /** Its writes wait for the end of the turn. */
  isHeld: boolean;
}

/** Rejects with the driver's error. */
export async function run<Row>(
  connection: Statements,
  text: string,
  values?: readonly unknown[],
): Promise<Result<Row>> {
  holdWrites(connection);
  const answer: unknown = values
    ? await connection.client.query(text, values as unknown[])
    : await connection.client.query(text);
  // Several statements in one text (migrations) give several results; the last counts.
  const result = (Array.isArray(answer) ? answer.at(-1) : answer) as { rows: Row[]; rowCount: number | null };
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}

/** What is sent in one turn leaves in one write: a write costs more than the statements in it. */
function holdWrites(connection: Statements): void {
  if (connection.isHeld) return;
  const { stream } = (connection.client as unknown as { connection: { stream: Duplex } }).connection;
  connection.isHeld = true;
  stream.cork();
  queueMicrotask(() => {
    connection.isHeld = false;
    stream.uncork();
  });
}
