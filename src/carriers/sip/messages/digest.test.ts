import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerChallenge, chooseChallenge, isRightAnswer } from './digest.ts';

const NO_BODY = new Uint8Array(0);
/** The example of RFC 7616, 3.9.1, which has one answer for each algorithm. */
const PUBLISHED = {
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  credentials: { username: 'Mufasa', password: 'Circle of Life' },
  request: { method: 'GET', uri: '/dir/index.html', body: NO_BODY },
};

function challengeWith(algorithm: string, more = ''): string {
  const { realm, nonce, opaque } = PUBLISHED;
  return `Digest realm="${realm}", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}"${more}`;
}

for (const [algorithm, response] of [
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const) {
  test(`the published answer to a challenge with ${algorithm} comes out`, () => {
    const challenge = chooseChallenge([challengeWith(algorithm)]);
    assert.ok(challenge);
    const value = answerChallenge(challenge, PUBLISHED.credentials, PUBLISHED.request, {
      count: 1,
      cnonce: PUBLISHED.cnonce,
    });
    assert.match(value, new RegExp(`response="${response}"`));
    assert.match(value, /qop=auth, nc=00000001/);
    assert.ok(isRightAnswer(value, challenge, PUBLISHED.credentials, PUBLISHED.request));
    assert.ok(!isRightAnswer(value, challenge, { ...PUBLISHED.credentials, password: 'x' }, PUBLISHED.request));
    assert.ok(!isRightAnswer(value, challenge, PUBLISHED.credentials, { ...PUBLISHED.request, method: 'BYE' }));
  });
}

test('the strongest of several challenges is answered, and unknown ones are passed over', () => {
  const values = [
    'Basic realm="x"',
    challengeWith('MD5'),
    challengeWith('SHA-999'),
    challengeWith('SHA-256'),
    'Digest realm="x", qop="token", nonce="y"',
  ];
  assert.equal(chooseChallenge(values)?.algorithm, 'SHA-256');
  assert.equal(chooseChallenge([...values, challengeWith('SHA-512-256')])?.algorithm, 'SHA-512-256');
  assert.equal(chooseChallenge(['Basic realm="x"', 'Digest realm="x"', '']), null);
});

test('a challenge without an algorithm or qop is answered as it was first done', () => {
  const challenge = chooseChallenge(['Digest realm="testrealm", nonce="abc", stale=TRUE']);
  assert.equal(challenge?.algorithm, 'MD5');
  assert.equal(challenge?.qop, null);
  assert.equal(challenge?.isStale, true);
  if (!challenge) return;
  const value = answerChallenge(challenge, { username: 'a"b', password: 'p' }, PUBLISHED.request, {
    count: 1,
    cnonce: 'c',
  });
  assert.doesNotMatch(value, /cnonce|nc=/);
  assert.match(value, /username="a\\"b"/);
  assert.ok(isRightAnswer(value, challenge, { username: 'a"b', password: 'p' }, PUBLISHED.request));
});

test('session variants and auth-int change the answer', () => {
  const answers = ['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess'].map((algorithm) => {
    const challenge = chooseChallenge([challengeWith(algorithm)]);
    assert.ok(challenge);
    return answerChallenge(challenge, PUBLISHED.credentials, PUBLISHED.request, { count: 2, cnonce: 'c' });
  });
  assert.equal(new Set(answers).size, 4);
  const integrity = chooseChallenge(['Digest realm="x", nonce="y", qop="auth-int"']);
  assert.ok(integrity);
  const one = answerChallenge(integrity, PUBLISHED.credentials, PUBLISHED.request, { count: 1, cnonce: 'c' });
  const body = new Uint8Array([1]);
  assert.notEqual(
    answerChallenge(integrity, PUBLISHED.credentials, { ...PUBLISHED.request, body }, { count: 1, cnonce: 'c' }),
    one,
  );
});

test('a challenge whose words would end a line of ours is not answered', () => {
  for (const sign of ['\r', '\0']) assert.equal(chooseChallenge([`Digest realm="a${sign}b", nonce="n"`]), null);
});
