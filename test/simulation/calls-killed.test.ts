/**
 * The gateway, or its voice process, is killed while a telephone rings and while one listens: each call gets a final
 * status, is hung up within 5 s, and nobody is called a second time.
 *
 * The telephones run outside of what is killed and are the witnesses.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as passes } from 'node:timers/promises';
import type { RunningSimulators } from '../../cli/simulate.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID, OPERATOR_TOKEN } from '../support/gateway/gateway.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { type BesideSimulators, besideSimulators } from '../support/gateway/simulated.ts';

interface Shown {
  readonly reference_id: string;
  readonly status: { readonly code: number };
}

interface Heard {
  readonly answered_on: string | null;
  readonly ended_on: string;
}

const BASIC = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;
const HANGS_UP_WITHIN_MS = 5_000;

let outside: BesideSimulators;
let simulators: RunningSimulators;
let gateway: GatewayProcess;
let env: Record<string, string> = {};

async function ask(path: string, body?: object, authorization = BASIC): Promise<unknown> {
  const answer = await fetch(`${gateway.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function place(number: string): Promise<string> {
  const placed = (await ask('/v1/verify/call', { phone_number: number, verify_code: '12345' })) as Shown;
  assert.equal(placed.status.code, 103, JSON.stringify(placed));
  return placed.reference_id;
}

async function codeOf(reference: string): Promise<number> {
  return ((await ask(`/v1/verify/${reference}`)) as Shown).status.code;
}

async function callsOf(number: string): Promise<Heard[]> {
  return (await (await fetch(`${simulators.handsetUrl}/sandbox/handsets/${number}/calls`)).json()) as Heard[];
}

async function stagesOf(stage: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return Number(new RegExp(`call_stage_seconds_count\\{stage="${stage}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

/** One telephone that rings and one that listens, as far as that. */
async function ringAndListen(first: string): Promise<{ numbers: string[]; references: string[] }> {
  const numbers = [`${first}923`, `${first}100`];
  const before = [await stagesOf('ringing'), await stagesOf('speaks')] as const;
  const references = await Promise.all(numbers.map(place));
  await eventually(
    'one rings and one listens',
    async () => (await stagesOf('ringing')) >= before[0] + 2 && (await stagesOf('speaks')) > before[1],
  );
  return { numbers, references };
}

async function hungUp(numbers: readonly string[], killedAt: number): Promise<void> {
  for (const number of numbers) {
    const [call] = await eventually(`${number} is hung up`, async () => {
      const calls = await callsOf(number);
      return calls.length > 0 && calls;
    });
    const afterMs = Date.parse(call?.ended_on ?? '') - killedAt;
    assert.ok(afterMs < HANGS_UP_WITHIN_MS, `${number} was hung up after ${afterMs} ms`);
  }
}

async function voiceProcess(): Promise<number> {
  const { carriers } = (await ask('/operator/v1/carriers', undefined, `Bearer ${OPERATOR_TOKEN}`)) as {
    carriers: ReadonlyArray<{ name: string; details: { voice_process?: number } }>;
  };
  return carriers.find(({ name }) => name === 'simulated-voice')?.details.voice_process ?? 0;
}

describe('calls whose gateway is killed', () => {
  before(async () => {
    buildGateway();
    outside = await besideSimulators('calls');
    ({ simulators, env } = outside);
    gateway = spawnGateway(env);
    await ready(gateway);
  });

  after(async () => {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    await outside.stop();
  });

  test('end 106 when it is back, are hung up within 5 s, and are not placed again', async () => {
    const { numbers, references } = await ringAndListen('4915115000');
    const killedAt = Date.now();
    gateway.child.kill('SIGKILL');
    await gateway.ended;
    await hungUp(numbers, killedAt);
    gateway = spawnGateway(env);
    await ready(gateway);
    for (const reference of references) {
      await eventually('it has a final status', async () => (await codeOf(reference)) === 106);
    }
    await passes(1_000);
    for (const number of numbers) assert.equal((await callsOf(number)).length, 1, number);
  });

  test('end 106 when only its voice process is killed, which is started again', async () => {
    const { numbers, references } = await ringAndListen('4915115001');
    const pid = await voiceProcess();
    assert.ok(pid > 0);
    process.kill(pid, 'SIGKILL');
    for (const reference of references) {
      await eventually('it has a final status', async () => (await codeOf(reference)) === 106);
    }
    await eventually('another voice process runs', async () => ![0, pid].includes(await voiceProcess()));
    const next = await place('4915115002921');
    await eventually('the next call is placed', async () => (await codeOf(next)) === 107);
    for (const number of numbers) assert.ok((await callsOf(number)).length <= 1, number);
  });

  test('end 108 or 100 when it is told to stop', async () => {
    const { numbers, references } = await ringAndListen('4915115003');
    gateway.child.kill('SIGTERM');
    assert.equal(await gateway.ended, 0);
    await hungUp(numbers, Date.now());
    gateway = spawnGateway(env);
    await ready(gateway);
    assert.deepEqual(await Promise.all(references.map(codeOf)), [108, 100]);
  });
});
