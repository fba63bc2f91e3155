/**
 * Every `trunkline` that the documents name is one that there is: its words are commands, its options are theirs, and what
 * stands in a block to be typed has all that the command needs.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { EXAMPLES, examplesOf, leavesOf } from '../../cli/examples.ts';
import { createProgram } from '../../cli/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'examples/README.md', ...pagesIn('docs')];
/** Where the shell goes on with something else. */
const ENDS = /^(\||\|\||&&|;|>|>>|<|#.*)$/;

interface Named {
  readonly page: string;
  readonly text: string;
  /** To be typed as it stands. */
  readonly isWhole: boolean;
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function commandsOf(page: string): Named[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code.replaceAll('\\\n', ' '));
  const typed = blocks.flatMap((code) => [...code.matchAll(/(?:^|[|&;] *)(?:npx )?trunkline (.*)$/gm)]);
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const mentioned = [...prose.matchAll(/`(?:npx )?trunkline ([^`]+)`/g)];
  return [
    ...typed.map(([, words = '']) => ({ page, text: words, isWhole: true })),
    ...mentioned.map(([, words = '']) => ({ page, text: words, isWhole: false })),
  ];
}

function wordsOf(text: string): string[] {
  const words = [...text.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word);
  const end = words.findIndex((word) => ENDS.test(word));
  return end === -1 ? words : words.slice(0, end);
}

/** What is wrong with it, or null. */
function problemOf({ text, isWhole }: Named, program: Command): string | null {
  let command = program;
  let rest = wordsOf(text);
  while (command.commands.length > 0) {
    const [name = ''] = rest;
    if (name.startsWith('-')) break;
    if (name === '') return isWhole ? 'no command' : null;
    const found = command.commands.find((each) => each.name() === name || each.aliases().includes(name));
    if (!found) return `no command ${name}`;
    command = found;
    rest = rest.slice(1);
  }
  const options = rest.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '');
  const unknown = options.find((name) => name !== '--help' && !command.options.some((option) => isNamed(option, name)));
  if (unknown !== undefined && unknown !== '--version') return `no option ${unknown}`;
  if (!isWhole || options.includes('--help')) return null;
  const missing = command.options.find(({ mandatory, long }) => mandatory && long && !options.includes(long));
  if (missing) return `it needs ${missing.long}`;
  return lacksArguments(command, rest) ? 'it needs more arguments' : null;
}

function isNamed({ short, long }: Option, name: string | undefined): boolean {
  return name !== undefined && (name === short || name === long);
}

function lacksArguments(command: Command, rest: readonly string[]): boolean {
  const given = rest.filter((word, index) => {
    const before = command.options.find((option) => isNamed(option, rest[index - 1]));
    return !word.startsWith('--') && !(before?.required || before?.optional);
  });
  return given.length < command.registeredArguments.filter(({ required }) => required).length;
}

test('every command that the documents name is one that there is', () => {
  const program = createProgram();
  const all = PAGES.flatMap(commandsOf);
  assert.ok(all.length > 150, `${all.length} are found`);
  const wrong = all.flatMap((each) => {
    const problem = problemOf(each, program);
    return problem === null ? [] : [`${each.page}: trunkline ${each.text}: ${problem}`];
  });
  assert.deepEqual(wrong, []);
});

test('every help ends with examples, which are commands that there are', () => {
  const program = createProgram();
  const leaves = leavesOf(program);
  const wrong = leaves.flatMap(({ words, command }) =>
    examplesOf(words, command).map((text) => [text, problemOf({ page: '', text, isWhole: true }, program)]),
  );
  assert.deepEqual(
    wrong.filter(([text, problem]) => problem !== null || text?.includes('<')),
    [],
  );
  const names = leaves.map(({ words }) => words.join(' '));
  assert.deepEqual(
    Object.keys(EXAMPLES).filter((name) => !names.includes(name)),
    [],
  );
});

test('a command that there is not, or that lacks something, is seen', () => {
  const program = createProgram();
  const problem = (text: string, isWhole = true) => problemOf({ page: '', text, isWhole }, program);
  assert.equal(problem('account nonsense ME'), 'no command nonsense');
  assert.equal(problem('account show'), 'it needs more arguments');
  assert.equal(problem('account show ME --loud'), 'no option --loud');
  assert.equal(problem('import breaches file.csv'), 'it needs --set');
  assert.equal(problem('message list --account ME | head'), null);
  assert.equal(problem('number', false), null);
});
