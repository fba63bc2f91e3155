// Runs the tests on one PostgreSQL that it starts and stops, and ends with a line "N passed, N failed".
//
//   node scripts/test.mjs                    the short ones: all but those below
//   node scripts/test.mjs --long             simulations and counts that take minutes each
//   node scripts/test.mjs --interop          the tests against peers that are not ours
//   node scripts/test.mjs --changed[=COMMIT] only files that the change since main can affect (changed-tests.mjs)
//   node scripts/test.mjs src/engine FILE…   only files whose path contains one of the words, also long ones
//   node scripts/test.mjs --lanes 8 …        with the buckets in eight lanes, as on a distributed PostgreSQL
//   node scripts/test.mjs --citus URL …      on a Citus cluster, whose coordinator has that address
//
// What the tests send to PostgreSQL is written down, and looked at by one more test when all have run. A file that has
// not ended after ten minutes, many times what the longest takes (on a cluster fifty), fails: what hangs is named.
//
// Node's own runner does the work; this adds the database, the sum and an exit code that cannot be 0 by accident.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STATEMENTS, testFiles } from './test-files.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { testPackages } from './test-packages.mjs';

/** Node strips the types itself and remembers what it made of a file; one that is too old for that has tsx. */
const TYPESCRIPT = process.features.typescript ? [] : ['--import', 'tsx'];

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const suite = ['interop', 'long'].find((name) => takeFlag(`--${name}`));
const lanes = wholeNumber('--lanes') ?? 1;
const citus = takeOption('--citus');
const changed = takeFlag('--changed') ? null : takeOption('--changed');
const unknown = args.find((arg) => arg.startsWith('-'));
if (unknown !== undefined) throw new Error(`there is no option ${unknown}`);

function takeFlag(name) {
  const index = args.indexOf(name);
  return index >= 0 && args.splice(index, 1).length > 0;
}

/** Takes `--name value` or `--name=value` out of the arguments; undefined when it is not there. */
function takeOption(name) {
  const index = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (index < 0) return undefined;
  const [option] = args.splice(index, 1);
  return option === name ? (args.splice(index, 1)[0] ?? '') : option.slice(name.length + 1);
}

function wholeNumber(name) {
  const text = takeOption(name);
  if (text === undefined || /^[1-9]\d*$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`${name} takes a whole number from 1, not ${text}`);
}

/** Starts the database in a process of its own, so that its end is certain. */
function startDatabase() {
  const child = spawn(
    process.execPath,
    [...TYPESCRIPT, '--import', PACKAGES, 'test/support/postgres/postgres-server.ts'],
    {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const line = /^(\S+)\n/.exec(text);
      if (line) resolve(line[1]);
    });
    child.once('exit', () => reject(new Error('the database of the tests did not start')));
  });
  return {
    url,
    // Closing its standard input tells it to stop.
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** A cluster on one machine is a few servers that share it: all of it takes three quarters of an hour there. */
const PATIENCE = citus === undefined ? 1 : 5;
const FILE_ENDS_WITHIN_MS = 600_000 * PATIENCE;
/** Also with a file in it whose loop stands still. */
const RUN_ENDS_WITHIN_MS = 2_400_000 * PATIENCE;
/** After the sum, until what a file left behind is held against it. */
const RUNNER_ENDS_WITHIN_MS = 10_000;
const SUM = /(\d+) passed, (\d+) failed\s*$/;

/**
 * More than the two cores of CI: a file of tests waits half of its time, for sockets, the database and leases; one against
 * peers for browsers and calls as well.
 */
const FILES_AT_A_TIME = suite === 'interop' ? 4 : 3;

const PACKAGES = './test/support/packages.mjs';
const LOADED = [PACKAGES, './test/support/postgres/record-statements.ts', './test/support/file-limit.ts'];

/** Runs the files, passes their report on and counts. */
function runTests(files, database) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        ...TYPESCRIPT,
        ...LOADED.flatMap((module) => ['--import', module]),
        'scripts/test-run.mjs',
        String(FILES_AT_A_TIME),
        ...files,
      ],
      { cwd: root, env: { ...env, TRUNKLINE_TEST_DATABASE: database }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const limit = setTimeout(() => {
      console.log(`the tests have not ended within ${RUN_ENDS_WITHIN_MS} ms`);
      child.kill('SIGKILL');
    }, RUN_ENDS_WITHIN_MS);
    let last = '';
    let patience;
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      last = (last + chunk).slice(-2_000);
      clearTimeout(patience);
      if (SUM.test(last)) patience = setTimeout(() => child.kill('SIGKILL'), RUNNER_ENDS_WITHIN_MS);
    });
    child.once('exit', (code) => {
      clearTimeout(patience);
      clearTimeout(limit);
      const sum = SUM.exec(last);
      resolve({ code, sum: sum && { passed: Number(sum[1]), failed: Number(sum[2]) } });
    });
  });
}

// Of files that run beside each other each would build what it starts.
const build = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) throw new Error('the build failed');

const folder = makeTestFolder();
const recorded = join(folder, 'statements');
mkdirSync(recorded);
const env = {
  ...process.env,
  TMPDIR: folder,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'trunkline-tests'),
  TRUNKLINE_TEST_LANES: String(lanes),
  TRUNKLINE_TEST_STATEMENTS: recorded,
  TRUNKLINE_TEST_FILE_ENDS_WITHIN_MS: String(FILE_ENDS_WITHIN_MS),
};
if (citus !== undefined) env.TRUNKLINE_TEST_CITUS = citus;
const packages = await testPackages(root);
if (packages !== null) env.TRUNKLINE_TEST_PACKAGES = packages;
const files = testFiles(root, { suite, words: args, changed });
const isWhole = args.length === 0 && changed === undefined && suite !== 'interop';
const first = isWhole ? files.filter((file) => file !== STATEMENTS) : files;
if (files.length === 0) {
  console.log('0 passed, 0 failed');
  // That nothing is affected is right; that nothing is called so is a mistake.
  process.exit(changed === undefined ? 1 : 0);
}
const database = citus === undefined ? startDatabase() : { url: citus, stop: () => {} };
const runs = [await runTests(first, await database.url)];
await database.stop();
if (isWhole) {
  // Every statement of the store is sent by a short test.
  if (suite === undefined) env.TRUNKLINE_TEST_COMPLETE = 'yes';
  runs.push(await runTests([STATEMENTS], ''));
}
// A runner that fell over, or found nothing, has not passed.
const sum = (count) => runs.reduce((total, run) => total + count(run), 0);
const passed = sum((run) => run.sum?.passed ?? 0);
const failed = sum((run) => run.sum?.failed ?? 1);
if (runs.length > 1 || !runs[0].sum) console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = runs.every(({ code }) => code === 0) && failed === 0 && passed > 0 ? 0 : 1;
