/** The bench runs to its end and prints its figures. How good they are decides nothing here. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withResults } from '../../bench/lib/keep.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** What it left where data directories are made. */
  readonly left: readonly string[];
}

async function bench(t: TestContext, ...words: string[]): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-bench-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const args = ['--import', 'tsx', 'bench/bench.ts', ...words, '--quick', '--data', folder];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, errors, left: await readdir(folder) };
}

/** The rows of the table, as figure and what was measured. */
function rowsOf(output: string): Map<string, string> {
  const rows = [...output.matchAll(/^\| (.+?) +\| (.+?) +\|/gm)].map(
    (match) => [match[1] ?? '', match[2] ?? ''] as const,
  );
  return new Map(rows.filter(([what]) => what !== 'Figure' && !what.startsWith('---')));
}

test('the bench copies messages, sends others beside them, and measures', async (t) => {
  const { code, output, errors, left } = await bench(t, 'timers', 'smpp', '--lanes', '2');
  assert.equal(code, 0, errors);
  const rows = rowsOf(output);
  for (const [what, value] of rows) assert.match(value, /\d/, `${what} was not measured: ${value}`);
  const figureOf = (what: string) => Number(rows.get(what)?.replaceAll(',', ''));
  assert.ok(figureOf('due in the window') > 1_000, 'a thousand timers come due each second');
  assert.ok(figureOf('messages a second beside them') > 0, 'messages came to their end');
  assert.match(rows.get('Trunkline carrier') ?? '', /times the rate/);
  assert.match(output, /^Measured .*--lanes 2/m);
  assert.deepEqual(left, [], 'its data directories are removed');
});

test('the bench says where time and bytes of a message go', async (t) => {
  const { code, errors, left } = await bench(t, 'life', '--profile');
  assert.equal(code, 0, errors);
  assert.match(errors, /the gateway allocates \S+ KB a message; sampled, by function:\n +[\d.]+ % /);
  assert.match(errors, /the gateway's CPU time by function \(.*\n +[\d.]+ % /);
  assert.match(errors, / % {2}src\/[\w/-]+\.ts$/m, 'places are led back to the sources');
  assert.match(errors, /PostgreSQL a message: \S+ µs to plan/);
  assert.deepEqual(left, [], 'its profiles are removed');
});

test('the bench refuses on a cluster what needs a server of its own, and says what it does there', async (t) => {
  const { code, errors } = await bench(t, 'accept', 'idle', '--citus', 'postgres://nobody@127.0.0.1:1/postgres');
  assert.equal(code, 1);
  assert.match(errors, /--citus goes with accept, life/);
});

test('the bench keeps results by section: a run replaces what it measured and nothing else', () => {
  const text = '# Bench\n\n## Last results\n\n### One\n\nold one\n\n### Two\n\nold two\n';
  const kept = withResults(text, [{ title: 'Two', figures: [{ what: 'rate', value: '7' }] }], 'Measured today');
  assert.match(kept, /^# Bench\n\n## Last results\n\n### One\n\nold one\n\n### Two\n\n\| Figure/);
  assert.match(kept, /\| rate {3}\| 7 /);
  assert.match(kept, /\nMeasured today\n$/);
  assert.ok(!kept.includes('old two'));
  const followed = withResults(`${text}\n## More\n\nwords\n`, [{ title: 'Two', figures: [] }], 'Measured today');
  assert.match(followed, /Measured today\n\n## More\n\nwords\n$/);
  const again = withResults(kept, [{ title: 'Three', figures: [] }], 'Measured later');
  assert.ok(again.startsWith(kept) && again.includes('### Three\n'), 'a new section comes last');
});

test('the bench refuses a section that it does not have', async (t) => {
  const { code, errors } = await bench(t, 'lief');
  assert.equal(code, 1);
  assert.match(errors, /there is no section lief; there are accept, life, /);
});
