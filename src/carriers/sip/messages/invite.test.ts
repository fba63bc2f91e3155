import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSipSettings, SipSettingsSchema } from '../settings.ts';
import { dialogOf, requestIn } from './dialog.ts';
import { calledNumber, inviteOf } from './invite.ts';
import { headerOf, linesOf, parseMessage, type ReceivedResponse } from './message.ts';
import { traceText } from './trace.ts';

function trunk(more: Record<string, unknown> = {}) {
  const [first] = parseSipSettings({ trunks: [{ name: 'a', host: 'trunk.example', ...more }] }).trunks;
  assert.ok(first);
  return first;
}

function invite(call: { to?: string; from?: string | null; isPrivate?: boolean }, more: Record<string, unknown> = {}) {
  return inviteOf({
    call: { to: '4915112345000', from: '498912345', ...call },
    trunk: trunk(more),
    callId: 'c',
    tag: 't',
    sequence: 1,
    contact: '<sip:trunkline@192.0.2.1:5060>',
    offer: 'v=0\r\n',
    credentials: [],
  });
}

test('numbers go out as the trunk wants them', () => {
  assert.equal(calledNumber('4915112345', trunk()), '+4915112345');
  assert.equal(calledNumber('4915112345', trunk({ number_format: { prefix: '00' } })), '004915112345');
  assert.equal(calledNumber('4915112345', trunk({ number_format: { strip: '49', prefix: '0' } })), '015112345');
  assert.equal(calledNumber('4315112345', trunk({ number_format: { strip: '49', prefix: '' } })), '4315112345');
  assert.equal(calledNumber('4915112345', trunk({ number_format: { prefix: '77#' } })), '77%234915112345');
});

test('the caller is named twice, or once, or not at all', () => {
  const open = invite({});
  assert.equal(open.uri, 'sip:+4915112345000@trunk.example;user=phone');
  assert.equal(headerOf(open, 'from'), '<sip:+498912345@trunk.example>;tag=t');
  assert.equal(headerOf(open, 'p-asserted-identity'), '<sip:+498912345@trunk.example>');
  assert.equal(headerOf(invite({}, { asserted_identity: false }), 'p-asserted-identity'), undefined);
  const hidden = invite({ isPrivate: true });
  assert.match(headerOf(hidden, 'from') ?? '', /anonymous@anonymous\.invalid/);
  assert.equal(headerOf(hidden, 'privacy'), 'id');
  assert.equal(headerOf(hidden, 'p-asserted-identity'), '<sip:+498912345@trunk.example>');
  assert.match(headerOf(invite({ from: null }), 'from') ?? '', /anonymous/);
  assert.match(headerOf(invite({ from: null }, { caller_id: '4989999' }), 'from') ?? '', /\+4989999@/);
  assert.equal(invite({}, { domain: 'calls.example' }).uri, 'sip:+4915112345000@calls.example;user=phone');
});

test('a trunk that tells its customers by From gets our own address there, and the number beside it', () => {
  const from = (more: object, call: object = {}) => headerOf(invite(call, { from: 'address', ...more }), 'from');
  const both = { username: 'auth-4711', address_user: '+4989123450' };
  assert.equal(from(both), '<sip:+4989123450@trunk.example>;tag=t');
  assert.equal(from({ ...both, domain: 'pbx.example' }), '<sip:+4989123450@pbx.example>;tag=t');
  assert.equal(from({ username: 'acme corp' }), '<sip:acme%20corp@trunk.example>;tag=t');
  assert.equal(from(both, { from: null }), '<sip:+4989123450@trunk.example>;tag=t');
  assert.match(from(both, { isPrivate: true }) ?? '', /anonymous@anonymous\.invalid/);
  const asserted = headerOf(invite({}, { ...both, from: 'address' }), 'p-asserted-identity');
  assert.equal(asserted, '<sip:+498912345@trunk.example>');
  assert.equal(headerOf(invite({}, both), 'from'), '<sip:+498912345@trunk.example>;tag=t', 'the caller, unless set');
});

test('an own address is asked for where one is needed', () => {
  assert.throws(
    () => trunk({ from: 'address' }),
    /^Error: trunks\[0\]\.from: address needs a username or an address_user$/,
  );
  assert.throws(() => trunk({ register: true }), /^Error: trunks\[0\]\.register: needs a username or an address_user$/);
  assert.equal(trunk({ register: true, address_user: 'acme' }).username, '');
});

