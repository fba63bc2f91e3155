/**
 * 10,000 recipients in one request beside messages of another account: how long until the batch is taken, until its
 * messages are made, and how much longer the others wait for their answer meanwhile?
 *
 * 1. The others' load is the same with and without, in one run, on one gateway: their ratio is what counts.
 * 2. Each recipient has a value of its own, in a text of one part.
 */
import { request } from 'undici';
import { compareCosts } from '../lib/batch-cost.ts';
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { Flow } from '../lib/flow.ts';
import type { Account } from '../lib/gateway.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';

const RECIPIENTS = 10_000;
const BATCHES = 3;
const OTHERS_PER_SECOND = 300;
const TAKEN_WITHIN_MS = 3_000;
const MOST_TIMES = 2;
const LOOK_EVERY_MS = 100;

interface Taken {
  readonly takenMs: number;
  readonly madeMs: number;
}

export const batch: Section = {
  name: 'batch',
  title: `${figure(RECIPIENTS)} recipients in one request, ${OTHERS_PER_SECOND} messages a second of another account beside them`,
  async run(run) {
    // A submit that the SMSC does not answer for a while must not run into its time limit.
    const rig = await startRig(run, { ...profiled(run), carrier: { response_timeout_ms: 300_000 } });
    try {
      const costs = await compareCosts(run, rig);
      return run.profile ? costs : [...(await measure(run, rig)), ...costs];
    } finally {
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  },
};

async function measure(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const account = await rig.gateway.createAccount(null);
  const flow = await Flow.start(rig, planOf(rig, { rate: OTHERS_PER_SECOND }));
  await pause(run.quick ? 1_000 : 5_000);
  const alone = await flow.window(run.quick ? 2_000 : 15_000);
  checkTaken('alone', alone.load);
  const taken: Taken[] = [];
  const work = async () => {
    for (let n = 0; n < (run.quick ? 1 : BATCHES); n += 1) taken.push(await takeOne(rig, account, n));
  };
  const beside = await flow.windowWhile(work());
  checkTaken('beside batches', beside.load);
  await flow.finish(30_000);
  const [before, after] = [alone, beside].map(({ load }) => percentile(load.latenciesMs, 0.99));
  const times = (after ?? 0) / Math.max(before ?? 0, 0.1);
  const slowest = Math.max(...taken.map(({ takenMs }) => takenMs));
  return [
    against('a batch is taken, slowest', `${figure(slowest)} ms`, `< ${TAKEN_WITHIN_MS} ms`, slowest < TAKEN_WITHIN_MS),
    { what: 'its messages are made, slowest', value: `${figure(Math.max(...taken.map(({ madeMs }) => madeMs)))} ms` },
    { what: "the others' HTTP answer, p99, alone", value: `${figure(before ?? 0)} ms` },
    { what: "the others' HTTP answer, p99, beside batches", value: `${figure(after ?? 0)} ms` },
    against('times as long', figure(times), `≤ ${MOST_TIMES}`, times <= MOST_TIMES),
  ];
}

async function takeOne({ gateway }: Rig, { authorization }: Account, n: number): Promise<Taken> {
  const url = `http://127.0.0.1:${gateway.port}/v1/omnichannel/batch`;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({
    channels: [{ channel: 'sms' }],
    message_type: 'MKT',
    message: { sms: { template: 'text', parameters: { text: 'Hello {{name}}, there is something new for you.' } } },
    recipients: Array.from({ length: RECIPIENTS }, (_, place) => ({
      phone_number: `49152${String(n * RECIPIENTS + place).padStart(8, '0')}`,
      parameters: { name: `N${place}` },
      external_id: `order ${place}`,
    })),
  });
  const from = performance.now();
  const answer = await request(url, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`the batch was not taken: ${answer.statusCode} ${text}`);
  const takenMs = performance.now() - from;
  const { reference_id: reference } = JSON.parse(text) as { reference_id: string };
  for (;;) {
    const shown = await request(`${url}/${reference}?limit=1`, { headers });
    const { state } = (await shown.body.json()) as { state: string };
    if (state === 'done') return { takenMs, madeMs: performance.now() - from };
    await pause(LOOK_EVERY_MS);
  }
}
