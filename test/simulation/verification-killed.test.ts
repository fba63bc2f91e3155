/**
 * A gateway dies at every step of a verification that goes from RCS to a call and from that to a text: before each
 * statement, transaction and COMMIT, and after each, when the answer is on its way. Another one goes on in its place. There
 * is one code, nobody is called twice, nothing is told beside something else, and each change of a state is owed once.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { beginVerification } from '../../src/engine/verification/verification.ts';
import type { VerificationBody } from '../../src/engine/verification/verification-body.ts';
import { type Database, StoreDown } from '../../src/store/database.ts';
import { idempotencyBucket } from '../../src/store/requests/idempotency-claims.ts';
import type { StoredVerification } from '../../src/store/verifications/verifications.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { DoomedProcess, type When } from '../support/engine/doomed-process.ts';
import { planOf, type VerificationNode, verificationNode, World } from '../support/engine/verification-node.ts';
import { freshVerification } from '../support/engine/verifications.ts';
import { statesOf } from '../support/gateway/verifications.ts';
import { endedOn, ManualClock } from '../support/manual-clock.ts';
import { testDatabase } from '../support/postgres/database.ts';

/** More than a verification takes. */
const MOST_STEPS = 400;
/** After a step it dies where something was written, or may have been. */
const LEAST_STEPS: Readonly<Record<When, number>> = { before: 40, after: 15 };
const CALLBACK = { url: 'http://127.0.0.1:1/callback', method: 'POST' } as const;
const METHODS = ['rcs', 'voice', 'sms'].map((method) => ({ method, fallbackMs: 1_000 }));

/** What is told of one that nothing disturbs: what ends while its gateway is dead is told by the next one. */
const ORDERLY = [
  'ONGOING rcs:FAILED:3056 voice:ONGOING:3901 sms:CREATED:-',
  'ONGOING rcs:FAILED:3056 voice:FAILED:3056 sms:ONGOING:3901',
  'VERIFIED rcs:FAILED:3056 voice:FAILED:3056 sms:VERIFIED:3900',
];

/** Engines of the dead do not end by themselves: each trial ends its own. */
const byHand = { after: () => {} } as unknown as TestContext;

let epoch = 0;

interface Trial {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly world: World;
  readonly key: string;
}

/** Asks for it until it is answered, as a caller does who has an idempotency key. */
async function begin({ verifications, context }: VerificationNode, { key }: Trial, code: string): Promise<void> {
  const id = context.ids.next(idempotencyBucket('ACCOUNT-1', key));
  const at = context.clock.now();
  const { verification } = beginVerification(freshVerification(id, { methods: METHODS, callback: CALLBACK }), at);
  const claim = {
    accountId: 'ACCOUNT-1',
    key,
    path: '/verification',
    fingerprint: Buffer.alloc(32),
    answer: { status: 200, headers: {}, body: id },
  };
  await verifications.begin({ verification, code, first: { index: 0, plan: planOf('rcs') }, claim });
}

/** The verification that stands for the key; null as long as none does. */
async function find(
  { verifications }: VerificationNode,
  { db, key }: Trial,
): Promise<StoredVerification['verification'] | null> {
  const { rows } = await db.query<{ body: string }>('select i.body from idempotency_keys i where i.key = $1', [key]);
  return rows[0] ? verifications.find('ACCOUNT-1', rows[0].body) : null;
}

/** Lets it go on, with whatever its person does next, until all is done or its gateway dies. */
async function goOn(node: VerificationNode, of: Trial, isDead: () => boolean): Promise<void> {
  const asked = { toBegin: false, toVerify: false };
  await node.until('it is over, or its gateway has died', async () => {
    if (isDead()) return true;
    const { db } = of;
    const verification = await find({ ...node }, of).catch(() => null);
    if (verification === null) {
      if (asked.toBegin) return undefined;
      asked.toBegin = true;
      // Each who asks makes a code of its own, and the first of them stands.
      const code = `1${String(node.epoch).padStart(5, '0')}`;
      begin(node, of, code).catch(() => {
        asked.toBegin = false;
      });
      return undefined;
    }
    const code = of.world.codesOf('sms').at(0);
    if (code !== undefined && verification.finalAt === null && !asked.toVerify) {
      asked.toVerify = true;
      node.verifications.answer('ACCOUNT-1', verification.id, code).catch(() => {
        asked.toVerify = false;
      });
    }
    return verification.finalAt !== null && verification.dueAt === null && (await isQuiet(db));
  });
}

