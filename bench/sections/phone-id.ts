/**
 * Phone ID: look-ups without add-ons beside a route that does the same authentication and no look-up, and look-ups with
 * ten add-ons whose sources take 50 ms for each answer.
 *
 * 1. A look-up is recorded before it is answered, so each waits for a commit; the other route waits for nothing.
 * 2. All add-ons are asked at once: what a look-up takes is its longest chain of questions of which each needs the answer
 *    to the one before.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { CONNECTIONS, checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, median, percentile } from '../lib/statistics.ts';
import { startTool } from '../lib/tool.ts';
import type { LoadWindow } from '../tools/load.ts';
import type { SameAuthHandlers } from '../tools/same-auth.ts';
import type { SlowSourcesHandlers } from '../tools/slow-sources.ts';

const LEAST_SHARE = 0.6;
const SOURCE_MS = 50;
const AT_ONCE = 10;
const MOST_ABOVE_MS = 30;
/** How long a subscription has lasted is found by halving: three questions for the simulated subscriber. */
const CHAIN = { addOn: 'subscriber_status', questions: 3, api: 'kyc-tenure' };

const ADD_ONS: Readonly<Record<string, object>> = {
  age_verify: {},
  breached_data: {},
  call_forward_detection: {},
  contact: {},
  contact_match: { first_name: 'Anna', last_name: 'Schmidt', address: 'Hauptstraße 1', city: 'Berlin' },
  number_deactivation: {},
  porting_history: {},
  porting_status: {},
  sim_swap: {},
  subscriber_status: {},
};
const CONSENT = { method: 1, timestamp: '2026-01-05T10:00:00Z' };

export const phoneId: Section = {
  name: 'phoneid',
  title: `Phone ID: without add-ons at ${CONNECTIONS} connections, with ten of them at ${AT_ONCE}`,
  async run(run) {
    const slow = startTool<SlowSourcesHandlers>('slow-sources');
    try {
      const rig = await startRig(run, { ...profiled(run), settings: { sources: await slow.call.listen(SOURCE_MS) } });
      try {
        await rig.gateway.operator('PATCH', `/accounts/${rig.account.customerId}`, { addons: Object.keys(ADD_ONS) });
        return [...(await withoutAddOns(run, rig)), ...(await withAddOns(run, rig))];
      } finally {
        await rig.stop();
        if (run.profile) run.say(await summarise(run.folder));
      }
    } finally {
      await slow.stop();
    }
  },
};

/** Eight zeros are where the load counts. */
function lookUpRequest({ gateway, account }: Rig, prefix: string, body: object): string {
  const text = JSON.stringify(body);
  return [
    `POST /v1/phoneid/${prefix}00000000 HTTP/1.1`,
    `Host: 127.0.0.1:${gateway.port}`,
    `Authorization: ${account.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    // The load writes bytes as they are.
    Buffer.from(text).toString('latin1'),
  ].join('\r\n');
}

interface Window {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly gatewayMicros: number;
  readonly postgresMicros: number;
}

async function withoutAddOns(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const beside = startTool<SameAuthHandlers>('same-auth');
  try {
    const port = await beside.call.listen({
      databaseUrl: rig.gateway.databaseUrl,
      masterKey: await readFile(join(rig.gateway.dataDirectory, 'master-key'), 'utf8'),
      answer: await answerOf(rig),
    });
    const ours: Window[] = [];
    const theirs: Window[] = [];
    for (let round = 0; round < (run.quick ? 2 : 7); round += 1) {
      theirs.push(await measure(run, rig, port, round));
      ours.push(await measure(run, rig, rig.gateway.port, round));
      run.say(`  ${figure(ours.at(-1)?.perSecond ?? 0)}/s beside ${figure(theirs.at(-1)?.perSecond ?? 0)}/s`);
    }
    return plainFigures(ours, theirs);
  } finally {
    await beside.stop();
  }
}

/** The body of a look-up, so that the other route writes as many bytes. */
async function answerOf({ gateway, account }: Rig): Promise<string> {
  const answer = await request(`http://127.0.0.1:${gateway.port}/v1/phoneid/4915112345678`, {
    method: 'POST',
    headers: { authorization: account.authorization, 'content-type': 'application/json' },
    body: '{}',
  });
  return answer.body.text();
}

