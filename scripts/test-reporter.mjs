// What `npm test` prints: a line for each file with its seconds, every failure with its reason, and the sum at the end.
import { relative } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(source) {
  const files = new Map();
  const seconds = new Map();
  const failures = [];
  let passed = 0;
  let failed = 0;
  const fileOf = (data) => relative(process.cwd(), data.file ?? '');
  for await (const { type, data } of source) {
    if (type === 'test:diagnostic' && data.file && data.nesting > 0) yield `       ${data.message}\n`;
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details?.type === 'suite';
    // The file itself is reported as a test of its own.
    const isFile = data.nesting === 0 && data.name.endsWith('.test.ts');
    if (data.nesting === 0 && !isFile)
      seconds.set(fileOf(data), (seconds.get(fileOf(data)) ?? 0) + data.details.duration_ms / 1_000);
    if (type === 'test:fail') {
      const cause = data.details.error?.cause ?? data.details.error;
      const isOnlyBelow = data.details.error?.failureType === 'subtestsFailed';
      if (!isOnlyBelow) {
        failed += 1;
        failures.push({ name: data.name, file: fileOf(data), text: cause?.stack ?? inspect(cause) });
        yield `FAILED ${fileOf(data)}: ${data.name}\n`;
      }
    } else if (!isSuite && !isFile) {
      passed += 1;
      files.set(fileOf(data), (files.get(fileOf(data)) ?? 0) + 1);
    }
  }
  for (const [file, count] of [...files].sort()) {
    yield `${String(count).padStart(5)}  ${(seconds.get(file) ?? 0).toFixed(1).padStart(6)} s  ${file}\n`;
  }
  for (const { name, file, text } of failures) yield `\n${file}: ${name}\n${text}\n`;
  yield `${passed} passed, ${failed} failed\n`;
}
