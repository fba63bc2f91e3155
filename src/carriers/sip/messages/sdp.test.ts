import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAnswer, formatOffer, type LocalMedia, parseSdp, remoteMediaOf } from './sdp.ts';

const LOCAL: LocalMedia = { address: '192.0.2.1', port: 4000, codecs: ['PCMU', 'PCMA'], sessionId: 7, version: 1 };

function described(...lines: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.2', 's=-', 'c=IN IP4 192.0.2.2', 't=0 0', ...lines, ''].join('\r\n');
}

function remote(...lines: string[]) {
  return remoteMediaOf(parseSdp(described(...lines)), ['PCMU', 'PCMA']);
}

test('our offer names both codecs, keys, 20 ms and both ways', () => {
  assert.deepEqual(formatOffer(LOCAL).split('\r\n'), [
    'v=0',
    'o=- 7 1 IN IP4 192.0.2.1',
    's=-',
    'c=IN IP4 192.0.2.1',
    't=0 0',
    'm=audio 4000 RTP/AVP 0 8 101',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ]);
  assert.match(formatOffer({ ...LOCAL, address: '2001:db8::1' }), /c=IN IP6 2001:db8::1/);
});

test('of an answer the first codec that we know is used, with the payload types that it names', () => {
  assert.deepEqual(remote('m=audio 7000 RTP/AVP 18 8 0 96', 'a=rtpmap:96 telephone-event/8000', 'a=ptime:30'), {
    address: '192.0.2.2',
    port: 7000,
    codec: 'PCMA',
    payloadType: 8,
    keyPayloadType: 96,
    direction: 'sendrecv',
    packetMs: 30,
  });
  const own = remote('m=audio 7000 RTP/AVP 98', 'a=rtpmap:98 pcmu/8000/1', 'c=IN IP4 198.51.100.1/127');
  assert.equal(typeof own !== 'string' && own.payloadType, 98);
  assert.equal(typeof own !== 'string' && own.address, '198.51.100.1');
  assert.equal(typeof own !== 'string' && own.keyPayloadType, null);
});

test('a payload type that is named otherwise is not what its number says', () => {
  assert.match(String(remote('m=audio 7000 RTP/AVP 0', 'a=rtpmap:0 G722/8000')), /no codec/);
});

test('what the peer may do is what we may not: directions are mirrored, and no address is a hold', () => {
  for (const [theirs, ours] of [
    ['a=sendonly', 'recvonly'],
    ['a=recvonly', 'sendonly'],
    ['a=inactive', 'inactive'],
    ['a=sendrecv', 'sendrecv'],
    ['c=IN IP4 0.0.0.0', 'inactive'],
  ]) {
    const media = remote('m=audio 7000 RTP/AVP 0', theirs ?? '');
    assert.equal(typeof media !== 'string' && media.direction, ours);
  }
});

test('what does not fit is refused with the reason', () => {
  assert.match(String(remote('m=video 7000 RTP/AVP 0')), /no audio/);
  assert.match(String(remote('m=audio 0 RTP/AVP 0')), /no audio/);
  assert.match(String(remote('m=audio 7000 RTP/SAVP 0')), /no audio/);
  assert.match(String(remote('m=audio 7000 RTP/AVP 18')), /no codec/);
  assert.match(String(remoteMediaOf(parseSdp('v=0\r\nm=audio 1 RTP/AVP 0\r\n'), ['PCMU'])), /no address/);
  assert.match(String(remoteMediaOf(parseSdp('hello'), ['PCMU'])), /no session description/);
});

test('an answer refuses every stream but the one that is used', () => {
  const offer = parseSdp(
    described(
      'm=video 9000 RTP/AVP 96',
      'm=audio 7000 RTP/AVP 96 0',
      'a=rtpmap:96 telephone-event/8000',
      'a=sendonly',
      'm=audio 7002 RTP/AVP 0',
    ),
  );
  const agreed = remoteMediaOf(offer, ['PCMU']);
  assert.ok(offer && typeof agreed !== 'string');
  const streams = formatAnswer(offer, agreed, LOCAL).match(/^m=.*$/gm);
  assert.deepEqual(streams, ['m=video 0 RTP/AVP 96', 'm=audio 4000 RTP/AVP 0 96', 'm=audio 0 RTP/AVP 0']);
  assert.match(formatAnswer(offer, agreed, LOCAL), /a=recvonly/);
});
