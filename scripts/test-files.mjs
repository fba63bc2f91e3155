// Which test files a run takes.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { changedTests } from './changed-tests.mjs';

/** Looks at what the others have sent. */
export const STATEMENTS = 'test/tooling/statements.test.ts';

/**
 * Those that take longest: they begin first, so that none of them is what all others have ended before. What the runner
 * prints at its end says which they are.
 */
const LONGEST = [
  'test/fuzz/linear.long.test.ts',
  'test/simulation/verification-killed.test.ts',
  'test/simulation/processes.test.ts',
  'src/carriers/sip/messages/linear.long.test.ts',
  'test/simulation/kills.test.ts',
  'test/simulation/capability-killed.test.ts',
  'test/simulation/verification-kills.test.ts',
  'test/simulation/nodes-cut.test.ts',
  'test/simulation/outage-disk.test.ts',
  'test/interop/heard-call.test.ts',
  'test/interop/console/phones.test.ts',
  'test/interop/console/find.test.ts',
  'test/interop/conversations.test.ts',
  'test/interop/espeak.test.ts',
  'test/interop/heard-code.test.ts',
  'cli/cli.test.ts',
  'test/scenarios/scheduling.test.ts',
  'src/engine/data/erasures.test.ts',
  'test/scenarios/readme.test.ts',
  'test/scenarios/examples.test.ts',
  'test/fuzz/linear.test.ts',
  'test/scenarios/backup.test.ts',
];

/**
 * The suites; each file belongs to one. Long by nature are gateways as processes that live through minutes of faults, and
 * what goes over every input that an exhaustive test knows.
 */
export function suiteOf(file) {
  if (file.startsWith('test/interop/')) return 'interop';
  return file.startsWith('test/simulation/') || file.endsWith('.long.test.ts') ? 'long' : 'short';
}

/**
 * Paths from the root, the longest first and the others sorted. `suite`: one of suiteOf; absent, all but interop where
 * words name files, else the short ones. `words`: only files whose path contains one of them. `changed`: only those that
 * the change since that commit can affect, null from where changedTests starts by itself.
 */
export function testFiles(root, { suite, words, changed }) {
  const isWanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
  const named = suite === undefined && words.length > 0 ? ['short', 'long'] : [suite ?? 'short'];
  const isOfSuite = (file) => named.includes(suiteOf(file));
  if (changed === undefined) return allFiles(root).filter((file) => isOfSuite(file) && isWanted(file));
  const { files, why } = changedTests(root, changed ?? undefined);
  if (why !== null) console.log(`all files: ${why}`);
  const taken = files.filter((file) => isOfSuite(file) && isWanted(file));
  const left = files.filter((file) => isWanted(file) && !isOfSuite(file));
  console.log(`${taken.length} test files can be affected by what has changed`);
  for (const other of ['short', 'long', 'interop']) {
    const count = left.filter((file) => suiteOf(file) === other).length;
    const command = other === 'short' ? 'npm test' : `npm run test:${other}`;
    if (count > 0) console.log(`and ${count} of ${command} -- --changed`);
  }
  return taken;
}

function allFiles(root) {
  const files = ['src', 'cli', 'console', 'sdk/src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
    )
    .sort();
  const gone = LONGEST.find((file) => !files.includes(file));
  if (gone !== undefined) throw new Error(`${gone} is not there; LONGEST in scripts/test-files.mjs names it`);
  return [...LONGEST, ...files.filter((file) => !LONGEST.includes(file))];
}
