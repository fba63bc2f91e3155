/**
 * A million messages that wait for their time, spread over a day, and messages on their way beside them: how late does one
 * leave?
 *
 * 1. They were recorded over the last twenty days, as those are that were asked for weeks ahead: most looks for what is due
 *    do not go so far back. Which is due when has nothing to do with when it was recorded.
 * 2. One has left when its `submit_sm` came in at the SMSC.
 */
import { DAY_MS } from '../../src/lib/durations.ts';
import { copyMessages, settle } from '../lib/copies.ts';
import { Flow } from '../lib/flow.ts';
import { checkTaken, oneMessage, planOf, RECEIPT_AFTER_MS, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile, spread } from '../lib/statistics.ts';
import { monotonicMs } from '../lib/system.ts';

const MESSAGES_PER_SECOND = 1_000;
const TARGET_MS = 250;
/** Of the copies; eight digits follow. */
const PREFIX = '49159';
/** A prime that divides neither number of copies: it takes them in an order that looks like none. */
const STRIDE = 7_919;

export const scheduled: Section = {
  name: 'scheduled',
  title: '1,000,000 scheduled messages over a day, 1,000 messages a second beside them',
  async run(run) {
    const rig = await startRig(run);
    try {
      return await measure(run, rig);
    } finally {
      await rig.stop();
    }
  },
};

interface Stock {
  readonly count: number;
  readonly firstDueAt: number;
  readonly apartMs: number;
}

async function measure(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const stock = await makeStock(run, rig);
  await rig.smsc.call.plan({ receiptAfterMs: RECEIPT_AFTER_MS, watchedPrefix: PREFIX });
  const flow = await Flow.start(rig, planOf(rig, { rate: MESSAGES_PER_SECOND }));
  await pause(Math.max(0, stock.firstDueAt + (run.quick ? 500 : 5_000) - Date.now()));
  const from = Date.now();
  const window = await flow.window(run.quick ? 2_000 : 120_000);
  const to = Date.now();
  checkTaken('beside what is scheduled', window.load);
  const left = await flow.finish(30_000);
  // What is late by less than that is seen with its lateness.
  await pause(2_000);
  const late = spread(await latenessOf(rig, stock, from, to));
  const busy = (micros: number) => `${figure((micros * 100) / ((to - from) * 1000))} %`;
  return [
    { what: 'messages that wait', value: figure(stock.count - (to - stock.firstDueAt) / stock.apartMs) },
    { what: 'scheduled for the window', value: figure(late.count) },
    against(
      'lateness, p50, p99 and most',
      `${figure(late.p50)} ms, ${figure(late.p99)} ms, ${figure(late.max)} ms`,
      `p99 < ${TARGET_MS} ms`,
      late.p99 < TARGET_MS,
    ),
    { what: 'messages a second beside them', value: figure((window.done * 1000) / window.tookMs) },
    { what: 'of them unfinished at the end', value: figure(left) },
    { what: 'their HTTP answer, p99', value: `${figure(percentile(window.load.latenciesMs, 0.99))} ms` },
    {
      what: 'CPU of a core, gateway and PostgreSQL',
      value: `${busy(window.cpu.gateway)}, ${busy(window.cpu.postgres)}`,
    },
  ];
}

async function makeStock(run: Run, rig: Rig): Promise<Stock> {
  const { gateway } = rig;
  const account = await gateway.createAccount(null);
  const sendAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const of = await oneMessage(rig, account, "m.due_at > now() + interval '1 day'", { sendAt });
  const count = run.quick ? 60_000 : 1_000_000;
  const now = Date.now();
  const stock = { count, firstDueAt: now + (run.quick ? 4_000 : 90_000), apartMs: run.quick ? 20 : DAY_MS / count };
  const dueMs = `(${stock.firstDueAt} + ((b.n::bigint * ${STRIDE}) % ${count}) * ${stock.apartMs})`;
  await copyMessages(gateway, {
    of,
    count,
    fromMs: now - 20 * DAY_MS,
    toMs: now,
    messages: {
      recipient: `'${PREFIX}' || lpad(b.n::text, 8, '0')`,
      due_at: `to_timestamp(${dueMs} / 1000.0)`,
      plan: `jsonb_set(t.plan, '{0,sendAt}', to_jsonb(floor(${dueMs})::bigint))`,
    },
    progress: (done) => done % 500_000 === 0 && run.say(`  ${figure(done)} messages written`),
  });
  await settle(gateway);
  // No gateway knew of them when they were written: the next look at everything would be up to a minute away.
  await gateway.stop();
  await gateway.start();
  await gateway.carrierIsUp();
  if (Date.now() > stock.firstDueAt) run.say('  some were due before all were written');
  return stock;
}

/** Of every message that is scheduled for the window; one that has not left counts as one that never will. */
async function latenessOf(
  rig: Rig,
  { count, firstDueAt, apartMs }: Stock,
  from: number,
  to: number,
): Promise<Float64Array> {
  const arrivals = await rig.smsc.call.watched(undefined);
  const wallAtZero = Date.now() - monotonicMs();
  const late: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const dueAt = firstDueAt + ((n * STRIDE) % count) * apartMs;
    if (dueAt < from || dueAt >= to) continue;
    const arrivedAt = arrivals.get(`${PREFIX}${String(n).padStart(8, '0')}`);
    late.push(arrivedAt === undefined ? Number.POSITIVE_INFINITY : arrivedAt + wallAtZero - dueAt);
  }
  return Float64Array.from(late);
}
