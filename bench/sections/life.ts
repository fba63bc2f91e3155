/**
 * The whole life of a message: HTTP in, SMPP out, receipt in, signed callback delivered.
 *
 * 1. First a closed loop keeps as many under way for a minute: what the machine can do, and what a message costs then.
 * 2. Then a rate a little below it is held for a minute. When what is under way grows, the rate was too high: it is
 *    lowered and held anew.
 */
import { allocationsOf } from '../lib/allocations.ts';
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { Flow, type FlowWindow } from '../lib/flow.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, type Run, type Section } from '../lib/section.ts';
import { countStatements, statementCosts } from '../lib/statements.ts';
import { figure, median, percentile } from '../lib/statistics.ts';
import { cpuOf, cpuOfMainThread } from '../lib/system.ts';

const IN_FLIGHT = 2_000;
const SHARE_OF_CAPACITY = 0.9;
const LOWER_BY = 0.88;
const MOST_TRIES = 3;
const TARGET_MICROSECONDS = 350;

interface LifeWindow extends FlowWindow {
  /** Of SMSC and receiver, whose work for a message is always the same. */
  readonly cpuOfPeers: number;
  /** Of the gateway; the rest of its time is that of Node's helpers, mostly the collector's. */
  readonly cpuOfMainThread: number;
  /** With the requests that are due and have no connection yet: a gateway that is behind takes them more slowly. */
  readonly underWay: number;
}

interface Minute {
  readonly atStart: number;
  readonly windows: readonly LifeWindow[];
}

interface Held extends Minute {
  readonly rate: number;
  /** What PostgreSQL did meanwhile, and what the gateway allocated after it, when it was asked for. */
  readonly profile: readonly string[];
}

