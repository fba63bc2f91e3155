/**
 * A million messages that wait for a receipt which never comes, so that a thousand deadlines pass each second, and
 * messages on their way beside them.
 *
 * 1. A deadline has taken effect when the transaction that ends the message is committed; PostgreSQL itself keeps that
 *    moment (`track_commit_timestamp`).
 */
import { HOUR_MS } from '../../src/lib/durations.ts';
import { copyMessages, settle } from '../lib/copies.ts';
import { Flow } from '../lib/flow.ts';
import { checkTaken, oneMessage, planOf, RECEIPT_AFTER_MS, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, percentile, spread } from '../lib/statistics.ts';

const PER_SECOND = 1_000;
const MESSAGES_PER_SECOND = 500;
const TARGET_MS = 250;

export const timers: Section = {
  name: 'timers',
  title: '1,000,000 pending timers, 1,000 due each second, 500 messages a second beside them',
  async run(run) {
    const rig = await startRig(run, { serverSettings: { track_commit_timestamp: 'on' } });
    try {
      return await measure(run, rig);
    } finally {
      await rig.stop();
    }
  },
};

async function measure(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const { gateway } = rig;
  const count = run.quick ? 60_000 : 1_000_000;
  const account = await gateway.createAccount(null);
  // The pattern of the copies gets no receipt.
  await rig.smsc.call.plan({ receiptAfterMs: -1, watchedPrefix: '' });
  const of = await oneMessage(rig, account, "a.state = 'submitted'");
  const now = Date.now();
  // Time enough to write them all.
  const firstDueAt = now + (run.quick ? 3_000 : 120_000);
  const due = `to_timestamp(${firstDueAt} / 1000.0) + b.n * interval '${1000 / PER_SECOND} milliseconds'`;
  await copyMessages(gateway, {
    of,
    count,
    fromMs: now - HOUR_MS,
    toMs: now,
    messages: { due_at: due },
    attempts: { deadline_at: due },
    progress: (done) => done % 500_000 === 0 && run.say(`  ${figure(done)} messages written`),
  });
  await settle(gateway);
  await rig.smsc.call.plan({ receiptAfterMs: RECEIPT_AFTER_MS, watchedPrefix: '' });
  const flow = await Flow.start(rig, planOf(rig, { rate: MESSAGES_PER_SECOND }));
  await pause(Math.max(0, firstDueAt + (run.quick ? 500 : 5_000) - Date.now()));
  const from = Date.now();
  const window = await flow.window(run.quick ? 2_000 : 60_000);
  const to = Date.now();
  checkTaken('beside the timers', window.load);
  const left = await flow.finish(30_000);
  // What is late by less than that is seen with its lateness.
  await pause(2_000);
  const lateness = await latenessOf(rig, account.customerId, from, to);
  const late = spread(lateness);
  const busy = (micros: number) => `${figure((micros * 100) / ((to - from) * 1000))} %`;
  return [
    { what: 'timers pending', value: figure(count - (from - firstDueAt) * (PER_SECOND / 1000)) },
    { what: 'due in the window', value: figure(late.count) },
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

/** Of every deadline in the window; one that has had no effect yet counts as one that never will. */
async function latenessOf(rig: Rig, accountId: string, from: number, to: number): Promise<Float64Array> {
  const rows = await rig.gateway.query<{ late: number | null }>(
    `select case when m.final_at is not null
              then (extract(epoch from pg_xact_commit_timestamp(m.xmin) - a.deadline_at) * 1000)::float8 end as late
       from messages m join attempts a on a.message_id = m.id
      where m.account_id = $1 and a.deadline_at >= to_timestamp($2 / 1000.0) and a.deadline_at < to_timestamp($3 / 1000.0)`,
    [accountId, from, to],
  );
  return Float64Array.from(rows, ({ late }) => late ?? Number.POSITIVE_INFINITY);
}
