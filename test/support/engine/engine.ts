/** An engine on a test database with scripted carriers and a clock that the test moves. */
import type { TestContext } from 'node:test';
import type { Carrier } from '../../../src/carriers/carrier.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { type GatewaysOptOut, inboundSettings } from '../../../src/engine/arriving/inbound-settings.ts';
import { Poller } from '../../../src/engine/due/poll.ts';
import { Engine, type EngineOptions } from '../../../src/engine/engine.ts';
import type { Message } from '../../../src/engine/message/message.ts';
import { DAY_MS } from '../../../src/lib/durations.ts';
import { hash12 } from '../../../src/lib/ids.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { NewCallback } from '../../../src/store/callbacks/callback-rows.ts';
import { type Database, StoreDown } from '../../../src/store/database.ts';
import { findMessage } from '../../../src/store/messages/messages.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { atEnd } from '../at-end.ts';
import { onManualClock } from '../cluster/eventually.ts';
import { awaited } from '../gateway/answered.ts';
import { endedOn, ManualClock } from '../manual-clock.ts';
import { testDatabase } from '../postgres/database.ts';

export interface TestEngine {
  readonly engine: Engine;
  readonly context: Context;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly callbacks: NewCallback[];
  message(id: string): Promise<Message>;
  /** Moves the clock in small steps until the probe holds, and never while the store owes an answer. */
  until<T>(what: string, probe: () => Promise<T | false | undefined> | T | false | undefined): Promise<T>;
}

/** Of the gateway. */
export const OPT_OUT: GatewaysOptOut = {
  words: [{ language: null, stopWords: ['stop'], startWords: ['start'], helpWords: ['help'] }],
  texts: { stopped: 'You will get no more.', started: 'Welcome back.', help: 'Call us.' },
  languages: {},
};

/** As in a gateway, with another hash. */
export const testAlias = (number: string): string => `erased-${hash12(number)}`;

export async function startEngine(
  t: TestContext,
  carriers: readonly Carrier[],
  changes: Partial<EngineOptions> & { readonly clock?: ManualClock } = {},
): Promise<TestEngine> {
  const clock = changes.clock ?? new ManualClock();
  const days = [clock.now(), clock.now() + 3 * DAY_MS] as const;
  const db = changes.db ?? (await testDatabase(t, { days })).db;
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const makeRoomFor = (at: number) => ensurePartitions(db, at, at);
  await ensurePartitions(db, ...days);
  const callbacks: NewCallback[] = [];
  const store = awaited(db);
  const { owner = { node: 'node-1', epoch: 1 } } = changes;
  const engine = new Engine({
    context,
    owner,
    carriers,
    routes: [],
    agents: {},
    leaseMs: 10_000,
    callbackLeaseMs: 30_000,
    inboundSettingsOf: async () => inboundSettings({}, OPT_OUT),
    giveBackCallbacks: async () => {},
    offerCallbacks: (rows) => void callbacks.push(...rows),
    makeRoomFor,
    aliasOf: testAlias,
    ...changes,
    db: store.db,
  });
  atEnd(t, () => endedOn(clock, engine.stop(), store.answered));
  const lanes = await readLanes(db);
  const poller = new Poller({ context, db: store.db, lanes, owner, listeners: [engine] });
  const stop = engine.stop.bind(engine);
  engine.stop = async () => {
    await poller.stop();
    await stop();
  };
  await engine.start();
  await poller.start();
  return {
    engine,
    context,
    clock,
    db,
    callbacks,
    async message(id) {
      const message = await findMessage(db, id);
      if (!message) throw new Error(`there is no message ${id}`);
      return message;
    },
    until: (what, probe) =>
      onManualClock(what, async () => {
        const value = await probe();
        if (value !== false && value !== undefined) return value;
        await store.answered();
        await clock.advance(20);
        return undefined;
      }),
  };
}

/** A database that a process loses for good when it dies: nothing that it does reaches the store any more. */
export function mortal(db: Database): { readonly db: Database; die(): void } {
  let isDead = false;
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    isDead ? Promise.reject(new StoreDown('this process is dead')) : work();
  return {
    die: () => {
      isDead = true;
    },
    db: {
      query: (...args) => alive(() => db.query(...args)),
      transaction: (work) => alive(() => db.transaction(work)),
      listen: (channel, heard) => db.listen(channel, heard),
      isUp: () => !isDead && db.isUp(),
      close: () => db.close(),
    },
  };
}
