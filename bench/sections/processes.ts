/**
 * One, two, four … processes of a gateway on this machine: the whole life of messages as fast as each does it, in turns.
 *
 * 1. Each number of processes is a gateway of its own, with its own database, SMSC, receiver and load, and as many binds
 *    as processes. Those whose turn it is not stand idle.
 * 2. Where there are four processors or more, load, SMSC and receiver have the last two to themselves.
 * 3. How even the work is spread: the CPU time of the busiest process, in times of the mean of all.
 */
import { availableParallelism } from 'node:os';
import { Flow } from '../lib/flow.ts';
import { CONNECTIONS, checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import type { Figure, Run, Section } from '../lib/section.ts';
import { figure, median, percentile } from '../lib/statistics.ts';
import { cpuOf, stayOn } from '../lib/system.ts';

const IN_FLIGHT = 2_000;
/** Node compiles what runs often while it runs. */
const WARM_UP_ROUNDS = 2;
const ROUNDS = 5;
/** Rule 2. */
const ENOUGH_PROCESSORS = 4;

interface Window {
  readonly perSecond: number;
  readonly micros: number;
  readonly p99: number;
  readonly busiest: number;
}

export const processes: Section = {
  name: 'processes',
  title: 'One gateway of several processes: the whole life of messages, in turns',
  async run(run) {
    const rigs = new Map<number, Rig>();
    try {
      for (const count of countsFor(availableParallelism())) rigs.set(count, await rigOf(run, count));
      return await compare(run, rigs);
    } finally {
      for (const rig of rigs.values()) await rig.stop();
    }
  },
};

/** Doubled up to what there is for the gateway. */
function countsFor(processors: number): number[] {
  const most = processors >= ENOUGH_PROCESSORS ? processors - 2 : processors;
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
}

async function rigOf(run: Run, count: number): Promise<Rig> {
  const processors = availableParallelism();
  const own = processors >= ENOUGH_PROCESSORS ? { processors: `0-${processors - 3}` } : {};
  const rig = await startRig(run, { processes: count, carrier: { binds: count }, ...own });
  if (processors >= ENOUGH_PROCESSORS) for (const { pid } of [rig.smsc, rig.receiver]) stayOn(pid, processors - 2);
  return rig;
}

async function compare(run: Run, rigs: ReadonlyMap<number, Rig>): Promise<readonly Figure[]> {
  const windows = new Map([...rigs.keys()].map((count) => [count, [] as Window[]]));
  const [warmUp, counted] = run.quick ? [0, 1] : [WARM_UP_ROUNDS, ROUNDS];
  for (let round = 0; round < warmUp + counted; round += 1) {
    for (const [count, rig] of rigs) {
      const window = await measure(run, rig, round);
      if (round >= warmUp) windows.get(count)?.push(window);
      run.say(`  ${count}: ${figure(window.perSecond)}/s, ${figure(window.micros)} µs`);
    }
  }
  const one = windows.get(1) ?? [];
  return [...windows].map(([count, own]) => figureOf(count, own, one));
}

async function measure(run: Run, rig: Rig, round: number): Promise<Window> {
  const plan = planOf(rig, { inFlight: IN_FLIGHT, connections: CONNECTIONS, first: round * 10_000_000 });
  const flow = await Flow.start(rig, plan);
  await flow.window(run.quick ? 500 : 3_000);
  const before = new Map(rig.gateway.pids().map((pid) => [pid, cpuOf(pid)]));
  const { load, cpu, done, tookMs } = await flow.window(run.quick ? 1_000 : 10_000);
  const used = [...before].map(([pid, from]) => cpuOf(pid) - from);
  checkTaken('sending', load);
  const left = await flow.finish(60_000);
  if (left !== 0) throw new Error(`${left} messages have not come to their end within a minute`);
  const mean = used.reduce((sum, each) => sum + each, 0) / used.length;
  return {
    perSecond: (done * 1000) / tookMs,
    micros: (cpu.gateway + cpu.postgres) / done,
    p99: percentile(load.latenciesMs, 0.99),
    busiest: Math.max(...used) / mean,
  };
}

function figureOf(count: number, windows: readonly Window[], one: readonly Window[]): Figure {
  const of = (name: keyof Window) => figure(median(windows.map((window) => window[name])));
  const times = median(windows.map(({ perSecond }, round) => perSecond / (one[round]?.perSecond ?? Number.NaN)));
  return {
    what: count === 1 ? 'one process' : `${count} processes`,
    value:
      `${of('perSecond')}/s, ${figure(times)} times one; ${of('micros')} µs of CPU each; HTTP answer p99 ${of('p99')} ms; ` +
      `busiest ${of('busiest')} of the mean`,
  };
}
