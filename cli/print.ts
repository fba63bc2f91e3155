/**
 * What the commands print: tables and fields for people, JSON for programs.
 *
 * 1. What a carrier or a caller wrote cannot move the cursor or change colours: control characters are shown as `?`.
 */

export type Row = Readonly<Record<string, unknown>>;

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** A line for each row under the names of the columns. `details.window` is a field within a field. */
export function printTable(rows: readonly Row[], columns: readonly string[], indent = ''): void {
  if (rows.length === 0) {
    process.stdout.write(`${indent}(none)\n`);
    return;
  }
  const head = columns.map((column) => (column.split('.').at(-1) ?? column).replaceAll('_', ' ').toUpperCase());
  const cells = [head, ...rows.map((row) => columns.map((column) => textOf(fieldOf(row, column))))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => (line[index] ?? '').length)));
  for (const line of cells) {
    const padded = line.map((cell, index) => cell.padEnd(widths[index] ?? 0));
    process.stdout.write(`${indent}${padded.join('  ').trimEnd()}\n`);
  }
}

/** One thing: a line for each of its fields but those in `without`. */
export function printFields(value: Row, without: readonly string[] = []): void {
  const fields = Object.entries(value).filter(([name]) => !without.includes(name));
  const width = Math.max(...fields.map(([name]) => name.length));
  for (const [name, field] of fields) process.stdout.write(`${name.padEnd(width)}  ${textOf(field)}\n`);
}

export function printHeading(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

function fieldOf(row: Row, column: string): unknown {
  let value: unknown = row;
  for (const name of column.split('.')) value = (value as Row | null | undefined)?.[name];
  return value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(', ');
  if (typeof value !== 'object') return printable(String(value));
  const entries = Object.entries(value);
  if (entries.length === 2 && 'code' in value && 'description' in value)
    return entries.map((e) => textOf(e[1])).join(' ');
  return entries.length === 0 ? '-' : entries.map(([name, each]) => `${name}=${textOf(each)}`).join(' ');
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
