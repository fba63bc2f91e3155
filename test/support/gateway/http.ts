/**
 * The HTTP edge on a free port with a real database behind it, and an `accept` that keeps what it is given instead of
 * sending it.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Registry } from 'prom-client';
import { request as send } from 'undici';
import { assembleAdmission } from '../../../src/assembly/admission.ts';
import { createMasking, type Masking } from '../../../src/assembly/masking.ts';
import { createPhoneIdentity, type PhoneIdentity } from '../../../src/assembly/phone-identity.ts';
import {
  type AssembledVerificationOptions,
  type AssembledVerifications,
  createVerification,
  createVerifications,
} from '../../../src/assembly/verification.ts';
import type { Carrier } from '../../../src/carriers/carrier.ts';
import { CHANNEL_NAMES } from '../../../src/carriers/channels.ts';
import { loadConfig, type PhoneIdConfig } from '../../../src/config/config.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { type AccountDirectory, createAccountDirectory } from '../../../src/engine/accounts/account-directory.ts';
import { type Batches, createBatches } from '../../../src/engine/batches/batches.ts';
import { Redeliveries } from '../../../src/engine/callbacks/redeliveries.ts';
import { type CapabilityChecks, createCapabilityChecks } from '../../../src/engine/capability/capability.ts';
import { openCodeSecrets } from '../../../src/engine/data/code-secrets.ts';
import { CodeShares } from '../../../src/engine/data/code-shares.ts';
import type { Accept, NewMessage } from '../../../src/engine/door/accept.ts';
import { begin } from '../../../src/engine/message/begin.ts';
import type { Message } from '../../../src/engine/message/message.ts';
import { NO_PEERS } from '../../../src/engine/nodes/peers.ts';
import { createPreviewMessage } from '../../../src/engine/preview/preview-message.ts';
import type { LimitedProduct } from '../../../src/http/rate-limit.ts';
import { createHttpServer, type HttpOptions, type HttpServer } from '../../../src/http/server.ts';
import { hash12 } from '../../../src/lib/ids.ts';
import { asJsonObject, type JsonObject, parseJsonObject } from '../../../src/lib/json.ts';
import { createLog, type Log } from '../../../src/lib/log.ts';
import { seal } from '../../../src/lib/sealed.ts';
import type { Admission } from '../../../src/operations/admission.ts';
import { createOperations, type OperationsOptions } from '../../../src/operations/index.ts';
import { createPlanMessage, type PlanMessage } from '../../../src/operations/plan/message-plan.ts';
import type { Speech } from '../../../src/speech/speech.ts';
import type { Account } from '../../../src/store/accounts/account.ts';
import { type AdmissionLimits, NO_LIMITS } from '../../../src/store/accounts/account-limits.ts';
import type { Database } from '../../../src/store/database.ts';
import { putMasks } from '../../../src/store/masking/masks.ts';
import { claimIdempotencyKeys } from '../../../src/store/requests/idempotency-claims.ts';
import { apiKeyRow } from '../../../src/store/secrets/sealed-rows.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { atEnd } from '../at-end.ts';
import { testAlias } from '../engine/engine.ts';
import { ScriptedCarrier } from '../engine/scripted-carrier.ts';
import { ManualClock } from '../manual-clock.ts';
import { testKey } from '../master-keys.ts';
import { testDatabase } from '../postgres/database.ts';
import { DOCUMENT_IN_SHORT } from './requests.ts';

export const MASTER_KEY = testKey(3);
export const API_KEY = Buffer.alloc(64, 9).toString('base64');

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** `status.code` and `status.description` of the body. */
  readonly code: number | undefined;
  readonly description: string | undefined;
  /** `errors[0].code` of the body. */
  readonly error: number | undefined;
  /** The body; an empty object when it is no JSON object. */
  readonly json: JsonObject;
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when it is text or bytes, else as JSON. */
  readonly body?: unknown;
  /** Basic of the rig's account unless said otherwise; null sends none. */
  readonly authorization?: string | null;
}

export interface HttpRig {
  readonly url: string;
  readonly context: Context;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly server: HttpServer;
  /** What `accept` was given, oldest first. */
  readonly accepted: NewMessage[];
  /** How many statements have been sent outside of transactions. */
  statements(): number;
  /** What `accept` does instead of keeping the message. */
  acceptWith(accept: Accept | null): void;
  call(path: string, options?: CallOptions): Promise<Reply>;
}

