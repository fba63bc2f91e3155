/**
 * The media of one call: a UDP port of its own, a packet at each turn of the pacer, keys both ways.
 *
 * 1. It is symmetric: what is sent goes to where the peer's packets come from. But a code goes only to the address that
 *    the peer has named, from whatever port of it; another address counts only where the named one is private, so that
 *    nobody who guesses our port hears the code.
 * 2. Packets of other sources than the first one are dropped, unless they come from exactly where the peer said.
 * 3. The time of RTP goes on while the peer holds the call and nothing is sent.
 * 4. A peer that has sent packets and then none for `SILENT_FOR_MS` is gone.
 */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket } from 'node:dgram';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../context.ts';
import { silenceByte } from '../../lib/g711.ts';
import type { CodecName, RemoteMedia } from './call.ts';
import { KEY_EVENT_BYTES, RTP_HEAD_BYTES, readKeyEvent, readRtp, writeKeyEvent, writeRtpHead } from './rtp.ts';
import { FRAME_MS, FRAME_SAMPLES, type Frame, type Script, type ScriptEnd } from './script.ts';

export interface MediaListener {
  key(key: string): void;
  /** A key for a peer that takes none in RTP. */
  sendKey(key: string, durationMs: number): void;
  /** The first packet of speech has been sent. */
  speaks(): void;
  sent(lateMs: number): void;
  done(why: ScriptEnd | 'silent'): void;
}

/** Under which telephone-event is offered (sdp.ts). */
const OFFERED_KEYS = 101;
const AUDIO_TYPES: ReadonlySet<number> = new Set([0, 8]);
const SILENT_FOR_MS = 20_000;
const END_PACKETS = 3;
const KEY_MS = 160;

export class MediaLine {
  private readonly socket: Socket;
  private readonly listener: MediaListener;
  /** By turns: one may still be on its way while the next one is made. */
  private readonly packets = [0, 1].map(() => Buffer.alloc(RTP_HEAD_BYTES + FRAME_SAMPLES));
  private readonly ssrc: number;
  private sequence: number;
  private timestamp: number;
  private remote: RemoteMedia | null = null;
  private target: { address: string; port: number } | null = null;
  /** `address port` of the first packet. */
  private source: string | null = null;
  private script: Script | null = null;
  private isFirstPacket = true;
  private hasSpoken = false;
  private silentFrames = 0;
  private keyTimestamp = 0;
  private lastKeyHeard: number | null = null;
  private isClosed = false;

  constructor({ randomBytes }: Pick<Context, 'randomBytes'>, host: string, listener: MediaListener) {
    this.listener = listener;
    this.ssrc = randomBytes(4).readUInt32BE(0);
    this.sequence = randomBytes(2).readUInt16BE(0);
    this.timestamp = randomBytes(4).readUInt32BE(0);
    this.socket = createSocket({
      type: host.includes(':') ? 'udp6' : 'udp4',
      // Addresses of media are addresses: nothing has to be looked up, and nothing waits for it.
      lookup: (address, _, found) => found(null, address, address.includes(':') ? 6 : 4),
    });
    this.socket.on('message', (packet, from) => this.receive(packet, from.address, from.port));
    this.socket.on('error', () => {});
  }

