/**
 * `npm run fuzz -- --minutes N [--seed S] [--only NAME] [--case I]`: every reader of outside bytes is given what nobody
 * sends, for its share of the time.
 *
 * 1. The same seed tries the same inputs in the same order; only how many depends on the machine. `--case` tries one.
 * 2. A case that does not come back is a finding, like one that ends its thread. It is told by processor time, all
 *    threads' together: beside other work, a thread may get next to none for a while, and load for longer than any case
 *    takes. A case that takes none at all, because it waits, has `STUCK_WAITING_MS`.
 * 3. The last line is `N passed, N failed`, of readers. The exit code is 1 when one failed.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { inputOf } from './mutate.ts';
import type { Finding, TargetRun } from './run-target.ts';
import type { Target } from './target.ts';
import { TARGETS, targetOf } from './targets.ts';
import type { WorkerOrder } from './worker.ts';

const STUCK_CPU_MS = 40_000;
const STUCK_WAITING_MS = 300_000;
const LOOK_MS = 500;
const MOST_AT_ONCE = 4;
const LEAST_MS = 200;
const SHOWN_BYTES = 1_024;

interface Row extends TargetRun {
  readonly name: string;
}

interface Options {
  readonly seed: number;
  readonly from: number;
  readonly forMs: number | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      case: { type: 'string' },
    },
  });
  const seed = numberOf('--seed', values.seed);
  const minutes = numberOf('--minutes', values.minutes);
  const targets = values.only === undefined ? TARGETS : [targetOf(values.only)];
  const atOnce = Math.min(targets.length, MOST_AT_ONCE, Math.max(1, availableParallelism()));
  const forMs = Math.max(LEAST_MS, (minutes * 60_000 * atOnce) / targets.length);
  const options: Options =
    values.case === undefined ? { seed, from: 0, forMs } : { seed, from: numberOf('--case', values.case), forMs: null };
  console.log(`seed ${seed}; ${targets.length} readers, ${(forMs / 1000).toFixed(1)} s each, ${atOnce} at once`);
  const rows = new Map<string, Row>();
  const left = [...targets];
  const goOn = async (lane: Lane) => {
    for (let target = left.shift(); target; target = left.shift()) {
      const row = { name: target.name, ...(await lane.tried(target, options)) };
      rows.set(target.name, row);
      for (const finding of row.findings) tell(row.name, seed, finding);
    }
    lane.end();
  };
  await Promise.all(Array.from({ length: atOnce }, () => goOn(new Lane())));
  print(targets.flatMap(({ name }) => rows.get(name) ?? []));
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new Error(`${name}: a number from 0 on is allowed`);
}

/** Targets one after the other in one thread, as long as it lasts: what a reader loads takes longer than its share. */
class Lane {
  private thread: { readonly worker: Worker; readonly current: Int32Array } | null = null;

  /** Rule 2. */
  tried(target: Target, { seed, from, forMs }: Options): Promise<TargetRun> {
    this.thread ??= started();
    const { worker, current } = this.thread;
    Atomics.store(current, 0, from);
    const order: WorkerOrder = { name: target.name, seed, from, forMs };
    worker.postMessage(order);
    const start = performance.now();
    return new Promise((resolve) => {
      let last = -1;
      let since = used();
      const settle = (run: TargetRun) => {
        clearInterval(look);
        worker.removeAllListeners('message');
        worker.removeAllListeners('error');
        resolve(run);
      };
      const ends = (error: string) => {
        const index = Atomics.load(current, 0);
        const finding: Finding = { index, error, input: inputOf(target, seed, index) };
        settle({ executions: index - from + 1, elapsedMs: performance.now() - start, findings: [finding] });
        this.end();
      };
      const look = setInterval(() => {
        const index = Atomics.load(current, 0);
        const now = used();
        if (index !== last) since = now;
        last = index;
        const cpuMs = now.cpuMs - since.cpuMs;
        const ms = now.ms - since.ms;
        if (cpuMs > STUCK_CPU_MS || ms > STUCK_WAITING_MS)
          ends(`did not come back within ${seconds(ms)}, while all threads took ${seconds(cpuMs)} of processor time`);
      }, LOOK_MS);
      worker.on('message', (run: TargetRun) => {
        // What crosses threads is bytes and no longer a Buffer.
        const findings = run.findings.map((each) => ({ ...each, input: Buffer.from(each.input) }));
        settle({ ...run, findings });
      });
      worker.on('error', (error) => ends(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    });
  }

  end(): void {
    void this.thread?.worker.terminate();
    this.thread = null;
  }
}

/** What this process has used since it began. */
function used() {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

function started() {
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return { worker: new Worker(new URL('./worker.ts', import.meta.url), { workerData: current }), current };
}

function tell(name: string, seed: number, { index, error, input }: Finding): void {
  const shown = input.subarray(0, SHOWN_BYTES).toString('hex');
  console.log(`\nFOUND in ${name}: npm run fuzz -- --only ${name} --seed ${seed} --case ${index}`);
  console.log(error.split('\n').slice(0, 8).join('\n'));
  console.log(
    `input, ${input.length} bytes${input.length > SHOWN_BYTES ? `, the first ${SHOWN_BYTES}` : ''}: ${shown}`,
  );
}

function print(rows: readonly Row[]): void {
  console.log('\n| reader | what it reads | executions | per second | findings |\n|---|---|---:|---:|---:|');
  for (const { name, executions, elapsedMs, findings } of rows) {
    const rate = Math.round(executions / Math.max(0.001, elapsedMs / 1000));
    console.log(`| ${name} | ${targetOf(name).about} | ${executions} | ${rate} | ${findings.length} |`);
  }
  const executions = rows.reduce((sum, each) => sum + each.executions, 0);
  const failed = rows.filter(({ findings }) => findings.length > 0).length;
  console.log(`\n${executions} executions`);
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
