/**
 * One account has a million marketing messages waiting; another one sends codes. How long after its request does a
 * code leave?
 *
 * 1. Twice: at a carrier that takes 500 a second, and at one that takes everything, where the backlog uses all that the
 *    machine has.
 */
import { HOUR_MS } from '../../src/lib/durations.ts';
import { copyMessages, settle } from '../lib/copies.ts';
import type { Account } from '../lib/gateway.ts';
import { oneMessage, planOf, type Rig, sendRequest, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, type Spread, spread } from '../lib/statistics.ts';

/** How late codes were, and what left beside them. */
interface Beside extends Spread {
  readonly perSecond: number;
}

const TPS = 500;
const CODES_PER_SECOND = 20;
const CODES_PREFIX = '49152';
const TARGET_MS = 100;
/** More than fit into the carrier's window and the gateway's memory. */
const FILLING = 2_000;

export const backlog: Section = {
  name: 'backlog',
  title: 'Codes of one account beside a backlog of 1,000,000 marketing messages of another',
  async run(run) {
    const carrier = { response_timeout_ms: 300_000, receipts: 'none' };
    const rig = await startRig(run, { carrier: { ...carrier, tps: TPS } });
    try {
      const { gateway } = rig;
      const codes = await gateway.createAccount(null);
      await makeBacklog(run, rig);
      const limited = await measure(run, rig, codes, 0);
      await gateway.stop();
      await gateway.configure(carrier);
      await gateway.start();
      await gateway.carrierIsUp();
      const unlimited = await measure(run, rig, codes, 10_000_000);
      return [
        figureOf(`at a carrier that takes ${TPS} a second`, limited),
        figureOf('at one that takes all', unlimited),
      ];
    } finally {
      await rig.stop();
    }
  },
};

async function makeBacklog(run: Run, rig: Rig): Promise<void> {
  const { gateway, smsc, load } = rig;
  const account = await gateway.createAccount(null);
  await smsc.call.hold(true);
  const request = sendRequest(rig, account, { messageType: 'MKT' });
  await load.call.start({ name: 'filling', plan: planOf(rig, { request, inFlight: FILLING }) });
  const of = await oneMessage(rig, account, 'm.queue is not null', { messageType: 'MKT' });
  await load.call.stop('filling');
  const now = Date.now();
  await copyMessages(gateway, {
    of,
    count: run.quick ? 20_000 : 1_000_000,
    fromMs: now - HOUR_MS,
    toMs: now,
    progress: (done) => done % 500_000 === 0 && run.say(`  ${figure(done)} messages written`),
  });
  await settle(gateway);
  await smsc.call.hold(false);
}

async function measure(run: Run, rig: Rig, account: Account, first: number): Promise<Beside> {
  const { smsc, load } = rig;
  await smsc.call.plan({ receiptAfterMs: -1, watchedPrefix: CODES_PREFIX });
  await pause(run.quick ? 1_000 : 5_000);
  const request = sendRequest(rig, account, { messageType: 'OTP', prefix: CODES_PREFIX });
  const name = `codes ${first}`;
  const plan = planOf(rig, { connections: 16, rate: CODES_PER_SECOND, request, first, keepsStarts: true });
  const before = { ...(await smsc.call.counts(undefined)), at: performance.now() };
  await load.call.start({ name, plan });
  await pause(run.quick ? 2_000 : 45_000);
  const after = { ...(await smsc.call.counts(undefined)), at: performance.now() };
  const [starts, refused] = [await load.call.starts(name), (await load.call.mark(name)).refused];
  await load.call.stop(name);
  // A code that has not left by then counts as one that never does.
  await pause(1_000);
  const arrivals = await smsc.call.watched(undefined);
  if (refused > 0) throw new Error(`${refused} codes were not taken`);
  const latencies = [...starts].map(([digits, startedAt]) => {
    const arrivedAt = arrivals.get(`${CODES_PREFIX}${digits}`);
    return arrivedAt === undefined ? Number.POSITIVE_INFINITY : arrivedAt - startedAt;
  });
  return { ...spread(latencies), perSecond: ((after.submits - before.submits) * 1000) / (after.at - before.at) };
}

function figureOf(where: string, { p50, p99, max, count, perSecond }: Beside): Figure {
  return against(
    `request to submit_sm, ${where} (${figure(count)} codes; ${figure(Math.round(perSecond))}/s left in all)`,
    `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms, most ${figure(max)} ms`,
    `p99 < ${TARGET_MS} ms`,
    p99 < TARGET_MS,
  );
}
