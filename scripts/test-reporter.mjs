// What `npm test` prints: every failure with its reason where it comes and, where a file's process ended before its tests,
// what had not ended; then the slowest files with their tests and seconds, the failures once more, and the sum.
import { relative } from 'node:path';
import { inspect } from 'node:util';

const SLOWEST = 20;

export default async function* report(source) {
  const files = new Map();
  const failures = [];
  let passed = 0;
  let failed = 0;
  const nameOf = (data) => relative(process.cwd(), data.file ?? '');
  const fileOf = (data) => {
    const name = nameOf(data);
    if (!files.has(name)) files.set(name, { passed: 0, seconds: 0, underWay: new Set() });
    return files.get(name);
  };
  // The file itself is reported as a test of its own.
  const isFile = (data) => data.nesting === 0 && data.name.endsWith('.test.ts');
  for await (const { type, data } of source) {
    if (type === 'test:diagnostic' && data.file && data.nesting > 0) yield `       ${data.message}\n`;
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type === 'test:dequeue' && !isFile(data)) fileOf(data).underWay.add(data.name);
    if (type === 'test:complete') fileOf(data).underWay.delete(data.name);
    // With what is done before, between and after the tests; an older Node says it of no file.
    if (type === 'test:summary' && data.file) fileOf(data).whole = data.duration_ms / 1_000;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = fileOf(data);
    if (data.nesting === 0 && !isFile(data)) file.seconds += data.details.duration_ms / 1_000;
    if (type === 'test:fail') {
      const { error } = data.details;
      if (error?.failureType !== 'subtestsFailed') {
        failed += 1;
        const failure = `${nameOf(data)}: ${data.name}\n${reasonOf(error, isFile(data) ? file.underWay : [])}\n`;
        failures.push(failure);
        // Here, between what the others say at that time, and once more at the end.
        yield `FAILED ${failure}`;
      }
    } else if (data.details?.type !== 'suite' && !isFile(data)) {
      passed += 1;
      file.passed += 1;
    }
  }
  const timed = [...files].map(([name, file]) => ({ name, passed: file.passed, seconds: file.whole ?? file.seconds }));
  timed.sort((one, other) => other.seconds - one.seconds);
  for (const { name, passed, seconds } of timed.slice(0, SLOWEST)) {
    yield `${String(passed).padStart(5)}  ${seconds.toFixed(1).padStart(6)} s  ${name}\n`;
  }
  const rest = timed.slice(SLOWEST);
  const restSeconds = rest.reduce((sum, { seconds }) => sum + seconds, 0);
  if (rest.length > 0) yield `       ${restSeconds.toFixed(1).padStart(6)} s  ${rest.length} more files\n`;
  for (const failure of failures) yield `\n${failure}`;
  yield `${passed} passed, ${failed} failed\n`;
}

function reasonOf(error, underWay) {
  const cause = error?.cause ?? error;
  // The stack of several errors together names none of them.
  const reason = cause instanceof AggregateError ? inspect(cause) : (cause?.stack ?? inspect(cause));
  return [reason, ...[...underWay].map((name) => `not ended: ${name}`)].join('\n');
}
