/**
 * Statements that leave together on one connection, and what the server answers.
 *
 * 1. One Sync stands behind all of them, and not one behind each: the server looks at its timers, says that it is ready
 *    and writes to the socket once, and its answers are read once.
 * 2. When a statement fails, the server passes over all that stand behind it, up to the Sync. They fail with the same
 *    error, a COMMIT too: the transaction is still open then, and has failed.
 * 3. What succeeded is told when the Sync is answered: a statement outside of a transaction is committed only then. So
 *    when the connection is lost before, all of them are in doubt.
 * 4. What the columns of a kept statement are is asked for once, when the server reads its text. When it failed together
 *    with that, nobody knows whether its name is taken: the next one frees the name first.
 */
import { DatabaseError, Query } from 'pg';
import type { Parameter } from './parameters.ts';
import { typeParsers } from './types.ts';

/** A text that a connection has seen. */
export interface Prepared {
  /** '' for one that is forgotten at once. */
  readonly name: string;
  readonly text: string;
  /** Rule 4. */
  state: 'new' | 'known' | 'unsure';
  columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

export interface Answer {
  readonly rows: unknown[];
  readonly rowCount: number;
  readonly command: string;
}

interface Statement {
  readonly prepared: Prepared;
  readonly values: readonly Parameter[];
  /** What it answers, as far as it has come. */
  readonly rows: unknown[];
  tag: string;
  /** Why what it answers cannot be read. */
  unread: unknown;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** What the driver's connection writes. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly Parameter[] }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(): void;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** The driver's types do not say what it calls of a query. */
const DriverQuery = Query as unknown as new (
  text: string,
) => {
  submit(connection: unknown): unknown;
  /** The driver's own, which ends its limit of time. */
  callback: ((error: unknown) => void) | undefined;
};

/** To the driver it is one query. */
export class Exchange extends DriverQuery {
  private readonly statements: Statement[] = [];
  /** Which of them the server is answering. */
  private at = 0;

  constructor() {
    super('');
  }

  add(prepared: Prepared, values: readonly Parameter[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.statements.push({ prepared, values, rows: [], tag: '', unread: null, resolve, reject });
    });
  }

  override submit(connection: unknown): null {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { prepared, values } of this.statements) {
      const { name, text, state } = prepared;
      if (state === 'unsure') wire.close({ type: 'S', name });
      if (state !== 'known') wire.parse({ name, text });
      wire.bind({ statement: name, values });
      if (state !== 'known') wire.describe({ type: 'P' });
      wire.execute();
      if (name !== '') prepared.state = 'known';
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: Array<{ name: string; dataTypeID: number }> }): void {
    const statement = this.statements[this.at];
    if (!statement) return;
    statement.prepared.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID) as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }): void {
    const statement = this.statements[this.at];
    if (!statement) return;
    try {
      statement.rows.push(rowOf(statement.prepared.columns, fields));
    } catch (error) {
      statement.unread ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.statements[this.at];
    if (!statement) return;
    statement.tag = text;
    this.at += 1;
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
    this.settle(null);
  }

  handleError(error: unknown): void {
    this.callback?.(error);
    this.settle(error);
  }

  /** Rules 2 and 3. */
  private settle(error: unknown): void {
    const isWhole = error === null;
    const isAnswered = error instanceof DatabaseError && this.at < this.statements.length;
    const succeeded = isWhole || isAnswered ? this.at : 0;
    this.statements.forEach((statement, index) => {
      if (index >= succeeded) {
        if (statement.prepared.state === 'known') statement.prepared.state = 'unsure';
        statement.reject(error);
      } else if (statement.unread === null) statement.resolve(answerOf(statement));
      else statement.reject(statement.unread);
    });
  }
}

function rowOf(columns: readonly Column[], fields: ReadonlyArray<string | null>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, parse }, index) => {
    const text = fields[index];
    row[name] = text === null || text === undefined ? null : parse(text);
  });
  return row;
}

/** `INSERT 0 32`, `UPDATE 5`, `COMMIT` */
function answerOf({ rows, tag }: Statement): Answer {
  const [command = '', ...counts] = tag.split(' ');
  return { rows, rowCount: Number(counts.at(-1) ?? 0), command };
}
