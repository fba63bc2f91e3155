import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { mortal, startEngine } from '../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { settle } from '../../test/support/manual-clock.ts';
import { CITUS } from '../../test/support/postgres/citus.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { splitLanes } from '../../test/support/postgres/lanes.ts';
import type { MessageType } from '../carriers/carrier.ts';
import { type Database, type Planning, type Queryable, StoreDown } from '../store/database.ts';
import { CODE } from './message/codes.ts';

describe('the usual way', () => {
  test('a message is marked, submitted, accepted, reported on and called back', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context, message, until, callbacks } = await startEngine(t, [sms]);
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [submitted] = sms.take();
    assert.ok(submitted, 'it is submitted straight after the commit');
    assert.equal((await message(id)).attempts[0]?.state, 'sending', 'the mark was durable before');
    submitted.accept();
    await until('it is submitted', async () => (await message(id)).attempts[0]?.state === 'submitted');
    await sms.deliver(receipt(submitted.job));
    await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
    assert.deepEqual(
      callbacks.map(({ seq, body }) => [seq, JSON.parse(body).status.code]),
      [[1, CODE.delivered]],
    );
  });

  test('a receipt that this node can place at once is not acknowledged before its effect is durable', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { db, die } = mortal((await testDatabase(t)).db);
    const { engine, context, message, until } = await startEngine(t, [sms], { db });
    const ids = [context.ids.next(), context.ids.next()] as const;
    for (const id of ids) await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [first, second] = sms.take();
    assert.ok(first && second);
    first.accept();
    second.accept();
    await until('both are submitted', async () => (await message(ids[1])).attempts[0]?.state === 'submitted');
    await sms.deliver(receipt(first.job));
    assert.equal((await message(ids[0])).status, CODE.delivered);
    const { rows } = await db.query<{ count: number }>('select count(*) as count from inbox');
    assert.equal(rows[0]?.count, 0, 'nothing is left to be dealt with');
    die();
    await assert.rejects(() => sms.deliver(receipt(second.job)), StoreDown);
  });

  test('a new message is recorded while what happens to another one waits', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { db } = await testDatabase(t, { idleInTransactionMs: 120_000 });
    const { engine, context, message, until } = await startEngine(t, [sms], { db });
    const [first, second] = [context.ids.next(0), context.ids.next(0)] as const;
    await engine.accept(newMessage(first, { plan: [SMS_PLAN] }));
    let isRecorded = false;
    await db.transaction(async (tx) => {
      await tx.query('select 1 from attempts where message_id = $1 and bucket = 0 for update', [first]);
      sms.take()[0]?.accept();
      const accepting = engine.accept(newMessage(second, { plan: [SMS_PLAN] })).then(() => {
        isRecorded = true;
      });
      await until('the new one is recorded', () => isRecorded);
      await accepting;
      assert.equal((await message(first)).attempts[0]?.state, 'sending', 'its answer still waits');
    });
    await until('the answer is recorded', async () => (await message(first)).attempts[0]?.state === 'submitted');
  });

  test('under load a receipt is recorded with those that follow, unless the peer may be waiting for us', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context, clock, message } = await startEngine(t, [sms], { gatherMs: 60_000 });
    const ids = Array.from({ length: 5 }, () => context.ids.next(0));
    for (const id of ids) await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const submitted = sms.take();
    for (const each of submitted) each.accept();
    const isSubmitted = async (id: string) => (await message(id)).attempts[0]?.state === 'submitted';
    // The clock stands, and is not moved by waiting.
    for (const id of ids) await eventually('a crowd of answers is recorded', () => isSubmitted(id));
    const [first, second] = submitted;
    assert.ok(first && second);
    let isRecorded = false;
    const waiting = sms.deliver(receipt(first.job)).then(() => {
      isRecorded = true;
    });
    await Promise.all(ids.map(message));
    assert.ok(!isRecorded, 'it is waited with');
    const pressing = sms.deliverUrgent(receipt(second.job));
    const isDelivered = async (id: string) => (await message(id)).status === CODE.delivered;
    try {
      for (const id of ids.slice(0, 2)) await eventually('both are recorded', () => isDelivered(id));
    } finally {
      await clock.advance(120_000);
    }
    await Promise.all([waiting, pressing]);
  });

  test('new messages wait for those that this node holds up, unless they would go before them', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    sms.room = 0;
    sms.couldTakeMore = () => true;
    const { engine, context, clock, until } = await startEngine(t, [sms]);
    const recorded: string[] = [];
    const accept = (messageType: MessageType) => {
      const id = context.ids.next(0);
      const made = newMessage(id, { plan: [SMS_PLAN], messageType });
      return { id, done: engine.accept(made).then(() => recorded.push(id)) };
    };
    await accept('MKT').done;
    const second = accept('MKT');
    await settle();
    await clock.advance(99);
    assert.equal(recorded.length, 1);
    await until('its time is over', () => recorded.length === 2);
    const third = accept('MKT');
    await settle();
    assert.equal(recorded.length, 2);
    await accept('OTP').done;
    await Promise.all([second.done, third.done]);

    sms.couldTakeMore = () => false;
    await accept('MKT').done;
  });

  test('what another node wrote meanwhile is read again, not overwritten from memory', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context, db, message, until } = await startEngine(t, [sms]);
    const ids = [context.ids.next(), context.ids.next()] as const;
    for (const id of ids) await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [first, second] = sms.take();
    assert.ok(first && second);
    // As a node would that took the first message over and gave it up.
    const elsewhere = [ids[0], new Date(context.clock.now()).toISOString()];
    await db.query(
      'update messages set status = 3054, final_at = $2, due_at = null, version = version + 1 where id = $1',
      elsewhere,
    );
    await db.query(
      `update attempts set state = 'done', code = 3054,
         updated_at = (updated_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'
        where message_id = $1`,
      [ids[0]],
    );
    first.accept();
    second.accept();
    await until('the second is submitted', async () => (await message(ids[1])).attempts[0]?.state === 'submitted');
    const { status, attempts } = await message(ids[0]);
    assert.deepEqual([status, attempts[0]?.state, attempts[0]?.code], [3039, 'done', 3039]);
    await sms.deliver(receipt(first.job));
    await until('a late receipt counts', async () => (await message(ids[0])).status === CODE.delivered);
  });

  test('no two states of an attempt have the same instant, though the clock stands still', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context, message, until } = await startEngine(t, [sms]);
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const attempt = async () => (await message(id)).attempts[0];
    const instants = [(await attempt())?.updatedAt ?? 0];
    const [job] = sms.take();
    job?.accept();
    await until('it is submitted', async () => (await attempt())?.state === 'submitted');
    instants.push((await attempt())?.updatedAt ?? 0);
    if (job) await sms.deliver(receipt(job.job));
    await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
    instants.push((await attempt())?.updatedAt ?? 0);
    assert.equal(new Set(instants).size, 3, instants.join());
  });

  test('a receipt that comes before the answer waits for it', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context, message, until } = await startEngine(t, [sms]);
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [submitted] = sms.take();
    assert.ok(submitted);
    await sms.deliver(receipt(submitted.job));
    await until('the receipt is parked', async () => sms.submitted.length === 0);
    submitted.accept();
    await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
  });

  test('a receipt that arrives on another node finds its answer, in either order', async (t) => {
    const carriers = [new ScriptedCarrier('sms-1', 'sms'), new ScriptedCarrier('sms-1', 'sms')] as const;
    const first = await startEngine(t, [carriers[0]]);
    await startEngine(t, [carriers[1]], { db: first.db, clock: first.clock, owner: { node: 'node-2', epoch: 1 } });
    for (const receiptFirst of [true, false]) {
      const id = first.context.ids.next();
      await first.engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
      const [submitted] = carriers[0].take();
      assert.ok(submitted);
      if (receiptFirst) await carriers[1].deliver(receipt(submitted.job));
      submitted.accept();
      await first.until(
        'the answer is recorded',
        async () => (await first.message(id)).attempts[0]?.state !== 'sending',
      );
      if (!receiptFirst) await carriers[1].deliver(receipt(submitted.job));
      await first.until('it is delivered', async () => (await first.message(id)).status === CODE.delivered);
    }
  });
});

