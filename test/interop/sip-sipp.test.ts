/**
 * Our user agent against Debian's SIPp as the one who is called: what a trunk may answer, in every order that matters.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, type TestContext, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { freePort } from '../support/ports.ts';
import { type KeptCall, sipRig } from '../support/sip/rig.ts';
import { lossyLink } from './peers/lossy-link.ts';
import {
  ACK,
  ACK_OF_CANCELLED,
  answer,
  answerInDialog,
  expect,
  expectStatus,
  INVITE,
  maybe,
  pause,
  request,
  requireSipp,
  type Sipp,
  type SippOptions,
  sdp,
  sipp,
} from './peers/sipp.ts';

before(() => requireSipp());

const TRYING = answer('100 Trying', { tag: '' });
const RINGING = answer('180 Ringing');
const OK = answer('200 OK', { media: 16_000, isRepeated: true });
const BYE = [expect('BYE'), answerInDialog('200 OK')];

async function callSipp(
  t: TestContext,
  steps: readonly string[],
  options: SippOptions & { trunk?: Record<string, unknown> } = {},
) {
  const peer = await sipp(t, steps, options);
  const { transport = 'udp', trunk = {} } = options;
  const { place, agent } = await sipRig(t, {
    trunks: [{ name: 'sipp', host: '127.0.0.1', port: peer.port, transport, ...trunk }],
  });
  return { peer, place, agent };
}

/** Answered, hung up by us, and both sides content. */
async function talk(kept: KeptCall, peer: Sipp): Promise<void> {
  await kept.until('answered');
  kept.call.bye();
  const end = await kept.until('ended');
  assert.equal(end.cause, 'completed');
  await peer.finished();
}

for (const transport of ['udp', 'tcp'] as const) {
  test(`180, 183 with media, 200 and BYE over ${transport}`, async (t) => {
    const early = answer('183 Session Progress', { media: 16_002 });
    const { peer, place } = await callSipp(t, [INVITE, TRYING, RINGING, early, pause(50), OK, ACK, ...BYE], {
      transport,
    });
    const kept = place();
    await talk(kept, peer);
    assert.deepEqual(kept.eventTypes(), ['sent', 'trying', 'ringing', 'early_media', 'answered', 'ended']);
    assert.equal(kept.find('early_media')?.media.port, 16_002);
    const answered = kept.find('answered')?.media;
    assert.equal(answered?.port, 16_000);
    assert.equal(answered?.keyPayloadType, 101);
  });
}

test('the callee hangs up', async (t) => {
  const { peer, place } = await callSipp(t, [
    INVITE,
    RINGING,
    OK,
    ACK,
    pause(50),
    request('BYE', 1),
    expectStatus(200),
  ]);
  const { cause, by, reason } = await place().until('ended');
  assert.deepEqual({ cause, by }, { cause: 'completed', by: 'peer' }, reason ?? undefined);
  await peer.finished();
});

test('401 with MD5 is answered so that SIPp finds the password right', async (t) => {
  const challenge =
    'WWW-Authenticate: Digest realm="sipp.example", nonce="n0nce", algorithm=MD5, qop="auth", opaque="o"';
  const check = `<recv request="INVITE" rrs="true"><action>
<verifyauth assign_to="isRight" username="trunk" password="secret"/></action></recv>
<nop hide="true" test="isRight" next="right"/>
<nop hide="true"><action><error message="the password is wrong"/></action></nop>
<label id="right"/>`;
  const steps = [
    ...[INVITE, answer('401 Unauthorized', { headers: [challenge] }), ACK, check],
    ...[RINGING, OK, ACK, ...BYE],
  ];
  const { peer, place } = await callSipp(t, steps, { trunk: { username: 'trunk', password: 'secret' } });
  await talk(place(), peer);
});

test('407 with SHA-256 beside MD5 is answered with SHA-256', async (t) => {
  const challenges = ['MD5', 'SHA-256'].map(
    (algorithm) => `Proxy-Authenticate: Digest realm="sipp.example", nonce="n0nce", algorithm=${algorithm}, qop="auth"`,
  );
  const steps = [
    INVITE,
    answer('407 Proxy Authentication Required', { headers: challenges }),
    ACK,
    INVITE,
    OK,
    ACK,
    ...BYE,
  ];
  const { peer, place } = await callSipp(t, steps, { trunk: { username: 'trunk', password: 'secret' } });
  await talk(place(), peer);
  const field = /^Proxy-Authorization: Digest (.*)$/m.exec(peer.messages())?.[1] ?? '';
  const value = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(field)?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const secret = hash('trunk:sipp.example:secret');
  const what = hash(`INVITE:${value('uri')}`);
  assert.equal(value('algorithm'), 'SHA-256');
  assert.equal(value('response'), hash(`${secret}:n0nce:${value('nc')}:${value('cnonce')}:auth:${what}`));
});

test('a wrong password is tried once, and the trunk is said to have refused us', async (t) => {
  const challenge = ['WWW-Authenticate: Digest realm="sipp.example", nonce="n0nce"'];
  const refuse = [answer('401 Unauthorized', { headers: challenge }), ACK];
  const { peer, place } = await callSipp(t, [INVITE, ...refuse, INVITE, ...refuse], {
    trunk: { username: 'trunk', password: 'wrong' },
  });
  const end = await place().until('ended');
  assert.equal(end.cause, 'trunk_refused');
  assert.equal(end.status, 401);
  await peer.finished();
});

