/** What callers and the proxies before us put into lines and headers. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Type } from 'typebox';
import { createContext } from '../../../src/context.ts';
import type { KnownAccount } from '../../../src/engine/accounts/account-directory.ts';
import { Refusal } from '../../../src/errors.ts';
import { createAuthenticator } from '../../../src/http/authenticate.ts';
import { createClientOf } from '../../../src/http/guard/client-address.ts';
import { readIdempotencyKey } from '../../../src/http/idempotency.ts';
import { KnownPaths } from '../../../src/http/known-paths.ts';
import { checkBodyKind, isMediaType } from '../../../src/http/media-type.ts';
import { AfterId, cursorOf, idOf, instantOf, phoneNumberOf, placeOf } from '../../../src/http/operator/request.ts';
import { linesBeforeBody, parseHttpDate } from '../../../src/http/signed-request.ts';
import { createLog } from '../../../src/lib/log.ts';
import { parseTraceparent } from '../../../src/lib/traces.ts';
import { readAfterTexts } from '../../../src/operations/listing.ts';
import { readLookUpQuery } from '../../../src/operations/own-lists/look-ups.ts';
import { readQuestion } from '../../../src/operations/own-lists/messages.ts';
import { readSessionQuery } from '../../../src/operations/own-lists/sessions.ts';
import { readVerificationQuery } from '../../../src/operations/own-lists/verifications.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { assertBounded, assertStorable, orDeclared, type Target } from '../target.ts';

const NOW = Date.UTC(2026, 0, 1);
const KEY = Buffer.alloc(32, 7);
const ACCOUNT = {
  account: { id: 'customer', state: 'active', settings: {} },
  senders: [],
  keys: [{ id: 'k', text: Buffer.from(KEY.toString('base64')), bytes: KEY }],
} as unknown as KnownAccount;

const FIELDS = ['authorization', 'x-ts-date', 'x-ts-auth-method', 'x-ts-nonce', 'content-type'] as const;

interface SignedInput {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Five lines of headers, empty where a header is absent, and the body. */
function partsIn(input: Buffer): SignedInput {
  const headers: Record<string, string> = {};
  let at = 0;
  for (const name of FIELDS) {
    const end = input.indexOf(0x0a, at);
    const value = input.toString('latin1', at, end < 0 ? input.length : end);
    if (value !== '') headers[name] = value;
    at = end < 0 ? input.length : end + 1;
  }
  return { headers, body: input.subarray(at) };
}

const PATH = '/v1/omnichannel';
const requestOf = ({ headers, body }: SignedInput) => ({ method: 'POST', path: PATH, headers, body });

function signed(nonce: string, type: string, body: string): string {
  const headers: Record<string, string> = {
    'x-ts-date': new Date(NOW).toUTCString(),
    'x-ts-auth-method': 'HMAC-SHA256',
  };
  if (nonce !== '') headers['x-ts-nonce'] = nonce;
  if (type !== '') headers['content-type'] = type;
  const lines = linesBeforeBody(requestOf({ headers, body: Buffer.from(body) }));
  const text = `${lines}${body === '' ? '' : `${body}\n`}${PATH}`;
  const signature = createHmac('sha256', KEY).update(text).digest('base64');
  const values = [`TSA customer:${signature}`, headers['x-ts-date'], 'HMAC-SHA256', nonce, type];
  return [...values, body].join('\n');
}

const SIGNED = [
  signed('', 'application/json', '{"a":1}'),
  signed('nonce-1', 'application/json; charset=utf-8', '{}'),
  signed('n', '', ''),
];
const BASIC = [
  `Basic ${Buffer.from(`customer:${KEY.toString('base64')}`).toString('base64')}`,
  '',
  '',
  '',
  '',
  'x',
].join('\n');

/** What was not signed as it stands is not taken. An empty body and `{}` are one (docs/sdk.md). */
function signedPart({ headers, body }: SignedInput): string {
  const names = FIELDS.filter((name) => name !== 'authorization');
  const text = body.length === 0 ? '{}' : body.toString('latin1');
  return JSON.stringify([...names.map((name) => headers[name] ?? ''), text]);
}

const AS_SIGNED = new Set(SIGNED.map((each) => signedPart(partsIn(Buffer.from(each)))));

const signatures = {
  async open() {
    const clock = new ManualClock(NOW);
    const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
    const authenticator = createAuthenticator(context, {
      directory: { find: (id) => (id === 'customer' ? ACCOUNT : null) },
      nonces: { remember: async () => true },
      tellsUnknownIds: false,
    });
    return {
      async read(input: Buffer) {
        const parts = partsIn(input);
        try {
          await authenticator.authenticate(requestOf(parts));
        } catch (error) {
          if (error instanceof Refusal) return;
          throw error;
        }
        const isTsa = /^tsa /i.test(parts.headers.authorization ?? '');
        if (isTsa) assert.ok(AS_SIGNED.has(signedPart(parts)), 'a signature is taken for what it is not over');
      },
      close: async () => {},
    };
  },
};