describe('work waiting for a carrier', () => {
  test("a million texts of one account do not stand before another one's code", async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    sms.room = 1;
    const { engine, context, until } = await startEngine(t, [sms]);
    const flood = Array.from({ length: 400 }, () =>
      engine.accept(newMessage(context.ids.next(), { plan: [SMS_PLAN], messageType: 'MKT', accountId: 'FLOOD' })),
    );
    await Promise.all(flood);
    const code = context.ids.next();
    await engine.accept(newMessage(code, { plan: [SMS_PLAN], messageType: 'OTP', accountId: 'OTHER' }));
    const polite = context.ids.next();
    await engine.accept(newMessage(polite, { plan: [SMS_PLAN], messageType: 'MKT', accountId: 'POLITE' }));
    const order: string[] = [];
    await until('the first few go out', () => {
      for (const { job, accept } of sms.take()) {
        order.push(job.messageType);
        accept();
      }
      return order.length >= 6;
    });
    assert.equal(order[1], 'OTP', 'right after the one that was under way');
  });

  test('the last room of a carrier is for codes', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    Object.assign(sms, { room: 3, urgentRoom: 1 });
    const { engine, context, until } = await startEngine(t, [sms]);
    const send = (messageType: 'OTP' | 'ARN' | 'MKT') =>
      engine.accept(newMessage(context.ids.next(), { plan: [SMS_PLAN], messageType }));
    for (const type of ['MKT', 'ARN', 'MKT', 'ARN', 'OTP'] as const) await send(type);
    const types = () => sms.submitted.map(({ job }) => job.messageType);
    assert.deepEqual(types(), ['MKT', 'ARN', 'OTP'], 'the code has not waited');
    sms.take()[2]?.accept();
    await send('OTP');
    await until('the next code has left', () => sms.submitted.length === 1);
    assert.deepEqual(types(), ['OTP']);
  });

  test('what has waited for room is not gathered under load: its place stands empty until it is recorded', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    sms.room = 5;
    const { engine, context, clock } = await startEngine(t, [sms], { gatherMs: 60_000 });
    for (let count = 0; count < 11; count += 1) {
      await engine.accept(newMessage(context.ids.next(0), { plan: [SMS_PLAN] }));
    }
    for (const each of sms.take()) each.accept();
    // The clock stands, and is not moved by waiting.
    await eventually('a crowd goes out', () => sms.submitted.length === 5);
    sms.take()[0]?.accept();
    try {
      await eventually('the last one goes out alone', () => sms.submitted.length === 1);
    } finally {
      await clock.advance(120_000);
    }
  });

  test('everything that waits in the store goes out as room comes free', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    sms.room = 4;
    const { engine, context, db, until } = await startEngine(t, [sms]);
    const ids = Array.from({ length: 500 }, () => context.ids.next());
    await Promise.all(
      ids.map((id, index) => engine.accept(newMessage(id, { plan: [SMS_PLAN], accountId: `A${index % 3}` }))),
    );
    const waiting = await db.query<{ count: number }>('select count(*) as count from messages where queue is not null');
    assert.ok((waiting.rows[0]?.count ?? 0) > 300, 'most wait in the store');
    const sent = new Set<string>();
    await until('all are sent', () => {
      for (const { job, accept } of sms.take()) {
        assert.ok(!sent.has(job.attemptId), 'each once');
        sent.add(job.attemptId);
        accept();
      }
      return sent.size === ids.length;
    });
  });

  test('a carrier that is down: 3043, another one takes over, and it comes back', async (t) => {
    const first = new ScriptedCarrier('sms-1', 'sms');
    const second = new ScriptedCarrier('sms-2', 'sms');
    first.become('down');
    const { engine, context, message, until } = await startEngine(t, [first, second]);
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    assert.equal(second.take().length, 1, 'the next carrier of the route takes it');

    second.become('down');
    const waiting = context.ids.next();
    await engine.accept(newMessage(waiting, { plan: [SMS_PLAN] }));
    await until('it is told', async () => (await message(waiting)).attempts[0]?.code === CODE.unreachable);
    first.become('up');
    await until('it goes out', () => first.submitted.length === 1);
  });
});

