/**
 * The statements of src/store as they stand in its files: the first argument of every `query(`.
 *
 * 1. A statement is named by its file and the function in which it stands: `messages.ts lockMessages`.
 * 2. What a template computes is a hole. `pattern` matches the statement as it is sent, whatever fills the holes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const STORE = fileURLToPath(new URL('../../src/store', import.meta.url));

/** The gateway's own PostgreSQL, asked for its databases before there is a table. */
const OWN_SERVER = `postgres${sep}`;

export interface SourceStatement {
  readonly name: string;
  readonly line: number;
  /** Null when the call is given something other than a literal. */
  readonly text: string | null;
  readonly hasHoles: boolean;
  readonly pattern: RegExp;
  /** How much of it is fixed: of several that match, the one that says most is meant. 0: nothing that says anything. */
  readonly weight: number;
}

export function storeStatements(folder = STORE): SourceStatement[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith(OWN_SERVER))
    .sort();
  return files.flatMap((file) => statementsOf(basename(file), readFileSync(join(folder, file), 'utf8')));
}

export function normalised(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

export function statementsOf(file: string, source: string): SourceStatement[] {
  return [...source.matchAll(/\.query\b/g)].flatMap(({ index }) => {
    const at = argumentAt(source, index + '.query'.length);
    if (at === null) return [];
    const pieces = literalAt(source, at);
    const name = `${file} ${functionBefore(source, index)}`;
    const line = source.slice(0, index).split('\n').length;
    return [{ name, line, ...described(pieces) }];
  });
}

function described(pieces: readonly string[] | null): Omit<SourceStatement, 'name' | 'line'> {
  if (!pieces) return { text: null, hasHoles: true, pattern: /$^/, weight: 0 };
  const fixed = pieces.map((piece) => piece.replace(/\s+/g, ' '));
  const escaped = fixed.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // At a hole the spaces on both sides may fall together with those of what fills it, or with each other where that is empty.
  const joined = escaped.join('\0').replace(/ ?\0 ?/g, ' ?[\\s\\S]*? ?');
  return {
    text: normalised(pieces.join('…')),
    hasHoles: pieces.length > 1,
    pattern: new RegExp(`^ ?${joined} ?$`),
    weight: /\w/.test(fixed.join('')) ? fixed.join('').length : 0,
  };
}

/** The place of the first argument, behind type arguments; null when this is not a call. */
function argumentAt(source: string, from: number): number | null {
  let at = from;
  if (source[at] === '<') {
    for (let depth = 0; ; at += 1) {
      if (source[at] === '<') depth += 1;
      if (source[at] === '>' && source[at - 1] !== '=') depth -= 1;
      if (depth === 0) break;
    }
    at += 1;
  }
  if (source[at] !== '(') return null;
  do at += 1;
  while (/\s/.test(source[at] ?? 'x'));
  return at;
}

/** The fixed pieces of the literal there, between its holes; null when there is none. */
function literalAt(source: string, at: number): string[] | null {
  const quote = source[at];
  if (quote !== '`' && quote !== "'" && quote !== '"') return null;
  const pieces: string[] = [];
  let piece = '';
  for (let index = at + 1; source[index] !== quote; index += 1) {
    if (source[index] === '\\') index += 1;
    else if (quote === '`' && source.startsWith('${', index)) {
      index = endOfHole(source, index + 2);
      pieces.push(piece);
      piece = '';
      continue;
    }
    piece += source[index];
  }
  return [...pieces, piece];
}

/** The place of the brace that closes it. */
function endOfHole(source: string, from: number): number {
  let depth = 1;
  for (let index = from; ; index += 1) {
    if (source[index] === '{') depth += 1;
    if (source[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
}

function functionBefore(source: string, index: number): string {
  const names = [...source.slice(0, index).matchAll(/\bfunction (\w+)|^ {2}(?:private )?(?:async )?(\w+)[(<].*\{$/gm)];
  const last = names.at(-1);
  return last?.[1] ?? last?.[2] ?? '(top)';
}
