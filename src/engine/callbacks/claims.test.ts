import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import {
  cuttable,
  DELIVERED,
  failed,
  LEASE_MS,
  leave,
  offer,
  one,
  startSender,
  URL_A,
} from '../../../test/support/gateway/callback-sender.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import type { Database } from '../../store/database.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { CallbackClaims } from './claims.ts';

const URL_A_TOO = 'https://a.example/another';
const URL_B = 'https://b.example/hook';

describe('receivers side by side', () => {
  test('a dead and a slow one do not delay a third, on other hosts or on the same', async (t) => {
    const rig = await startSender(t);
    const slow = 'https://a.example/slow';
    const dead = 'https://dead.example/hook';
    rig.receivers.script = ({ url }) => {
      if (url === slow) return 'silence';
      return url === dead ? failed({ status: null, wasConnected: false }) : DELIVERED;
    };
    await offer(
      rig,
      Array.from({ length: 200 }, (_, index) => ({ url: index % 2 ? slow : dead })),
    );
    await leave(
      rig,
      Array.from({ length: 400 }, (_, index) => ({ url: index % 2 ? slow : dead })),
    );
    await rig.clock.advance(2_000);
    const started = rig.clock.now();
    await offer(
      rig,
      Array.from({ length: 40 }, (_, index) => ({ url: index % 2 ? URL_A : URL_B })),
    );
    await rig.until('the third has all', () => rig.receivers.to(URL_A).length + rig.receivers.to(URL_B).length === 40);
    assert.ok(rig.clock.now() - started < 500, `it took ${rig.clock.now() - started} ms`);
    assert.ok(rig.receivers.to(slow).length <= 16);
  });

  test('what is due for an unwell URL is put off, so that it stands in the way of no other at its host', async (t) => {
    const { db } = await testDatabase(t);
    const lanes = (await readLanes(db)).count;
    let statements = 0;
    const counting = { ...cuttable(db).db };
    counting.query = (text, values) => {
      statements += 1;
      return db.query(text, values);
    };
    const rig = await startSender(t, { db: counting });
    rig.receivers.script = ({ url }) => (url === URL_A ? failed() : DELIVERED);
    await offer(
      rig,
      Array.from({ length: 5 }, () => ({ url: URL_A })),
    );
    await rig.until('it is unwell', () => rig.receivers.sent.length === 5);
    await leave(
      rig,
      Array.from({ length: 3_000 }, () => ({ url: URL_A })),
    );
    await rig.clock.advance(10);
    statements = 0;
    const behind = one(await leave(rig, [{ url: URL_A_TOO }]));
    const started = rig.clock.now();
    await rig.until('the other URL is served', () => rig.receivers.sent.some(({ id }) => id === behind.id));
    assert.ok(rig.clock.now() - started < 3_000, `it took ${rig.clock.now() - started} ms`);
    // What has to be asked lane by lane is asked in each.
    assert.ok(statements < 30 * lanes, `it took ${statements} statements`);
    assert.ok(rig.receivers.to(URL_A).length < 20);
    await rig.stop();
  });

  test('one that cannot be connected to is probed after a pause, and then catches up step by step', async (t) => {
    const rig = await startSender(t);
    let isDead = true;
    const underWay: number[] = [];
    rig.receivers.script = () => {
      if (isDead) return failed({ status: null, wasConnected: false });
      underWay.push(rig.receivers.underWay);
      return DELIVERED;
    };
    const rows = await leave(
      rig,
      Array.from({ length: 100 }, () => ({})),
    );
    await rig.until('it pauses', () => rig.receivers.sent.length >= 5);
    await rig.clock.advance(30_000);
    assert.ok(rig.receivers.sent.length <= 40, `${rig.receivers.sent.length} tries in 30 s`);
    isDead = false;
    await rig.until('all are delivered', async () => {
      await rig.clock.advance(1_000);
      const { rows: left } = await rig.db.query<{ count: number }>(
        `select count(*) as count from callbacks where state = 'pending'`,
      );
      return left[0]?.count === 0;
    });
    // The first alone, then one more for each that has been delivered.
    underWay.forEach((count, index) => {
      assert.ok(count <= 1 + (index + 1 - count), `${count} at the ${index + 1}th`);
    });
    for (const { id } of rows) assert.equal(rig.receivers.sent.filter((each) => each.id === id).at(-1)?.url, URL_A);
  });

  test('one that answers swiftly gets more than its share at a time, and one that does not keeps to it', async (t) => {
    const rig = await startSender(t);
    const many = Array.from({ length: 300 }, () => ({}));
    await leave(rig, many);
    await rig.until('all are sent', () => rig.receivers.sent.length === 300);
    assert.ok(rig.receivers.mostUnderWay > 16 && rig.receivers.mostUnderWay <= 64, `${rig.receivers.mostUnderWay}`);
    await rig.until('all have answered', () => rig.receivers.underWay === 0);

    rig.receivers.mostUnderWay = 0;
    rig.receivers.script = () => 'silence';
    await leave(
      rig,
      Array.from({ length: 60 }, () => ({ url: URL_B })),
    );
    await rig.until('all are sent by and by', () => {
      for (const { at, answer } of rig.receivers.to(URL_B)) if (rig.clock.now() - at >= 2_000) answer(DELIVERED);
      return rig.receivers.to(URL_B).length === 60;
    });
    assert.equal(rig.receivers.mostUnderWay, 16);
  });

  test('more endpoints than fit on a page are all found, however many of them come first', async (t) => {
    const rig = await startSender(t);
    const later = Array.from({ length: 1_200 }, (_, index) => ({ url: `https://host-${index}.example/hook` }));
    await leave(rig, later, 3_600_000);
    await leave(rig, [{ url: 'https://zebra.example/hook' }]);
    await rig.until('the last is served', () => rig.receivers.sent.length === 1);
    await rig.clock.advance(3_600_000);
    await rig.until('all are served', () => rig.receivers.sent.length === 1_201);
    assert.equal(new Set(rig.receivers.sent.map(({ url }) => url)).size, 1_201);
  });

  test('what has waited too long for its turn is left to the store: its lease would end before the try', async (t) => {
    const rig = await startSender(t);
    rig.receivers.script = () => 'silence';
    await offer(
      rig,
      Array.from({ length: 17 }, () => ({})),
    );
    const { sent } = rig.receivers;
    assert.equal(sent.length, 16);
    await rig.clock.advance(17_000);
    assert.equal(sent.length, 16, 'also when there is room again');
    rig.receivers.script = () => DELIVERED;
    await rig.clock.advance(LEASE_MS - 17_000);
    await rig.until('it is sent under a new lease', () => new Set(sent.map(({ id }) => id)).size === 17);
  });
});

