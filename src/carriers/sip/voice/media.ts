/**
 * The media of one call: a UDP port of its own, a packet at each turn of the pacer, keys both ways.
 *
 * 1. It is symmetric, as far as the packets are the peer's (far-end.ts). What strangers send is not looked at.
 * 2. The time of RTP goes on while the peer holds the call and nothing is sent.
 * 3. Nothing has to come: a peer that has nothing to say may send nothing (RFC 3551, 4.1), and is there all the same.
 * 4. Nothing is said while nothing leaves: the script waits while the peer's address is looked for, and while packets
 *    cannot be sent. When that lasts for `UNSENT_FOR_MS`, or there is no address to send to, the media are over.
 */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../../context.ts';
import { silenceByte } from '../../../lib/g711.ts';
import type { RemoteMedia } from '../call.ts';
import { FarEnd } from '../calls/far-end.ts';
import { HeardKeys } from '../messages/heard-keys.ts';
import {
  KEY_EVENT_BYTES,
  RTP_HEAD_BYTES,
  readKeyEvent,
  readRtp,
  writeKeyEvent,
  writeRtpHead,
} from '../messages/rtp.ts';
import type { Names } from '../transport/resolve.ts';
import { FRAME_MS, FRAME_SAMPLES, type Frame, type Script, type ScriptEnd } from './script.ts';

export interface MediaListener {
  key(key: string): void;
  /** A key for a peer that takes none in RTP. */
  sendKey(key: string, durationMs: number): void;
  /** The first packet of speech has been sent. */
  speaks(): void;
  sent(lateMs: number): void;
  /** `no_media`: rule 4; `trouble` has the reason. */
  done(why: ScriptEnd | 'no_media'): void;
}

export interface MediaPlace {
  /** Where media are received. */
  readonly host: string;
  readonly names: Pick<Names, 'addresses'>;
}

/** Under which telephone-event is offered (sdp.ts). */
const OFFERED_KEYS = 101;
const AUDIO_TYPES: ReadonlySet<number> = new Set([0, 8]);
const UNSENT_FOR_MS = 5_000;
const END_PACKETS = 3;
const KEY_MS = 160;

const SILENCE: Frame = { kind: 'silence' };

export class MediaLine {
  /** How many packets have left. */
  packetsLeft = 0;
  private readonly socket: Socket;
  private readonly place: MediaPlace;
  private readonly listener: MediaListener;
  /** By turns: one may still be on its way while the next one is made. */
  private readonly packets = [0, 1].map(() => Buffer.alloc(RTP_HEAD_BYTES + FRAME_SAMPLES));
  private readonly ssrc: number;
  private sequence: number;
  private timestamp: number;
  private remote: RemoteMedia | null = null;
  private answeredFrom = '';
  /** Null while there is none yet. */
  private farEnd: FarEnd | null = null;
  private isSought = false;
  /** Why there is none. */
  private unreachable: string | null = null;
  /** Why the last packet has not left. */
  private failing: string | null = null;
  private unsentFrames = 0;
  private script: Script | null = null;
  private isFirstPacket = true;
  private hasSpoken = false;
  private keyTimestamp = 0;
  private readonly heardKeys = new HeardKeys();
  private isClosed = false;

