/**
 * A whole gateway in this process: its own database, simulated operators over their real protocols, a receiver for
 * callbacks, and a clock that the test moves.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { request } from 'undici';
import { createGateway, type Gateway } from '../../../src/assembly/gateway.ts';
import { PARTITIONS_AHEAD_DAYS } from '../../../src/assembly/store.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import { type Context, createContext } from '../../../src/context.ts';
import type { OmnichannelBody } from '../../../src/engine/message/status-body.ts';
import { DAY_MS } from '../../../src/lib/durations.ts';
import { fromReference } from '../../../src/lib/ids.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { HandsetMessage } from '../../../src/sandbox/handsets.ts';
import type { Speech } from '../../../src/speech/speech.ts';
import { openDatabase } from '../../../src/store/connection/pool.ts';
import { findMessage } from '../../../src/store/messages/messages.ts';
import { eventually } from '../cluster/eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import { testKey } from '../master-keys.ts';
import { testDatabase } from '../postgres/database.ts';
import { openVoiceHere } from '../sip/voice-here.ts';
import { API_KEY, CUSTOMER_ID, DOCUMENT_IN_SHORT, OPERATOR_TOKEN } from './requests.ts';

export { API_KEY, CUSTOMER_ID, cardThenText, OPERATOR_TOKEN, textOnly } from './requests.ts';

export const GATEWAY_MASTER_KEY = testKey(1);
/** Several looks into the store. */
const AFTER_A_LEAP_MS = 5_000;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ReceivedCallback {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: OmnichannelBody;
}

export class TestGateway {
  gateway: Gateway;
  readonly clock: ManualClock;
  readonly received: ReceivedCallback[] = [];
  /** What the receiver of callbacks answers. */
  callbackStatus = 200;
  callbackUrl = '';
  private readonly create: (change?: Partial<Config>) => Gateway;
  private readonly cleanups: Array<() => unknown> = [];

  constructor(create: (change?: Partial<Config>) => Gateway, clock: ManualClock) {
    this.create = create;
    this.gateway = create();
    this.clock = clock;
  }

  get url(): string {
    return this.gateway.url;
  }

  atEnd(cleanup: () => unknown): void {
    this.cleanups.push(cleanup);
  }

  async start(): Promise<void> {
    await this.through('the gateway starts', this.gateway.start());
    await this.until('the gateway is ready', async () => (await this.call('GET', '/readyz')).status === 200);
  }

  /** Stops the gateway and starts another on the same data, at another URL. `change`: settings of that one alone. */
  async restart(change: Partial<Config> = {}): Promise<void> {
    await this.through('the gateway stops', this.gateway.stop());
    this.gateway = this.create(change);
    await this.start();
  }

  async stop(): Promise<void> {
    await this.through('the gateway stops', this.gateway.stop());
    for (const cleanup of this.cleanups) await cleanup();
  }

  /** Of the sandbox account. */
  readonly authorization = `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`;

  /** The gateway's own. */
  get speech(): Speech {
    return this.gateway.speech;
  }

