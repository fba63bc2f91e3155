/**
 * Ten who watch, while 1,000 messages a second take their whole way: does accepting take longer for it?
 *
 * 1. Windows without and with watchers take turns, so that what else the machine does falls on both.
 */
import { Agent, request } from 'undici';
import { Flow } from '../lib/flow.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, median, percentile } from '../lib/statistics.ts';

const RATE = 1_000;
const WATCHERS = 10;
const ROUNDS = 6;
const MOST_TIMES = 1.1;

interface Window {
  readonly p99: number;
  readonly gatewayMicros: number;
}

export const hints: Section = {
  name: 'hints',
  title: `${WATCHERS} who watch for hints, ${RATE} messages a second`,
  async run(run) {
    const rig = await startRig(run);
    try {
      return await compare(run, rig);
    } finally {
      await rig.stop();
    }
  },
};

async function compare(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const flow = await Flow.start(rig, planOf(rig, { rate: RATE }));
  await flow.window(run.quick ? 500 : 20_000);
  const without: Window[] = [];
  const watched: Window[] = [];
  let bytes = 0;
  for (let round = 0; round < (run.quick ? 1 : ROUNDS); round += 1) {
    without.push(await measure(run, flow));
    const watchers = await watch(rig);
    await pause(run.quick ? 100 : 1_000);
    watched.push(await measure(run, flow));
    bytes += await watchers.end();
    await pause(run.quick ? 100 : 1_000);
  }
  await flow.finish(30_000);
  const of = (windows: readonly Window[], name: keyof Window) => median(windows.map((window) => window[name]));
  const times = of(watched, 'p99') / of(without, 'p99');
  const describe = (windows: readonly Window[]) =>
    `p99 ${figure(of(windows, 'p99'))} ms, ${figure(of(windows, 'gatewayMicros'))} µs of the gateway a message`;
  return [
    { what: 'HTTP answer while nobody watches', value: describe(without) },
    { what: `while ${WATCHERS} do`, value: describe(watched) },
    { what: 'what a watcher read a window', value: `${figure(bytes / WATCHERS / watched.length / 1_000)} kB` },
    against('p99, times that without', figure(times), '≤ 1.1', times <= MOST_TIMES),
  ];
}

async function measure(run: Run, flow: Flow): Promise<Window> {
  const { load, cpu } = await flow.window(run.quick ? 500 : 10_000);
  checkTaken('watched', load);
  return { p99: percentile(load.latenciesMs, 0.99), gatewayMicros: cpu.gateway / load.taken };
}

/** `end` resolves with how many bytes they have read. */
async function watch({ gateway }: Rig): Promise<{ end(): Promise<number> }> {
  const agent = new Agent();
  let bytes = 0;
  await Promise.all(
    Array.from({ length: WATCHERS }, async () => {
      const { body } = await request(`http://127.0.0.1:${gateway.port}/operator/v1/hints`, {
        dispatcher: agent,
        headers: { authorization: gateway.operatorAuthorization },
      });
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      body.on('error', () => {});
    }),
  );
  return {
    async end() {
      await agent.destroy();
      return bytes;
    },
  };
}
