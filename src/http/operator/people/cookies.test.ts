import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieHeader, cookieIn, prefixIn, SESSION_COOKIE, sessionIn, sessionValue } from './cookies.ts';

const SESSION = { id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789', secret: 'a'.repeat(43) };

test('a cookie is found among others, and nothing else is a session', () => {
  const value = sessionValue(SESSION);
  for (const header of [`${SESSION_COOKIE}=${value}`, `a=b;${SESSION_COOKIE}= ${value} ; c=d`]) {
    assert.deepEqual(sessionIn(header), SESSION);
  }
  for (const header of [
    undefined,
    '',
    value,
    `x${SESSION_COOKIE}=${value}`,
    `${SESSION_COOKIE}="${value}"`,
    `${SESSION_COOKIE}=${value}a`,
    `${SESSION_COOKIE}=; ${SESSION_COOKIE}=${value}`,
    `a=${'b'.repeat(9_000)}; ${SESSION_COOKIE}=${value}`,
  ]) {
    assert.equal(sessionIn(header), null, header?.slice(0, 80));
  }
  assert.equal(cookieIn('a=1; a=2', 'a'), '1');
});

test('over TLS a cookie never goes without', () => {
  const cookie = { name: 'a', value: 'b', lastsMs: 1_999, sameSite: 'Strict', prefix: '' } as const;
  assert.equal(
    cookieHeader({ ...cookie, isSecure: false }),
    'a=b; Path=/operator; HttpOnly; SameSite=Strict; Max-Age=1',
  );
  assert.match(cookieHeader({ ...cookie, isSecure: true }), /; Secure$/);
});

test('behind a proxy that takes the front of paths off, the cookie goes below it', () => {
  const cookie = { name: 'a', value: 'b', lastsMs: 1_999, sameSite: 'Strict', isSecure: false } as const;
  assert.match(cookieHeader({ ...cookie, prefix: prefixIn('/tools/gateway/') }), /; Path=\/tools\/gateway\/operator;/);
  for (const odd of [undefined, '', '/', 'gateway', '/a; Domain=b', '/a b', '//evil', `/${'a'.repeat(65)}`]) {
    assert.equal(prefixIn(odd), '', odd);
  }
});
