// Source files as the checks read them: found by folder, and taken apart into code, comments and literals.
//
// 1. In `code` every comment and the inside of every string is blank, character for character, so that a place in it
//    is a place in the file.
// 2. A finding is { file, line, text }; `file` is relative to the root.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files below the folders with one of the endings, sorted, relative to the root and with forward slashes. */
export function listFiles(root, folders, endings) {
  const found = [];
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.includes(`${sep}node_modules${sep}`)) continue;
      if (endings.some((ending) => entry.name.endsWith(ending))) found.push(relative(root, path).split(sep).join('/'));
    }
  }
  return found.sort();
}

export function readSource(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  return { file, text, ...takeApart(text) };
}

/** `{ index, from, isType }` for each import and re-export; `from` is a path from the root, or a package. */
export function importsOf({ file, text, code }) {
  const found = [];
  const statement = /\b(?:import|export)\b(?:(\s+type\b)?[^;'"()]*?\bfrom\s*|\s*\(?\s*)(['"])/g;
  for (const match of code.matchAll(statement)) {
    const start = match.index + match[0].length;
    const named = text.slice(start, code.indexOf(match[2], start));
    const from = named.startsWith('.') ? posix.join(posix.dirname(file), named) : named;
    found.push({ index: match.index, from, isType: match[1] !== undefined });
  }
  return found;
}

/** Tests, and what only tests import. */
export function isTest(file) {
  return file.startsWith('test/') || file.endsWith('.test.ts') || /\/conformance(-\w+)?\.ts$/.test(file);
}

export function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Prints findings with their places; true when there are none. */
export function print(findings) {
  for (const { file, line, text } of findings) console.error(`${file}:${line} ${text}`);
  return findings.length === 0;
}

/** Lets a check be run by itself, on the project in the current directory. */
export function runAlone(moduleUrl, check) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  process.exitCode = print(check(process.cwd())) ? 0 : 1;
}

/** `{ code, comments, strings }`; the latter two are lists of `{ index, text }`. */
export function takeApart(text) {
  const scan = { text, at: 0, code: text.split(''), comments: [], strings: [], open: [] };
  while (scan.at < text.length) step(scan);
  return { code: scan.code.join(''), comments: scan.comments, strings: scan.strings };
}

function step(scan) {
  const { text, at, open } = scan;
  const char = text[at];
  if (text.startsWith('//', at)) take(scan, scan.comments, endOf(text, '\n', at), 0);
  else if (text.startsWith('/*', at)) take(scan, scan.comments, endOf(text, '*/', at + 2) + 2, 0);
  else if (char === '"' || char === "'") take(scan, scan.strings, endOfQuoted(text, at, char), 1);
  else if (char === '/' && startsPattern(scan)) take(scan, scan.strings, endOfPattern(text, at), 1);
  else if (char === '`') takeTemplate(scan);
  else if (char === '}' && open.at(-1) === 0) {
    open.pop();
    takeTemplate(scan);
  } else {
    if (open.length > 0 && char === '{') open[open.length - 1] += 1;
    if (open.length > 0 && char === '}') open[open.length - 1] -= 1;
    scan.at += 1;
  }
}

/** Blanks what stands up to `end`, but for `keep` characters at both ends, and moves behind it. */
function take(scan, list, end, keep) {
  const from = scan.at + keep;
  const to = Math.max(from, end - keep);
  list.push({ index: from, text: scan.text.slice(from, to) });
  for (let index = from; index < to; index += 1) if (scan.code[index] !== '\n') scan.code[index] = ' ';
  scan.at = Math.max(end, scan.at + 1);
}

/** A stretch of a template, from its backtick or from the brace that closes an expression. */
function takeTemplate(scan) {
  const { text } = scan;
  let end = scan.at + 1;
  while (end < text.length && text[end] !== '`' && !text.startsWith('${', end)) end += text[end] === '\\' ? 2 : 1;
  const opensExpression = text.startsWith('${', end);
  take(scan, scan.strings, end + 1, 1);
  if (opensExpression) {
    scan.at = end + 2;
    scan.open.push(0);
  }
}

function endOf(text, mark, from) {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end;
}

function endOfQuoted(text, start, quote) {
  let end = start + 1;
  while (end < text.length && text[end] !== quote && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** A slash begins a regular expression where a value cannot have ended just before it. */
function startsPattern({ code, at }) {
  const before = code
    .slice(Math.max(0, at - 40), at)
    .join('')
    .trimEnd();
  return before === '' || /[(,=:[!&|?{};+\-*%~^<>]$/.test(before) || /\b(return|typeof|case|of|in)$/.test(before);
}

function endOfPattern(text, start) {
  let inClass = false;
  for (let end = start + 1; end < text.length && text[end] !== '\n'; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '[') inClass = true;
    else if (text[end] === ']') inClass = false;
    else if (text[end] === '/' && !inClass) return end + 1;
  }
  return start + 1;
}