  /** One request as the sandbox account. */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const answer = await request(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await answer.body.text()) };
  }

  /** One request as the operator, below /operator/v1. */
  operate(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    path: string,
    body?: unknown,
    token = OPERATOR_TOKEN,
  ): Promise<HttpAnswer> {
    return this.call(method, `/operator/v1${path}`, body, { authorization: `Bearer ${token}` });
  }

  /** Sends, and expects that it is taken. */
  async send(message: object): Promise<string> {
    const answer = await this.call('POST', '/v1/omnichannel', { callback_url: this.callbackUrl, ...message });
    const body = answer.body as { reference_id: string; status: { code: number } };
    if (answer.status !== 200 || body.status.code !== 3001) throw new Error(`not taken: ${JSON.stringify(body)}`);
    return body.reference_id;
  }

  async status(reference: string): Promise<OmnichannelBody> {
    return (await this.call('GET', `/v1/omnichannel/${reference}`)).body as OmnichannelBody;
  }

  async messagesOf(number: string): Promise<HandsetMessage[]> {
    return (await this.call('GET', `/sandbox/handsets/${number}/messages`)).body as HandsetMessage[];
  }

  async reply(number: string, to: string, text: string): Promise<void> {
    const answer = await this.call('POST', `/sandbox/handsets/${number}/reply`, { to, text });
    if (answer.status !== 200) throw new Error(`not sent: ${JSON.stringify(answer.body)}`);
  }

  async possibleDoubles(reference: string): Promise<number> {
    const message = await findMessage(this.gateway.db, fromReference(reference) ?? '');
    return message?.possibleDoubles ?? Number.NaN;
  }

  /** The figures as they are now: they are made once a second at most. */
  async metrics(): Promise<string> {
    await this.clock.advance(1_000);
    return (await fetch(`${this.url}/metrics`)).text();
  }

  advance(ms: number): Promise<void> {
    return this.clock.advance(ms);
  }

  /**
   * For what is about the time of day, hours later: wall time jumps and the last of it passes, so that what came due in
   * between is done. To live through an hour costs a second, and a day half a minute.
   */
  leap(ms: number): Promise<void> {
    this.clock.jump(Math.max(0, ms - AFTER_A_LEAP_MS));
    return this.clock.advance(Math.min(ms, AFTER_A_LEAP_MS));
  }

  /** Moves the clock on in small steps until the probe holds. */
  until<T>(what: string, probe: () => Promise<T | false | undefined> | T | false | undefined): Promise<T> {
    return eventually(what, async () => {
      const value = await probe();
      if (value !== false && value !== undefined) return value;
      await this.clock.advance(25);
      return undefined;
    });
  }

  /** The same no faster than time passes: for a program beside the gateway that looks at the clock of the machine. */
  untilInRealTime<T>(what: string, probe: () => Promise<T | false | undefined> | T | false | undefined): Promise<T> {
    let last = performance.now();
    return eventually(what, async () => {
      const value = await probe();
      if (value !== false && value !== undefined) return value;
      const now = performance.now();
      await this.clock.advance(Math.min(25, Math.floor(now - last)));
      last = now;
      return undefined;
    });
  }

  /** Moves the clock on until the promise has settled. */
  async through<T>(what: string, work: Promise<T>): Promise<T> {
    let isSettled = false;
    work.then(
      () => {
        isSettled = true;
      },
      () => {
        isSettled = true;
      },
    );
    await this.until(what, () => isSettled);
    return work;
  }

  untilStatus(reference: string, code: number): Promise<OmnichannelBody> {
    let last: OmnichannelBody | undefined;
    return this.until(`${reference} is ${code}`, async () => {
      last = await this.status(reference);
      return last.status.code === code && last;
    }).catch((error) => {
      throw new Error(`${String(error)}; it is ${JSON.stringify(last)}`);
    });
  }

  /** Until the operator has a message for the handset and has answered. */
  async untilCarrierHas(number: string): Promise<void> {
    await this.until('the operator has it', async () => (await this.messagesOf(number)).length > 0);
    await this.until('its answer is recorded', async () => {
      const { rows } = await this.gateway.db.query<{ count: number }>(
        `select count(*) as count from attempts a join messages m on m.id = a.message_id and m.bucket = a.bucket
          where m.recipient = $1 and a.state = 'sending'`,
        [number],
      );
      return rows[0]?.count === 0;
    });
  }

  /** The first callbacks of a message, in the order in which they came. */
  async callbacksOf(reference: string, count: number): Promise<OmnichannelBody[]> {
    const received = await this.until(`${count} callbacks of ${reference}`, () => {
      const those = this.received.filter(({ body }) => body.reference_id === reference);
      return those.length >= count && those;
    });
    return received.map(({ body }) => body);
  }
}

/** Starts a gateway on an empty database. Stop it when the file is done. */
export async function startGateway(
  env: Readonly<Record<string, string>> = {},
  given: Partial<Pick<Context, 'log' | 'traces'> & { readonly startsAt: number; readonly openapi: string }> = {},
): Promise<TestGateway> {
  const clock = new ManualClock(given.startsAt ?? Date.now());
  const days = [clock.now() - DAY_MS, clock.now() + PARTITIONS_AHEAD_DAYS * DAY_MS] as const;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'trunkline-gateway-'));
  const cleanups: Array<() => unknown> = [];
  const atEnd = { after: (run: () => unknown) => cleanups.push(run) } as unknown as TestContext;
  const { url } = await testDatabase(atEnd, { days });
  const readSettings = () => {
    const settings = loadConfig({
      TRUNKLINE_DATA: dataDirectory,
      PORT: '0',
      TRUNKLINE_OPERATORS_PORT: 'same',
      DATABASE_URL: url,
      TRUNKLINE_ALLOW_UNSAFE_DATABASE: 'true',
      ...env,
    });
    // The clock stands still while changes are under way.
    // Accounts that tests make may send everywhere, unless they say otherwise.
    const limits = { ...settings.limits, allowedCountries: ['*'] };
    return { ...settings, limits, engine: { ...settings.engine, gatherMs: 0 } };
  };
  const config = readSettings();
  const level = process.env.TRUNKLINE_TEST_LOG ?? 'silent';
  // The page that is made of the whole document takes as long as the rest of the start.
  const { openapi = DOCUMENT_IN_SHORT } = given;
  const log = given.log ?? createLog(level);
  const create = (change: Partial<Config> = {}) =>
    createGateway({
      context: createContext({ ...given, logLevel: level, clock, log }),
      config: { ...config, ...change },
      openapi,
      path: process.env.PATH,
      openStore: (url) => openDatabase(createContext({ logLevel: level, log }), { url }),
      openVoice: openVoiceHere,
      giveUp: () => {},
      readSettings,
      readSecrets: async () => ({
        masterKey: GATEWAY_MASTER_KEY,
        operatorToken: OPERATOR_TOKEN,
        sandboxCustomerId: CUSTOMER_ID,
        sandboxApiKey: API_KEY,
        nodeId: 'test-node',
      }),
    });
  const service = new TestGateway(create, clock);
  await startReceiver(service);
  await service.start();
  for (const cleanup of cleanups) service.atEnd(cleanup);
  service.atEnd(() => rm(dataDirectory, { recursive: true, force: true }));
  return service;
}

async function startReceiver(service: TestGateway): Promise<void> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      service.received.push({ method: message.method ?? '', headers: message.headers, text, body: JSON.parse(text) });
      response.writeHead(service.callbackStatus);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  service.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
}
