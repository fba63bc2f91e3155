/** Session descriptions, RTP and the keys in it. */
import assert from 'node:assert/strict';
import type { CodecName } from '../../../src/carriers/sip/call.ts';
import { KEYS, readKeyEvent, readRtp, writeKeyEvent, writeRtpHead } from '../../../src/carriers/sip/messages/rtp.ts';
import { formatAnswer, formatOffer, parseSdp, remoteMediaOf } from '../../../src/carriers/sip/messages/sdp.ts';
import { isForeignBody, sdpOf } from '../../../src/carriers/sip/messages/sdp-body.ts';
import { assertBounded, type Target } from '../target.ts';

const CODECS: readonly CodecName[] = ['PCMA', 'PCMU'];
const LOCAL = { address: '192.0.2.9', port: 4_000, codecs: CODECS, sessionId: 1, version: 1 };
const OFFER = formatOffer(LOCAL);
const OTHER = [
  ...['v=0', 'o=- 1 1 IN IP6 2001:db8::1', 's=-', 'c=IN IP6 2001:db8::1', 't=0 0', 'a=sendonly'],
  ...[
    'm=audio 49170/2 RTP/AVP 0 8 101',
    'c=IN IP4 media.example.org',
    'a=rtpmap:101 telephone-event/8000',
    'a=ptime:30',
  ],
  ...['m=video 0 RTP/SAVP 31', 'm=audio 5000 RTP/AVPF 96', 'a=rtpmap:96 PCMU/8000', ''],
].join('\r\n');
const SDP_WORDS = [
  'm=audio ',
  'c=IN IP4 ',
  'a=rtpmap:',
  'a=ptime:',
  'a=inactive',
  'RTP/AVP',
  '\r\nm=',
  '0.0.0.0',
  '::',
];

function readSdp(input: Buffer): void {
  const sdp = parseSdp(input);
  if (!sdp) return;
  // Streams share the address of the session.
  assertBounded(
    sdp.streams.map((stream) => ({ ...stream, address: null })),
    input,
    'description',
  );
  const agreed = remoteMediaOf(sdp, CODECS);
  if (typeof agreed === 'string') return;
  assert.ok(agreed.port >= 1 && agreed.port <= 65_535, `port ${agreed.port}`);
  assert.ok(agreed.packetMs >= 10 && agreed.packetMs <= 200);
  assert.ok(agreed.payloadType >= 0 && agreed.payloadType <= 127, `payload type ${agreed.payloadType}`);
  const keys = agreed.keyPayloadType ?? 0;
  assert.ok(keys >= 0 && keys <= 127, `payload type ${keys} of keys`);
  assert.match(agreed.address, /^[0-9A-Za-z.:-]+$/);
  const answer = parseSdp(formatAnswer(sdp, agreed, LOCAL));
  assert.equal(answer?.streams.length, sdp.streams.length, 'as many streams as were offered (RFC 3264, 6)');
}

const MIXED = [
  ...['--b', 'Content-Type: application/isup', '', 'x', '--b', 'Content-Type: application/sdp', ''],
  ...[OFFER, '--b', 'Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', '', '=41=', '--b--', ''],
].join('\r\n');
const NESTED = ['--b', 'Content-Type: multipart/alternative;boundary=c', '', '--c', 'Content-Type: application/sdp', '']
  .concat(['v=0', '--c--', '--b--'])
  .join('\r\n');

function readBody(input: Buffer): void {
  for (const type of [
    'multipart/mixed;boundary=b',
    'multipart/alternative; boundary="b"',
    'application/sdp',
    undefined,
  ]) {
    const headers = type === undefined ? [] : [{ name: 'content-type', value: type }];
    const found = sdpOf({ headers, body: input });
    assert.ok(found === null || found.length <= input.length);
    isForeignBody({ headers, body: input });
  }
}

function readPacket(input: Buffer): void {
  const packet = readRtp(input);
  if (!packet) return;
  assert.ok(packet.payload.length <= input.length - 12);
  const head = Buffer.alloc(12);
  writeRtpHead(head, packet);
  const again = readRtp(Buffer.concat([head, packet.payload]));
  assert.deepEqual({ ...again, payload: null }, { ...packet, payload: null });
  const event = readKeyEvent(packet.payload);
  if (!event) return;
  assert.ok(KEYS.includes(event.key));
  const written = Buffer.alloc(4);
  writeKeyEvent(written, 0, event);
  assert.deepEqual(readKeyEvent(written), event);
}

export const SIP_MEDIA_TARGETS: readonly Target[] = [
  {
    name: 'sdp',
    about: 'session descriptions; each is answered with as many streams as it has',
    samples: [OFFER, OTHER],
    words: SDP_WORDS,
    read: readSdp,
    files: ['src/carriers/sip/messages/sdp.ts'],
    around: [
      (text) => `v=0\r\n${text}`,
      (text) => `${OFFER}m=audio ${text}`,
      (text) => `${OFFER}a=rtpmap:1${text}`,
      (text) => `${OFFER}a=ptime:${text}`,
      (text) => `v=0\r\nc=IN IP4 ${text}\r\nm=audio 1 RTP/AVP ${text}`,
    ],
    perCharacter: 400,
  },
  {
    name: 'sdp-body',
    about: 'descriptions inside of bodies of several parts',
    samples: [MIXED, NESTED, OFFER],
    words: ['--b', '--c', '--b--', 'Content-Type: ', 'multipart/mixed;boundary=b', 'Content-Transfer-Encoding: base64'],
    read: readBody,
    files: ['src/carriers/sip/messages/sdp-body.ts'],
    around: [
      (text) => text,
      (text) => `--b\r\nContent-Type: ${text}\r\n\r\nx`,
      (text) => `--b\r\nContent-Type: application/sdp\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nv=0${text}`,
      (text) => '--b\n'.repeat(text.length / 4),
    ],
    perCharacter: 600,
  },
  {
    name: 'rtp',
    about: 'RTP packets and the keys in them (RFC 3550, RFC 4733)',
    samples: [
      '8000000100000000000000010000',
      '80e500020000000000000001050a0320',
      '9000000100000000000000010001000101020304',
    ].map((hex) => Buffer.from(hex, 'hex')),
    read: readPacket,
    files: ['src/carriers/sip/messages/rtp.ts'],
    around: [
      (text) => text,
      (text) => Buffer.concat([Buffer.from('8065000200000000000000010500', 'hex'), Buffer.from(text)]),
    ],
  },
];
