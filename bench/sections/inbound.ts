/**
 * What people send: how long a text takes from the SMSC to the account's receiver, what it costs, and what messages that
 * go out at the same time feel of it.
 *
 * 1. A text counts from when the SMSC had to send it to when its callback comes in: two ways over loopback, and what the
 *    SMSC and the receiver wait for the processors that they share with the gateway, are in it.
 * 2. Each text is of another number. One that is told of twice, or not at all, fails the section.
 * 3. What a text costs is what gateway and PostgreSQL use for messages and texts, less what they use for the messages
 *    alone, in turns before and after.
 */
import { eventually } from '../../test/support/cluster/eventually.ts';
import { Flow, type FlowWindow } from '../lib/flow.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile, type Spread, spread } from '../lib/statistics.ts';
import { startTool, type Tool } from '../lib/tool.ts';
import type { ReceiverHandlers } from '../tools/receiver.ts';

const MESSAGES_PER_SECOND = 1_000;
const TEXTS_PER_SECOND = 500;
const TARGET_MS = 100;
const SENDER = '491579111111';
/** The account is known anew by then. */
const SETTINGS_KNOWN_MS = 4_000;
const CONNECTIONS = 256;

export const inbound: Section = {
  name: 'inbound',
  title: '500 texts a second from people, called back, beside 1,000 messages a second',
  async run(run) {
    const rig = await startRig(run);
    const receiver = startTool<ReceiverHandlers>('receiver');
    try {
      return await measure(run, rig, receiver);
    } finally {
      await receiver.stop();
      await rig.stop();
    }
  },
};

async function measure(run: Run, rig: Rig, receiver: Tool<ReceiverHandlers>): Promise<readonly Figure[]> {
  const { gateway, account } = rig;
  const port = await receiver.call.listen(undefined);
  await receiver.call.keepNumbers(true);
  await gateway.operator('PUT', `/accounts/${account.customerId}/senders/${SENDER}`, {});
  await gateway.operator('PATCH', `/accounts/${account.customerId}`, {
    settings: { inbound_url: `http://127.0.0.1:${port}/inbound` },
  });
  await pause(SETTINGS_KNOWN_MS);
  const texts = new Texts(rig, receiver);
  const windowMs = run.quick ? 2_000 : 20_000;
  const flow = await Flow.start(rig, planOf(rig, { rate: MESSAGES_PER_SECOND, connections: CONNECTIONS }));
  await texts.send(run.quick ? 500 : 5_000);
  const before = await flow.window(windowMs);
  const [beside, took] = await Promise.all([flow.window(windowMs), texts.send(windowMs)]);
  const after = await flow.window(windowMs);
  for (const window of [before, beside, after]) checkTaken('beside texts', window.load);
  const left = await flow.finish(60_000);
  if (left !== 0) throw new Error(`${left} messages have not come to their end within a minute`);
  const told = await receiver.call.total(undefined);
  const answers = (window: FlowWindow) => percentile(window.load.latenciesMs, 0.99);
  const alone = (answers(before) + answers(after)) / 2;
  return [
    against(
      'from deliver_sm to the callback, p50, p99 and most',
      timesOf(took),
      `p99 < ${TARGET_MS} ms`,
      took.p99 < TARGET_MS,
    ),
    against(
      'texts, and callbacks that came',
      `${figure(texts.count)}, ${figure(told)}`,
      'each once',
      told === texts.count,
    ),
    {
      what: 'messages a second to their end, before, beside and after the texts',
      value: [before, beside, after].map(({ done, tookMs }) => figure((done * 1000) / tookMs)).join(', '),
    },
    { what: 'CPU time a text, gateway and PostgreSQL', value: costOf(took.count, before, beside, after) },
    {
      what: 'HTTP answer of a message, p99, beside texts to alone',
      value: `${figure(answers(beside))} ms to ${figure(alone)} ms (× ${figure(answers(beside) / alone)})`,
    },
  ];
}

function timesOf({ p50, p99, max }: Spread): string {
  return `${figure(p50)} ms, ${figure(p99)} ms, ${figure(max)} ms`;
}

/** Rule 3. */
function costOf(count: number, before: FlowWindow, beside: FlowWindow, after: FlowWindow): string {
  const of = (who: 'gateway' | 'postgres') => {
    const alone = (before.cpu[who] / before.tookMs + after.cpu[who] / after.tookMs) / 2;
    return `${figure((beside.cpu[who] - alone * beside.tookMs) / count)} µs`;
  };
  return `${of('gateway')}, ${of('postgres')}`;
}

/** Texts of one number after the other. */
class Texts {
  count = 0;
  private readonly rig: Rig;
  private readonly receiver: Tool<ReceiverHandlers>;

  constructor(rig: Rig, receiver: Tool<ReceiverHandlers>) {
    this.rig = rig;
    this.receiver = receiver;
  }

  /** For so long at the rate of the section; resolves with how long each took to its callback. */
  async send(forMs: number): Promise<Spread> {
    const { smsc } = this.rig;
    const texts = Array.from({ length: Math.floor((forMs * TEXTS_PER_SECOND) / 1000) }, (_, index) => {
      const from = `4916${String(this.count + index).padStart(9, '0')}`;
      return { from, to: SENDER, reaches: from };
    });
    this.count += texts.length;
    await smsc.call.text({ perSecond: TEXTS_PER_SECOND, texts });
    await pause(forMs);
    return eventually('every text is told', async () => {
      const [due, came] = await Promise.all([smsc.call.texted(undefined), this.receiver.call.toldOf(undefined)]);
      if (!texts.every(({ reaches }) => due.has(reaches) && came.has(reaches))) return false;
      return spread(texts.map(({ reaches }) => (came.get(reaches) ?? 0) - (due.get(reaches) ?? 0)));
    });
  }
}
