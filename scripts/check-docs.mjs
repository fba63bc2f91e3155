// Documents that say what is so: links that lead somewhere, files that exist, lists that are complete.
//
// 1. A link to a file or a heading of the project resolves. A file, folder or npm script that a document names exists.
// 2. ARCHITECTURE.md names every folder of src, and every file that lies in src itself. A file in a picture exists.
// 3. docs/README.md leads to every document below docs, docs/decisions/README.md to every decision.
// 4. docs/states.md knows every state and every code of the engine, docs/decisions/dependencies.md every dependency.
// 5. ARCHITECTURE.md has one row for each word of its two glossaries that stands in GLOSSARIES, and no other.
// 6. The newest entry of CHANGELOG.md is the version of package.json, or "Unreleased".
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTest, lineAt, listFiles, runAlone } from './source-text.mjs';

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const PROJECT_PATH = /^(src|cli|test|docs|scripts|bench|examples|\.ci)\/[\w./-]*$/;
/** npm's own commands that a document may name. */
const NPM_COMMANDS = ['audit', 'ci', 'install', 'pack', 'prune', 'start', 'test', 'exec', 'run'];
/** By heading: the words that have a row. A word that comes or goes is a decision, so it stands here as well. */
const GLOSSARIES = {
  Words: [
    'account',
    'batch',
    'message',
    'attempt',
    'part',
    'channel',
    'carrier',
    'call',
    'trunk',
    'verification',
    'prompt',
    'outcome',
    'report, receipt',
    'callback',
    'mask',
    'session',
    'leg',
    'pool',
    'look-up',
    'add-on',
    'source',
    'node',
    'seat',
    'bucket',
  ],
  'The words of the engine': [
    'door',
    'change',
    'event',
    'advance',
    'plan',
    'lane',
    'batch',
    'gathering',
    'load, decide, write',
    'work',
    'remembered message',
    'early advance',
    'meeting row',
    'follow-up',
    'decision',
    'precedence',
    'mark',
    'unconfirmed mark',
    'in doubt',
    'outbox',
    'slot',
    'placement',
    'queue',
    'carrier line',
    'pump',
    'claim',
    'owner',
    'lease',
    'fence',
    'takeover',
    'resting',
    'due',
    'hold',
    'poll',
    'job',
    'chore',
    'hint',
    'inbox',
    'line',
  ],
};
const EMPTY_WORDS =
  /\b(blazing(ly)?|seamless(ly)?|world-class|cutting-edge|enterprise-grade|battle-tested|best-in-class|lightning|effortless(ly)?)\b/gi;

export function checkDocs(root) {
  const files = [...DOCUMENTS, ...listFiles(root, ['docs', 'examples', 'test', 'bench'], ['.md'])];
  const present = files.filter((file) => existsSync(join(root, file)));
  const documents = new Map(present.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const scripts = Object.keys(readJson(root, 'package.json').scripts ?? {});
  return [
    ...files.filter((file) => !documents.has(file)).map((file) => ({ file, line: 1, text: 'does not exist' })),
    ...present.flatMap((file) => checkLinks(root, file, documents)),
    ...present.flatMap((file) => checkNames(root, file, documents.get(file), scripts)),
    ...checkMap(root, documents.get('ARCHITECTURE.md') ?? ''),
    ...present.flatMap((file) => checkPictures(root, file, documents.get(file))),
    ...Object.entries(GLOSSARIES).flatMap(([heading, words]) =>
      checkGlossary(documents.get('ARCHITECTURE.md') ?? '', heading, words),
    ),
    ...checkIndex(documents, 'docs/README.md', 'docs/'),
    ...checkIndex(documents, 'docs/decisions/README.md', 'docs/decisions/'),
    ...checkStates(root, documents.get('docs/states.md') ?? ''),
    ...checkDependencies(root, documents.get('docs/decisions/dependencies.md') ?? ''),
    ...checkChangelog(root, documents.get('CHANGELOG.md') ?? ''),
  ];
}

function checkLinks(root, file, documents) {
  const text = documents.get(file);
  const findings = [];
  for (const { index, target } of linksOf(text)) {
    if (/^[a-z]+:/i.test(target)) continue;
    const [path, anchor] = target.split('#');
    const place = path === '' ? file : posix.join(posix.dirname(file), path);
    const say = (what) => findings.push({ file, line: lineAt(text, index), text: `link to ${target}: ${what}` });
    if (!existsSync(join(root, place))) say('there is no such file');
    else if (anchor && place.endsWith('.md')) {
      const other = documents.get(place) ?? readFileSync(join(root, place), 'utf8');
      if (!anchorsOf(other).has(anchor)) say('there is no such heading');
    }
  }
  return findings;
}

/** `[text](target)` outside of code; `{ index, target }`. */
function linksOf(text) {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => ({ index: match.index, target: match[1] }));
}

/** Fenced blocks and code spans become blanks, character for character. */
function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '));
}

/** Headings as the names under which a link finds them. */
function anchorsOf(text) {
  const names = new Set();
  for (const [, heading] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = name;
    for (let count = 1; names.has(unique); count += 1) unique = `${name}-${count}`;
    names.add(unique);
  }
  return names;
}

