/**
 * The operators' API on a free port: an engine with scripted carriers behind it, a real database, a clock that the test
 * moves. Every answer is held against openapi.yaml.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { checkCarrier } from '../../src/diagnosis/carriers.ts';
import { createAccountDirectory } from '../../src/engine/accounts/account-directory.ts';
import { orderBatch } from '../../src/engine/batches/batch-orders.ts';
import { Redeliveries } from '../../src/engine/callbacks/redeliveries.ts';
import { Erasures } from '../../src/engine/data/erasures.ts';
import type { NewMessage } from '../../src/engine/door/accept.ts';
import { Poller } from '../../src/engine/due/poll.ts';
import type { ListedSource } from '../../src/engine/look-ups/source-list.ts';
import { SessionLife } from '../../src/engine/masking/session-life.ts';
import { HintExchange } from '../../src/engine/nodes/hint-exchange.ts';
import { CarrierOrders } from '../../src/engine/sending/carrier-orders.ts';
import { described as describedBy } from '../../src/http/docs/described.ts';
import type { OperatorOptions } from '../../src/http/operator/options.ts';
import { createPeople, type People } from '../../src/http/operator/people/people.ts';
import { operatorRoutes } from '../../src/http/operator/routes.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import type { PeopleSettings } from '../../src/lib/people-settings.ts';
import { Receivers } from '../../src/sandbox/receivers.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { type Lanes, readLanes } from '../../src/store/sql/lanes.ts';
import { atEnd } from './at-end.ts';
import { startEngine, type TestEngine, testAlias } from './engine/engine.ts';
import { newMessage } from './engine/messages.ts';
import { ScriptedCarrier } from './engine/scripted-carrier.ts';
import { MASTER_KEY } from './gateway/http.ts';
import { DOCUMENT_IN_SHORT } from './gateway/requests.ts';

/** As trunkline.defaults.yaml has them. */
export const PEOPLE: PeopleSettings = {
  rootToken: true,
  idleMs: 3_600_000,
  longestMs: 43_200_000,
  needsSecondFactor: false,
  origins: [],
  oidc: null,
};

export const TOKEN = 'the-own-token-of-the-operators';

export interface OperatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
  /** `status.description` of a refusal. */
  readonly description: string;
}

export class DrainableCarrier extends ScriptedCarrier {
  override async drain(): Promise<void> {
    this.become('draining');
  }

  override resume(): void {
    this.become('up');
  }
}

export interface OperatorRig extends TestEngine {
  readonly url: string;
  readonly sms: DrainableCarrier;
  readonly rcs: DrainableCarrier;
  readonly people: People;
  /** How often callbacks were made due. */
  wakes(): number;
  /** Below /operator/v1. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<OperatorAnswer>;
  /** A message that the engine has taken. */
  accept(changes?: Partial<NewMessage>): Promise<string>;
}

export interface OperatorRigOptions {
  /** What differs from the defaults. */
  readonly people?: Partial<PeopleSettings>;
  readonly isSandbox?: boolean;
  /** What comes of reading the settings again; nothing has changed, unless it stands here. */
  readonly reload?: OperatorOptions['reload'];
  /** Of Phone ID. */
  readonly sources?: readonly ListedSource[];
  /** Default of new accounts; all, unless it stands here. */
  readonly allowedCountries?: readonly string[];
}

const NOTHING_CHANGED: OperatorOptions['reload'] = () => ({ kind: 'taken', changed: [], needsRestart: [] });

const urlOf = (name: string) => `http://127.0.0.1:1/sandbox/receivers/${name}`;

