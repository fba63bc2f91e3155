/**
 * The whole life of a message: HTTP in, SMPP out, receipt in, signed callback delivered.
 *
 * 1. First a closed loop finds out what the machine can do; then the rate is held, a little below it, for the windows
 *    that count. When what is under way grows, the rate was too high: it is lowered and held anew.
 */
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { Flow, type FlowWindow } from '../lib/flow.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, type Run, type Section } from '../lib/section.ts';
import { countStatements, statementCosts } from '../lib/statements.ts';
import { figure, median, percentile } from '../lib/statistics.ts';

const IN_FLIGHT = 2_000;
const SHARE_OF_CAPACITY = 0.9;
const LOWER_BY = 0.88;
const MOST_TRIES = 3;
const TARGET_MICROSECONDS = 350;

interface Held {
  readonly rate: number;
  readonly atStart: number;
  readonly windows: readonly FlowWindow[];
  /** What PostgreSQL did meanwhile, when it was asked for. */
  readonly statements: string;
}

export const life: Section = {
  name: 'life',
  title: 'The whole life of a message: HTTP in, SMPP out, receipt in, signed callback delivered',
  async run(run) {
    const rig = await startRig(run, profiled(run));
    try {
      const capacity = await findCapacity(run, rig);
      const held = await hold(run, rig, capacity);
      if (run.profile) run.say(held.statements);
      return figuresOf(capacity, held);
    } finally {
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  },
};

/** Messages a second with so many under way that nothing waits for the load. */
async function findCapacity(run: Run, rig: Rig): Promise<number> {
  const flow = await Flow.start(rig, planOf(rig, { inFlight: IN_FLIGHT }));
  await flow.window(run.quick ? 500 : 5_000);
  const windows: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { load, done, tookMs } = await flow.window(run.quick ? 300 : 4_000);
    checkTaken('finding the capacity', load);
    windows.push((done * 1000) / tookMs);
  }
  await finish(flow);
  run.say(`  capacity ${figure(median(windows))}/s with ${IN_FLIGHT} under way`);
  return median(windows);
}

async function hold(run: Run, rig: Rig, capacity: number): Promise<Held> {
  let rate = Math.max(50, Math.round(capacity * SHARE_OF_CAPACITY));
  for (let tries = 1; ; tries += 1) {
    const held = await holdAt(run, rig, rate);
    const last = held.windows.at(-1)?.underWayAtEnd ?? 0;
    const grew = last > Math.max(held.atStart * 1.5, rate / 2);
    run.say(`  held ${figure(rate)}/s: under way ${held.atStart} at the start, ${last} at the end`);
    if (!grew || tries === MOST_TRIES || run.quick) return held;
    rate = Math.round(rate * LOWER_BY);
  }
}

async function holdAt(run: Run, rig: Rig, rate: number): Promise<Held> {
  const flow = await Flow.start(rig, planOf(rig, { rate, connections: 256 }));
  const { underWayAtEnd: atStart } = await flow.window(run.quick ? 500 : 5_000);
  const windows: FlowWindow[] = [];
  if (run.profile) await countStatements(rig.gateway);
  for (let count = 0; count < (run.quick ? 2 : 6); count += 1) {
    const window = await flow.window(run.quick ? 500 : 10_000);
    checkTaken('holding the rate', window.load);
    windows.push(window);
    // Far behind: the rest would only take longer.
    if (window.underWayAtEnd > 10 * rate) break;
  }
  const done = windows.reduce((sum, window) => sum + window.done, 0);
  const statements = run.profile ? await statementCosts(rig.gateway, done) : '';
  await finish(flow);
  return { rate, atStart, windows, statements };
}

async function finish(flow: Flow): Promise<void> {
  const left = await flow.finish(60_000);
  if (left !== 0) throw new Error(`${left} messages have not come to their end within a minute`);
}

function figuresOf(capacity: number, held: Held): readonly Figure[] {
  const { windows, rate, atStart } = held;
  const each = (of: (window: FlowWindow) => number) => median(windows.map(of));
  const gateway = each(({ cpu, done }) => cpu.gateway / done);
  const postgres = each(({ cpu, done }) => cpu.postgres / done);
  const both = each(({ cpu, done }) => (cpu.gateway + cpu.postgres) / done);
  const atEnd = windows.at(-1)?.underWayAtEnd ?? 0;
  return [
    { what: 'most messages a second, closed loop', value: figure(capacity) },
    { what: 'rate held, messages a second', value: figure(rate) },
    { what: 'delivered, messages a second', value: figure(each(({ done, tookMs }) => (done * 1000) / tookMs)) },
    against(
      'under way at start and end',
      `${figure(atStart)}, ${figure(atEnd)}`,
      'not growing',
      atEnd <= Math.max(atStart * 1.5, rate / 2),
    ),
    { what: 'CPU a message, gateway', value: `${figure(gateway)} µs` },
    { what: 'CPU a message, PostgreSQL', value: `${figure(postgres)} µs` },
    against('CPU a message, both', `${figure(both)} µs`, `≤ ${TARGET_MICROSECONDS} µs`, both <= TARGET_MICROSECONDS),
    {
      what: 'HTTP answer, p50 and p99',
      value: `${figure(each(({ load }) => percentile(load.latenciesMs, 0.5)))} ms, ${figure(
        each(({ load }) => percentile(load.latenciesMs, 0.99)),
      )} ms`,
    },
  ];
}
