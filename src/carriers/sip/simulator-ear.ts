/**
 * The media of a simulated telephone: what it hears, what it says, and which keys it presses.
 *
 * 1. What was heard is laid down by RTP time, so that a packet that was lost is a silence and one that came twice is heard
 *    once. At most five minutes are kept.
 * 2. It suppresses silence: while it has nothing to say it sends one packet a second, as a sign of life.
 */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket } from 'node:dgram';
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import type { CodecName } from './call.ts';

export interface EarOptions {
  readonly host: string;
  /** Of the packets that arrive, 0 to 1. */
  readonly lossShare: number;
  /** Called at each packet of audio, with whether something is being said. */
  heard(isSpeech: boolean): void;
}

interface Stream {
  readonly codec: CodecName;
  readonly payloadType: number;
  readonly keyPayloadType: number | null;
  readonly address: string;
  readonly port: number;
}

const SAMPLES_A_SECOND = 8_000;
const LONGEST_SECONDS = 300;
const PACKET_MS = 20;
const PACKET_SAMPLES = 160;
const SIGN_OF_LIFE_MS = 1_000;
const SILENCE: Readonly<Record<CodecName, number>> = { PCMU: 0xff, PCMA: 0xd5 };
/** How far from silence a G.711 byte may be while nothing is said: the bits below the sign count towards zero. */
const QUIET_STEPS = 48;

export class Ear {
  /** Keys that were heard, in order. */
  keys = '';
  private readonly context: Context;
  private readonly options: EarOptions;
  private readonly socket: Socket;
  private readonly ssrc: number;
  private sequence: number;
  private timestamp: number;
  private stream: Stream | null = null;
  private audio = Buffer.alloc(0);
  private length = 0;
  private firstTimestamp: number | null = null;
  private lastKeyTimestamp: number | null = null;
  private waiting: Buffer[] = [];
  private timer: Timer | null = null;
  private isClosed = false;

  constructor(context: Context, options: EarOptions) {
    this.context = context;
    this.options = options;
    this.ssrc = context.randomBytes(4).readUInt32BE(0);
    this.sequence = context.randomBytes(2).readUInt16BE(0);
    this.timestamp = context.randomBytes(4).readUInt32BE(0);
    this.socket = createSocket({ type: options.host.includes(':') ? 'udp6' : 'udp4' });
    this.socket.on('message', (packet) => this.receive(packet));
    this.socket.on('error', () => {});
  }

