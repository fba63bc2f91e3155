import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readKeyEvent, readRtp, writeKeyEvent, writeRtpHead } from './rtp.ts';

test('a packet is read as it was written', () => {
  const packet = Buffer.alloc(12 + 160, 0x55);
  const head = { payloadType: 8, marker: true, sequence: 65_535, timestamp: 4_294_967_295, ssrc: 0xdeadbeef };
  writeRtpHead(packet, head);
  const { payload, ...read } = readRtp(packet) ?? { payload: Buffer.alloc(0) };
  assert.deepEqual(read, head);
  assert.deepEqual(payload, Buffer.alloc(160, 0x55));
});

test('contributors, an extension and padding are no payload', () => {
  // V=2, P, X, two contributors; PT 0; the extension has one word.
  const packet = Buffer.from(
    `b2000001000000000000000100000002000000030001000111223344aabbcc02${'00'.repeat(0)}`,
    'hex',
  );
  assert.deepEqual(readRtp(packet)?.payload, Buffer.from('aabb', 'hex'));
});

test('keys are read as they were written, and other events are none', () => {
  const bytes = Buffer.alloc(4);
  writeKeyEvent(bytes, 0, { key: '#', isEnd: true, duration: 1_280 });
  assert.deepEqual(readKeyEvent(bytes), { key: '#', isEnd: true, duration: 1_280 });
  assert.deepEqual([...bytes], [11, 0x8a, 5, 0]);
  assert.equal(readKeyEvent(Buffer.from([16, 0, 0, 0])), null);
  assert.equal(readKeyEvent(Buffer.from([1, 0])), null);
});

test('whatever comes is a packet or none, and never an error', () => {
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = randomBytes(round % 40);
    // Half of them as close to RTP as random bytes can be.
    if (bytes.length > 0 && round % 2 === 0) bytes.writeUInt8(0x80 | (bytes.readUInt8(0) & 0x3f), 0);
    const packet = readRtp(bytes);
    if (packet) readKeyEvent(packet.payload);
    assert.ok(packet === null || packet.payload.length <= bytes.length - 12);
  }
});