describe('a node that is gone', () => {
  test('leaves what it marked in doubt, and its next start follows the policy', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { db } = await testDatabase(t);
    const process = mortal(db);
    const first = await startEngine(t, [sms], { db: process.db });
    const ids = { OTP: first.context.ids.next(), MKT: first.context.ids.next() };
    for (const messageType of ['OTP', 'MKT'] as const) {
      await first.engine.accept(newMessage(ids[messageType], { plan: [SMS_PLAN], messageType }));
    }
    assert.equal(sms.take().length, 2);
    // Nothing is answered, nothing is given back.
    process.die();
    const again = new ScriptedCarrier('sms-1', 'sms');
    const { message, until } = await startEngine(t, [again], {
      db,
      clock: first.clock,
      owner: { node: 'node-1', epoch: 2 },
    });
    const otp = await until('the code is sent again', () => again.take()[0]);
    otp.accept();
    const told = await until('marketing is decided', async () => {
      const found = await message(ids.MKT);
      return found.finalAt !== null && found;
    });
    assert.equal(told.status, CODE.unknown);
    assert.equal((await message(ids.OTP)).possibleDoubles, 1);
  });

  test('changes nothing any more once another has taken over', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    sms.room = 0;
    const first = await startEngine(t, [sms]);
    const id = first.context.ids.next();
    await first.engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const other = new ScriptedCarrier('sms-1', 'sms');
    // On a clock of its own: while this one works, time stands still for the first.
    const second = await startEngine(t, [other], { db: first.db, owner: { node: 'node-2', epoch: 1 } });
    await second.engine.giveBackOf('node-1', 2);
    await second.until('the other one sends it', () => other.submitted.length === 1);
    sms.room = 10;
    sms.become('up');
    await first.clock.advance(1_000);
    assert.equal(sms.submitted.length, 0);
  });
});

