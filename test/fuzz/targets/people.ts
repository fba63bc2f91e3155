/** What browsers and files say of who signs in, and of what was written down. */
import assert from 'node:assert/strict';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../src/errors.ts';
import { cookieIn, SESSION_COOKIE, sessionIn, sessionValue } from '../../../src/http/operator/people/cookies.ts';
import { identityIn } from '../../../src/http/operator/people/provider.ts';
import { SignInBody } from '../../../src/http/operator/people/session-routes.ts';
import { bodyOf } from '../../../src/http/operator/request.ts';
import { ChainCheck, chain, entryOfLine, lineOf, NO_LINK } from '../../../src/lib/audit-chain.ts';
import { parseJsonObject } from '../../../src/lib/json.ts';
import { assertBounded, orDeclared, type Target, textsIn } from '../target.ts';

const VALUE = `${'0190a3f04c6b7000a1b2c3d4e5f60789'}.${'a'.repeat(43)}`;

function readCookie(input: Buffer): void {
  const header = input.toString('latin1');
  const value = cookieIn(header, SESSION_COOKIE);
  assertBounded(value, input, 'value');
  const session = sessionIn(header);
  if (session) assert.equal(sessionValue(session), value);
}

function readSignIn(input: Buffer): void {
  const request = { body: input, raw: { headers: {} } } as unknown as FastifyRequest;
  const body = orDeclared(Refusal, () => bodyOf(SignInBody, request));
  for (const text of textsIn(body)) assert.ok(text.length <= 200 && !/[\0\p{Surrogate}]/u.test(text));
}

const SETTINGS = {
  ...{ issuer: 'https://login.example.com', clientId: 'x', clientSecret: 'x', scopes: [], redirectUrl: null },
  ...{ roleClaim: 'groups', roles: { watchers: 'viewer', keepers: 'admin' } as const, allowedDomains: ['example.com'] },
};

/** Claims of a token whose signature is right. */
function readClaims(input: Buffer): void {
  const said = parseJsonObject(input);
  if (!said) return;
  const claims = { ...said, iss: SETTINGS.issuer, sub: 'one', aud: 'x', exp: 0, iat: 0 };
  const identity = orDeclared(Refusal, () => identityIn(claims as Parameters<typeof identityIn>[0], SETTINGS));
  if (!identity) return;
  assert.match(identity.name, /^[a-z0-9][a-z0-9._@-]{0,79}$/);
  assert.ok(identity.role === 'viewer' || identity.role === 'admin');
  assert.ok(identity.email?.endsWith('@example.com'), 'of another domain');
}

const FIRST = chain(NO_LINK, { at: 0, actor: 'root', action: 'sign in', target: { way: 'token' } });
const SECOND = chain(FIRST, { at: 1, actor: 'user:ada', action: 'POST /accounts', account: 'ACME' });
const LINES = [FIRST, SECOND].map(lineOf);

/** Two lines of an export: whatever is not what was written is said. */
function readLines(input: Buffer): void {
  const lines = input.toString('utf8').split('\n');
  const check = new ChainCheck(NO_LINK);
  for (const line of lines) {
    const entry = entryOfLine(line);
    if (entry === null) return;
    assert.equal(lineOf(entry), line);
    check.add(entry);
  }
  const { problems } = check.end(SECOND);
  if (problems.length === 0) assert.deepEqual(lines, LINES, 'a log that is another one is taken for whole');
}

export const PEOPLE_TARGETS: readonly Target[] = [
  {
    name: 'people-cookie',
    about: 'the cookie of a session',
    samples: [`${SESSION_COOKIE}=${VALUE}`, `a=b; ${SESSION_COOKIE}=${VALUE}; c`, `${SESSION_COOKIE}=`, '=;;='],
    words: [`${SESSION_COOKIE}=`, '; ', '=', '"'],
    read: readCookie,
    files: ['src/http/operator/people/cookies.ts'],
    around: [(text) => text, (text) => `${SESSION_COOKIE}=${text}`, (text) => ';'.repeat(text.length)],
  },
  {
    name: 'people-sign-in',
    about: 'POST /operator/v1/session',
    samples: ['{"user":"ada","password":"correct horse","code":"123456"}', '{"token":"abc"}'],
    words: ['"user"', '"password"', '\\u0000', '\\ud800', 'null'],
    read: readSignIn,
    files: [],
  },
  {
    name: 'people-claims',
    about: 'claims of an ID token whose signature is right',
    samples: [
      '{"email":"Ada@Example.com","email_verified":true,"groups":["watchers","keepers"]}',
      '{"email":"a@example.com","email_verified":true,"groups":"keepers"}',
      '{"preferred_username":"Ada L","groups":["constructor"]}',
    ],
    words: ['"email"', '"email_verified":true', '"groups"', '@example.com', '__proto__', 'keepers'],
    read: readClaims,
    files: [],
  },
  {
    name: 'audit-lines',
    about: 'lines of an exported audit log; no other log is taken for whole',
    samples: [LINES.join('\n'), LINES[0] ?? '', [...LINES].reverse().join('\n')],
    words: ['"hash":"', '"seq":', '"previous":"', '"}'],
    read: readLines,
    files: ['src/lib/audit-chain.ts'],
    around: [(text) => text, (text) => `${LINES[0]?.slice(0, -75)}${text}`],
  },
];