function checkNames(root, file, text, scripts) {
  const findings = [];
  const say = (index, what) => findings.push({ file, line: lineAt(text, index), text: what });
  for (const { index, 0: span, 1: inside } of text.matchAll(/`([^`\n]+)`/g)) {
    const path = inside.replace(/[:#].*$/, '');
    if (PROJECT_PATH.test(path) && !existsSync(join(root, path))) say(index, `${span}: there is no such file`);
  }
  for (const { index, 0: command, 1: run, 2: name } of text.matchAll(/\bnpm (run )?([a-z][\w:-]*)/g)) {
    const isKnown = run ? scripts.includes(name) : NPM_COMMANDS.includes(name);
    // "npm packages" in a sentence is no command: one stands in code.
    if (!isKnown && isInCode(text, index)) say(index, `${command}: package.json has no such script`);
  }
  for (const { index, 0: word } of text.matchAll(EMPTY_WORDS)) say(index, `"${word}": say a figure instead`);
  return findings;
}

function isInCode(text, index) {
  return withoutCode(text)[index] === ' ';
}

/** Boxes name files below src. */
function checkPictures(root, file, text) {
  return [...text.matchAll(/^```mermaid\n[\s\S]*?^```/gm)].flatMap((picture) =>
    [...picture[0].matchAll(/[\w-]+(?:\/[\w.-]+)+\.ts\b/g)]
      .filter(([path]) => !existsSync(join(root, 'src', path)))
      .map((match) => ({ file, line: lineAt(text, picture.index + match.index), text: `${match[0]}: no such file` })),
  );
}

function checkMap(root, map) {
  const file = 'ARCHITECTURE.md';
  const missing = new Set();
  for (const path of listFiles(root, ['src', 'cli'], ['.ts'])) {
    if (isTest(path)) continue;
    const folder = `${posix.dirname(path)}/`;
    const name = folder === 'src/' ? path : folder;
    if (!map.includes(name)) missing.add(name);
  }
  return [...missing].map((name) => ({ file, line: 1, text: `does not say what ${name} is` }));
}

/** A project without the heading has no glossary. */
function checkGlossary(text, heading, words) {
  const file = 'ARCHITECTURE.md';
  const [, table] = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(text) ?? [];
  if (table === undefined) return [];
  const rows = [...table.matchAll(/^\| (?!Word |---)([^|]+?) \|/gm)].map(([, word]) => word);
  const line = lineAt(text, text.indexOf(`## ${heading}`));
  return [
    ...words
      .filter((word) => rows.filter((row) => row === word).length !== 1)
      .map((word) => ({ file, line, text: `${heading}: "${word}" has to have one row` })),
    ...rows
      .filter((row) => !words.includes(row))
      .map((row) => ({ file, line, text: `${heading}: "${row}" is no word of the list in scripts/check-docs.mjs` })),
  ];
}

function checkIndex(documents, index, folder) {
  const text = documents.get(index);
  if (text === undefined) return [{ file: index, line: 1, text: 'does not exist' }];
  const linked = new Set(
    linksOf(text).map(({ target }) => posix.join(posix.dirname(index), target.split('#')[0] ?? '')),
  );
  return [...documents.keys()]
    .filter((file) => file.startsWith(folder) && file !== index && !linked.has(file))
    .filter(
      (file) => !(index === 'docs/README.md' && file.startsWith('docs/decisions/') && !file.endsWith('README.md')),
    )
    .map((file) => ({ file: index, line: 1, text: `does not lead to ${file}` }));
}

function checkStates(root, text) {
  const file = 'docs/states.md';
  const message = readText(root, 'src/engine/message/message.ts');
  const codes = readText(root, 'src/engine/message/codes.ts');
  const words = ['AttemptState', 'PartState'].flatMap((type) => {
    const union = new RegExp(`export type ${type} =([^;]+);`).exec(message)?.[1] ?? '';
    return [...union.matchAll(/'(\w+)'/g)].map((match) => match[1]);
  });
  const numbers = [...codes.matchAll(/^ {2}\w+: (\d+),$/gm)].map((match) => match[1]);
  return [...new Set([...words, ...numbers])]
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => ({ file, line: 1, text: `does not explain \`${name}\`` }));
}

function checkDependencies(root, text) {
  const file = 'docs/decisions/dependencies.md';
  const { dependencies = {}, optionalDependencies = {} } = readJson(root, 'package.json');
  const names = Object.keys(dependencies).concat(Object.keys(optionalDependencies).map((name) => name.split('/')[0]));
  const explained = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => ({ name: match[1], index: match.index }));
  return [
    ...[...new Set(names)]
      .filter((name) => !explained.some((each) => each.name === name))
      .map((name) => ({ file, line: 1, text: `does not say why ${name} is needed` })),
    ...explained
      .filter(({ name }) => !names.includes(name))
      .map(({ name, index }) => ({ file, line: lineAt(text, index), text: `${name} is no dependency any more` })),
  ];
}

function checkChangelog(root, text) {
  const { version } = readJson(root, 'package.json');
  const newest = /^## \[([^\]]+)\](.*)$/m.exec(text);
  if (newest?.[1] === 'Unreleased' || newest?.[1] === version) return [];
  return [{ file: 'CHANGELOG.md', line: lineAt(text, newest?.index ?? 0), text: `has no entry for ${version}` }];
}

function readText(root, file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

function readJson(root, file) {
  return JSON.parse(readText(root, file) || '{}');
}

runAlone(import.meta.url, checkDocs);