export async function operatorRig(t: TestContext, options: OperatorRigOptions = {}): Promise<OperatorRig> {
  const sms = new DrainableCarrier('sms-1', 'sms');
  const rcs = new DrainableCarrier('rcs-1', 'rcs');
  const carriers = [rcs, sms];
  const started = await startEngine(t, carriers);
  const { context, db, engine } = started;
  const lanes = await readLanes(db);
  const orders = await ordersFor(t, started, carriers);
  const erasures = new Erasures({ context, db, lanes, aliasOf: testAlias });
  await erasures.start();
  let wakes = 0;
  const people = peopleFor(started, options);
  const wake = () => {
    wakes += 1;
  };
  const redeliveries = await redeliveriesFor(t, started, wake);
  const operator = operatorRoutes({
    context,
    db,
    lanes,
    node: 'node-1',
    people,
    aliasOf: testAlias,
    allowedCountries: options.allowedCountries ?? ['*'],
    erasures,
    listSources: () => ({ since: context.clock.now(), areSimulated: false, sources: options.sources ?? [] }),
    token: TOKEN,
    masterKey: MASTER_KEY,
    carriers,
    orders,
    hints: new HintExchange({ context, db, owner: { node: 'node-1', epoch: 1 }, isAlone: true }),
    leaseMs: 10_000,
    reload: options.reload ?? NOTHING_CHANGED,
    diagnose: async () => carriers.map((carrier) => checkCarrier(carrier)),
    wakeCallbacks: wake,
    cancel: engine.cancel,
    batches: { order: (batch, order, say) => orderBatch({ context, db }, batch, order, say) },
    sessions: sessionsOf(started, lanes),
    redeliveries,
    receivers: { kept: new Receivers(started.clock), urlOf },
  });
  const server = createHttpServer(context, {
    host: '127.0.0.1',
    port: 0,
    drainWithinMs: 1_000,
    db,
    masterKey: MASTER_KEY,
    directory: createAccountDirectory(context, { db, masterKey: MASTER_KEY, isSandboxOff: false }),
    operations: [],
    requestLimits: () => 0,
    carriers,
    // The page that is made of the whole document takes as long as the rest of the rig.
    openapi: DOCUMENT_IN_SHORT,
    operator,
    sandbox: null,
  });
  await server.start();
  atEnd(t, async () => {
    await server.stop();
    await erasures.stop();
  });
  const url = `http://127.0.0.1:${server.address()?.port}`;
  return {
    ...started,
    url,
    sms,
    rcs,
    people,
    wakes: () => wakes,
    call: (method, path, body, headers) => callOperator(url, method, path, body, headers),
    async accept(changes = {}) {
      const id = context.ids.next();
      await engine.accept(newMessage(id, changes));
      return id;
    },
  };
}

async function ordersFor(
  t: TestContext,
  { context, db }: TestEngine,
  carriers: readonly DrainableCarrier[],
): Promise<CarrierOrders> {
  const orders = new CarrierOrders(context, db, carriers);
  await orders.start();
  const poller = new Poller({ context, db, lanes: await readLanes(db), listeners: [orders] });
  await poller.start();
  atEnd(t, async () => {
    await poller.stop();
    await orders.stop();
  });
  return orders;
}

/** Not started: it ends what it is told to. */
function sessionsOf({ context, db }: TestEngine, lanes: Lanes): SessionLife {
  return new SessionLife({
    context,
    db,
    lanes,
    owner: { node: 'node-1', epoch: 1 },
    restMs: 3_600_000,
    callbackLeaseMs: 30_000,
    offerCallbacks: () => {},
    makeRoomFor: (at) => ensurePartitions(db, at, at),
  });
}

async function redeliveriesFor(t: TestContext, { context, db }: TestEngine, wake: () => void): Promise<Redeliveries> {
  const callbacks = { wake, headersOf: async () => ({}) };
  const redeliveries = new Redeliveries({ context, db, lanes: await readLanes(db), callbacks });
  await redeliveries.start();
  atEnd(t, () => redeliveries.stop());
  return redeliveries;
}

function peopleFor({ context, db }: Pick<TestEngine, 'context' | 'db'>, options: OperatorRigOptions): People {
  return createPeople({
    context,
    db,
    key: Buffer.alloc(32, 9),
    settings: { ...PEOPLE, ...options.people },
    isSandbox: options.isSandbox ?? false,
    trustedProxies: [],
    hashing: { logN: 10, r: 8, p: 1 },
  });
}

