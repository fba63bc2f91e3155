/**
 * Messages that are hard to read, one for each case of RFC 4475. The cases are the RFC's, by its short names; the
 * messages are our own.
 *
 * 1. `valid`: has to be read. `invalid`: may not be taken for a message; what can be answered is answered. `refused`: is
 *    read, and then answered with an error by an agent that knows the method's rules.
 */
import { Buffer } from 'node:buffer';

export interface TortureCase {
  readonly name: string;
  readonly expect: 'valid' | 'invalid';
  readonly bytes: Buffer;
  /** Of an invalid request: what it is answered with; absent where no answer is possible. */
  readonly status?: 400 | 505;
}

interface Lines {
  readonly first?: string;
  readonly fields?: Readonly<Record<string, string | string[] | null>>;
  readonly body?: string;
}

/** A plain request with fields replaced, left out (null) or repeated (list). */
function message({ first = 'OPTIONS sip:someone@example.org SIP/2.0', fields = {}, body = '' }: Lines): Buffer {
  const method = /^SIP/.test(first) ? 'OPTIONS' : (first.split(' ')[0] ?? '');
  const all: Record<string, string | string[] | null> = {
    Via: 'SIP/2.0/UDP 198.51.100.7:5070;branch=z9hG4bKhard;rport',
    'Max-Forwards': '70',
    From: '<sip:asker@example.org>;tag=a1',
    To: '<sip:someone@example.org>',
    'Call-ID': 'hard@198.51.100.7',
    CSeq: `4711 ${method}`,
    'Content-Length': String(Buffer.byteLength(body, 'latin1')),
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((each) => `${name}: ${each}`),
  );
  return Buffer.from([first, ...lines, '', body].join('\r\n'), 'latin1');
}

function valid(name: string, bytes: Buffer): TortureCase {
  return { name, expect: 'valid', bytes };
}

function invalid(name: string, bytes: Buffer, status?: 400 | 505): TortureCase {
  return { name, expect: 'invalid', bytes, ...(status === undefined ? {} : { status }) };
}

const FOLDED = Buffer.from(
  [
    'INVITE sip:room9@example.net;transport=udp SIP/2.0',
    'TO :',
    ' sip:room9@example.net ;  tag    = "far end"',
    'fRoM: "A \\" B \\\\ C"   <sip:b@example.net>',
    '  ;',
    '  tag = near',
    'max-FORWARDS: 0070',
    'i: folded.1@198.51.100.8',
    'cseq: 0007',
    '  INVITE',
    'V  : SIP  /   2.0',
    ' /UDP',
    '    198.51.100.8 ; branch=z9hG4bKfold',
    's :',
    'Unheard-Of: any  text : with = signs ; ,, ""',
    'm:"Quoted <name>" <sip:b@198.51.100.8 >  ;q=0.5'.replace(' >', '>'),
    'l: 0',
    '',
    '',
  ].join('\r\n'),
  'latin1',
);

const ODD_METHOD = "!odd-Method0123456789_*+`.%really'~";
const LONG = 'long'.repeat(300);
const MULTIPART = [
  '--cut',
  'Content-Type: text/plain',
  '',
  'words',
  '--cut',
  'Content-Type: application/octet-stream',
  '',
  '\x00\x01\xff\x0d\x0a\x0d\x0a\x00',
  '--cut--',
  '',
].join('\r\n');