export interface HttpRigOptions {
  readonly now?: number;
  readonly account?: AccountOptions | null;
  readonly requestLimits?: Partial<Record<LimitedProduct, number>>;
  /** What is limited; nothing, unless it stands here. */
  readonly limits?: Partial<AdmissionLimits>;
  readonly carriers?: readonly Carrier[];
  readonly parts?: Partial<HttpOptions>;
  /** Given: simulated sources are asked, unless others stand in it. */
  readonly phoneId?: Partial<PhoneIdConfig>;
  readonly log?: Log;
  /** What can be spoken; default: anything in English. */
  readonly languages?: Pick<Speech, 'resolveLanguage' | 'checkText'>;
  /** Numbers of the shared pool, German ones. */
  readonly masks?: readonly string[];
}

export interface AccountOptions
  extends Partial<Pick<Account, 'id' | 'kind' | 'state' | 'products' | 'addons' | 'settings'>> {
  readonly keys?: readonly string[];
  readonly senders?: ReadonlyArray<{ readonly sender: string; readonly defaultFor: readonly string[] }>;
  readonly verifiedNumbers?: readonly string[];
}

const ENGLISH: Pick<Speech, 'resolveLanguage' | 'checkText'> = {
  resolveLanguage: (tag) => (tag.toLowerCase().startsWith('en') ? 'en-US' : null),
  checkText: (_, text) => (text?.includes('<') ? { text: 'must be plain text' } : null),
};

/** Nothing is sent. */
const NO_CALLBACKS = { wake: () => {}, headersOf: async () => ({}) };
const UNLIMITED = 1e6;

export const CUSTOMER_ID = 'FFFFFFFF-EEEE-DDDD-1234-AB1234567890';

export async function httpRig(t: TestContext, options: HttpRigOptions = {}): Promise<HttpRig> {
  const uncounted = (await testDatabase(t)).db;
  const { db, statements } = counting(uncounted);
  const { carriers = [], languages = ENGLISH } = options;
  const clock = new ManualClock(options.now);
  const context = createContext({ logLevel: 'silent', log: options.log ?? createLog('silent'), clock });
  if (options.account !== null) await addAccount(db, options.account ?? {}, clock.now());
  const accepted: NewMessage[] = [];
  const keeping = keepingAccept(db, clock, accepted);
  let accept: Accept = keeping;
  const phone = await rigPhoneIdentity(t, context, uncounted, options.phoneId);
  const admission = assembleAdmission(context, { db, aliasOf: testAlias }, { ...NO_LIMITS, ...options.limits });
  const shared: Pick<OperationsOptions, 'accept' | 'findMessage' | 'admission'> = {
    admission,
    accept: (message, claim) => accept(message, claim),
    findMessage: async (id) => startedMessage(accepted.find(isOf(id)), clock.now()),
  };
  const directory = createAccountDirectory(context, { db, masterKey: MASTER_KEY, isSandboxOff: false });
  const codeSecrets = await openCodeSecrets(context, db, MASTER_KEY);
  const masking = await rigMasking(context, db, directory, options.masks);
  const lanes = await readLanes(db);
  const capability = createCapabilityChecks({ context, db, lanes, carriers, routes: [] });
  const batches = await rigBatches(context, db);
  const planning = rigPlans(context, uncounted, { carriers, admission, capability, languages });
  const { planMessage, speech } = planning;
  const operations = createOperations({
    context,
    db,
    batches,
    masterKey: MASTER_KEY,
    ...shared,
    cancel: async (id) => ({ message: await shared.findMessage(id), applied: true }),
    countSmsParts: (text) => Math.max(1, Math.ceil(text.length / 153)),
    account: { directory, lanes, limits: { ...NO_LIMITS, ...options.limits }, requestsPerSecond: 0 },
    lookUps: { ...phone.lookUps, admission },
    masking: { ...masking.operations, admission },
    capability,
    redeliveries: new Redeliveries({ context, db, lanes: await readLanes(db), callbacks: NO_CALLBACKS }),
    markSkipped: capability.markSkipped,
    planMessage,
    verifications: { ...planning, ...rigVerifications(context, { db, directory, ...shared, codeSecrets, languages }) },
    calls: createVerification(
      { context, db, secrets: codeSecrets, speech, codes: new CodeShares(context) },
      { ...shared, planMessage },
    ),
  });
  const server = createHttpServer(context, {
    host: '127.0.0.1',
    port: 0,
    drainWithinMs: 5_000,
    db,
    masterKey: MASTER_KEY,
    directory,
    operations,
    requestLimits: (product) => options.requestLimits?.[product] ?? UNLIMITED,
    carriers,
    openapi: DOCUMENT_IN_SHORT,
    operator: null,
    sandbox: null,
    ...options.parts,
  });
  await server.start();
  stopAtEnd(t, server);
  const url = `http://127.0.0.1:${server.address()?.port}`;
  return {
    url,
    context,
    clock,
    db,
    server,
    accepted,
    statements,
    acceptWith: (other) => {
      accept = other ?? keeping;
    },
    call: (path, call) => callServer(url, path, call),
  };
}

