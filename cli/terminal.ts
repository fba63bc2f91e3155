/**
 * How a table looks on a terminal: it fits the width, times are relative, states have colours. Pure. What goes to a pipe
 * or a file is whole and plain (print.ts).
 *
 * 1. A table that is too wide loses first what can be asked for: the middles of ids, but not in the first column, which is
 *    what people copy; then the middles of those, then the ends of the widest cells.
 */

export interface Look {
  /** Columns of the terminal. */
  readonly width: number;
  /** What times are relative to, in epoch milliseconds. */
  readonly now: number;
  readonly isColoured: boolean;
}

const GAP = 2;
const LEAST_WIDTH = 6;
const ID = /^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;
/** Beyond it a day says more than a count of days. */
const RELATIVE_WITHIN_MS = 30 * 86_400_000;

const DIM = 2;
const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const GOOD = /^(?:up|ok|open|active|done|delivered|enabled|VERIFIED|3000|3005|2800) /;
const BAD =
  /^(?:down|fail|failed|failing|given_up|suspended|revoked|dead|error|REJECTED|FAILED|30[1-9]\d|300[2346-9]) /;
const UNDER_WAY = /^(?:warn|pending|waiting|draining|paused|in_progress|ONGOING|3001) /;

/** `rows`: cells as they would stand in a file; the first row is the head. */
export function tableLines(rows: readonly (readonly string[])[], look: Look): string[] {
  const cells = rows.map((row, index) => (index === 0 ? row : row.map((cell) => relative(cell, look.now))));
  const fitted = fit(cells, look.width);
  const widths = widthsOf(fitted);
  return fitted.map((row, index) => {
    const painted = row.map((cell, column) => {
      const padded = column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      return look.isColoured ? inColour(padded, index === 0) : padded;
    });
    return painted.join(' '.repeat(GAP)).trimEnd();
  });
}

/** An instant as people say it: `12 s ago`, `in 5 min`, `2026-01-31`. Everything else stays as it is. */
export function relative(text: string, now: number): string {
  if (!INSTANT.test(text)) return text;
  const distance = Date.parse(text) - now;
  const size = Math.abs(distance);
  if (size > RELATIVE_WITHIN_MS) return text.slice(0, 10);
  const [unit, ms] = UNITS.find(([, each]) => size >= each) ?? ['s', 1_000];
  const count = Math.floor(size / ms);
  if (count === 0) return 'now';
  return distance < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

/** With what it means beside it. */
export function instantWithRelative(text: string, now: number): string {
  const said = relative(text, now);
  return said === text || text.startsWith(said) ? text : `${text} (${said})`;
}

/** A label, in the colour of labels. */
export function label(text: string, { isColoured }: Pick<Look, 'isColoured'>): string {
  return isColoured ? paint(text, DIM) : text;
}

/** Rule 1. */
function fit(cells: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  let fitted = cells;
  if (totalOf(fitted) > width) fitted = shortenIds(fitted, 1);
  if (totalOf(fitted) > width) fitted = shortenIds(fitted, 0);
  for (let total = totalOf(fitted); total > width; total = totalOf(fitted)) {
    const widths = widthsOf(fitted);
    const widest = widths.indexOf(Math.max(...widths));
    const room = Math.max(LEAST_WIDTH, (widths[widest] ?? 0) - (total - width), secondOf(widths));
    const to = room >= (widths[widest] ?? 0) ? room - 1 : room;
    if (to < LEAST_WIDTH) return fitted;
    fitted = fitted.map((row) => row.map((cell, column) => (column === widest ? cut(cell, to) : cell)));
  }
  return fitted;
}

function shortenIds(cells: readonly (readonly string[])[], from: number): string[][] {
  return cells.map((row) => row.map((cell, column) => (column >= from && ID.test(cell) ? shortId(cell) : cell)));
}

/** The begin says when it was made, the end tells it from others of that time. */
function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-6)}`;
}

function cut(cell: string, width: number): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell;
}

function secondOf(widths: readonly number[]): number {
  return [...widths].sort((a, b) => b - a)[1] ?? 0;
}

function widthsOf(cells: readonly (readonly string[])[]): number[] {
  const columns = cells[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
}

function totalOf(cells: readonly (readonly string[])[]): number {
  const widths = widthsOf(cells);
  return widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1);
}

function inColour(cell: string, isHead: boolean): string {
  if (isHead || cell.trim() === '-') return paint(cell, DIM);
  const text = `${cell.trim()} `;
  if (GOOD.test(text)) return paint(cell, GREEN);
  if (BAD.test(text)) return paint(cell, RED);
  return UNDER_WAY.test(text) ? paint(cell, YELLOW) : cell;
}

function paint(text: string, code: number): string {
  return `\u001b[${code}m${text}\u001b[0m`;
}