async function isQuiet(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ open: number }>(
    "select count(*) as open from messages m where m.final_at is null and m.last_channel <> 'sms'",
  );
  return Number(rows[0]?.open) === 0;
}

async function trial(db: Database, clock: ManualClock, step: number, when: When): Promise<boolean> {
  epoch += 2;
  const world = new World();
  const of: Trial = { db, clock, world, key: `key-${epoch}` };
  const mortal = new DoomedProcess(db);
  const isDead = () => mortal.isDead;
  const first = await verificationNode(byHand, { db: mortal.db, clock, epoch, world, isDead });
  // What it asks for as it starts is no step of the verification.
  await eventually('it is at rest', () => mortal.isAtRest);
  mortal.doom(step, when, when === 'before' ? 'all' : 'writes');
  await goOn(first, of, isDead);
  const hasDied = mortal.isDead;
  mortal.doom(Number.POSITIVE_INFINITY, when);
  await ended(first, clock);
  await eventually('what it had sent is done', () => mortal.isAtRest);
  // Whatever the dead one was calling is hung up by the process that speaks.
  for (const told of world.told) if (told.channel === 'voice') told.isOn = false;
  const second = await verificationNode(byHand, { db, clock, epoch: epoch + 1, world });
  await goOn(second, of, () => false);
  const verification = await find(second, of);
  await ended(second, clock);

  const place = `at step ${step}, ${when} it`;
  assert.equal(verification?.state, 'VERIFIED', `${place}: ${JSON.stringify([verification, world.told])}`);
  assert.equal(new Set(world.told.map(({ code }) => code)).size, 1, `${place}: one code`);
  assert.match(world.told[0]?.code ?? '', /^1\d{5}$/, place);
  // What was marked when its gateway died may never have left, and its time is over: the next one is tried.
  const times = (['rcs', 'voice'] as const).map((channel) => world.codesOf(channel).length);
  assert.ok(hasDied ? times.every((count) => count <= 1) : times.every((count) => count === 1), `${place}: ${times}`);
  // Its answer was lost with the gateway: the policy for a code in doubt sends the same text again.
  assert.ok(world.codesOf('sms').length <= (hasDied ? 2 : 1), `${place}: ${world.codesOf('sms').length} texts`);
  for (const { channel, beside } of world.told) {
    // A card whose withdrawal was lost with its gateway counts as one that could not be withdrawn.
    const others = hasDied ? beside.filter((each) => each !== 'rcs') : beside;
    assert.deepEqual(others, [], `${place}: ${channel} beside ${beside}`);
  }
  const { rows: verifications } = await db.query('select from verifications v where v.id = $1', [verification?.id]);
  const { rows: attempts } = await db.query<{ kind: string }>(
    'select m.kind from messages m where m.plan -> 0 ->> $2 = $1',
    [verification?.id, 'verification'],
  );
  assert.deepEqual([verifications.length, attempts.length], [1, 3], place);
  const { rows: owed } = await db.query<{ seq: number; body: string }>(
    'select c.seq, c.body from callbacks c where c.message_id = $1 order by c.seq',
    [verification?.id],
  );
  const told = owed.map(({ body }) => statesOf(JSON.parse(body) as VerificationBody));
  assert.deepEqual(
    owed.map(({ seq }) => Number(seq)),
    told.map((_, index) => index + 1),
    place,
  );
  if (!hasDied) assert.deepEqual(told, ORDERLY);
  assert.equal(new Set(told).size, told.length, `${place}: ${told.join(', ')}`);
  assert.match(told.at(-1) ?? '', /^VERIFIED .* sms:VERIFIED:3900$/, place);
  return hasDied;
}

/** What a dead one would still write fails. */
function ended({ engine }: VerificationNode, clock: ManualClock): Promise<void> {
  const stopping = engine.stop().catch((error) => {
    if (!(error instanceof StoreDown)) throw error;
  });
  return endedOn(clock, stopping);
}

for (const when of ['before', 'after'] as const) {
  test(`a verification survives a death ${when} each of its steps, with one code and one call`, async (t) => {
    const { db } = await testDatabase(t);
    const clock = new ManualClock();
    let step = 1;
    while (step < MOST_STEPS && (await trial(db, clock, step, when))) step += 1;
    assert.ok(step > LEAST_STEPS[when] && step < MOST_STEPS, `a verification takes ${step - 1} steps`);
    t.diagnostic(`${step - 1} steps`);
  });
}
