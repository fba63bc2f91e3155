import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceivedResponse } from '../messages/message.ts';
import { parseSipSettings } from '../settings.ts';
import { Authorization } from './authorization.ts';

const DIGEST = { method: 'INVITE', uri: 'sip:x', body: new Uint8Array(0) };

function authorizationOf(username = 'u'): Authorization {
  const password = username === '' ? '' : 'p';
  const [trunk] = parseSipSettings({ trunks: [{ name: 'a', host: 'b', username, password }] }).trunks;
  assert.ok(trunk);
  return new Authorization(trunk, () => 'cnonce');
}

function challenge(status: number, nonce: string, more = '', realm = 'r'): ReceivedResponse {
  const name = status === 407 ? 'proxy-authenticate' : 'www-authenticate';
  const value = `Digest realm="${realm}", nonce="${nonce}", qop="auth"${more}`;
  return { status, headers: [{ name, value }] } as unknown as ReceivedResponse;
}

test('a challenge is answered once, and once more when the nonce was stale', () => {
  const authorization = authorizationOf();
  assert.equal(authorization.isUsed, false);
  const invite = authorization.forRequest();
  assert.equal(invite.learn(challenge(401, 'n')), true);
  assert.equal(invite.learn(challenge(401, 'n')), false);
  assert.equal(invite.learn(challenge(401, 'n', ', stale=true')), true);
  assert.equal(invite.learn(challenge(401, 'n', ', stale=true')), false);
  assert.equal(invite.learn(challenge(407, 'n')), true, 'a proxy on the way asks for itself');
  const names = authorization.fieldsFor(DIGEST).map(({ name }) => name);
  assert.deepEqual(names, ['authorization', 'proxy-authorization']);
  assert.match(authorization.fieldsFor(DIGEST)[0]?.value ?? '', /nc=00000002/);
});

test('each request answers a challenge with a nonce that it has not had, whether or not the old one is called stale', () => {
  const authorization = authorizationOf();
  assert.equal(authorization.forRequest().learn(challenge(407, 'first')), true);
  for (const nonce of ['second', 'third']) {
    const request = authorization.forRequest();
    assert.equal(request.learn(challenge(407, nonce)), true);
    assert.match(request.fieldsFor(DIGEST)[0]?.value ?? '', new RegExp(`nonce="${nonce}".*nc=00000001`));
    assert.equal(request.learn(challenge(407, 'another')), false, 'a second one says that we are not accepted');
  }
  assert.equal(authorization.forRequest().learn(challenge(407, 'third')), false, 'that nonce it had already');
  assert.equal(authorization.forRequest().learn(challenge(407, 'third', ', stale=true')), true);
});

test('what is no challenge, or cannot be answered, is none; nobody asks for ever', () => {
  assert.equal(authorizationOf('').forRequest().learn(challenge(401, 'n')), false);
  const request = authorizationOf().forRequest();
  assert.equal(request.learn({ status: 403, headers: [] } as unknown as ReceivedResponse), false);
  assert.equal(request.learn({ status: 401, headers: [] } as unknown as ReceivedResponse), false);
  const answers = Array.from({ length: 10 }, (_, i) => request.learn(challenge(407, 'n', '', `realm ${i}`)));
  assert.equal(answers.filter(Boolean).length, 4);
});
