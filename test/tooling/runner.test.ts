/** What scripts/test.mjs makes of a file that does not end, what it runs of a change, and what it leaves behind. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The second one fails, and then waits for what never comes. */
const HANGS = `
import test from 'node:test';
test('ends', () => {});
test('waits', async (t) => {
  t.after(() => new Promise((resolve) => setInterval(() => resolve, 1_000)));
  throw new Error('has failed');
});
`;

test('a file that does not end is ended, and what had not ended is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'hangs.test.ts');
  writeFileSync(file, HANGS);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ['--import', 'tsx', '--import', './test/support/file-limit.ts', 'scripts/test-run.mjs', '1', file];
  const { stdout, status } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env: { ...env, TRUNKLINE_TEST_FILE_ENDS_WITHIN_MS: '5000' },
    encoding: 'utf8',
  });
  assert.match(stdout, /has not ended within 5000 ms/);
  assert.match(stdout, /^not ended: waits$/m);
  assert.match(stdout, /^1 passed, 1 failed$/m);
  assert.equal(status, 1);
});

/** A project whose files read each other in each of the ways that count. */
const PROJECT: Readonly<Record<string, string>> = {
  'src/clock.ts': 'export const now = 1; export type Instant = number;',
  'src/sender.ts': "import { now } from './clock.ts'; export const sent = now;",
  'src/sender.test.ts': "import { sent } from './sender.ts'; sent;",
  'src/typed.test.ts': "import type { Instant } from './clock.ts'; const at: Instant = 1; at;",
  'src/lonely.test.ts': 'export {};',
  'src/main.ts': "import './sender.ts';",
  'src/schema.ts': "import { join } from 'node:path'; const rootOf = () => '.'; join(rootOf(), 'src', 'migrations');",
  'src/schema.test.ts': "import './schema.ts';",
  'src/migrations/0001-first.sql': 'create table first ()',
  'test/page.test.ts': "const url = new URL('../docs/page.md', import.meta.url); url;",
  'test/process.test.ts': "const words = ['dist/main.js']; words;",
  'test/later.test.ts': "await import('../src/sender.ts');",
  'docs/page.md': 'A page.',
  'docs/unread.md': 'Another.',
  'data/figures.csv': '1',
  'package.json': '{ "type": "module" }',
};

/** The project as a repository: its first commit is main, and it stands on a branch of its own. */
function makeProject(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'trunkline-runner-'));
  t.after(() => rmSync(root, { recursive: true }));
  const env = { PATH: process.env.PATH, HOME: root };
  const git = (...words: string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  for (const [file, text] of Object.entries(PROJECT)) write(file, text);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'begin');
  git('checkout', '-qb', 'change');
  return {
    git,
    write,
    remove: (file: string) => rmSync(join(root, file)),
    append: (file: string) => write(file, `${PROJECT[file]}\n`),
    /** The files that are affected, without their folders and endings. */
    affected(...words: string[]): string {
      const args = [join(root, 'scripts', 'changed-tests.mjs'), ...words];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      return stdout.replace(/\S+\/(\w+)\.test\.ts\n/g, '$1 ').trim();
    },
  };
}

const ALL = 'lonely schema sender typed later page process';

test('a change runs the test files that import it, at any remove, and those that start a program made of it', (t) => {
  const { append, affected } = makeProject(t);
  assert.equal(affected(), '');
  append('src/clock.ts');
  assert.equal(affected(), 'sender later process');
});

test('a change runs a test file that changed, is new, or imports what is no more', (t) => {
  const { append, write, remove, affected } = makeProject(t);
  append('src/lonely.test.ts');
  assert.equal(affected(), 'lonely');
  write('src/fresh.test.ts', 'export {};');
  assert.equal(affected(), 'fresh lonely');
  remove('src/schema.ts');
  assert.equal(affected(), 'fresh lonely schema');
});

test('a change of what is read and not imported runs those that name it or its folder', (t) => {
  const { append, write, affected } = makeProject(t);
  append('docs/page.md');
  assert.equal(affected(), 'page');
  write('src/migrations/0002-second.sql', 'create table second ()');
  assert.equal(affected(), 'schema page');
});

test('a change of what nobody names runs everything, unless it is a document', (t) => {
  const { append, affected } = makeProject(t);
  append('docs/unread.md');
  assert.equal(affected(), '');
  append('data/figures.csv');
  assert.equal(affected(), ALL);
});

test('a change of the packages runs everything', (t) => {
  const { append, affected } = makeProject(t);
  append('package.json');
  assert.equal(affected(), ALL);
});

test('a change is counted from where its branch left main, on main from origin/main, or from a commit that is named', (t) => {
  const { git, append, affected } = makeProject(t);
  append('src/sender.ts');
  git('commit', '-qam', 'change');
  assert.equal(affected(), 'sender later process');
  assert.equal(affected('HEAD'), '');
  git('checkout', '-q', 'main');
  append('src/lonely.test.ts');
  assert.equal(affected(), 'lonely', 'what is not committed, as there is no origin/main');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('commit', '-qam', 'another');
  assert.equal(affected(), 'lonely');
});
