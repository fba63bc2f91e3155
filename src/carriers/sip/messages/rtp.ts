/**
 * RTP packets and the keys in them, bytes to values and back (RFC 3550, 5.1; RFC 4733, 2.3). Pure.
 *
 * 1. What is no RTP packet of version 2, or is cut off, is null and never an error.
 */
import type { Buffer } from 'node:buffer';

export const RTP_HEAD_BYTES = 12;

export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** A view of the packet. */
  readonly payload: Buffer;
}

export function readRtp(packet: Buffer): RtpPacket | null {
  if (packet.length < RTP_HEAD_BYTES) return null;
  const first = packet.readUInt8(0);
  if (first >> 6 !== 2) return null;
  let start = RTP_HEAD_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < start + 4) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) !== 0 ? packet.readUInt8(packet.length - 1) : 0;
  const end = packet.length - padding;
  if (end < start) return null;
  const second = packet.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    marker: second > 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}

/** Writes the first 12 bytes of a packet of ours: no padding, no extension, one source. */
export function writeRtpHead(into: Buffer, head: Omit<RtpPacket, 'payload'>): void {
  into.writeUInt8(0x80, 0);
  into.writeUInt8(head.payloadType | (head.marker ? 0x80 : 0), 1);
  into.writeUInt16BE(head.sequence, 2);
  into.writeUInt32BE(head.timestamp, 4);
  into.writeUInt32BE(head.ssrc, 8);
}

export const KEYS = '0123456789*#ABCD';
export const KEY_EVENT_BYTES = 4;
const END = 0x80;
/** In dBm0 below zero: what telephones send. */
const VOLUME = 10;

export interface KeyEvent {
  readonly key: string;
  readonly isEnd: boolean;
  /** In samples, from the beginning of the key. */
  readonly duration: number;
}

/** Null for events that are no keys, such as a flash. */
export function readKeyEvent(payload: Buffer): KeyEvent | null {
  if (payload.length < KEY_EVENT_BYTES) return null;
  const key = KEYS[payload.readUInt8(0)];
  if (key === undefined) return null;
  return { key, isEnd: (payload.readUInt8(1) & END) !== 0, duration: payload.readUInt16BE(2) };
}

/** `at`: where in `into` it begins. */
export function writeKeyEvent(into: Buffer, at: number, { key, isEnd, duration }: KeyEvent): void {
  into.writeUInt8(KEYS.indexOf(key), at);
  into.writeUInt8((isEnd ? END : 0) | VOLUME, at + 1);
  into.writeUInt16BE(duration, at + 2);
}
