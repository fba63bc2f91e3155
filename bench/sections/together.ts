/**
 * Calls and messages at the same time: do the calls sound as well as alone, while messages take their whole way?
 *
 * 1. Messages come at a steady rate before the calls and beside them. What the telephones see between two packets holds
 *    their own delays as well.
 */
import { eventually } from '../../test/support/cluster/eventually.ts';
import { allOver, callPlan, place, trunkTo } from '../lib/calls.ts';
import { Flow } from '../lib/flow.ts';
import type { Account } from '../lib/gateway.ts';
import { CONNECTIONS, checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';
import { startTool, type Tool } from '../lib/tool.ts';
import type { LoadHandlers } from '../tools/load.ts';
import type { PhonesHandlers } from '../tools/phones.ts';

const CALLS = 100;
const CALLS_A_SECOND = 50;
const MESSAGES_A_SECOND = 1_000;
const LEAST_GAP_MS = 17;
const MOST_GAP_MS = 23;

interface Options {
  readonly rig: Rig;
  readonly phones: Tool<PhonesHandlers>;
  /** Begins the calls; the rig's own sends messages. */
  readonly caller: Tool<LoadHandlers>;
  /** Of the calls: without callbacks, which are counted for messages. */
  readonly account: Account;
}

export const together: Section = {
  name: 'together',
  title: `${CALLS} calls at once beside ${figure(MESSAGES_A_SECOND)} messages a second`,
  takesProcesses: true,
  async run(run) {
    const phones = startTool<PhonesHandlers>('phones');
    const caller = startTool<LoadHandlers>('load');
    try {
      const port = await phones.call.listen(undefined);
      const { processes } = run;
      const rig = await startRig(run, { processes, carrier: { binds: processes }, carriers: [trunkTo(port)] });
      try {
        const account = await rig.gateway.createAccount(null);
        await rig.gateway.operator('PATCH', `/accounts/${account.customerId}`, { products: ['voice'] });
        return await measure(run, { rig, phones, caller, account });
      } finally {
        await rig.stop();
      }
    } finally {
      await Promise.all([phones.stop(), caller.stop()]);
    }
  },
};

async function measure(run: Run, options: Options): Promise<readonly Figure[]> {
  const { rig, phones } = options;
  // The voice is found, and everything compiled.
  await call(options, 5, 90_000_000);
  await allOver(phones);
  await phones.call.reset(undefined);
  const flow = await Flow.start(rig, planOf(rig, { rate: MESSAGES_A_SECOND, connections: CONNECTIONS }));
  await pause(run.quick ? 1_000 : 5_000);
  const alone = await flow.window(run.quick ? 2_000 : 10_000);
  const count = await call(options, run.quick ? 20 : CALLS, 10_000_000);
  await eventually('all are answered', async () => (await phones.call.underWay(undefined)) === count, 30_000);
  // The first words.
  await pause(1_500);
  await phones.call.reset(undefined);
  const beside = await flow.window(run.quick ? 2_000 : 8_000);
  const speaking = await phones.call.read(undefined);
  checkTaken('beside calls', beside.load);
  await allOver(phones);
  const { completed } = await phones.call.read(undefined);
  const left = await flow.finish(60_000);
  const [low, high] = [percentile(speaking.gapsMs, 0.01), percentile(speaking.gapsMs, 0.99)];
  const [p99Alone, p99] = [alone, beside].map(({ load }) => percentile(load.latenciesMs, 0.99));
  return [
    against('calls at once, completed', `${completed} of ${count}`, 'all', count > 0 && completed === count),
    {
      what: 'messages a second to their end beside them',
      value: figure((beside.done * 1_000) / beside.tookMs),
    },
    against('messages that have not come to their end', String(left), '0', left === 0),
    against('numbers missing between packets', figure(speaking.missing), '0', speaking.missing === 0),
    against(
      `between two packets, p1 and p99 (${figure(speaking.packets)} packets)`,
      `${figure(low)} ms, ${figure(high)} ms`,
      `${LEAST_GAP_MS} to ${MOST_GAP_MS} ms`,
      low >= LEAST_GAP_MS && high <= MOST_GAP_MS,
    ),
    {
      what: 'HTTP answer of a message, p99, alone and beside calls',
      value: `${figure(p99Alone ?? 0)} ms, ${figure(p99 ?? 0)} ms`,
    },
  ];
}

function call({ rig, caller, account }: Options, count: number, first: number): Promise<number> {
  return place(caller, callPlan(rig.gateway, account, CALLS_A_SECOND, first), count);
}
