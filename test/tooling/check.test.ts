/** The project's own checks find what they are there for: each is run on a small project that is wrong on purpose. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HEADER = '/** Owns something. */\n';

interface Checked {
  readonly status: number | null;
  readonly findings: readonly string[];
}

type Check =
  | 'check-imports'
  | 'check-shape'
  | 'check-source'
  | 'check-jobs'
  | 'check-docs'
  | 'check-patterns'
  | 'check-api-types'
  | 'check-console';

async function check(t: TestContext, name: Check, files: Readonly<Record<string, string>>): Promise<Checked> {
  const root = await mkdtemp(join(tmpdir(), 'trunkline-check-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  const script = fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  return { status, findings: stderr.split('\n').filter((line) => line !== '') };
}

function assertFound({ status, findings }: Checked, expected: readonly RegExp[]): void {
  assert.equal(status, 1);
  for (const pattern of expected) {
    assert.ok(
      findings.some((finding) => pattern.test(finding)),
      `${pattern} is not in:\n${findings.join('\n')}`,
    );
  }
  assert.equal(findings.length, expected.length, findings.join('\n'));
}

test('an import against the direction is found with its place', async (t) => {
  const checked = await check(t, 'check-imports', {
    'src/lib/money.ts': `${HEADER}import { open } from '../store/pool.ts';\n`,
    'src/store/pool.ts': `${HEADER}import { send } from '../carriers/smpp/carrier.ts';\n`,
    'src/engine/door/door.ts': `${HEADER}import {\n  reply,\n} from '../../http/reply.ts';\n`,
    'src/operations/send/handler.ts': `${HEADER}export { reply } from '../../http/reply.ts';\n`,
    'src/carriers/smpp/carrier.ts': `${HEADER}const store = await import('../../store/pool.ts');\n`,
    'cli/cli.ts': `${HEADER}import { open } from '../src/store/pool.ts';\n`,
  });
  assertFound(checked, [
    /^src\/lib\/money\.ts:2 lib imports src\/store\/pool\.ts/,
    /^src\/store\/pool\.ts:2 store imports src\/carriers\/smpp\/carrier\.ts/,
    /^src\/engine\/door\/door\.ts:2 engine imports src\/http\/reply\.ts/,
    /^src\/operations\/send\/handler\.ts:2 operations imports src\/http\/reply\.ts/,
    /^src\/carriers\/smpp\/carrier\.ts:2 carriers imports src\/store\/pool\.ts/,
    /^cli\/cli\.ts:2 cli imports src\/store\/pool\.ts/,
    /^src\/store\/pool\.ts:1 imports itself: src\/store\/pool\.ts → src\/carriers\/smpp\/carrier\.ts → /,
  ]);
});

test('a pure file that imports code, and shipped code that imports a test, are found', async (t) => {
  const checked = await check(t, 'check-imports', {
    'src/engine/message/advance.ts': `${HEADER}import { readFile } from 'node:fs/promises';\nimport { run } from '../../lib/worker.ts';\n`,
    'src/lib/worker.ts': `${HEADER}import { clock } from '../../test/support/manual-clock.ts';\n`,
  });
  assertFound(checked, [
    /^src\/engine\/message\/advance\.ts:2 is pure and imports code of node:fs/,
    /^src\/engine\/message\/advance\.ts:3 is pure and imports code of src\/lib\/worker\.ts/,
    /^src\/lib\/worker\.ts:2 imports test\/support\/manual-clock\.ts, which belongs to the tests/,
  ]);
});

test('imports along the direction, and types of contract files, are no finding', async (t) => {
  const checked = await check(t, 'check-imports', {
    'src/http/server.ts': `${HEADER}import { send } from '../operations/send/handler.ts';\nimport { now } from '../lib/clock.ts';\n`,
    'src/store/rows.ts': `${HEADER}import type { Message } from '../engine/message/message.ts';\nimport 'pg';\n`,
    'src/engine/message/advance.ts': `${HEADER}import type { Clock } from '../../lib/clock.ts';\nimport { CODE } from './codes.ts';\n`,
    'src/store/attempts.ts': `${HEADER}import { MOST_ATTEMPTS } from '../carriers/channels.ts';\n`,
    'src/lib/worker.ts': `${HEADER}// import { reply } from '../http/reply.ts';\nconst text = "import x from '../http/reply.ts'";\n`,
    'src/http/server.test.ts': "import { start } from '../main.ts';\n",
  });
  assert.deepEqual(checked, { status: 0, findings: [] });
});

test('a room of the engine that imports against the direction is found', async (t) => {
  const checked = await check(t, 'check-imports', {
    'src/engine/door/door.ts': `${HEADER}import { place } from '../sending/outbox.ts';\nimport { begin } from '../message/advance.ts';\n`,
    'src/engine/arriving/inbox.ts': `${HEADER}import type { Relay } from '../masking/relay.ts';\n`,
    'src/engine/attic/old.ts': `${HEADER}import { begin } from '../message/advance.ts';\n`,
    'src/engine/message/advance.ts': `${HEADER}import type { Engine } from '../engine.ts';\n`,
  });
  assertFound(checked, [
    /^src\/engine\/door\/door\.ts:2 door imports src\/engine\/sending\/outbox\.ts; it may import history, message/,
    /^src\/engine\/arriving\/inbox\.ts:2 arriving imports src\/engine\/masking\/relay\.ts/,
    /^src\/engine\/attic\/old\.ts:2 belongs to no room/,
    /^src\/engine\/message\/advance\.ts:2 message imports src\/engine\/engine\.ts/,
  ]);
});

test('a file that reaches itself by way of its imports is found, types included', async (t) => {
  const checked = await check(t, 'check-imports', {
    'src/lib/a.ts': `${HEADER}import { b } from './b.ts';\n`,
    'src/lib/b.ts': `${HEADER}import type { C } from './c.ts';\nimport { leaf } from './leaf.ts';\n`,
    'src/lib/c.ts': `${HEADER}export { a } from './a.ts';\n`,
    'src/lib/leaf.ts': HEADER,
    'src/lib/before.ts': `${HEADER}import { a } from './a.ts';\n`,
  });
  assertFound(checked, [/^src\/lib\/a\.ts:1 imports itself: src\/lib\/a\.ts → src\/lib\/b\.ts → src\/lib\/c\.ts → /]);
});

test('a package that is not declared, and a dependency that nothing imports, are found', async (t) => {
  const checked = await check(t, 'check-imports', {
    'package.json': '{"dependencies":{"pg":"1","@scope/used":"1","left":"1"},"devDependencies":{"smpp":"1"}}',
    'src/store/rows.ts': `${HEADER}import pg from 'pg';\nimport { x } from '@scope/used/x';\nimport { y } from 'smpp';\n`,
    'src/store/rows.test.ts': "import { y } from 'smpp';\n",
  });
  assertFound(checked, [
    /^src\/store\/rows\.ts:4 imports smpp, which is no runtime dependency/,
    /^package\.json:1 left is a runtime dependency, and no code imports it/,
  ]);
});

test('time, dice, the environment and SQL are found where they do not belong', async (t) => {
  const checked = await check(t, 'check-source', {
    'src/engine/late.ts': [
      HEADER.trim(),
      '// Date.now() in a comment is fine.',
      'const at = Date.now();',
      'setTimeout(run, 10);',
      'const dice = Math.random();',
      'const home = process.env.HOME;',
      "const sql = 'select id from messages';",
      `const both = \`\${"x"} \${new Date()}\`;`,
      'const pattern = /[`\'"/]/; const later = performance.now();',
    ].join('\n'),
    'src/store/rows.ts': `${HEADER}const sql = \`\n  update messages set at = now()\n\`;\n`,
  });
  assertFound(checked, [
    /^src\/engine\/late\.ts:3 Date\.now/,
    /^src\/engine\/late\.ts:4 setTimeout/,
    /^src\/engine\/late\.ts:5 Math\.random/,
    /^src\/engine\/late\.ts:6 process\.env/,
    /^src\/engine\/late\.ts:7 SQL stands in src\/store/,
    /^src\/engine\/late\.ts:8 new Date\(\)/,
    /^src\/engine\/late\.ts:9 performance\.now/,
    /^src\/store\/rows\.ts:3 now\(\): time is a parameter/,
  ]);
});

test('a channel that is told apart by its name outside of the tables is found', async (t) => {
  const compared = [
    HEADER.trim(),
    "const isFax = carrier.channel === 'fax';",
    "const isPost = 'post' !== channelOf(row.carrier);",
    'const either = channel == "fax" || x;',
    "switch (channel) { case 'fax': run(); }",
    "const known = ['post', 'fax'].includes(channel);",
    "const listed = channels.includes('post');",
    "if (of(row)\n  === 'post') run();",
  ].join('\n');
  const fine = [
    HEADER.trim(),
    "const plan = { channel: 'fax', ...rest };",
    "let channel: Channel = 'post'; channel = 'fax';",
    "const both: readonly Channel[] = ['fax', 'post'];",
    "const other = kind === 'letter';",
    "// channel === 'fax' in a comment is fine.",
  ].join('\n');
  const type = `${HEADER}export type Channel = 'fax' | 'post';\n`;
  const checked = await check(t, 'check-source', {
    'src/carriers/carrier.ts': type,
    'src/carriers/channels.ts': `${HEADER}const is = (channel) => channel === 'fax';\n`,
    'src/engine/compared.ts': compared,
    'src/engine/fine.ts': fine,
    'src/engine/compared.test.ts': "assert.ok(channel === 'fax');\n",
  });
  assertFound(checked, [
    /^src\/engine\/compared\.ts:2 'fax' is compared; src\/carriers\/channels\.ts tells channels apart/,
    /^src\/engine\/compared\.ts:3 'post'/,
    /^src\/engine\/compared\.ts:4 'fax'/,
    /^src\/engine\/compared\.ts:5 'fax'/,
    /^src\/engine\/compared\.ts:6 'post'/,
    /^src\/engine\/compared\.ts:6 'fax'/,
    /^src\/engine\/compared\.ts:7 'post'/,
    /^src\/engine\/compared\.ts:9 'post'/,
  ]);
  const unnamed = await check(t, 'check-source', {
    'src/carriers/carrier.ts': `${HEADER}export type Channel = keyof typeof CHANNELS;\n`,
  });
  assertFound(unnamed, [/^src\/carriers\/carrier\.ts:1 names no channel/]);
});

test('a file without a header, one that is too long and work put off are found', async (t) => {
  const later = ['TO', 'DO'].join('');
  const checked = await check(t, 'check-source', {
    'src/lib/bare.ts': 'export const one = 1;\n',
    'src/lib/later.ts': `${HEADER}// ${later}: the rest\n`,
    'package-lock.json': '{\n  "resolved": "https://example.net/a.tgz"\n}\n',
  });
  assertFound(checked, [
    /^src\/lib\/bare\.ts:1 begins with no comment/,
    /^src\/lib\/later\.ts:2 /,
    /^package-lock\.json:2 names the server/,
  ]);
});

test('files, functions and folders that are too large are found, and exceptions that nobody needs', async (t) => {
  const functions = `
export function few(a: string, b: Map<string, number>, c: () => void, d = [1, 2]): void {}
export async function many(
  tx: Transaction,
  rows: ReadonlyArray<readonly [string, number]>,
  { a, b }: Options,
  again = false,
  behind?: (a: string, b: string) => void,
): Promise<{ count: number }> {
  return run(tx, rows, a, b, again);
}
class Fifth {
  constructor(a: A, b: B, c: C, d: D, e: E) {}
}
export const arrow = (a: A, b: B, c: C, d: D, e: E): F => run(a);
export interface Known { readonly read: (a: A, b: B, c: C, d: D, e: E) => F }
`;
  const folder = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`src/engine/door/file-${n}.ts`, HEADER]));
  const checked = await check(t, 'check-shape', {
    ...folder,
    'src/lib/long.ts': HEADER + '\n'.repeat(400),
    'src/lib/enough.ts': HEADER + '\n'.repeat(399),
    'src/store/long.ts': HEADER + '\n'.repeat(320),
    'src/store/excepted.ts': HEADER + '\n'.repeat(330),
    'src/lib/functions.ts': HEADER + functions,
    'scripts/shape-exceptions.json': JSON.stringify({
      longer: { 'src/store/excepted.ts': 331, 'src/lib/gone.ts': 401 },
      more: { 'src/lib/functions.ts arrow': 5 },
    }),
  });
  assertFound(checked, [
    /^src\/lib\/long\.ts:401 has 401 lines; at most 400/,
    /^src\/store\/long\.ts:321 has 321 lines; at most 320/,
    /^src\/lib\/functions\.ts:\d+ many takes 5 parameters/,
    /^src\/lib\/functions\.ts:\d+ constructor takes 5 parameters/,
    /^src\/lib\/functions\.ts:\d+ read takes 5 parameters/,
    /^src\/engine\/door:1 holds 15 files; at most 14/,
    /^scripts\/shape-exceptions\.json:1 src\/lib\/gone\.ts needs no exception/,
  ]);
});