test('what comes due while its endpoint is asked for is asked for at once, and not at the next look', async () => {
  const answers: Array<() => void> = [];
  const held: Database['query'] = async <Row>() => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { rows: [] as Row[], rowCount: 0 };
  };
  const none = () => Promise.reject(new Error('only claims are asked for'));
  const db: Database = { query: held, transaction: none, listen: none, isUp: () => true, close: async () => {} };
  const claims: CallbackClaims = new CallbackClaims({
    context: { ...quietContext(), clock: new ManualClock() },
    db,
    lanes: { count: 1, laneOf: () => 0, bucketsOf: () => null },
    owner: { node: 'node-1', epoch: 1 },
    leaseMs: LEASE_MS,
    room: () => 64,
    take: async () => {},
    attend: (endpoint) => {
      if (claims.isOwed(endpoint)) claims.claim(endpoint);
    },
  });
  await claims.start();
  claims.owe('https://a.example');
  // Of six days, and then of all that there is.
  const answer = async (count: number) => {
    await eventually(`statement ${count} is sent`, () => answers.length === count);
    answers[count - 1]?.();
  };
  await answer(1);
  await eventually('statement 2 is sent', () => answers.length === 2);
  claims.owe('https://a.example');
  await answer(2);
  await answer(3);
  await answer(4);
  await claims.stop();
});
