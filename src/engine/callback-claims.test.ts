import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DELIVERED, failed, leave, offer, one, startSender, URL_A } from '../../test/support/callback-sender.ts';

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
    const rig = await startSender(t);
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
    const behind = one(await leave(rig, [{ url: URL_A_TOO }]));
    const started = rig.clock.now();
    await rig.until('the other URL is served', () => rig.receivers.sent.some(({ id }) => id === behind.id));
    assert.ok(rig.clock.now() - started < 3_000, `it took ${rig.clock.now() - started} ms`);
    assert.ok(rig.receivers.to(URL_A).length < 20);
  });

  test('one that cannot be connected to is probed after a pause, and then catches up step by step', async (t) => {
    const rig = await startSender(t);
    let isDead = true;
    rig.receivers.script = () => (isDead ? failed({ status: null, wasConnected: false }) : DELIVERED);
    const rows = await leave(
      rig,
      Array.from({ length: 100 }, () => ({})),
    );
    await rig.until('it pauses', () => rig.receivers.sent.length >= 5);
    await rig.clock.advance(30_000);
    assert.ok(rig.receivers.sent.length <= 40, `${rig.receivers.sent.length} tries in 30 s`);
    isDead = false;
    rig.receivers.mostUnderWay = 0;
    await rig.until('all are delivered', async () => {
      await rig.clock.advance(1_000);
      const { rows: left } = await rig.db.query<{ count: number }>(
        `select count(*) as count from callbacks where state = 'pending'`,
      );
      return left[0]?.count === 0;
    });
    assert.ok(rig.receivers.mostUnderWay <= 16);
    for (const { id } of rows) assert.equal(rig.receivers.sent.filter((each) => each.id === id).at(-1)?.url, URL_A);
  });

  test('more endpoints than fit on a page are all found', async (t) => {
    const rig = await startSender(t);
    await leave(
      rig,
      Array.from({ length: 1_200 }, (_, index) => ({ url: `https://host-${index}.example/hook` })),
    );
    await rig.until('all are sent', () => rig.receivers.sent.length === 1_200);
    assert.equal(new Set(rig.receivers.sent.map(({ url }) => url)).size, 1_200);
  });
});
