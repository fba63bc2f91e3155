import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import type { Reply } from '../../../test/support/rbm/peer.ts';
import { ATTEMPT_ID, RbmRig } from '../../../test/support/rbm/rig.ts';
import type { Outcome } from '../carrier.ts';

let rig: RbmRig;
afterEach(async () => {
  await rig.stop();
  assert.equal(rig.clock.pending, 0, 'a stopped carrier has no timers');
  assert.ok(!JSON.stringify(rig.log).includes('4915112345900'), 'no full number in the log');
  assert.ok(!/token-\d|Your code|BEGIN/.test(JSON.stringify(rig.log)), 'no token, text or key in the log');
});

const error = (code: number, status: string, message = ''): Reply => ({
  status: code,
  json: { error: { code, status, message } },
});
const withdrawal = { attemptId: ATTEMPT_ID, recipient: '4915112345900', remoteId: null };

test('a message goes out as one POST with the bearer token, its id and a JSON body', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push({ status: 200, json: { name: `phones/+4915112345900/agentMessages/${ATTEMPT_ID}` } });
  assert.deepEqual(await rig.send(), { kind: 'accepted', remoteId: ATTEMPT_ID, keys: [] });
  const [seen] = rig.peer.requests;
  assert.equal(seen?.method, 'POST');
  assert.equal(
    seen?.path,
    `/v1/phones/%2B4915112345900/agentMessages?messageId=${ATTEMPT_ID}&agentId=bakery%40rbm.goog`,
  );
  assert.equal(seen?.headers.authorization, 'Bearer token-1');
  assert.equal(seen?.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(seen?.body ?? ''), {
    messageTrafficType: 'AUTHENTICATION',
    ttl: '300s',
    contentMessage: { text: 'Your code is 123456' },
  });
});

test('both cards go out, and connections are used again', async () => {
  rig = await RbmRig.start();
  const card = {
    type: 'rcs_dial_card',
    mediaUrl: 'https://cdn.example/i.jpg',
    dialText: 'Call',
    phoneNumberToDial: '15557654321',
    dialPayload: 'p',
  } as const;
  for (const orientation of ['VERTICAL', 'HORIZONTAL'] as const) {
    assert.equal((await rig.send({ content: { ...card, orientation } })).kind, 'accepted');
  }
  const bodies = rig.peer.requests.map((seen) => JSON.parse(seen.body));
  const orientations = bodies.map((body) => body.contentMessage.richCard.standaloneCard.cardOrientation);
  assert.deepEqual(orientations, ['VERTICAL', 'HORIZONTAL']);
  for (let n = 0; n < 6; n += 1) {
    await rig.clock.advance(100);
    await rig.send();
  }
  assert.ok(new Set(rig.peer.requests.map((seen) => seen.socket)).size <= 2);
  assert.equal(rig.peer.tokenRequests.length, 1);
});

