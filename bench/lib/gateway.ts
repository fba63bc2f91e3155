/**
 * The gateway as it runs in production: dist/main.js in a process of its own, on its own PostgreSQL that waits for the
 * disk or on a cluster, with a configuration file and accounts that are made over the operators' API.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { request } from 'undici';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { buildGateway, NODE_OPTIONS } from '../../test/support/gateway/process.ts';
import { freePort } from '../../test/support/ports.ts';
import { type BenchDatabase, databaseOnCitus, ownDatabase } from './bench-database.ts';
import { childrenOf, cpuOf, cpuOfFamily, memoryOf } from './system.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OPERATOR_TOKEN = 'operators-token-of-the-bench';
/** Each account has a sender of its own: one that is shared costs a note for each message. */
const FIRST_SENDER = 12_345;
export const CARRIER = 'sink';

export interface GatewayChoice {
  readonly smscPort: number;
  /** Settings of the SMPP carrier beside host, port and login. */
  readonly carrier?: Readonly<Record<string, unknown>> | undefined;
  /** More carriers. */
  readonly carriers?: readonly object[];
  /** More of its configuration file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Of the gateway; absent: one. */
  readonly processes?: number;
  /** Those that it and its database may use, as `taskset --cpu-list` has them; absent: all. */
  readonly processors?: string;
  /** More than 1: the database is split into so many lanes, as a distributed PostgreSQL would be. */
  readonly lanes?: number;
  /** The coordinator of the cluster on which its database is made; absent: its own PostgreSQL. */
  readonly citus?: string;
  /** Settings of the PostgreSQL server that are measured with. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Options of Node, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[];
  /** Under which its data directory is made. */
  readonly folder: string;
}

export interface Account {
  readonly customerId: string;
  /** The value of the Authorization header. */
  readonly authorization: string;
}

interface ReadyAnswer {
  readonly processes: { readonly running: number; readonly of: number };
}

/** CPU time in microseconds. */
export interface CpuTimes {
  readonly gateway: number;
  readonly postgres: number;
}

export class BenchGateway {
  private accounts = 0;
  readonly port: number;
  private readonly choice: GatewayChoice;
  private readonly folder: string;
  private child: ChildProcess | null = null;
  private ended: Promise<unknown> = Promise.resolve();
  private readonly store: BenchDatabase;
  private servers: readonly number[] = [];
  private database: Client | null = null;
  private output = '';

  constructor(choice: GatewayChoice, folder: string, port: number, store: BenchDatabase) {
    this.choice = choice;
    this.folder = folder;
    this.port = port;
    this.store = store;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts it; a second time after `stop`, on the same data. */
  async start(): Promise<void> {
    const { processors, nodeOptions = [], processes = 1 } = this.choice;
    const words = [process.execPath, ...NODE_OPTIONS, ...nodeOptions, 'dist/main.js'];
    const [program = '', ...args] = processors === undefined ? words : ['taskset', '--cpu-list', processors, ...words];
    const child = spawn(program, args, {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(this.port),
        TRUNKLINE_OPERATORS_PORT: 'same',
        TRUNKLINE_PROCESSES: String(processes),
        ...this.store.env,
        TRUNKLINE_DATA: this.dataDirectory,
        TRUNKLINE_CONFIG: join(this.folder, 'trunkline.yaml'),
        TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.output = `${this.output}${chunk.toString()}`.slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.child = child;
    // It must not outlive a bench that ends before its time.
    const end = () => child.kill('SIGTERM');
    process.once('exit', end);
    child.once('exit', () => process.removeListener('exit', end));
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    await this.ready(child);
    await this.openDatabase();
  }

  async stop(): Promise<void> {
    await this.database?.end();
    this.database = null;
    this.child?.kill('SIGTERM');
    await this.ended;
    this.child = null;
  }

  /** Other settings of the carrier; for the next start. */
  async configure(carrier: GatewayChoice['carrier']): Promise<void> {
    const text = JSON.stringify(configuration({ ...this.choice, carrier }), null, 2);
    await writeFile(join(this.folder, 'trunkline.yaml'), text);
  }

  get dataDirectory(): string {
    return dataDirectoryIn(this.folder);
  }

  /** The address of its database, while it runs. */
  get databaseUrl(): string {
    return this.store.url();
  }

  /** One more connection to its database. */
  async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.databaseUrl });
    // A statement that fails says so; a connection that is lost while idle must not end the bench.
    client.on('error', () => {});
    await client.connect();
    await client.query("set timezone = 'UTC'");
    return client;
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (!this.database) throw new Error('the gateway of the bench does not run');
    return (await this.database.query(text, [...values])).rows as Row[];
  }

  readonly operatorAuthorization = `Bearer ${OPERATOR_TOKEN}`;

