/** Everything that reads what comes in at the SIP port takes steps that grow with the length, whatever stands there. */
import { test } from 'node:test';
import { AWKWARD_SIGNS, assertLinear } from '../../../../test/support/steps.ts';
import { q850Of } from './causes.ts';
import { chooseChallenge } from './digest.ts';
import { SipFrames } from './frames.ts';
import { isUri, parseCSeq, parseNameAddress, parseParams, parseSipUri, parseVia, splitOutside } from './grammar.ts';
import { InfoKeys } from './keys.ts';
import { readCSeq, readList, readNameAddress, readTarget, readVia, targetIn } from './lenient.ts';
import { formatMessage, parseMessage, type Received } from './message.ts';
import { responseTo, withSource } from './messages.ts';
import { timerOf } from './session-timer.ts';
import { traceText } from './trace.ts';

/** Each is given the awkward text by itself, and where it could do harm: before and behind what is expected. */
const PARTS: Readonly<Record<string, (text: string) => unknown>> = {
  parseSipUri: (text) => [parseSipUri(`sip:${text}@a`), parseSipUri(`sip:a@b;x${text}y`), parseSipUri(`sip:a${text}`)],
  isUri: (text) => [isUri(text), isUri(`x:${text}`)],
  parseNameAddress: (text) => [
    parseNameAddress(text),
    parseNameAddress(`${text}<sip:a@b>`),
    parseNameAddress(`<sip:a@b>;tag=x${text}y`),
    parseNameAddress(`"${text}" <sip:a@b>`),
  ],
  parseVia: (text) => [
    parseVia(`SIP/2.0/UDP a${text}b`),
    parseVia(`SIP${text}/2.0/UDP a`),
    parseVia(`SIP/2.0/UDP a:1;b=c${text}d`),
  ],
  parseCSeq: (text) => [parseCSeq(text), parseCSeq(`1${text}INVITE`)],
  parseParams: (text) => [parseParams(text), parseParams(`;a=x${text}y`), parseParams(`;a${text}=y`)],
  splitOutside: (text) => [splitOutside(text, ','), splitOutside(text, ';')],
  lenient: (text) => [
    readList(text),
    readNameAddress(text),
    readNameAddress(`"${text}<sip:a@b>`),
    readTarget(`sip:${text}`),
    readTarget(`sip:a@b;${text}`),
    targetIn([text]),
    readVia(`SIP/2.0/UDP a;${text}`),
    readCSeq(`1${text}INVITE`),
  ],
  challenge: (text) => [chooseChallenge([`Digest realm="a",${text}`]), chooseChallenge([`Digest${text}x`])],
  q850Of: (text) => q850Of({ headers: [{ name: 'reason', value: `Q.850${text};cause=17` }] }),
  keys: (text) => [InfoKeys.parse(text, Buffer.from('Signal=1')), InfoKeys.parse(InfoKeys.type, Buffer.from(text))],
  timerOf: (text) => timerOf({ headers: [{ name: 'session-expires', value: `90${text};refresher=uas` }] }),
  traceText: (text) => [traceText(Buffer.from(text), '48213'), traceText(Buffer.from(`Authorization:${text}`), '1')],
};

for (const [name, parse] of Object.entries(PARTS)) {
  test(`${name} takes steps that grow with the length of the text`, () => {
    assertLinear(name, parse, { perCharacter: 400, pairs: false });
    assertLinear(name, parse, { perCharacter: 400, length: 16 * 1_024 });
  });
}

const FIELDS = [
  ...['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Contact', 'Record-Route', 'Content-Length', 'Max-Forwards', 'Require'],
  ...['Content-Type', 'Reason', 'WWW-Authenticate', 'X-Unknown'],
];
const VALID: Readonly<Record<string, string>> = {
  Via: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1',
  From: '<sip:a@b>;tag=1',
  To: '<sip:c@d>;tag=2',
  'Call-ID': 'e',
  CSeq: '1 BYE',
};

/** A message with the text in a field, in its middle. */
function messageWith(first: string, name: string, text: string): Buffer {
  const fields = { ...VALID, [name]: `${VALID[name] ?? 'x'}${text}y` };
  return Buffer.from(
    [first, ...Object.entries(fields).map(([each, value]) => `${each}: ${value}`), '', ''].join('\r\n'),
    'latin1',
  );
}

function use(message: Received): void {
  if (message.kind === 'request') responseTo(withSource(message, { host: '192.0.2.9', port: 1 }), 200, { tag: 'x' });
  if (message.kind !== 'malformed') formatMessage(message);
}

for (const first of ['BYE sip:a@b SIP/2.0', 'SIP/2.0 200 OK']) {
  for (const name of FIELDS) {
    test(`${first.slice(0, 7)} with anything in ${name} is read in steps that grow with its length`, () => {
      const parse = (text: string) => use(parseMessage(messageWith(first, name, text)));
      // A field of more than 8 kB is not even taken: what could go wrong does so below, or in taking the message apart.
      assertLinear(name, parse, { perCharacter: 200, pairs: false });
      assertLinear(name, parse, { perCharacter: 400, length: 8_000 });
    });
  }
}

test('a message of nothing but awkward signs is read in steps that grow with its length', () => {
  const parse = (text: string) => {
    use(parseMessage(Buffer.from(text, 'latin1')));
    use(parseMessage(Buffer.from(`SIP/2.0 200 ${text}`, 'latin1')));
    use(parseMessage(Buffer.from(`BYE sip:a${text} SIP/2.0\r\n\r\n`, 'latin1')));
  };
  assertLinear('message', parse, { perCharacter: 200 });
});

test('a stream is cut in steps that grow with its length, however small its pieces are', () => {
  const sink = { message: () => {}, ping: () => {} };
  const parse = (text: string) => {
    const frames = new SipFrames();
    const bytes = Buffer.from(`INVITE sip:a SIP/2.0\r\nContent-Length: 60000\r\n\r\n${text}`, 'latin1');
    for (let at = 0; at < bytes.length; at += 7) frames.push(bytes.subarray(at, at + 7), sink);
    const heads = new SipFrames();
    for (let at = 0; at < text.length; at += 7) heads.push(Buffer.from(text.slice(at, at + 7), 'latin1'), sink);
  };
  assertLinear('frames', parse, {
    perCharacter: 200,
    length: 32_000,
    signs: AWKWARD_SIGNS.filter((each) => each !== '\0'),
  });
});