const rows: readonly (readonly [string, Reply, Outcome])[] = [
  ['200 without a body', { status: 200 }, { kind: 'accepted', remoteId: ATTEMPT_ID, keys: [] }],
  [
    '200 with a name that the store cannot hold',
    { status: 200, json: { name: `phones/+4915112345900/agentMessages/a\0${'b'.repeat(98)}\u{1f600}` } },
    { kind: 'accepted', remoteId: `a${'b'.repeat(98)}`, keys: [] },
  ],
  [
    '400 in words that the store cannot hold',
    error(400, 'INVALID_ARGUMENT', 'no\0 card \ud83d'),
    { kind: 'rejected', why: 'refused', reason: '400 INVALID_ARGUMENT: no card \ufffd' },
  ],
  ['409', error(409, 'ALREADY_EXISTS'), { kind: 'accepted', remoteId: ATTEMPT_ID, keys: [] }],
  [
    '404',
    error(404, 'NOT_FOUND', 'user +4915112345900 is not reachable'),
    {
      kind: 'rejected',
      why: 'not_reachable',
      reason: '404 NOT_FOUND: user +49*********00 is not reachable',
    },
  ],
  [
    '400',
    error(400, 'INVALID_ARGUMENT', 'text is too long'),
    { kind: 'rejected', why: 'refused', reason: '400 INVALID_ARGUMENT: text is too long' },
  ],
  ['403', error(403, 'PERMISSION_DENIED'), { kind: 'rejected', why: 'refused', reason: '403 PERMISSION_DENIED' }],
  ['413', { status: 413, text: 'too large' }, { kind: 'rejected', why: 'refused', reason: '413' }],
  ['a redirect', { status: 302, headers: { location: '/x' } }, { kind: 'rejected', why: 'refused', reason: '302' }],
  [
    '200 as the page of a proxy',
    { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: '<html>blocked</html>' },
    { kind: 'unknown', reason: '200, a page in place of an answer' },
  ],
  ['408', { status: 408 }, { kind: 'unknown', reason: '408' }],
  ['500', error(500, 'INTERNAL'), { kind: 'unknown', reason: '500 INTERNAL' }],
  ['503', error(503, 'UNAVAILABLE', 'later'), { kind: 'unknown', reason: '503 UNAVAILABLE: later' }],
];
for (const [name, reply, outcome] of rows) {
  test(`the answer ${name} is ${'why' in outcome ? outcome.why : outcome.kind}`, async () => {
    rig = await RbmRig.start();
    rig.peer.replies.push(reply);
    assert.deepEqual(await rig.send(), outcome);
    assert.equal(rig.carrier.state(), 'up');
  });
}

test('403 is an alarm, once a minute', async () => {
  rig = await RbmRig.start();
  rig.peer.otherwise = error(403, 'PERMISSION_DENIED', 'not launched');
  for (let n = 0; n < 3; n += 1) await rig.send();
  assert.deepEqual(
    rig.alarms().map((line) => [line.level, line.answer]),
    [['error', '403 PERMISSION_DENIED']],
  );
  await rig.clock.advance(60_000);
  await rig.send();
  assert.equal(rig.alarms().length, 2);
});

test('401 renews the token once and sends again', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push(error(401, 'UNAUTHENTICATED'));
  assert.equal((await rig.send()).kind, 'accepted');
  assert.deepEqual(
    rig.peer.requests.map((seen) => seen.headers.authorization),
    ['Bearer token-1', 'Bearer token-2'],
  );
  assert.equal(rig.alarms().length, 0);
});

test('401 with a fresh token takes the carrier down, with growing waits until a message is taken', async () => {
  rig = await RbmRig.start();
  for (const waitMs of [1000, 2000, 4000]) {
    rig.peer.replies.push(error(401, 'UNAUTHENTICATED'), error(401, 'UNAUTHENTICATED'));
    const outcome = await rig.send();
    assert.deepEqual(outcome, { kind: 'retry_later', why: 'temporary', reason: '401 UNAUTHENTICATED' });
    assert.equal(rig.carrier.state(), 'down');
    assert.equal(rig.carrier.reserve(1), null);
    await rig.clock.advance(waitMs / 2 - 1);
    assert.equal(rig.carrier.state(), 'down');
    await rig.clock.advance(waitMs / 2 + 1);
    await eventually('it is up again', () => rig.carrier.state() === 'up');
  }
  assert.equal(rig.alarms().length, 1);
  assert.equal((await rig.send()).kind, 'accepted');
  await rig.clock.advance(100);
  rig.peer.replies.push(error(401, 'UNAUTHENTICATED'), error(401, 'UNAUTHENTICATED'));
  await rig.send();
  await rig.clock.advance(1000);
  await eventually('it is up again after the shortest wait', () => rig.carrier.state() === 'up');
});

test('429 pauses the agent for as long as the answer says, and the engine hears when it ends', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push({ status: 429, headers: { 'retry-after': '3' } });
  const outcome = await rig.send();
  assert.deepEqual(outcome, { kind: 'retry_later', why: 'busy', afterMs: 3000, reason: '429' });
  assert.equal(rig.carrier.reserve(1), null);
  assert.equal(rig.carrier.state(), 'up');
  assert.equal(rig.carrier.describe().paused_for_ms, 3000);
  assert.deepEqual(rig.carrier.load?.(), { inHand: 0, room: 100, perSecond: 50 });
  const before = rig.changes;
  await rig.clock.advance(2999);
  assert.equal(rig.changes, before);
  await rig.clock.advance(1);
  assert.equal(rig.changes, before + 1);
  assert.equal((await rig.send()).kind, 'accepted');
});

