import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cuttable,
  DELIVERED,
  failed,
  GONE,
  LEASE_MS,
  leave,
  newCallbacks,
  offer,
  one,
  recordCallbacks,
  startSender,
  storedCallback,
  URL_A,
} from '../../../test/support/gateway/callback-sender.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { releaseCallbackLeases } from '../../store/callbacks/callback-claims.ts';
import { findCallback, redeliverCallback } from '../../store/callbacks/callback-lists.ts';
import { StoreDown } from '../../store/database.ts';

const URL_B = 'https://b.example/hook';
const URL_A_TOO = 'https://a.example/another';

describe('a callback', () => {
  test('goes out from memory straight after the commit, and is then done', async (t) => {
    const rig = await startSender(t);
    const row = one(await offer(rig, [{}]));
    // No step of the clock is needed.
    while (rig.receivers.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(one(rig.receivers.sent).id, row.id);
    await rig.until('it is settled', async () => (await storedCallback(rig.db, row.id)).state === 'delivered');
    const stored = await storedCallback(rig.db, row.id);
    assert.deepEqual([stored.tries, stored.dueAt, stored.status, stored.leaseNode], [1, null, 200, null]);
  });

  test('is tried on the schedule until five days have passed, always under the same id', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = () => failed();
    const row = one(await offer(rig, [{}]));
    const started = rig.clock.now();
    for (let tries = 1; ; tries += 1) {
      const stored = await rig.until('the try is written', async () => {
        const now = await storedCallback(rig.db, row.id);
        return now.tries === tries && now;
      });
      if (stored.state !== 'pending') {
        assert.deepEqual([stored.state, stored.dueAt, stored.error], ['given_up', null, 'answered 500']);
        break;
      }
      await rig.clock.advance((stored.dueAt ?? 0) - rig.clock.now());
    }
    const { sent } = rig.receivers;
    assert.deepEqual([...new Set(sent.map(({ id }) => id))], [row.id]);
    const waits = sent.slice(1).map(({ at }, index) => (at - (sent[index]?.at ?? 0)) / 3_600_000);
    for (const [index, least] of [10 / 3600, 30 / 3600, 1 / 30, 1 / 6, 1, 3, 6, 12, 12].entries()) {
      const wait = waits[index] ?? 0;
      assert.ok(wait >= least && wait <= least * 1.1 + 2 / 3600, `wait ${index + 1} is ${wait} h`);
    }
    const last = ((sent.at(-1)?.at ?? 0) - started) / 3_600_000;
    assert.ok(Math.abs(last - 120) < 0.01, 'the last try is at the end of the fifth day');
  });

  test('waits as long as the receiver asks', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = (_, count) => (count === 1 ? failed({ status: 503, retryAfterMs: 600_000 }) : DELIVERED);
    const row = one(await offer(rig, [{}]));
    const stored = await rig.until('the try is written', async () => {
      const now = await storedCallback(rig.db, row.id);
      return now.tries === 1 && now;
    });
    assert.ok(Math.abs((stored.dueAt ?? 0) - rig.clock.now() - 600_000) < 1_000);
  });

  test('was delivered when the receiver took it, however late that is written down', async (t) => {
    const rig = await startSender(t, { gatherMs: 20 });
    rig.receivers.script = () => 'silence';
    await offer(rig, [{}, {}]);
    await rig.until('both are sent', () => rig.receivers.sent.length === 2);
    const settled = (id: string) =>
      rig.until('it is settled', async () => {
        const found = await findCallback(rig.db, id);
        return found?.state === 'delivered' && found;
      });
    await rig.clock.advance(1_300);
    // What the second one says waits until results are written again.
    for (const sent of rig.receivers.sent) {
      sent.answer(DELIVERED);
      const { tookMs, deliveredAt } = await settled(sent.id);
      assert.equal((deliveredAt ?? 0) - (tookMs ?? 0), sent.at);
      assert.ok((tookMs ?? 0) >= 1_300);
    }
  });

  test('is given up when its account is gone', async (t) => {
    const rig = await startSender(t, { keysOf: async () => null });
    const row = one(await offer(rig, [{}]));
    await rig.until('it is given up', async () => (await storedCallback(rig.db, row.id)).state === 'given_up');
    assert.equal((await storedCallback(rig.db, row.id)).error, 'the account is gone');
    assert.equal(rig.receivers.sent.length, 0);
  });

  test('that cannot be signed now is sent later, and that is no try of the receiver', async (t) => {
    let isDown = true;
    const rig = await startSender(t, {
      keysOf: async () => {
        if (isDown) throw new StoreDown('down');
        return { customerId: 'ACME', apiKey: null, secrets: [] };
      },
    });
    const row = one(await offer(rig, [{}]));
    await rig.clock.advance(1_000);
    assert.equal((await storedCallback(rig.db, row.id)).tries, 0);
    isDown = false;
    await rig.clock.advance(LEASE_MS);
    await rig.until('it is sent', () => rig.receivers.sent.length === 1);
  });
});

