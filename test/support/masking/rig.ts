/**
 * Masking sessions on an engine with one carrier that takes and delivers everything at once, and keeps what it was given;
 * without HTTP.
 */
import type { TestContext } from 'node:test';
import type { Outcome, Slot, SubmitJob } from '../../../src/carriers/carrier.ts';
import { createContext } from '../../../src/context.ts';
import { joiningOf } from '../../../src/engine/arriving/join-text.ts';
import type { CreateFrom } from '../../../src/engine/door/accept.ts';
import { Poller } from '../../../src/engine/due/poll.ts';
import { MaskPool } from '../../../src/engine/masking/mask-pool.ts';
import { type NewSession, type Opened, SessionOpener } from '../../../src/engine/masking/open-sessions.ts';
import type { MaskingTexts } from '../../../src/engine/masking/relay-options.ts';
import { TextRelay } from '../../../src/engine/masking/relay-texts.ts';
import { SessionLife } from '../../../src/engine/masking/session-life.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Database } from '../../../src/store/database.ts';
import { type Mask, putMasks } from '../../../src/store/masking/masks.ts';
import type { Owner } from '../../../src/store/nodes/owner.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { atEnd } from '../at-end.ts';
import { startEngine, type TestEngine, testAlias } from '../engine/engine.ts';
import { ScriptedCarrier } from '../engine/scripted-carrier.ts';
import type { ManualClock } from '../manual-clock.ts';

export const CARRIER = 'sms-1';

export const MASKING_TEXTS: MaskingTexts = {
  stopped: 'You will get no more.',
  started: 'Welcome back.',
  help: 'Write, and it goes on.',
  unavailable: 'No longer available.',
  unknown: '',
};

export interface SentText {
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

/** Delivers what it is given, unless it holds. */
export class TextingCarrier extends ScriptedCarrier {
  readonly sent: SentText[] = [];
  /** What becomes of a text; null: it is never answered. */
  outcome: Outcome | null = { kind: 'ended', state: 'delivered', reason: 'at once' };

  constructor(name = CARRIER) {
    super(name, 'sms');
    this.room = 10_000;
  }

  override submit(job: SubmitJob, slot: Slot, answered: (part: number, outcome: Outcome) => void): void {
    if (!job.stillMine()) {
      slot.release();
      for (const part of job.parts) answered(part, { kind: 'not_sent' });
      return;
    }
    const { content, recipient, sender } = job;
    if (content.type === 'sms_text') this.sent.push({ to: recipient, from: sender ?? '', text: content.text });
    const { outcome } = this;
    if (outcome === null) return;
    setImmediate(() => {
      slot.release();
      for (const part of job.parts) answered(part, outcome);
    });
  }
}

export interface MaskingNode {
  readonly pool: MaskPool;
  readonly life: SessionLife;
  /** Not awaited: whoever needs the answer does. */
  open(fresh: Partial<NewSession> & Pick<NewSession, 'number1' | 'number2'>): Promise<Opened>;
  stop(): Promise<void>;
}

export interface MaskingNodeOptions {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly owner?: Owner;
  readonly restMs: number;
}

/** Opens, closes and expires sessions; relays nothing. */
export async function maskingNode(t: TestContext, options: MaskingNodeOptions): Promise<MaskingNode> {
  const { common, pool } = await groundOf(options);
  const opener = new SessionOpener(common);
  const life = new SessionLife(common);
  await pool.start();
  await life.start();
  const poller = new Poller({ ...common, listeners: [life] });
  await poller.start();
  const stop = async () => {
    await Promise.all([pool.stop(), life.stop(), poller.stop()]);
    await opener.idle();
  };
  atEnd(t, stop);
  return {
    pool,
    life,
    stop,
    open: (fresh) =>
      opener.open({
        id: common.context.ids.next(),
        accountId: 'ACME',
        country1: null,
        country2: null,
        validity: 1,
        unit: 'hours',
        externalId: null,
        callback: null,
        ...fresh,
      }),
  };
}

export interface RelayNode extends TestEngine {
  readonly relay: TextRelay;
}

export interface RelayNodeOptions extends MaskingNodeOptions {
  readonly carriers: readonly ScriptedCarrier[];
}

/** An engine that relays what comes in for masks. */
export async function relayNode(t: TestContext, options: RelayNodeOptions): Promise<RelayNode> {
  const { common, pool } = await groundOf(options);
  await pool.load();
  let started: TestEngine | undefined;
  const createFrom: CreateFrom = (decide) => {
    if (!started) throw new Error('the engine has not been started');
    return started.engine.createFrom(decide);
  };
  const relay = new TextRelay({
    ...common,
    gatherMs: 0,
    createFrom,
    aliasOf: testAlias,
    joining: joiningOf(options.carriers),
    wordsOf: () => [{ language: null, stopWords: ['stop'], startWords: ['start'], helpWords: ['help'] }],
    limits: { sessionPerMinute: 0, partyPerMinute: 0 },
    textsOf: async () => MASKING_TEXTS,
    keepsTextsFor: () => 30,
  });
  const { db, clock, carriers, owner } = options;
  started = await startEngine(t, carriers, {
    db,
    clock,
    relay,
    ...(owner ? { owner } : {}),
    carrierOfSender: (sender) => pool.carrierOf(sender),
  });
  return { ...started, relay };
}

async function groundOf({ db, clock, owner = { node: 'node-1', epoch: 1 }, restMs }: MaskingNodeOptions) {
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const pool = new MaskPool(context, db);
  const makeRoomFor = (at: number) => ensurePartitions(db, at, at);
  await makeRoomFor(clock.now());
  const common = {
    context,
    db,
    lanes: await readLanes(db),
    owner,
    pool,
    restMs,
    callbackLeaseMs: 30_000,
    offerCallbacks: () => {},
    makeRoomFor,
  };
  return { common, pool };
}

/** Into the shared pool: so many of a country, numbered from 0 on. */
export async function bringInMasks(
  db: Database,
  clock: ManualClock,
  ...kinds: ReadonlyArray<{
    readonly prefix: string;
    readonly country: string;
    readonly count: number;
    readonly accountId?: string;
  }>
): Promise<Mask[]> {
  const masks = kinds.flatMap(({ prefix, country, count, accountId = '' }) =>
    Array.from({ length: count }, (_, index) => {
      return { number: prefix + String(index).padStart(4, '0'), country, accountId, carrier: null };
    }),
  );
  await putMasks(db, masks, clock.now());
  return masks;
}
