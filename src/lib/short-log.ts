/**
 * A line of the log as a person reads it on a terminal. Pure.
 *
 *     08:07:09 info  database started  pid=25328 version="postgres (PostgreSQL) 18.4"
 *
 * 1. What a peer wrote cannot move the cursor or change colours: control characters are shown as `?`.
 * 2. A line that is no JSON object comes out as it is.
 */
import { asJsonObject, type JsonObject } from './json.ts';

const SHOWN_FRAMES = 6;
const DIM = 2;
const COLOURS: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31 };

/** `line` ends with a line break, and so does what it becomes. */
export function shortLine(line: string, isColoured: boolean): string {
  const entry = parsed(line);
  if (entry === null) return line;
  const { level, time, msg, ...fields } = entry;
  const paint = (text: string, code: number | undefined) =>
    isColoured && code !== undefined && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  const name = String(level);
  const words = Object.entries(fields).map(([field, value]) => `${field}=${shortValue(value)}`);
  const parts = [
    paint(String(time).slice(11, 19), DIM),
    paint(name.padEnd(5), COLOURS[name]),
    `${printable(String(msg))}${words.length === 0 ? '' : paint(`  ${words.join(' ')}`, DIM)}`,
  ];
  return `${parts.join(' ')}\n${paint(frames(name, fields), DIM)}`;
}

function parsed(line: string): JsonObject | null {
  try {
    return asJsonObject(JSON.parse(line));
  } catch {
    return null;
  }
}

function shortValue(value: unknown): string {
  const error = asJsonObject(value);
  if (error && typeof error.message === 'string' && typeof error.type === 'string') {
    return printable(JSON.stringify(`${error.type}: ${error.message}`));
  }
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? printable(value) : printable(JSON.stringify(value));
}

/** Where an error comes from, for what should not have happened. */
function frames(level: string, fields: JsonObject): string {
  const stack = level === 'error' || level === 'fatal' ? asJsonObject(fields.err)?.stack : undefined;
  if (typeof stack !== 'string') return '';
  const lines = stack.split('\n').filter((each) => /^\s+at /.test(each));
  return lines
    .slice(0, SHOWN_FRAMES)
    .map((each) => `         ${printable(each.trim())}\n`)
    .join('');
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