describe('callbacks of one message', () => {
  test('go out in order, each after the one before is settled, all from memory', async (t) => {
    const rig = await startSender(t);
    const messageId = rig.context.ids.next();
    const underWay: number[] = [];
    rig.receivers.script = () => {
      underWay.push(rig.receivers.underWay);
      return DELIVERED;
    };
    const rows = await offer(
      rig,
      [1, 2, 3, 4, 5].map((seq) => ({ messageId, seq })),
    );
    await rig.until('all are sent', () => rig.receivers.sent.length === 5);
    assert.deepEqual(
      rig.receivers.sent.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
    assert.deepEqual(underWay, [1, 1, 1, 1, 1]);
    const later = one(await offer(rig, [{ messageId, seq: 6 }]));
    await rig.until('the sixth is sent', () => rig.receivers.sent.at(-1)?.id === later.id);
  });

  test('are held back by one that fails, and follow at once when it is taken', async (t) => {
    const rig = await startSender(t);
    const messageId = rig.context.ids.next();
    rig.receivers.script = (_, count) => (count === 1 ? failed() : DELIVERED);
    const rows = await offer(rig, [
      { messageId, seq: 1 },
      { messageId, seq: 2 },
    ]);
    await rig.until('the first has failed', async () => (await storedCallback(rig.db, rows[0]?.id ?? '')).tries === 1);
    const third = await offer(rig, [{ messageId, seq: 3 }]);
    await rig.clock.advance(5_000);
    assert.equal(rig.receivers.sent.length, 1);
    await rig.clock.advance(5_000);
    await rig.until('all are sent', () => rig.receivers.sent.length === 4);
    assert.deepEqual(
      rig.receivers.sent.map(({ id }) => id),
      [rows[0]?.id, ...[...rows, ...third].map(({ id }) => id)],
    );
    const [, second, next, last] = rig.receivers.sent.map(({ at }) => at);
    assert.ok((last ?? 0) - (second ?? 0) < 500, `${next} and ${last} follow ${second}`);
  });

  test('are in order also when they are claimed, many messages at a time', async (t) => {
    const rig = await startSender(t);
    const messages = Array.from({ length: 30 }, () => rig.context.ids.next());
    const list = [4, 2, 1, 3].flatMap((seq) => messages.map((messageId) => ({ messageId, seq })));
    await leave(rig, list);
    await rig.until('all are sent', () => rig.receivers.sent.length === 120);
    for (const messageId of messages) {
      const bodies = rig.receivers.sent
        .map(({ body }) => JSON.parse(body))
        .filter((body) => body.reference_id === messageId);
      assert.deepEqual(
        bodies.map(({ seq }) => seq),
        [1, 2, 3, 4],
      );
    }
  });

  test('go on behind one that was given up', async (t) => {
    const rig = await startSender(t);
    const messageId = rig.context.ids.next();
    const [first, second] = await leave(rig, [
      { messageId, seq: 1 },
      { messageId, seq: 2 },
    ]);
    const sixDaysAgo = new Date(rig.clock.now() - 6 * 86_400_000).toISOString();
    await rig.db.query('update callbacks set created_at = $2, tries = 16 where id = $1', [first?.id, sixDaysAgo]);
    rig.receivers.script = (_, count) => (count === 1 ? failed() : DELIVERED);
    await rig.until(
      'both are over',
      async () => (await storedCallback(rig.db, second?.id ?? '')).state === 'delivered',
    );
    assert.equal((await storedCallback(rig.db, first?.id ?? '')).state, 'given_up');
  });
});

describe('a receiver that never answers', () => {
  test('has a thousand of its callbacks in memory at most; the others come from the store when it is well', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = () => 'silence';
    const owed = Array.from({ length: 1_200 }, () => ({ url: URL_A }));
    const rows = await offer(rig, owed);
    assert.equal(rig.receivers.underWay, 16);
    const figures = await rig.context.metrics.metrics();
    const inHand = Number(/^trunkline_callbacks_in_hand (\d+)$/m.exec(figures)?.[1]);
    assert.equal(inHand, 1_000 + 16);

    rig.receivers.script = () => DELIVERED;
    for (const each of rig.receivers.sent.slice(0, 16)) each.answer(DELIVERED);
    await rig.until('all have come', () => new Set(rig.receivers.sent.map(({ id }) => id)).size === rows.length);
  });
});

