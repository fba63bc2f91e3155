/**
 * What the commands print: tables and fields for people, JSON for programs.
 *
 * 1. On a terminal tables fit it, times are relative and states have colours (terminal.ts); elsewhere all is whole and plain.
 * 2. What a carrier or a caller wrote cannot move the cursor or change colours: control characters are shown as `?`.
 */

import { instantWithRelative, type Look, label, tableLines } from './terminal.ts';

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
  const look = lookOf();
  if (look !== null) {
    const lines = tableLines(cells, { ...look, width: look.width - indent.length });
    process.stdout.write(lines.map((line) => `${indent}${line}\n`).join(''));
    return;
  }
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
  const look = lookOf();
  for (const [name, field] of fields) {
    const [title, text] = [name.padEnd(width), textOf(field)];
    const line = look ? `${label(title, look)}  ${instantWithRelative(text, look.now)}` : `${title}  ${text}`;
    process.stdout.write(`${line}\n`);
  }
}

export function printHeading(text: string): void {
  process.stdout.write(`\n${text}\n`);
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Null: what is printed is read by a program, or later. */
function lookOf(): Look | null {
  const { isTTY, columns } = process.stdout;
  // Node looks at NO_COLOR and the like itself.
  return isTTY ? { width: columns || 80, now: Date.now(), isColoured: process.stdout.hasColors() } : null;
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