  /** Answers the port. */
  open(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.bind({ address: this.options.host, port: 0, exclusive: true }, () =>
        resolve(this.socket.address().port),
      );
    });
  }

  /** Where to send to and in which codec; signs of life begin. */
  connect(stream: Stream): void {
    this.stream = stream;
    this.beat();
  }

  /** Says G.711 bytes of the codec agreed. */
  say(audio: Uint8Array): void {
    for (let at = 0; at < audio.length; at += PACKET_SAMPLES) {
      this.waiting.push(Buffer.from(audio.subarray(at, at + PACKET_SAMPLES)));
    }
    this.beat();
  }

  /** Presses a key for 100 ms (RFC 4733): one time for all of its packets, and its end three times. */
  press(key: string): void {
    const { stream } = this;
    const event = '0123456789*#ABCD'.indexOf(key);
    if (!stream || stream.keyPayloadType === null || event < 0) return;
    const packets = [1, 2, 3, 4, 5, 5, 5].map((step, i) =>
      Buffer.from([event, i >= 4 ? 0x8a : 0x0a, (step * PACKET_SAMPLES) >> 8, (step * PACKET_SAMPLES) & 0xff]),
    );
    const at = this.timestamp;
    for (const [i, packet] of packets.entries()) this.send(stream.keyPayloadType, packet, at, i === 0);
    this.timestamp = (at + packets.length * PACKET_SAMPLES) >>> 0;
  }

  /** What was heard, in G.711 from the first packet on. */
  recording(): Uint8Array {
    return this.audio.subarray(0, this.length);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.timer) this.context.clock.clearTimer(this.timer);
    this.socket.close();
  }

  private receive(packet: Buffer): void {
    const { stream } = this;
    const { lossShare } = this.options;
    if (!stream || packet.length < 12 || packet.readUInt8(0) >> 6 !== 2) return;
    if (lossShare > 0 && this.context.randomBytes(1).readUInt8(0) < lossShare * 256) return;
    const type = packet.readUInt8(1) & 0x7f;
    const timestamp = packet.readUInt32BE(4);
    const payload = payloadOf(packet);
    if (type === stream.keyPayloadType && payload.length >= 4) return this.hearKey(payload.readUInt8(0), timestamp);
    if (type !== stream.payloadType || payload.length === 0) return;
    this.firstTimestamp ??= timestamp;
    this.lay((timestamp - this.firstTimestamp) | 0, payload, stream.codec);
    this.options.heard(isSpeech(payload, stream.codec));
  }

  private hearKey(event: number, timestamp: number): void {
    if (timestamp === this.lastKeyTimestamp) return;
    this.lastKeyTimestamp = timestamp;
    this.keys += '0123456789*#ABCD'[event] ?? '';
  }

  /** Rule 1. */
  private lay(at: number, payload: Buffer, codec: CodecName): void {
    const end = at + payload.length;
    if (at < 0 || end > LONGEST_SECONDS * SAMPLES_A_SECOND) return;
    if (end > this.audio.length) {
      const larger = Buffer.alloc(Math.max(end, this.audio.length * 2, SAMPLES_A_SECOND), SILENCE[codec]);
      this.audio.copy(larger);
      this.audio = larger;
    }
    payload.copy(this.audio, at);
    this.length = Math.max(this.length, end);
  }

  /** Rule 2. */
  private beat(): void {
    if (this.timer) this.context.clock.clearTimer(this.timer);
    const { stream } = this;
    if (!stream || this.isClosed) return;
    const next = this.waiting.shift() ?? Buffer.alloc(PACKET_SAMPLES, SILENCE[stream.codec]);
    this.send(stream.payloadType, next, this.timestamp, false);
    const afterMs = this.waiting.length > 0 ? PACKET_MS : SIGN_OF_LIFE_MS;
    this.timestamp = (this.timestamp + (afterMs * SAMPLES_A_SECOND) / 1_000) >>> 0;
    this.timer = this.context.clock.setTimer(() => this.beat(), afterMs);
  }

  private send(type: number, payload: Buffer, timestamp: number, isFirst: boolean): void {
    const { stream } = this;
    if (!stream || this.isClosed) return;
    const head = Buffer.alloc(12);
    head.writeUInt8(0x80, 0);
    head.writeUInt8(type | (isFirst ? 0x80 : 0), 1);
    head.writeUInt16BE(this.sequence, 2);
    head.writeUInt32BE(timestamp, 4);
    head.writeUInt32BE(this.ssrc, 8);
    this.sequence = (this.sequence + 1) & 0xffff;
    this.socket.send(Buffer.concat([head, payload]), stream.port, stream.address, () => {});
  }
}

/** What is behind the header, its contributors and its extension, without padding (RFC 3550, 5.1). */
function payloadOf(packet: Buffer): Buffer {
  const first = packet.readUInt8(0);
  let start = 12 + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0 && packet.length >= start + 4) start += 4 + packet.readUInt16BE(start + 2) * 4;
  const padding = (first & 0x20) !== 0 ? packet.readUInt8(packet.length - 1) : 0;
  return packet.subarray(Math.min(start, packet.length), Math.max(start, packet.length - padding));
}

/** Whether any sample is above what a line without speech has. */
function isSpeech(payload: Buffer, codec: CodecName): boolean {
  // Both laws have the sign in the first bit; mu-law is stored inverted, A-law with every other bit inverted.
  return payload.some((byte) => (codec === 'PCMU' ? ~byte & 0x7f : (byte ^ 0x55) & 0x7f) > QUIET_STEPS);
}