  async operator(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    body?: object | string,
  ): Promise<Record<string, unknown>> {
    const answer = await request(`http://127.0.0.1:${this.port}/operator/v1${path}`, {
      method,
      headers: { authorization: this.operatorAuthorization, 'content-type': 'application/json' },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** One command of the command line; resolves with how long it took, milliseconds. */
  async command(...words: string[]): Promise<number> {
    const from = performance.now();
    const child = spawn(process.execPath, ['dist/cli.js', ...words], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        TRUNKLINE_URL: `http://127.0.0.1:${this.port}`,
        TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-5_000);
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`trunkline ${words.slice(0, 2).join(' ')} ended with ${code}: ${said}`);
    return performance.now() - from;
  }

  /** An account without limits. */
  async createAccount(callbackUrl: string | null): Promise<Account> {
    const sender = String(FIRST_SENDER + this.accounts);
    this.accounts += 1;
    const made = await this.operator('POST', '/accounts', {
      name: 'Bench',
      senders: [{ sender, default_for: ['*'] }],
      settings: {
        ...(callbackUrl === null ? {} : { callback_url: callbackUrl }),
        allowed_countries: ['*'],
        per_number_per_minute: 0,
        per_number_per_day: 0,
        code_pauses_s: [],
        // Counted all the same: what an account pays for a limit is part of what is measured.
        per_prefix_per_hour: 1_000_000_000,
        per_country_per_hour: 1_000_000_000,
        texts_per_day: 1_000_000_000,
        calls_per_day: 1_000_000_000,
        extension_keys: true,
        requests_per_second: { omnichannel: 0, phoneid: 0 },
      },
    });
    const customerId = String(made.customer_id);
    const login = Buffer.from(`${customerId}:${String(made.api_key)}`).toString('base64');
    return { customerId, authorization: `Basic ${login}` };
  }

  async carrierIsUp(): Promise<void> {
    await eventually('the carrier is up', async () => {
      const { carriers } = (await this.operator('GET', '/carriers')) as { carriers: { state: string }[] };
      return carriers.every(({ state }) => state === 'up');
    });
  }

  cpu(): CpuTimes {
    return { gateway: sum(this.all().map(cpuOf)), postgres: sum(this.servers.map(cpuOfFamily)) };
  }

  /** The processes that serve: of several, without the one that looks after them. */
  pids(): readonly number[] {
    return this.isOne ? [this.pid] : childrenOf(this.pid).filter((pid) => !this.servers.includes(pid));
  }

  private all(): readonly number[] {
    return this.isOne ? [this.pid] : [this.pid, ...this.pids()];
  }

  private get isOne(): boolean {
    return (this.choice.processes ?? 1) === 1;
  }

  /** In bytes. */
  memory(): { readonly gateway: number; readonly postgres: number } {
    return {
      gateway: sum(this.all().map((pid) => memoryOf(pid))),
      postgres: sum(this.servers.map((pid) => memoryOf(pid, true))),
    };
  }

  private async ready(child: ChildProcess): Promise<void> {
    await eventually(
      'the gateway is ready',
      async () => {
        if (child.exitCode !== null || child.signalCode !== null) return true;
        const answer = await request(`http://127.0.0.1:${this.port}/readyz`);
        const { processes = { running: 1, of: 1 } } = (await answer.body.json()) as Partial<ReadyAnswer>;
        return answer.statusCode === 200 && processes.running === processes.of;
      },
      60_000,
    );
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the gateway ended: ${this.output.trim().split('\n').slice(-5).join('\n')}`);
    }
  }

  private async openDatabase(): Promise<void> {
    this.servers = await this.store.servers();
    this.database = await this.connect();
  }
}

/** Builds, starts on an empty database and waits for the carrier. `dispose` stops it and removes its data. */
export async function startBenchGateway(choice: GatewayChoice): Promise<BenchGateway & { dispose(): Promise<void> }> {
  buildGateway();
  await mkdir(choice.folder, { recursive: true });
  const folder = await mkdtemp(join(choice.folder, 'trunkline-bench-'));
  const { citus } = choice;
  const store = citus === undefined ? ownDatabase(dataDirectoryIn(folder)) : await databaseOnCitus(citus);
  const gateway = new BenchGateway(choice, folder, await freePort(), store);
  await gateway.configure(choice.carrier);
  const dispose = async () => {
    await gateway.stop();
    await store.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await gateway.start();
    if (await changeServer(gateway, choice)) {
      await gateway.stop();
      await gateway.start();
    }
    await gateway.carrierIsUp();
  } catch (error) {
    await dispose();
    throw error;
  }
  return Object.assign(gateway, { dispose });
}

function dataDirectoryIn(folder: string): string {
  return join(folder, 'data');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export function defaultFolder(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}

function configuration({ smscPort, carrier, carriers = [], settings }: GatewayChoice): Record<string, unknown> {
  return {
    carriers: [
      {
        name: CARRIER,
        kind: 'smpp',
        host: '127.0.0.1',
        port: smscPort,
        system_id: 'bench',
        password: 'bench',
        window: 100,
        // As docs/carriers/smpp.md advises where the format is known.
        message_id_format: { response: 'hex', receipt: 'hex' },
        ...carrier,
      },
      ...carriers,
    ],
    callbacks: { allowed_networks: ['127.0.0.0/8'] },
    limits: { requests_per_second: 0, per_number_per_minute: 0, per_number_per_day: 0 },
    ...settings,
  };
}

/** True when the gateway and its server have to start again for it. */
async function changeServer(
  gateway: BenchGateway,
  { lanes = 1, serverSettings = {} }: GatewayChoice,
): Promise<boolean> {
  if (lanes > 1) {
    await gateway.query(
      `create or replace function lane(bucket smallint) returns bigint language sql stable
         as 'select (bucket % ${Math.trunc(lanes)})::bigint'`,
    );
  }
  for (const [name, value] of Object.entries(serverSettings)) {
    await gateway.query(`alter system set ${name} = '${value}'`);
  }
  return lanes > 1 || Object.keys(serverSettings).length > 0;
}
