/** A sender of callbacks on a test database, with receivers that the test scripts and a clock that it moves. */
import type { TestContext } from 'node:test';
import type { CallbackRequest, CallbackTransport, SendResult } from '../../../src/callbacks/send.ts';
import type { CallbackKeys } from '../../../src/callbacks/signature.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { CallbackSender, type CallbackSenderOptions } from '../../../src/engine/callbacks/callback-sender.ts';
import { Poller } from '../../../src/engine/due/poll.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Service } from '../../../src/lib/service.ts';
import { insertCallbacks, type NewCallback } from '../../../src/store/callbacks/callback-rows.ts';
import { type Database, StoreDown } from '../../../src/store/database.ts';
import type { Owner } from '../../../src/store/nodes/owner.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { atEnd } from '../at-end.ts';
import { onManualClock } from '../cluster/eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import { testDatabase } from '../postgres/database.ts';
import { awaited } from './answered.ts';

export const ACCOUNT = 'ACME';
export const LEASE_MS = 30_000;
export const TIMEOUT_MS = 15_000;
export const URL_A = 'https://a.example/hook';

export interface Sent extends CallbackRequest {
  readonly id: string;
  readonly at: number;
  /** Ends the try, when the script has said 'silence'. */
  answer(result: SendResult): void;
}

export const DELIVERED: SendResult = { kind: 'delivered', status: 200 };
export const GONE: SendResult = { kind: 'gone', status: 410 };

export function failed(change: Partial<SendResult & { kind: 'failed' }> = {}): SendResult {
  return { kind: 'failed', status: 500, reason: 'answered 500', retryAfterMs: null, wasConnected: true, ...change };
}

/** Receivers that answer as scripted; those that keep silence are cut off at the limit, as the real transport does. */
export class ScriptedReceivers implements CallbackTransport {
  readonly timeoutMs = TIMEOUT_MS;
  readonly sent: Sent[] = [];
  script: (request: CallbackRequest, count: number) => SendResult | 'silence' = () => DELIVERED;
  underWay = 0;
  mostUnderWay = 0;
  private readonly clock: ManualClock;
  private readonly open = new Set<(result: SendResult) => void>();

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  async send(request: CallbackRequest): Promise<SendResult> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      return await new Promise<SendResult>((resolve) => this.receive(request, resolve));
    } finally {
      this.underWay -= 1;
    }
  }

  openConnections(): number {
    return 0;
  }

  onFewer(): void {}

  async close(): Promise<void> {
    for (const end of this.open) end(failed({ status: null, reason: 'closed' }));
  }

  to(url: string): Sent[] {
    return this.sent.filter((each) => each.url === url);
  }

  private receive(request: CallbackRequest, resolve: (result: SendResult) => void): void {
    const end = (result: SendResult): void => {
      this.open.delete(end);
      this.clock.clearTimer(timer);
      resolve(result);
    };
    const timer = this.clock.setTimer(() => end(failed({ status: null, reason: 'no answer in time' })), TIMEOUT_MS);
    this.open.add(end);
    const id = request.headers['webhook-id'] ?? '';
    this.sent.push({ ...request, id, at: this.clock.now(), answer: end });
    const result = this.script(request, this.sent.length);
    if (result !== 'silence') setImmediate(() => end(result));
  }
}

export interface SenderRig {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly context: Context;
  readonly owner: Owner;
  readonly receivers: ScriptedReceivers;
  readonly sender: CallbackSender;
  /** Moves the clock in small steps until the probe holds, and never while the store owes an answer. */
  until<T>(what: string, probe: () => Promise<T | false | undefined> | T | false | undefined): Promise<T>;
  /** Moving the clock. By itself when the test ends; before that for a second sender on the same database. */
  stop(): Promise<void>;
}

export interface SenderRigOptions {
  readonly db?: Database;
  readonly clock?: ManualClock;
  readonly owner?: Owner;
  readonly keysOf?: CallbackSenderOptions['keysOf'];
  /** Under way at a time; default: as many as there are. */
  readonly most?: number;
  readonly gatherMs?: number;
}

const KEYS: CallbackKeys = { customerId: ACCOUNT, apiKey: Buffer.alloc(32, 1), secrets: [] };

