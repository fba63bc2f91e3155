/** The packages that scripts/test-packages.mjs puts together for a run are to the sources what Node makes of their names. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Set by scripts/test.mjs where Node is new enough. */
const FOLDER = process.env.TRUNKLINE_TEST_PACKAGES;

/** In a process that knows nothing of them: what each name exports, beside what is in the folder for it. */
const COMPARE = `
  const [folder, ...names] = process.argv.slice(1);
  const kindsOf = (all) => Object.fromEntries(Object.keys(all).sort().filter((key) => key !== 'module.exports').map((key) => [key, typeof all[key]]));
  const found = [];
  for (const [name, file] of Object.entries(JSON.parse(process.env.MAP))) {
    found.push({ name, own: kindsOf(await import(name)), bundled: kindsOf(await import(folder + '/' + file)) });
  }
  process.stdout.write(JSON.stringify(found));
  process.exit(0);
`;

interface Compared {
  readonly name: string;
  readonly own: object;
  readonly bundled: object;
}

test('a package that is bundled for the tests exports what the package does', { skip: FOLDER === undefined }, () => {
  const folder = FOLDER ?? '';
  const map = readFileSync(join(folder, 'map.json'), 'utf8');
  const { TRUNKLINE_TEST_PACKAGES: _, NODE_TEST_CONTEXT: __, NODE_OPTIONS: ___, ...env } = process.env;
  const words = ['--input-type=module', '--eval', COMPARE, '--', pathToFileURL(folder).href];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env: { ...env, MAP: map },
    encoding: 'utf8',
    maxBuffer: 16 * 1024 ** 2,
  });
  assert.equal(status, 0, stderr);
  const compared = JSON.parse(stdout) as Compared[];
  for (const name of ['fastify', 'pg', 'typebox', 'undici', '@opentelemetry/api']) {
    assert.ok(
      compared.some((each) => each.name === name),
      `${name} is among them`,
    );
  }
  for (const { name, own, bundled } of compared) assert.deepEqual(bundled, own, name);
});

test('a source gets a package out of the folder, and another source as it lies there', { skip: !FOLDER }, () => {
  assert.ok(import.meta.resolve('typebox').startsWith(pathToFileURL(FOLDER ?? '').href));
  assert.equal(import.meta.resolve('./check.test.ts'), pathToFileURL(join(ROOT, 'test/tooling/check.test.ts')).href);
});