async function callOperator(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<OperatorAnswer> {
  const all = {
    authorization: `Bearer ${TOKEN}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const { authorization, ...others } = all;
  // A browser with a cookie has no such header; an empty one is sent, and refused, everywhere else.
  const given = authorization === '' && 'origin' in headers ? others : all;
  const answer = await request(`${url}/operator/v1${path}`, {
    method: method as 'GET',
    headers: given,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const parsed = asJsonObject(JSON.parse(await answer.body.text())) ?? {};
  holdAgainstDocument(method, path, answer.statusCode, parsed);
  const description = asJsonObject(parsed.status)?.description;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: parsed,
    description: typeof description === 'string' ? description : '',
  };
}

const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
const document = await describedBy(text);
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openapi.yaml');

/**
 * Operations of the operators in the document, as `GET /accounts/{customer_id}`. Those of who is let in are apart, and
 * those of the sandbox, which this rig has not: test/scenarios/operators-sandbox.test.ts holds their answers against it.
 */
export const DOCUMENTED: readonly string[] = documentedAs((tags) => !isApart(tags));
export const DOCUMENTED_HANDSETS: readonly string[] = documentedAs((tags) => tags.includes('Handsets'));
export const DOCUMENTED_PEOPLE: readonly string[] = documentedAs((tags) => tags.includes('People'));

function isApart(tags: readonly string[]): boolean {
  return tags.includes('People') || tags.includes('Handsets');
}

function documentedAs(isWanted: (tags: readonly string[]) => boolean): string[] {
  return Object.entries(object(document.paths))
    .filter(([path]) => path.startsWith('/operator/v1/'))
    .flatMap(([path, item]) =>
      Object.entries(object(item))
        .filter(([, operation]) => isWanted(object(operation).tags as string[]))
        .map(([method]) => `${method.toUpperCase()} ${path.slice('/operator/v1'.length)}`),
    );
}

/**
 * Whose operations a file of tests has to answer, each at least once with 2xx: by the front of a path or, where it is of
 * another file than its neighbours, by the whole operation.
 */
export const FAMILIES = {
  accounts: ['/accounts'],
  messages: ['/messages', '/calls', '/callbacks', '/endpoints', '/find'],
  carriers: ['/carriers', '/traffic', '/backlog', '/unmatched-receipts'],
  nodes: ['/nodes', '/diagnosis', '/reload', '/master-key'],
  'look-ups': ['/look-ups', '/sources', '/consents', '/addon-caps', '/accounts/{customer_id}/addon-caps'],
  data: ['/usage', '/erasures', '/imports', '/data-sets'],
  masking: ['/numbers', '/masking-sessions', '/masking-blocks'],
  batches: ['/batches', 'GET /calls', 'GET /look-ups', 'GET /masking-sessions', 'GET /verifications'],
  texts: ['/verifications', '/inbound-texts', '/opt-outs', '/sandbox/receivers'],
  operators: ['/operators', '/operator-actions'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The family with the longest match. */
export function familyOf(operation: string): string | undefined {
  const path = operation.split(' ')[1] ?? '';
  const isOf = (each: string) => each === operation || each === path || path.startsWith(`${each}/`);
  return Object.entries(FAMILIES)
    .flatMap(([family, fronts]) => fronts.filter(isOf).map((front) => ({ family, front })))
    .sort((one, other) => other.front.length - one.front.length)[0]?.family;
}

/** At the end of the file of that family. */
export function assertAllAnswered(family: keyof typeof FAMILIES): void {
  const untried = DOCUMENTED.filter((operation) => familyOf(operation) === family && !answered.has(operation));
  assert.deepEqual(untried, [], 'every documented operation was answered 2xx');
}

export function list(body: JsonObject, name: string): JsonObject[] {
  const items = body[name];
  assert.ok(Array.isArray(items), `${name} is a list`);
  return items.map((each) => asJsonObject(each) ?? {});
}

export function the(item: JsonObject | undefined): JsonObject {
  assert.ok(item);
  return item;
}

/** Those that were answered 2xx so far. */
export const answered = new Set<string>();

function holdAgainstDocument(method: string, path: string, status: number, body: JsonObject): void {
  const plain = path.split('?')[0] ?? '';
  const name = [...DOCUMENTED, ...DOCUMENTED_PEOPLE].find((each) => matches(each, `${method} ${plain}`));
  if (name === undefined) {
    assert.ok(status === 404 || status === 405, `${method} ${plain} is not in openapi.yaml and answered ${status}`);
    return;
  }
  if (status < 400) answered.add(name);
  const fits = answerOf(name, status);
  assert.ok(fits, `${name} answered ${status}, which is not in openapi.yaml: ${JSON.stringify(body)}`);
  assert.ok(fits(body), `${name} ${status}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(body)}`);
}

/** Made once each: to compile the schema of an answer takes ten times as long as the call that it is of. */
const answers = new Map<string, ValidateFunction>();

function answerOf(name: string, status: number): ValidateFunction | undefined {
  const key = `${name} ${status}`;
  const known = answers.get(key);
  if (known) return known;
  const [verb = '', route = ''] = name.split(' ');
  const operation = object(object(object(document.paths)[`/operator/v1${route}`])[verb.toLowerCase()]);
  const response = resolve(object(operation.responses)[String(status)]);
  const schema = object(object(response.content)['application/json']).schema;
  if (!schema) return undefined;
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.yaml#/')));
  answers.set(key, made);
  return made;
}

const patterns = new Map([...DOCUMENTED, ...DOCUMENTED_PEOPLE].map((name) => [name, patternOf(name)]));

function matches(documented: string, called: string): boolean {
  return patterns.get(documented)?.test(called) ?? false;
}

function patternOf(documented: string): RegExp {
  const pattern = documented.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}

function resolve(value: unknown): JsonObject {
  const given = object(value);
  if (typeof given.$ref !== 'string') return given;
  let found: unknown = document;
  for (const name of given.$ref.slice(2).split('/')) found = object(found)[name];
  return object(found);
}

function object(value: unknown): JsonObject {
  return asJsonObject(value) ?? {};
}
