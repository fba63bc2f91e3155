/** What SIP peers send: messages, their fields, streams. src/carriers/sip/messages/linear.long.test.ts counts their steps. */
import assert from 'node:assert/strict';
import { q850Of } from '../../../src/carriers/sip/messages/causes.ts';
import { answerChallenge, chooseChallenge } from '../../../src/carriers/sip/messages/digest.ts';
import { SipFrames } from '../../../src/carriers/sip/messages/frames.ts';
import {
  isUri,
  parseCSeq,
  parseNameAddress,
  parseParams,
  parseSipUri,
  parseVia,
  splitOutside,
} from '../../../src/carriers/sip/messages/grammar.ts';
import { InfoKeys } from '../../../src/carriers/sip/messages/keys.ts';
import {
  readCSeq,
  readList,
  readNameAddress,
  readTarget,
  readVia,
  targetIn,
} from '../../../src/carriers/sip/messages/lenient.ts';
import { formatMessage, parseMessage } from '../../../src/carriers/sip/messages/message.ts';
import { responseTo, withSource } from '../../../src/carriers/sip/messages/messages.ts';
import { answerTimer, leastOf, timerOf } from '../../../src/carriers/sip/messages/session-timer.ts';
import { traceText } from '../../../src/carriers/sip/messages/trace.ts';
import { TORTURE } from '../../support/sip/torture.ts';
import { assertBounded, type Target } from '../target.ts';

const WORDS = [
  ...['Via:', 'From:', 'To:', 'Call-ID:', 'CSeq:', 'Contact:', 'Record-Route:', 'Content-Length:', 'i:', 'v:', 'm:'],
  ...['SIP/2.0', 'sip:', 'sips:', 'tel:', ';tag=', ';branch=z9hG4bK', ';rport', ';lr', '<', '>', '\r\n ', '\r\n\r\n'],
  ...['INVITE', 'ACK', 'BYE', 'constructor:', '__proto__:', 'toString: 1\r\n'],
];

const INVITE = [
  'INVITE sip:4915112345678@example.org;user=phone SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc;rport, SIP/2.0/TCP [2001:db8::1]',
  'Max-Forwards: 70',
  'From: "A \\"B\\" C" <sip:a@example.org>;tag=1',
  'To: <sip:4915112345678@example.org>',
  'Call-ID: x@192.0.2.1',
  'CSeq: 1 INVITE',
  'Contact: <sip:a@192.0.2.1;transport=tcp>;expires=60',
  'Record-Route: <sip:p1.example.org;lr>, <sip:p2.example.org;lr>',
  'Session-Expires: 1800;refresher=uas',
  'Content-Type: application/sdp',
  'Content-Length: 5',
  '',
  'v=0\r\n',
].join('\r\n');

