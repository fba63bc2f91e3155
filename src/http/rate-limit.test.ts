import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, basic, httpRig } from '../../test/support/gateway/http.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { Refusal } from '../errors.ts';
import type { Account } from '../store/accounts/account.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

const NOWHERE = '/v1/omnichannel/0190000000007000800000000000ABCD';

const ACCOUNT: Account = {
  id: 'A',
  name: 'A',
  kind: 'full_service',
  state: 'active',
  products: [],
  addons: [],
  settings: {},
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

test('requests over the limit of a second are 429 in the product style, and pass in the next second', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 3, verify: 1 } });
  const call = (path = NOWHERE) => rig.call(path);
  const replies = [await call(), await call(), await call(), await call()];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404, 404, 429],
  );
  const last = replies.at(-1);
  assert.equal(last?.code, 3204);
  assert.equal(last?.headers['retry-after'], '1');
  assert.equal(last?.headers['ratelimit-policy'], '"omnichannel";q=3;w=1');
  assert.equal(last?.headers.ratelimit, '"omnichannel";r=0;t=1');
  assert.equal(replies[0]?.headers.ratelimit, '"omnichannel";r=2;t=1');
  assert.equal((await call('/v1/verify/x')).status, 404, 'each product has a limit of its own');
  const verify = await call('/v1/verify/x');
  assert.deepEqual([verify.status, verify.code, verify.error], [429, 500, -40007]);
  await rig.clock.advance(1_000);
  assert.equal((await call()).status, 404);
});

test('an account may have a limit of its own, and uses up nobody else’s', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 1 } });
  await addAccount(rig.db, { id: 'BIG', settings: { requestsPerSecond: { omnichannel: 3 } } }, rig.clock.now());
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await rig.call(NOWHERE, { authorization: basic('BIG') })).status);
  assert.deepEqual(statuses, [404, 404, 404, 429]);
  assert.equal((await rig.call(NOWHERE)).status, 404);
});

test('a limit of 0 is none', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 0 } });
  for (let n = 0; n < 5; n += 1) {
    const reply = await rig.call(NOWHERE);
    assert.deepEqual([reply.status, reply.headers.ratelimit], [404, undefined]);
  }
});

test('who is not authenticated uses up no limit', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 1 } });
  for (let n = 0; n < 3; n += 1) await rig.call(NOWHERE, { authorization: basic(undefined, 'AAAA') });
  assert.equal((await rig.call(NOWHERE)).status, 404);
});

test('several nodes together pass at most the limit and one slice for each', async (t) => {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const LIMIT = 100;
  const SLICE = 5;
  const nodes = [1, 2, 3].map(() => createRateLimiter(clock, db, (product) => (product === 'omnichannel' ? LIMIT : 1)));
  let passed = 0;
  await Promise.all(
    nodes.flatMap((node) =>
      Array.from({ length: 100 }, async () => {
        if (await passes(node)) passed += 1;
      }),
    ),
  );
  assert.ok(passed >= LIMIT, `${passed} passed`);
  assert.ok(passed <= LIMIT + nodes.length * SLICE, `${passed} passed`);
  const alone = createRateLimiter(clock, db, (product) => (product === 'omnichannel' ? LIMIT : 1));
  await clock.advance(1_000);
  let passedAlone = 0;
  for (let n = 0; n < 200; n += 1) if (await passes(alone)) passedAlone += 1;
  assert.equal(passedAlone, LIMIT, 'one node alone passes the limit exactly');
});

test('an account that stays below one slice costs no query', async (t) => {
  const rig = await httpRig(t, { requestLimits: { omnichannel: 200 } });
  await rig.call(NOWHERE);
  const before = rig.statements();
  for (let n = 0; n < 4; n += 1) await rig.call(NOWHERE);
  assert.equal(rig.statements(), before);
});

async function passes(limiter: RateLimiter): Promise<boolean> {
  try {
    await limiter.take(ACCOUNT, 'omnichannel');
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return false;
  }
}