export const TORTURE: readonly TortureCase[] = [
  valid('wsinv: white space and folded lines wherever they may be', FOLDED),
  valid(
    'intmeth: every character that may be in a method, a name and a user',
    message({
      first: `${ODD_METHOD} sip:1_u.s%20er:&=+$,;?/@example.org SIP/2.0`,
      fields: { From: `${ODD_METHOD} <sip:asker@example.org>;tag=_t~1.a`, "Extra-!%*_+`'~": 'x' },
    }),
  ),
  valid('esc01: escapes in users', message({ first: 'OPTIONS sip:sips%3Auser%40example.com@example.net SIP/2.0' })),
  valid('escnull: an escaped zero byte', message({ fields: { To: '<sip:null-%00-null@example.com>' } })),
  valid(
    'esc02: percent signs that are no escapes in a method',
    message({ first: 'OPT%49ONS sip:a@example.org SIP/2.0', fields: { From: '"%Z%45" <sip:a@example.org>;tag=f%6' } }),
  ),
  valid('lwsdisp: no space after a name', message({ fields: { From: 'caller<sip:caller@example.com>;tag=323' } })),
  valid(
    'longreq: long values everywhere',
    message({
      fields: {
        To: `"${LONG}" <sip:${LONG}@example.org>`,
        From: `<sip:a@example.org>;tag=${LONG}`,
        'Call-ID': LONG,
        Via: [
          `SIP/2.0/UDP ${LONG}.example:5060;branch=z9hG4bK${LONG}`,
          ...Array.from({ length: 34 }, (_, i) => `SIP/2.0/TCP h${i};branch=z9hG4bK${i}`),
        ],
        Contact: `<sip:${LONG}@[2001:db8::1]:5061;${LONG}=1>`,
      },
    }),
  ),
  valid(
    'dblreq: another message behind the first one in a datagram',
    Buffer.concat([message({}), message({ first: 'REGISTER sip:example.org SIP/2.0' })]),
  ),
  valid(
    'semiuri: semicolons in a user',
    message({ first: 'OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0' }),
  ),
  valid(
    'transports: names of transports that nobody has heard of',
    message({
      fields: {
        Via: [
          'SIP/2.0/UDP a:5060;branch=z9hG4bK1',
          'SIP/2.0/SCTP b;branch=z9hG4bK2',
          'SIP/2.0/UNKNOWN c;branch=z9hG4bK3, SIP/2.0/TLS d;branch=z9hG4bK4',
        ],
      },
    }),
  ),
  valid(
    'mpart01: parts with bytes that are no text',
    message({
      first: 'MESSAGE sip:a@example.org SIP/2.0',
      fields: { 'Content-Type': 'multipart/mixed;boundary=cut' },
      body: MULTIPART,
    }),
  ),
  valid('unreason: a reason phrase beyond ASCII', message({ first: 'SIP/2.0 200 = 2**3 * 5**2 \xd0\xbd\xd0\xbe' })),
  valid('noreason: no reason phrase', message({ first: 'SIP/2.0 100 ' })),
  invalid(
    'badinv01: empty entries in lists',
    message({ fields: { Via: 'SIP/2.0/UDP 192.0.2.15;;,;,,', Contact: '"J" <sip:j@example.com>;;;;' } }),
    400,
  ),
  invalid('clerr: a length beyond the end', message({ fields: { 'Content-Length': '9999' }, body: 'v=0\r\n' }), 400),
  invalid('ncl: a negative length', message({ fields: { 'Content-Length': '-999' }, body: 'v=0\r\n' }), 400),
  invalid('scalar02: numbers above their limits', message({ fields: { CSeq: '36893488147419103232 OPTIONS' } }), 400),
  invalid(
    'scalarlg: the same in a response',
    message({ first: 'SIP/2.0 503 Busy', fields: { CSeq: '9292394834772304023312 OPTIONS' } }),
  ),
  invalid('quotbal: a quote that is not closed', message({ fields: { To: '"Mr. J. User <sip:j@example.com>' } }), 400),
  invalid(
    'ltgtruri: brackets around the address asked for',
    message({ first: 'OPTIONS <sip:user@example.com> SIP/2.0' }),
    400,
  ),
  invalid('lwsruri: white space in it', message({ first: 'OPTIONS sip:user@example.com; lr SIP/2.0' }), 400),
  invalid(
    'lwsstart: more than one space between its parts',
    message({ first: 'OPTIONS  sip:user@example.com  SIP/2.0' }),
    400,
  ),
  invalid('trws: white space behind it', message({ first: 'OPTIONS sip:user@example.com SIP/2.0  ' }), 400),
  valid(
    'escruri: header fields in the address asked for',
    message({ first: 'OPTIONS sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0' }),
  ),
  valid('baddate: a time that is not in GMT', message({ fields: { Date: 'Fri, 01 Jan 2010 16:00:00 EST' } })),
  invalid(
    'regbadct: an address with header fields, without brackets',
    message({
      first: 'REGISTER sip:example.com SIP/2.0',
      fields: { Contact: 'sip:user@example.com?Route=%3Csip:sip.example.com%3E' },
    }),
    400,
  ),
  invalid(
    'badaspec: white space in an address',
    message({ fields: { To: '"Watson, Thomas" < sip:t.watson@example.org >' } }),
    400,
  ),
  invalid(
    'baddn: a name with a comma, without quotes',
    message({ fields: { From: 'Bell, Alexander <sip:a.g.bell@example.com>;tag=43' } }),
    400,
  ),
  invalid('badvers: another version', message({ first: 'OPTIONS sip:t.watson@example.org SIP/7.0' }), 505),
  invalid('mismatch01: another method in CSeq', message({ fields: { CSeq: '8 INVITE' } }), 400),
  invalid(
    'mismatch02: the same for an unknown method',
    message({ first: 'NEWMETHOD sip:user@example.com SIP/2.0', fields: { CSeq: '34 INVITE' } }),
    400,
  ),
  invalid('bigcode: a status that is none', message({ first: 'SIP/2.0 4294967301 better not break the receiver' })),
  valid(
    'badbranch: the sign of a branch and nothing behind it',
    message({ fields: { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK' } }),
  ),
  invalid(
    'insuf: no Call-ID, From or To',
    message({ first: 'INVITE sip:user@example.com SIP/2.0', fields: { 'Call-ID': null, From: null, To: null } }),
    400,
  ),
  valid(
    'unkscm: a scheme that nobody has heard of',
    message({ first: 'OPTIONS nobodyKnowsThisScheme:totallyopaque SIP/2.0' }),
  ),
  valid('novelsc: a scheme that SIP does not use', message({ first: 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0' })),
  valid(
    'unksm2: such schemes in To and From',
    message({ fields: { To: '<isbn:2983792873>', From: '<http://www.example.com>;tag=3' } }),
  ),
  valid(
    'bext01: an extension that nobody has heard of',
    message({ fields: { Require: 'nothingSupportsThis, norThis' } }),
  ),
  valid(
    'invut: a body of an unknown type',
    message({
      first: 'INVITE sip:user@example.com SIP/2.0',
      fields: { 'Content-Type': 'application/unknownformat' },
      body: '<x/>',
    }),
  ),
  valid(
    'regaut01: credentials of an unknown scheme',
    message({
      first: 'REGISTER sip:example.com SIP/2.0',
      fields: { Authorization: 'NoOneKnowsThisScheme opaque-data=here' },
    }),
  ),
  invalid(
    'multi01: fields that there is one of, several times',
    message({
      fields: {
        CSeq: ['5 OPTIONS', '59 OPTIONS'],
        'Call-ID': ['a', 'b'],
        To: ['<sip:a@b.example>', '<sip:c@d.example>'],
      },
    }),
    400,
  ),
  invalid('mcl01: two lengths', message({ fields: { 'Content-Length': ['5', '15'] }, body: 'There' }), 400),
  valid(
    'bcast: a response with a broadcast address in its second Via',
    message({
      first: 'SIP/2.0 200 OK',
      fields: { Via: ['SIP/2.0/UDP 192.0.2.198;branch=z9hG4bK1', 'SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK2'] },
    }),
  ),
  valid('zeromf: no hop left', message({ fields: { 'Max-Forwards': '0' } })),
  valid(
    'cparam: a parameter after an address in brackets',
    message({
      first: 'REGISTER sip:example.com SIP/2.0',
      fields: { Contact: '<sip:+19725552222@gw1.example.net;unknownparam>' },
    }),
  ),
  valid(
    'regescrt: an escaped Route in a contact',
    message({
      first: 'REGISTER sip:example.com SIP/2.0',
      fields: { Contact: '<sip:user@example.com?Route=%3Csip:sip.example.com%3E>' },
    }),
  ),
  valid(
    'sdp01: what the asker accepts is nothing that we send',
    message({ first: 'INVITE sip:user@example.com SIP/2.0', fields: { Accept: 'text/nobodyKnowsThis' } }),
  ),
  valid(
    'inv2543: a request of before branches',
    message({
      first: 'INVITE sip:UserB@example.com SIP/2.0',
      fields: {
        Via: 'SIP/2.0/UDP iftgw.example.com',
        From: '<sip:+13035551111@ift.client.example.net;user=phone>',
        'Max-Forwards': null,
      },
    }),
  ),
];
