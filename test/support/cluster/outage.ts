/**
 * A gateway as a process under load, with simulated operators outside of it as witnesses: for tests of what goes wrong
 * around it.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../../cli/simulate.ts';
import { API_KEY, CUSTOMER_ID, cardThenText, OPERATOR_TOKEN, textOnly } from '../gateway/gateway.ts';
import { buildGateway, type GatewayProcess, type JsonAnswer, ready, spawnGateway } from '../gateway/process.ts';
import { freePort } from '../ports.ts';
import { createDice } from '../random.ts';
import { eventually } from './eventually.ts';

export interface RigOptions {
  /** Environment of the gateway beyond the usual. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder for the gateway's data; default: one of its own. */
  readonly dataDirectory?: string;
  /** How many descriptors the gateway may open; default: as many as the test. */
  readonly openFiles?: number;
  /** Where its standard error goes; default: to the test. */
  readonly logFile?: string;
  /** There are telephones as well. */
  readonly hasCalls?: boolean;
}

interface Accepted {
  readonly reference: string;
  readonly number: string;
}

export interface OnHandset {
  readonly from: string;
  readonly text?: string;
  readonly received_on: string;
}

const callers = () => new Agent({ connections: 32, headersTimeout: 60_000 });

export class OutageRig {
  readonly accepted: Accepted[] = [];
  /** How many answers had which HTTP status; `none` when there was no answer. */
  readonly answers = new Map<string, number>();
  gateway: GatewayProcess;
  private readonly env: Readonly<Record<string, string>>;
  private readonly folder: string;
  private readonly simulators: RunningSimulators;
  private agent = callers();
  private readonly dice = createDice(20_261_121);
  private senders: Promise<void>[] = [];
  private isLoading = false;
  private nextNumber = 0;

  private constructor(
    folder: string,
    simulators: RunningSimulators,
    env: Readonly<Record<string, string>>,
    prefix: readonly string[],
  ) {
    this.folder = folder;
    this.simulators = simulators;
    this.env = env;
    this.gateway = spawnGateway(env, prefix);
  }

