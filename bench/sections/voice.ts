/**
 * Calls: 500 at once, and 15 new ones a second for a minute.
 *
 * 1. The telephones run in a process of their own and note when each packet comes. What they see holds their own delays
 *    as well: on a busy machine the gaps are theirs, too.
 * 2. Messages are accepted beside the calls, and before there are any, so that the two can be compared.
 */
import { eventually } from '../../test/support/cluster/eventually.ts';
import { allOver, callPlan, place, trunkTo } from '../lib/calls.ts';
import { type Account, type BenchGateway, startBenchGateway } from '../lib/gateway.ts';
import { CONNECTIONS, sendRequest } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';
import { cpuOf } from '../lib/system.ts';
import { startTool, type Tool } from '../lib/tool.ts';
import type { LoadHandlers, LoadPlan, LoadWindow } from '../tools/load.ts';
import type { PhonesHandlers } from '../tools/phones.ts';

const ACCEPTED_A_SECOND = 100;
const NEW_CALLS_A_SECOND = 15;
export const voice: Section = {
  name: 'voice',
  title: '500 calls at once, and 15 new calls a second',
  async run(run) {
    const phones = startTool<PhonesHandlers>('phones');
    const load = startTool<LoadHandlers>('load');
    try {
      const port = await phones.call.listen(undefined);
      const { lanes, folder } = run;
      const settings = { carriers: [trunkTo(port)] };
      const gateway = await startBenchGateway({ smscPort: 0, settings, lanes, folder });
      try {
        return await measure(run, { gateway, phones, load });
      } finally {
        await gateway.dispose();
      }
    } finally {
      await Promise.all([phones.stop(), load.stop()]);
    }
  },
};

interface VoiceOptions {
  readonly gateway: BenchGateway;
  readonly phones: Tool<PhonesHandlers>;
  readonly load: Tool<LoadHandlers>;
}

async function measure(run: Run, options: VoiceOptions): Promise<readonly Figure[]> {
  const account = await options.gateway.createAccount(null);
  await options.gateway.operator('PATCH', `/accounts/${account.customerId}`, { products: ['voice'] });
  // The voice is found, and everything compiled.
  await place(options.load, callPlan(options.gateway, account, 5, 90_000_000), 5);
  await allOver(options.phones);
  const accepting = acceptPlan(options.gateway, account);
  await options.load.call.start({ name: 'messages', plan: accepting });
  await options.load.call.mark('messages');
  await pause(run.quick ? 1_000 : 10_000);
  const idle = await options.load.call.mark('messages');
  const many = await manyAtOnce(run, options, account, idle);
  await options.load.call.stop('messages');
  return [...many, ...(await steadily(run, options, account))];
}

async function manyAtOnce(
  run: Run,
  options: VoiceOptions,
  account: Account,
  idle: LoadWindow,
): Promise<readonly Figure[]> {
  const { gateway, phones, load } = options;
  await phones.call.reset(undefined);
  const count = await place(options.load, callPlan(gateway, account, 100, 10_000_000), run.quick ? 20 : 500);
  await eventually('all are answered', async () => (await phones.call.underWay(undefined)) === count, 30_000);
  await pause(1_500);
  const process = await voiceProcess(gateway);
  await load.call.mark('messages');
  await phones.call.reset(undefined);
  const from = { at: performance.now(), cpu: cpuOf(process) };
  await pause(run.quick ? 2_000 : 12_000);
  const to = { at: performance.now(), cpu: cpuOf(process) };
  const beside = await load.call.mark('messages');
  const speaking = await phones.call.read(undefined);
  await allOver(options.phones);
  const { completed } = await phones.call.read(undefined);
  const share = (to.cpu - from.cpu) / ((to.at - from.at) * 1_000);
  const [low, high] = [percentile(speaking.gapsMs, 0.01), percentile(speaking.gapsMs, 0.99)];
  const [idleP99, besideP99] = [percentile(idle.latenciesMs, 0.99), percentile(beside.latenciesMs, 0.99)];
  return [
    against(`calls at once, completed`, `${completed} of ${count}`, 'all', completed === count),
    against('numbers missing between packets', figure(speaking.missing), '0', speaking.missing === 0),
    against(
      `between two packets, p1 and p99 (${figure(speaking.packets)} packets)`,
      `${figure(low)} ms, ${figure(high)} ms`,
      '17 to 23 ms',
      low >= 17 && high <= 23,
    ),
    against('CPU of a core, voice process', `${figure(share * 100)} %`, '< 35 %', share < 0.35),
    against(
      `HTTP answer p99 at ${ACCEPTED_A_SECOND} messages a second, without calls and beside them`,
      `${figure(idleP99)} ms, ${figure(besideP99)} ms`,
      'at most twice',
      besideP99 <= idleP99 * 2,
    ),
  ];
}

async function steadily(run: Run, options: VoiceOptions, account: Account): Promise<readonly Figure[]> {
  const { gateway, phones, load } = options;
  const seconds = run.quick ? 3 : 60;
  const count = NEW_CALLS_A_SECOND * seconds;
  await phones.call.reset(undefined);
  await place(options.load, callPlan(gateway, account, NEW_CALLS_A_SECOND, 20_000_000), count, 'steady');
  await allOver(options.phones);
  const { placed, completed, invitedAt, speechAfterMs } = await phones.call.read(undefined);
  const starts = await load.call.starts('steady');
  const toInvite = [...starts].flatMap(([digits, at]) => {
    const invited = invitedAt.get(digits);
    return invited === undefined ? [] : [invited - at];
  });
  const [invite, speech] = [percentile(toInvite, 0.99), percentile(speechAfterMs, 0.99)];
  return [
    against(
      `${NEW_CALLS_A_SECOND} new calls a second for ${seconds} s: placed and completed`,
      `${placed} and ${completed} of ${starts.size}`,
      'all',
      placed === starts.size && completed === starts.size,
    ),
    against('from POST to INVITE, p99', `${figure(invite)} ms`, '< 50 ms', invite < 50),
    against('from the answer to speech, p99', `${figure(speech)} ms`, '< 800 ms', speech < 800),
  ];
}

async function voiceProcess(gateway: BenchGateway): Promise<number> {
  const { carriers } = (await gateway.operator('GET', '/carriers')) as {
    carriers: ReadonlyArray<{ details: { voice_process?: number } }>;
  };
  return carriers[0]?.details.voice_process ?? 0;
}

/** Texts without a carrier: accepted durably, and over at once. */
function acceptPlan(gateway: BenchGateway, account: Account): LoadPlan {
  const request = sendRequest({ gateway }, account);
  return { port: gateway.port, connections: CONNECTIONS, rate: ACCEPTED_A_SECOND, request, first: 0 };
}
