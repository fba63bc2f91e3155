/**
 * Our user agent against telephones and proxies that others wrote: Debian's baresip over TLS, and Kamailio in between.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/cluster/eventually.ts';
import { mediaSocket, sipRig } from '../support/sip/rig.ts';
import { baresip } from './peers/baresip.ts';
import { kamailio } from './peers/kamailio.ts';
import {
  ACK,
  ACK_OF_CANCELLED,
  answer,
  answerInDialog,
  expect,
  expectStatus,
  INVITE,
  MAYBE_TRYING,
  pause,
  request,
  requireSipp,
  sdp,
  sipp,
} from './peers/sipp.ts';

const NUMBER = '4915112345000';
const AUTHORITY = fileURLToPath(new URL('../support/tls/ca.pem', import.meta.url));

before(() => requireSipp());

test('baresip is called over TLS, answers with media, and is hung up on', async (t) => {
  const phone = await baresip(t, { number: NUMBER, transport: 'tls', codec: 'PCMA' });
  const tls = { server_name: 'smsc.test', ca_file: AUTHORITY };
  const trunk = { name: 'baresip', host: '127.0.0.1', port: phone.port + 1, transport: 'tls', tls };
  const { place } = await sipRig(t, { trunks: [trunk] });
  const { socket, port } = await mediaSocket(t);
  let packets = 0;
  socket.on('message', () => {
    packets += 1;
  });
  const kept = place({ media: { address: '127.0.0.1', port, codecs: ['PCMU', 'PCMA'] } });
  const { media } = await kept.until('answered');
  assert.equal(media.codec, 'PCMA');
  assert.equal(media.keyPayloadType, 101);
  await eventually('audio from baresip', () => packets > 5);
  kept.call.bye();
  const end = await kept.until('ended');
  assert.equal(end.cause, 'completed');
  assert.match(end.reason, /^200/);
  await eventually('baresip has a recording', () => phone.heard().length > 0);
});

test('a certificate that names somebody else is not spoken to', async (t) => {
  const phone = await baresip(t, { number: NUMBER, transport: 'tls' });
  const trunk = {
    name: 'baresip',
    host: '127.0.0.1',
    port: phone.port + 1,
    transport: 'tls',
    tls: { server_name: 'other.test', ca_file: AUTHORITY },
  };
  const { place, agent } = await sipRig(t, { trunks: [trunk] });
  const end = await place().until('ended');
  assert.equal(end.cause, 'unreachable');
  assert.match(agent.trunks()[0]?.lastError ?? '', /altname|other\.test/i);
});

for (const transport of ['udp', 'tcp'] as const) {
  test(`baresip is called over ${transport}`, async (t) => {
    const phone = await baresip(t, { number: NUMBER, transport });
    const { place } = await sipRig(t, {
      trunks: [{ name: 'baresip', host: '127.0.0.1', port: phone.port, transport }],
    });
    const kept = place();
    await kept.until('answered');
    kept.call.bye();
    assert.equal((await kept.until('ended')).cause, 'completed');
  });
}

for (const transport of ['udp', 'tcp'] as const) {
  test(`Kamailio asks for a SHA-256 password over ${transport}, stays in the route, and hands on both ways`, async (t) => {
    const hold = [request('INVITE', 1, sdp(16_000, 'a=inactive')), MAYBE_TRYING, expectStatus(200), request('ACK', 1)];
    const steps = [
      ...[INVITE, answer('180 Ringing'), answer('200 OK', { media: 16_000, isRepeated: true }), ACK],
      ...[pause(50), ...hold, expect('BYE'), answerInDialog('200 OK')],
    ];
    const phone = await sipp(t, steps);
    const port = await kamailio(t, { to: [`127.0.0.1:${phone.port}`], password: 'secret' });
    const trunk = { name: 'proxy', host: '127.0.0.1', port, transport, username: 'trunk', password: 'secret' };
    const { place } = await sipRig(t, { trunks: [trunk] });
    const kept = place();
    await kept.until('answered');
    const held = await kept.until('media_changed');
    assert.equal(held.media.direction, 'inactive');
    await eventually('our 200 is acknowledged', () =>
      kept.events.some(
        (event) =>
          event.type === 'traced' && event.entry.direction === 'received' && event.entry.text.startsWith('ACK '),
      ),
    );
    kept.call.bye();
    assert.equal((await kept.until('ended')).cause, 'completed');
    await phone.finished();
    const requests = kept.events
      .flatMap((event) => (event.type === 'traced' && event.entry.direction === 'sent' ? [event.entry] : []))
      .filter(({ text }) => !text.startsWith('SIP/2.0'));
    assert.ok(
      requests.every(({ peer }) => peer === `127.0.0.1:${port}`),
      'everything goes through the proxy',
    );
    assert.ok(requests.some(({ text }) => /^BYE [\s\S]*\r\nRoute: <sip:127/.test(text)));
  });
}

test('Kamailio refuses a wrong password, and the trunk is named in the end', async (t) => {
  const port = await kamailio(t, { to: ['127.0.0.1:9'], password: 'secret' });
  const trunk = { name: 'proxy', host: '127.0.0.1', port, username: 'trunk', password: 'wrong' };
  const { place } = await sipRig(t, { trunks: [trunk] });
  const end = await place().until('ended');
  assert.equal(end.cause, 'trunk_refused');
  assert.equal(end.trunk, 'proxy');
});

test('Kamailio forks: the one who answers is the call, the other is cancelled', async (t) => {
  const answers = await sipp(t, [
    INVITE,
    answer('180 Ringing'),
    pause(200),
    answer('200 OK', { media: 16_000, isRepeated: true }),
    ACK,
    expect('BYE'),
    answerInDialog('200 OK'),
  ]);
  const rings = await sipp(t, [
    INVITE,
    answer('180 Ringing'),
    expect('CANCEL'),
    answer('200 OK'),
    answer('487 Request Terminated', { isOfInvite: true, isRepeated: true }),
    ACK_OF_CANCELLED,
  ]);
  const port = await kamailio(t, {
    to: [`127.0.0.1:${answers.port}`, `127.0.0.1:${rings.port}`],
    password: 'secret',
  });
  const trunk = { name: 'proxy', host: '127.0.0.1', port, username: 'trunk', password: 'secret' };
  const { place } = await sipRig(t, { trunks: [trunk] });
  const kept = place();
  await kept.until('answered');
  kept.call.bye();
  await kept.until('ended');
  await answers.finished();
  await rings.finished();
});

test('nobody answers behind Kamailio: CANCEL goes all the way', async (t) => {
  const rings = await sipp(t, [
    INVITE,
    answer('180 Ringing'),
    expect('CANCEL'),
    answer('200 OK'),
    answer('487 Request Terminated', { isOfInvite: true, isRepeated: true }),
    ACK_OF_CANCELLED,
  ]);
  const port = await kamailio(t, { to: [`127.0.0.1:${rings.port}`], password: 'secret' });
  const trunk = { name: 'proxy', host: '127.0.0.1', port, username: 'trunk', password: 'secret' };
  const { place } = await sipRig(t, { trunks: [trunk] });
  const end = await place({ ringForMs: 3_000 }).until('ended');
  assert.equal(end.cause, 'no_answer');
  await rings.finished();
});
