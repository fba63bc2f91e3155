/**
 * Several gateways as processes on one PostgreSQL, with everything around them: simulated operators, links that can be
 * cut, a load balancer for webhooks, a receiver of callbacks.
 *
 * 1. What a test observes lies outside of what it kills: handsets, callbacks and the account of what was accepted are in
 *    the test's own process.
 * 2. A node that ends by itself is started again, as a process manager does. One that a test killed stays dead until the
 *    test starts it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../../cli/simulate.ts';
import type { SmscLimits } from '../../../src/carriers/smpp/simulator/simulator.ts';
import { buildGateway, type GatewayProcess, type JsonAnswer, ready, spawnGateway } from '../gateway/process.ts';
import { API_KEY, CUSTOMER_ID, OPERATOR_TOKEN } from '../gateway/requests.ts';
import { TcpLink } from '../gateway/tcp-link.ts';
import { freePort } from '../ports.ts';
import { type Balancer, type CallbackReceiver, startBalancer, startCallbackReceiver } from './http.ts';

export const LEASE_MS = 2_000;
const HEARTBEAT_MS = 500;
/** An SMSC takes a client for dead that has not said a word for so long. Ours ask after `enquire_link_ms`. */
export const SMSC_WAITS_MS = 1_500;
/** One that cannot start at all is not tried for ever. */
const MOST_RESTARTS = 50;

/** A database that the nodes share. */
export interface ClusterDatabase {
  /** Where each of its servers is. */
  readonly hosts: readonly NetConnectOpts[];
  readonly user: string;
  readonly name: string;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly database: ClusterDatabase;
  readonly nodes: number;
  /** Over the settings of the SMSC as a carrier. */
  readonly smpp?: Readonly<Record<string, unknown>>;
  readonly smscLimits?: SmscLimits;
  /** Default LEASE_MS and HEARTBEAT_MS, which are short: a node that a busy machine holds up that long starts over. */
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
}

export interface Links {
  readonly database: readonly TcpLink[];
  readonly sms: TcpLink;
  readonly rcs: TcpLink;
}

export class ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly links: Links;
  /** How many times it ended by itself. */
  endedByItself = 0;
  private readonly env: Readonly<Record<string, string>>;
  private current: GatewayProcess | null = null;
  private isWanted = false;

  constructor(name: string, env: Readonly<Record<string, string>>, links: Links) {
    this.name = name;
    this.env = env;
    this.links = links;
    this.url = `http://127.0.0.1:${env.PORT}`;
  }

  get process(): GatewayProcess {
    if (!this.current) throw new Error(`${this.name} has never been started`);
    return this.current;
  }

  start(): void {
    this.isWanted = true;
    const started = spawnGateway(this.env);
    this.current = started;
    void started.ended.then(() => {
      if (!this.isWanted || this.current !== started) return;
      this.endedByItself += 1;
      if (this.endedByItself < MOST_RESTARTS) this.start();
    });
  }

  async ready(): Promise<void> {
    for (let isSame = false; !isSame; ) {
      const { current } = this;
      // One that ends by itself is followed by another.
      await ready(this.process).catch((error) => {
        if (this.current === current) throw error;
      });
      isSame = this.current === current;
    }
  }

  async kill(): Promise<void> {
    this.isWanted = false;
    this.process.child.kill('SIGKILL');
    await this.process.ended;
  }

  /** Holds the process where it is; it notices nothing. */
  stall(): void {
    this.process.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.current?.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    if (!this.current) return;
    this.current.child.kill('SIGTERM');
    await this.current.ended;
  }

  /** One request to this node as the sandbox account, below `/operator` as the operator. */
  async call(method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, options: CallOptions = {}): Promise<JsonAnswer> {
    const { body, headers = {}, withinMs = 10_000 } = options;
    const basic = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;
    const answer = await request(`${this.url}${path}`, {
      method,
      headers: {
        authorization: path.startsWith('/operator/') ? `Bearer ${OPERATOR_TOKEN}` : basic,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: withinMs,
      bodyTimeout: withinMs,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: text === '' ? {} : JSON.parse(text) };
  }
}

export interface CallOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly withinMs?: number;
}

