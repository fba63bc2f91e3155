/**
 * Operators, figures and the details of readiness have an address of their own; callers get no further than to whether
 * the gateway is ready.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { readOpenapi } from '../../src/assembly/gateway.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { OPERATOR_TOKEN, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

describe('a gateway', () => {
  let service: TestGateway;
  before(async () => {
    service = await startGateway({ TRUNKLINE_OPERATORS_PORT: '0' }, { openapi: await readOpenapi() });
  });
  after(() => service?.stop());

  const ask = async (base: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await request(`${base}${path}`, { headers });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

  test('serves operators at their own address, and callers have no way to them', async () => {
    const { url, operatorsUrl } = service.gateway;
    assert.notEqual(url, operatorsUrl);
    assert.equal((await ask(operatorsUrl, '/operator/v1/accounts', operator)).status, 200);
    assert.match((await ask(operatorsUrl, '/metrics')).text, /^trunkline_http_request_seconds_bucket/m);
    for (const path of ['/operator/v1/accounts', '/metrics', '/%6fperator/v1/accounts', '/%6detrics']) {
      assert.equal((await ask(url, path, operator)).status, 404, path);
    }
    for (const path of [
      '/v1/omnichannel/0123456789abcdef0123456789abcdef',
      '/docs',
      '/sandbox/handsets/49151/messages',
      '/carriers/x/webhook',
    ]) {
      assert.equal((await ask(operatorsUrl, path)).status, 404, path);
    }
  });

  test('explains the codes of its refusals at either address', async () => {
    for (const base of [service.gateway.url, service.gateway.operatorsUrl]) {
      const { status, headers } = await ask(base, '/operator/v1/nothing');
      const [, page, anchor] = /^<(.*)#(.*)>; rel="help"$/.exec(String(headers.link)) ?? [];
      assert.ok(page && anchor, `${status}: ${headers.link}`);
      assert.match((await ask(base, page)).text, new RegExp(`<section id="${anchor}">`));
    }
  });

  test('knows a path by its letters alone, so that what refuses one in front of it is not gone around', async () => {
    const { url, operatorsUrl } = service.gateway;
    const own = { authorization: service.authorization };
    for (const [base, path, headers] of [
      [operatorsUrl, '/%6fperator/v1/accounts', operator],
      [operatorsUrl, '/operator/v1/%61ccounts', operator],
      [operatorsUrl, '/%6detrics', {}],
      [url, '/%73andbox/handsets/4915112345678/messages', own],
      [url, '/v1/omnich%61nnel/0123456789abcdef0123456789abcdef', own],
    ] as const) {
      assert.equal((await ask(base, path, headers)).status, 404, path);
    }
    const account = encodeURIComponent('A customer/with a name');
    const unknown = await ask(operatorsUrl, `/operator/v1/accounts/${account}`, operator);
    assert.match(unknown.text, /Account not found/, 'what a path names may be encoded');
  });

  test('tells callers whether it is ready, and operators why', async () => {
    const { url, operatorsUrl } = service.gateway;
    for (const path of ['/readyz', '/readyz/requests']) {
      assert.deepEqual(JSON.parse((await ask(url, path)).text), { ready: true });
      const detailed = asJsonObject(JSON.parse((await ask(operatorsUrl, path)).text));
      assert.deepEqual(Object.keys(asJsonObject(detailed?.carriers) ?? {}).length, 3);
    }
    for (const base of [url, operatorsUrl]) assert.equal((await ask(base, '/healthz')).status, 200);
  });

  test('makes its figures once a second, however many ask', async () => {
    const { operatorsUrl } = service.gateway;
    const first = (await ask(operatorsUrl, '/metrics')).text;
    await ask(operatorsUrl, '/healthz');
    const same = await Promise.all(Array.from({ length: 50 }, async () => (await ask(operatorsUrl, '/metrics')).text));
    assert.deepEqual([...new Set(same)], [first]);
    await service.advance(1_000);
    assert.notEqual((await ask(operatorsUrl, '/metrics')).text, first);
  });

  test('says on every answer that it is not to be kept, guessed at or framed', async () => {
    for (const [base, path] of [
      [service.gateway.url, '/v1/omnichannel/0123456789abcdef0123456789abcdef'],
      [service.gateway.url, '/sandbox/handsets/4915112345678/messages'],
      [service.gateway.url, '/nowhere'],
      [service.gateway.operatorsUrl, '/operator/v1/accounts'],
    ] as const) {
      const { headers } = await ask(base, path, { authorization: service.authorization });
      assert.equal(headers['cache-control'], 'no-store', path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
      assert.equal(headers['strict-transport-security'], undefined, 'it is not encrypted');
    }
    assert.match(String((await ask(service.url, '/docs')).headers['content-security-policy']), /frame-ancestors/);
  });

  test('makes who guesses wait, and lets others behind the same address go on', async () => {
    const { url, operatorsUrl } = service.gateway;
    const right = { authorization: service.authorization };
    assert.equal((await ask(url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', right)).status, 404);
    const wrong = (n: number) => ({ authorization: `Basic ${Buffer.from(`CUSTOMER:${n}`).toString('base64')}` });
    for (let n = 0; n < 20; n += 1)
      assert.equal((await ask(url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', wrong(n))).status, 401);
    const paused = await ask(url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', wrong(20));
    assert.deepEqual([paused.status, paused.headers['retry-after']], [429, '60']);
    assert.equal(JSON.parse(paused.text).status.code, 3204);
    assert.equal((await ask(url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', right)).status, 404);
    await service.advance(60_000);
    assert.equal((await ask(url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', wrong(21))).status, 401);
    for (let n = 0; n < 20; n += 1) await ask(operatorsUrl, '/operator/v1/accounts', { authorization: `Bearer ${n}` });
    const guess = await ask(operatorsUrl, '/operator/v1/accounts', { authorization: 'Bearer another-guess' });
    assert.equal(guess.status, 429);
    assert.equal((await ask(operatorsUrl, '/operator/v1/accounts', operator)).status, 200, 'it was right before');
  });

  test('takes credentials for right where somebody has looked at them, and nowhere else', async () => {
    const { url, operatorsUrl } = service.gateway;
    await service.advance(600_000);
    const guess = { authorization: 'Bearer a-guess-that-was-shown-before' };
    for (const path of ['/healthz', '/nowhere']) await ask(url, path, guess);
    for (const path of ['/readyz', '/operator/v1/session/ways', '/operator/v1/nothing']) {
      await ask(operatorsUrl, path, guess);
    }
    for (let n = 0; n < 20; n += 1) await ask(operatorsUrl, '/operator/v1/accounts', { authorization: `Bearer ${n}` });
    assert.equal((await ask(operatorsUrl, '/operator/v1/accounts', guess)).status, 429);
    await service.advance(60_000);
    const answers = [];
    for (let n = 0; n < 230; n += 1) answers.push((await ask(url, '/nowhere', guess)).status);
    assert.equal(answers.at(-1), 429, 'something in the header is no way around the allowance');
    await service.advance(10_000);
  });

  test('answers an address without credentials so many requests and no more, probes apart', async () => {
    await service.advance(10_000);
    const answers = [];
    for (let n = 0; n < 230; n += 1) answers.push((await ask(service.url, '/nowhere')).status);
    assert.ok(
      answers.indexOf(429) >= 190,
      `nobody is hindered who asks in earnest: ${answers.indexOf(429)} ${[...new Set(answers)]}`,
    );
    assert.equal(answers.at(-1), 429);
    assert.equal((await ask(service.url, '/healthz')).status, 200);
    assert.equal((await ask(service.url, '/readyz')).status, 200);
    const right = { authorization: service.authorization };
    assert.equal((await ask(service.url, '/v1/omnichannel/0123456789abcdef0123456789abcdef', right)).status, 404);
    await service.advance(10_000);
    assert.equal((await ask(service.url, '/nowhere')).status, 404);
  });
});