function readDate(input: Buffer): void {
  const at = parseHttpDate(input.toString('latin1'));
  assert.ok(at === null || Number.isFinite(at));
}

const clientOf = createClientOf(['192.0.2.0/24', '2001:db8::/32']);

function readForwarded(input: Buffer): void {
  const text = input.toString('latin1');
  const [first = '', second] = text.split('\n', 2);
  const cases = [
    { forwarded: first },
    { 'x-forwarded-for': first, 'x-forwarded-proto': second ?? 'https' },
    { forwarded: first, 'x-forwarded-for': second ?? first },
  ];
  for (const headers of cases) {
    for (const remoteAddress of ['192.0.2.1', '::ffff:192.0.2.1', '203.0.113.5']) {
      const client = clientOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
      assert.notEqual(isIP(client.address), 0, 'an address that is none');
      assert.ok(client.scheme === 'http' || client.scheme === 'https');
      if (remoteAddress === '203.0.113.5') assert.equal(client.address, remoteAddress, 'a stranger is believed');
    }
  }
}

function readKey(input: Buffer): void {
  const key = orDeclared(Refusal, () => readIdempotencyKey(input.toString('latin1')));
  if (key !== null) assert.match(key, /^[ -~]{1,255}$/);
}

const Place = Type.Tuple([Type.Integer(), Type.String({ maxLength: 100 })]);

/** Every list reads it, and what is asked of the store can be asked. */
function readLists(input: Buffer): void {
  const query = new URLSearchParams(input.toString('utf8'));
  const readers: ReadonlyArray<() => unknown> = [
    () => readQuestion(query, 'a', ['omnichannel']).filter,
    () => readQuestion(query, 'a', ['call', 'code_text']).filter,
    () => readVerificationQuery(query, 'a'),
    () => readSessionQuery(query, { accountId: 'a', now: 0 }),
    () => readLookUpQuery(query, 'a'),
    () => readAfterTexts(query, 2),
  ];
  for (const read of readers) {
    const asked = orDeclared(Refusal, read);
    assertStorable(asked, 'question');
    const { limit = 1 } = (asked ?? {}) as { readonly limit?: number };
    assert.ok(limit >= 1 && limit <= 500);
  }
}

/** The cursor itself, and what is inside of one. */
function readCursor(input: Buffer): void {
  for (const cursor of [input.toString('utf8'), input.toString('base64url')]) {
    for (const schema of [AfterId, Place]) orDeclared(Refusal, () => placeOf(schema, cursor));
    const place = orDeclared(Refusal, () => placeOf(Place, cursor));
    if (place) assert.equal(cursorOf(placeOf(Place, cursorOf(place)) ?? []), cursorOf(place));
  }
}

function readQuery(input: Buffer): void {
  const text = input.toString('utf8');
  idOf(text);
  const at = orDeclared(Refusal, () => instantOf('since', text));
  assert.ok(at === null || Number.isSafeInteger(at));
  const digits = orDeclared(Refusal, () => phoneNumberOf('number', text));
  if (digits !== null) assert.match(digits, /^[0-9]{3,20}$/);
}

const paths = new KnownPaths();
paths.add('/v1/omnichannel', 'POST');
paths.add('/v1/omnichannel/:reference_id', ['GET', 'HEAD']);
paths.add('/operator/v1/numbers/:number', 'GET');
paths.add('/docs/*', 'GET');

function readPath(input: Buffer): void {
  const methods = paths.methodsOf(input.toString('latin1'));
  assert.ok(methods.length <= 4);
}

function readMediaType(input: Buffer): void {
  const text = input.toString('latin1');
  isMediaType(text);
  for (const headers of [{ 'content-type': text }, { 'content-encoding': text }]) {
    for (const takesForms of [true, false]) {
      orDeclared(Refusal, () => checkBodyKind({ headers, body: Buffer.from('{}'), takesForms }));
    }
  }
}

