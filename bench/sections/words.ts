/**
 * Forty calls at once, each with a text of its own, while something else keeps every processor busy: with the program
 * espeak-ng, and with the npm package alone.
 *
 * 1. What is busy runs at the priority of the gateway, one process for each processor: nobody's share is left over.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { request } from 'undici';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { type Account, type BenchGateway, startBenchGateway } from '../lib/gateway.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';
import { monotonicMs } from '../lib/system.ts';
import { startTool, type Tool } from '../lib/tool.ts';
import type { PhonesHandlers } from '../tools/phones.ts';

const CALLS = 40;
const SPEAKS_WITHIN_MS = 800;
/** One that is not there: the npm package is what is left. */
const KINDS = { program: null, 'npm package': '/nowhere/espeak-ng' } as const;

export const words: Section = {
  name: 'words',
  title: `${CALLS} calls at once with ${CALLS} texts, on busy processors`,
  async run(run) {
    const figures: Figure[] = [];
    for (const [kind, program] of Object.entries(KINDS)) figures.push(...(await withVoice(run, kind, program)));
    return figures;
  },
};

async function withVoice(run: Run, kind: string, program: string | null): Promise<readonly Figure[]> {
  const phones = startTool<PhonesHandlers>('phones');
  try {
    const port = await phones.call.listen(undefined);
    const trunks = [{ name: 'phones', host: '127.0.0.1', port, options_interval_ms: 0 }];
    const carrier = { name: 'trunks', kind: 'sip', listen_host: '127.0.0.1', listen_port: 0, trunks };
    const settings = { carriers: [carrier], speech: { espeak_program: program } };
    const gateway = await startBenchGateway({ smscPort: 0, settings, lanes: run.lanes, folder: run.folder });
    try {
      const account = await gateway.createAccount(null);
      await gateway.operator('PATCH', `/accounts/${account.customerId}`, { products: ['voice'] });
      const busy = await keepBusy();
      try {
        return await measure({ gateway, account, phones }, kind);
      } finally {
        for (const each of busy) each.kill('SIGKILL');
      }
    } finally {
      await gateway.dispose();
    }
  } finally {
    await phones.stop();
  }
}

async function keepBusy() {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  await pause(1_000);
  return busy;
}

interface WordsOptions {
  readonly gateway: BenchGateway;
  readonly account: Account;
  readonly phones: Tool<PhonesHandlers>;
}

async function measure(options: WordsOptions, kind: string): Promise<readonly Figure[]> {
  const { phones } = options;
  await phones.call.reset(undefined);
  const asked = new Map<string, number>();
  await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const number = `49151${String(30_000_000 + index)}`;
      asked.set(number.slice(-8), monotonicMs());
      await place(options, number, index);
    }),
  );
  await eventually('all are placed, or given up', async () => (await over(options)) === CALLS, 30_000);
  await eventually('all calls are over', async () => (await phones.call.underWay(undefined)) === 0, 120_000);
  const { speechAfterMs, invitedAt } = await phones.call.read(undefined);
  const most = Math.max(...speechAfterMs);
  const toInvite = [...asked].map(([digits, at]) => (invitedAt.get(digits) ?? Number.POSITIVE_INFINITY) - at);
  return [
    against(`${kind}: calls that spoke`, `${speechAfterMs.length} of ${CALLS}`, 'all', speechAfterMs.length === CALLS),
    against(
      `${kind}: from the answer to speech, p50 and most`,
      `${figure(percentile(speechAfterMs, 0.5))} ms, ${figure(most)} ms`,
      `< ${SPEAKS_WITHIN_MS} ms`,
      most < SPEAKS_WITHIN_MS,
    ),
    {
      what: `${kind}: from POST to INVITE, p50 and most`,
      value: `${figure(percentile(toInvite, 0.5))} ms, ${figure(Math.max(...toInvite))} ms`,
    },
  ];
}

/** How many telephones rang, or never will. */
async function over({ gateway, phones }: WordsOptions): Promise<number> {
  const answer = await request(`http://127.0.0.1:${gateway.port}/metrics`);
  const unspoken = /^trunkline_calls_total\{cause="unspoken",trunk="none"\} (\d+)/m.exec(await answer.body.text());
  return (await phones.call.read(undefined)).placed + Number(unspoken?.[1] ?? 0);
}

async function place({ gateway, account }: WordsOptions, number: string, index: number): Promise<void> {
  const text = `Hello, customer ${index}. Your code for the payment of ${index * 3} euro to the shop is $$CODE$$.`;
  const answer = await request(`http://127.0.0.1:${gateway.port}/v1/verify/call`, {
    method: 'POST',
    headers: { authorization: account.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: number, verify_code: '24680', tts_message: text }),
  });
  const said = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a call was answered ${answer.statusCode}: ${said}`);
}
