import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForeignBody, sdpOf } from './sdp-body.ts';

const SDP = 'v=0\r\no=- 1 1 IN IP4 192.0.2.2\r\ns=-\r\nt=0 0\r\n';

function message(type: string | null, body: string, more: Readonly<Record<string, string>> = {}) {
  const fields = { ...(type === null ? {} : { 'content-type': type }), ...more };
  return {
    headers: Object.entries(fields).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body, 'latin1'),
  };
}

function found(...args: Parameters<typeof message>): string | null {
  const sdp = sdpOf(message(...args));
  return sdp && Buffer.from(sdp).toString('latin1');
}

function part(head: readonly string[], body: string): string {
  return [...head, '', body].join('\r\n');
}

function several(boundary: string, parts: readonly string[], end = '--'): string {
  return `${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}${end}\r\n`;
}

const ISUP = part(
  ['Content-Type: application/ISUP; version=itu-t92+', 'Content-Disposition: signal; handling=optional'],
  '\x09\x02\r\n\x07\x81\x00--mark\xff',
);
const PLAIN = part(['Content-Type: application/sdp'], SDP);

test('a description by itself is found, with parameters, without a type, in any case', () => {
  assert.equal(found('application/sdp', SDP), SDP);
  assert.equal(found('Application/SDP ; charset=utf-8', SDP), SDP);
  assert.equal(found(null, SDP), SDP);
  assert.equal(found('application/sdp', SDP, { 'content-disposition': 'session;handling=required' }), SDP);
  assert.equal(found('text/plain', SDP), null);
  assert.equal(found('application/sdp', ''), null);
});

test('a description is found beside ISUP, in either order', () => {
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [PLAIN, ISUP])), SDP);
  assert.equal(found('multipart/mixed; boundary="mark"', several('mark', [ISUP, PLAIN])), SDP);
  assert.equal(found('multipart/mixed; boundary="a b;c"', several('a b;c', [ISUP, PLAIN])), SDP);
});

test('what stands before the first and after the last delimiter is no part', () => {
  const body = `--markx\r\n\r\nno part\r\n${several('mark', [ISUP, PLAIN])}--mark\r\n${part(['Content-Type: application/sdp'], 'v=1')}`;
  assert.equal(found('multipart/mixed;boundary=mark', body), SDP);
  const after = `${several('mark', [ISUP])}--mark\r\n${PLAIN}\r\n`;
  assert.equal(found('multipart/mixed;boundary=mark', after), null);
});

test('bodies as they come: bare line feeds, blanks after the boundary, no end, folded fields', () => {
  const bare = several('mark', [ISUP, PLAIN]).replaceAll('\r\n', '\n');
  assert.equal(found('multipart/mixed;boundary=mark', bare), SDP.replaceAll('\r\n', '\n'));
  const blanks = several('mark', [ISUP, PLAIN]).replaceAll('--mark\r\n', '--mark \t\r\n');
  assert.equal(found('multipart/mixed;boundary=mark', blanks), SDP);
  assert.equal(found('multipart/mixed;boundary=mark', `--mark\r\n${PLAIN}`), SDP);
  const folded = part(['Content-Type:\r\n application/sdp', 'Content-ID: <1@x>'], SDP);
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [folded])), SDP);
});

test('parts may have parts, whose boundary begins like the outer one', () => {
  const inner = part(['Content-Type: multipart/alternative;boundary=mark2'], several('mark2', [ISUP, PLAIN]));
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [inner, ISUP])), SDP);
  const other = part(['Content-Type: application/sdp'], 'v=0\r\ns=first\r\n');
  const best = part(['Content-Type: multipart/alternative;boundary=mark2'], several('mark2', [other, PLAIN]));
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [best])), SDP);
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [other, PLAIN])), 'v=0\r\ns=first\r\n');
});

test('a description of something else than the session is passed over', () => {
  const early = part(['Content-Type: application/sdp', 'Content-Disposition: early-session'], 'v=0\r\ns=early\r\n');
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [early, PLAIN])), SDP);
});

test('encodings of mail are undone', () => {
  const base64 = part(
    ['Content-Type: application/sdp', 'Content-Transfer-Encoding: base64'],
    Buffer.from(SDP).toString('base64'),
  );
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [base64])), SDP);
  const quoted = part(
    ['Content-Type: application/sdp', 'Content-Transfer-Encoding: quoted-printable'],
    SDP.replaceAll('=', '=3D').replace('IN ', 'I=\r\nN '),
  );
  assert.equal(found('multipart/mixed;boundary=mark', several('mark', [quoted])), SDP);
});

test('a body that is none of ours is refused, unless it may be passed over', () => {
  assert.equal(isForeignBody(message('text/plain', 'hello')), true);
  assert.equal(
    isForeignBody(message('application/isup', 'x', { 'content-disposition': 'signal;handling=optional' })),
    false,
  );
  assert.equal(isForeignBody(message('application/sdp', SDP)), false);
  assert.equal(isForeignBody(message(null, '')), false);
});

test('no body makes it throw or take long: many parts, deep ones, none at all', () => {
  const type = 'multipart/mixed;boundary=a';
  for (const filling of ['--a\r\n', '--a', '\r\n--a--', '-', '\r\n\r\n', '=\n', `${PLAIN}\r\n--a\r\n`]) {
    const body = filling.repeat(Math.ceil(65_536 / filling.length));
    assert.doesNotThrow(() => found(type, body));
  }
  const nested = 'Content-Type: multipart/mixed;boundary=a\r\n\r\n--a\r\n'.repeat(1_000);
  assert.equal(found(type, `--a\r\n${nested}${PLAIN}`), null);
  assert.equal(found('multipart/mixed', several('mark', [PLAIN])), null);
  assert.equal(found(`multipart/mixed;boundary=${'a'.repeat(71)}`, several('a'.repeat(71), [PLAIN])), null);
});
