/**
 * A configuration file: its values, each with its line and column. Pure.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Path } from '../lib/problems.ts';

export interface ConfigDocument {
  readonly values: Readonly<Record<string, unknown>>;
  /** `line:column` of the value at `path`, of its name where `ofName`; of what encloses it where it is absent. */
  place(path: Path, ofName?: boolean): string;
}

export interface SyntaxProblem {
  readonly place: string;
  readonly text: string;
}

/** Settings are nested six deep. The library reads with its stack, and Node ends where that is used up. */
const DEEPEST = 100;
const NONE: ConfigDocument = { values: {}, place: () => '1:1' };

/** Reads YAML 1.2. `problems` is empty exactly when the document can be used. */
export function readDocument(text: string): { document: ConfigDocument; problems: readonly SyntaxProblem[] } {
  const place = tooDeepAt(text);
  if (place !== null) return { document: NONE, problems: [{ place, text: `is nested more than ${DEEPEST} deep` }] };
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  const problems = [...parsed.errors, ...parsed.warnings].map((error) => ({
    place: placeAt(error.pos[0]),
    text: withoutValue(error.message),
  }));
  let values: unknown = {};
  try {
    if (problems.length === 0) values = parsed.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    // An alias before its anchor, or one that stands for too much.
    problems.push({
      place: '1:1',
      text: error instanceof Error ? withoutValue(error.message) : 'an alias cannot be resolved',
    });
  }
  const isMapping = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (!isMapping) problems.push({ place: '1:1', text: 'must hold settings by name, such as "http:"' });
  const root = parsed.contents;
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(parsed) : node);
  return {
    problems,
    document: {
      values: isMapping ? (values as Record<string, unknown>) : {},
      place: (path, ofName = false) => placeAt(offsetOf(root, path, ofName, resolve)),
    },
  };
}

/**
 * The library says behind a colon, or behind `escape sequence`, what stands there: of a password without quotes that
 * begins with `!`, `*` or `|` that is the password.
 */
function withoutValue(message: string): string {
  return message.replace(/(?<=\S): .*/s, '').replace(/(?<=escape sequence) .*/s, '');
}

/** Where brackets, indents and marks of lists stand in each other too deep, or null. Brackets in texts count as well. */
function tooDeepAt(text: string): string | null {
  const indents: number[] = [];
  let open = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const marks = /^[ \t?-]*/.exec(line)?.[0] ?? '';
    if (marks.length === line.length) continue;
    const indent = line.length - line.trimStart().length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    const lists = marks.replaceAll(/[ \t]/g, '').length;
    for (const sign of line) {
      if (sign === '[' || sign === '{') open += 1;
      if (sign === ']' || sign === '}') open = Math.max(0, open - 1);
      if (open + lists + indents.length > DEEPEST) return `${index + 1}:1`;
    }
  }
  return null;
}

/** Goes as far down the path as the document does. */
function offsetOf(root: unknown, path: Path, ofName: boolean, resolve: (node: unknown) => unknown): number {
  let node = resolve(root);
  let offset = startOf(root);
  for (const [depth, step] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) break;
      offset = (isLast && !ofName && startOrNull(pair.value)) || startOf(pair.key);
      node = resolve(pair.value);
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = startOf(item);
      node = resolve(item);
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number {
  return startOrNull(node) ?? 0;
}

function startOrNull(node: unknown): number | null {
  return (node as Node | null)?.range?.[0] ?? null;
}
