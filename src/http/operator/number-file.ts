/**
 * Reads a file of masking numbers: CSV whose first line names the columns. Pure.
 *
 * 1. Columns, in any order: `number` and `capabilities`, and optionally `country` and `carrier`. Without a country it
 *    is that of the number. Without a carrier the routes choose one for what leaves from the number.
 * 2. A mask takes texts and no calls: a person who calls it would reach nobody, or somebody else (service.md, masking
 *    IDs). A number that can be called is refused with its line.
 * 3. A file is taken as a whole or not at all; each fault is named with its line. A cell without a column is a fault: it may
 *    be the `voice` of an unquoted `sms,voice`.
 */
import { parse } from 'csv-parse/sync';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { RowLines, separatorOf } from '../../lib/csv.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { nearest } from '../../lib/problems.ts';

export interface FiledNumber {
  readonly line: number;
  /** Digits. */
  readonly number: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Null: as the routes say. */
  readonly carrier: string | null;
}

export interface FileProblem {
  readonly line: number;
  readonly why: string;
}

export type NumberFile =
  | { readonly kind: 'numbers'; readonly numbers: readonly FiledNumber[] }
  | { readonly kind: 'problems'; readonly problems: readonly FileProblem[] };

const COLUMNS = ['number', 'country', 'capabilities', 'carrier'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Record<Column, string>>;

/** `carriers`: names of the carriers that send texts. */
export function readNumberFile(text: string, carriers: readonly string[]): NumberFile {
  const lines = linesOf(text);
  if ('why' in lines) return { kind: 'problems', problems: [lines] };
  const [head, ...rest] = lines;
  if (!head) return { kind: 'problems', problems: [{ line: 1, why: 'the file is empty' }] };
  const columns = columnsOf(head.cells);
  const problem = headProblem(columns);
  if (problem) return { kind: 'problems', problems: [{ line: head.line, why: problem }] };
  const problems: FileProblem[] = [];
  const numbers = new Map<string, FiledNumber>();
  for (const { line, cells } of rest) {
    if (cells.every((cell) => cell === '')) continue;
    const read = readCells(columns, cells, carriers);
    const before = typeof read === 'string' ? undefined : numbers.get(read.number);
    if (typeof read === 'string') problems.push({ line, why: read });
    else if (before) problems.push({ line, why: `${read.number} stands in line ${before.line}, too` });
    else numbers.set(read.number, { line, ...read });
  }
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'numbers', numbers: [...numbers.values()] };
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** As sheets save them, with empty cells behind the last one. */
function columnsOf(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1).map((cell) => cell.toLowerCase());
}

/** Put in for bytes that are not UTF-8, by whoever made a text of them. */
const NO_CHARACTER = '\uFFFD';

function linesOf(text: string): readonly Line[] | FileProblem {
  const foreign = text.indexOf(NO_CHARACTER);
  if (foreign >= 0) return { line: text.slice(0, foreign).split(/\r\n|\r|\n/).length, why: 'it is not UTF-8' };
  const counted = new RowLines();
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separatorOf(text.trimStart().split(/[\r\n]/, 1)[0] ?? ''),
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    });
    return (records as unknown as ReadonlyArray<{ record: string[]; info: { lines: number } }>).map(
      ({ record, info }) => ({ line: counted.lineOf(info.lines, record), cells: record }),
    );
  } catch (error) {
    const { lines = 1 } = error as { lines?: number };
    return { line: lines, why: 'a quotation mark is not where CSV has one (RFC 4180)' };
  }
}

function headProblem(columns: readonly string[]): string | null {
  for (const [index, column] of columns.entries()) {
    if ((COLUMNS as readonly string[]).includes(column)) continue;
    if (column === '') return `column ${index + 1} has no name; allowed: ${COLUMNS.join(', ')}`;
    const meant = nearest(column, COLUMNS);
    return `there is no column ${column.slice(0, 40)}${meant ? ` (${meant}?)` : ''}; allowed: ${COLUMNS.join(', ')}`;
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) return `the column ${twice} stands there twice`;
  const missing = (['number', 'capabilities'] as const).find((column) => !columns.includes(column));
  return missing === undefined ? null : `the first line names the columns, and ${missing} is missing`;
}

/** What is wrong, in words, unless the line is right. */
function readCells(columns: readonly string[], cells: readonly string[], carriers: readonly string[]) {
  const hasMore = cells.slice(columns.length).some((cell) => cell !== '');
  return hasMore ? `it has more cells than columns (${columns.length})` : readLine(cellsOf(columns, cells), carriers);
}

function cellsOf(columns: readonly string[], cells: readonly string[]): Cells {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? '';
  return {
    number: cell('number'),
    country: cell('country').toUpperCase(),
    capabilities: cell('capabilities').toLowerCase(),
    carrier: cell('carrier'),
  };
}

/** What is wrong, in words, unless the line is right. */
function readLine(cells: Cells, carriers: readonly string[]): Omit<FiledNumber, 'line'> | string {
  const number = parsePhoneNumber(cells.number);
  if (!number?.isPossible) return 'number: allowed is a phone number with country code, digits only';
  const { digits } = number;
  const refusal = capabilityProblem(digits, cells.capabilities);
  if (refusal) return refusal;
  const country = cells.country || number.country;
  if (country === null || !isSupportedCountry(country)) {
    return 'country: allowed is an ISO 3166 alpha-2 code such as DE';
  }
  if (getCountryCallingCode(country as CountryCode) !== number.countryCode) {
    return `country: ${digits} has the country code ${number.countryCode}, which is not that of ${country}`;
  }
  if (cells.carrier !== '' && !carriers.includes(cells.carrier)) {
    const known = carriers.length === 0 ? 'none is configured' : carriers.join(', ');
    return `carrier: allowed is the name of a carrier that sends texts (${known}), or nothing`;
  }
  return { number: digits, country, carrier: cells.carrier || null };
}

/** Rule 2. Several stand beside each other: `sms voice`, `sms+voice`, `sms|mms`. */
function capabilityProblem(digits: string, text: string): string | null {
  const capabilities = text.split(/[\s+|;/,&]+/).filter((word) => word !== '');
  const isDual = capabilities.some((word) => word === 'dual' || word === 'sms_voice');
  if (isDual || (capabilities.includes('voice') && capabilities.includes('sms'))) {
    return `capabilities: ${digits} takes calls as well as texts; allowed is a number with sms alone`;
  }
  if (capabilities.includes('voice')) {
    return `capabilities: ${digits} takes calls and no texts; allowed is a number with sms alone`;
  }
  return capabilities.length === 1 && capabilities.includes('sms') ? null : 'capabilities: allowed is sms alone';
}