export class Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly simulators: RunningSimulators;
  readonly callbacks: CallbackReceiver;
  readonly webhooks: Balancer;
  /** What sends to the cluster; stopped before it. */
  readonly loads = new Set<{ stop(): Promise<void> }>();
  private readonly folder: string;
  private readonly database: ClusterDatabase;

  constructor({ nodes, simulators, callbacks, webhooks, folder, database }: ClusterContents) {
    this.nodes = nodes;
    this.simulators = simulators;
    this.callbacks = callbacks;
    this.webhooks = webhooks;
    this.folder = folder;
    this.database = database;
  }

  node(index: number): ClusterNode {
    const node = this.nodes[index];
    if (!node) throw new RangeError(`there is no node ${index}`);
    return node;
  }

  async start(): Promise<void> {
    for (const node of this.nodes) node.start();
    await Promise.all(this.nodes.map((node) => node.ready()));
  }

  async stop(): Promise<void> {
    for (const link of this.nodes.flatMap(linksOf)) link.heal();
    for (const node of this.nodes) node.goOn();
    for (const load of this.loads) await load.stop();
    await Promise.all(this.nodes.map((node) => node.stop()));
    await Promise.all(this.nodes.flatMap(linksOf).map((link) => link.close()));
    await this.webhooks.close();
    await this.callbacks.close();
    await this.simulators.stop();
    await this.database.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What a handset got and did not lose again to a withdrawal, oldest first. */
  async messagesOf(number: string): Promise<ReadonlyArray<{ readonly channel: string; readonly text?: string }>> {
    const answer = await request(`${this.simulators.handsetUrl}/sandbox/handsets/${number}/messages`);
    const list = (await answer.body.json()) as Array<{ channel: string; text?: string; withdrawn?: true }>;
    return list.filter(({ withdrawn }) => !withdrawn);
  }

  /** A text from a handset. */
  async reply(number: string, to: string, text: string): Promise<void> {
    const answer = await request(`${this.simulators.handsetUrl}/sandbox/handsets/${number}/reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the text was not taken: ${answer.statusCode}`);
  }
}

interface ClusterContents extends Pick<Cluster, 'nodes' | 'simulators' | 'callbacks' | 'webhooks'> {
  readonly folder: string;
  readonly database: ClusterDatabase;
}

/** Everything but the nodes runs when this resolves; `start` starts them. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  buildGateway();
  const { database } = options;
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-cluster-'));
  const nodes: ClusterNode[] = [];
  const webhooks = await startBalancer(() => nodes.map(({ url }) => url));
  const callbacks = await startCallbackReceiver();
  const simulators = await startSimulators({
    host: '127.0.0.1',
    smppPort: 0,
    rbmPort: 0,
    handsetPort: 0,
    webhookUrl: `${webhooks.url}/carriers/simulated-rcs/webhook`,
    smscLimits: options.smscLimits ?? { mostBinds: 100, silentMs: SMSC_WAITS_MS },
    mostHandsets: 200_000,
  });
  for (let index = 0; index < options.nodes; index += 1) {
    const name = `node-${index + 1}`;
    nodes.push(await createNode(join(folder, name), name, options, simulators));
  }
  return new Cluster({ nodes, simulators, callbacks, webhooks, folder, database });
}

async function createNode(
  folder: string,
  name: string,
  { database, smpp = {}, leaseMs = LEASE_MS, heartbeatMs = HEARTBEAT_MS }: ClusterOptions,
  { carriers }: RunningSimulators,
): Promise<ClusterNode> {
  await mkdir(folder);
  const rbm = carriers.find(({ kind }) => kind === 'rbm') ?? {};
  const smsc = carriers.find(({ kind }) => kind === 'smpp') ?? {};
  const links: Links = {
    database: await Promise.all(database.hosts.map((host) => TcpLink.open(host))),
    sms: await TcpLink.open({ host: '127.0.0.1', port: Number(smsc.port) }),
    rcs: await TcpLink.open({ host: '127.0.0.1', port: Number(new URL(String(rbm.base_url)).port) }),
  };
  const settings = {
    carriers: [
      // Tokens come from elsewhere, as with the real one.
      { ...rbm, base_url: `http://127.0.0.1:${links.rcs.port}`, request_timeout_ms: 3_000 },
      { ...smsc, port: links.sms.port, response_timeout_ms: 2_000, enquire_link_ms: 500, ...smpp },
    ],
    engine: { lease_ms: leaseMs, heartbeat_ms: heartbeatMs },
    callbacks: { timeout_ms: 2_000, lease_ms: 4_000 },
    limits: {
      allowed_countries: ['*'],
      requests_per_second: 0,
      per_number_per_minute: 0,
      per_number_per_day: 0,
      code_pauses_s: [],
      per_prefix_per_hour: 0,
      per_country_per_hour: 0,
      texts_per_day: 0,
      calls_per_day: 0,
      people_look_ups_per_number_per_hour: 0,
      people_look_ups_per_day: 0,
    },
  };
  await writeFile(join(folder, 'trunkline.yaml'), stringify(settings));
  const hosts = links.database.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const env = {
    PORT: String(await freePort()),
    TRUNKLINE_OPERATORS_PORT: 'same',
    DATABASE_URL: `postgres://${database.user}@${hosts}/${database.name}?sslmode=disable&connect_timeout=2`,
    TRUNKLINE_DATA: join(folder, 'data'),
    TRUNKLINE_CONFIG: join(folder, 'trunkline.yaml'),
    TRUNKLINE_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
    TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
    TRUNKLINE_SANDBOX_API_KEY: API_KEY,
  };
  return new ClusterNode(name, env, links);
}

function linksOf({ links }: ClusterNode): TcpLink[] {
  return [...links.database, links.sms, links.rcs];
}