  static async start({ env = {}, dataDirectory, openFiles, logFile, hasCalls }: RigOptions = {}): Promise<OutageRig> {
    buildGateway();
    const folder = await mkdtemp(join(tmpdir(), 'trunkline-outage-'));
    const port = await freePort();
    const simulators = await startSimulators({
      host: '127.0.0.1',
      smppPort: 0,
      rbmPort: 0,
      ...(hasCalls ? { sipPort: 0 } : {}),
      handsetPort: 0,
      webhookUrl: `http://127.0.0.1:${port}/carriers/simulated-rcs/webhook`,
    });
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, stringify({ carriers: simulators.carriers }));
    const data = dataDirectory ?? join(folder, 'data');
    await mkdir(data, { recursive: true });
    const prefix = [
      ...(openFiles === undefined ? [] : ['prlimit', `--nofile=${openFiles}:${openFiles}`, '--']),
      ...(logFile === undefined ? [] : ['sh', '-c', 'exec 2>>"$0"; exec "$@"', logFile]),
    ];
    const settings = {
      PORT: String(port),
      TRUNKLINE_OPERATORS_PORT: 'same',
      TRUNKLINE_DATA: data,
      TRUNKLINE_CONFIG: config,
      TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
      TRUNKLINE_SANDBOX_API_KEY: API_KEY,
      ...env,
    };
    const rig = new OutageRig(folder, simulators, settings, prefix);
    await ready(rig.gateway);
    return rig;
  }

  async stop(): Promise<void> {
    await this.endLoad();
    this.gateway.child.kill('SIGTERM');
    await this.gateway.ended;
    await this.simulators.stop();
    await this.agent.destroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Killed, and started again on the same data. */
  async kill(): Promise<void> {
    this.gateway.child.kill('SIGKILL');
    await this.gateway.ended;
    this.gateway = spawnGateway(this.env);
    await ready(this.gateway);
  }

  /** As its settings had them when it was started. */
  get carriers(): RunningSimulators['carriers'] {
    return this.simulators.carriers;
  }

  /** Writes its settings anew; whoever wants them read says so. */
  async configure(settings: object): Promise<void> {
    await writeFile(this.env.TRUNKLINE_CONFIG ?? '', stringify({ carriers: this.carriers, ...settings }));
  }

  get dataDirectory(): string {
    return this.env.TRUNKLINE_DATA ?? '';
  }

  /** Process id of the gateway's own database server. */
  async postmasterPid(): Promise<number> {
    const text = await readFile(join(this.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonAnswer> {
    const isOperator = path.startsWith('/operator/');
    const basic = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;
    const answer = await request(`${this.gateway.url}${path}`, {
      dispatcher: this.agent,
      method,
      headers: {
        authorization: isOperator ? `Bearer ${OPERATOR_TOKEN}` : basic,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) };
  }

  /** One message; what is answered 200 is owed from then on. */
  async send(): Promise<JsonAnswer | null> {
    this.nextNumber += 1;
    const ending = this.dice.pick(['100', '100', '100', '901', '916', '919']);
    const number = `49151${String(this.nextNumber).padStart(6, '0')}${ending}`;
    const messageType = this.dice.pick(['OTP', 'ARN'] as const);
    const message = this.dice.chance(0.5) ? cardThenText(number, { messageType }) : textOnly(number, { messageType });
    const answer = await this.call('POST', '/v1/omnichannel', message).catch(() => null);
    const status = answer === null ? 'none' : String(answer.status);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (answer?.status === 200) this.accepted.push({ reference: String(answer.body.reference_id), number });
    return answer;
  }

  /** Senders that send one message after the other. */
  load(senders: number): void {
    this.isLoading = true;
    this.senders = Array.from({ length: senders }, async () => {
      while (this.isLoading) {
        const answer = await this.send();
        // As a caller does that is told to come again.
        if (answer?.status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
  }

  async endLoad(): Promise<void> {
    this.isLoading = false;
    await Promise.all(this.senders);
    this.senders = [];
  }

  /** Waits until so many more have been accepted. */
  async untilAccepted(more: number): Promise<void> {
    const wanted = this.accepted.length + more;
    await eventually(`${more} more are accepted`, () => this.accepted.length >= wanted).catch((error) => {
      const answers = JSON.stringify([...this.answers]);
      throw new Error(`${String(error)}; ${wanted - this.accepted.length} are missing, answers: ${answers}`);
    });
  }

  async untilAnswered(status: string, more = 1): Promise<void> {
    const wanted = (this.answers.get(status) ?? 0) + more;
    await eventually(`${more} more answers are ${status}`, () => (this.answers.get(status) ?? 0) >= wanted);
  }

  async untilReady(): Promise<void> {
    await eventually('it is ready', async () => (await this.call('GET', '/readyz')).status === 200);
  }

  /** A text from a handset to the gateway. */
  async reply(number: string, to: string, text: string): Promise<void> {
    const answer = await request(`${this.simulators.handsetUrl}/sandbox/handsets/${number}/reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the handset could not send: ${answer.statusCode}`);
  }

  /** What a handset got, oldest first. */
  async messagesOf(number: string): Promise<readonly OnHandset[]> {
    const url = `${this.simulators.handsetUrl}/sandbox/handsets/${number}/messages`;
    const answer = await request(url, { dispatcher: this.agent });
    return (await answer.body.json()) as OnHandset[];
  }

  async figure(name: string): Promise<number> {
    const answer = await request(`${this.gateway.url}/metrics`, { dispatcher: this.agent });
    const text = await answer.body.text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    assert.ok(line, `no ${name} in what /metrics answered: ${answer.statusCode}, ${text.length} bytes`);
    return Number(line.split(' ')[1]);
  }

  /** Ends the connections of callers. */
  async hangUp(): Promise<void> {
    const { agent } = this;
    this.agent = callers();
    await agent.close();
  }

  /** Every accepted message is delivered and on its handset; returns how many came twice, and how many might have. */
  async settle(): Promise<{ accepted: number; doubled: number; possible: number }> {
    await this.endLoad();
    const tally = { accepted: this.accepted.length, doubled: 0, possible: 0 };
    for (const { reference, number } of this.accepted) {
      await eventually(
        `${reference} is delivered`,
        async () => {
          const { body } = await this.call('GET', `/v1/omnichannel/${reference}`);
          return (body.status as { code: number }).code === 3000;
        },
        90_000,
      );
      const url = `${this.simulators.handsetUrl}/sandbox/handsets/${number}/messages`;
      const got = (await (await request(url, { dispatcher: this.agent })).body.json()) as unknown[];
      const shown = await this.call('GET', `/operator/v1/messages/${reference}`);
      const possible = Number(shown.body.possible_doubles);
      if (got.length === 0) throw new Error(`${reference} says delivered, and the handset has nothing`);
      if (got.length - 1 > possible)
        throw new Error(`${reference} came ${got.length} times, ${possible} may be doubles`);
      tally.doubled += got.length - 1;
      tally.possible += possible;
    }
    return tally;
  }
}
