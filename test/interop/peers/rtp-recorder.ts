/**
 * What comes to one port as RTP, put down as a sound: the capture beside SIPp, which itself only speaks of media.
 *
 * 1. A packet stands where its timestamp says; what did not come is silence.
 */
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';
import { readRtp } from '../../../src/carriers/sip/rtp.ts';
import { decodeG711, G711_SAMPLES_PER_SECOND } from '../../../src/lib/g711.ts';
import type { Sound } from '../../../src/lib/wav.ts';

const PCMU = 0;

export interface RtpRecorder {
  readonly port: number;
  packets(): number;
  sound(): Sound;
}

export async function recordRtp(t: Pick<TestContext, 'after'>): Promise<RtpRecorder> {
  const socket = createSocket('udp4');
  const payloads = new Map<number, Buffer>();
  socket.on('message', (packet) => {
    const rtp = readRtp(packet);
    if (rtp?.payloadType === PCMU) payloads.set(rtp.timestamp, Buffer.from(rtp.payload));
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  return {
    port: socket.address().port,
    packets: () => payloads.size,
    sound: () => soundOf(payloads),
  };
}

function soundOf(payloads: ReadonlyMap<number, Buffer>): Sound {
  const [first = 0] = payloads.keys();
  // Timestamps wrap around; nothing here is nearly as long as half of their range.
  const placed = [...payloads].map(([timestamp, payload]) => ({ at: (timestamp - first) | 0, payload }));
  const from = Math.min(0, ...placed.map(({ at }) => at));
  const to = Math.max(0, ...placed.map(({ at, payload }) => at + payload.length));
  const samples = new Int16Array(to - from);
  for (const { at, payload } of placed) samples.set(decodeG711(payload, 'PCMU'), at - from);
  return { samples, samplesPerSecond: G711_SAMPLES_PER_SECOND };
}