export const life: Section = {
  name: 'life',
  title: 'The whole life of a message: HTTP in, SMPP out, receipt in, signed callback delivered',
  runsOnCitus: true,
  async run(run) {
    const rig = await startRig(run, profiled(run));
    try {
      const full = await loadFully(run, rig);
      const held = await hold(run, rig, rateOf(full));
      for (const text of held.profile) run.say(text);
      return [...figuresAtFullLoad(full), ...figuresOf(held)];
    } finally {
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  },
};

/** With so many under way that nothing waits for the load. */
async function loadFully(run: Run, rig: Rig): Promise<Minute> {
  const flow = await Flow.start(rig, planOf(rig, { inFlight: IN_FLIGHT }));
  const atStart = underWayAfter(await flow.window(run.quick ? 500 : 5_000));
  const windows = await minuteOf(flow, run, rig, 'at full load');
  await finish(flow);
  const full = { atStart, windows };
  run.say(`  full load ${figure(rateOf(full))}/s with up to ${IN_FLIGHT} under way`);
  return full;
}

/** Six windows of 10 s, or fewer when what is under way has grown to more than `most`: the rest would only take longer. */
async function minuteOf(
  flow: Flow,
  run: Run,
  { gateway, smsc, receiver }: Rig,
  what: string,
  most = Number.POSITIVE_INFINITY,
): Promise<LifeWindow[]> {
  const windows: LifeWindow[] = [];
  const cpuOfPeers = () => cpuOf(smsc.pid) + cpuOf(receiver.pid);
  for (let count = 0; count < (run.quick ? 2 : 6); count += 1) {
    const before = { peers: cpuOfPeers(), main: cpuOfMainThread(gateway.pid) };
    const window = await flow.window(run.quick ? 500 : 10_000);
    checkTaken(what, window.load);
    const underWay = underWayAfter(window);
    windows.push({
      ...window,
      cpuOfPeers: cpuOfPeers() - before.peers,
      cpuOfMainThread: cpuOfMainThread(gateway.pid) - before.main,
      underWay,
    });
    if (underWay > most) break;
  }
  return windows;
}

function underWayAfter({ underWayAtEnd, load }: FlowWindow): number {
  return underWayAtEnd + load.waiting;
}

function rateOf({ windows }: Minute): number {
  return median(windows.map(({ done, tookMs }) => (done * 1000) / tookMs));
}

async function hold(run: Run, rig: Rig, capacity: number): Promise<Held> {
  let rate = Math.max(50, Math.round(capacity * SHARE_OF_CAPACITY));
  for (let tries = 1; ; tries += 1) {
    const held = await holdAt(run, rig, rate);
    run.say(`  held ${figure(rate)}/s: under way ${held.atStart} at the start, ${atEnd(held)} at the end`);
    if (!hasGrown(held) || tries === MOST_TRIES || run.quick) return held;
    rate = Math.round(rate * LOWER_BY);
  }
}

async function holdAt(run: Run, rig: Rig, rate: number): Promise<Held> {
  const flow = await Flow.start(rig, planOf(rig, { rate, connections: 256 }));
  const atStart = underWayAfter(await flow.window(run.quick ? 500 : 5_000));
  if (run.profile) await countStatements(rig.gateway);
  const windows = await minuteOf(flow, run, rig, 'holding the rate', 10 * rate);
  const done = windows.reduce((sum, window) => sum + window.done, 0);
  const profile = run.profile
    ? [await statementCosts(rig.gateway, done), await allocationsIn(flow, run, rig.gateway.pid)]
    : [];
  await finish(flow);
  return { rate, atStart, windows, profile };
}

function allocationsIn(flow: Flow, run: Run, pid: number): Promise<string> {
  return allocationsOf(pid, run.folder, async () => (await flow.window(run.quick ? 500 : 10_000)).done);
}

async function finish(flow: Flow): Promise<void> {
  const left = await flow.finish(60_000);
  if (left !== 0) throw new Error(`${left} messages have not come to their end within a minute`);
}

function figuresAtFullLoad(full: Minute): readonly Figure[] {
  return [
    { what: 'at full load: messages a second', value: figure(rateOf(full)) },
    { what: 'under way at start and end', value: underWay(full) },
    ...costOf(full),
  ];
}

function figuresOf(held: Held): readonly Figure[] {
  return [
    { what: 'at a rate that is held: messages a second', value: figure(held.rate) },
    { what: 'delivered, messages a second', value: figure(rateOf(held)) },
    against('under way at start and end', underWay(held), 'not growing', !hasGrown(held)),
    ...costOf(held),
    {
      what: 'HTTP answer, p50 and p99',
      value: `${figure(each(held, ({ load }) => percentile(load.latenciesMs, 0.5)))} ms, ${figure(
        each(held, ({ load }) => percentile(load.latenciesMs, 0.99)),
      )} ms`,
    },
  ];
}

/** By more than it goes up and down anyway. */
function hasGrown(held: Held): boolean {
  return atEnd(held) > Math.max(held.atStart * 1.5, held.rate / 2);
}

function atEnd({ windows }: Minute): number {
  return windows.at(-1)?.underWay ?? 0;
}

function underWay(minute: Minute): string {
  return `${figure(minute.atStart)}, ${figure(atEnd(minute))}`;
}

function costOf(minute: Minute): readonly Figure[] {
  const gateway = each(minute, ({ cpu, done }) => cpu.gateway / done);
  const postgres = each(minute, ({ cpu, done }) => cpu.postgres / done);
  const both = each(minute, ({ cpu, done }) => (cpu.gateway + cpu.postgres) / done);
  return [
    { what: 'CPU a message, gateway and PostgreSQL', value: `${figure(gateway)} µs, ${figure(postgres)} µs` },
    {
      what: "of the gateway's, its main thread",
      value: `${figure(each(minute, ({ cpuOfMainThread: main, done }) => main / done))} µs`,
    },
    {
      what: 'to compare: SMSC and receiver',
      value: `${figure(each(minute, ({ cpuOfPeers, done }) => cpuOfPeers / done))} µs`,
    },
    against('CPU a message, both', `${figure(both)} µs`, `≤ ${TARGET_MICROSECONDS} µs`, both <= TARGET_MICROSECONDS),
  ];
}

function each({ windows }: Minute, of: (window: LifeWindow) => number): number {
  return median(windows.map(of));
}
