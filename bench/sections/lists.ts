/**
 * How long a page of each list and of each search takes over five million messages, by accounts and by operators, over
 * HTTP.
 *
 * 1. The messages lie in five days, the last of which is today; behind them stand as many empty days as are kept.
 * 2. Nearly all belong to one account. What is searched is common, rare, or not there at all: the last is the dearest.
 * 3. Each question is asked several times; the slowest counts. A page may hold less than was asked and go on.
 */
import { request } from 'undici';
import { DAY_MS } from '../../src/lib/durations.ts';
import { copyMessages, settle } from '../lib/copies.ts';
import type { Account } from '../lib/gateway.ts';
import { oneMessage, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, type Run, type Section } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';

const DAYS = 5;
const TIMES = 7;
const TARGET_MS = 100;
/** As many empty days are kept behind the full ones. */
const OLDER_DAYS = 85;
const OFTEN = '4915900000001';
const ONCE = '4915900777778';
const NEVER = '4915155500000';

interface Question {
  readonly what: string;
  readonly path: string;
  readonly authorization: string;
}

interface Answered {
  readonly what: string;
  readonly slowestMs: number;
  readonly medianMs: number;
  readonly rows: number;
  readonly goesOn: boolean;
}

export const lists: Section = {
  name: 'lists',
  title: 'Lists and searches over 5,000,000 messages',
  async run(run) {
    const rig = await startRig(run);
    try {
      const few = await rig.gateway.createAccount(null);
      await fill(run, rig, few);
      const answers: Answered[] = [];
      for (const question of questionsOf(rig, few)) answers.push(await ask(rig, question));
      return figuresOf(run, answers);
    } finally {
      await rig.stop();
    }
  },
};

async function fill(run: Run, rig: Rig, few: Account): Promise<void> {
  const { gateway, account } = rig;
  const of = await oneMessage(rig, account, 'm.final_at is not null');
  const now = Date.now();
  const fromMs = now - (DAYS - 1) * DAY_MS;
  await copyMessages(gateway, {
    of,
    count: run.quick ? 20_000 : 5_000_000,
    fromMs,
    toMs: now - 60_000,
    messages: {
      account_id: `case when b.n % 5000 = 7 then '${few.customerId}' else t.account_id end`,
      recipient: `case when b.n % 20 = 1 then '${OFTEN}' else '49159' || lpad(b.n::text, 8, '0') end`,
      external_id: "case when b.n % 2 = 0 then 'order ' || b.n end",
      status: 'case when b.n % 1000 = 3 then 3051 when b.n % 1000000 = 5 then 3053 else t.status end',
      kind: "case when b.n % 1000 = 13 then 'text' when b.n % 100000 = 17 then 'call' else t.kind end",
      message_type: "case when b.n % 3 = 0 then 'MKT' else t.message_type end",
    },
    attempts: { carrier: "case when b.n % 100000 = 9 then 'other' else t.carrier end" },
    olderDays: OLDER_DAYS,
    progress: (done) => done % 500_000 === 0 && run.say(`  ${figure(done)} messages written`),
  });
  await settle(gateway);
}

function questionsOf({ gateway, account }: Rig, few: Account): Question[] {
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  const own = (of: Account, path: string) => ({ what: `account, ${path}`, path, authorization: of.authorization });
  const operator = (query: string) => ({
    what: `operator, ${query}`,
    path: `/operator/v1/messages?${query}`,
    authorization: gateway.operatorAuthorization,
  });
  const filters = [
    'limit=50',
    'limit=500',
    `recipient=${OFTEN}`,
    `recipient=${ONCE}`,
    `recipient=${NEVER}`,
    `recipient=${OFTEN}&from=${day}&to=${day}T06:00:00Z`,
    'external_id=order 777778',
    'external_id=none',
    `from=${day}`,
    `to=${day}`,
    'channel=voice',
  ];
  return [
    ...filters.map((query) => own(account, `/v1/omnichannel?${query}`)),
    ...['3000', '3033', '3046', '3042', 'open', 'failed'].map((status) =>
      own(account, `/v1/omnichannel?status=${status}`),
    ),
    own(account, '/v1/omnichannel?status=failed&recipient='.concat(OFTEN)),
    own(few, '/v1/omnichannel'),
    own(few, `/v1/omnichannel?recipient=${OFTEN}`),
    own(few, '/v1/omnichannel?status=open'),
    ...['', '?status=514', '?status=open'].map((query) => own(account, `/v1/messaging${query}`)),
    ...['', '?status=106'].map((query) => own(account, `/v1/verify${query}`)),
    own(account, '/v1/phoneid'),
    own(account, '/verification'),
    ...filters.map(operator),
    ...['state=open', 'state=failed', 'message_type=ARN', 'carrier=sink', 'carrier=other', 'carrier=none'].map(
      operator,
    ),
    ...['code=3000', 'code=3005', 'code=3046', 'code=3042', 'code=100'].map(operator),
    operator(`customer_id=${few.customerId}`),
    operator(`customer_id=${few.customerId}&carrier=other`),
    operator(`customer_id=${account.customerId}&carrier=other&state=failed`),
    operator(`recipient=${OFTEN}&carrier=other`),
  ];
}

async function ask({ gateway }: Rig, { what, path, authorization }: Question): Promise<Answered> {
  const times: number[] = [];
  let body: Record<string, unknown> = {};
  for (let time = 0; time < TIMES; time += 1) {
    const from = performance.now();
    const answer = await request(`http://127.0.0.1:${gateway.port}${encodeURI(path)}`, { headers: { authorization } });
    const text = await answer.body.text();
    times.push(performance.now() - from);
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    body = JSON.parse(text) as Record<string, unknown>;
  }
  const rows = Object.values(body).find(Array.isArray)?.length ?? 0;
  const goesOn = body.next !== null;
  return { what, slowestMs: Math.max(...times), medianMs: percentile(times, 0.5), rows, goesOn };
}

function figuresOf(run: Run, answers: readonly Answered[]): readonly Figure[] {
  const sorted = [...answers].sort((one, other) => other.slowestMs - one.slowestMs);
  for (const { what, slowestMs, medianMs, rows, goesOn } of sorted) {
    const times = `${figure(slowestMs).padStart(6)} ${figure(medianMs).padStart(6)} ms`;
    run.say(`  ${times}  ${String(rows).padStart(3)} rows${goesOn ? ', goes on' : '         '}  ${what}`);
  }
  const [slowest] = sorted;
  const slow = sorted.filter(({ slowestMs }) => slowestMs > TARGET_MS);
  return [
    against(
      'the slowest of all pages',
      `${figure(slowest?.slowestMs ?? Number.NaN)} ms`,
      `≤ ${TARGET_MS} ms`,
      slow.length === 0,
    ),
    { what: 'which one', value: slowest?.what ?? 'none' },
    { what: 'pages over the target', value: `${slow.length} of ${sorted.length}` },
    {
      what: 'the median page',
      value: `${figure(
        percentile(
          sorted.map(({ medianMs }) => medianMs),
          0.5,
        ),
      )} ms`,
    },
  ];
}