  /** Takes this port, 0 a free one; resolves with it. */
  open(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.bind({ address: host, port, exclusive: true }, () => {
        this.socket.off('error', reject);
        resolve(this.socket.address().port);
      });
    });
  }

  get codec(): CodecName | null {
    return this.remote?.codec ?? null;
  }

  /** Where to send to, and how; again when the peer wants it otherwise. */
  connect(remote: RemoteMedia): void {
    const isElsewhere = remote.address !== this.remote?.address || remote.port !== this.remote.port;
    this.remote = remote;
    if (!isElsewhere) return;
    this.target = { address: remote.address, port: remote.port };
    this.source = null;
  }

  begin(script: Script): void {
    this.script = script;
  }

  turn(lateMs: number): void {
    const { remote, target, script } = this;
    if (!remote || !target || !script || this.isClosed) return;
    this.timestamp = (this.timestamp + FRAME_SAMPLES) >>> 0;
    if (remote.direction === 'recvonly' || remote.direction === 'inactive') {
      this.silentFrames = 0;
      return;
    }
    this.silentFrames += 1;
    if (this.source !== null && this.silentFrames * FRAME_MS > SILENT_FOR_MS) return this.listener.done('silent');
    const frame = script.next();
    if (frame.kind === 'done') return this.listener.done(frame.why);
    this.send(frame, remote);
    this.listener.sent(lateMs);
    if (frame.kind === 'audio' && !this.hasSpoken) {
      this.hasSpoken = true;
      this.listener.speaks();
    }
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.close();
  }

  private send(frame: Exclude<Frame, { kind: 'done' }>, remote: RemoteMedia): void {
    if (frame.kind === 'key' && remote.keyPayloadType !== null) {
      this.sendKey(frame, remote.keyPayloadType);
      return;
    }
    if (frame.kind === 'key' && frame.step === 1) this.listener.sendKey(frame.key, KEY_MS);
    const packet = this.packets[this.sequence & 1] ?? Buffer.alloc(RTP_HEAD_BYTES + FRAME_SAMPLES);
    packet.fill(silenceByte(remote.codec), RTP_HEAD_BYTES);
    if (frame.kind === 'audio') packet.set(frame.audio.subarray(frame.at, frame.at + FRAME_SAMPLES), RTP_HEAD_BYTES);
    this.write(packet, remote.payloadType, this.timestamp, this.isFirstPacket);
    this.isFirstPacket = false;
  }

  /** All packets of a key have the time of its first one; its end is said three times. */
  private sendKey({ key, step, isEnd }: Extract<Frame, { kind: 'key' }>, payloadType: number): void {
    if (step === 1) this.keyTimestamp = this.timestamp;
    const event = Buffer.alloc(RTP_HEAD_BYTES + KEY_EVENT_BYTES);
    writeKeyEvent(event, RTP_HEAD_BYTES, { key, isEnd, duration: step * FRAME_SAMPLES });
    for (let time = 0; time < (isEnd ? END_PACKETS : 1); time += 1) {
      this.write(Buffer.from(event), payloadType, this.keyTimestamp, step === 1);
    }
  }

  private write(packet: Buffer, payloadType: number, timestamp: number, marker: boolean): void {
    const { target } = this;
    if (!target) return;
    writeRtpHead(packet, { payloadType, marker, sequence: this.sequence, timestamp, ssrc: this.ssrc });
    this.sequence = (this.sequence + 1) & 0xffff;
    // Without a callback an error would be thrown; a packet that cannot be sent is a packet lost.
    this.socket.send(packet, target.port, target.address, lost);
  }

  private receive(bytes: Buffer, address: string, port: number): void {
    const { remote } = this;
    const packet = readRtp(bytes);
    if (!remote || !packet) return;
    const isKey = packet.payloadType === OFFERED_KEYS || packet.payloadType === remote.keyPayloadType;
    if (!isKey && !AUDIO_TYPES.has(packet.payloadType) && packet.payloadType !== remote.payloadType) return;
    const from = `${address} ${port}`;
    const isNamed = address === remote.address && port === remote.port;
    if (this.source === null || (isNamed && from !== this.source)) {
      this.source = from;
      if (address === remote.address || isPrivate(remote.address)) this.target = { address, port };
    } else if (from !== this.source) return;
    this.silentFrames = 0;
    if (isKey) this.hear(packet.timestamp, readKeyEvent(packet.payload)?.key);
  }

  /** A key comes in many packets of one time. */
  private hear(timestamp: number, key: string | undefined): void {
    if (key === undefined || timestamp === this.lastKeyHeard) return;
    this.lastKeyHeard = timestamp;
    this.listener.key(key);
  }
}

function lost(): void {}

/** Not to be reached from where we are, unless we are there, too: the peer is behind a translation of addresses. */
const PRIVATE = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified']);

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && PRIVATE.has(ipaddr.parse(address).range());
}
