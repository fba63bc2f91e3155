/**
 * One transaction on one connection.
 *
 * 1. BEGIN leaves together with the first statement: to send it alone costs more than BEGIN itself. A transaction without
 *    statements sends nothing.
 * 2. COMMIT may leave together with the last statements (`commitBehind`). When one of them fails the server rolls back. So
 *    only a transaction that does not look at their answers may use it.
 */
import type { Planning, Result, Transaction } from '../database.ts';
import { isConnectionLoss } from './failures.ts';
import { run, type Statements } from './statement.ts';

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
    this.end('commit').catch(() => {});
  }

  /** No statement follows. False when there was none, and nothing has to be committed or rolled back. */
  close(): boolean {
    this.isOpen = false;
    return this.begun !== null;
  }

  /** Resolves with what the server has made of it: COMMIT or ROLLBACK. */
  async commit(): Promise<string> {
    await this.begun;
    return this.end('commit');
  }

  /** Rejects when the connection is lost. A transaction whose COMMIT was sent is over, whatever has become of it. */
  async rollBack(): Promise<void> {
    if (this.begun === null) return;
    const wasEnded = this.ended !== null;
    await this.end('rollback').catch((error) => {
      if (!wasEnded || isConnectionLoss(error)) throw error;
    });
  }

  /** That it failed shows when the first statement or COMMIT does. */
  private begin(): void {
    if (this.begun !== null) return;
    this.begun = run(this.connection, 'begin');
    this.begun.catch(() => {});
  }

  private end(how: 'commit' | 'rollback'): Promise<string> {
    this.ended ??= run(this.connection, how).then(({ command }) => command);
    return this.ended;
  }
}
