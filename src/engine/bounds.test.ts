/** What is kept in memory while the store does not keep up, and that it has an end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { type Database, StoreDown } from '../store/database.ts';
import { MOST_IN_HAND, MOST_UNSTORED_BYTES } from './arriving/inbox.ts';
import { MOST_WAITING } from './door/door.ts';
import { CODE } from './message/codes.ts';

/** A database of which one kind of call can be held up, or made to fail. */
class Troubled {
  readonly db: Database;
  private failure: Error | null = null;
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => {};

  constructor(real: Database, kind: 'query' | 'transaction') {
    const pass = async <T>(of: typeof kind, work: () => Promise<T>): Promise<T> => {
      if (of === kind) await this.gate;
      if (of === kind && this.failure) throw this.failure;
      return work();
    };
    this.db = {
      query: (...args) => pass('query', () => real.query(...args)),
      transaction: (work) => pass('transaction', () => real.transaction(work)),
      listen: (channel, heard) => real.listen(channel, heard),
      isUp: () => real.isUp(),
      close: () => real.close(),
    };
  }

  stall(): void {
    this.gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  goOn(): void {
    this.failure = null;
    this.open();
  }

  fail(error: Error): void {
    this.failure = error;
  }
}

test(`a new message is refused while ${MOST_WAITING} changes wait for the store, a carrier's answer is not`, async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const real = (await testDatabase(t)).db;
  const store = new Troubled(real, 'transaction');
  const { engine, context, clock, message, until } = await startEngine(t, [sms], { db: store.db });
  const first = context.ids.next();
  await engine.accept(newMessage(first, { plan: [SMS_PLAN] }));
  const [submitted] = sms.take();
  assert.ok(submitted);

  await clock.advance(1);
  // Without a carrier for their channel these end as soon as they are recorded.
  store.stall();
  const waiting = Array.from({ length: MOST_WAITING }, () =>
    engine.accept(newMessage(context.ids.next(), { plan: [RCS_PLAN] })),
  );
  const refused = await Promise.allSettled(
    Array.from({ length: 200 }, () => engine.accept(newMessage(context.ids.next(), { plan: [RCS_PLAN] }))),
  );
  for (const each of refused) {
    assert.ok(each.status === 'rejected' && each.reason instanceof StoreDown);
    assert.match(String(each.reason), /does not keep up/);
  }
  submitted.accept();
  store.goOn();
  let left = waiting.length;
  for (const each of waiting) void each.finally(() => --left);
  await until('all that waited is recorded', () => left === 0);
  await until('the answer is recorded', async () => (await message(first)).attempts[0]?.state === 'submitted');
  const { rows } = await real.query<{ count: number }>('select count(*) as count from messages');
  assert.equal(rows[0]?.count, MOST_WAITING + 1, 'nothing that was refused, everything else');
  await engine.accept(newMessage(context.ids.next(), { plan: [RCS_PLAN] }));
});

for (const [what, error] of [
  ['has no room on its disk', new StoreDown('the database has no room: No space left on device (53100)')],
  ['cancels what takes too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['does not give out a lock in time', Object.assign(new Error('lock timeout'), { code: '55P03' })],
] as const) {
  test(`what a carrier answered is kept while the database ${what}, and new messages are refused`, async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const store = new Troubled((await testDatabase(t)).db, 'transaction');
    const { engine, context, message, until } = await startEngine(t, [sms], { db: store.db });
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [submitted] = sms.take();
    assert.ok(submitted);
    store.fail(error);
    submitted.accept();
    let outcome: unknown;
    engine.accept(newMessage(context.ids.next(), { plan: [SMS_PLAN] })).catch((reason: unknown) => {
      outcome = reason;
    });
    assert.ok((await until('the caller is told', () => outcome)) instanceof StoreDown);
    // Those that come behind the answer, which is tried again and again, are told as well.
    let told = 0;
    for (let n = 0; n < 8; n += 1) {
      engine.accept(newMessage(context.ids.next(), { plan: [SMS_PLAN] })).catch(() => {
        told += 1;
      });
    }
    await until('callers behind it are told', () => told === 8);
    store.goOn();
    await until('the answer is recorded', async () => (await message(id)).attempts[0]?.state === 'submitted');
    await sms.deliver(receipt(submitted.job));
    await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
  });
}

test('an answer that came in time counts, however long the store was away', async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const store = new Troubled((await testDatabase(t)).db, 'transaction');
  const { engine, context, clock, message, until } = await startEngine(t, [sms], { db: store.db });
  const id = context.ids.next();
  await engine.accept(newMessage(id, { plan: [SMS_PLAN], messageType: 'OTP' }));
  const [submitted] = sms.take();
  assert.ok(submitted);
  store.fail(new StoreDown('away for a minute'));
  submitted.accept();
  await clock.advance(60_000);
  store.goOn();
  await until('the answer is recorded', async () => (await message(id)).attempts[0]?.state === 'submitted');
  await clock.advance(5_000);
  assert.equal(sms.submitted.length, 0, 'it is not sent again');
  assert.equal((await message(id)).possibleDoubles, 0);
});

test(`what arrives is left to the store while ${MOST_IN_HAND} pieces are in hand`, async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const real = (await testDatabase(t)).db;
  const store = new Troubled(real, 'query');
  const { until } = await startEngine(t, [sms], { db: store.db });
  const count = async (where: string) =>
    (await real.query<{ count: number }>(`select count(*) as count from inbox where ${where}`)).rows[0]?.count ?? 0;
  store.stall();
  const piece = { type: 'ignored', why: 'a test' } as const;
  for (let sent = 0; sent < MOST_IN_HAND + 2_000; sent += 500) {
    await sms.deliver(...Array.from({ length: 500 }, () => piece));
  }
  assert.equal(await count('true'), MOST_IN_HAND + 2_000, 'all of it is stored and acknowledged');
  assert.equal(await count(`due_at <= received_at`), 2_000, 'what is not in hand is due at once');
  store.goOn();
  await until('all of it has been dealt with', async () => (await count('due_at is not null')) === 0);
});

test('what cannot be stored soon enough is not taken from a carrier', async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const store = new Troubled((await testDatabase(t)).db, 'transaction');
  const { engine } = await startEngine(t, [sms], { db: store.db });
  store.stall();
  const piece = { type: 'ignored', why: 'x'.repeat(1024 * 1024) } as const;
  const taken = Array.from({ length: MOST_UNSTORED_BYTES / 1024 / 1024 - 1 }, () => sms.deliver(piece));
  await assert.rejects(sms.deliver(piece, piece), /does not keep up with what arrives/);
  store.goOn();
  await Promise.all(taken);
  await sms.deliver(piece);
  assert.ok(engine);
});
