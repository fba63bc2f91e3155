/**
 * A gateway dies at every step of the way of what somebody sends: before each statement, transaction and COMMIT, and after
 * each, when the answer is on its way; before and after the account is told. Another one goes on in its place. Each piece
 * is told, always under the same id, and never less; a STOP blocks once.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Inbound } from '../../src/carriers/carrier.ts';
import { createContext } from '../../src/context.ts';
import { inboundSettings } from '../../src/engine/arriving/inbound-settings.ts';
import { CallbackSender } from '../../src/engine/callbacks/callback-sender.ts';
import { Poller } from '../../src/engine/due/poll.ts';
import { hash12 } from '../../src/lib/ids.ts';
import { createLog } from '../../src/lib/log.ts';
import { releaseCallbackLeases } from '../../src/store/callbacks/callback-claims.ts';
import type { NewCallback } from '../../src/store/callbacks/callback-rows.ts';
import { type Database, StoreDown } from '../../src/store/database.ts';
import { readLanes } from '../../src/store/sql/lanes.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { DoomedProcess, type When } from '../support/engine/doomed-process.ts';
import { OPT_OUT, startEngine, type TestEngine } from '../support/engine/engine.ts';
import { ScriptedReceivers } from '../support/gateway/callback-sender.ts';
import { endedOn, ManualClock } from '../support/manual-clock.ts';
import { TextingCarrier } from '../support/masking/rig.ts';
import { testDatabase } from '../support/postgres/database.ts';

type Text = Extract<Inbound, { type: 'text' }>;

const SENDER = '491570000001';
const LEASE_MS = 30_000;
/** More than a piece takes. */
const MOST_STEPS = 60;

/** Engines of the dead do not end by themselves: each trial ends its own. */
const byHand = { after: () => {} } as unknown as TestContext;

interface Node extends TestEngine {
  readonly sender: CallbackSender;
  readonly poller: Poller;
}

interface NodeOptions {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly epoch: number;
  readonly carrier: TextingCarrier;
  readonly receivers: ScriptedReceivers;
}

async function startNode({ db, clock, epoch, carrier, receivers }: NodeOptions): Promise<Node> {
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const lanes = await readLanes(db);
  const owner = { node: 'a', epoch };
  const sender = new CallbackSender({
    context,
    db,
    lanes,
    owner,
    leaseMs: LEASE_MS,
    transport: receivers,
    keysOf: async () => ({ customerId: 'ACME', apiKey: Buffer.alloc(32, 1), secrets: [] }),
    shares: { perEndpoint: 64, perUrl: 16, perSwiftUrl: 64 },
    most: 1_000,
  });
  const engine = await startEngine(byHand, [carrier], {
    db,
    clock,
    owner,
    callbackLeaseMs: LEASE_MS,
    inboundSettingsOf: async (accountId) =>
      inboundSettings(accountId === null ? {} : { inboundUrl: 'https://a.example/in' }, OPT_OUT),
    offerCallbacks: (rows: readonly NewCallback[]) => sender.offer(rows),
    giveBackCallbacks: async (node, beforeEpoch) => {
      await releaseCallbackLeases(db, { node, beforeEpoch }, clock.now(), null);
    },
  });
  await sender.start();
  const poller = new Poller({ context, db, lanes, listeners: [sender] });
  await poller.start();
  return { ...engine, sender, poller };
}

/** What a dead one would still write fails. */
function ended({ engine, sender, poller }: Node, clock: ManualClock): Promise<void> {
  const stopping = Promise.all([poller.stop(), sender.stop(), engine.stop()])
    .then(() => {})
    .catch((error) => {
      if (!(error instanceof StoreDown)) throw error;
    });
  return endedOn(clock, stopping);
}

/** A receiver hears nothing of whoever is dead. */
class Heard extends ScriptedReceivers {
  constructor(clock: ManualClock, isDead: () => boolean) {
    super(clock);
    const send = this.send.bind(this);
    this.send = (request) => (isDead() ? new Promise(() => {}) : send(request));
  }
}

async function isDone(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ open: number }>(
    `select (select count(*) from inbox where due_at is not null)
          + (select count(*) from messages where final_at is null)
          + (select count(*) from callbacks where state = 'pending') as open`,
  );
  return Number(rows[0]?.open) === 0;
}

let epoch = 0;

interface Trial {
  /** The process lived to the end. */
  readonly survived: boolean;
  /** Pieces that were told, and tries in all. */
  readonly pieces: number;
  readonly tries: number;
}

