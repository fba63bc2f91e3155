/**
 * One transaction on one connection.
 *
 * 1. BEGIN leaves together with the first statement: to send it alone costs more than BEGIN itself. A transaction without
 *    statements sends nothing.
 * 2. COMMIT may leave together with the last statements (`commitBehind`). When one of them fails the server passes over
 *    it, and ROLLBACK follows. So only a transaction that does not look at their answers may use it.
 */
import type { Planning, Result, Transaction } from '../database.ts';
import { isConnectionLoss } from './failures.ts';
import { command, run, type Statements } from './statement.ts';

export class OpenTransaction implements Transaction {
  private readonly connection: Statements;
  private begun: Promise<unknown> | null = null;
  private ended: Promise<string> | null = null;
  private isOpen = true;

  constructor(connection: Statements) {
    this.connection = connection;
  }

  query<Row>(text: string, values?: readonly unknown[], planning?: Planning): Promise<Result<Row>> {
    if (!this.isOpen) return Promise.reject(new Error('the transaction has ended'));
    this.begin();
    return run(this.connection, text, values, planning);
  }

  commitBehind(): void {
    if (!this.isOpen || this.begun === null) return;
    this.isOpen = false;
    this.end().catch(() => {});
  }

  /** No statement follows. False when there was none, and nothing has to be committed or rolled back. */
  close(): boolean {
    this.isOpen = false;
    return this.begun !== null;
  }

  /** Resolves with what the server has made of it: COMMIT or ROLLBACK. */
  async commit(): Promise<string> {
    await this.begun;
    return this.end();
  }

  /** Rejects when the connection is lost. Of a COMMIT that failed, or was passed over, only this says that it is over. */
  async rollBack(): Promise<void> {
    if (this.begun === null) return;
    const isOver = this.ended?.then(
      () => true,
      (error) => {
        if (isConnectionLoss(error)) throw error;
        return false;
      },
    );
    if (!(await isOver)) await command(this.connection, 'rollback');
  }

  /** That it failed shows when the first statement or COMMIT does. */
  private begin(): void {
    if (this.begun !== null) return;
    this.begun = command(this.connection, 'begin');
    this.begun.catch(() => {});
  }

  private end(): Promise<string> {
    this.ended ??= command(this.connection, 'commit').then(({ command }) => command);
    return this.ended;
  }
}
