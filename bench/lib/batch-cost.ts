/**
 * What a message of a batch costs, as a share of the same message sent alone, in turns on one gateway: on its whole way
 * (taken, sent over SMPP, receipt in, signed callback delivered), and until it is recorded, which is what a request costs
 * (rule 4).
 *
 * 1. The text is the same and names the number's eight digits: a batch has them as a value of the recipient, alone they
 *    stand in the text. Account, type and callbacks are the same too; each message has one callback in either case.
 * 2. A turn begins when the gateway has nothing to do, and ends `SETTLE_MS` after the last callback came: what is written
 *    after that belongs to the messages as well. So does what a step of a batch waits for.
 * 3. Alone they come over 64 connections as fast as answers come. What is under way of a batch has no bound but its own
 *    pace, and that of those alone is their number.
 * 4. Until it is recorded: meanwhile the SMSC answers no submit, so nothing leaves but what fits into its window. A turn
 *    ends when those alone have their answers, and when the worker has made the last message of a batch. That is looked
 *    for seldom, since whoever looks asks PostgreSQL.
 * 5. Which of the two is first changes with each round, and what is written behind the messages of one falls on the other
 *    as often. Before that as many messages have passed as it takes until the gateway's code is compiled: a batch leads
 *    past less of it than 10,000 requests, so alone it would be warm before.
 */
import { request } from 'undici';
import type { CpuTimes } from './gateway.ts';
import { checkTaken, planOf, type Rig, sendRequest } from './rig.ts';
import { against, type Figure, pause, type Run } from './section.ts';
import { figure, median } from './statistics.ts';

/** Rule 5, for each number of recipients. */
const PLANS = [
  { count: 1_000, warmUp: 8, rounds: 11 },
  { count: 10_000, warmUp: 2, rounds: 5 },
];
const QUICK = [{ count: 200, warmUp: 0, rounds: 1 }];
const SETTLE_MS = 500;
const LOOK_EVERY_MS = 20;
/** Rule 4. */
const LOOK_SELDOM_MS = 100;
const MOST_MS = 60_000;
const TARGET_SHARE = 0.6;
const PREFIX = '49160';
const TEXT_BEFORE = 'Your order ';
const TEXT_AFTER = ' is ready. Please come for it until Friday.';
const LOAD = 'alone';

interface Cost {
  readonly gateway: number;
  readonly postgres: number;
}

interface Way {
  /** As it stands in the table, behind "CPU a message". */
  readonly name: string;
  readonly costOf: (rig: Rig, count: number, send: () => Promise<void>) => Promise<Cost>;
}

const WAYS: readonly Way[] = [
  { name: '', costOf: costOfWholeWay },
  { name: ' until recorded', costOf: costOfRecording },
];

export async function compareCosts(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  let first = 0;
  for (const { count, warmUp, rounds } of run.quick ? QUICK : PLANS) {
    for (const { name, costOf } of WAYS) {
      const batches: Cost[] = [];
      const alone: Cost[] = [];
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const turns = [
          async () => void batches.push(await costOf(rig, count, () => sendBatch(rig, first, count))),
          async () => void alone.push(await costOf(rig, count, () => sendAlone(rig, first, count))),
        ];
        for (const turn of round % 2 === 0 ? turns : turns.reverse()) {
          await turn();
          first += count;
        }
        run.say(`  ${count}${name}: ${costs(batches.at(-1))} in a batch, ${costs(alone.at(-1))} alone`);
      }
      figures.push(...figuresOf({ name, count }, batches.slice(warmUp), alone.slice(warmUp)));
    }
  }
  return figures;
}

function figuresOf(
  { name, count }: Pick<Way, 'name'> & { readonly count: number },
  batches: readonly Cost[],
  alone: readonly Cost[],
): readonly Figure[] {
  const share = median(batches.map((cost, round) => both(cost) / both(alone[round] ?? cost)));
  const medianOf = (all: readonly Cost[]) => ({
    gateway: median(all.map(({ gateway }) => gateway)),
    postgres: median(all.map(({ postgres }) => postgres)),
  });
  const of = `of ${figure(count)}`;
  return [
    { what: `CPU a message${name} in a batch ${of}, gateway and PostgreSQL`, value: costs(medianOf(batches)) },
    { what: `CPU a message${name}, ${figure(count)} one by one`, value: costs(medianOf(alone)) },
    against(
      `CPU a message${name} in a batch ${of}, share of one by one`,
      `${figure(share * 100)} %`,
      `≤ ${figure(TARGET_SHARE * 100)} %`,
      share <= TARGET_SHARE,
    ),
  ];
}