for (const [status, headers, cause] of [
  ['486 Busy Here', [], 'busy'],
  ['603 Decline', [], 'declined'],
  ['404 Not Found', [], 'wrong_number'],
  ['480 Temporarily Unavailable', ['Reason: Q.850;cause=17;text="User busy"'], 'busy'],
  ['488 Not Acceptable Here', [], 'media_mismatch'],
] as const) {
  test(`${status}${headers.length > 0 ? ' with a Q.850 cause' : ''} is final: ${cause}`, async (t) => {
    const { peer, place } = await callSipp(t, [INVITE, TRYING, answer(status, { headers, isRepeated: true }), ACK]);
    const kept = place();
    const end = await kept.until('ended');
    assert.equal(end.cause, cause);
    assert.equal(end.status, Number(status.slice(0, 3)));
    await peer.finished();
  });
}

test('503 leads to the next trunk, and so does a trunk where nobody listens', async (t) => {
  const down = await sipp(t, [
    INVITE,
    answer('503 Service Unavailable', { headers: ['Retry-After: 60'], isRepeated: true }),
    ACK,
  ]);
  const up = await sipp(t, [INVITE, RINGING, OK, ACK, ...BYE], {
    calls: 2,
  });
  const trunk = (name: string, port: number) => ({ name, host: '127.0.0.1', port });
  const { place, agent } = await sipRig(t, {
    trunks: [trunk('nobody', await freePort()), trunk('down', down.port), trunk('up', up.port)],
  });
  const first = place();
  await first.until('answered');
  first.call.bye();
  assert.equal((await first.until('ended')).trunk, 'up');
  const sent = first.events.flatMap((event) => (event.type === 'sent' ? [event.trunk] : []));
  assert.deepEqual(sent, ['nobody', 'down', 'up']);
  await down.finished();
  assert.deepEqual(
    agent.trunks().map(({ state }) => state),
    ['down', 'untried', 'up'],
  );
  // Those that are known to be down or want to be spared come last now.
  const second = place();
  await talk(second, up);
  assert.deepEqual(
    second.events.flatMap((event) => (event.type === 'sent' ? [event.trunk] : [])),
    ['up'],
  );
});

test('nobody answers: CANCEL, and 487 is acknowledged', async (t) => {
  const cancelled = [
    expect('CANCEL'),
    answerInDialog('200 OK'),
    answer('487 Request Terminated', { isOfInvite: true, isRepeated: true }),
    ACK_OF_CANCELLED,
  ];
  const { peer, place } = await callSipp(t, [INVITE, RINGING, ...cancelled]);
  const end = await place({ ringForMs: 200 }).until('ended');
  assert.equal(end.cause, 'no_answer');
  assert.equal(end.by, 'us');
  await peer.finished();
});

test('CANCEL that crosses a 200: the answer is acknowledged and hung up', async (t) => {
  const crossing = [
    expect('CANCEL'),
    answer('200 OK'),
    answer('200 OK', { isOfInvite: true, media: 16_000 }),
    ACK_OF_CANCELLED,
    ...BYE,
  ];
  const { peer, place } = await callSipp(t, [INVITE, RINGING, ...crossing]);
  const kept = place({ ringForMs: 200 });
  const end = await kept.until('ended');
  assert.equal(end.cause, 'no_answer');
  assert.equal(kept.find('answered'), undefined);
  await peer.finished();
});

test('messages that get lost are repeated, both ways', async (t) => {
  // SIPp would be gone when it has answered the BYE, and the answer is lost: it stays until it is told that all is over.
  const steps = [INVITE, TRYING, RINGING, OK, maybe('INVITE'), maybe('ACK'), ...BYE, maybe('ACK'), expect('INFO')];
  const peer = await sipp(t, steps);
  const link = await lossyLink(t, peer.port);
  const { place } = await sipRig(t, {
    trunks: [{ name: 'sipp', host: '127.0.0.1', port: link.port }],
  });
  const kept = place();
  await kept.until('answered');
  kept.call.bye();
  assert.equal((await kept.until('ended')).cause, 'completed');
  link.tell(`INFO${kept.sent('BYE')[0]?.slice('BYE'.length)}`);
  await peer.finished();
  assert.deepEqual(link.lost.toSorted(), ['100 INVITE', '180 INVITE', '200 BYE', '200 INVITE', 'ACK', 'BYE', 'INVITE']);
});

test('hold and resume by re-INVITE', async (t) => {
  const hold = [request('INVITE', 1, sdp(16_000, 'a=sendonly')), expectStatus(200), request('ACK', 1)];
  const resume = [request('INVITE', 2, sdp(16_000, 'a=sendrecv')), expectStatus(200), request('ACK', 2)];
  const { peer, place } = await callSipp(t, [
    INVITE,
    RINGING,
    OK,
    ACK,
    pause(50),
    ...hold,
    pause(50),
    ...resume,
    pause(50),
    request('BYE', 3),
    expectStatus(200),
  ]);
  const kept = place();
  await kept.until('ended');
  await peer.finished();
  const directions = kept.events.flatMap((event) => (event.type === 'media_changed' ? [event.media.direction] : []));
  assert.deepEqual(directions, ['recvonly', 'sendrecv']);
});

test('forks that both answer: the first is the call, the second is hung up', async (t) => {
  const first = answer('200 OK', { tag: 'one', media: 16_000 });
  const second = answer('200 OK', { tag: 'two', media: 16_010, isOfInvite: true });
  const ringing = ['one', 'two'].map((tag) => answer('180 Ringing', { tag }));
  const steps = [INVITE, ...ringing, first, ACK, second, ACK, ...BYE, ...BYE];
  const { peer, place } = await callSipp(t, steps);
  const kept = place();
  const { media } = await kept.until('answered');
  assert.equal(media.port, 16_000);
  await eventually('the second fork is hung up', () => kept.sent('ACK').length === 2 && kept.sent('BYE').length === 1);
  await talk(kept, peer);
});