test('429 without a time pauses by itself, with a date until that date, and never longer than 10 minutes', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push(error(429, 'RESOURCE_EXHAUSTED'));
  const first = await rig.send();
  assert.ok(first.kind === 'retry_later' && first.why === 'busy');
  assert.ok(first.afterMs !== undefined && first.afterMs >= 500 && first.afterMs <= 1000, `${first.afterMs}`);
  await rig.clock.advance(1000);
  const date = new Date(Math.ceil(rig.clock.now() / 1000) * 1000 + 7000).toUTCString();
  rig.peer.replies.push({ status: 429, headers: { 'retry-after': date } });
  const second = await rig.send();
  assert.equal(second.kind === 'retry_later' && second.afterMs, Date.parse(date) - rig.clock.now());
  await rig.clock.advance(8000);
  rig.peer.replies.push({ status: 429, headers: { 'retry-after': '86400' } });
  const third = await rig.send();
  assert.equal(third.kind === 'retry_later' && third.afterMs, 600_000);
});

for (const [name, retryAfter] of [
  ['no time at all', '0'],
  ['a date that is over by our clock', new Date(0).toUTCString()],
  ['what is no time', 'soon'],
] as const) {
  test(`429 that says ${name} pauses as one that says nothing`, async () => {
    rig = await RbmRig.start();
    rig.peer.replies.push({ status: 429, headers: { 'retry-after': retryAfter } });
    const outcome = await rig.send();
    const { afterMs = 0 } = outcome.kind === 'retry_later' && outcome.why === 'busy' ? outcome : {};
    assert.ok(afterMs >= 500 && afterMs <= 1000, `${afterMs}`);
    assert.equal(rig.carrier.reserve(1), null);
  });
}

test('a connection cut after the message left is unknown', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push('cut');
  assert.equal((await rig.send()).kind, 'unknown');
  assert.equal(rig.carrier.state(), 'up');
});

test('no answer in time is unknown', async () => {
  rig = await RbmRig.start({ request_timeout_ms: 5000 });
  assert.equal(rig.carrier.answerWithinMs, 5000);
  rig.peer.replies.push('silence');
  const sending = rig.send();
  await eventually('the message arrives', () => rig.peer.requests.length === 1);
  await rig.clock.advance(5000);
  assert.deepEqual(await sending, { kind: 'unknown', reason: 'no answer in time' });
});

test('a refused connection is unreachable; three in a row take the carrier down, and it comes up by itself', async () => {
  rig = await RbmRig.start();
  await rig.peer.stop();
  for (let n = 0; n < 3; n += 1) {
    assert.equal(rig.carrier.state(), 'up');
    const outcome = await rig.send();
    assert.equal(outcome.kind === 'retry_later' && outcome.why, 'unreachable', JSON.stringify(outcome));
  }
  assert.equal(rig.carrier.state(), 'down');
  assert.match(String(rig.carrier.describe().last_error), /ECONNREFUSED/);
  for (let probe = 0; probe < 3; probe += 1) await rig.clock.advance(10_000);
  assert.equal(rig.carrier.state(), 'down');
  await rig.peer.start();
  await eventually('it is up again', async () => {
    await rig.clock.advance(10_000);
    return rig.carrier.state() === 'up';
  });
  assert.equal((await rig.send()).kind, 'accepted');
});

test('ten requests in a row without an answer take the carrier down', async () => {
  rig = await RbmRig.start();
  for (let n = 0; n < 9; n += 1) rig.peer.replies.push('cut');
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await rig.send()).kind, n < 9 ? 'unknown' : 'accepted');
    await rig.clock.advance(100);
  }
  for (let n = 0; n < 10; n += 1) rig.peer.replies.push('cut');
  for (let n = 0; n < 10; n += 1) {
    assert.equal(rig.carrier.state(), 'up');
    await rig.send();
    await rig.clock.advance(100);
  }
  assert.equal(rig.carrier.state(), 'down');
});

