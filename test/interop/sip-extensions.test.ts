/**
 * What trunks demand besides the calls themselves, with Debian's SIPp as the trunk: session timers (RFC 4028), reliable
 * provisional answers (RFC 3262), requests before the answer, one-time nonces, SDP beside ISUP.
 */
import assert from 'node:assert/strict';
import { before, type TestContext, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { type KeptCall, sipRig } from '../support/sip/rig.ts';
import {
  ACK,
  answer,
  answerInDialog,
  expect,
  expectStatus,
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

const OK = answer('200 OK', { media: 16_000, isRepeated: true });
const RINGING = answer('180 Ringing');
const BYE = [expect('BYE'), answerInDialog('200 OK')];
/** The first one may come once more: it is passed over. */
const SECOND_PRACK = `<label id="prack"/><recv request="PRACK"><action>
<ereg regexp="^ *1 " search_in="hdr" header="RAck:" assign_to="isFirst"/></action></recv>
<nop hide="true" test="isFirst" next="prack"/>`;
const RELIABLE = ['Require: 100rel', 'RSeq: 1'];

/** As the `INVITE` of the peer, which gives up when a field does not say what it demands. */
function demanding(fields: Readonly<Record<string, string>>): string {
  const kept = ['From', 'To', 'Via', 'CSeq'].map((name, i) => {
    const variable = ['caller', 'callee', 'via', 'cseq'][i];
    return `<ereg regexp=".*" search_in="hdr" header="${name}:" assign_to="${variable}"/>`;
  });
  const checks = Object.entries(fields).map(
    ([name, value]) =>
      `<ereg regexp="${value}" search_in="hdr" header="${name}:" check_it="true" assign_to="demanded"/>`,
  );
  return `<recv request="INVITE" rrs="true"><action>${[...kept, ...checks].join('\n')}</action></recv>
<Reference variables="demanded"/>`;
}

const DEMANDS_BOTH = demanding({ Supported: 'timer, 100rel' });

async function trunk(
  t: TestContext,
  steps: readonly string[],
  options: SippOptions & { trunk?: Record<string, unknown> } = {},
) {
  const peer = await sipp(t, steps, options);
  const { transport = 'udp', trunk: settings = {} } = options;
  const { place, agent } = await sipRig(t, {
    trunks: [{ name: 'sipp', host: '127.0.0.1', port: peer.port, transport, ...settings }],
  });
  return { peer, place, agent };
}

async function hangUp(kept: KeptCall, peer: Sipp): Promise<void> {
  kept.call.bye();
  assert.equal((await kept.until('ended')).cause, 'completed');
  await peer.finished();
}

function answeredRefreshes(kept: KeptCall): number {
  return kept.sent('SIP/2.0 200').filter((text) => /^Session-Expires: 90;refresher=uac\r$/m.test(text)).length;
}

for (const transport of ['udp', 'tcp'] as const) {
  test(`a reliable 183 with the answer gets its PRACK, an UPDATE before the 200 its 200, over ${transport}`, async (t) => {
    const steps = [
      ...[DEMANDS_BOTH, answer('183 Session Progress', { headers: RELIABLE, media: 16_002 })],
      ...[expect('PRACK'), answerInDialog('200 OK')],
      ...[request('UPDATE', 1, sdp(16_004)), maybe('PRACK'), expectStatus(200)],
      ...[request('INFO', 2), expectStatus(200), request('OPTIONS', 3), expectStatus(200)],
      ...[answer('200 OK', { isOfInvite: true, isRepeated: true }), ACK, ...BYE],
    ];
    const { peer, place } = await trunk(t, steps, { transport });
    const kept = place();
    assert.equal((await kept.until('answered')).media.port, 16_004);
    await hangUp(kept, peer);
    assert.deepEqual(
      kept.sent('PRACK').map((text) => /^RAck: (.*?)\r$/im.exec(text)?.[1]),
      ['1 1 INVITE'],
    );
  });
}

test('two reliable answers, the first of which comes once more, get one PRACK each', async (t) => {
  const first = answer('183 Session Progress', { headers: RELIABLE, media: 16_002 });
  const again = answer('183 Session Progress', { headers: RELIABLE, media: 16_002, isOfInvite: true });
  const second = answer('180 Ringing', { headers: ['Require: 100rel', 'RSeq: 2'], isOfInvite: true });
  const steps = [
    ...[DEMANDS_BOTH, first, expect('PRACK'), answerInDialog('200 OK'), again],
    ...[second, SECOND_PRACK, answerInDialog('200 OK')],
    ...[answer('200 OK', { isOfInvite: true, media: 16_002, isRepeated: true }), ACK, ...BYE],
  ];
  const { peer, place } = await trunk(t, steps);
  const kept = place();
  await kept.until('answered');
  await hangUp(kept, peer);
  assert.equal(kept.sent('PRACK').length, 2);
});

test('a session that we are to refresh is refreshed by UPDATE', async (t) => {
  const expires = ['Session-Expires: 10;refresher=uac', 'Require: timer', 'Allow: INVITE, ACK, BYE, UPDATE'];
  const refreshed = [expect('UPDATE'), answer('200 OK', { tag: '', headers: expires })];
  const steps = [
    DEMANDS_BOTH,
    ...[RINGING, answer('200 OK', { media: 16_000, headers: expires, isRepeated: true }), ACK],
    ...[...refreshed, ...BYE],
  ];
  const { peer, place } = await trunk(t, steps);
  const kept = place();
  await kept.until('answered');
  await eventually('a refresh', () => kept.sent('UPDATE').length === 1);
  await hangUp(kept, peer);
  assert.match(kept.sent('UPDATE')[0] ?? '', /^Session-Expires: 10;refresher=uac\r$/im);
});

test('a trunk that answers our UPDATE under another address is hung up on under that', async (t) => {
  const expires = ['Session-Expires: 10;refresher=uac', 'Require: timer', 'Allow: INVITE, ACK, BYE, UPDATE'];
  const moved = answer('200 OK', { tag: '', headers: expires }).replace('Contact: <sip:', 'Contact: <sip:moved@');
  const ok = answer('200 OK', { media: 16_000, headers: expires, isRepeated: true });
  const { peer, place } = await trunk(t, [DEMANDS_BOTH, RINGING, ok, ACK, expect('UPDATE'), moved, ...BYE]);
  const kept = place();
  await kept.until('answered');
  const isAnswer = (event: (typeof kept.events)[number]) =>
    event.type === 'traced' && event.entry.direction === 'received' && event.entry.text.includes('<sip:moved@');
  await eventually('the answer to a refresh', () => kept.events.some(isAnswer));
  await hangUp(kept, peer);
  assert.match(kept.sent('BYE')[0] ?? '', /^BYE sip:moved@127/);
});

test('where UPDATE is not allowed the refresh is a re-INVITE with the same description', async (t) => {
  const expires = ['Session-Expires: 10;refresher=uac', 'Require: timer', 'Allow: INVITE, ACK, BYE'];
  const steps = [
    ...[DEMANDS_BOTH, answer('200 OK', { media: 16_000, headers: expires, isRepeated: true }), ACK],
    ...[
      expect('INVITE'),
      answer('200 OK', { tag: '', media: 16_000, headers: expires, isRepeated: true }),
      ACK,
      ...BYE,
    ],
  ];
  const { peer, place } = await trunk(t, steps);
  const kept = place();
  await kept.until('answered');
  await eventually('the refresh is acknowledged', () => kept.sent('ACK').length === 2);
  await hangUp(kept, peer);
  const [first, again] = kept.sent('INVITE').map((text) => text.slice(text.indexOf('\r\n\r\n')));
  assert.equal(again, first);
  assert.equal(kept.find('media_changed'), undefined);
});

test('the trunk refreshes by UPDATE and by re-INVITE, is refused with less than 90 s, and is hung up on when it stops', async (t) => {
  const asks = (method: string, sequence: number, seconds: number, body = '') =>
    request(method, sequence, body).replace(
      'Max-Forwards: 70',
      `Max-Forwards: 70\nSupported: timer\nSession-Expires: ${seconds};refresher=uac`,
    );
  const expires = ['Session-Expires: 10;refresher=uas', 'Require: timer'];
  const steps = [
    ...[DEMANDS_BOTH, answer('200 OK', { media: 16_000, headers: expires, isRepeated: true }), ACK],
    ...[asks('UPDATE', 1, 60), expectStatus(422)],
    ...[asks('INVITE', 2, 90, sdp(16_000)), expectStatus(200), request('ACK', 2)],
    ...[asks('UPDATE', 3, 90), expectStatus(200), ...BYE],
  ];
  const { peer, place } = await trunk(t, steps);
  const kept = place();
  await kept.until('answered');
  await eventually('both refreshes are answered', () => answeredRefreshes(kept) === 2);
  assert.match(peer.messages(), /^Min-SE: 90\r?$/m);
  await hangUp(kept, peer);
});

test('a session that the trunk does not refresh is hung up on', async (t) => {
  const expires = ['Session-Expires: 10;refresher=uas', 'Require: timer'];
  const steps = [DEMANDS_BOTH, answer('200 OK', { media: 16_000, headers: expires, isRepeated: true }), ACK, ...BYE];
  const { peer, place } = await trunk(t, steps);
  const kept = place();
  await kept.until('answered');
  const end = await kept.until('ended');
  assert.equal(end.by, 'network');
  assert.match(end.reason, /was not refreshed/);
  await peer.finished();
});

test('422 is answered with the time that it names', async (t) => {
  const again = demanding({ 'Session-Expires': '1800', 'Min-SE': '1800' });
  const short = answer('422 Session Interval Too Small', { headers: ['Min-SE: 1800'] });
  const { peer, place } = await trunk(t, [DEMANDS_BOTH, short, ACK, again, RINGING, OK, ACK, ...BYE]);
  const kept = place();
  await kept.until('answered');
  await hangUp(kept, peer);
});

test('a trunk with one-time nonces is given the password for BYE, too', async (t) => {
  const asked = (nonce: string, tag?: string) =>
    answer('407 Proxy Authentication Required', {
      headers: [`Proxy-Authenticate: Digest realm="sipp.example", nonce="${nonce}", algorithm=MD5, qop="auth"`],
      ...(tag === undefined ? {} : { tag }),
    });
  const check =
    '<ereg regexp="nonce=.second" search_in="hdr" header="Proxy-Authorization:" check_it="true" assign_to="x"/>';
  const bye = `<recv request="BYE"><action>${check}</action></recv><Reference variables="x"/>`;
  const steps = [
    ...[DEMANDS_BOTH, asked('first'), ACK, expect('INVITE'), OK, ACK],
    ...[expect('BYE'), asked('second', ''), bye, answerInDialog('200 OK')],
  ];
  const { peer, place } = await trunk(t, steps, { trunk: { username: 'trunk', password: 'secret' } });
  const kept = place();
  await kept.until('answered');
  await hangUp(kept, peer);
});

test('SDP beside ISUP in the 200 of a SIP-I switch is found', async (t) => {
  const isup = ['--mark', 'Content-Type: application/ISUP;version=itu-t92+', 'Content-Disposition: signal', '', 'isup'];
  const body = [...isup, '--mark', 'Content-Type: application/sdp', '', sdp(16_000), '--mark--', ''].join('\n');
  const both = OK.replace('Content-Type: application/sdp', 'Content-Type: multipart/mixed;boundary=mark').replace(
    sdp(16_000),
    body,
  );
  const { peer, place } = await trunk(t, [DEMANDS_BOTH, both, ACK, ...BYE]);
  const kept = place();
  assert.equal((await kept.until('answered')).media.port, 16_000);
  await hangUp(kept, peer);
});

test('a trunk that has lost the call says so when it is asked in it, and the call ends', async (t) => {
  const steps = [
    ...[DEMANDS_BOTH, OK, ACK, expect('OPTIONS'), answerInDialog('200 OK')],
    ...[expect('OPTIONS'), answerInDialog('481 Call/Transaction Does Not Exist')],
    ...[expect('BYE'), answerInDialog('481 Call/Transaction Does Not Exist'), pause(50)],
  ];
  const { peer, place } = await trunk(t, steps, { trunk: { call_check_interval_ms: 200 } });
  const kept = place();
  await kept.until('answered');
  const end = await kept.until('ended');
  assert.equal(end.by, 'network');
  assert.match(end.reason, /has the call no more/);
  await peer.finished();
});
