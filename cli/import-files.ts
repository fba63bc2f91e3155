/**
 * Reads the rows of an import's files: text with one value a line, CSV, and zip files of either.
 *
 * 1. A file is read as a stream, however long it is. Lines are counted as an editor counts them, from 1 in each file.
 * 2. The first line of a CSV may name its columns. It also tells the separator: comma, semicolon or tab.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type Stats, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Transform } from 'node:stream';
import { parse } from 'csv-parse';
import { type Entry, open, type ZipFile } from 'yauzl';
import { RowLines, separatorOf } from '../src/lib/csv.ts';
import { CommandError } from './client.ts';

/** A line of a file. A text line is a list of one value. */
export interface FileLine {
  /** In a zip file with the name of the file inside. */
  readonly line: number;
  readonly file: string | null;
  readonly isCsv: boolean;
  readonly values: readonly string[];
}

export interface ImportFile {
  /** In bytes, unpacked. */
  readonly size: number;
  /** Unpacked bytes that have been read so far. */
  bytesRead(): number;
  lines(): AsyncGenerator<FileLine>;
}

interface Part {
  readonly name: string | null;
  readonly isCsv: boolean;
  open(): Promise<Readable>;
}

const LONGEST_LINE_BYTES = 100_000;
const TEXT = new Set(['.txt', '.csv', '.tsv', '']);

/** What the file is known by: it may have another name the next time. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  statOf(path);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function openImportFile(path: string): Promise<ImportFile> {
  const { size } = statOf(path);
  const isZip = extname(path).toLowerCase() === '.zip';
  const plain: Part = { name: null, isCsv: isCsv(path), open: async () => createReadStream(path) };
  const parts = isZip ? await partsOfZip(path) : { parts: [plain], size, close: () => {} };
  let bytesRead = 0;
  return {
    size: parts.size,
    bytesRead: () => bytesRead,
    async *lines() {
      try {
        for (const part of parts.parts) {
          yield* linesOf(part, path, (bytes) => {
            bytesRead += bytes;
          });
        }
      } finally {
        parts.close();
      }
    },
  };
}

/** What a damaged file makes the readers say is told with the file's name. */
async function* linesOf(part: Part, path: string, count: (bytes: number) => void): AsyncGenerator<FileLine> {
  let opened: Readable | null = null;
  try {
    const delimiter = part.isCsv ? await delimiterOf(part) : null;
    opened = await part.open();
    const counted = counting(path, count);
    opened.on('error', (error) => counted.destroy(error));
    opened.pipe(counted);
    for await (const { line, values } of delimiter ? csvLines(counted, delimiter, path) : textLines(counted)) {
      yield { line, values, file: part.name, isCsv: part.isCsv };
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : 'it is damaged'}`);
  } finally {
    // Whoever has enough leaves before the end.
    opened?.destroy();
  }
}

/** Passes on what it reads, and refuses what has no lines: it would be kept in memory as a whole. */
function counting(path: string, count: (bytes: number) => void): Transform {
  let lineBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      count(chunk.length);
      const end = Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13));
      lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - end;
      const isTooLong = lineBytes > LONGEST_LINE_BYTES + chunk.length;
      done(isTooLong ? new CommandError(`${path} has no lines: is this the right file?`) : null, chunk);
    },
  });
}

function statOf(path: string): Stats {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return stats;
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  }
  throw new CommandError(`${path} is no file`);
}

function isCsv(name: string): boolean {
  return ['.csv', '.tsv'].includes(extname(name).toLowerCase());
}

type Line = Pick<FileLine, 'line' | 'values'>;

/** Empty lines, and those that begin with `#`, say nothing. */
async function* textLines(input: Readable): AsyncGenerator<Line> {
  let line = 0;
  let failure: Error | null = null;
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  // Its lines end when the file fails, as if that were the end.
  input.on('error', (error) => {
    failure = error;
    lines.close();
  });
  for await (const text of lines) {
    line += 1;
    const value = (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
    if (value !== '' && !value.startsWith('#')) yield { line, values: [value] };
  }
  if (failure) throw failure;
}

/** Rule 2. */
async function delimiterOf(part: Part): Promise<string> {
  const input = await part.open();
  let head = '';
  for await (const chunk of input) {
    head += (chunk as Buffer).toString('latin1');
    if (/[\r\n]/.test(head) || head.length > LONGEST_LINE_BYTES) break;
  }
  input.destroy();
  return separatorOf(head.split(/[\r\n]/, 1)[0] ?? '');
}

async function* csvLines(input: Readable, delimiter: string, path: string): AsyncGenerator<Line> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_LINE_BYTES,
  });
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  const counted = new RowLines();
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      yield { line: counted.lineOf(info.lines, record), values: record };
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} is no CSV: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}

/** The text files inside, in their order; what systems add by themselves is left out. */
async function partsOfZip(path: string): Promise<{ parts: Part[]; size: number; close(): void }> {
  const zip = await openZip(path);
  const entries = await entriesOf(zip, path).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  const wanted = entries.filter(
    ({ fileName: name }) =>
      !name.endsWith('/') &&
      !name.startsWith('__MACOSX/') &&
      !basename(name).startsWith('.') &&
      TEXT.has(extname(name).toLowerCase()),
  );
  if (wanted.length === 0) {
    zip.close();
    throw new CommandError(`${path} has no .txt or .csv inside`);
  }
  const parts = wanted.map((entry) => ({
    name: entry.fileName,
    isCsv: isCsv(entry.fileName),
    open: () =>
      new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => (error ? reject(unreadable(path, error)) : resolve(stream)));
      }),
  }));
  const size = wanted.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  return { parts, size, close: () => zip.close() };
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(unreadable(path, error)) : resolve(zip),
    );
  });
}

function entriesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error) => reject(unreadable(path, error)));
    zip.readEntry();
  });
}

function unreadable(path: string, error: Error): CommandError {
  return new CommandError(`${path} is no zip file that can be read: ${error.message}`);
}