function readTrace(input: Buffer): void {
  const trace = parseTraceparent(input.toString('latin1'));
  if (!trace) return;
  const { traceId, spanId, isSampled } = trace;
  const written = `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
  assert.deepEqual(parseTraceparent(written), trace);
  assertBounded(trace, input, 'trace');
}

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export const HTTP_TARGETS: readonly Target[] = [
  {
    name: 'http-signature',
    about: 'Authorization: Basic and TSA; nothing is taken that was not signed as it stands',
    samples: [...SIGNED, BASIC],
    words: ['TSA ', 'Basic ', 'HMAC-SHA1', 'x-ts-nonce:', 'x-ts-date:', '\nx-ts-'],
    read: signatures,
    files: ['src/http/authenticate.ts'],
  },
  {
    name: 'http-date',
    about: 'Date and x-ts-date',
    samples: ['Wed, 14 Dec 2016 18:20:12 GMT', '1 Jan 2026 00:00 +0130', 'Thu, 31 Dec 1970 23:59:60 UT'],
    words: ['GMT', '+9999', '-0000', 'Feb'],
    read: readDate,
    files: ['src/http/signed-request.ts'],
    around: [(text) => text, (text) => `Wed, 14 Dec 2016 18:20:12 ${text}`, (text) => '1'.repeat(text.length)],
  },
  {
    name: 'http-forwarded',
    about: 'Forwarded (RFC 7239), X-Forwarded-For and X-Forwarded-Proto, from proxies and from strangers',
    samples: [
      ...['for=203.0.113.9;proto=https, for="[2001:db8::1]:4711"', '203.0.113.9, 192.0.2.7\nhttps', 'for=_hidden;by=x'],
      ...['2001:db8::5, 198.51.100.1:80', 'for=unknown, for=198.51.100.1', '::ffff:203.0.113.1'],
    ],
    words: ['for=', 'proto=', 'by=', 'unknown', '0x7f.1', '::ffff:', '%eth0', '1.2.3', '[', ']:'],
    read: readForwarded,
    files: ['src/http/guard/client-address.ts'],
    around: [
      (text) => text,
      (text) => `for="${text}"`,
      (text) => `for=${text};proto=x`,
      (text) => '1,'.repeat(text.length / 2),
    ],
    perCharacter: 2_000,
  },
  {
    name: 'http-idempotency-key',
    about: 'Idempotency-Key, as a word or a quoted string (RFC 8941)',
    samples: ['8e03978e-40d5-43dd-bc93-6894a57f9324', '"a \\"quoted\\" \\\\ key"', '"x"'],
    words: ['"', '\\"', '\\\\'],
    read: readKey,
    files: ['src/http/idempotency.ts'],
    around: [(text) => text, (text) => `"${text}"`, (text) => `"${'\\"'.repeat(text.length / 2)}`],
  },
  {
    name: 'http-cursor',
    about: 'cursors of pages, and what is inside of them',
    samples: [cursorOf([1, 'a']), cursorOf(['01900000-0000-7000-8000-000000000001']), '[1,"a"]', '["x"]'],
    read: readCursor,
    files: ['src/http/operator/request.ts'],
    around: [(text) => text, (text) => `[1,${JSON.stringify(text)}]`],
    perCharacter: 200,
  },
  {
    name: 'http-lists',
    about: 'what callers ask of the lists of their own',
    samples: [
      'limit=50&after=0190A3F04C6B7000A1B2C3D4E5F60789',
      'external_id=order%2017&recipient=%2B4915112345678&status=3000&channel=sms',
      'status=open&from=2026-01-31&to=2026-01-31T12:00:00Z&full=true',
    ],
    words: ['&', '=', '%00', '%ED%A0%80', '%2B', 'after=', 'status='],
    read: readLists,
    files: ['src/operations/listing.ts', 'src/operations/own-lists/messages.ts'],
    around: ['after', 'external_id', 'recipient', 'status', 'from', 'limit'].map((name) => (text) => `${name}=${text}`),
    perCharacter: 200,
  },
  {
    name: 'http-query',
    about: 'ids, times and numbers in paths and queries',
    samples: ['01900000-0000-7000-8000-000000000001', '2026-01-31T12:00:00Z', '2026-01-31', '+4915112345678'],
    read: readQuery,
    files: ['src/lib/ids.ts'],
    around: [(text) => text, (text) => `2026-01-31T12:00:00${text}`],
  },
  {
    name: 'http-path',
    about: 'paths: which methods they have',
    samples: ['/v1/omnichannel', `/v1/omnichannel/${'0'.repeat(32)}`, '/operator/v1/numbers/49151', '/docs/a/b'],
    words: ['/', '%2f', '..', 'v1'],
    read: readPath,
    files: ['src/http/known-paths.ts'],
    around: [(text) => text, (text) => `/v1/omnichannel/${text}`, (text) => '/'.repeat(text.length)],
  },
  {
    name: 'http-media-type',
    about: 'Content-Type and Content-Encoding',
    samples: ['application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', 'gzip, identity'],
    words: ['/', '+json', ';', 'multipart/form-data; boundary=x'],
    read: readMediaType,
    files: ['src/http/media-type.ts', 'src/operations/request-body.ts'],
    around: [(text) => text, (text) => `application/${text}`, (text) => `text/plain;${text}`, (text) => `a${text}/b`],
    perCharacter: 200,
  },
  {
    name: 'http-traceparent',
    about: 'traceparent (W3C Trace Context)',
    samples: [TRACE, `${TRACE.replace('00-', '01-')}-more`, TRACE.replace('-01', '-00')],
    words: ['ff-', '00-', '-'],
    read: readTrace,
    files: ['src/lib/traces.ts'],
    around: [(text) => text, (text) => `${TRACE.replace('00-', '01-')}-${text}`],
  },
];