test('refused credentials keep the carrier down, raise an alarm and are asked about again later', async () => {
  rig = new RbmRig();
  await rig.peer.start();
  rig.peer.tokenReplies.push({ status: 400, json: { error: 'invalid_grant' } });
  await rig.make().start(rig.sink);
  await eventually('the refusal is known', () => rig.carrier.describe().last_error !== null);
  assert.equal(rig.carrier.state(), 'down');
  assert.match(String(rig.carrier.describe().last_error), /answered 400: invalid_grant/);
  assert.equal(rig.alarms().length, 1);
  await rig.clock.advance(14_999);
  assert.equal(rig.peer.tokenRequests.length, 1);
  await rig.clock.advance(15_001);
  await eventually('it is up', () => rig.carrier.state() === 'up');
  assert.ok(rig.changes > 0);
});

test('a token that cannot be renewed makes messages wait, since nothing of them left', async () => {
  rig = await RbmRig.start();
  await rig.clock.advance(3_600_000);
  rig.peer.tokenReplies.push({ status: 503 });
  const outcome = await rig.send();
  assert.equal(outcome.kind === 'retry_later' && outcome.why, 'unreachable');
  assert.equal(rig.peer.requests.length, 0);
  assert.equal(rig.carrier.state(), 'down');
  await rig.clock.advance(1000);
  await eventually('it is up', () => rig.carrier.state() === 'up');
});

test('a token server that says nothing does not hold a message beyond its time', async () => {
  rig = await RbmRig.start({ request_timeout_ms: 5000 });
  await rig.clock.advance(3_600_000);
  rig.peer.tokenReplies.push('silence');
  const sending = rig.send();
  await eventually('the token is asked for', () => rig.peer.tokenRequests.length === 2);
  await rig.clock.advance(5000);
  const outcome = await sending;
  assert.equal(outcome.kind === 'retry_later' && outcome.why, 'unreachable');
});

for (const [status, result] of [
  [200, 'withdrawn'],
  [204, 'withdrawn'],
  [404, 'too_late'],
  [429, 'failed'],
  [500, 'failed'],
] as const) {
  test(`a withdrawal answered ${status} is ${result}`, async () => {
    rig = await RbmRig.start();
    rig.peer.replies.push({ status });
    assert.equal(await rig.carrier.withdraw?.(withdrawal), result);
    const [seen] = rig.peer.requests;
    assert.equal(seen?.method, 'DELETE');
    assert.equal(seen?.path, `/v1/phones/%2B4915112345900/agentMessages/${ATTEMPT_ID}?agentId=bakery%40rbm.goog`);
    assert.equal(seen?.body, '');
  });
}

test('a withdrawal that a proxy answers with a page has failed, whatever its status', async () => {
  rig = await RbmRig.start();
  for (const status of [200, 404]) {
    rig.peer.replies.push({ status, headers: { 'content-type': 'text/html' }, text: '<html>' });
    assert.equal(await rig.carrier.withdraw?.(withdrawal), 'failed');
  }
});

test('a withdrawal renews the token, goes out while the agent pauses, and fails without an answer', async () => {
  rig = await RbmRig.start();
  rig.peer.replies.push({ status: 429 }, { status: 401 }, { status: 200 }, 'cut');
  await rig.send();
  assert.equal(rig.carrier.reserve(1), null);
  assert.equal(await rig.carrier.withdraw?.(withdrawal), 'withdrawn');
  assert.equal(await rig.carrier.withdraw?.(withdrawal), 'failed');
});

test('withdrawals do not wait for the rate, messages make up for them', async () => {
  rig = await RbmRig.start({ requests_per_second: 10 });
  for (let n = 0; n < 5; n += 1) assert.equal(await rig.carrier.withdraw?.(withdrawal), 'withdrawn');
  assert.equal(rig.carrier.reserve(1), null);
  await rig.clock.advance(499);
  assert.equal(rig.carrier.reserve(1), null);
  await rig.clock.advance(10);
  assert.equal((await rig.send()).kind, 'accepted');
});

