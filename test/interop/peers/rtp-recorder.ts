/**
 * What comes to one port as RTP, put down as a sound: the capture beside SIPp, which itself only speaks of media.
 *
 * 1. A packet stands where its timestamp says; what did not come is silence.
 * 2. What many calls send while this process is busy waits in the buffer of the socket, which is as large as it may be.
 */
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';
import { readRtp } from '../../../src/carriers/sip/messages/rtp.ts';
import { decodeG711, G711_SAMPLES_PER_SECOND, silenceByte } from '../../../src/lib/g711.ts';
import type { Sound } from '../../../src/lib/wav.ts';

const PCMU = 0;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

export interface RtpRecorder {
  readonly port: number;
  packets(): number;
  /** Of the one call that there was. */
  sound(): Sound;
  /** What was sent in each call, as G.711. */
  streams(): Buffer[];
}

export async function recordRtp(t: Pick<TestContext, 'after'>): Promise<RtpRecorder> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES });
  /** By source and timestamp. */
  const streams = new Map<number, Map<number, Buffer>>();
  socket.on('message', (packet) => {
    const rtp = readRtp(packet);
    if (rtp?.payloadType !== PCMU) return;
    const stream = streams.get(rtp.ssrc) ?? new Map<number, Buffer>();
    streams.set(rtp.ssrc, stream.set(rtp.timestamp, Buffer.from(rtp.payload)));
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  return {
    port: socket.address().port,
    packets: () => [...streams.values()].reduce((sum, stream) => sum + stream.size, 0),
    sound: () => {
      const [only = new Map()] = streams.values();
      return { samples: decodeG711(inOrder(only), 'PCMU'), samplesPerSecond: G711_SAMPLES_PER_SECOND };
    },
    streams: () => [...streams.values()].map(inOrder),
  };
}

function inOrder(payloads: ReadonlyMap<number, Buffer>): Buffer {
  const [first = 0] = payloads.keys();
  // Timestamps wrap around; nothing here is nearly as long as half of their range.
  const placed = [...payloads].map(([timestamp, payload]) => ({ at: (timestamp - first) | 0, payload }));
  const from = Math.min(0, ...placed.map(({ at }) => at));
  const to = Math.max(0, ...placed.map(({ at, payload }) => at + payload.length));
  const bytes = Buffer.alloc(to - from, silenceByte('PCMU'));
  for (const { at, payload } of placed) payload.copy(bytes, at - from);
  return bytes;
}