const DOCUMENTS: Readonly<Record<string, string>> = {
  'package.json': '{"version":"1.0.0","scripts":{"check":"x"},"dependencies":{"pg":"1"}}',
  'README.md': '# Read me\n\nSee [how](ARCHITECTURE.md#the-parts) and `src/lib/a.ts`; run `npm run check`.\n',
  'ARCHITECTURE.md': '# Shape\n\n## The parts\n\n`src/lib/` holds what two parts need.\n',
  'STYLE.md': '# Style\n',
  'CONTRIBUTING.md': '# Contributing\n',
  'SECURITY.md': '# Security\n',
  'CHANGELOG.md': '# Changes\n\n## [Unreleased]\n',
  'docs/README.md': '[states](states.md) [decisions](decisions/README.md)\n',
  'docs/states.md': '`ready` `done` `unsent` `3000`\n',
  'docs/decisions/README.md': '[dependencies](dependencies.md)\n',
  'docs/decisions/dependencies.md': '| `pg` | reaches PostgreSQL |\n',
  'src/lib/a.ts': HEADER,
  'src/engine/message/message.ts': "export type AttemptState = 'ready' | 'done';\nexport type PartState = 'unsent';\n",
  'src/engine/message/codes.ts': 'export const CODE = {\n  delivered: 3000,\n};\n',
};

