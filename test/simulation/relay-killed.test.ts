/**
 * A gateway dies at every step of a relay: before each statement, transaction and COMMIT, and after each, when the answer
 * is on its way. Another one goes on in its place. Each text reaches the other party, nobody else, and twice only where
 * an answer was lost: the carrier's to the gateway, or the gateway's to the carrier, which then hands the text in again.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Database, StoreDown } from '../../src/store/database.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { DoomedProcess, type When } from '../support/engine/doomed-process.ts';
import { endedOn, ManualClock } from '../support/manual-clock.ts';
import {
  bringInMasks,
  type MaskingNode,
  maskingNode,
  type RelayNode,
  relayNode,
  TextingCarrier,
} from '../support/masking/rig.ts';
import { testDatabase } from '../support/postgres/database.ts';

const REST_MS = 86_400_000;
/** More than a relay takes. */
const MOST_STEPS = 60;

interface TrialOptions {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly sessions: MaskingNode;
}

interface TrialResult {
  /** The process lived to the end. */
  readonly survived: boolean;
  readonly times: number;
}

/** Engines of the dead do not end by themselves: each trial ends its own. */
const byHand = { after: () => {} } as unknown as TestContext;

let epoch = 0;

async function trial(options: TrialOptions, step: number, when: When, parts: number): Promise<TrialResult> {
  const { db, clock, sessions } = options;
  epoch += 2;
  const [anna, ben] = [`49151${String(epoch).padStart(7, '0')}`, `4474${String(epoch).padStart(8, '0')}`];
  const opened = await sessions.open({ number1: anna, number2: ben, country1: 'DE', country2: 'GB' });
  if (opened.kind !== 'opened') throw new Error(`no session: ${opened.kind}`);
  const { masked1, masked2 } = opened.session;
  const words = ['Are you ', `there? ${step} ${when}`];
  const said = words.join('');
  const whole = { type: 'text', from: anna, to: masked2, text: said } as const;
  const pieces = words.map((text, index) => ({
    ...whole,
    text,
    part: { ref: epoch, total: parts, number: index + 1 },
  }));
  const texts = parts === 1 ? [whole] : pieces;
  const start = (store: Database, carrier: TextingCarrier, turn: number) =>
    relayNode(byHand, {
      db: store,
      clock,
      carriers: [carrier],
      restMs: REST_MS,
      owner: { node: 'a', epoch: epoch + turn },
    });

  const mortal = new DoomedProcess(db);
  const before = await start(mortal.db, mortal.carrier, 0);
  // What it asks for as it starts is no step of the relay.
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
  const hasDone = async () => isAnswered() && (await isDone(db));
  await eventually('it has died, or has done its work', async () => mortal.isDead || (await hasDone()));
  mortal.doom(Number.POSITIVE_INFINITY, when);
  await ended(before, clock);
  await before.until('it is known what was acknowledged', isAnswered);

  const carrier = new TextingCarrier();
  const after = await start(db, carrier, 1);
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

  const sent = [...mortal.carrier.sent, ...carrier.sent];
  const place = `at step ${step}, ${when} it`;
  for (const each of sent) assert.deepEqual(each, { to: ben, from: masked1, text: said }, place);
  assert.ok(sent.length >= 1, `${place}: it arrives`);
  const isAnswerLost = answers.includes(false) || mortal.carrier.sent.length > 0;
  assert.ok(sent.length <= (isAnswerLost ? 2 : 1), `${place}: it came ${sent.length} times`);
  return { survived: !mortal.isDead, times: sent.length };
}

/** What a dead one would still write fails. */
function ended({ engine }: RelayNode, clock: ManualClock): Promise<void> {
  const stopping = engine.stop().catch((error) => {
    if (!(error instanceof StoreDown)) throw error;
  });
  return endedOn(clock, stopping);
}

async function isDone(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ open: number }>(
    `select (select count(*) from inbox where due_at is not null)
          + (select count(*) from messages where final_at is null) as open`,
  );
  return Number(rows[0]?.open) === 0;
}

for (const when of ['before', 'after'] as const) {
  for (const [parts, name] of [
    [1, 'a text'],
    [2, 'a text in two parts'],
  ] as const) {
    test(`${name} survives a death ${when} each step of its relay, and reaches nobody else`, async (t) => {
      const { db } = await testDatabase(t);
      const clock = new ManualClock();
      await bringInMasks(
        db,
        clock,
        { prefix: '491570000', country: 'DE', count: 5 },
        { prefix: '44740000', country: 'GB', count: 5 },
      );
      const sessions = await maskingNode(t, { db, clock, restMs: REST_MS });
      let doubles = 0;
      let step = 1;
      for (; step < MOST_STEPS; step += 1) {
        const { survived, times } = await trial({ db, clock, sessions }, step, when, parts);
        doubles += times - 1;
        if (survived) break;
      }
      assert.ok(step > 4 && step < MOST_STEPS, `a relay takes ${step - 1} steps`);
      // While the carrier's answer is written down: each of that transaction's steps is one.
      assert.ok(doubles <= 5, `${doubles} came twice in ${step - 1} steps`);
      t.diagnostic(`${step - 1} steps, ${doubles} came twice`);
    });
  }
}
