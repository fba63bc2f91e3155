/** Verifications that begin when their caller wants them to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verificationNode, World } from '../../../test/support/engine/verification-node.ts';
import { freshVerification } from '../../../test/support/engine/verifications.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { beginVerification, cancelVerification, LASTS_MS, look } from './verification.ts';
import { verificationBody } from './verification-body.ts';

const START = Date.UTC(2026, 0, 1);
const ID = '0196f0c0-0000-7000-8000-000000000abc';
const METHODS = ['rcs', 'sms'].map((method) => ({ method, fallbackMs: 60_000 }));

test('nothing is tried before, and its time counts from then', () => {
  const sendAt = START + HOUR_MS;
  const { verification, start, isLater } = beginVerification(freshVerification(ID, { sendAt }), START);
  assert.deepEqual([start, isLater], [0, true]);
  const { state, endsAt, dueAt, methods } = verification;
  assert.deepEqual([state, endsAt, dueAt], ['ONGOING', sendAt + LASTS_MS, sendAt]);
  assert.ok(methods.every((each) => each.state === 'CREATED' && each.triedAt === null));
  assert.equal(verificationBody(verification).send_at, '2026-01-01T01:00:00.000Z');
  const begun = look(verification, { at: sendAt + 10, attempts: [null, null], admitted: () => 'yes' });
  assert.equal(begun.start, 0);
  assert.equal(begun.verification.methods[0]?.triedAt, sendAt + 10);
  assert.equal(begun.verification.dueAt, sendAt + 10 + MINUTE_MS);
  assert.equal(look(verification, { at: sendAt + LASTS_MS, attempts: [], admitted: () => 'yes' }).start, null);
});

test('one that is cancelled before is over', () => {
  const { verification } = beginVerification(freshVerification(ID, { sendAt: START + HOUR_MS }), START);
  const { verification: over } = cancelVerification(verification, START + 1);
  const looked = look(over, { at: START + HOUR_MS, attempts: [null, null], admitted: () => 'yes' });
  assert.equal(looked.start, null);
  assert.deepEqual([looked.verification.state, looked.verification.dueAt], ['CANCELED', null]);
});

test('a time that has passed is now', () => {
  const { verification, isLater } = beginVerification(freshVerification(ID, { sendAt: START - 1_000 }), START);
  assert.equal(isLater, false);
  assert.equal(verification.endsAt, START + LASTS_MS);
  assert.equal(verification.methods[0]?.triedAt, START);
});

test('the code is told when the time has come, a month later as well, and by the next method after that', async (t) => {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const world = new World();
  const node = await verificationNode(t, { db, clock, epoch: 1, world });
  for (const inMs of [HOUR_MS, 31 * DAY_MS]) {
    const id = node.context.ids.next();
    const sendAt = clock.now() + inMs;
    const fresh = freshVerification(id, { methods: METHODS, sendAt });
    const { verification } = beginVerification(fresh, clock.now());
    await node.verifications.begin({ verification, code: '12345', first: null, claim: undefined });
    const told = world.told.length;
    await clock.advance(inMs - 2_000);
    assert.equal(world.told.length, told);
    await node.until('it is told', () => world.told.length === told + 1);
    const late = clock.now() - sendAt;
    assert.ok(late >= 0 && late <= 1_000, `${late} ms after its time`);
    assert.equal(world.told.at(-1)?.code, '12345');
    await node.until('and by the next one', () => world.told.at(-1)?.channel === 'sms');
    assert.equal(await node.verifications.answer('ACCOUNT-1', id, '12345'), 'right');
  }
});