test('documents that agree with the project are no finding', async (t) => {
  const checked = await check(t, 'check-docs', {
    ...DOCUMENTS,
    'ARCHITECTURE.md': `${DOCUMENTS['ARCHITECTURE.md']}\`src/engine/message/\` decides.\n`,
  });
  assert.deepEqual(checked, { status: 0, findings: [] });
});

test('a glossary has one row for each word of its list, and no other', async (t) => {
  const rows = ['Word', '---', 'account', 'message', 'message', 'gadget'].map((word) => `| ${word} | meaning |\n`);
  const { findings } = await check(t, 'check-docs', {
    ...DOCUMENTS,
    'ARCHITECTURE.md': `# Shape\n\n## Words\n\n${rows.join('')}\n## The parts\n\n\`src/lib/\` \`src/engine/message/\`\n`,
  });
  const said = (text: string) => findings.filter((line) => line.includes(text)).length;
  assert.equal(said('Words: "account"'), 0);
  assert.equal(said('Words: "message" has to have one row'), 1);
  assert.equal(said('Words: "attempt" has to have one row'), 1);
  assert.equal(said('Words: "gadget" is no word of the list'), 1);
});

test('a file in a picture that does not exist is found', async (t) => {
  const picture = '```mermaid\nflowchart TD\n  a["here<br/>lib/a.ts"] --> b["gone<br/>lib/gone.ts"]\n```\n';
  const { findings } = await check(t, 'check-docs', {
    ...DOCUMENTS,
    'ARCHITECTURE.md': `${DOCUMENTS['ARCHITECTURE.md']}\`src/engine/message/\` decides.\n\n${picture}`,
  });
  assert.deepEqual(findings, ['ARCHITECTURE.md:10 lib/gone.ts: no such file']);
});

