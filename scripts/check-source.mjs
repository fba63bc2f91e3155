// Rules of STYLE.md that neither the compiler nor the linter knows.
//
//  1. Only main.ts, config.ts and the files that read secrets look at the environment.
//  2. Only lib/clock.ts reads the time or sets a timer, and main.ts the one that ends a process that hangs; dice are
//     thrown with the context's bytes alone.
//  3. SQL stands in src/store and nowhere else, and never asks the database for the time.
//  4. A file begins with a comment that says what it owns.
//  5. No work that is put off: neither a word that says so nor a comment that silences a check.
//  6. No channel is told apart by its name outside of the tables (carriers/channels.ts, carriers/kinds.ts): what is to
//     differ between channels is a column there.
//  7. The lock file names no server, so that `npm ci` asks the registry that the machine is set to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, lineAt, listFiles, readSource, runAlone } from './source-text.mjs';

const READ_ENVIRONMENT = /^(src\/(main|config\/(config|secrets))\.ts|cli\/)/;
const READ_TIME = /^src\/(lib\/clock|main)\.ts$/;
const CHANNEL_TYPE = 'src/carriers/carrier.ts';
const TABLES = ['src/carriers/channels.ts', 'src/carriers/kinds.ts'];
const THROW_DICE = /^src\/(context|lib\/sealed)\.ts$/;

const TIME = /\b(Date\.now|performance\.now|process\.hrtime|setTimeout|setInterval|new Date\(\))/g;
const DICE =
  /\b(Math\.random|randomBytes as|randomUUID|randomInt|getRandomValues|import \{[^}]*\brandomBytes\b[^}]*\})/g;
const SQL =
  /^\s*(select\s[\s\S]*\sfrom\s|insert into |update \w+( \w+)? set\s|delete from |with \w+ as |create (table|index|function) |alter table |notify |listen )/i;
const SQL_TIME = /\b(now\(\)|current_timestamp|clock_timestamp\(\)|statement_timestamp\(\))/gi;

// Put together here so that this file does not find itself.
const PUT_OFF = new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|XX${'X'}|not implemented)\\b|(^|[.,;(] ?)for now\\b|for now,`);
const SILENCED = new RegExp(`(@ts-(ignore|nocheck|expect-error)|${'biome'}-ignore|${'eslint'}-disable)`);

export function checkSource(root) {
  const shipped = listFiles(root, ['src', 'cli'], ['.ts']).filter((file) => !isTest(file));
  const pages = listFiles(root, ['console', 'sdk/src'], ['.ts', '.tsx', '.css']);
  const others = listFiles(root, ['test', 'bench', 'scripts', 'examples'], ['.ts', '.mjs']);
  const tests = listFiles(root, ['src', 'cli'], ['.test.ts']);
  return [
    ...shipped.flatMap((file) => checkShipped(readSource(root, file))),
    ...checkChannels(root, shipped),
    ...pages.filter((file) => !isTest(file)).flatMap((file) => checkHead(readSource(root, file))),
    ...[...shipped, ...tests, ...pages, ...others].flatMap((file) => checkComments(readSource(root, file))),
    ...listFiles(root, ['src'], ['.sql']).flatMap((file) => checkMigration(readSource(root, file))),
    ...checkLockFile(root),
  ];
}

function checkShipped(source) {
  const { file, text, code, strings } = source;
  const findings = [];
  const say = (index, what) => findings.push({ file, line: lineAt(text, index), text: what });
  const forbid = (pattern, what) => {
    for (const match of code.matchAll(pattern)) say(match.index, `${match[0]}: ${what}`);
  };
  if (!READ_ENVIRONMENT.test(file)) forbid(/\bprocess\.env\b/g, 'only main.ts, config.ts and secrets.ts read it');
  if (file.startsWith('src/') && !READ_TIME.test(file)) forbid(TIME, "time comes from the context's clock");
  if (file.startsWith('src/') && !THROW_DICE.test(file)) forbid(DICE, "randomness comes from the context's bytes");
  for (const { index, text: literal } of strings) {
    if (!file.startsWith('src/store/') && SQL.test(literal)) say(index, 'SQL stands in src/store');
    if (file.startsWith('src/store/') && SQL.test(literal)) {
      for (const match of literal.matchAll(SQL_TIME)) say(index + match.index, `${match[0]}: time is a parameter`);
    }
  }
  return [...findings, ...checkHead(source)];
}

/** Rule 4. */
function checkHead({ file, text }) {
  if (/^(#!.*\n)?\s*\/\*\*/.test(text)) return [];
  return [{ file, line: 1, text: 'begins with no comment that says what the file owns' }];
}

function checkChannels(root, files) {
  if (!files.includes(CHANNEL_TYPE)) return [];
  const [, union = ''] = /^export type Channel =([^;]*);/m.exec(readSource(root, CHANNEL_TYPE).text) ?? [];
  const names = new Set([...union.matchAll(/'([^']*)'/g)].map(([, name]) => name));
  if (names.size === 0) return [{ file: CHANNEL_TYPE, line: 1, text: 'names no channel in `export type Channel`' }];
  return files.filter((file) => !TABLES.includes(file)).flatMap((file) => compared(readSource(root, file), names));
}

/** Names beside `===` or `!==`, after `case`, in `['a', 'b'].includes(…)` and in `channels.includes('a')`. */
function compared({ file, text, code, strings }, names) {
  const found = strings.filter(({ index, text: name }) => {
    if (!names.has(name)) return false;
    const before = code.slice(Math.max(0, index - 100), index - 1).trimEnd();
    const after = code.slice(index + name.length + 1).trimStart();
    return (
      /([=!]==?|\bcase|channels?\)?\.(includes|indexOf)\()$/i.test(before) ||
      /^([=!]==?|[\s,'"]*\]\)?\.(includes|indexOf|has)\()/.test(after)
    );
  });
  return found.map(({ index, text: name }) => {
    return { file, line: lineAt(text, index), text: `'${name}' is compared; ${TABLES[0]} tells channels apart` };
  });
}

function checkComments({ file, text, comments }) {
  const findings = [];
  for (const comment of comments) {
    for (const pattern of [PUT_OFF, SILENCED]) {
      const match = pattern.exec(comment.text);
      if (!match) continue;
      const line = lineAt(text, comment.index + match.index);
      findings.push({ file, line, text: `"${match[0]}": do it, or leave it out` });
    }
  }
  return findings;
}

function checkMigration({ file, text }) {
  const findings = [];
  if (!text.startsWith('-- ')) findings.push({ file, line: 1, text: 'begins with no comment that says what it makes' });
  for (const match of text.matchAll(SQL_TIME)) {
    findings.push({ file, line: lineAt(text, match.index), text: `${match[0]}: time is a parameter` });
  }
  return findings;
}

function checkLockFile(root) {
  const file = 'package-lock.json';
  if (!existsSync(join(root, file))) return [];
  const text = readFileSync(join(root, file), 'utf8');
  const match = /"resolved": "https?:/.exec(text);
  return match ? [{ file, line: lineAt(text, match.index), text: 'names the server that a package came from' }] : [];
}

runAlone(import.meta.url, checkSource);
