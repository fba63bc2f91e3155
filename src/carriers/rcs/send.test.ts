import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Reply } from '../../../test/support/rbm/peer.ts';
import { RbmRig } from '../../../test/support/rbm/rig.ts';

let rig: RbmRig;
afterEach(async () => {
  await rig.stop();
  assert.equal(rig.clock.pending, 0, 'a stopped carrier has no timers');
});

const error = (code: number, status: string): Reply => ({ status: code, json: { error: { code, status } } });

const FEATURES = ['RICHCARD_STANDALONE', 'ACTION_DIAL', 'ACTION_OPEN_URL'];
const dialCard = {
  type: 'rcs_dial_card',
  orientation: 'VERTICAL',
  mediaUrl: 'https://cdn.example/i.jpg',
  dialText: 'Call',
  phoneNumberToDial: '15557654321',
  dialPayload: 'p',
} as const;

test('with the capability check on, a number with the features gets its card', async () => {
  rig = await RbmRig.start({ capability_check: 'before_send' });
  rig.peer.replies.push({ status: 200, json: { features: FEATURES } });
  assert.equal((await rig.send({ content: dialCard })).kind, 'accepted');
  const [check, send] = rig.peer.requests;
  assert.equal(check?.method, 'GET');
  assert.match(
    check?.path ?? '',
    /^\/v1\/phones\/%2B4915112345900\/capabilities\?requestId=[0-9a-f-]{36}&agentId=bakery%40rbm.goog$/,
  );
  assert.equal(send?.method, 'POST');
});

for (const [name, reply, why] of [
  ['a number without RCS', error(404, 'NOT_FOUND'), 'not_reachable'],
  ['a device that lacks a feature', { status: 200, json: { features: ['RICHCARD_STANDALONE'] } }, 'not_reachable'],
  ['an agent that may not ask', error(403, 'PERMISSION_DENIED'), 'refused'],
] as const) {
  test(`with the capability check on, ${name} is sent nothing`, async () => {
    rig = await RbmRig.start({ capability_check: 'before_send' });
    rig.peer.replies.push(reply);
    const outcome = await rig.send({ content: dialCard });
    assert.equal(outcome.kind === 'rejected' && outcome.why, why);
    assert.equal(rig.peer.requests.length, 1);
  });
}

for (const [name, reply] of [
  ['500', { status: 500 }],
  ['a cut connection', 'cut'],
  ['200 without a list', { status: 200, json: {} }],
] as const) {
  test(`a capability check that ends in ${name} decides nothing: the message is sent`, async () => {
    rig = await RbmRig.start({ capability_check: 'before_send' });
    rig.peer.replies.push(reply);
    assert.equal((await rig.send({ content: dialCard })).kind, 'accepted');
    assert.equal(rig.peer.requests.length, 2);
  });
}

test('429 to the capability check is busy, and nothing is sent', async () => {
  rig = await RbmRig.start({ capability_check: 'before_send' });
  rig.peer.replies.push({ status: 429, headers: { 'retry-after': '2' } });
  assert.deepEqual(await rig.send(), { kind: 'retry_later', why: 'busy', afterMs: 2000, reason: '429' });
  assert.equal(rig.peer.requests.length, 1);
});