test('documents that do not agree with the project are found', async (t) => {
  const checked = await check(t, 'check-docs', {
    ...DOCUMENTS,
    'README.md': '[a](gone.md) [b](STYLE.md#gone) `src/gone.ts`\n\n```\nnpm run gone\n```\n',
    'docs/states.md': '`ready` `unsent`\n',
    'docs/left-out.md': '# Left out\n',
    'docs/decisions/dependencies.md': '| `pgx` | gone |\n',
    'CHANGELOG.md': '# Changes\n\n## [0.9.0]\n',
  });
  assertFound(checked, [
    /^README\.md:1 link to gone\.md/,
    /^README\.md:1 link to STYLE\.md#gone/,
    /^README\.md:1 `src\/gone\.ts`/,
    /^README\.md:4 npm run gone/,
    /^ARCHITECTURE\.md:1 does not say what src\/engine\/message\/ is/,
    /^docs\/README\.md:1 does not lead to docs\/left-out\.md/,
    /^docs\/states\.md:1 does not explain `done`/,
    /^docs\/states\.md:1 does not explain `3000`/,
    /^docs\/decisions\/dependencies\.md:1 does not say why pg /,
    /^docs\/decisions\/dependencies\.md:1 pgx is no dependency/,
    /^CHANGELOG\.md:3 has no entry for 1\.0\.0/,
  ]);
});