test('no more messages leave in a second than the setting allows', async () => {
  rig = await RbmRig.start({ requests_per_second: 20 });
  let sent = 0;
  for (let ms = 0; ms < 1000; ms += 10) {
    await rig.clock.advance(10);
    for (let slot = rig.carrier.reserve(1); slot; slot = rig.carrier.reserve(1)) {
      sent += 1;
      rig.carrier.submit(rig.job(), slot, () => {});
    }
  }
  assert.ok(sent >= 20 && sent <= 22, `${sent}`);
  await rig.carrier.drain();
  assert.equal(rig.peer.requests.length, sent);
});

test('what is submitted while it drains is not sent', async () => {
  rig = await RbmRig.start();
  const slot = rig.carrier.reserve(1) ?? assert.fail();
  await rig.carrier.drain();
  const outcome = await new Promise((resolve) => rig.carrier.submit(rig.job(), slot, (_, answer) => resolve(answer)));
  assert.deepEqual(outcome, { kind: 'not_sent' });
  assert.equal(rig.peer.requests.length, 0);
});

test('what waits for a token when the carrier is stopped is not sent, since nothing of it left', async () => {
  rig = await RbmRig.start();
  await rig.clock.advance(3_600_000);
  rig.peer.tokenReplies.push('silence');
  const sending = rig.send();
  await eventually('the token is asked for', () => rig.peer.tokenRequests.length === 2);
  await rig.carrier.stop();
  assert.deepEqual(await sending, { kind: 'not_sent' });
  assert.equal(await rig.carrier.withdraw?.(withdrawal), 'failed');
});

test('a slot can be used once', async () => {
  rig = await RbmRig.start();
  const slot = rig.carrier.reserve(1) ?? assert.fail();
  rig.carrier.submit(rig.job(), slot, () => {});
  assert.throws(() => rig.carrier.submit(rig.job(), slot, () => {}), /not used before/);
});

test('before its start and after its stop the webhook asks to be called again', async () => {
  rig = new RbmRig();
  await rig.peer.start();
  const carrier = rig.make();
  const data = Buffer.from('{}').toString('base64');
  const { createHmac } = await import('node:crypto');
  const request = {
    headers: { 'x-goog-signature': createHmac('sha512', 'SJENtestCLIENTtoken').update('{}').digest('base64') },
    body: Buffer.from(JSON.stringify({ message: { data } })),
  };
  assert.equal((await carrier.webhook?.(request))?.status, 503);
  await carrier.start(rig.sink);
  assert.equal((await carrier.webhook?.(request))?.status, 200);
  assert.equal(rig.received.length, 1);
  await carrier.stop();
  assert.equal((await carrier.webhook?.(request))?.status, 503);
});

test('describe tells the operator how it stands', async () => {
  rig = await RbmRig.start();
  assert.deepEqual(rig.carrier.describe(), {
    state: 'up',
    agent_id: 'bakery@rbm.goog',
    base_url: rig.peer.url,
    service_account: 'gateway@project.iam.gserviceaccount.com',
    in_flight: 0,
    max_in_flight: 100,
    requests_per_second: 50,
    requests_per_second_here: 50,
    paused_for_ms: 0,
    token_valid_for_s: 3600,
    capability_check: 'off',
    last_error: null,
  });
});

test('posts that are not taken are one line a minute for each status, with their number', async () => {
  rig = await RbmRig.start();
  const post = (body: string) => rig.carrier.webhook?.({ headers: {}, body: Buffer.from(body) });
  for (let n = 0; n < 3_000; n += 1) await post('nonsense');
  for (let n = 0; n < 10; n += 1) await post(JSON.stringify({ message: { data: 'e30=' } }));
  const told = () =>
    rig.log.filter(({ msg }) => String(msg).includes('not taken')).map(({ status, times }) => [status, times]);
  assert.deepEqual(told(), [
    [400, 1],
    [401, 1],
  ]);
  await rig.clock.advance(60_000);
  assert.deepEqual(told().slice(2), [
    [400, 2_999],
    [401, 9],
  ]);
});