describe('a receiver that is gone', () => {
  test('ends all that the account is owed there, in memory and in the store, and nothing else', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = ({ url }) => (url === URL_A ? 'silence' : DELIVERED);
    const here = await offer(
      rig,
      Array.from({ length: 30 }, () => ({ url: URL_A })),
    );
    const other = one(await offer(rig, [{ url: URL_A, accountId: 'OTHER' }]));
    const stored = newCallbacks(
      rig.context,
      Array.from({ length: 5 }, () => ({ url: URL_A })),
    );
    await recordCallbacks(
      rig.db,
      stored.map((row) => ({ ...row, dueAt: row.dueAt + 3_600_000 })),
    );
    const elsewhere = newCallbacks(rig.context, [{ url: URL_A_TOO }]);
    await recordCallbacks(
      rig.db,
      elsewhere.map((row) => ({ ...row, dueAt: row.dueAt + 3_600_000 })),
    );
    assert.equal(rig.receivers.sent.length, 16);
    rig.receivers.sent[0]?.answer(GONE);
    await rig.until('they are given up', async () => {
      for (const { id } of [...here.slice(16), ...stored]) {
        if ((await storedCallback(rig.db, id)).state !== 'given_up') return false;
      }
      return true;
    });
    const first = await storedCallback(rig.db, here[0]?.id ?? '');
    assert.deepEqual([first.state, first.tries, first.status], ['given_up', 1, 410]);
    for (const row of [other, ...elsewhere]) assert.equal((await storedCallback(rig.db, row.id)).state, 'pending');
    for (const each of rig.receivers.sent.slice(1)) each.answer(failed());
    await rig.until('the other account is served', () => rig.receivers.sent.some(({ id }) => id === other.id));
    assert.equal(rig.receivers.sent.length, 17, 'nothing more of this account');
  });
});

