/**
 * Sends a file to the gateway, some thousand rows at a time, and says how far it is.
 *
 * 1. A row that the command line finds wrong is sent as well, and the gateway refuses it. So both count the same rows,
 *    and an import that was interrupted goes on at the right row.
 * 2. While the gateway works on rows, the next ones are read.
 */
import { basename } from 'node:path';
import { type Client, CommandError, type GatewayAnswer } from './client.ts';
import { pathOf } from './command.ts';
import { digestOf, type FileLine, openImportFile } from './import-files.ts';
import { LineReader, type Row, type RowsOptions } from './import-rows.ts';
import { Progress, type Screen } from './progress.ts';

const ROWS_AT_ONCE = 2_000;
const LOOKED_AT_FIRST = 1_000;

export interface Wanted {
  readonly kind: 'breaches' | 'contacts' | 'deactivations';
  readonly set: string;
}

/** Resolves with the import as it is at the end. */
export async function sendFile(
  client: Client,
  path: string,
  wanted: Wanted,
  options: RowsOptions & { readonly isQuiet: boolean; readonly screen: Screen },
): Promise<GatewayAnswer> {
  const file = await openImportFile(path);
  const reader = new LineReader(wanted.kind, options);
  const { country = '', columns, screen } = options;
  // Read in another way it is another file.
  const known = [await digestOf(path), country, ...Object.entries(columns).map((each) => each.join('='))]
    .join(' ')
    .trim();
  const started = await client.ask('POST', '/imports', { ...wanted, file: known.slice(0, 200) });
  if (started.state === 'whole') {
    screen.write('This file has come in whole before: nothing to do.\n');
    return started;
  }
  const before = Number(started.position);
  const progress = new Progress(basename(path), file, { isShown: !options.isQuiet, before, screen });
  const sender = new Sender(client, String(started.id), before, progress);
  if (before > 0) screen.write(`It goes on after ${before} rows.\n`);
  try {
    for await (const line of file.lines()) {
      const read = reader.read(line);
      if (read !== null) await sender.add(line, read);
    }
    await sender.end();
  } finally {
    progress.end(sender.position);
  }
  return finish(client, String(started.id));
}

async function finish(client: Client, id: string): Promise<GatewayAnswer> {
  for (;;) {
    const answer = await client.ask('POST', pathOf('imports', id, 'finish'));
    if (answer.state === 'whole') return answer;
  }
}

interface Waiting {
  readonly row: Row;
  readonly why: string | null;
  readonly where: string;
  readonly line: number;
}

class Sender {
  /** Rows that the gateway has dealt with or is being sent. */
  position: number;
  private readonly client: Client;
  private readonly path: string;
  private readonly progress: Progress;
  private toSkip: number;
  private waiting: Waiting[] = [];
  private underWay: Promise<void> = Promise.resolve();
  private failure: unknown = null;
  private taken = 0;
  private refused = 0;

  constructor(client: Client, id: string, position: number, progress: Progress) {
    this.client = client;
    this.path = pathOf('imports', id, 'rows');
    this.position = position;
    this.toSkip = position;
    this.progress = progress;
  }

  /** Rejects with what went wrong with rows before. */
  async add(line: FileLine, read: { readonly row: Row } | { readonly why: string }): Promise<void> {
    if (this.toSkip > 0) {
      this.toSkip -= 1;
      return;
    }
    const where = line.file === null ? `line ${line.line}` : `${line.file}, line ${line.line}`;
    const isRow = 'row' in read;
    this.waiting.push({ row: isRow ? read.row : {}, why: isRow ? null : read.why, where, line: line.line });
    if (this.waiting.length >= ROWS_AT_ONCE) await this.send();
  }

  async end(): Promise<void> {
    if (this.waiting.length > 0) await this.send();
    await this.underWay;
    if (this.failure) throw this.failure;
  }

  private async send(): Promise<void> {
    await this.underWay;
    if (this.failure) throw this.failure;
    const batch = this.waiting;
    const from = this.position;
    this.waiting = [];
    this.position += batch.length;
    this.underWay = this.post(from, batch).catch((error) => {
      this.failure = error;
    });
  }

  private async post(from: number, batch: readonly Waiting[]): Promise<void> {
    const rows = batch.map(({ row, line }) => ({ line, ...row }));
    const answer = await this.client.ask('POST', this.path, { from, rows });
    const refused = answer.refused_rows as ReadonlyArray<{ readonly row: number; readonly why: string }>;
    for (const { row, why } of refused) {
      const told = batch[row - from];
      this.progress.say(`${told?.where ?? 'a line'}: ${told?.why ?? why}`);
    }
    this.refused += refused.length;
    this.taken += batch.length - refused.length;
    this.progress.at(from + batch.length);
    if (this.taken === 0 && this.refused >= LOOKED_AT_FIRST) {
      throw new CommandError(`none of the first ${this.refused} lines can be used: is this the right file?`);
    }
  }
}
