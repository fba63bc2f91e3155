/**
 * Masked sessions: how long a text takes through the gateway, how many sessions are opened a second, and what both feel
 * of a hundred thousand sessions that end at the same second; all with a million sessions open over a thousand masks.
 *
 * 1. What the gateway takes for a text (deliver_sm in, submit_sm out) is held against the target, by its own metrics,
 *    which end with the record that it goes out with. Beside it stands what the SMSC sees: from when it had to send a
 *    text to when its copy has come back. That is two ways over loopback more, and what the SMSC waits for the
 *    processors that it shares with the gateway.
 * 2. Each text is of another session. Nothing is relayed to anyone but the other party of its session, or it counts as
 *    one that never came.
 * 3. Legs are looked up when what was there before (receipts, callbacks, pages on their way to the disk) has ended, and
 *    after some that are not counted: it is the question to the store that is measured, and not how long this process
 *    waits for a processor or for its own code to be compiled. How long it does wait shows a statement that reads
 *    nothing, in turns with the look-ups.
 * 4. Of several windows, with texts or with look-ups, each figure is the median of theirs.
 */
import { createContext } from '../../src/context.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { openDatabase } from '../../src/store/connection/pool.ts';
import { findLegs } from '../../src/store/masking/legs.ts';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { settle } from '../lib/copies.ts';
import { profiled, summarise } from '../lib/cpu-profile.ts';
import type { BenchGateway } from '../lib/gateway.ts';
import { writePost } from '../lib/http-connection.ts';
import { observed, shareWithin } from '../lib/metrics.ts';
import { CONNECTIONS, checkTaken, RECEIPT_AFTER_MS, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { copySessions, endTogether, textIn } from '../lib/session-copies.ts';
import { countStatements, statementCosts } from '../lib/statements.ts';
import { figure, median, percentile, type Spread, spread } from '../lib/statistics.ts';

const MASKS = 1_000;
const TEXTS_PER_SECOND = 500;
const RELAY_SECONDS = 'trunkline_relay_seconds';
const RELAY_TARGET_MS = 20;
const EXPIRY_TARGET_MS = 100;
const OPEN_TARGET = 1_000;
const LOOK_UP_TARGET_MS = 1;
/** In each window, and before the first. */
const LOOK_UPS = 1_000;
const LOOK_UPS_BEFORE = 2_000;
const LOOK_UP_WINDOWS = 5;
const QUIET_MS = 10_000;
const WINDOWS = 3;

interface Sizes {
  readonly sessions: number;
  readonly ending: number;
  readonly windowMs: number;
}

export const masking: Section = {
  name: 'masking',
  title: '1,000,000 masked sessions over 1,000 masks: relay, opening, 100,000 ends at once',
  async run(run) {
    const rig = await startRig(run, profiled(run));
    try {
      return await measure(run, rig);
    } finally {
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  },
};

async function measure(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const { gateway, account } = rig;
  const sizes: Sizes = run.quick
    ? { sessions: 10_000, ending: 1_000, windowMs: 2_000 }
    : { sessions: 1_000_000, ending: 100_000, windowMs: 20_000 };
  await gateway.operator('PATCH', `/accounts/${account.customerId}`, { products: ['masking'] });
  await gateway.operator('PATCH', `/accounts/${account.customerId}`, {
    settings: { requests_per_second: { anonymous: 0 } },
  });
  const masks = await bringInMasks(gateway);
  await copySessions(gateway, {
    accountId: account.customerId,
    masks,
    count: sizes.sessions,
    endsAt: Date.now() + 2 * DAY_MS,
    callbackUrl: `${rig.receiverUrl}/callbacks`,
  });
  await settle(gateway);
  run.say(`  ${figure(sizes.sessions)} sessions written`);
  await rig.smsc.call.plan({ receiptAfterMs: RECEIPT_AFTER_MS, watchedPrefix: '4915' });
  const texts = new Texts(rig, masks);
  // The first ones pay for what is read and compiled for the first time.
  await texts.relay(run.quick ? 500 : 3_000);
  if (run.profile) await countStatements(gateway);
  const before = gateway.cpu();
  const windows: Spread[] = [];
  const shares: number[] = [];
  for (let count = 0; count < WINDOWS; count += 1) {
    const seen = await observed(gateway, RELAY_SECONDS, RELAY_TARGET_MS);
    windows.push(await texts.relay(sizes.windowMs / 2));
    shares.push(shareWithin(seen, await observed(gateway, RELAY_SECONDS, RELAY_TARGET_MS)));
  }
  const after = gateway.cpu();
  const relayed = medianOf(windows);
  if (run.profile) run.say(await statementCosts(gateway, relayed.count));
  const { lookUps, nothing } = await lookUpLegs(gateway, masks, sizes.sessions);
  const opened = await openSessions(rig, sizes.windowMs / 2);
  const ended = await whileEnding(run, rig, texts, sizes);
  const micros = (used: number) => `${figure(used / relayed.count)} µs`;
  return [
    against(
      `relayed by the gateway within ${RELAY_TARGET_MS} ms at ${TEXTS_PER_SECOND} texts a second`,
      `${figure(median(shares))} %`,
      '≥ 99 %',
      median(shares) >= 99,
    ),
    { what: 'relay as the SMSC sees it, p50, p99 and most', value: timesOf(relayed) },
    {
      what: 'CPU time a relayed text, with receipt and callback, gateway and PostgreSQL',
      value: `${micros(after.gateway - before.gateway)}, ${micros(after.postgres - before.postgres)}`,
    },
    against(
      'sessions opened a second',
      figure(opened.rate),
      `at least ${figure(OPEN_TARGET)}`,
      opened.rate >= OPEN_TARGET,
    ),
    { what: 'answer of an opening, p50 and p99', value: `${figure(opened.p50)} ms, ${figure(opened.p99)} ms` },
    against(
      'look-up of a leg, p50 and p99',
      `${figure(lookUps.p50)} ms, ${figure(lookUps.p99)} ms`,
      `p99 < ${LOOK_UP_TARGET_MS} ms`,
      lookUps.p99 < LOOK_UP_TARGET_MS,
    ),
    {
      what: 'a statement that reads nothing, in turns with the look-ups',
      value: `${figure(nothing.p50)} ms, ${figure(nothing.p99)} ms`,
    },
    {
      what: `${figure(sizes.ending)} sessions that end at the same second, all written down after`,
      value: `${figure(ended.tookMs)} ms`,
    },
    against(
      'relay meanwhile as the SMSC sees it, p50, p99 and most',
      timesOf(ended.relayed),
      `p99 < ${EXPIRY_TARGET_MS} ms`,
      ended.relayed.p99 < EXPIRY_TARGET_MS,
    ),
  ];
}

function timesOf({ p50, p99, max }: Spread): string {
  return `${figure(p50)} ms, ${figure(p99)} ms, ${figure(max)} ms`;
}

/** Half of them German, half British. */
async function bringInMasks(gateway: BenchGateway): Promise<string[]> {
  const masks = Array.from({ length: MASKS }, (_, index) => {
    const digits = String(index).padStart(4, '0');
    return index % 2 === 0 ? `491579999${digits}` : `44740099${digits}`;
  });
  await gateway.operator(
    'POST',
    '/numbers/import',
    `number,capabilities\n${masks.map((each) => `${each},sms\n`).join('')}`,
  );
  return masks;
}

/** Texts in one session after the other, from the first one on. */
class Texts {
  private readonly rig: Rig;
  private readonly masks: readonly string[];
  private next = 0;

  constructor(rig: Rig, masks: readonly string[]) {
    this.rig = rig;
    this.masks = masks;
  }

  /** Texts for so long at the rate of the section, and how long each took. */
  async relay(forMs: number): Promise<Spread> {
    const { smsc } = this.rig;
    const count = Math.floor((forMs * TEXTS_PER_SECOND) / 1000);
    const texts = Array.from({ length: count }, (_, index) => textIn(this.masks, this.next + index));
    this.next += count;
    await smsc.call.text({ perSecond: TEXTS_PER_SECOND, texts });
    await pause(forMs);
    return eventually(
      'every text has been sent',
      async () => {
        const [due, came] = await Promise.all([smsc.call.texted(undefined), smsc.call.watched(undefined)]);
        const isDone = due.size === count && texts.every(({ reaches }) => came.has(reaches));
        const latencies = texts.map(({ reaches }) => {
          return (came.get(reaches) ?? Number.POSITIVE_INFINITY) - (due.get(reaches) ?? 0);
        });
        return isDone && spread(latencies);
      },
      120_000,
    );
  }
}

/** The median of each figure, and of all windows how many it was. */
function medianOf(windows: readonly Spread[]): Spread {
  const of = (name: keyof Spread) => median(windows.map((window) => window[name]));
  const count = windows.reduce((sum, window) => sum + window.count, 0);
  return { count, p50: of('p50'), p99: of('p99'), max: of('max') };
}

/** The look-ups, and a statement that reads nothing in turns with them (rule 3). */
async function lookUpLegs(
  gateway: BenchGateway,
  masks: readonly string[],
  sessions: number,
): Promise<{ lookUps: Spread; nothing: Spread }> {
  const db = await openDatabase(createContext({ logLevel: 'warn' }), { url: gateway.databaseUrl, poolSize: 1 });
  try {
    await pause(QUIET_MS);
    let done = 0;
    const takeTurns = async (count: number) => {
      const lookUps: number[] = [];
      const nothing: number[] = [];
      for (const end = done + count; done < end; done += 1) {
        // All over the table.
        const { from, to } = textIn(masks, (done * 7_919) % sessions);
        const began = performance.now();
        const found = await findLegs(db, [{ party: from, mask: to }]);
        const ended = performance.now();
        await db.query('select 1 as one', [], 'kept');
        lookUps.push(ended - began);
        nothing.push(performance.now() - ended);
        if (found.size !== 1) throw new Error('a leg was not found');
      }
      return { lookUps: spread(lookUps), nothing: spread(nothing) };
    };
    await takeTurns(LOOK_UPS_BEFORE);
    const windows: Array<{ lookUps: Spread; nothing: Spread }> = [];
    for (let count = 0; count < LOOK_UP_WINDOWS; count += 1) windows.push(await takeTurns(LOOK_UPS));
    return {
      lookUps: medianOf(windows.map(({ lookUps }) => lookUps)),
      nothing: medianOf(windows.map(({ nothing }) => nothing)),
    };
  } finally {
    await db.close();
  }
}

async function openSessions(rig: Rig, forMs: number): Promise<{ rate: number; p50: number; p99: number }> {
  const { gateway, account, load } = rig;
  const body = JSON.stringify({
    phone_number_1: '4915500000000',
    phone_number_2: '4915600000000',
    validity_period: 24,
  });
  const request = writePost('/v1/anonymous/session/sms', gateway.port, account.authorization, body);
  const name = 'sessions';
  await load.call.start({ name, plan: { port: gateway.port, connections: CONNECTIONS, rate: 0, request } });
  await pause(forMs / 4);
  await load.call.mark(name);
  await pause(forMs);
  const window = await load.call.mark(name);
  await load.call.stop(name);
  checkTaken('opening sessions', window);
  return {
    rate: (window.taken * 1000) / window.tookMs,
    p50: percentile(window.latenciesMs, 0.5),
    p99: percentile(window.latenciesMs, 0.99),
  };
}

/** Sessions at the end of the table end; the texts are in others. */
async function whileEnding(
  run: Run,
  rig: Rig,
  texts: Texts,
  { sessions, ending, windowMs }: Sizes,
): Promise<{ tookMs: number; relayed: Spread }> {
  const { gateway } = rig;
  const at = Date.now() + (run.quick ? 3_000 : 20_000);
  await endTogether(gateway, { first: sessions - ending, count: ending, at });
  await settle(gateway);
  await pause(Math.max(0, at - Date.now()));
  const left = async () => {
    const rows = await gateway.query<{ count: string }>(
      `select count(*) as count from sessions where due_at <= $1::timestamptz`,
      [new Date(at).toISOString()],
    );
    return Number(rows[0]?.count);
  };
  let tookMs = Number.POSITIVE_INFINITY;
  const watching = (async () => {
    while ((await left()) > 0) await pause(100);
    tookMs = Date.now() - at;
  })();
  const relayed = await texts.relay(windowMs);
  await watching;
  return { tookMs, relayed };
}
