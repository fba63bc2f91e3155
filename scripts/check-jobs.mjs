// What runs later, as ARCHITECTURE.md lists it: all of it, under the names, in the files and with the sleeps of the code.
//
// 1. Every `new Worker(` and `new ChoreWorker(` of src has a row among the jobs with its name and file, and every row has one. Where its longest
//    sleep is a number, the row says the same; a job without one sleeps until it is woken, or as its work says.
// 2. Every column of the schema that says when its row is due stands among the rows that are due, and nothing else does.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, lineAt, listFiles, readSource, runAlone } from './source-text.mjs';

const FILE = 'ARCHITECTURE.md';
const HEADING = /^## What runs later$/m;
const UNTIL_WOKEN = 'until woken';
const AS_ITS_WORK_SAYS = 'as its work says: ';
const DUE_COLUMN = /^(\w*due_at|look_at|held_until|until)$/;

export function checkJobs(root) {
  const text = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
  const sources = listFiles(root, ['src'], ['.ts'])
    .filter((file) => !isTest(file))
    .map((file) => readSource(root, file));
  const shared = sources.map((source) => source.text).join('\n');
  const jobs = sources.flatMap((source) => jobsIn(source, shared));
  const columns = dueColumns(root);
  if (jobs.length === 0 && columns.length === 0) return [];
  const start = HEADING.exec(text)?.index;
  if (start === undefined) return [{ file: FILE, line: 1, text: 'has no chapter "What runs later"' }];
  const end = text.indexOf('\n## ', start + 1);
  const chapter = { text, start, end: end === -1 ? text.length : end };
  return [...compareJobs(jobs, chapter), ...compareColumns(columns, chapter)];
}

function compareJobs(jobs, chapter) {
  const rows = linesOf(chapter).flatMap(({ line, text }) => {
    const cells = text.split('|').map((cell) => cell.trim());
    const file = /^`(src\/[^`]+)`$/.exec(cells[5] ?? '')?.[1];
    return cells.length === 7 && file ? [{ line, name: cells[1], sleep: cells[4], file }] : [];
  });
  const findings = [];
  for (const { file, line, name, sleep } of jobs) {
    const index = rows.findIndex((row) => row.file === file && row.name === name);
    const [row] = index === -1 ? [] : rows.splice(index, 1);
    if (!row) findings.push({ file, line, text: `${FILE} does not list the job "${name}" of this file` });
    else if (!saysSleep(row.sleep, sleep)) {
      findings.push({ file: FILE, line: row.line, text: `${name} sleeps ${row.sleep} at most; in the code: ${sleep}` });
    }
  }
  const without = rows.map(({ line, name, file }) => ({ line, text: `${file} runs no job "${name}"` }));
  return [...findings, ...without.map((finding) => ({ file: FILE, ...finding }))];
}

/** `inCode`: null where the code does not say it as a number. */
function saysSleep(said, inCode) {
  return inCode === null || said === inCode || (inCode === UNTIL_WOKEN && said.startsWith(AS_ITS_WORK_SAYS));
}

function compareColumns(columns, chapter) {
  const named = linesOf(chapter).flatMap(({ line, text }) => {
    const first = /^\|([^|]*)\|/.exec(text)?.[1] ?? '';
    return [...first.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => ({ line, name }));
  });
  const missing = columns.filter(({ name }) => !named.some((each) => each.name === name));
  const gone = named.filter(({ name }) => !columns.some((each) => each.name === name));
  return [
    ...missing.map(({ file, line, name }) => ({ file, line, text: `${FILE} does not say who takes ${name}` })),
    ...gone.map(({ line, name }) => ({ file: FILE, line, text: `no migration makes ${name}` })),
  ];
}

function linesOf({ text, start, end }) {
  const first = lineAt(text, start);
  return text
    .slice(start, end)
    .split('\n')
    .map((each, index) => ({ line: first + index, text: each }));
}

function jobsIn({ file, text, code }, shared) {
  // The worker inside of a chore is that of whoever has the chore.
  if (/\bclass ChoreWorker\b/.test(code)) return [];
  return [...code.matchAll(/\bnew (?:Chore)?Worker\(\{/g)].map(({ index }) => {
    const options = text.slice(index, code.indexOf('})', index));
    const before = text.slice(0, index);
    const own = /\bname: '([^']+)'/.exec(options)?.[1];
    const name = own ?? lastOf(before, /\breadonly name = '([^']+)'/g) ?? 'without a name';
    const sleep = /\b(?:longestSleepMs|everyMs): ([^,}\n]+?)\s*(?=[,}]|$)/m.exec(options)?.[1];
    const isGivenByName = sleep === undefined && /\blongestSleepMs\b/.test(options);
    const value = isGivenByName ? lastOf(before, /\bconst longestSleepMs = ([^;]+);/g) : (sleep ?? '1_000');
    return { file, line: lineAt(text, index), name, sleep: asWords(millisecondsOf(value, text, shared)) };
  });
}

function lastOf(text, pattern) {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}

/** Of a number, or of a constant of the same file or exported by another one; undefined: of something else. */
function millisecondsOf(expression, text, shared) {
  if (expression === undefined) return undefined;
  if (/^Number\.(POSITIVE_INFINITY|MAX_SAFE_INTEGER)$/.test(expression)) return Number.POSITIVE_INFINITY;
  if (/^[\d_]+$/.test(expression)) return Number(expression.replaceAll('_', ''));
  if (!/^[A-Z_]+$/.test(expression)) return undefined;
  const made = `\\bconst ${expression} = ([^;]+);`;
  const value = new RegExp(made).exec(text) ?? new RegExp(`\\bexport ${made}`).exec(shared);
  return millisecondsOf(value?.[1], text, shared);
}

function asWords(ms) {
  if (ms === undefined) return null;
  if (ms === Number.POSITIVE_INFINITY) return UNTIL_WOKEN;
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

/** `{ file, line, name }`, the name with its table. */
function dueColumns(root) {
  return listFiles(root, ['src/store/migrations'], ['.sql']).flatMap((file) => {
    const found = [];
    let table = '';
    for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      table = /^create table (\w+) \(/.exec(line)?.[1] ?? table;
      const [, altered, added] = /^alter table (\w+) add column (\w+)/.exec(line) ?? [];
      const column = added ?? /^ {2}(\w+) timestamptz\b/.exec(line)?.[1];
      if (column && DUE_COLUMN.test(column))
        found.push({ file, line: index + 1, name: `${altered ?? table}.${column}` });
    }
    return found;
  });
}

runAlone(import.meta.url, checkJobs);
