/** A gateway lets its first people in by the link that it prints, and never locks everybody out. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import type { PeopleSettings } from '../../src/lib/people-settings.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;

const SETTINGS: PeopleSettings = {
  rootToken: true,
  idleMs: 3_600_000,
  longestMs: 43_200_000,
  needsSecondFactor: false,
  origins: [],
  oidc: null,
};

/** The cookie that the link gives to a browser. */
async function follow(link: string): Promise<string> {
  const answer = await request(link);
  await answer.body.dump();
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '../../../console/']);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

async function ask(cookie: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const { operatorsUrl } = service.gateway;
  const answer = await request(`${operatorsUrl}/operator/v1${path}`, {
    method,
    headers: { cookie, origin: operatorsUrl, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: asJsonObject(await answer.body.json()) ?? {} };
}

async function letInAsDiagnosed(cookie: string): Promise<unknown> {
  const checks = (await ask(cookie, 'GET', '/diagnosis')).body.checks as JsonObject[];
  return checks.find(({ name }) => name === 'who is let in')?.state;
}

describe('who is let in', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('the first user is made by the link, and signs in on any start', async () => {
    const cookie = await follow(service.gateway.signInLink() ?? '');
    assert.equal((await ask(cookie, 'GET', '/session')).body.name, 'root');
    assert.equal(await letInAsDiagnosed(cookie), 'ok');
    await service.restart({ people: { ...SETTINGS, rootToken: false } });
    const rescue = await follow(service.gateway.signInLink() ?? '');
    assert.equal(await letInAsDiagnosed(rescue), 'fail', 'the token is off, and nobody is admin');
    assert.equal((await service.operate('GET', '/accounts')).status, 401, 'the token');
    assert.equal((await ask(cookie, 'GET', '/session')).status, 200, 'a session outlives the gateway');
    const user = { name: 'ada', role: 'admin', password: 'correct horse battery staple' };
    assert.equal((await ask(rescue, 'POST', '/users', user)).status, 201);
    assert.equal(await letInAsDiagnosed(rescue), 'ok');
    await service.restart({ people: { ...SETTINGS, rootToken: false } });
    assert.equal(service.gateway.signInLink(), null, 'somebody else lets people in now');
    for (const old of [cookie, rescue]) assert.equal((await ask(old, 'GET', '/session')).status, 401, 'of a link');
    const credentials = { user: user.name, password: user.password };
    const begun = await request(`${service.gateway.operatorsUrl}/operator/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    await begun.body.dump();
    const own = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    assert.equal((await ask(own, 'GET', '/audit/verify')).body.ok, true);
    assert.equal((await ask(own, 'PATCH', '/users/ada', { disabled: true })).status, 409);
  });
});