describe('a node', () => {
  test('that dies while it sends has that repeated once by another, under the same id', async (t) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const { db } = await testDatabase(t);
    const link = cuttable(db);
    const dying = await startSender(t, { clock, db: link.db });
    dying.receivers.script = () => 'silence';
    const messageId = dying.context.ids.next();
    const rows = await offer(dying, [
      { messageId, seq: 1 },
      { messageId, seq: 2 },
    ]);
    assert.equal(dying.receivers.sent.length, 1);
    link.cut();
    const next = await startSender(t, { clock, db, owner: { node: 'node-2', epoch: 1 } });
    await clock.advance(5_000);
    assert.equal(next.receivers.sent.length, 0, 'the lease still holds');
    await releaseCallbackLeases(db, { node: 'node-1', beforeEpoch: 2 }, clock.now(), null);
    await next.until('both are sent', () => next.receivers.sent.length === 2);
    assert.deepEqual(
      next.receivers.sent.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
    await next.until(
      'both are settled',
      async () => (await storedCallback(db, rows[1]?.id ?? '')).state === 'delivered',
    );
    await dying.stop();
    await next.stop();
  });

  test('that has stalled for longer than its lease changes nothing any more', async (t) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const rig = await startSender(t, { clock });
    rig.receivers.script = () => 'silence';
    const row = one(await offer(rig, [{}]));
    await rig.db.query(`update callbacks set lease_node = 'node-2', lease_epoch = 7 where id = $1`, [row.id]);
    rig.receivers.sent[0]?.answer(failed());
    await rig.until('it is over', () => rig.receivers.underWay === 0);
    await clock.advance(100);
    const stored = await storedCallback(rig.db, row.id);
    assert.deepEqual([stored.tries, stored.status, stored.leaseNode], [0, null, 'node-2']);
  });

  test('that only fell silent loses its rows when their leases end', async (t) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const rig = await startSender(t, { clock });
    const row = one(newCallbacks(rig.context, [{ owner: { node: 'node-9', epoch: 4 } }]));
    await recordCallbacks(rig.db, [row]);
    await clock.advance(LEASE_MS - 2_000);
    assert.equal(rig.receivers.sent.length, 0);
    await clock.advance(3_000);
    await rig.until('it is sent', () => rig.receivers.sent.length === 1);
  });

  test('that is stopped lets what is under way end, and gives back the rest as due now', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = ({ url }) => (url === URL_A ? 'silence' : DELIVERED);
    const silent = await offer(
      rig,
      Array.from({ length: 20 }, () => ({ url: URL_A })),
    );
    rig.receivers.script = () => 'silence';
    const inTime = one(await offer(rig, [{ url: URL_B }]));
    const started = rig.clock.now();
    const stopping = rig.stop();
    rig.receivers.to(URL_B)[0]?.answer(DELIVERED);
    await stopping;
    assert.ok(rig.clock.now() - started < 3_500, `it took ${rig.clock.now() - started} ms`);
    assert.equal((await storedCallback(rig.db, inTime.id)).state, 'delivered');
    for (const { id } of silent) {
      const stored = await storedCallback(rig.db, id);
      assert.deepEqual([stored.state, stored.tries, stored.leaseNode], ['pending', 0, null]);
      assert.ok((stored.dueAt ?? 0) <= rig.clock.now());
    }
  });

  test('sends again what an operator wants sent again', async (t) => {
    const rig = await startSender(t);
    const row = one(await offer(rig, [{}]));
    await rig.until('it is delivered', async () => (await storedCallback(rig.db, row.id)).state === 'delivered');
    assert.equal(await redeliverCallback(rig.db, row.id, rig.clock.now()), 'due');
    rig.sender.wake();
    await rig.until('it is sent again', () => rig.receivers.sent.length === 2);
    assert.equal(rig.receivers.sent[1]?.id, row.id);
  });

  test('finds also what an operator wants sent again after weeks, without being told', async (t) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const rig = await startSender(t, { clock });
    const row = one(await offer(rig, [{}]));
    await rig.until('it is delivered', async () => (await storedCallback(rig.db, row.id)).state === 'delivered');
    await clock.advance(30 * 86_400_000);
    await redeliverCallback(rig.db, row.id, clock.now());
    await clock.advance(60_000);
    await rig.until('it is sent again', () => rig.receivers.sent.length === 2);
  });

  test('tells what it did and what is owed', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = ({ url }) => (url === URL_A ? failed() : DELIVERED);
    await offer(rig, [{ url: URL_A }, { url: URL_B }]);
    await rig.until('both tries are over', async () => {
      const text = await rig.context.metrics.metrics();
      return /tries_total\{result="failed"\} 1/.test(text) && /tries_total\{result="delivered"\} 1/.test(text);
    });
    await rig.until('one is owed', async () => /callbacks_pending 1\n/.test(await rig.context.metrics.metrics()));
    assert.match(await rig.context.metrics.metrics(), /first_try_seconds_count 2/);
  });
});

test('an account with as many hosts as it likes has its share of what may be under way, and others have theirs', async (t) => {
  const rig = await startSender(t, { most: 30 });
  const { receivers } = rig;
  receivers.script = ({ url }) => (url.includes('silent') ? 'silence' : DELIVERED);
  const silent = Array.from({ length: 100 }, (_, n) => ({ url: `https://silent-${n}.example/`, accountId: 'MANY' }));
  const rows = await offer(rig, silent);
  await rig.until('its share is under way', () => receivers.sent.length === 15);
  await rig.clock.advance(1_000);
  assert.equal(receivers.sent.length, 15, 'and no more');
  await offer(rig, [{ url: 'https://well.example/', accountId: 'ONE' }]);
  await rig.until('another account is served meanwhile', () => receivers.to('https://well.example/').length === 1);
  assert.equal(receivers.mostUnderWay <= 16, true);
  // All of them get their turn.
  await rig.until('every host was tried', async () => {
    await rig.clock.advance(1_000);
    return new Set(receivers.sent.map(({ url }) => url)).size === rows.length + 1;
  });
  assert.ok(receivers.mostUnderWay <= 30);
});
