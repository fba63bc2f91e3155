/**
 * The media of a simulated telephone: what it hears, what it says, and which keys it presses.
 *
 * 1. What was heard is laid down by RTP time, so that a packet that was lost is a silence and one that came twice is heard
 *    once. At most five minutes are kept.
 * 2. It suppresses silence, as any telephone may (RFC 3551, 4.1): after a second of sound nothing comes but what it says.
 * 3. Each packet is heard in the law of its own payload type, and kept in the law that was agreed first.
 */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket } from 'node:dgram';
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import { decodeG711, encodeG711 } from '../../../lib/g711.ts';
import type { CodecName } from '../call.ts';
import { HeardKeys } from '../messages/heard-keys.ts';
import { readKeyEvent, readRtp } from '../messages/rtp.ts';

export interface SimulatedPhoneOptions {
  readonly host: string;
  /** Of the packets that arrive, 0 to 1. */
  readonly lossShare: number;
  /** Called at each packet of audio, with whether something is being said. */
  heard(isSpeech: boolean): void;
  /** `keys` has another one. */
  heardKey(): void;
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
const SOUND_AT_FIRST_MS = 1_000;
/** RFC 3551, 6. */
const STATIC_TYPES: Readonly<Record<number, CodecName>> = { 0: 'PCMU', 8: 'PCMA' };
const SILENCE: Readonly<Record<CodecName, number>> = { PCMU: 0xff, PCMA: 0xd5 };
/** How far from silence a G.711 byte may be while nothing is said: the bits below the sign count towards zero. */
const QUIET_STEPS = 48;

export class SimulatedPhone {
  /** Keys that were heard, in order. */
  keys = '';
  private readonly context: Context;
  private readonly options: SimulatedPhoneOptions;
  private readonly socket: Socket;
  private readonly ssrc: number;
  private sequence: number;
  private timestamp: number;
  private stream: Stream | null = null;
  private audio = Buffer.alloc(0);
  private length = 0;
  private firstTimestamp: number | null = null;
  private readonly heardKeys = new HeardKeys();
  private waiting: Buffer[] = [];
  private timer: Timer | null = null;
  /** Monotonic; null while it sends. */
  private restsSince: number | null = null;
  private isClosed = false;

  constructor(context: Context, options: SimulatedPhoneOptions) {
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

  /** Where to send to and in which codec. */
  connect(stream: Stream): void {
    this.stream = stream;
    this.say(Buffer.alloc((SOUND_AT_FIRST_MS * SAMPLES_A_SECOND) / 1_000, SILENCE[stream.codec]));
  }

  /** Says G.711 bytes of the codec agreed. */
  say(audio: Uint8Array): void {
    for (let at = 0; at < audio.length; at += PACKET_SAMPLES) {
      this.waiting.push(Buffer.from(audio.subarray(at, at + PACKET_SAMPLES)));
    }
    this.wake();
    if (this.timer === null) this.beat();
  }

  /** Presses a key for 100 ms (RFC 4733): one time for all of its packets, and its end three times. */
  press(key: string): void {
    const { stream } = this;
    const event = '0123456789*#ABCD'.indexOf(key);
    if (!stream || stream.keyPayloadType === null || event < 0) return;
    const packets = [1, 2, 3, 4, 5, 5, 5].map((step, i) =>
      Buffer.from([event, i >= 4 ? 0x8a : 0x0a, (step * PACKET_SAMPLES) >> 8, (step * PACKET_SAMPLES) & 0xff]),
    );
    this.wake();
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
    const read = readRtp(packet);
    if (!stream || !read) return;
    if (lossShare > 0 && this.context.randomBytes(1).readUInt8(0) < lossShare * 256) return;
    const { payloadType, timestamp, payload } = read;
    if (payloadType === stream.keyPayloadType) {
      const event = readKeyEvent(payload);
      const times = event ? this.heardKeys.hear(read, event) : 0;
      if (!event || times === 0) return;
      this.keys += event.key.repeat(times);
      return this.options.heardKey();
    }
    const law = payloadType === stream.payloadType ? stream.codec : STATIC_TYPES[payloadType];
    if (law === undefined || payload.length === 0) return;
    this.firstTimestamp ??= timestamp;
    const { codec } = stream;
    const own = law === codec ? payload : Buffer.from(encodeG711(decodeG711(payload, law), codec));
    this.lay((timestamp - this.firstTimestamp) | 0, own, codec);
    this.options.heard(isSpeech(own, codec));
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
    const { stream, context } = this;
    this.timer = null;
    if (!stream || this.isClosed) return;
    const next = this.waiting.shift();
    if (!next) {
      this.restsSince = context.clock.monotonic();
      return;
    }
    this.send(stream.payloadType, next, this.timestamp, false);
    this.timestamp = (this.timestamp + PACKET_SAMPLES) >>> 0;
    this.timer = context.clock.setTimer(() => this.beat(), PACKET_MS);
  }

  /** The time of RTP has gone on while nothing was sent. */
  private wake(): void {
    if (this.restsSince === null) return;
    const restedMs = this.context.clock.monotonic() - this.restsSince;
    this.timestamp = (this.timestamp + Math.round((restedMs * SAMPLES_A_SECOND) / 1_000)) >>> 0;
    this.restsSince = this.waiting.length > 0 ? null : this.context.clock.monotonic();
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

/** Whether any sample is above what a line without speech has. */
function isSpeech(payload: Buffer, codec: CodecName): boolean {
  // Both laws have the sign in the first bit; mu-law is stored inverted, A-law with every other bit inverted.
  return payload.some((byte) => (codec === 'PCMU' ? ~byte & 0x7f : (byte ^ 0x55) & 0x7f) > QUIET_STEPS);
}