const LATER = `# Architecture

## What runs later

| A row says when | Who |
|---|---|
| \`messages.due_at\`, \`messages.held_until\` | timers |

| Job | What | Wakes it | Longest sleep | File |
|---|---|---|---|---|
| sweep | sweeps | the poll | until woken | \`src/engine/sweep.ts\` |
| watch | watches | – | 10 min | \`src/engine/watch.ts\` |
| count | counts | – | as its work says: 5 s or more | \`src/engine/watch.ts\` |

## Map
`;
const RUN_LATER = {
  'ARCHITECTURE.md': LATER,
  'src/engine/sweep.ts': `${HEADER}class Sweep {
  readonly name = 'sweep';
  start() {
    const longestSleepMs = Number.POSITIVE_INFINITY;
    // Not new Worker({}).
    new Worker({ context, name: this.name, work, longestSleepMs });
  }
}
`,
  'src/engine/watch.ts': `${HEADER}const EVERY_MS = 600_000;
new Worker({
  name: 'watch',
  longestSleepMs: EVERY_MS,
});
new Worker({ name: 'count', longestSleepMs: Number.MAX_SAFE_INTEGER });
`,
  'src/engine/watch.test.ts': "new Worker({ name: 'of a test' });\n",
  'src/store/migrations/0001.sql':
    'create table messages (\n  due_at timestamptz,\n  made_at timestamptz\n);\nalter table messages add column held_until timestamptz;\n',
};

test('a list of what runs later that agrees with the code is no finding', async (t) => {
  assert.deepEqual(await check(t, 'check-jobs', RUN_LATER), { status: 0, findings: [] });
});

test('jobs and due rows that are not listed, are listed and gone, or sleep for longer are found', async (t) => {
  const checked = await check(t, 'check-jobs', {
    ...RUN_LATER,
    'ARCHITECTURE.md': LATER.replace('10 min', '1 min').replace('messages.held_until', 'callbacks.held_until'),
    'src/engine/sweep.ts': `${HEADER}new Worker({ context, name: 'broom', work });\n`,
  });
  assertFound(checked, [
    /^src\/engine\/sweep\.ts:2 ARCHITECTURE\.md does not list the job "broom"/,
    /^ARCHITECTURE\.md:11 src\/engine\/sweep\.ts runs no job "sweep"/,
    /^ARCHITECTURE\.md:12 watch sleeps 1 min at most; in the code: 10 min/,
    /^src\/store\/migrations\/0001\.sql:5 ARCHITECTURE\.md does not say who takes messages\.held_until/,
    /^ARCHITECTURE\.md:7 no migration makes callbacks\.held_until/,
  ]);
});

