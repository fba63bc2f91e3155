import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, verificationNode, World } from '../../../test/support/engine/verification-node.ts';
import { freshVerification } from '../../../test/support/engine/verifications.ts';
import { awaited } from '../../../test/support/gateway/answered.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { beginVerification } from './verification.ts';

const CALLBACK = { url: 'http://127.0.0.1:1/callback', method: 'POST' } as const;
const METHODS = ['rcs', 'sms'].map((method) => ({ method, fallbackMs: 1_000 }));

test('two nodes that look at the same verifications begin each method once, and owe each callback once', async (t) => {
  const { db: all } = await testDatabase(t);
  const both = awaited(all);
  const { db } = both;
  const clock = new ManualClock();
  const world = new World();
  const [one, other] = [
    await verificationNode(t, { db, clock, epoch: 1, node: 'a', world }),
    await verificationNode(t, { db, clock, epoch: 1, node: 'b', world }),
  ];
  const count = 12;
  const ids = Array.from({ length: count }, () => one.context.ids.next());
  for (const [index, id] of ids.entries()) {
    const { verifications, context } = index % 2 === 0 ? one : other;
    const fresh = freshVerification(id, {
      methods: METHODS,
      callback: CALLBACK,
      recipient: `4915112345${100 + index}`,
    });
    const { verification } = beginVerification(fresh, context.clock.now());
    await verifications.begin({
      verification,
      code: `7${100 + index}`,
      first: { index: 0, plan: planOf('rcs') },
      claim: undefined,
    });
  }
  await one.until('all have gone on', async () => {
    await both.answered();
    return world.codesOf('sms').length >= count;
  });
  for (const id of ids) {
    const code = world.told.find(({ attemptId }) => attemptId.slice(-8) === id.slice(-8))?.code ?? '';
    const answers = await Promise.all([
      one.verifications.answer('ACCOUNT-1', id, code),
      other.verifications.answer('ACCOUNT-1', id, code),
    ]);
    assert.deepEqual(answers.sort(), ['right', 'wrong_for_good'], 'a code is right once');
  }
  assert.equal(world.codesOf('sms').length, count);
  assert.equal(world.codesOf('rcs').length, count);
  for (const { beside } of world.told) assert.ok(!beside.includes('voice'));
  const { rows } = await db.query<{ states: string }>(
    `select string_agg(c.seq || ' ' || (c.body::json ->> 'state'), ', ' order by c.seq) as states
       from callbacks c group by c.message_id`,
  );
  assert.deepEqual(
    rows.map(({ states }) => states),
    ids.map(() => '1 ONGOING, 2 VERIFIED'),
  );
});

test('one that cannot be looked at is put off, and costs the others nothing', async (t) => {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const world = new World();
  const node = await verificationNode(t, { db, clock, epoch: 1, world });
  const ids = [node.context.ids.next(), node.context.ids.next()];
  for (const id of ids) {
    const { verification } = beginVerification(freshVerification(id, { methods: METHODS }), clock.now());
    const first = { index: 0, plan: planOf('rcs') };
    await node.verifications.begin({ verification, code: '12345', first, claim: undefined });
  }
  const [bad = '', good = ''] = ids;
  await db.query("update verifications set code_sealed = 'nothing that opens' where id = $1", [bad]);
  await node.until('the other goes on', () => world.codesOf('sms').length === 1);
  const states = async (id: string) =>
    (await node.verifications.find('ACCOUNT-1', id))?.methods.map((each) => each.state);
  assert.deepEqual(
    [await states(bad), await states(good)],
    [
      ['ONGOING', 'CREATED'],
      ['FAILED', 'ONGOING'],
    ],
  );
  const dueAt = (await node.verifications.find('ACCOUNT-1', bad))?.dueAt ?? 0;
  assert.ok(dueAt > clock.now() + 1_000, 'it is not looked at again and again');
});
