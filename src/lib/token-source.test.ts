import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { setImmediate as turnOf } from 'node:timers/promises';
import { jwtVerify } from 'jose';
import { Pool } from 'undici';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { RbmPeer, TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from '../../test/support/rbm/peer.ts';
import { createTokenSource, type JwtBearer, requestJwtBearerToken, type Token, TokenError } from './token-source.ts';

/** A source over a server that the test plays: `answers` is what it says, one a fetch. */
function setUp(answers: (Token | TokenError | Promise<Token>)[]) {
  const clock = new ManualClock();
  let fetches = 0;
  const source = createTokenSource({ clock, randomBytes: (size) => Buffer.alloc(size, 0xff) }, async () => {
    fetches += 1;
    const answer = answers.shift() ?? assert.fail('one fetch too many');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { clock, source, fetches: () => fetches };
}

const hour = (accessToken: string): Token => ({ accessToken, expiresInMs: 3_600_000 });
const fault = (): TokenError => new TokenError('answered 503', { refused: false });
const isFault = { name: 'TokenError', message: 'answered 503', refused: false };

test('a token is fetched once and used until a minute before it expires', async () => {
  const { clock, source, fetches } = setUp([hour('one'), hour('two')]);
  assert.equal(source.validForMs(), null);
  assert.equal(await source.get(), 'one');
  assert.equal(source.validForMs(), 3_600_000);
  await clock.advance(3_539_999);
  assert.equal(await source.get(), 'one');
  assert.equal(fetches(), 1);
  await clock.advance(1);
  assert.equal(await source.get(), 'two');
});

test('of a short life a tenth is kept as margin', async () => {
  const { clock, source } = setUp([{ accessToken: 'short', expiresInMs: 100_000 }, hour('two')]);
  assert.equal(await source.get(), 'short');
  await clock.advance(89_999);
  assert.equal(await source.get(), 'short');
  await clock.advance(1);
  assert.equal(await source.get(), 'two');
});

test('a token is at hand from when it was fetched until it is to be renewed, or was refused', async () => {
  const { clock, source } = setUp([hour('one'), hour('two')]);
  assert.equal(source.atHand(), null);
  await source.get();
  await clock.advance(3_539_999);
  assert.equal(source.atHand(), 'one');
  await clock.advance(1);
  assert.equal(source.atHand(), null);
  await source.get();
  assert.equal(source.atHand(), 'two');
  source.invalidate('two');
  assert.equal(source.atHand(), null);
});

test('all who ask while a fetch is under way share it', async () => {
  let arrive: (token: Token) => void = () => {};
  const { source, fetches } = setUp([
    new Promise<Token>((resolve) => {
      arrive = resolve;
    }),
  ]);
  const asked = Array.from({ length: 100 }, () => source.get());
  arrive(hour('one'));
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['one']));
  assert.equal(fetches(), 1);
});

test('a failed fetch is told to all who wait, and again at once until the back-off has passed', async () => {
  const { clock, source, fetches } = setUp([fault(), fault(), hour('one')]);
  const asked = [source.get(), source.get()];
  for (const one of asked) await assert.rejects(one, { ...isFault, retryAfterMs: 1000 });
  await clock.advance(400);
  await assert.rejects(source.get(), { ...isFault, retryAfterMs: 600 });
  assert.equal(fetches(), 1);
  await clock.advance(600);
  await assert.rejects(source.get(), { ...isFault, retryAfterMs: 2000 });
  await clock.advance(2000);
  assert.equal(await source.get(), 'one');
});

test('refused credentials wait longer than a fault', async () => {
  const { clock, source, fetches } = setUp([new TokenError('invalid_grant', { refused: true }), hour('one')]);
  await assert.rejects(source.get(), { refused: true, retryAfterMs: 30_000 });
  await clock.advance(29_999);
  await assert.rejects(source.get(), { refused: true, retryAfterMs: 1 });
  assert.equal(fetches(), 1);
  await clock.advance(1);
  assert.equal(await source.get(), 'one');
});

test('the back-off ends at a minute and begins anew after a success', async () => {
  const { clock, source } = setUp([...Array.from({ length: 8 }, fault), hour('one'), fault()]);
  let waitMs = 0;
  for (let n = 0; n < 8; n += 1) {
    const error: unknown = await source.get().catch((cause: unknown) => cause);
    waitMs = error instanceof TokenError ? error.retryAfterMs : assert.fail();
    await clock.advance(waitMs);
  }
  assert.equal(waitMs, 60_000);
  assert.equal(await source.get(), 'one');
  source.invalidate('one');
  await assert.rejects(source.get(), { retryAfterMs: 1000 });
});

test('a token that cannot be renewed is used for as long as it lasts', async () => {
  const { clock, source } = setUp([hour('one'), fault(), fault()]);
  await source.get();
  await clock.advance(3_550_000);
  assert.equal(await source.get(), 'one');
  await clock.advance(49_999);
  assert.equal(await source.get(), 'one');
  await clock.advance(1);
  await assert.rejects(source.get(), isFault);
});

test('a renewal that hangs holds nobody up for longer than a second while the token lasts', async () => {
  let arrive: (token: Token) => void = () => {};
  const slow = new Promise<Token>((resolve) => {
    arrive = resolve;
  });
  const { clock, source, fetches } = setUp([hour('one'), slow, hour('three')]);
  await source.get();
  await clock.advance(3_540_000);
  const first = source.get();
  await clock.advance(999);
  assert.equal(await Promise.race([first, 'waits']), 'waits');
  await clock.advance(1);
  assert.equal(await Promise.race([first, turnOf('waits')]), 'one');
  const later = Promise.race([source.get(), turnOf('waits')]);
  assert.equal(await later, 'one', 'who comes later does not wait at all');
  await clock.advance(59_000);
  const after = source.get();
  arrive(hour('two'));
  assert.equal(await after, 'two', 'nothing else lasts by then');
  assert.equal(fetches(), 2);
});

test('a renewal that hangs and then fails is tried again', async () => {
  let fail: (error: Error) => void = () => {};
  const slow = new Promise<Token>((_, reject) => {
    fail = reject;
  });
  const { clock, source } = setUp([hour('one'), slow, hour('three')]);
  await source.get();
  await clock.advance(3_540_000);
  const first = source.get();
  await clock.advance(1_000);
  assert.equal(await Promise.race([first, turnOf('waits')]), 'one');
  fail(fault());
  await clock.advance(1);
  assert.equal(await source.get(), 'one');
  await clock.advance(1_000);
  assert.equal(await source.get(), 'three');
});

test('a hundred refusals of one token cause one fetch', async () => {
  const { source, fetches } = setUp([hour('one'), hour('two')]);
  await source.get();
  for (let n = 0; n < 50; n += 1) source.invalidate('one');
  assert.equal(await source.get(), 'two');
  for (let n = 0; n < 50; n += 1) source.invalidate('one');
  assert.equal(await source.get(), 'two');
  assert.equal(fetches(), 2);
});

const peer = new RbmPeer();
const clock = new ManualClock();
let pool: Pool;
before(async () => {
  await peer.start();
  pool = new Pool(peer.url);
});
after(async () => {
  await pool.destroy();
  await peer.stop();
});
beforeEach(() => {
  peer.tokenRequests.length = 0;
});

function ask(change: Partial<JwtBearer> = {}): Promise<Token> {
  return requestJwtBearerToken(pool, clock, {
    tokenUrl: `${peer.url}/token`,
    issuer: 'gateway@project.example',
    scope: 'https://www.googleapis.com/auth/rcsbusinessmessaging',
    key: createPrivateKey(TEST_PRIVATE_KEY),
    keyId: 'key-1',
    assertionLifetimeS: 3600,
    newJwtId: () => 'id-1',
    withinMs: 5000,
    ...change,
  });
}

test('the request is a JWT-bearer grant with an assertion that the public key verifies', async () => {
  peer.tokenReplies.push({ status: 200, json: { access_token: 'abc', expires_in: 3599, token_type: 'Bearer' } });
  assert.deepEqual(await ask({ subject: 'tel:+34666' }), { accessToken: 'abc', expiresInMs: 3_599_000 });
  const [seen] = peer.tokenRequests;
  assert.equal(seen?.method, 'POST');
  assert.equal(seen?.headers['content-type'], 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(seen?.body);
  assert.deepEqual([...form.keys()], ['grant_type', 'assertion']);
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
  const verified = await jwtVerify(form.get('assertion') ?? '', createPublicKey(TEST_PUBLIC_KEY), {
    currentDate: new Date(clock.now()),
    algorithms: ['RS256'],
  });
  const issuedAt = clock.now() / 1000;
  assert.deepEqual(verified.protectedHeader, { alg: 'RS256', typ: 'JWT', kid: 'key-1' });
  assert.deepEqual(verified.payload, {
    iss: 'gateway@project.example',
    sub: 'tel:+34666',
    aud: `${peer.url}/token`,
    scope: 'https://www.googleapis.com/auth/rcsbusinessmessaging',
    iat: issuedAt,
    exp: issuedAt + 3600,
    jti: 'id-1',
  });
});

test('an assertion is signed with the algorithm of its key', async () => {
  for (const [algorithm, pair] of [
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ] as const) {
    peer.tokenReplies.push({ status: 200, json: { access_token: 'abc' } });
    await ask({ key: pair.privateKey });
    const assertion = new URLSearchParams(peer.tokenRequests.at(-1)?.body).get('assertion') ?? '';
    const currentDate = new Date(clock.now());
    const { protectedHeader } = await jwtVerify(assertion, pair.publicKey, { currentDate, algorithms: [algorithm] });
    assert.equal(protectedHeader.alg, algorithm);
  }
});

test('a token whose life is not stated counts for five minutes', async () => {
  peer.tokenReplies.push({ status: 200, json: { access_token: 'abc' } });
  assert.equal((await ask()).expiresInMs, 300_000);
});

for (const [name, reply, refused, message] of [
  ['invalid_grant', { status: 400, json: { error: 'invalid_grant' } }, true, /answered 400: invalid_grant$/],
  [
    'a code that names a number',
    { status: 400, json: { error: 'no_user:+4915112345678' } },
    true,
    /400: no error code$/,
  ],
  [
    'an error that is prose',
    { status: 400, json: { error: 'the user Anna is not known' } },
    true,
    /400: no error code$/,
  ],
  ['401 without a body', { status: 401 }, true, /answered 401: no error code$/],
  ['429', { status: 429 }, false, /answered 429/],
  ['503', { status: 503, text: '<html>' }, false, /answered 503/],
  ['a redirect', { status: 302, headers: { location: 'http://x' } }, false, /answered 302/],
  ['200 without a token', { status: 200, json: { token: 'x' } }, false, /without an access_token$/],
  ['200 with a token that is no header text', { status: 200, json: { access_token: 'a\r\nb' } }, false, /without an/],
  ['a cut connection', 'cut', false, /^no answer from the token server/],
] as const) {
  test(`${name} is ${refused ? 'a refusal of the credentials' : 'a fault'}`, async () => {
    peer.tokenReplies.push(reply);
    await assert.rejects(ask(), { name: 'TokenError', refused, message });
  });
}

test('a token server that says nothing is given up after its time', async () => {
  peer.tokenReplies.push('silence');
  const asked = assert.rejects(ask(), { refused: false, message: /no answer in time$/ });
  while (peer.tokenRequests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(5000);
  await asked;
});