async function measure(run: Run, rig: Rig, port: number, round: number): Promise<Window> {
  const { load, gateway } = rig;
  const name = `look-ups ${port} ${round}`;
  const plan = planOf(rig, { port, first: round * 1_000_000, request: lookUpRequest(rig, '49151', {}) });
  await load.call.start({ name, plan });
  await pause(run.quick ? 200 : 1_000);
  await load.call.mark(name);
  const before = gateway.cpu();
  await pause(run.quick ? 300 : 3_000);
  const window = await load.call.mark(name);
  const after = gateway.cpu();
  await load.call.stop(name);
  checkTaken('looking up', window);
  return {
    perSecond: (window.taken * 1000) / window.tookMs,
    p50: percentile(window.latenciesMs, 0.5),
    p99: percentile(window.latenciesMs, 0.99),
    gatewayMicros: (after.gateway - before.gateway) / window.taken,
    postgresMicros: (after.postgres - before.postgres) / window.taken,
  };
}

function plainFigures(ours: readonly Window[], theirs: readonly Window[]): readonly Figure[] {
  const of = (windows: readonly Window[], name: keyof Window) => median(windows.map((window) => window[name]));
  const describe = (windows: readonly Window[]) =>
    `${figure(of(windows, 'perSecond'))}/s, p50 ${figure(of(windows, 'p50'))} ms, p99 ${figure(of(windows, 'p99'))} ms`;
  const share = median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
  return [
    { what: 'a route with the same authentication', value: describe(theirs) },
    { what: 'looking up, without add-ons', value: describe(ours) },
    {
      what: 'CPU a look-up, gateway and PostgreSQL',
      value: `${figure(of(ours, 'gatewayMicros'))} µs, ${figure(of(ours, 'postgresMicros'))} µs`,
    },
    against('rate, share of that route', `${figure(share * 100)} %`, '≥ 60 %', share >= LEAST_SHARE),
  ];
}

async function withAddOns(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const plan = planOf(rig, {
    connections: AT_ONCE,
    request: lookUpRequest(rig, '49152', { addons: ADD_ONS, consent: CONSENT }),
  });
  const name = 'ten add-ons';
  await rig.load.call.start({ name, plan });
  // The first questions open connections and fetch tokens.
  await pause(run.quick ? 500 : 3_000);
  await rig.load.call.mark(name);
  const windows: LoadWindow[] = [];
  for (let round = 0; round < (run.quick ? 1 : 3); round += 1) {
    await pause(run.quick ? 1_000 : 8_000);
    const window = await rig.load.call.mark(name);
    checkTaken('looking up with ten add-ons', window);
    windows.push(window);
    run.say(`  ten add-ons: p50 ${figure(percentile(window.latenciesMs, 0.5))} ms, ${window.taken} look-ups`);
  }
  await rig.load.call.stop(name);
  await checkAnswers(rig);
  const latencies = windows.flatMap(({ latenciesMs }) => [...latenciesMs]);
  const slowest = await slowestAddOn(rig);
  const chainMs = CHAIN.questions * SOURCE_MS;
  const p99 = percentile(latencies, 0.99);
  return [
    {
      what: 'longest chain of dependent questions',
      value: `${CHAIN.addOn}: ${CHAIN.questions} to ${CHAIN.api} of ${SOURCE_MS} ms, ${chainMs} ms`,
    },
    { what: 'slowest add-on as recorded, median', value: `${slowest.name}: ${figure(slowest.tookMs)} ms` },
    {
      what: `ten add-ons, ${AT_ONCE} look-ups at once, p50 and p99`,
      value: `${figure(percentile(latencies, 0.5))} ms, ${figure(p99)} ms of ${figure(latencies.length)}`,
    },
    against(
      'p99 above the longest chain',
      `${figure(p99 - chainMs)} ms`,
      `≤ ${MOST_ABOVE_MS} ms`,
      p99 - chainMs <= MOST_ABOVE_MS,
    ),
  ];
}

/** What was measured was answered by all ten, and by sources that were asked. */
async function checkAnswers({ gateway }: Rig): Promise<void> {
  const [wrong] = await gateway.query<{ answer: string }>(
    `select answer from look_ups where number like '49152%'
       and (status <> 300 or exists (select from jsonb_array_elements(evidence) e where (e ->> 'code')::int <> 2800)) limit 1`,
  );
  if (wrong) throw new Error(`an add-on was not answered: ${wrong.answer}`);
}

async function slowestAddOn({ gateway }: Rig): Promise<{ readonly name: string; readonly tookMs: number }> {
  const [slowest] = await gateway.query<{ name: string; took: number }>(
    `select e ->> 'add_on' as name,
            percentile_cont(0.5) within group (order by (e ->> 'took_ms')::float8) as took
       from look_ups, jsonb_array_elements(evidence) e where number like '49152%' group by 1 order by 2 desc limit 1`,
  );
  return { name: slowest?.name ?? 'none', tookMs: slowest?.took ?? Number.NaN };
}