const ANSWER = [
  'SIP/2.0 407 Proxy Authentication Required',
  'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc',
  'From: <sip:a@example.org>;tag=1',
  'To: <sip:b@example.org>;tag=2',
  'Call-ID: x@192.0.2.1',
  'CSeq: 1 INVITE',
  'Reason: Q.850;cause=17;text="busy"',
  'Proxy-Authenticate: Digest realm="r", nonce="n", qop="auth,auth-int", algorithm=SHA-256',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

/** What was read says the same when it is written and read again, and can be answered. */
function readMessage(input: Buffer): void {
  const message = parseMessage(input);
  assertBounded(message, input, 'message');
  traceText(input, '48213');
  if (message.kind === 'malformed') {
    if (message.request) formatMessage(responseTo(message.request, message.status));
    return;
  }
  for (const { name, value } of message.headers) assert.ok(typeof name === 'string' && typeof value === 'string');
  const written = formatMessage(message);
  const again = parseMessage(written);
  if (again.kind === 'malformed') return assert.fail(`what we write cannot be read: ${again.why}`);
  assert.equal(again.kind, message.kind);
  const withoutLength = ({ headers }: typeof message) => headers.filter(({ name }) => name !== 'content-length');
  assert.deepEqual(withoutLength(again), withoutLength(message));
  assert.deepEqual(Buffer.from(again.body), Buffer.from(message.body));
  for (const name of ['via', 'from', 'to', 'callId', 'cseq'] as const) assert.deepEqual(again[name], message[name]);
  timerOf(message);
  leastOf(message);
  if (message.kind === 'response') return;
  answerTimer(message, null);
  const answer = parseMessage(
    formatMessage(responseTo(withSource(message, { host: '192.0.2.9', port: 1 }), 200, { tag: 'x' })),
  );
  assert.equal(answer.kind, 'response', 'our own answer can be read');
}

function readFields(input: Buffer): void {
  const text = input.toString('latin1');
  const list = readList(text);
  assertBounded(list, input, 'list');
  const read = [parseSipUri(text), parseNameAddress(text), parseVia(text), parseCSeq(text), parseParams(text)];
  assertBounded(read, input, 'fields');
  assertBounded(
    [readNameAddress(text), readTarget(text), readVia(text), readCSeq(text), targetIn([text])],
    input,
    'lenient',
  );
  isUri(text);
  const uri = parseSipUri(text);
  if (uri) assert.ok(uri.host !== '' && (uri.port === null || (uri.port >= 1 && uri.port <= 65_535)));
  const cause = q850Of({ headers: [{ name: 'reason', value: text }] });
  assert.ok(cause === null || (Number.isInteger(cause) && cause >= 0));
  const parts = splitOutside(text, ',');
  if (parts) assert.equal(parts.join(','), text);
}

function readChallenge(input: Buffer): void {
  // As a header field has it: a line break ends it.
  const challenge = chooseChallenge([input.toString('latin1').replaceAll('\n', ' ')]);
  if (!challenge) return;
  const request = { method: 'INVITE', uri: 'sip:b@example.org', body: new Uint8Array(0) };
  const answer = answerChallenge(challenge, { username: 'u', password: 'p' }, request, { count: 1, cnonce: 'c' });
  assertBounded(answer, input, 'answer');
  assert.ok(!/[\r\n]/.test(answer), 'a line break in a header field');
}

/** However the bytes are cut, the same messages come out. */
function readStream(input: Buffer): void {
  const messagesOf = (size: number): string[] => {
    const messages: string[] = [];
    const frames = new SipFrames();
    const sink = { message: (bytes: Buffer) => messages.push(bytes.toString('latin1')), ping: () => {} };
    for (let at = 0; at < input.length; at += size)
      if (frames.push(input.subarray(at, at + size), sink) !== null) break;
    return messages;
  };
  const whole = messagesOf(Math.max(1, input.length));
  assert.ok(whole.join('').length <= input.length);
  // A stream that is lost may have given out more or less of its last message by then.
  for (const size of [3, 1_000]) {
    if (input.length / size > 4_000) continue;
    const pieces = messagesOf(size);
    const common = Math.max(0, Math.min(whole.length, pieces.length) - 1);
    assert.deepEqual(pieces.slice(0, common), whole.slice(0, common));
  }
}

function readInfo(input: Buffer): void {
  for (const type of ['application/dtmf-relay', 'application/dtmf', input.toString('latin1', 0, 40)]) {
    assert.match(InfoKeys.parse(type, input) ?? '1', /^[0-9A-D*#]$/);
  }
}

const FOLDER = 'src/carriers/sip/messages';
const CHALLENGE = 'Digest realm="r", nonce="n", opaque="o", qop="auth,auth-int", algorithm=MD5, stale=true';

export const SIP_TARGETS: readonly Target[] = [
  {
    name: 'sip-message',
    about: 'SIP messages; written again they say the same, and our answers can be read',
    samples: [INVITE, ANSWER, ...TORTURE.map(({ bytes }) => bytes)],
    words: WORDS,
    read: readMessage,
    files: [
      ...[`${FOLDER}/message.ts`, `${FOLDER}/messages.ts`, `${FOLDER}/essentials.ts`, `${FOLDER}/matching.ts`],
      ...[`${FOLDER}/trace.ts`, `${FOLDER}/session-timer.ts`, 'src/carriers/sip/transport/layer.ts'],
    ],
  },
  {
    name: 'sip-fields',
    about: 'URIs, addresses, Via, CSeq, parameters, lists and reasons',
    samples: [
      ...[
        'sip:a:b@example.org:5060;transport=tcp?x=y',
        '"A \\"B\\" C" <sip:a@example.org>;tag=1',
        'sips:[2001:db8::1]',
      ],
      ...[
        'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc;rport=1',
        '1 INVITE',
        ';a=b;c="d;e"',
        'Q.850;cause=17;text="x"',
      ],
      ...['<sip:p1.example.org;lr>, <sip:p2.example.org;lr>', 'tel:+4915112345678'],
    ],
    words: WORDS,
    read: readFields,
    files: [`${FOLDER}/grammar.ts`, `${FOLDER}/lenient.ts`, `${FOLDER}/causes.ts`],
  },
  {
    name: 'sip-challenge',
    about: 'digest challenges of trunks',
    samples: [CHALLENGE, 'Digest realm="r",nonce="n"', 'Basic realm="r"'],
    words: ['Digest ', 'qop=', 'algorithm=', 'SHA-512-256', 'MD5-sess', 'auth-int', 'userhash=true'],
    read: readChallenge,
    files: [`${FOLDER}/digest.ts`],
  },
  {
    name: 'sip-stream',
    about: 'a TCP stream cut into SIP messages, in pieces of any length',
    samples: [`${INVITE}\r\n\r\n${ANSWER}`, `${ANSWER}${ANSWER}`, INVITE],
    words: WORDS,
    read: readStream,
    files: [`${FOLDER}/frames.ts`],
  },
  {
    name: 'sip-info-keys',
    about: 'keys in SIP INFO',
    samples: ['Signal=5\r\nDuration=160\r\n', 'signal = *', '#', '11'],
    words: ['Signal=', 'Duration='],
    read: readInfo,
    files: [`${FOLDER}/keys.ts`],
  },
];
