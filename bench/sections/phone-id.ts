/**
 * Phone ID: look-ups without add-ons beside two routes with the same authentication, and look-ups with ten add-ons whose
 * sources take 50 ms for each answer.
 *
 * 1. A look-up is recorded before it is answered, so each waits for a commit. The accept rate that it is held against is
 *    that of a message: the same authentication and a durable row, and no look-up. The other route waits for nothing and
 *    shows what the edge itself can do.
 * 2. All add-ons are asked at once: what a look-up takes is its longest chain of questions of which each needs the answer
 *    to the one before.
 * 3. With `--profile` look-ups without add-ons are all that is measured, so that the profile is theirs.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { profiled, summarise } from '../lib/cpu-profile.ts';
import { AT_ONCE, lookUpRequest } from '../lib/look-ups.ts';
import { CONNECTIONS, checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, median, percentile } from '../lib/statistics.ts';
import { cpuOf } from '../lib/system.ts';
import { startTool } from '../lib/tool.ts';
import type { ChainHandlers } from '../tools/chain.ts';
import type { LoadPlan } from '../tools/load.ts';
import type { SameAuthHandlers } from '../tools/same-auth.ts';
import type { SlowSource, SlowSourcesHandlers } from '../tools/slow-sources.ts';
import { localSets } from './phone-id-sets.ts';

const LEAST_SHARE = 0.6;
const SOURCE_MS = 50;
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
  title: `Phone ID: without add-ons at ${CONNECTIONS} connections, with ten of them at ${AT_ONCE}, in local sets`,
  async run(run) {
    return [...(await ofSources(run)), ...(run.profile ? [] : await localSets(run))];
  },
};

async function ofSources(run: Run): Promise<readonly Figure[]> {
  const slow = startTool<SlowSourcesHandlers>('slow-sources');
  try {
    const sources = await slow.call.listen(SOURCE_MS);
    const settings = { sources };
    // A submit that is never answered must not run into its time limit within the run.
    const rig = await startRig(run, { ...profiled(run), settings, carrier: { response_timeout_ms: 300_000 } });
    try {
      // Rule 3.
      if (run.profile) return await withoutAddOns(run, rig);
      await rig.gateway.operator('PATCH', `/accounts/${rig.account.customerId}`, { addons: Object.keys(ADD_ONS) });
      const withAll = await withAddOns(run, rig, sources);
      return [...(await withoutAddOns(run, rig)), ...withAll];
    } finally {
      await rig.stop();
      if (run.profile) run.say(await summarise(run.folder));
    }
  } finally {
    await slow.stop();
  }
}

interface Window {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly gatewayMicros: number;
  readonly postgresMicros: number;
}

interface Windows {
  readonly lookUps: Window[];
  readonly accepted: Window[];
  readonly authenticated: Window[];
}

async function withoutAddOns(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const beside = startTool<SameAuthHandlers>('same-auth');
  try {
    const port = await beside.call.listen({
      databaseUrl: rig.gateway.databaseUrl,
      masterKey: await readFile(join(rig.gateway.dataDirectory, 'master-key'), 'utf8'),
      answer: await answerOf(rig),
    });
    await rig.smsc.call.hold(true);
    const windows: Windows = { lookUps: [], accepted: [], authenticated: [] };
    const lookUp = lookUpRequest(rig, '49151', {});
    for (let round = 0; round < (run.quick ? 2 : 7); round += 1) {
      windows.authenticated.push(await measure(run, rig, { port, request: lookUp }, { round, pid: beside.pid }));
      windows.lookUps.push(await measure(run, rig, { request: lookUp }, { round }));
      windows.accepted.push(await measure(run, rig, {}, { round }));
      const rates = Object.values(windows).map((each: readonly Window[]) => figure(each.at(-1)?.perSecond ?? 0));
      run.say(`  a second: ${rates[0]} look-ups, ${rates[1]} messages accepted, ${rates[2]} authenticated only`);
    }
    return plainFigures(windows);
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

/** `pid`: whose CPU time is counted in place of the gateway's. */
async function measure(
  run: Run,
  rig: Rig,
  changes: Partial<LoadPlan>,
  { round, pid }: { readonly round: number; readonly pid?: number },
): Promise<Window> {
  const { load, gateway } = rig;
  const cpu = () => ({ ...gateway.cpu(), ...(pid === undefined ? {} : { gateway: cpuOf(pid) }) });
  const name = `look-ups ${changes.port ?? gateway.port} ${changes.request?.length ?? 0} ${round}`;
  await load.call.start({ name, plan: planOf(rig, { ...changes, first: round * 1_000_000 }) });
  await pause(run.quick ? 200 : 1_000);
  await load.call.mark(name);
  const before = cpu();
  await pause(run.quick ? 300 : 3_000);
  const window = await load.call.mark(name);
  const after = cpu();
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

function plainFigures({ lookUps, accepted, authenticated }: Windows): readonly Figure[] {
  const of = (windows: readonly Window[], name: keyof Window) => median(windows.map((window) => window[name]));
  const describe = (windows: readonly Window[]) =>
    `${figure(of(windows, 'perSecond'))}/s, p50 ${figure(of(windows, 'p50'))} ms, p99 ${figure(of(windows, 'p99'))} ms`;
  const shareOf = (others: readonly Window[]) =>
    median(lookUps.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)));
  const share = shareOf(accepted);
  return [
    { what: 'looking up, without add-ons', value: describe(lookUps) },
    { what: 'accepting a message', value: describe(accepted) },
    { what: 'a route that authenticates and answers at once', value: describe(authenticated) },
    {
      what: 'CPU a look-up, gateway and PostgreSQL',
      value: `${figure(of(lookUps, 'gatewayMicros'))} µs, ${figure(of(lookUps, 'postgresMicros'))} µs`,
    },
    { what: 'CPU a request of that route', value: `${figure(of(authenticated, 'gatewayMicros'))} µs` },
    against('rate, share of accepting a message', `${figure(share * 100)} %`, '≥ 60 %', share >= LEAST_SHARE),
    { what: 'rate, share of the route that only authenticates', value: `${figure(shareOf(authenticated) * 100)} %` },
  ];
}

