import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomPdu, seeded, shortMessage } from '../../../../test/support/smpp/samples.ts';
import { encodePdu } from './encode.ts';
import { FrameSplitter, MAX_PDU_BYTES } from './frames.ts';

function split(splitter: FrameSplitter, chunks: readonly Buffer[]): Buffer[] {
  const frames: Buffer[] = [];
  for (const chunk of chunks) splitter.push(chunk, (frame) => frames.push(Buffer.from(frame)));
  return frames;
}

test('three frames are the same whether they come at once, bytewise, or cut at any one byte', () => {
  const dice = seeded(3);
  const frames = [encodePdu(randomPdu(dice)), encodePdu({ command: 'enquire_link', status: 0, sequence: 2 })];
  frames.push(encodePdu(shortMessage()));
  const stream = Buffer.concat(frames);
  assert.deepEqual(split(new FrameSplitter(), [stream]), frames);
  const bytewise = [...stream].map((byte) => Buffer.of(byte));
  assert.deepEqual(split(new FrameSplitter(), bytewise), frames);
  for (let cut = 0; cut <= stream.length; cut += 1) {
    assert.deepEqual(split(new FrameSplitter(), [stream.subarray(0, cut), stream.subarray(cut)]), frames, `cut ${cut}`);
  }
});

test('random cuts of a long stream give the same frames and hold nothing afterwards', () => {
  const dice = seeded(11);
  for (let round = 0; round < 50; round += 1) {
    const frames = Array.from({ length: 40 }, () => encodePdu(randomPdu(dice)));
    const stream = Buffer.concat(frames);
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length; ) {
      const size = 1 + Math.floor(dice() * dice() * 600);
      chunks.push(stream.subarray(at, at + size));
      at += size;
    }
    const splitter = new FrameSplitter();
    assert.deepEqual(split(splitter, chunks), frames);
    assert.equal(splitter.pendingBytes, 0);
  }
});

test('a length below 16 or above 64 KiB ends the stream, after the frames before it', () => {
  for (const length of [0, 1, 15, MAX_PDU_BYTES + 1, 0x7fffffff, 0xffffffff]) {
    const good = encodePdu({ command: 'unbind', status: 0, sequence: 5 });
    const bad = Buffer.alloc(32);
    bad.writeUInt32BE(length);
    for (const cut of [0, 1, 16, 17, 18, 19, 20, 30]) {
      const stream = Buffer.concat([good, bad]);
      const splitter = new FrameSplitter();
      const frames: Buffer[] = [];
      splitter.push(stream.subarray(0, cut), (frame) => frames.push(Buffer.from(frame)));
      const lost = splitter.push(stream.subarray(cut), (frame) => frames.push(Buffer.from(frame)));
      assert.equal(lost?.length, length, `length ${length}, cut ${cut}`);
      assert.deepEqual(frames, [good]);
      assert.deepEqual(
        splitter.push(good, () => assert.fail('a frame from a lost stream')),
        lost,
      );
      assert.equal(splitter.pendingBytes, 0);
    }
  }
});

test('a frame of 64 KiB passes, in one piece and in many', () => {
  const frame = Buffer.alloc(MAX_PDU_BYTES, 0x5a);
  frame.writeUInt32BE(MAX_PDU_BYTES);
  assert.deepEqual(split(new FrameSplitter(), [frame]), [frame]);
  const pieces = Array.from({ length: 128 }, (_, index) => frame.subarray(index * 512, index * 512 + 512));
  assert.deepEqual(split(new FrameSplitter(), [Buffer.of(), ...pieces]), [frame]);
});

test('random bytes never throw and never make it hold more than one frame', () => {
  const dice = seeded(1234);
  for (let round = 0; round < 300; round += 1) {
    const splitter = new FrameSplitter();
    for (let chunk = 0; chunk < 30; chunk += 1) {
      const bytes = randomBytes(dice, 200);
      // Small lengths now and then, so that the stream goes on for a while.
      if (dice() < 0.7 && bytes.length >= 4) bytes.writeUInt32BE(16 + Math.floor(dice() * 300));
      splitter.push(bytes, (frame) => assert.ok(frame.length >= 16 && frame.length <= MAX_PDU_BYTES));
      assert.ok(splitter.pendingBytes <= MAX_PDU_BYTES);
    }
  }
});
