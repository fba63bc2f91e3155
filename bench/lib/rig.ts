/**
 * A gateway with everything around it: an SMSC that takes what it sends, a receiver for its callbacks, a load.
 */
import { eventually } from '../../test/support/cluster/eventually.ts';
import type { LoadHandlers, LoadPlan, LoadWindow } from '../tools/load.ts';
import type { ReceiverHandlers } from '../tools/receiver.ts';
import type { SmscHandlers } from '../tools/smsc.ts';
import { type Account, type BenchGateway, type GatewayChoice, startBenchGateway } from './gateway.ts';
import { writePost } from './http-connection.ts';
import type { Run } from './section.ts';
import { startTool, type Tool } from './tool.ts';

export interface Rig {
  readonly gateway: BenchGateway;
  /** Its callbacks go to `/callbacks` of the receiver. */
  readonly account: Account;
  readonly smsc: Tool<SmscHandlers>;
  readonly receiver: Tool<ReceiverHandlers>;
  readonly receiverUrl: string;
  readonly load: Tool<LoadHandlers>;
  stop(): Promise<void>;
}

export type RigChoice = Partial<Omit<GatewayChoice, 'smscPort' | 'lanes' | 'folder' | 'citus'>>;

/** Receipts follow the answer after so long. */
export const RECEIPT_AFTER_MS = 50;
/** As many connections as callers keep open. */
export const CONNECTIONS = 64;

export async function startRig(run: Run, choice: RigChoice = {}): Promise<Rig> {
  const tools: Tool<unknown>[] = [];
  function tool<H>(name: string): Tool<H> {
    const started = startTool<H>(name);
    tools.push(started as Tool<unknown>);
    return started;
  }
  const stopTools = () => Promise.all(tools.map((each) => each.stop()));
  try {
    const smsc = tool<SmscHandlers>('smsc');
    const receiver = tool<ReceiverHandlers>('receiver');
    const load = tool<LoadHandlers>('load');
    const [smscPort, receiverPort] = await Promise.all([smsc.call.listen(undefined), receiver.call.listen(undefined)]);
    await smsc.call.plan({ receiptAfterMs: RECEIPT_AFTER_MS, watchedPrefix: '' });
    const { lanes, folder, citus } = run;
    const gateway = await startBenchGateway({ ...choice, smscPort, lanes, folder, ...(citus ? { citus } : {}) });
    const stop = async () => {
      await gateway.dispose();
      await stopTools();
    };
    try {
      const receiverUrl = `http://127.0.0.1:${receiverPort}`;
      const account = await gateway.createAccount(`${receiverUrl}/callbacks`);
      return { gateway, account, smsc, receiver, receiverUrl, load, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await stopTools();
    throw error;
  }
}

export interface RequestChoice {
  readonly messageType?: 'OTP' | 'ARN' | 'MKT';
  /** What the number of the recipient begins with; eight digits follow. */
  readonly prefix?: string;
  readonly callbackUrl?: string;
  /** RFC 3339. */
  readonly sendAt?: string;
  /** In place of all that the others make. */
  readonly body?: object;
}

export const RECIPIENT_PREFIX = '49151';
export const TEXT = 'Your code is 123456. Do not share it with anyone.';

/** A request as a caller writes it; eight zeros are where the load counts. */
export function sendRequest(rig: Pick<Rig, 'gateway'>, account: Account, choice: RequestChoice = {}): string {
  const body = JSON.stringify(choice.body ?? bodyOf(choice));
  return writePost('/v1/omnichannel', rig.gateway.port, account.authorization, body);
}

function bodyOf({ messageType = 'OTP', prefix = RECIPIENT_PREFIX, callbackUrl, sendAt }: RequestChoice): object {
  return {
    phone_number: `${prefix}00000000`,
    message_type: messageType,
    channels: [{ channel: 'sms', fallback_time: 300 }],
    message: { sms: { template: 'text', parameters: { text: TEXT } } },
    ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
  };
}

export function planOf(rig: Rig, changes: Partial<LoadPlan> = {}): LoadPlan {
  return {
    port: rig.gateway.port,
    connections: CONNECTIONS,
    rate: 0,
    request: sendRequest(rig, rig.account),
    ...changes,
  };
}

/** Sends one message and waits until it is as `holds` says (SQL over `m`, the message, and `a`, its attempt's row). */
export async function oneMessage(
  rig: Rig,
  account: Account,
  holds: string,
  choice: RequestChoice = {},
): Promise<string> {
  const name = `one ${holds}`;
  const plan = planOf(rig, {
    connections: 1,
    inFlight: 1,
    first: 99_999_999,
    request: sendRequest(rig, account, choice),
  });
  await rig.load.call.start({ name, plan });
  await rig.load.call.stop(name);
  return eventually(`a message is ${holds}`, async () => {
    const rows = await rig.gateway.query<{ id: string }>(
      `select m.id from messages m left join attempts a on a.message_id = m.id
        where m.account_id = $1 and ${holds} order by m.id desc limit 1`,
      [account.customerId],
    );
    return rows[0]?.id;
  });
}

/** Fails when something was refused that should not have been. */
export function checkTaken(what: string, { refused, statuses }: LoadWindow): void {
  if (refused > 0) throw new Error(`${what}: ${refused} requests were not taken (${JSON.stringify(statuses)})`);
}
