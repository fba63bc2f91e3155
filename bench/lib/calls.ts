/**
 * Calls of the bench: a trunk to its telephones, and a load that has them called and spoken to.
 */
import { eventually } from '../../test/support/cluster/eventually.ts';
import type { LoadHandlers, LoadPlan } from '../tools/load.ts';
import type { PhonesHandlers } from '../tools/phones.ts';
import type { Account, BenchGateway } from './gateway.ts';
import { writePost } from './http-connection.ts';
import { CONNECTIONS } from './rig.ts';
import { pause } from './section.ts';
import type { Tool } from './tool.ts';

const PREFIX = '49151';
/** About 12 s of speech, so that all calls speak at once for a while. */
const TEXT =
  'Hello. This call was asked for by you, on the page of the shop. Please type these digits there: $$CODE$$. ' +
  'Do not tell them to anybody, whoever asks. Thank you, and have a good day.';

/** A carrier whose telephones are at that port. */
export function trunkTo(port: number): object {
  const trunks = [{ name: 'phones', host: '127.0.0.1', port, options_interval_ms: 0 }];
  return { name: 'trunks', kind: 'sip', listen_host: '127.0.0.1', listen_port: 0, trunks };
}

export function callPlan(gateway: BenchGateway, account: Account, rate: number, first: number): LoadPlan {
  const body = JSON.stringify({ phone_number: `${PREFIX}00000000`, verify_code: '24680', tts_message: TEXT });
  const request = writePost('/v1/verify/call', gateway.port, account.authorization, body);
  return { port: gateway.port, connections: CONNECTIONS, rate, request, first, keepsStarts: true };
}

/** About `count` calls by the plan; resolves with how many were taken. */
export async function place(
  load: Tool<LoadHandlers>,
  plan: LoadPlan,
  count: number,
  name = `calls ${plan.first}`,
): Promise<number> {
  await load.call.start({ name, plan });
  await pause((count / plan.rate) * 1_000);
  return load.call.stop(name);
}

export async function allOver(phones: Tool<PhonesHandlers>): Promise<void> {
  await pause(500);
  await eventually('all calls are over', async () => (await phones.call.underWay(undefined)) === 0, 90_000);
}