function isOf(id: string): (message: NewMessage) => boolean {
  return (message) => message.id === id;
}

/** Takes batches; their messages are made elsewhere. */
async function rigBatches(context: Context, db: Database): Promise<Batches> {
  const nothing = async () => ({ message: null, applied: false });
  return createBatches({
    context,
    db,
    lanes: await readLanes(db),
    make: async () => null,
    createFrom: async () => undefined,
    cancel: nothing,
    letGo: nothing,
    isBehind: () => false,
    timesGiven: () => 0,
  });
}

/** Without routes: all carriers of a channel stand in their order. */
function rigPlans(
  context: Context,
  db: Database,
  { carriers, admission, capability, languages }: RigPlanOptions,
): RigPlans {
  const ways = { carriers, routes: [], peers: NO_PEERS, shutOut: new Set<string>() };
  const preview = createPreviewMessage({ ...ways, context, db, aliasOf: testAlias, agents: {}, zonesOf: () => [] });
  return {
    planMessage: createPlanMessage({ admission, preview, recall: capability.recall }),
    speech: { ...languages, lengthOf: async () => null },
  };
}

interface RigPlans {
  readonly planMessage: PlanMessage;
  readonly speech: Pick<Speech, 'resolveLanguage' | 'checkText' | 'lengthOf'>;
}

interface RigPlanOptions {
  readonly carriers: readonly Carrier[];
  readonly languages: Pick<Speech, 'resolveLanguage' | 'checkText'>;
  readonly admission: Admission;
  readonly capability: CapabilityChecks;
}

/** Unless the test has stopped it by then. */
function stopAtEnd(t: TestContext, server: HttpServer): void {
  let isStopped = false;
  atEnd(t, () => (isStopped ? undefined : server.stop()));
  const stop = server.stop.bind(server);
  server.stop = () => {
    isStopped = true;
    return stop();
  };
}

/** What it asks the store by itself has nothing to do with requests: it is given one where nothing is counted. */
async function rigPhoneIdentity(
  t: TestContext,
  context: Context,
  db: Database,
  changes: HttpRigOptions['phoneId'],
): Promise<PhoneIdentity> {
  const phone = createPhoneIdentity({
    context,
    db,
    lanes: await readLanes(db),
    aliasOf: testAlias,
    settings: { ...loadConfig({}).phoneId, ...changes },
    isSandbox: changes !== undefined,
  });
  await phone.start();
  atEnd(t, () => phone.stop());
  return phone;
}

/** Knows the masks that are there now. */
async function rigMasking(
  context: Context,
  db: Database,
  directory: AccountDirectory,
  numbers: readonly string[] = [],
): Promise<Masking> {
  const masks = numbers.map((number) => ({ number, accountId: '', country: 'DE', carrier: null }));
  if (masks.length > 0) await putMasks(db, masks, context.clock.now());
  const masking = createMasking(context, [], {
    db,
    lanes: await readLanes(db),
    owner: { node: 'node-1', epoch: 1 },
    aliasOf: (number) => `erased-${hash12(number)}`,
    config: loadConfig({}),
    directory,
    createFrom: async () => {
      throw new Error('nothing is relayed here');
    },
    offerCallbacks: () => {},
  });
  await masking.pool.load();
  return masking;
}

/** Those that begin with an attempt are kept by `accept`; the others are stored. */
function rigVerifications(
  context: Context,
  options: Pick<
    AssembledVerificationOptions,
    'db' | 'directory' | 'admission' | 'accept' | 'codeSecrets' | 'languages'
  >,
): AssembledVerifications['operations'] {
  const lanes = { count: 1, laneOf: () => 0, bucketsOf: () => null };
  return createVerifications(context, {
    ...options,
    carriers: CHANNEL_NAMES.map((channel) => new ScriptedCarrier(`${channel}-1`, channel)),
    lanes,
    owner: { node: 'node-1', epoch: 1 },
    codes: new CodeShares({ metrics: new Registry() }),
    config: loadConfig({}),
    createFrom: async (decide) => {
      await options.db.transaction(async (tx) => Promise.all((await decide(tx, false)).writes));
    },
    cancel: () => Promise.resolve({ message: null, applied: false }),
    markSkipped: async (plan) => [...plan],
    offerCallbacks: () => {},
  }).operations;
}

