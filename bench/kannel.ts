/**
 * `npm run bench:kannel`: the gateway beside Debian's Kannel, on the same machine in the same run, in turns: messages
 * a second from HTTP to receipt, with the same load, SMSC and receiver. Needs the package `kannel` (1.4.5).
 *
 *   npm run bench:kannel
 *   npm run bench:kannel -- --processes 2 beside a gateway of one process and one of so many
 *   npm run bench:kannel -- --quick       seconds: only to see that it works
 *   npm run bench:kannel -- --data FOLDER where data directories are made
 *   npm run bench:kannel -- --keep        write the results into bench/README.md
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Flow, type FlowOptions } from './lib/flow.ts';
import { defaultFolder } from './lib/gateway.ts';
import { type Kannel, kannelRequest, startKannel } from './lib/kannel.ts';
import { keepResults } from './lib/keep.ts';
import { CONNECTIONS, checkTaken, planOf, RECIPIENT_PREFIX, type Rig, startRig, TEXT } from './lib/rig.ts';
import { against, type Figure, type Run, upTo64 } from './lib/section.ts';
import { figure, median, percentile } from './lib/statistics.ts';
import { describeMachine, machineTime, othersFigure } from './lib/system.ts';
import { renderSection } from './lib/table.ts';
import type { LoadPlan } from './tools/load.ts';

const IN_FLIGHT = 2_000;

interface Window {
  /** Receipts that it acknowledged to the SMSC. */
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      data: { type: 'string', default: defaultFolder() },
      keep: { type: 'boolean', default: false },
      processes: { type: 'string', default: '1' },
    },
  });
  if (!existsSync('/usr/sbin/bearerbox')) throw new Error('Kannel is not installed: apt-get install kannel');
  const run: Run = {
    quick: values.quick,
    profile: false,
    lanes: 1,
    processes: 1,
    folder: values.data,
    say: (text) => process.stderr.write(`${text}\n`),
  };
  const startedAt = new Date();
  const count = upTo64('--processes', values.processes);
  const rig = await startRig(run);
  const several = count === 1 ? null : await startRig(run, { processes: count, carrier: { binds: count } });
  const stop = async () => {
    await several?.stop();
    await rig.stop();
  };
  try {
    const kannel = await startKannel(await rig.smsc.call.port(undefined), run.folder);
    try {
      const from = machineTime();
      const compared = await compare(run, { one: rig, several, count }, kannel);
      // Both still run, and what they used is not yet counted as ours.
      await kannel.stop();
      await stop();
      const figures = [...compared, othersFigure(from)];
      const result = { title: 'From HTTP to receipt, beside Kannel 1.4.5', figures };
      const how = `Measured ${startedAt.toISOString().slice(0, 16)}Z on ${describeMachine(values.data)}: \`npm run bench:kannel${count === 1 ? '' : ` -- --processes ${count}`}\``;
      process.stdout.write(`${renderSection(result)}\n${how}\n`);
      if (values.keep) keepResults([result], how);
    } finally {
      await kannel.stop();
    }
  } finally {
    await stop();
  }
}

/** A gateway of one process, and one of `count`; null: that is the same. */
interface Rigs {
  readonly one: Rig;
  readonly several: Rig | null;
  readonly count: number;
}

async function compare(run: Run, { one: rig, several, count }: Rigs, kannel: Kannel): Promise<readonly Figure[]> {
  const plan = { connections: CONNECTIONS, rate: 0, inFlight: IN_FLIGHT };
  const reportUrl = `${rig.receiverUrl}/kannel?type=%d`;
  const request = kannelRequest(kannel.port, `${RECIPIENT_PREFIX}00000000`, TEXT, reportUrl);
  const ours: Window[] = [];
  const theirs: Window[] = [];
  const ofSeveral: Window[] = [];
  for (let round = 0; round < (run.quick ? 1 : 5); round += 1) {
    const first = round * 10_000_000;
    theirs.push(await measure(run, rig, { ...rig, gateway: kannel }, { ...plan, port: kannel.port, request, first }));
    ours.push(await measure(run, rig, rig, planOf(rig, { ...plan, first })));
    if (several) ofSeveral.push(await measure(run, several, several, planOf(several, { ...plan, first })));
    const all = [...ours.slice(-1), ...ofSeveral.slice(-1)].map(({ perSecond }) => `${figure(perSecond)}/s`);
    run.say(`  ${all.join(' and ')} beside ${figure(theirs.at(-1)?.perSecond ?? 0)}/s`);
  }
  return [
    { what: 'Kannel: file store, never flushed', value: describe(theirs) },
    ...figuresOf('Trunkline: durable before its 200', ours, theirs, 1),
    ...(several ? figuresOf(`the same with ${count} processes`, ofSeveral, theirs, 1.5) : []),
  ];
}

async function measure(run: Run, rig: Rig, options: FlowOptions, plan: LoadPlan): Promise<Window> {
  const flow = await Flow.start(options, plan);
  await flow.window(run.quick ? 500 : 3_000);
  const before = await rig.smsc.call.counts(undefined);
  const { load, cpu, tookMs } = await flow.window(run.quick ? 1_000 : 10_000);
  const after = await rig.smsc.call.counts(undefined);
  checkTaken('sending', load);
  const left = await flow.finish(20_000);
  if (left > 0) run.say(`  ${left} messages were not called back within 20 s`);
  const receipts = after.receiptsAcknowledged - before.receiptsAcknowledged;
  return {
    perSecond: (receipts * 1000) / tookMs,
    cpuMicros: (cpu.gateway + cpu.postgres) / receipts,
    p99: percentile(load.latenciesMs, 0.99),
  };
}

function describe(windows: readonly Window[]): string {
  const of = (name: keyof Window) => figure(median(windows.map((window) => window[name])));
  return `${of('perSecond')}/s, ${of('cpuMicros')} µs of CPU each, HTTP answer p99 ${of('p99')} ms`;
}

function figuresOf(
  what: string,
  ours: readonly Window[],
  theirs: readonly Window[],
  atLeast: number,
): readonly Figure[] {
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
  return [
    { what, value: describe(ours) },
    against('rate, times that of Kannel', figure(ratio), `≥ ${atLeast}`, ratio >= atLeast),
  ];
}

// The end of this process ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
