// Runs test files, each in a process of its own, a few at a time, and reports (test-reporter.mjs).
//
//   node scripts/test-run.mjs FILES_AT_A_TIME FILE…
//
// 1. They begin in the order in which they are named; `node --test` would sort them by path.
// 2. What this process was started with (`--import` …) holds for theirs as well: the runner sees to it.
import { run } from 'node:test';
import report from './test-reporter.mjs';

const [filesAtATime, ...files] = process.argv.slice(2);
const tests = run({ files, concurrency: Number(filesAtATime) });
tests.on('test:fail', () => {
  process.exitCode = 1;
});
tests.compose(report).pipe(process.stdout);
