/**
 * A trunk of bytes: a UDP socket that keeps what it is sent and says whatever a test wants, valid or not.
 */
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';
import { headerOf, parseMessage, type ReceivedRequest } from '../../../src/carriers/sip/messages/message.ts';
import { eventually } from '../cluster/eventually.ts';

export interface RawTrunk {
  readonly port: number;
  /** Settings of a trunk that leads here. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Requests as they came, each time. */
  readonly requests: ReceivedRequest[];
  /** First lines of responses. */
  readonly answers: string[];
  /** Everything, as text. */
  readonly texts: string[];
  /** The first request of a method. */
  until(method: string): Promise<ReceivedRequest>;
  /** The first message that begins so. */
  untilText(start: string): Promise<string>;
  /** Bytes to whoever sent `request`. */
  send(text: string): Promise<void>;
}

export const RAW_SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9 RTP/AVP 0',
  '',
].join('\r\n');

/** Stopped after the test. OPTIONS is not asked of it. */
export async function rawTrunk(t: Pick<TestContext, 'after'>, name: string, address = '127.0.0.1'): Promise<RawTrunk> {
  const socket = createSocket('udp4');
  const requests: ReceivedRequest[] = [];
  const answers: string[] = [];
  const texts: string[] = [];
  let peer = { address, port: 0 };
  socket.on('message', (bytes, from) => {
    peer = from;
    texts.push(bytes.toString('latin1'));
    // It made the address that is asked for itself, and does not mind what stands there.
    const message = parseMessage(
      Buffer.from(bytes.toString('latin1').replace(/^(\w+) (?!\d)\S+ SIP/, '$1 sip:x SIP'), 'latin1'),
    );
    if (message.kind === 'request') requests.push(message);
    else answers.push(bytes.toString('latin1').split('\r\n', 1)[0] ?? '');
  });
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const { port } = socket.address();
  return {
    port,
    settings: { name, host: address, port },
    requests,
    answers,
    texts,
    until: (method) => eventually(`${method} at ${name}`, () => requests.find((each) => each.method === method)),
    untilText: (start) => eventually(`${start} at ${name}`, () => texts.find((text) => text.startsWith(start))),
    send: (text) =>
      new Promise((resolve) => socket.send(Buffer.from(text, 'latin1'), peer.port, peer.address, () => resolve())),
  };
}

export interface RawAnswer {
  readonly first?: string;
  /** In place of Contact, and whatever else is to stand there. */
  readonly lines?: readonly string[];
  /** Fields as they would be, changed. */
  readonly change?: Readonly<Record<string, string | null>>;
  readonly sdp?: string;
}

export const CALLEE_TAG = 'callee-1';

/** The answer to an INVITE, word for word. */
export function rawAnswer(invite: ReceivedRequest, port: number, answer: RawAnswer = {}): string {
  const { first = 'SIP/2.0 200 OK', lines = [`Contact: <sip:callee@127.0.0.1:${port}>`], change = {} } = answer;
  const { sdp = RAW_SDP } = answer;
  const fields: Record<string, string | null> = {
    Via: headerOf(invite, 'via') ?? '',
    From: headerOf(invite, 'from') ?? '',
    To: `${headerOf(invite, 'to')};tag=${CALLEE_TAG}`,
    'Call-ID': invite.callId,
    CSeq: headerOf(invite, 'cseq') ?? '',
    'Content-Type': 'application/sdp',
    'Content-Length': String(sdp.length),
    ...change,
  };
  const written = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return [first, ...written, ...lines, '', sdp].join('\r\n');
}

/** A request of the callee in the dialog, word for word. */
export function rawRequest(invite: ReceivedRequest, method: string, own: { port: number } & RawAnswer): string {
  const { port, lines = [], change = {} } = own;
  const fields: Record<string, string | null> = {
    Via: `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKraw${method}`,
    From: `${headerOf(invite, 'to')};tag=${CALLEE_TAG}`,
    To: headerOf(invite, 'from') ?? '',
    'Call-ID': invite.callId,
    CSeq: `7 ${method}`,
    'Max-Forwards': '70',
    'Content-Length': '0',
    ...change,
  };
  const written = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const target = /<([^>]*)>/.exec(headerOf(invite, 'contact') ?? '')?.[1] ?? '';
  return [`${method} ${target} SIP/2.0`, ...written, ...lines, '', ''].join('\r\n');
}