async function trial(
  { db, clock }: { readonly db: Database; readonly clock: ManualClock },
  step: number,
  when: When,
  words: readonly string[],
): Promise<Trial> {
  epoch += 2;
  const from = `49151${String(epoch).padStart(7, '0')}`;
  const place = `at step ${step}, ${when} it`;
  const texts = words.map((text, index): Text => {
    const part = words.length > 1 ? { part: { ref: epoch, total: words.length, number: index + 1 } } : {};
    return { type: 'text', from, to: SENDER, text, ...part };
  });
  const mortal = new DoomedProcess(db);
  const heardBefore = new Heard(clock, () => mortal.isDead);
  const common = { clock, epoch };
  const before = await startNode({ ...common, db: mortal.db, carrier: mortal.carrier, receivers: heardBefore });
  // What it asks for as it starts is no step of the piece.
  await eventually('it is at rest', () => mortal.isAtRest);
  mortal.doom(step, when);
  const answers = texts.map((): boolean | null => null);
  texts.forEach((text, index) => {
    const answered = (isAcknowledged: boolean) => () => {
      answers[index] = isAcknowledged;
    };
    mortal.carrier.deliver(text).then(answered(true), answered(false));
  });
  const isAnswered = () => !answers.includes(null);
  await before.until(
    'it has died, or has done its work',
    async () => mortal.isDead || (isAnswered() && (await isDone(db))),
  );
  mortal.doom(Number.POSITIVE_INFINITY, when);
  await ended(before, clock);
  await before.until('it is known what was acknowledged', isAnswered);

  const carrier = new TextingCarrier();
  const receivers = new ScriptedReceivers(clock);
  const after = await startNode({ ...common, epoch: epoch + 1, db, carrier, receivers });
  // As an SMSC does.
  for (const [index, text] of texts.entries()) {
    if (answers[index]) continue;
    let isTaken = false;
    void carrier.deliver(text).then(() => {
      isTaken = true;
    });
    await after.until('it is acknowledged', () => isTaken);
  }
  await after.until('everything has been dealt with', () => isDone(db));
  await ended(after, clock);

  const told = [...heardBefore.sent, ...receivers.sent].map(({ id, body }) => ({ id, body: JSON.parse(body) }));
  const said = words.join('');
  for (const { body } of told) assert.equal(body.user_response.mo_message, said, place);
  const references = new Map(told.map(({ id, body }) => [id, body.reference_id]));
  assert.equal(
    new Set(references.values()).size,
    references.size,
    `${place}: an id for each piece, and one for each id`,
  );
  for (const { id, body } of told) assert.equal(references.get(id), body.reference_id, place);
  const pieces = references.size;
  assert.ok(pieces >= 1, `${place}: it is told`);
  // One that was not acknowledged comes again as a piece of its own.
  assert.ok(pieces <= (answers.includes(false) ? 2 : 1), `${place}: ${pieces} pieces`);
  const { rowCount: blocks } = await db.query('select from opt_outs where recipient = $1', [from]);
  assert.equal(blocks, said === 'STOP' ? 1 : 0, place);
  const { rowCount: kept } = await db.query('select from inbound_texts where sender = $1', [from]);
  assert.equal(kept, pieces, place);
  const confirmed = [...mortal.carrier.sent, ...carrier.sent].length;
  assert.ok(said === 'STOP' ? confirmed >= 1 && confirmed <= 2 : confirmed === 0, `${place}: ${confirmed} answers`);
  return { survived: !mortal.isDead, pieces, tries: told.length };
}

for (const when of ['before', 'after'] as const) {
  for (const [words, name] of [
    [['Is it still there?'], 'a text'],
    [['Is it ', 'still there?'], 'a text in two parts'],
    [['STOP'], 'a STOP'],
  ] as const) {
    test(`${name} survives a death ${when} each step of its way, and is told under one id`, async (t) => {
      const { db } = await testDatabase(t);
      const clock = new ManualClock();
      await db.query(
        `insert into senders (account_id, bucket, sender, created_at) values ('ACME', $1, $2, to_timestamp(0))`,
        [hash12('ACME'), SENDER],
      );
      let repeats = 0;
      let step = 1;
      for (; step < MOST_STEPS; step += 1) {
        const { survived, tries, pieces } = await trial({ db, clock }, step, when, words);
        repeats += tries - pieces;
        if (survived) break;
      }
      assert.ok(step > 4 && step < MOST_STEPS, `a piece takes ${step - 1} steps`);
      t.diagnostic(`${step - 1} steps, ${repeats} were told twice`);
    });
  }
}