  constructor({ randomBytes }: Pick<Context, 'randomBytes'>, place: MediaPlace, listener: MediaListener) {
    this.place = place;
    this.listener = listener;
    this.ssrc = randomBytes(4).readUInt32BE(0);
    this.sequence = randomBytes(2).readUInt16BE(0);
    this.timestamp = randomBytes(4).readUInt32BE(0);
    this.socket = createSocket({
      type: this.isIpv6 ? 'udp6' : 'udp4',
      // Packets go to addresses: nothing has to be looked up, and nothing waits for it.
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

  /** Rule 4: why nothing leaves; null while something does. */
  get trouble(): string | null {
    return this.unreachable ?? this.failing;
  }

  /** Where to send to, and how; again when the peer wants it otherwise. `answeredFrom`: the address of the trunk. */
  connect(remote: RemoteMedia, answeredFrom = this.answeredFrom): void {
    const isElsewhere = remote.address !== this.remote?.address || remote.port !== this.remote.port;
    this.remote = remote;
    this.answeredFrom = answeredFrom;
    if (isElsewhere) {
      this.farEnd = null;
      this.isSought = false;
      this.unreachable = null;
      this.failing = null;
      this.unsentFrames = 0;
    }
    if (!isHeld(remote) && !this.isSought) void this.seek(remote);
  }

  begin(script: Script): void {
    this.script = script;
  }

  turn(lateMs: number): void {
    const { remote, script } = this;
    if (!remote || !script || this.isClosed) return;
    this.timestamp = (this.timestamp + FRAME_SAMPLES) >>> 0;
    if (isHeld(remote)) return;
    const isStuck = this.farEnd === null || this.trouble !== null;
    if (isStuck && this.isGivenUp()) return this.listener.done('no_media');
    if (this.farEnd === null) return;
    const frame = isStuck ? SILENCE : script.next(remote.codec);
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

  /** Rule 4. */
  private isGivenUp(): boolean {
    if (this.unreachable !== null) return true;
    this.unsentFrames += 1;
    if (this.unsentFrames * FRAME_MS <= UNSENT_FOR_MS) return false;
    if (this.farEnd === null) this.unreachable = 'the address of its audio was not found in time';
    return true;
  }

  /** The address that the description names: itself, or those of a host name (RFC 8866, 5.7). Never rejects. */
  private async seek({ address, port }: RemoteMedia): Promise<void> {
    this.isSought = true;
    const isWanted = () => !this.isClosed && this.remote?.address === address && this.remote.port === port;
    const found = isIP(address) !== 0 ? [address] : await this.place.names.addresses(address).catch(() => []);
    if (!isWanted()) return;
    const addresses = found.map((each) => this.reach(each)).filter((each) => each !== null);
    if (addresses.length > 0) {
      this.farEnd = new FarEnd({ addresses, port, answeredFrom: this.answeredFrom });
    } else if (found.length === 0) this.unreachable = 'the host name of its audio has no address';
    else
      this.unreachable = `its audio is at an address of ${this.isIpv6 ? 'IPv4 and ours of IPv6' : 'IPv6 and ours of IPv4'}`;
  }

  /** An address as our socket sends to it; null where it cannot. */
  private reach(address: string): string | null {
    if (!ipaddr.isValid(address)) return null;
    const parsed = ipaddr.process(address);
    if (parsed.kind() === 'ipv6') return this.isIpv6 ? parsed.toString() : null;
    if (!this.isIpv6) return parsed.toString();
    // A socket of IPv6 that is open to all takes IPv4, too.
    return this.place.host === '::' ? `::ffff:${parsed.toString()}` : null;
  }

  private get isIpv6(): boolean {
    return this.place.host.includes(':');
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
    if (!this.farEnd) return;
    const { address, port } = this.farEnd.target;
    writeRtpHead(packet, { payloadType, marker, sequence: this.sequence, timestamp, ssrc: this.ssrc });
    this.sequence = (this.sequence + 1) & 0xffff;
    this.socket.send(packet, port, address, this.wasSent);
  }

  /** One for all packets: there are many. */
  private readonly wasSent = (error: NodeJS.ErrnoException | null): void => {
    if (this.isClosed) return;
    if (error) {
      this.failing = `its packets cannot be sent (${error.code ?? error.name})`;
      return;
    }
    this.packetsLeft += 1;
    this.failing = null;
    this.unsentFrames = 0;
  };

  private receive(bytes: Buffer, address: string, port: number): void {
    const { remote, farEnd } = this;
    const packet = readRtp(bytes);
    if (!remote || !farEnd || !packet) return;
    const isKey = packet.payloadType === OFFERED_KEYS || packet.payloadType === remote.keyPayloadType;
    if (!isKey && !AUDIO_TYPES.has(packet.payloadType) && packet.payloadType !== remote.payloadType) return;
    if (!farEnd.takes(address, port)) return;
    const event = isKey ? readKeyEvent(packet.payload) : null;
    if (!event) return;
    for (let keys = this.heardKeys.hear(packet, event); keys > 0; keys -= 1) this.listener.key(event.key);
  }
}

/** Nothing is sent. */
function isHeld({ direction }: RemoteMedia): boolean {
  return direction === 'recvonly' || direction === 'inactive';
}