/** Started; stopped when the test ends. */
export async function startSender(t: TestContext, options: SenderRigOptions = {}): Promise<SenderRig> {
  const clock = options.clock ?? new ManualClock(Date.UTC(2026, 0, 1));
  const days = [clock.now(), clock.now()] as const;
  const db = options.db ?? (await testDatabase(t, { days })).db;
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const owner = options.owner ?? { node: 'node-1', epoch: 1 };
  await ensurePartitions(db, ...days);
  const store = awaited(db);
  const receivers = new ScriptedReceivers(clock);
  const sender = new CallbackSender({
    context,
    db: store.db,
    lanes: await readLanes(db),
    owner,
    leaseMs: LEASE_MS,
    transport: receivers,
    keysOf: options.keysOf ?? (async () => KEYS),
    shares: { perEndpoint: 64, perUrl: 16, perSwiftUrl: 64 },
    most: options.most ?? 100_000,
    gatherMs: options.gatherMs ?? 0,
  });
  const poller = new Poller({ context, db: store.db, lanes: await readLanes(db), owner, listeners: [sender] });
  const until: SenderRig['until'] = (what, probe) =>
    onManualClock(what, async () => {
      const value = await probe();
      if (value !== false && value !== undefined) return value;
      await store.answered();
      await clock.advance(20);
      return undefined;
    });
  let hasEnded = false;
  const stop = async (): Promise<void> => {
    if (hasEnded) return;
    hasEnded = true;
    let isStopped = false;
    const stopping = stopAll([poller, sender]).finally(() => {
      isStopped = true;
    });
    await until('the sender stops', () => isStopped);
    return stopping;
  };
  atEnd(t, stop);
  await sender.start();
  await poller.start();
  return { db, clock, context, owner, receivers, sender, until, stop };
}

async function stopAll(services: readonly Service[]): Promise<void> {
  for (const service of services) await service.stop();
}

export interface Owed {
  readonly url?: string;
  readonly accountId?: string;
  /** Of the message; a new one unless given. */
  readonly messageId?: string;
  readonly seq?: number;
  /** Null: in the store, due now. */
  readonly owner?: Owner | null;
}

/** Callbacks as the door records them. */
export function newCallbacks(context: Context, list: readonly Owed[]): NewCallback[] {
  const now = context.clock.now();
  return list.map(({ url = URL_A, accountId = ACCOUNT, messageId = context.ids.next(), seq = 1, owner = null }) => ({
    id: context.ids.next(Number.parseInt(messageId.slice(-3), 16)),
    messageId,
    seq,
    accountId,
    url,
    method: 'POST' as const,
    endpoint: new URL(url).origin,
    body: JSON.stringify({ reference_id: messageId, seq }),
    createdAt: now,
    dueAt: owner ? now + LEASE_MS : now,
    owner,
  }));
}

/** Writes them, each with a message to belong to. */
export async function recordCallbacks(db: Database, rows: readonly NewCallback[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.messageId))];
  await db.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies,
       created_at, step, status, last_channel, updated_at, final_at)
     select m.id, (get_byte(uuid_send(m.id), 14) & 15) * 256 + get_byte(uuid_send(m.id), 15), 'ACME', 'omnichannel',
       '4915112345678', 'ARN', 1, '[]', false, to_timestamp(0), 0, 3000, 'sms', to_timestamp(0), to_timestamp(0)
       from unnest($1::uuid[]) as m(id) on conflict do nothing returning id`,
    [ids],
  );
  const lanes = await readLanes(db);
  await db.transaction((tx) => insertCallbacks(tx, rows, lanes));
}

export interface StoredCallback {
  readonly state: string;
  readonly tries: number;
  readonly dueAt: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly leaseNode: string | null;
}

export async function storedCallback(db: Database, id: string): Promise<StoredCallback> {
  const { rows } = await db.query<StoredCallback>(
    `select state, tries, coalesce(due_at, held_until) as "dueAt", last_status as status, last_error as error, lease_node as "leaseNode"
       from callbacks where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`there is no callback ${id}`);
  return rows[0];
}

/** Recorded by this node and offered, as after a commit. */
export async function offer({ db, context, owner, sender }: SenderRig, list: readonly Owed[]): Promise<NewCallback[]> {
  const rows = newCallbacks(
    context,
    list.map((owed) => ({ owner, ...owed })),
  );
  await recordCallbacks(db, rows);
  sender.offer(rows);
  return rows;
}

/** Recorded by somebody else, due after `delayMs`. */
export async function leave({ db, context }: SenderRig, list: readonly Owed[], delayMs = 0): Promise<NewCallback[]> {
  const rows = newCallbacks(context, list);
  await recordCallbacks(
    db,
    rows.map((row) => ({ ...row, dueAt: row.dueAt + delayMs })),
  );
  return rows;
}

export function one<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('there is none');
  return first;
}

/** The same database, until the link is cut: then it is as if whoever holds it were dead. */
export function cuttable(db: Database): { readonly db: Database; cut(): void } {
  let isCut = false;
  const whileUp = <T>(work: () => Promise<T>): Promise<T> =>
    isCut ? Promise.reject(new StoreDown('the link is cut')) : work();
  return {
    db: {
      query: (...args) => whileUp(() => db.query(...args)),
      transaction: (work) => whileUp(() => db.transaction(work)),
      listen: (channel, heard) => whileUp(() => db.listen(channel, heard)),
      isUp: () => !isCut && db.isUp(),
      close: async () => {},
    },
    cut: () => {
      isCut = true;
    },
  };
}
