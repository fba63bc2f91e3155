/** Masked sessions on a test database, with a clock that the test moves and an `accept` that keeps what it is given. */
import type { TestContext } from 'node:test';
import { createMasking, type Masking } from '../../../src/assembly/masking.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { createAccountDirectory } from '../../../src/engine/accounts/account-directory.ts';
import type { NewMessage } from '../../../src/engine/door/accept.ts';
import { Poller } from '../../../src/engine/due/poll.ts';
import type { NewSession, Opened } from '../../../src/engine/masking/open-sessions.ts';
import { DAY_MS } from '../../../src/lib/durations.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { AccountSettings } from '../../../src/store/accounts/account.ts';
import { createAccount } from '../../../src/store/accounts/accounts-write.ts';
import type { NewCallback } from '../../../src/store/callbacks/callback-rows.ts';
import { type Database, StoreDown } from '../../../src/store/database.ts';
import { putMasks } from '../../../src/store/masking/masks.ts';
import type { Session } from '../../../src/store/masking/sessions.ts';
import { appendInbox, type InboxRow } from '../../../src/store/messages/inbox.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { testAlias } from '../engine/engine.ts';
import { ManualClock } from '../manual-clock.ts';
import { testKey } from '../master-keys.ts';
import { testDatabase } from '../postgres/database.ts';

export interface MaskingRig {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly context: Context;
  /** As two nodes on one store. */
  readonly nodes: readonly [Masking, Masking];
  /** What was given to the door, oldest first; the same id is taken once. */
  readonly accepted: NewMessage[];
  readonly callbacks: NewCallback[];
  /** The door takes nothing while it is shut. */
  door: 'open' | 'shut';
  open(fresh?: Partial<NewSession>, node?: 0 | 1): Promise<Opened>;
  openOne(fresh?: Partial<NewSession>): Promise<Session>;
  /** A piece of input that has landed. */
  landed(receivedAt?: number): Promise<InboxRow>;
  /** A text arrives and is dealt with. */
  text(from: string, to: string, text: string, row?: InboxRow): Promise<InboxRow>;
  /** How many pieces of input are still due. */
  due(): Promise<number>;
}

export const ANNA = '4915112345601';
export const BEN = '4915112345602';

export interface MaskingRigOptions {
  readonly masks?: ReadonlyArray<{ readonly number: string; readonly country?: string; readonly accountId?: string }>;
  readonly settings?: AccountSettings;
}

interface Door {
  readonly state: { door: 'open' | 'shut' };
  readonly accepted: NewMessage[];
  readonly callbacks: NewCallback[];
}

/** Each node has a registry of its own for its metrics. */
async function startNode(context: Context, db: Database, door: Door, name: string): Promise<Masking> {
  const { clock, log, ids } = context;
  const config = loadConfig({});
  const own = createContext({ logLevel: 'silent', clock, log, ids });
  const masking = createMasking(own, [], {
    db,
    lanes: await readLanes(db),
    owner: { node: name, epoch: 1 },
    aliasOf: testAlias,
    config: { ...config, engine: { ...config.engine, gatherMs: 0 } },
    directory: createAccountDirectory(own, { db, masterKey: testKey(1), isSandboxOff: false }),
    createFrom: async (decide) => {
      const isShut = door.state.door === 'shut';
      const created = await db
        .transaction(async (tx) => {
          const { fresh, writes } = await decide(tx, false);
          await Promise.all(writes);
          if (isShut) throw new Error('the door is shut');
          return fresh;
        })
        .catch((error) => {
          throw isShut ? new StoreDown('the door is shut') : error;
        });
      for (const message of created) {
        door.accepted.push(message);
        masking.relay.recorded({ id: message.id, finalAt: 1, attempts: [] } as never);
      }
    },
    offerCallbacks: (rows) => void door.callbacks.push(...rows),
  });
  await masking.pool.load();
  const poller = new Poller({ context: own, db, lanes: await readLanes(db), listeners: [masking.life] });
  return {
    ...masking,
    async start() {
      await masking.start();
      await poller.start();
    },
    async stop() {
      await poller.stop();
      await masking.stop();
    },
  };
}

export async function maskingRig(t: TestContext, options: MaskingRigOptions = {}): Promise<MaskingRig> {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
  const days = [clock.now() - 3 * DAY_MS, clock.now() + 3 * DAY_MS] as const;
  const { db } = await testDatabase(t, { days });
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  await ensurePartitions(db, ...days);
  const account = { id: 'ACME', name: 'Acme', kind: 'full_service', products: ['masking'], addons: [] } as const;
  await createAccount(db, { ...account, settings: options.settings ?? {} }, clock.now());
  const masks = options.masks ?? ['4915799000001', '4915799000002'].map((number) => ({ number }));
  const ofPool = { accountId: '', country: 'DE', carrier: null };
  await putMasks(
    db,
    masks.map((mask) => ({ ...ofPool, ...mask })),
    clock.now(),
  );
  const accepted: NewMessage[] = [];
  const callbacks: NewCallback[] = [];
  const state: { door: 'open' | 'shut' } = { door: 'open' };
  const door: Door = { state, accepted, callbacks };
  const nodes = [await startNode(context, db, door, 'node-1'), await startNode(context, db, door, 'node-2')] as const;
  const fresh = (changes: Partial<NewSession>): NewSession => ({
    id: context.ids.next(),
    accountId: 'ACME',
    number1: ANNA,
    number2: BEN,
    country1: 'DE',
    country2: 'DE',
    validity: 2,
    unit: 'hours',
    externalId: null,
    callback: { url: 'http://127.0.0.1:1/', method: 'POST', events: true },
    ...changes,
  });
  const rig: MaskingRig = {
    db,
    clock,
    context,
    nodes,
    accepted,
    callbacks,
    get door() {
      return state.door;
    },
    set door(to) {
      state.door = to;
    },
    open: (changes = {}, of = 0) => nodes[of].operations.opener.open(fresh(changes)),
    async openOne(changes = {}) {
      const opened = await rig.open(changes);
      if (opened.kind !== 'opened') throw new Error(opened.kind);
      return opened.session;
    },
    async landed(receivedAt = clock.now()) {
      const row = { carrier: 'sms-1', kind: 'k', body: Buffer.from('raw'), receivedAt, tries: 0 };
      const [landed] = await db.transaction((tx) =>
        appendInbox(tx, [{ ...row, id: context.ids.next() }], { node: 'node-1', epoch: 1 }, clock.now() + 1),
      );
      if (!landed) throw new Error('it did not land');
      return landed;
    },
    async text(from, to, text, row) {
      const landed = row ?? (await rig.landed());
      await nodes[0].relay.receive(landed, { type: 'text', from, to, text });
      return landed;
    },
    due: async () => (await db.query('select 1 from inbox where due_at is not null')).rowCount,
  };
  return rig;
}
