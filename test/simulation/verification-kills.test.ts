/**
 * The gateway is killed again and again while verifications are under way: each is verified in the end, by one code, with
 * at most one call, and every change of a state is told, a repeat under the same id. Handsets, telephones and the receiver
 * of callbacks lie outside of what is killed.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { RunningSimulators } from '../../cli/simulate.ts';
import type { VerificationBody } from '../../src/engine/verification/verification-body.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID } from '../support/gateway/gateway.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { type BesideSimulators, besideSimulators } from '../support/gateway/simulated.ts';
import { statesOf } from '../support/gateway/verifications.ts';
import { createDice } from '../support/random.ts';

const KILLS = 4;
const AT_ONCE = 12;
const BASIC = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;
/** Not on RCS; a telephone that is busy: the text follows at once. */
const POLICIES = [
  { ending: '901', methods: ['rcs', 'sms'] },
  { ending: '921', methods: ['voice', 'sms'] },
  { ending: '100', methods: ['sms', 'voice'] },
] as const;

interface Begun {
  readonly reference: string;
  readonly number: string;
}

interface Told {
  readonly id: string;
  readonly states: string;
}

const dice = createDice(20_261_125);
const told = new Map<string, Told[]>();
let outside: BesideSimulators;
let receiver: Server;
let simulators: RunningSimulators;
let gateway: GatewayProcess;
let env: Record<string, string> = {};
let nextNumber = 0;

async function ask(
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: BASIC,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Asks again until there is an answer, as a caller does who has a key, or may repeat what it asks. */
function insist(method: string, path: string, body?: object, key?: string): Promise<unknown> {
  return eventually(`${method} ${path} is answered`, async () => {
    const answer = await ask(method, path, body, key).catch(() => null);
    return answer?.status === 200 && answer.body;
  });
}

async function begin(): Promise<Begun> {
  nextNumber += 1;
  const { ending, methods } = dice.pick(POLICIES);
  const number = `491516${String(nextNumber).padStart(4, '0')}${ending}`;
  const { port } = receiver.address() as AddressInfo;
  const body = {
    recipient: { phone_number: number },
    verification_policy: methods.map((method) => ({ method })),
    callback_url: `http://127.0.0.1:${port}/`,
  };
  const begun = (await insist('POST', '/verification', body, number)) as VerificationBody;
  return { reference: begun.reference_id, number };
}

async function textsOf(number: string): Promise<string[]> {
  const answer = await fetch(`${simulators.handsetUrl}/sandbox/handsets/${number}/messages`);
  const messages = (await answer.json()) as ReadonlyArray<{ text?: string }>;
  return messages.map(({ text = '' }) => /\d{6}/.exec(text)?.[0] ?? '');
}

async function callsOf(number: string): Promise<number> {
  return ((await (await fetch(`${simulators.handsetUrl}/sandbox/handsets/${number}/calls`)).json()) as unknown[])
    .length;
}

/** Reads the code and hands it in. */
async function verify({ reference, number }: Begun): Promise<void> {
  const [code = ''] = await eventually(`${number} has its code`, async () => {
    const texts = await textsOf(number);
    return texts.length > 0 && texts;
  });
  await insist('PATCH', `/verification/${reference}/state`, { action: 'finalize', security_factor: code });
}

async function kill(): Promise<void> {
  gateway.child.kill('SIGKILL');
  await gateway.ended;
  gateway = spawnGateway(env);
  await ready(gateway);
}

describe('a gateway that is killed while numbers are verified', () => {
  before(async () => {
    buildGateway();
    receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        const body = JSON.parse(text) as VerificationBody;
        const list = told.get(body.reference_id) ?? [];
        list.push({ id: String(request.headers['webhook-id']), states: statesOf(body) });
        told.set(body.reference_id, list);
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    outside = await besideSimulators('verifications');
    ({ simulators, env } = outside);
    gateway = spawnGateway(env);
    await ready(gateway);
  });

  after(async () => {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    await outside.stop();
    receiver.close();
  });

  test('has each verified by one code, calls nobody twice, and tells every change', async (t) => {
    const all: Begun[] = [];
    const killed = new Map<string, number>();
    for (let count = 0; count <= KILLS; count += 1) {
      const working = Array.from({ length: AT_ONCE }, async () => {
        const begun = await begin();
        all.push(begun);
        await verify(begun);
      });
      if (count < KILLS) {
        const many = all.length + dice.below(AT_ONCE);
        await eventually('they go on', () => all.length >= many);
        for (const { reference } of all) killed.set(reference, (killed.get(reference) ?? 0) + 1);
        await kill();
      }
      await Promise.all(working);
    }
    for (const { reference, number } of all) {
      const shown = (await insist('GET', `/verification/${reference}`)) as VerificationBody;
      assert.equal(shown.state, 'VERIFIED', `${number}: ${statesOf(shown)}`);
      const texts = await textsOf(number);
      assert.equal(new Set(texts).size, 1, `${number}: one code`);
      assert.ok(texts.length <= 1 + KILLS, `${number} got ${texts.length} texts`);
      assert.ok((await callsOf(number)) <= 1, `${number} was called once at most`);
      const last = statesOf(shown);
      const heard = await eventually(`the end of ${number} is told`, () => {
        const list = told.get(reference) ?? [];
        return list.some(({ states }) => states === last) && list;
      });
      const byId = new Map(heard.map(({ id, states }) => [id, states]));
      for (const { id, states } of heard) assert.equal(byId.get(id), states, 'a repeat says the same');
      assert.equal(new Set(byId.values()).size, byId.size, `${number}: a change has one id: ${JSON.stringify(heard)}`);
      assert.equal(heard.at(-1)?.states, last, 'in order');
    }
    t.diagnostic(`${all.length} verifications, ${killed.size} of them met a kill`);
  });
});
