// How large files and functions may be, and how many values a function may be given.
//
// 1. A file has at most 400 lines; in the folders where everything else meets, at most 320.
// 2. A function takes at most 4 parameters: what belongs together goes in one object.
// 3. A folder holds at most 25 files, tests aside; in the engine 14.
// 4. Exceptions stand in scripts/shape-exceptions.json, by file or by file and function, with how far they may go. The list
//    only becomes shorter: one that is no longer needed is a finding.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SCHEMAS } from './check-api-types.mjs';
import { isTest, lineAt, listFiles, readSource, runAlone } from './source-text.mjs';

const FOLDERS = ['src', 'cli', 'console', 'sdk/src'];
const MOST_LINES = 400;
const MOST_LINES_INSIDE = 320;
const INSIDE = /^src\/(engine|store|http|carriers)\//;
const MOST_PARAMETERS = 4;
const MOST_FILES = 25;
const MOST_FILES_IN_ENGINE = 14;
/** Lists: one file for each route, one for each thing that two folders need. */
const LONG_FOLDERS = ['src/http/operator', 'src/lib', 'cli', 'console/ui'];

/** Made by a program out of openapi.yaml. */
const MADE = Object.values(SCHEMAS);

const EXCEPTIONS = 'scripts/shape-exceptions.json';

export function checkShape(root) {
  const exceptions = readExceptions(root);
  const findings = [];
  const left = new Set([...Object.keys(exceptions.longer), ...Object.keys(exceptions.more)]);
  for (const file of listFiles(root, FOLDERS, ['.ts', '.tsx'])) {
    if (isTest(file) || MADE.includes(file)) continue;
    const source = readSource(root, file);
    const lines = source.text.split('\n').length - 1;
    const most = INSIDE.test(file) ? MOST_LINES_INSIDE : MOST_LINES;
    if (lines > most) {
      left.delete(file);
      const allowed = exceptions.longer[file] ?? most;
      if (lines > allowed) findings.push({ file, line: lines, text: `has ${lines} lines; at most ${allowed}` });
    }
    for (const { name, index, count } of functionsIn(source)) {
      if (count <= MOST_PARAMETERS) continue;
      const key = `${file} ${name}`;
      left.delete(key);
      const allowed = exceptions.more[key] ?? MOST_PARAMETERS;
      const line = lineAt(source.text, index);
      if (count > allowed) findings.push({ file, line, text: `${name} takes ${count} parameters; at most ${allowed}` });
    }
  }
  const file = EXCEPTIONS;
  return [
    ...findings,
    ...fullFolders(root),
    ...[...left].map((key) => ({ file, line: 1, text: `${key} needs no exception any more` })),
  ];
}

/** `longer`: lines by file; `more`: parameters by file and function. */
function readExceptions(root) {
  const path = join(root, EXCEPTIONS);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { longer: {}, more: {} };
}

function fullFolders(root) {
  const counts = new Map();
  for (const file of listFiles(root, FOLDERS, ['.ts', '.tsx'])) {
    const folder = posix.dirname(file);
    if (!isTest(file)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const most = folder.startsWith('src/engine') ? MOST_FILES_IN_ENGINE : MOST_FILES;
    if (count <= most || LONG_FOLDERS.includes(folder)) return [];
    return [{ file: folder, line: 1, text: `holds ${count} files; at most ${most}` }];
  });
}

/** Each list of parameters, by what stands before it: a declaration, a method, an arrow or a type of one. */
export function functionsIn({ code }) {
  const found = [];
  for (let index = code.indexOf('('); index !== -1; index = code.indexOf('(', index + 1)) {
    const list = listAt(code, index);
    if (list === null || !isFollowedByBody(code, list.end + 1, code.slice(0, index))) continue;
    found.push({ name: nameBefore(code.slice(Math.max(0, index - 200), index)), index, count: list.count });
  }
  return found;
}

const CLOSING = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** How many values stand between the brackets, and where they end. Nothing stands behind a trailing comma. */
function listAt(code, start) {
  const open = [];
  let count = 0;
  let isEmpty = true;
  for (let at = start; at < code.length; at += 1) {
    const sign = code[at];
    if (sign === '>' && code[at - 1] === '=') continue;
    if (sign in CLOSING && (sign !== '<' || /\w/.test(code[at - 1]))) open.push(CLOSING[sign]);
    else if (sign === open.at(-1)) {
      open.pop();
      if (open.length === 0) return { end: at, count: isEmpty ? count : count + 1 };
    } else if (sign === ',' && open.length === 1) {
      count += 1;
      isEmpty = true;
    } else if (sign === ';' && open.at(-1) !== '}') return null;
    if (at > start && open.length >= 1 && !/[\s,]/.test(sign)) isEmpty = false;
  }
  return null;
}

/** A body, an arrow, or a type and then one of them. */
function isFollowedByBody(code, end, before) {
  if (/\b(if|for|while|switch|catch|await|with)\s*$/.test(before.slice(-10))) return false;
  const rest = code.slice(end, end + 300);
  return /^\s*=>/.test(rest) || /^ \{/.test(rest) || /^: [^;{}=]*(\{[^{}]*\}[^;{}=]*)*( \{|\s*=>)/.test(rest);
}

function nameBefore(before) {
  const [, name] = /([\w$]+)\s*(?:<[^<>()]*>)?$/.exec(before) ?? [];
  if (name && !/^(async|function|return)$/.test(name)) return name;
  const [, assigned] = /([\w$]+)(?:: [^=;\n]*)?\s*[=:]\s*(?:async\s*)?(?:function\s*)?$/.exec(before) ?? [];
  return assigned ?? 'a function';
}

runAlone(import.meta.url, checkShape);
