/**
 * Accepting: authentication, validation, a durable row, 200. Beside a bare Fastify route that takes the same body from
 * the same load, in turns.
 *
 * 1. The route has as many processes as the gateway.
 * 2. The SMSC holds: what is accepted waits, as it does behind a carrier that is busy, and the windows hold nothing but
 *    acceptance. What messages cost on the rest of their way is the section `life`.
 * 3. The first windows of each count for nothing: Node compiles what runs often while it runs, which takes the gateway,
 *    with its many times more code, twenty seconds of load. How it does just after its start stands beside the rest.
 */
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { CONNECTIONS, checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { countStatements, statementCosts } from '../lib/statements.ts';
import { figure, median, percentile } from '../lib/statistics.ts';
import { startTool } from '../lib/tool.ts';
import type { BareFastifyHandlers } from '../tools/bare-fastify.ts';

/** Rule 3. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 15;
const LEAST_SHARE = 0.4;
/** Of several processes. */
const LEAST_SHARE_OF_SEVERAL = 0.7;
const MOST_TIMES_P99 = 5;

interface Window {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly gatewayMicros: number;
  readonly postgresMicros: number;
}

export const accept: Section = {
  name: 'accept',
  title: `Accepting at ${CONNECTIONS} connections, beside a bare Fastify route`,
  takesProcesses: true,
  runsOnCitus: true,
  async run(run) {
    // A submit that is never answered must not run into its time limit within the run.
    const { processes } = run;
    const carrier = { response_timeout_ms: 300_000, binds: processes };
    const rig = await startRig(run, { ...profiled(run), processes, carrier });
    const bare = startTool<BareFastifyHandlers>('bare-fastify');
    try {
      await rig.smsc.call.hold(true);
      return await compare(run, rig, await bare.call.listen(processes));
    } finally {
      await bare.call.close(undefined);
      await bare.stop();
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  },
};

async function compare(run: Run, rig: Rig, barePort: number): Promise<readonly Figure[]> {
  const ours: Window[] = [];
  const theirs: Window[] = [];
  if (run.profile) await countStatements(rig.gateway);
  const [warmUp, counted] = run.quick ? [0, 2] : [WARM_UP_ROUNDS, ROUNDS];
  for (let round = 0; round < warmUp + counted; round += 1) {
    theirs.push(await measure(run, rig, barePort, round));
    const window = await measure(run, rig, rig.gateway.port, round);
    ours.push(window);
    run.say(`  ${figure(window.perSecond)}/s beside ${figure(theirs.at(-1)?.perSecond ?? 0)}/s`);
  }
  if (run.profile) {
    const [{ count = 0 } = {}] = await rig.gateway.query<{ count: number }>(
      'select count(*)::float8 as count from messages',
    );
    run.say(await statementCosts(rig.gateway, count));
  }
  const [first = Number.NaN] = ours.map(({ perSecond }) => perSecond);
  return [
    ...figuresOf(ours.slice(warmUp), theirs.slice(warmUp), run.processes),
    { what: 'in the first seconds after its start', value: `${figure(first)}/s` },
  ];
}

async function measure(run: Run, rig: Rig, port: number, round: number): Promise<Window> {
  const { load, gateway } = rig;
  const name = `${port} ${round}`;
  const plan = planOf(rig, { port, first: round * 1_000_000 });
  await load.call.start({ name, plan });
  await pause(run.quick ? 200 : 1_000);
  await load.call.mark(name);
  const before = gateway.cpu();
  await pause(run.quick ? 300 : 3_000);
  const window = await load.call.mark(name);
  const after = gateway.cpu();
  await load.call.stop(name);
  checkTaken('accepting', window);
  return {
    perSecond: (window.taken * 1000) / window.tookMs,
    p50: percentile(window.latenciesMs, 0.5),
    p99: percentile(window.latenciesMs, 0.99),
    gatewayMicros: (after.gateway - before.gateway) / window.taken,
    postgresMicros: (after.postgres - before.postgres) / window.taken,
  };
}

function figuresOf(ours: readonly Window[], theirs: readonly Window[], processes: number): readonly Figure[] {
  const of = (windows: readonly Window[], name: keyof Window) => median(windows.map((window) => window[name]));
  const ratio = (name: keyof Window) =>
    median(ours.map((window, round) => window[name] / (theirs[round]?.[name] ?? Number.NaN)));
  const share = ratio('perSecond');
  const least = processes > 1 ? LEAST_SHARE_OF_SEVERAL : LEAST_SHARE;
  const times = ratio('p99');
  const describe = (windows: readonly Window[]) =>
    `${figure(of(windows, 'perSecond'))}/s, p50 ${figure(of(windows, 'p50'))} ms, p99 ${figure(of(windows, 'p99'))} ms`;
  return [
    { what: processes > 1 ? `bare Fastify, ${processes} processes` : 'bare Fastify', value: describe(theirs) },
    { what: processes > 1 ? `accepting, ${processes} processes` : 'accepting', value: describe(ours) },
    {
      what: 'CPU a message, gateway and PostgreSQL',
      value: `${figure(of(ours, 'gatewayMicros'))} µs, ${figure(of(ours, 'postgresMicros'))} µs`,
    },
    against('rate, share of the bare one', `${figure(share * 100)} %`, `≥ ${least * 100} %`, share >= least),
    against('p99, times the bare one', figure(times), '≤ 5', times <= MOST_TIMES_P99),
  ];
}
