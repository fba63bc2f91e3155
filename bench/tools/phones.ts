/**
 * Telephones that answer at once and listen: a SIP server of a few lines over UDP, and a few sockets for all media,
 * which note when each packet comes and whether one is missing. Nothing of the gateway's own code but the clock.
 */
import { createSocket } from 'node:dgram';
import { monotonicMs } from '../lib/system.ts';
import { serve } from '../lib/tool.ts';

export type PhonesHandlers = typeof handlers;

/** Since `reset`. */
export interface PhonesResult {
  readonly placed: number;
  readonly completed: number;
  readonly underWay: number;
  readonly packets: number;
  /** Numbers that were left out or came out of order. */
  readonly missing: number;
  /** Between two packets of a call, milliseconds. */
  readonly gapsMs: Float64Array;
  /** From the answer to the first packet that is not silence. */
  readonly speechAfterMs: Float64Array;
  /** By the last eight digits of the number: monotonic milliseconds of the system. */
  readonly invitedAt: Map<string, number>;
}

interface Line {
  lastAt: number;
  lastSequence: number;
}

interface Call {
  answeredAt: number;
  port: number;
  hasSpoken: boolean;
}

const RING_MS = 200;
const MOST_GAPS = 4_000_000;
const HEAD_BYTES = 12;
const SILENCE = 0xff;

const sip = createSocket('udp4');
/** Several, since the system bounds the buffer of each. */
const media = Array.from({ length: 32 }, () => createSocket({ type: 'udp4', recvBufferSize: 8 * 1024 * 1024 }));
let lines = new Map<number, Line>();
const calls = new Map<string, Call>();
const byPort = new Map<number, Call>();
let gaps = new Float64Array(MOST_GAPS);
let gapCount = 0;
let result = { placed: 0, completed: 0, packets: 0, missing: 0 };
let speechAfter: number[] = [];
let invitedAt = new Map<string, number>();

for (const each of media) each.on('message', (packet, { port }) => received(packet, port));

function received(packet: Buffer, port: number): void {
  const at = monotonicMs();
  const sequence = packet.readUInt16BE(2);
  result.packets += 1;
  const line = lines.get(port);
  if (!line) lines.set(port, { lastAt: at, lastSequence: sequence });
  else {
    if (sequence !== ((line.lastSequence + 1) & 0xffff)) result.missing += 1;
    if (gapCount < MOST_GAPS) {
      gaps[gapCount] = at - line.lastAt;
      gapCount += 1;
    }
    line.lastAt = at;
    line.lastSequence = sequence;
  }
  const call = byPort.get(port);
  if (!call || call.hasSpoken || packet[HEAD_BYTES] === SILENCE) return;
  call.hasSpoken = true;
  speechAfter.push(at - call.answeredAt);
}

sip.on('message', (bytes, { port, address }) => {
  const text = bytes.toString('latin1');
  const method = text.slice(0, text.indexOf(' '));
  const answer = (status: string, more = '', body = '') => {
    const kept = text
      .split('\r\n')
      .filter((line) => /^(via|from|call-id|cseq):/i.test(line))
      .join('\r\n');
    const to = /^to:.*$/im.exec(text)?.[0] ?? '';
    const tagged = /;tag=/.test(to) ? to : `${to};tag=bench`;
    const head = `SIP/2.0 ${status}\r\n${kept}\r\n${tagged}\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
    sip.send(head, port, address);
  };
  const id = /^call-id: *(.*)$/im.exec(text)?.[1] ?? '';
  if (method === 'INVITE') invited(text, id, answer);
  else if (method === 'BYE') {
    answer('200 OK');
    const call = calls.get(id);
    if (!call) return;
    calls.delete(id);
    byPort.delete(call.port);
    lines.delete(call.port);
    result.completed += 1;
  } else if (method === 'OPTIONS') answer('200 OK');
});

function invited(text: string, id: string, answer: (status: string, more?: string, body?: string) => void): void {
  const at = monotonicMs();
  if (calls.has(id)) return;
  const number = /^INVITE sip:\+?(\d+)/.exec(text)?.[1] ?? '';
  invitedAt.set(number.slice(-8), at);
  result.placed += 1;
  const call = { answeredAt: 0, port: Number(/^m=audio (\d+)/m.exec(text)?.[1]), hasSpoken: false };
  calls.set(id, call);
  byPort.set(call.port, call);
  answer('180 Ringing', 'Contact: <sip:bench@127.0.0.1>\r\n');
  setTimeout(() => {
    const sdp = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
    const to = media[result.placed % media.length]?.address().port;
    const audio = [`m=audio ${to} RTP/AVP 0 101`, 'a=rtpmap:0 PCMU/8000', 'a=rtpmap:101 telephone-event/8000'];
    const contact = `Contact: <sip:bench@127.0.0.1:${sip.address().port}>\r\n`;
    call.answeredAt = monotonicMs();
    answer('200 OK', `${contact}Content-Type: application/sdp\r\n`, `${[...sdp, ...audio].join('\r\n')}\r\n`);
  }, RING_MS);
}

const handlers = {
  /** Its SIP port. */
  async listen(): Promise<number> {
    for (const each of media) await new Promise<void>((resolve) => each.bind(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => sip.bind(0, '127.0.0.1', resolve));
    return sip.address().port;
  },
  reset(): void {
    result = { placed: 0, completed: 0, packets: 0, missing: 0 };
    gaps = new Float64Array(MOST_GAPS);
    gapCount = 0;
    lines = new Map();
    speechAfter = [];
    invitedAt = new Map();
  },
  read: (): PhonesResult => ({
    ...result,
    underWay: calls.size,
    gapsMs: gaps.slice(0, gapCount),
    speechAfterMs: Float64Array.from(speechAfter),
    invitedAt,
  }),
  underWay: (): number => calls.size,
};

serve(handlers);
