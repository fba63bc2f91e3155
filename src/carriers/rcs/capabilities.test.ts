import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Reply } from '../../../test/support/rbm/peer.ts';
import { RbmRig } from '../../../test/support/rbm/rig.ts';
import type { CapabilitySource } from '../capability.ts';

const NUMBER = '4915112345900';

let rig: RbmRig;
afterEach(async () => {
  await rig.stop();
  assert.equal(rig.clock.pending, 0, 'a stopped carrier has no timers');
});

const error = (code: number, status: string): Reply => ({ status: code, json: { error: { code, status } } });

function source(): CapabilitySource {
  const { capabilities } = rig.carrier;
  assert.ok(capabilities);
  return capabilities;
}

for (const [name, reply, told] of [
  [
    'a list of features, with names that nobody knows here',
    { status: 200, json: { features: ['ACTION_DIAL', 'NEW_THING', 7, 'no name'] } },
    { kind: 'supported', features: ['ACTION_DIAL', 'NEW_THING'] },
  ],
  ['no list', { status: 200, json: {} }, { kind: 'supported', features: null }],
  [
    'the page of a proxy',
    { status: 200, text: '<html>sign in</html>' },
    { kind: 'failed', forMs: null, reason: '200 without JSON' },
  ],
  [
    'half of a list',
    { status: 200, text: '{"features":["ACT' },
    { kind: 'failed', forMs: null, reason: '200 without JSON' },
  ],
  ['404', error(404, 'NOT_FOUND'), { kind: 'not_supported' }],
  ['403', error(403, 'PERMISSION_DENIED'), { kind: 'not_covered' }],
  ['500', error(500, 'INTERNAL'), { kind: 'failed', forMs: null, reason: '500 INTERNAL' }],
  ['429', { status: 429, headers: { 'retry-after': '2' } }, { kind: 'failed', forMs: 2000, reason: '429' }],
] as const) {
  test(`an answer with ${name} is understood`, async () => {
    rig = await RbmRig.start();
    rig.peer.replies.push(reply as Reply);
    assert.deepEqual(await source().ask(NUMBER, true), told);
    assert.equal(rig.peer.requests.length, 1);
    const [request] = rig.peer.requests;
    assert.match(
      request?.path ?? '',
      /^\/v1\/phones\/%2B4915112345900\/capabilities\?requestId=[0-9a-f-]{36}&agentId=bakery%40rbm.goog$/,
    );
  });
}

test('a cut connection is a failure, and an agent that pauses or is stopped is not asked', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push('cut', { status: 429, headers: { 'retry-after': '2' } });
  assert.equal((await source().ask(NUMBER, true)).kind, 'failed');
  await source().ask(NUMBER, true);
  assert.deepEqual(await source().ask(NUMBER, true), { kind: 'not_asked', afterMs: 2000 });
  const slot = rig.carrier.reserve(1);
  assert.ok(slot, 'messages do not pause for it');
  slot.release();
  assert.equal(rig.peer.requests.length, 2);
  await rig.carrier.drain();
  assert.equal((await source().ask(NUMBER, true)).kind, 'not_asked');
  assert.equal(rig.peer.requests.length, 2);
});

test('what nobody waits for leaves half of the room', async () => {
  rig = await RbmRig.start({ max_in_flight: 16, requests_per_second: 1_000 });
  rig.peer.otherwise = 'silence';
  const kinds: Array<string | undefined> = [];
  const ask = (isAwaited: boolean) => {
    const index = kinds.push(undefined) - 1;
    void source()
      .ask(NUMBER, isAwaited)
      .then(({ kind }) => {
        kinds[index] = kind;
      });
  };
  for (let n = 0; n < 3; n += 1) ask(false);
  for (let n = 0; n < 3; n += 1) ask(true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(kinds, [undefined, undefined, 'not_asked', undefined, undefined, 'not_asked']);
});

test('many numbers are asked about at once where that is switched on', async () => {
  rig = await RbmRig.start({ capability_batches: 'on' });
  rig.peer.replies.push({ status: 200, json: { reachableUsers: [`+${NUMBER}`] } }, error(400, 'INVALID_ARGUMENT'));
  const { many } = source();
  assert.deepEqual(await many?.ask([NUMBER, '4915112345901']), [
    { kind: 'supported', features: null },
    { kind: 'not_supported' },
  ]);
  const [request] = rig.peer.requests;
  assert.deepEqual([request?.method, request?.path], ['POST', '/v1/users:batchGet']);
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    users: [`+${NUMBER}`, '+4915112345901'],
    agentId: 'bakery@rbm.goog',
  });
  const early = { kind: 'not_asked', afterMs: 100 };
  assert.deepEqual(await many?.ask([NUMBER]), early, 'RBM takes 600 of these in a minute');
  await rig.clock.advance(100);
  assert.equal(await many?.ask([NUMBER]), 'one_by_one');
  rig.peer.replies.push(error(500, 'INTERNAL'), { status: 200, json: { reachableUsers: 'all' } });
  await rig.clock.advance(100);
  assert.deepEqual(await many?.ask([NUMBER]), { kind: 'failed', forMs: null, reason: '500 INTERNAL' });
  await rig.clock.advance(100);
  assert.deepEqual(await many?.ask([NUMBER]), { kind: 'failed', forMs: null, reason: 'an answer without a list' });
  rig.peer.replies.push({ status: 200, text: '<html>sign in</html>' }, { status: 200, json: {} });
  await rig.clock.advance(100);
  assert.deepEqual(await many?.ask([NUMBER]), { kind: 'failed', forMs: null, reason: '200 without JSON' });
  await rig.clock.advance(100);
  assert.deepEqual(await many?.ask([NUMBER]), [{ kind: 'not_supported' }], 'an empty list is left out');
});

test('many at once: by itself at the host of a region alone', async () => {
  rig = await RbmRig.start();
  assert.equal(source().many, undefined);
  await rig.carrier.stop();
  assert.ok(rig.make({ base_url: 'https://europe-rcsbusinessmessaging.googleapis.com' }).capabilities?.many);
  await rig.carrier.stop();
  const off = { base_url: 'https://europe-rcsbusinessmessaging.googleapis.com', capability_batches: 'off' };
  assert.equal(rig.make(off).capabilities?.many, undefined);
});
