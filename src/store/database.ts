/**
 * The connection to PostgreSQL, as the rest of the store sees it.
 */

export interface Result<Row> {
  rows: Row[];
  rowCount: number;
}

/**
 * How a statement is planned: anew for its values, or once on each connection (statement.ts). Kept is for statements
 * that run often, whose text is always the same, and for which one index is right whatever the values are.
 */
export type Planning = 'anew' | 'kept';

export interface Queryable {
  /** One statement; its plan is made anew unless said otherwise. */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    planning?: Planning,
  ): Promise<Result<Row>>;
}

/**
 * Statements of one connection: they are carried out in the order in which they are sent. So what sends several of which
 * one builds on another, without waiting in between, takes a Transaction: those of a `Database` go by many connections.
 * So does what locks rows, which are free again when their transaction ends.
 */
export interface Transaction extends Queryable {
  /**
   * Nothing follows the statements that have been sent, whatever they answer: COMMIT leaves with them. It has taken
   * place if they have succeeded, even if `work` rejects then.
   */
  commitBehind(): void;
}

export interface Database extends Queryable {
  /** BEGIN, `work`, COMMIT on one connection; ROLLBACK and rethrow when `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls `notified` for each NOTIFY on `channel` while connected. A hint only: nothing depends on hearing it. */
  listen(channel: string, notified: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** False while no primary can be reached. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** The database cannot be reached, or what became of the last statement is not known. Callers answer 503 or try again. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';
}

/**
 * Waits for statements that were sent without waiting in between, and fails with the first that failed once all have
 * ended: none is left to fail unheard.
 */
export async function together<const T extends readonly Promise<unknown>[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  type Values = { -readonly [K in keyof T]: Awaited<T[K]> };
  const [only] = statements;
  if (only && statements.length === 1) return [await only] as unknown as Values;
  try {
    // `allSettled` makes an object for each of them, and is slower by two thirds for three (1.6 µs, and 0.9 so).
    return (await Promise.all(statements)) as Values;
  } catch (error) {
    const settled = await Promise.allSettled(statements);
    throw settled.find((each) => each.status === 'rejected')?.reason ?? error;
  }
}