describe('the door', () => {
  test('one change that cannot be stored does not cost the others', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context } = await startEngine(t, [sms]);
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        engine.accept(
          newMessage(context.ids.next(), { plan: [SMS_PLAN], externalId: index === 17 ? 'a\u0000b' : 'fine' }),
        ),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 1);
    assert.equal(results[17]?.status, 'rejected');
    assert.equal(sms.submitted.length, 59);
  });

  test('one change whose row is never as it was read does not cost the others', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { db } = await testDatabase(t);
    const changed: Changed = { id: null };
    const { engine, context, message, until } = await startEngine(t, [sms], { db: changing(db, changed) });
    const [one, other] = [context.ids.next(), context.ids.next()];
    for (const id of [one, other]) await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    changed.id = one;
    for (const { accept } of sms.take()) accept();
    const stateOf = async (id: string) => (await message(id)).attempts[0]?.state;
    await until('the other is recorded', async () => (await stateOf(other)) === 'submitted');
    assert.equal(await stateOf(one), 'sending');
  });

  test('of two requests with one idempotency key one is recorded', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { engine, context } = await startEngine(t, [sms]);
    const claim = {
      accountId: 'ACCOUNT-1',
      key: 'key-1',
      path: '/v1/omnichannel',
      fingerprint: Buffer.alloc(32, 1),
      answer: { status: 200, headers: {}, body: '{}' },
    };
    const results = await Promise.all(
      [1, 2, 3].map(() => engine.accept(newMessage(context.ids.next(), { plan: [SMS_PLAN] }), claim)),
    );
    assert.deepEqual(results.map(({ kind }) => kind).sort(), ['claimed_before', 'claimed_before', 'recorded']);
    assert.equal(sms.submitted.length, 1);
  });

  test('the same stories hold on eight lanes', async (t) => {
    const sms = new ScriptedCarrier('sms-1', 'sms');
    const { db } = await testDatabase(t);
    // On a cluster it has its own.
    if (CITUS === undefined) await splitLanes(db, 8);
    const { engine, context, message, until } = await startEngine(t, [sms], { db });
    const ids = Array.from({ length: 64 }, () => context.ids.next());
    await Promise.all(ids.map((id) => engine.accept(newMessage(id, { plan: [SMS_PLAN] }))));
    const jobs = sms.take();
    assert.equal(jobs.length, 64);
    for (const { accept } of jobs) accept();
    await sms.deliver(...jobs.map(({ job }) => receipt(job)));
    for (const id of ids) await until('it is delivered', async () => (await message(id)).status === CODE.delivered);
  });
});

interface Changed {
  id: string | null;
}

/** A database in which somebody else always changes the attempt of this message right before the node does. */
function changing(db: Database, changed: Readonly<Changed>): Database {
  return {
    query: (...args) => db.query(...args),
    transaction: (work) =>
      db.transaction((tx) => {
        const query: Queryable['query'] = async <Row>(
          text: string,
          values: readonly unknown[] = [],
          planning?: Planning,
        ) => {
          const result = await tx.query<Row>(text, values, planning);
          const isIts = text.startsWith('update attempts') && values.some((each) => holdsId(each, changed.id));
          return isIts ? { ...result, rowCount: result.rowCount - 1 } : result;
        };
        return work({ query, commitBehind: () => tx.commitBehind() });
      }),
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  };
}

/** Ids go to the store as their bytes. */
function holdsId(value: unknown, id: string | null): boolean {
  return id !== null && Buffer.isBuffer(value) && value.includes(Buffer.from(id.replaceAll('-', ''), 'hex'));
}