interface AddOnWindow {
  readonly latencies: Float64Array;
  /** Of the same chain, asked by a client alone. */
  readonly alone: Float64Array;
  readonly gatewayMicros: number;
  readonly postgresMicros: number;
}

async function withAddOns(run: Run, rig: Rig, sources: readonly SlowSource[]): Promise<readonly Figure[]> {
  const chain = startTool<ChainHandlers>('chain');
  try {
    const port = Number(new URL(String(sources.find(({ kind }) => kind === 'camara')?.api_root)).port);
    const windows: AddOnWindow[] = [];
    for (let round = 0; round < (run.quick ? 1 : 3); round += 1) {
      // Without a token it is refused, after as long as any answer takes.
      const alone = await chain.call.ask({
        port,
        request: 'POST /kyc-tenure/v0.2/check-tenure HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
        questions: CHAIN.questions,
        atOnce: AT_ONCE,
        forMs: run.quick ? 500 : 5_000,
      });
      windows.push({ alone, ...(await tenAddOns(run, rig, round)) });
      const p50 = (of: 'latencies' | 'alone') => figure(percentile(windows.at(-1)?.[of] ?? [], 0.5));
      run.say(`  ten add-ons: p50 ${p50('latencies')} ms beside ${p50('alone')} ms of the chain alone`);
    }
    await checkAnswers(rig);
    return addOnFigures(windows, await slowestAddOn(rig));
  } finally {
    await chain.stop();
  }
}

async function tenAddOns(run: Run, rig: Rig, round: number): Promise<Omit<AddOnWindow, 'alone'>> {
  const name = `ten add-ons ${round}`;
  const request = lookUpRequest(rig, '49152', { addons: ADD_ONS, consent: CONSENT });
  const plan = planOf(rig, { connections: AT_ONCE, request, first: round * 1_000_000 });
  await rig.load.call.start({ name, plan });
  // The first questions open connections and fetch tokens.
  await pause(run.quick ? 500 : 2_000);
  await rig.load.call.mark(name);
  const before = rig.gateway.cpu();
  await pause(run.quick ? 1_000 : 8_000);
  const window = await rig.load.call.mark(name);
  const after = rig.gateway.cpu();
  await rig.load.call.stop(name);
  checkTaken('looking up with ten add-ons', window);
  return {
    latencies: window.latenciesMs,
    gatewayMicros: (after.gateway - before.gateway) / window.taken,
    postgresMicros: (after.postgres - before.postgres) / window.taken,
  };
}

function addOnFigures(
  windows: readonly AddOnWindow[],
  slowest: { readonly name: string; readonly tookMs: number },
): readonly Figure[] {
  const chainMs = CHAIN.questions * SOURCE_MS;
  const latencies = windows.flatMap((window) => [...window.latencies]);
  const p99 = percentile(latencies, 0.99);
  const ofEach = (of: (window: AddOnWindow) => number) => figure(median(windows.map(of)));
  return [
    {
      what: 'longest chain of dependent questions',
      value: `${CHAIN.addOn}: ${CHAIN.questions} to ${CHAIN.api} of ${SOURCE_MS} ms, ${chainMs} ms`,
    },
    {
      what: 'the chain alone, without a gateway, p50 and p99',
      value: `${ofEach(({ alone }) => percentile(alone, 0.5))} ms, ${ofEach(({ alone }) => percentile(alone, 0.99))} ms`,
    },
    { what: 'slowest add-on as recorded, median', value: `${slowest.name}: ${figure(slowest.tookMs)} ms` },
    {
      what: `ten add-ons, ${AT_ONCE} look-ups at once, p50 and p99`,
      value: `${figure(percentile(latencies, 0.5))} ms, ${figure(p99)} ms of ${figure(latencies.length)}`,
    },
    {
      what: 'CPU a look-up with ten add-ons, gateway and PostgreSQL',
      value: `${ofEach(({ gatewayMicros }) => gatewayMicros)} µs, ${ofEach(({ postgresMicros }) => postgresMicros)} µs`,
    },
    against(
      'p99 above the longest chain',
      `${figure(p99 - chainMs)} ms`,
      `≤ ${MOST_ABOVE_MS} ms`,
      p99 - chainMs <= MOST_ABOVE_MS,
    ),
    {
      what: 'p99 above that of the chain alone, beside it',
      value: `${ofEach((window) => percentile(window.latencies, 0.99) - percentile(window.alone, 0.99))} ms`,
    },
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
