import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { CITUS } from '../../../test/support/postgres/citus.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import type { Accepted } from '../door/accept.ts';
import { CODE } from '../message/codes.ts';

const CLAIM = {
  accountId: 'ACCOUNT-1',
  path: '/v1/omnichannel',
  fingerprint: Buffer.alloc(32, 1),
  answer: { status: 200, headers: {}, body: '{}' },
};

/** A database that loses the answer to the next COMMIT of which `isIt` says so; the commit itself goes through. */
function doubtful(db: Database) {
  const lost = { isIt: (_statements: readonly string[]): boolean => false, count: 0 };
  const doubting: Database = {
    query: (...args) => db.query(...args),
    transaction: async (work) => {
      const statements: string[] = [];
      const value = await db.transaction((tx) =>
        work({
          query: (text, ...rest) => {
            statements.push(text);
            return tx.query(text, ...rest);
          },
          commitBehind: () => tx.commitBehind(),
        }),
      );
      if (!lost.isIt(statements)) return value;
      lost.isIt = () => false;
      lost.count += 1;
      throw new StoreDown('in doubt: the answer to COMMIT was lost');
    },
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  };
  return { db: doubting, lost };
}

/** A database whose first creation is cut off from us before its COMMIT arrives, which then takes until `commit`. */
function slow(db: Database) {
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isCut = false;
  const cutting: Database = {
    query: (...args) => db.query(...args),
    transaction: async (work) => {
      if (isCut) return db.transaction(work);
      const statements: string[] = [];
      let cut = (_error: Error): void => {};
      const lost = new Promise<never>((_, reject) => {
        cut = reject;
      });
      const committed = db.transaction(async (tx) => {
        const value = await work({
          query: (text, ...rest) => {
            statements.push(text);
            return tx.query(text, ...rest);
          },
          commitBehind: () => {},
        });
        if (!isCreation(statements)) return value;
        isCut = true;
        cut(new StoreDown('the connection was lost'));
        await mayCommit;
        return value;
      });
      return Promise.race([committed, lost]);
    },
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  };
  return { db: cutting, commit: () => commit() };
}

async function rig(t: TestContext) {
  const [rcs, sms] = [new ScriptedCarrier('rcs-1', 'rcs'), new ScriptedCarrier('sms-1', 'sms')];
  const { db, lost } = doubtful((await testDatabase(t)).db);
  return { ...(await startEngine(t, [rcs, sms], { db })), rcs, sms, lost };
}

/** For the end of another transaction, in this database. */
const WHO_WAITS =
  CITUS === undefined
    ? `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`
    : 'select from citus_lock_waits';

const isCreation = (statements: readonly string[]): boolean =>
  statements.some((text) => text.startsWith('insert into messages'));

/** Once, and no double is thought possible. */
async function assertGoesOut({ sms, lost, message, until }: Awaited<ReturnType<typeof rig>>, id: string) {
  await until(
    'it goes out, or is given up',
    async () => sms.submitted.length > 0 || (await message(id)).finalAt !== null,
  );
  assert.equal(lost.count, 1);
  const { status, possibleDoubles } = await message(id);
  assert.deepEqual([status, possibleDoubles, sms.submitted.length], [CODE.inProgress, 0, 1]);
}

/** It has not left: so it goes out as if nothing had been, whatever its type. */
describe('a mark whose COMMIT is in doubt', () => {
  test('of a new message is taken back, and the message goes out', async (t) => {
    const of = await rig(t);
    const { engine, context, lost } = of;
    lost.isIt = isCreation;
    const id = context.ids.next();
    const accepted = engine.accept(newMessage(id, { plan: [SMS_PLAN], messageType: 'MKT' }));
    await assertGoesOut(of, id);
    await accepted;
  });

  test('is left alone where it was made since, of a message that waited in the store', async (t) => {
    const { engine, context, clock, sms, lost, message, until } = await rig(t);
    sms.become('down');
    lost.isIt = isCreation;
    const id = context.ids.next();
    const accepted = engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    await eventually('its COMMIT has had no answer', () => lost.count === 1);
    // Before it is recorded once more.
    sms.become('up');
    await eventually('it goes out', () => sms.submitted.length === 1);
    await until('it is accepted', () => Promise.race([accepted, false as const]));
    await clock.advance(1_000);
    assert.equal(sms.submitted.length, 1);
    const { attempts, possibleDoubles } = await message(id);
    assert.deepEqual([attempts[0]?.tries, possibleDoubles], [1, 0]);
  });

  test('of the next channel is taken back, and the message goes out by it', async (t) => {
    const of = await rig(t);
    const { engine, context, rcs, lost } = of;
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [RCS_PLAN, SMS_PLAN], messageType: 'MKT' }));
    const [card] = rcs.take();
    assert.ok(card);
    lost.isIt = (statements) => statements.some((text) => text.startsWith('insert into attempts'));
    card.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
    await assertGoesOut(of, id);
  });

  test('of what waited in the store is taken back, and the message goes out', async (t) => {
    const of = await rig(t);
    const { engine, context, sms, lost } = of;
    sms.become('down');
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN], messageType: 'MKT' }));
    lost.isIt = (statements) => statements.some((text) => text.includes('update messages'));
    sms.become('up');
    await assertGoesOut(of, id);
  });

  test('of what was tried again in time is taken back, and the message goes out', async (t) => {
    const of = await rig(t);
    const { engine, context, sms, lost } = of;
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN], messageType: 'MKT' }));
    const [first] = sms.take();
    first?.answer({ kind: 'retry_later', why: 'temporary', reason: 'a passing fault' });
    lost.isIt = (statements) =>
      statements.some((text) => /m\.due_at <= \$1/.test(text)) &&
      statements.some((text) => text.includes('update attempts'));
    await assertGoesOut(of, id);
  });
});

describe('a COMMIT that is still under way when the batch runs again', () => {
  for (const key of [null, 'key-1']) {
    test(`is waited for, and the message goes out once: ${key ?? 'no key'}`, async (t) => {
      const sms = new ScriptedCarrier('sms-1', 'sms');
      const { db: real } = await testDatabase(t, { idleInTransactionMs: 120_000 });
      const { db, commit } = slow(real);
      const { engine, context, message, until } = await startEngine(t, [sms], { db });
      const id = context.ids.next();
      const claim = key === null ? undefined : { ...CLAIM, key };
      let accepted: Accepted | null = null;
      const accepting = engine.accept(newMessage(id, { plan: [SMS_PLAN], messageType: 'MKT' }), claim).then((how) => {
        accepted = how;
      });
      await until('the second run waits for the first', async () => {
        const { rows } = await real.query<{ waits: boolean }>(`select exists (${WHO_WAITS}) as waits`);
        return rows[0]?.waits;
      });
      commit();
      await until('it is accepted', () => accepted !== null);
      await accepting;
      await until('it goes out', () => sms.submitted.length > 0);
      const { status, possibleDoubles } = await message(id);
      assert.deepEqual([status, possibleDoubles, sms.submitted.length], [CODE.inProgress, 0, 1]);
    });
  }
});
