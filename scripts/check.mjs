// `npm run check`: everything that a machine can say about the project without running it. Prints what is wrong with
// its place, and ends with an exit code of 1 when anything is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkApiTypes } from './check-api-types.mjs';
import { checkConsole } from './check-console.mjs';
import { checkDocs } from './check-docs.mjs';
import { checkImports } from './check-imports.mjs';
import { checkJobs } from './check-jobs.mjs';
import { checkPatterns } from './check-patterns.mjs';
import { checkShape } from './check-shape.mjs';
import { checkSource } from './check-source.mjs';
import { print } from './source-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const checks = [
  ['types', () => run('tsc', ['--pretty', 'false'])],
  ['types of the SDK', () => run('tsc', ['--pretty', 'false', '--noEmit', '--project', 'sdk'])],
  ['types of the console', () => run('tsc', ['--pretty', 'false', '--project', 'console'])],
  ['lint and format', () => run('biome', ['check', '--error-on-warnings', '.'])],
  ['import direction', () => print(checkImports(root))],
  ['rules of the source', () => print(checkSource(root))],
  ['size of files, functions and folders', () => print(checkShape(root))],
  ['patterns that read what others send', () => print(checkPatterns(root))],
  ['what runs later', () => print(checkJobs(root))],
  ['types of the API', () => print(checkApiTypes(root))],
  ['the console', () => built() && print(checkConsole(root))],
  ['documents', () => print(checkDocs(root))],
];

/** A tool of the project; what it finds goes straight to the terminal. */
function run(tool, args) {
  const { status, error } = spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`${tool} did not start: ${error.message}`);
  return status === 0;
}

/** Sizes are those of what there is. */
function built() {
  return (
    spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'inherit' }).status === 0
  );
}

const failed = checks.filter(([name, check]) => {
  const isRight = check();
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${name}`);
  return !isRight;
});
console.log(failed.length === 0 ? 'nothing is wrong' : `wrong: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