const NOTHING: Cost = { gateway: Number.NaN, postgres: Number.NaN };

function both({ gateway, postgres }: Cost): number {
  return gateway + postgres;
}

function costs({ gateway, postgres }: Cost = NOTHING): string {
  return `${figure(gateway)} µs, ${figure(postgres)} µs`;
}

/** Rule 2. */
async function costOfWholeWay(rig: Rig, count: number, send: () => Promise<void>): Promise<Cost> {
  const cpu = rig.gateway.cpu();
  await untilCalledBack(rig, count, send);
  return costSince(rig, cpu, count);
}

/** Rule 4. What is left of their way comes after it. */
async function costOfRecording(rig: Rig, count: number, send: () => Promise<void>): Promise<Cost> {
  const { gateway, smsc } = rig;
  await smsc.call.hold(true);
  const cpu = gateway.cpu();
  let cost = NOTHING;
  await untilCalledBack(rig, count, async () => {
    await send();
    while (await isMaking(rig)) await pause(LOOK_SELDOM_MS);
    cost = costSince(rig, cpu, count);
    await smsc.call.hold(false);
  });
  return cost;
}

async function isMaking({ gateway }: Rig): Promise<boolean> {
  const batches = await gateway.query('select from batches where ended_at is null limit 1');
  return batches.length > 0;
}

function costSince({ gateway }: Rig, before: CpuTimes, count: number): Cost {
  const after = gateway.cpu();
  return {
    gateway: (after.gateway - before.gateway) / count,
    postgres: (after.postgres - before.postgres) / count,
  };
}

async function untilCalledBack({ receiver }: Rig, count: number, send: () => Promise<void>): Promise<void> {
  const total = () => receiver.call.total(undefined);
  const before = await total();
  const end = performance.now() + MOST_MS;
  await send();
  for (;;) {
    const come = (await total()) - before;
    if (come >= count) break;
    if (performance.now() > end) throw new Error(`${count - come} of ${count} messages have not come to their end`);
    await pause(LOOK_EVERY_MS);
  }
  await pause(SETTLE_MS);
}

async function sendBatch({ gateway, account }: Rig, first: number, count: number): Promise<void> {
  const answer = await request(`http://127.0.0.1:${gateway.port}/v1/omnichannel/batch`, {
    method: 'POST',
    headers: { authorization: account.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...SAID_ONCE,
      message: messageOf(`${TEXT_BEFORE}{{order}}${TEXT_AFTER}`),
      recipients: Array.from({ length: count }, (_, place) => {
        const order = String(first + place).padStart(8, '0');
        return { phone_number: `${PREFIX}${order}`, parameters: { order } };
      }),
    }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`the batch was not taken: ${answer.statusCode} ${text}`);
}

/** Rule 3: none is reported as done, so the load ends with the last one. */
async function sendAlone(rig: Rig, first: number, count: number): Promise<void> {
  const request = sendRequest(rig, rig.account, {
    body: {
      phone_number: `${PREFIX}00000000`,
      ...SAID_ONCE,
      message: messageOf(`${TEXT_BEFORE}00000000${TEXT_AFTER}`),
    },
  });
  const { call } = rig.load;
  await call.start({ name: LOAD, plan: planOf(rig, { request, first, inFlight: count }) });
  while ((await call.report({ name: LOAD, done: 0 })) < count) await pause(LOOK_EVERY_MS);
  checkTaken('one by one', await call.mark(LOAD));
  await call.stop(LOAD);
}

const SAID_ONCE = { channels: [{ channel: 'sms', fallback_time: 300 }], message_type: 'ARN' };

function messageOf(text: string): object {
  return { sms: { template: 'text', parameters: { text } } };
}