export async function addAccount(db: Database, account: AccountOptions, now: number): Promise<void> {
  const { id = CUSTOMER_ID, kind = 'full_service', state = 'active', products = ['rcs'], settings = {} } = account;
  const at = new Date(now).toISOString();
  const bucket = hash12(id);
  await db.query(
    `insert into accounts (id, name, kind, state, products, addons, settings, created_at, updated_at)
     values ($1, 'Test', $2, $3, $4, $5, $6, $7, $7)`,
    [id, kind, state, products, account.addons ?? [], JSON.stringify(settings), at],
  );
  for (const key of account.keys ?? [API_KEY]) {
    const keyId = randomUUID();
    await db.query(
      `insert into api_keys (id, bucket, account_id, sealed, hint, created_at)
       values ($1, $2, $3, $4, '', $5)`,
      [keyId, bucket, id, seal(MASTER_KEY, apiKeyRow(id, keyId), Buffer.from(key)), at],
    );
  }
  for (const { sender, defaultFor } of account.senders ?? []) {
    await db.query(
      'insert into senders (account_id, bucket, sender, default_for, created_at) values ($1, $2, $3, $4, $5)',
      [id, bucket, sender, defaultFor, at],
    );
  }
  for (const number of account.verifiedNumbers ?? []) {
    await db.query('insert into verified_numbers (account_id, bucket, number, created_at) values ($1, $2, $3, $4)', [
      id,
      bucket,
      number,
      at,
    ]);
  }
}

export function basic(customerId: string = CUSTOMER_ID, apiKey: string = API_KEY): string {
  return `Basic ${Buffer.from(`${customerId}:${apiKey}`).toString('base64')}`;
}

export interface Signing {
  readonly method: string;
  readonly path: string;
  readonly date: string;
  readonly nonce?: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly digest?: 'sha256' | 'sha1';
  readonly customerId?: string;
  readonly apiKey?: string;
}

/** The headers of a TSA signature, written from the public description and not from our own code. */
export function tsaHeaders(signing: Signing): Record<string, string> {
  const { method, path, date, nonce, contentType = '', body = '', digest = 'sha256' } = signing;
  const authMethod = digest === 'sha256' ? 'HMAC-SHA256' : 'HMAC-SHA1';
  const lines = [method, contentType, date, `x-ts-auth-method:${authMethod}`];
  if (nonce !== undefined) lines.push(`x-ts-nonce:${nonce}`);
  if (body !== '') lines.push(body);
  lines.push(path);
  const key = Buffer.from((signing.apiKey ?? API_KEY).replaceAll('-', ''), 'base64');
  const signature = createHmac(digest, key).update(lines.join('\n')).digest('base64');
  return {
    authorization: `TSA ${signing.customerId ?? CUSTOMER_ID}:${signature}`,
    date,
    'x-ts-auth-method': authMethod,
    ...(nonce === undefined ? {} : { 'x-ts-nonce': nonce }),
    ...(contentType === '' ? {} : { 'content-type': contentType }),
  };
}

async function callServer(url: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, authorization = basic() } = options;
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await send(url + path, {
    method,
    headers: {
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...(authorization === null ? {} : { authorization }),
      ...options.headers,
    },
    body: isRaw ? (body ?? null) : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const json = parseJsonObject(Buffer.from(text)) ?? {};
  const status = asJsonObject(json.status);
  const errors = Array.isArray(json.errors) ? asJsonObject(json.errors[0]) : null;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    json,
    code: typeof status?.code === 'number' ? status.code : undefined,
    description: typeof status?.description === 'string' ? status.description : undefined,
    error: typeof errors?.code === 'number' ? errors.code : undefined,
  };
}

/** Keeps the message, and its claim as the door does: in one transaction, of two with one key one wins. */
function keepingAccept(db: Database, clock: ManualClock, accepted: NewMessage[]): Accept {
  return async (fresh, claim) => {
    if (claim) {
      const [won] = await db.transaction((tx) => claimIdempotencyKeys(tx, [claim], clock.now()));
      if (!won) return { kind: 'claimed_before' };
    }
    accepted.push(fresh);
    const message = startedMessage(fresh, clock.now());
    if (!message) throw new Error('a message that was given has been lost');
    return { kind: 'recorded', message };
  };
}

function startedMessage(fresh: NewMessage | undefined, now: number): Message | null {
  if (!fresh) return null;
  return begin(fresh, { at: now, optedOut: false, canWithdraw: () => false }).message;
}

function counting(db: Database): { db: Database; statements: () => number } {
  let count = 0;
  const counted: Database = {
    query: (text, values) => {
      count += 1;
      return db.query(text, values);
    },
    transaction: (work) => db.transaction(work),
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  };
  return { db: counted, statements: () => count };
}