test('routes are the answer’s, from the last to the first, and a strict one is asked itself', () => {
  const answer = (...routes: string[]) => {
    const lines = [
      'SIP/2.0 200 OK',
      'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKx',
      'From: <sip:a@b>;tag=t',
      'To: <sip:c@d>;tag=peer',
      'Call-ID: c',
      'CSeq: 1 INVITE',
      'Contact: <sip:callee@198.51.100.1:5070>',
      ...routes.map((route) => `Record-Route: ${route}`),
      '',
      '',
    ];
    return parseMessage(Buffer.from(lines.join('\r\n'))) as ReceivedResponse;
  };
  const loose = dialogOf(invite({}), answer('<sip:near@a;lr>, <sip:mid@b;lr>', '<sip:far@c;lr>'));
  assert.ok(loose);
  const bye = requestIn(loose, { method: 'BYE', sequence: 2 });
  assert.deepEqual(linesOf(bye.request, 'route'), ['<sip:far@c;lr>', '<sip:mid@b;lr>', '<sip:near@a;lr>']);
  assert.equal(bye.request.uri, 'sip:callee@198.51.100.1:5070');
  assert.equal(bye.nextHop, 'sip:far@c;lr');
  const strict = dialogOf(invite({}), answer('<sip:near@a;lr>', '<sip:strict@c>'));
  assert.ok(strict);
  const ack = requestIn(strict, { method: 'ACK', sequence: 1 });
  assert.equal(ack.request.uri, 'sip:strict@c');
  assert.deepEqual(linesOf(ack.request, 'route'), ['<sip:near@a;lr>', '<sip:callee@198.51.100.1:5070>']);
});

test('credentials, keys and the code do not stand in a trace', () => {
  const text = traceText(
    Buffer.from(
      [
        'INFO sip:+4915148213000@x SIP/2.0',
        'Proxy-Authorization: Digest username="u",',
        ' response="abc"',
        'authorization : Digest response="def"',
        'Subject: your code is 48213, again 48213',
        'Content-Type: application/dtmf-relay',
        '',
        'Signal=4',
        'Duration=100',
      ].join('\r\n'),
    ),
    '48213',
  );
  assert.doesNotMatch(text, /abc|def|Signal=4|is 48213/);
  assert.match(text, /^INFO sip:\+4915148213000@x/, 'a number is no code');
  assert.match(text, /your code is \*{5}, again \*{5}/);
  const plain = traceText(Buffer.from('INFO x SIP/2.0\r\nContent-Type: application/dtmf\r\n\r\n7'), null);
  assert.doesNotMatch(plain, /7$/);
  assert.ok(traceText(Buffer.alloc(20_000, 'a'), null).length < 9_000);
});

test('settings that are wrong are named with what is allowed', () => {
  const wrong = (more: Record<string, unknown>) => () => trunk(more);
  assert.throws(wrong({ transport: 'sctp' }), /transport/);
  assert.throws(wrong({ password: 'x' }), /username/);
  assert.throws(wrong({ tls: {} }), /only with transport tls/);
  assert.throws(wrong({ transport: 'tls', tls: { cert_file: 'x' } }), /go together/);
  assert.throws(wrong({ prefixes: ['+49'] }), /prefixes/);
  assert.throws(wrong({ unknown: 1 }), /there is no such setting/);
  assert.throws(
    () =>
      parseSipSettings({
        trunks: [
          { name: 'a', host: 'x' },
          { name: 'a', host: 'y' },
        ],
      }),
    /trunks\[1\]\.name/,
  );
  assert.throws(() => parseSipSettings({ trunks: [] }), /trunks/);
});

test('every setting stands in docs/carriers/sip.md', () => {
  const page = readFileSync(new URL('../../../../docs/carriers/sip.md', import.meta.url), 'utf8');
  for (const path of pathsOf(SipSettingsSchema)) assert.ok(page.includes(`\`${path}\``), `${path} is missing`);
});

/** `trunks.tls.ca_file` and the like. */
function pathsOf(schema: { properties?: unknown }, prefix = ''): string[] {
  const properties = (schema.properties ?? {}) as Record<
    string,
    { properties?: unknown; items?: { properties?: unknown } }
  >;
  return Object.entries(properties).flatMap(([name, each]) => [
    `${prefix}${name}`,
    ...pathsOf(each.items ?? each, `${prefix}${name}.`),
  ]);
}
