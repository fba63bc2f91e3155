/**
 * The gateway is killed at random moments under load, half of the time with its database, and started again: nothing
 * that was accepted is lost, and what arrives twice is what the policy for unknown answers says and counts.
 *
 * The simulated operators run outside of what is killed, so that their handsets are the witnesses.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as passes } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../cli/simulate.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID, cardThenText, OPERATOR_TOKEN, textOnly } from '../support/gateway/gateway.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';
import { createDice } from '../support/random.ts';

const KILLS = 10;
const SENDERS = 8;
const LEAST_BETWEEN_KILLS = 30;
const SEED = 20_261_121;

interface Accepted {
  readonly reference: string;
  readonly number: string;
  readonly messageType: string;
}

const agent = new Agent({ connections: 64 });
const dice = createDice(SEED);
let folder = '';
let port = 0;
let simulators: RunningSimulators;
let gateway: GatewayProcess;
let env: Record<string, string> = {};
const accepted: Accepted[] = [];
let nextNumber = 0;
let isLoading = true;

async function ask(method: 'GET' | 'POST', url: string, body?: object): Promise<{ status: number; body: unknown }> {
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headersTimeout: 10_000,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: JSON.parse(text) };
}

/** Sends one message after the other; what is answered 200 is owed from then on. */
async function sendOn(): Promise<void> {
  while (isLoading) {
    nextNumber += 1;
    const ending = dice.pick(['100', '100', '100', '901', '916', '919']);
    const number = `49151${String(nextNumber).padStart(6, '0')}${ending}`;
    const messageType = dice.pick(['OTP', 'ARN', 'MKT'] as const);
    const message = dice.chance(0.5) ? cardThenText(number, { messageType }) : textOnly(number, { messageType });
    try {
      const { status, body } = await ask('POST', `${gateway.url}/v1/omnichannel`, message);
      if (status === 200)
        accepted.push({ reference: (body as { reference_id: string }).reference_id, number, messageType });
    } catch {
      // Killed in between: nothing was promised.
      await passes(20);
    }
  }
}

async function postmasterPid(): Promise<number> {
  const text = await readFile(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

async function killAndStartAgain(withDatabase: boolean): Promise<void> {
  const database = withDatabase ? await postmasterPid() : null;
  gateway.child.kill('SIGKILL');
  if (database !== null) process.kill(database, 'SIGKILL');
  await gateway.ended;
  gateway = spawnGateway(env);
  await ready(gateway);
}

describe('a gateway that is killed under load', () => {
  before(async () => {
    buildGateway();
    folder = await mkdtemp(join(tmpdir(), 'trunkline-kills-'));
    port = await freePort();
    simulators = await startSimulators({
      host: '127.0.0.1',
      smppPort: 0,
      rbmPort: 0,
      handsetPort: 0,
      webhookUrl: `http://127.0.0.1:${port}/carriers/simulated-rcs/webhook`,
    });
    const config = join(folder, 'trunkline.yaml');
    await writeFile(
      config,
      stringify({ carriers: simulators.carriers, engine: { lease_ms: 2_000, heartbeat_ms: 500 } }),
    );
    env = {
      PORT: String(port),
      TRUNKLINE_OPERATORS_PORT: 'same',
      TRUNKLINE_DATA: join(folder, 'data'),
      TRUNKLINE_CONFIG: config,
      TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
      TRUNKLINE_SANDBOX_API_KEY: API_KEY,
    };
    gateway = spawnGateway(env);
    await ready(gateway);
  });

  after(async () => {
    isLoading = false;
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    await simulators.stop();
    await agent.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  test(`${KILLS} times loses nothing, and doubles only what its policy names and counts`, async (t) => {
    const senders = Array.from({ length: SENDERS }, () => sendOn());
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A random moment, counted in messages: a slow machine takes longer and is loaded as much.
      const next = accepted.length + LEAST_BETWEEN_KILLS + dice.below(100);
      await eventually('the load goes on', () => accepted.length >= next);
      await killAndStartAgain(kill % 2 === 1);
    }
    isLoading = false;
    await Promise.all(senders);
    assert.ok(accepted.length >= KILLS * LEAST_BETWEEN_KILLS);

    const tally = { delivered: 0, unknown: 0, doubled: 0, policy: 0 };
    for (const { reference, number, messageType } of accepted) {
      const final = await eventually(
        `${reference} is final`,
        async () => {
          const { body } = await ask('GET', `${gateway.url}/v1/omnichannel/${reference}`);
          const status = body as { status: { code: number } };
          return status.status.code !== 3001 && status;
        },
        // Simulated RBM sends an event again after twice as long each time, as the real one does.
        300_000,
      );
      const shown = await request(`${gateway.url}/operator/v1/messages/${reference}`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      });
      const { possible_doubles: possible } = (await shown.body.json()) as { possible_doubles: number };
      const got = (await ask('GET', `${simulators.handsetUrl}/sandbox/handsets/${number}/messages`)).body as unknown[];
      const { code } = final.status;
      if (code === 3000) {
        tally.delivered += 1;
        assert.ok(got.length >= 1, `${reference} says delivered, and the handset has it`);
      } else {
        assert.equal(code, 3039, `${reference} ends as the policy says`);
        assert.equal(messageType, 'MKT');
        tally.unknown += 1;
      }
      if (got.length > 1) tally.doubled += 1;
      tally.policy += possible;
      assert.ok(
        got.length - 1 <= possible,
        `${reference} (${messageType}) came ${got.length} times, ${possible} allowed`,
      );
    }
    t.diagnostic(`${accepted.length} accepted: ${JSON.stringify(tally)}`);
  });
});
