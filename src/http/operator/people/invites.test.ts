/** Invites: a user sets a password that nobody else knows, once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Browser, PASSWORD } from '../../../../test/support/browser.ts';
import { answered, DOCUMENTED_PEOPLE, type OperatorRig, operatorRig } from '../../../../test/support/operator.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { INVITE_LASTS_MS } from './invites.ts';

const OTHER = 'another horse entirely';
const NO_GOOD = /parameter invite: allowed is one of the last 24 hours/;

async function invite(rig: OperatorRig, name: string): Promise<string> {
  const made = await rig.call('POST', `/users/${name}/invite`);
  assert.equal(made.status, 201, made.description);
  assert.match(String(made.body.path), /^\/console\/invite#[\w-]+\.[\w-]+$/);
  return String(made.body.path).split('#')[1] ?? '';
}

function take(rig: OperatorRig, secret: string, password = PASSWORD) {
  return new Browser(rig).call('POST', '/session/invite', { invite: secret, password });
}

test('a user without a password sets one by an invite, once, and it is written down without it', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/users', { name: 'ada', role: 'support' });
  const secret = await invite(rig, 'ada');
  assert.equal(Buffer.from(secret.split('.')[0] ?? '', 'base64url').toString(), 'ada');
  const short = await take(rig, secret, 'short');
  assert.match(short.description, /parameter password: allowed is a password of 12 to 200 characters/);
  const taken = await take(rig, secret);
  assert.deepEqual([taken.status, taken.body, taken.headers['set-cookie']], [200, { name: 'ada' }, undefined]);
  assert.match((await take(rig, secret, OTHER)).description, NO_GOOD);
  assert.equal((await new Browser(rig).signIn('ada', PASSWORD)).status, 201);
  const audit = (await rig.call('GET', '/audit?limit=50')).body.entries as JsonObject[];
  assert.ok(audit.some(({ actor, action }) => actor === 'user:ada' && action === 'set password by invite'));
  assert.ok(audit.some(({ target }) => (target as JsonObject).why === 'invite'));
  assert.doesNotMatch(JSON.stringify(audit), new RegExp(`${secret}|${PASSWORD}`));
});

test('an invite is no good when it is old, overtaken, of another gateway or of a user who is stopped', async (t) => {
  const rig = await operatorRig(t);
  for (const name of ['ada', 'bob']) await rig.call('POST', '/users', { name, role: 'viewer', password: OTHER });
  const late = await invite(rig, 'ada');
  await rig.clock.advance(INVITE_LASTS_MS);
  assert.match((await take(rig, late)).description, NO_GOOD);
  const overtaken = await invite(rig, 'ada');
  const newer = await invite(rig, 'ada');
  const session = new Browser(rig);
  await session.signIn('ada', OTHER);
  assert.equal((await take(rig, newer)).status, 200);
  assert.equal((await session.call('GET', '/session')).status, 401, 'the sessions from before are over');
  assert.match((await take(rig, overtaken)).description, NO_GOOD);
  const [, sealed = ''] = (await invite(rig, 'ada')).split('.');
  const forged = `${Buffer.from('bob').toString('base64url')}.${sealed}`;
  for (const secret of [forged, `${sealed}`, '', '.', 'YWRh.', `${Buffer.from('\0').toString('base64url')}.x`]) {
    assert.match((await take(rig, secret)).description, NO_GOOD, secret);
  }
  const stopped = await invite(rig, 'bob');
  await rig.call('PATCH', '/users/bob', { disabled: true });
  assert.match((await take(rig, stopped)).description, NO_GOOD);
  assert.match((await rig.call('POST', '/users/bob/invite')).description, /user who is not disabled/);
  await rig.call('DELETE', '/users/bob');
  assert.match((await take(rig, stopped)).description, NO_GOOD);
  assert.equal((await rig.call('POST', '/users/bob/invite')).status, 404);
});

test('of two who take the same invite at once one sets the password', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/users', { name: 'ada', role: 'viewer' });
  const secret = await invite(rig, 'ada');
  const answers = await Promise.all([take(rig, secret, PASSWORD), take(rig, secret, OTHER)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
});

test('a page of somebody else takes no invite, and who tries again and again waits', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/users', { name: 'ada', role: 'viewer' });
  const secret = await invite(rig, 'ada');
  const elsewhere = new Browser(rig);
  elsewhere.origin = 'https://evil.example';
  assert.equal((await elsewhere.call('POST', '/session/invite', { invite: secret, password: PASSWORD })).status, 403);
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) statuses.push((await take(rig, 'YWRh.x')).status);
  assert.deepEqual(statuses, [...Array(20).fill(400), 429, 429]);
  await rig.clock.advance(2_000);
  assert.equal((await take(rig, secret)).status, 200);
});

after(() => {
  const here = DOCUMENTED_PEOPLE.filter((operation) => operation.includes('invite'));
  assert.deepEqual(
    here.filter((operation) => !answered.has(operation)),
    [],
    'every documented operation was answered as it should be',
  );
});
