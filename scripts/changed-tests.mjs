// The test files that what has changed since main can affect. Alone, in the root of a checkout: one a line.
//
//   node scripts/changed-tests.mjs [COMMIT]
//
// 1. What has changed: commits since the branch left main, and whatever is not committed, new files as well. On main
//    itself it is what origin/main has not; where there is no such branch, what is not committed. COMMIT is another start.
// 2. A file is affected by what it imports, types left out, as they are gone when it runs; and by files and folders that
//    its strings name, from the root or from where it stands: documents, `openapi.yaml`, the folder of the migrations.
//    A program in dist/ stands for the sources that it is built from.
// 3. What every test runs with affects them all, and so does a file of which nothing says who reads it; a document that
//    nobody reads affects none (`npm run check` looks at it).
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf, readSource } from './source-text.mjs';

const MAIN = 'main';
const CODE = /\.(tsx?|mjs)$/;
const TEST = /\.test\.ts$/;
/** What each test runs with: packages, the runner, and what it loads into each. */
const BELOW_ALL = [
  /^package(-lock)?\.json$/,
  /^scripts\/test[\w-]*\.mjs$/,
  /^test\/support\/(file-limit|postgres\/(record-statements|postgres-server))\.ts$/,
];
/** Read by people and by other tools alone, as long as no string names them. */
const BELOW_NONE = /\.md$|^(LICENSE|biome\.json|tsconfig\.json|\.gitignore|\.dockerignore|Dockerfile)$|^\.ci\//;
/** What scripts/build.mjs makes of which sources. */
const BUILT = {
  'dist/main.js': ['src/main.ts', 'src/speech/espeak-process.ts', 'src/carriers/sip/voice/voice-process.ts'],
  'dist/cli.js': ['cli/cli.ts'],
  'dist/console': ['console/main.tsx'],
};

/** `{ files, why }`: paths from the root, sorted; `why` says it where they are all of them. */
export function changedTests(root, since) {
  const known = filesOf(root);
  const changed = changedSince(root, since ?? startOf(root));
  const tests = known.filter((file) => TEST.test(file) && existsSync(join(root, file)));
  const readers = readersIn(root, known, changed);
  const reached = new Set();
  for (const file of changed) {
    const nodes = namesOf(file).filter((name) => readers.has(name));
    const isUnknown = nodes.length === 0 && !TEST.test(file) && !BELOW_NONE.test(file);
    if (BELOW_ALL.some((pattern) => pattern.test(file))) return { files: tests, why: `${file} has changed` };
    if (isUnknown && !CODE.test(file))
      return { files: tests, why: `${file} has changed, and nothing says who reads it` };
    walk(file, readers, reached);
    for (const name of nodes) walk(name, readers, reached);
  }
  return { files: tests.filter((file) => reached.has(file)), why: null };
}

function walk(name, readers, reached) {
  if (reached.has(name)) return;
  reached.add(name);
  for (const reader of readers.get(name) ?? []) walk(reader, readers, reached);
}

/** A file by its name and by those of the folders in which it lies. */
function namesOf(file) {
  const names = [file];
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) names.push(folder);
  return names;
}

/** For each file and folder, the files of code that read it. */
function readersIn(root, known, changed) {
  const readers = new Map();
  const add = (name, reader) => readers.set(name, (readers.get(name) ?? new Set()).add(reader));
  // What was removed is still named by those who will miss it.
  const names = new Set([...known, ...changed].flatMap(namesOf));
  for (const file of known) {
    if (!CODE.test(file) || !existsSync(join(root, file))) continue;
    const source = readSource(root, file);
    for (const { from, isType } of importsOf(source)) if (!isType) add(from, file);
    for (const name of namedIn(source)) {
      if (names.has(name) && name !== file && !file.startsWith(`${name}/`)) add(name, file);
    }
    for (const [program, sources] of Object.entries(BUILT)) {
      if (source.text.includes(program)) for (const each of sources) add(each, file);
    }
  }
  return readers;
}

/** Each path that a string of the file could be, and each that the strings of a `join(…)` make together. */
function* namedIn({ file, text, code, strings }) {
  for (const { index, text: named } of strings) {
    const isImport = /\b(from|import)\s*\(?\s*['"]$/.test(code.slice(Math.max(0, index - 20), index));
    if (isImport || !/^[\w./-]+$/.test(named) || !/[/.]/.test(named)) continue;
    // `/docs` is an address of the gateway; `/docs/errors.md` may follow a root in a template.
    if (!/^\/[^.]*$/.test(named)) yield tidy(named);
    yield tidy(posix.join(posix.dirname(file), named));
  }
  for (const { index, 0: call } of code.matchAll(/\bjoin\((?:[^()]|\([^()]*\))*\)/g)) {
    const pieces = [...text.slice(index, index + call.length).matchAll(/'([\w./-]+)'/g)].map(([, piece]) => piece);
    if (pieces.length > 0) yield tidy(posix.join(...pieces));
  }
}

function tidy(path) {
  return posix.normalize(path).replace(/^\/|\/$/g, '');
}

function filesOf(root) {
  return lines(git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')).sort();
}

/** Also those that are no more. */
function changedSince(root, commit) {
  const tracked = lines(git(root, 'diff', '--name-only', '--no-renames', '-z', commit));
  return [...tracked, ...lines(git(root, 'ls-files', '-z', '--others', '--exclude-standard'))];
}

function startOf(root) {
  const branch = git(root, 'rev-parse', '--abbrev-ref', 'HEAD').trim();
  for (const other of branch === MAIN ? [`origin/${MAIN}`] : [MAIN, `origin/${MAIN}`]) {
    const { status, stdout } = tryGit(root, 'merge-base', 'HEAD', other);
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

function lines(text) {
  return text.split('\0').filter((line) => line !== '');
}

function git(root, ...words) {
  const { status, stdout, stderr, error } = tryGit(root, ...words);
  if (status !== 0) throw new Error(`git ${words.join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}

function tryGit(root, ...words) {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { files, why } = changedTests(process.cwd(), process.argv[2]);
  if (why !== null) console.error(`all of them: ${why}`);
  for (const file of files) console.log(file);
}