test('a pattern that may take more steps than its text is long is found in files that read what others send', async (t) => {
  const patterns = String.raw`
const GOOD = [/^\d{1,15}$/, /^[a-z]+$/, /\r?\n[ \t]+/g, /[,?]/, /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i, /%(?![0-9A-F]{2})/];
const BAD = [
  /^\s*([^\s=;"]+)\s*$/,
  /\s+$/,
  /^\s*signal$/im,
  /^(?:a|b+)*$/,
  /^(a+)+$/,
  /^x|\s+y/,
  /(a{1,3}b)+/,
  /a{1,1000}b/,
];
const MADE = new RegExp('a');
const NONE = 4 / 2 / 1;
`;
  const checked = await check(t, 'check-patterns', { 'src/carriers/sip/messages/grammar.ts': `${HEADER}${patterns}` });
  assertFound(checked, [
    /:5 .*more than one part/,
    /:6 .*every place/,
    /:7 .*every place/,
    /:8 .*(more than one part|any number)/,
    /:9 .*(more than one part|any number)/,
    /:10 .*every place/,
    /:11 .*any number/,
    /:12 .*every place/,
    /:14 a pattern that is put together at run time/,
  ]);
});

const CONSOLE_PAGE = `<!doctype html>
<link rel="stylesheet" href="assets/main-A.css">
<script type="module" src="assets/main-A.js"></script>
<body><div id="root"></div></body>
`;

/** Nothing is wrong with it. */
const CONSOLE = {
  'openapi.yaml': 'openapi: 3.1.0\n',
  'console/main.tsx': `${HEADER}export const main = 1;\n`,
  'dist/console/index.html': CONSOLE_PAGE,
  'dist/console/files.json': '{ "first": ["assets/main-A.js", "assets/main-A.css"] }',
  'dist/console/assets/main-A.js': 'import"./chunk-B.js";const a={style:{},onclick:1};',
  'dist/console/assets/main-A.css': '.a{background:url(data:image/png;base64,AA)}',
};

test('a console that keeps to its policy and its budget is no finding', async (t) => {
  assert.deepEqual(await check(t, 'check-console', CONSOLE), { status: 0, findings: [] });
});

test('a console whose page, styles or scripts the policy would stop is found', async (t) => {
  const checked = await check(t, 'check-console', {
    ...CONSOLE,
    'dist/console/index.html': `${CONSOLE_PAGE}<script>run()</script>
<p style="color:red" onclick="run()">
<style>p{}</style>
<link rel="stylesheet" href="https://cdn.example/a.css">
`,
    'dist/console/assets/main-A.css': '@import "b.css";.a{background:url(https://cdn.example/a.png)}',
    'dist/console/assets/main-A.js': 'import"https://cdn.example/a.js";eval("1")',
    'console/main.tsx': `${HEADER}export const main = <p dangerouslySetInnerHTML={{ __html: text }} />;\n`,
  });
  assertFound(checked, [
    /index\.html:5 <script>: the policy/,
    /index\.html:6 style=: the policy/,
    /index\.html:6 onclick=: the policy/,
    /index\.html:7 <style>: the policy/,
    /index\.html:8 href="https:\/\/: the policy/,
    /main-A\.css:1 @import: the policy/,
    /main-A\.css:1 url\(https:\/\/: the policy/,
    /main-A\.js:1 import"https:\/\/: the policy/,
    /main-A\.js:1 ;?eval\(: the policy/,
    /^console\/main\.tsx:2 dangerouslySetInnerHTML: markup is made by React alone/,
  ]);
});

test('types that are older than the API are found', async (t) => {
  const old = '/**\n * openapi.yaml: sha256 00\n */\n';
  const files = { 'openapi.yaml': 'openapi: 3.1.0\n', 'console/api/schema.ts': old, 'sdk/src/schema.ts': old };
  assertFound(await check(t, 'check-api-types', files), [
    /^console\/api\/schema\.ts:1 is older than openapi\.yaml: npm run api:types/,
    /^sdk\/src\/schema\.ts:1 is older than openapi\.yaml: npm run api:types/,
  ]);
});

test('a console that is too large at first is found', async (t) => {
  const noise = randomBytes(260 * 1024).toString('latin1');
  const checked = await check(t, 'check-console', {
    ...CONSOLE,
    'dist/console/assets/main-A.js': `//${noise.replaceAll('\n', ' ')}`,
  });
  assertFound(checked, [/^dist\/console\/index\.html:1 the first load has \d+ KB as gzip; at most 250/]);
});
