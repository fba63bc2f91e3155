/** Who is let in: users with roles, sessions of browsers, and what a browser may not be made to do. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Browser, PASSWORD } from '../../../../test/support/browser.ts';
import {
  answered,
  DOCUMENTED_PEOPLE,
  type OperatorRig,
  operatorRig,
  TOKEN,
} from '../../../../test/support/operator.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { ROLES } from '../../../lib/people-settings.ts';
import { LINK_LASTS_MS } from './links.ts';

async function makeUser(rig: OperatorRig, name: string, role: string, more: object = {}): Promise<void> {
  const made = await rig.call('POST', '/users', { name, role, password: PASSWORD, ...more });
  assert.equal(made.status, 201, made.description);
}

async function signedIn(rig: OperatorRig, name: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(rig);
  const answer = await browser.signIn(name, password);
  assert.equal(answer.status, 201, answer.description);
  return browser;
}

function names(list: unknown): unknown[] {
  return (list as JsonObject[]).map(({ name }) => name);
}

test('a user is made, signs in with a browser, is shown and signs out', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'support', { email: 'ada@example.com' });
  const browser = new Browser(rig);
  const begun = await browser.call('POST', '/session', { user: 'ada', password: PASSWORD }, { 'user-agent': 'Test/1' });
  assert.equal(begun.status, 201, begun.description);
  const [cookie = ''] = [begun.headers['set-cookie'] ?? []].flat();
  assert.match(
    cookie,
    /^trunkline_session=[0-9a-f]{32}\.[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  const who = (await browser.call('GET', '/session')).body;
  assert.deepEqual([who.name, who.kind, who.role, who.rights], ['ada', 'user', 'support', ['read', 'full']]);
  const session = who.session as JsonObject;
  assert.deepEqual([session.way, session.address, session.agent], ['password', '127.0.0.1', 'Test/1']);
  assert.equal((await browser.call('GET', '/accounts')).status, 200);
  assert.match((await browser.call('POST', '/accounts', { name: 'Acme' })).description, /right accounts$/);
  const { rows } = await rig.db.query<{ all: string }>('select row_to_json(s)::text as all from user_sessions s');
  assert.ok(rows.length === 1 && !rows[0]?.all.includes(cookie.slice(51, 94)), 'the secret stands nowhere');
  const before = browser.cookie;
  assert.deepEqual((await browser.call('DELETE', '/session')).body, { ended: 1 });
  assert.equal(browser.cookie, 'trunkline_session=');
  browser.cookie = before;
  assert.equal((await browser.call('GET', '/session')).status, 401);
  const shown = (await rig.call('GET', '/users/ada')).body;
  assert.deepEqual([shown.email, shown.signed_in_on], ['ada@example.com', new Date(rig.clock.now()).toISOString()]);
  const stored = await rig.db.query<{ password: string }>('select password from users');
  assert.match(stored.rows[0]?.password ?? '', /^scrypt\$15\$8\$3\$/);
});

test('a wrong name, a wrong password and a user who is disabled get the same answer', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  await makeUser(rig, 'bob', 'viewer');
  await rig.call('PATCH', '/users/bob', { disabled: true });
  const browser = new Browser(rig);
  const answers = [
    await browser.signIn('nobody', PASSWORD),
    await browser.signIn('ada', 'another one altogether'),
    await browser.signIn('bob', PASSWORD),
    await browser.signIn('NOBODY\u0000', PASSWORD),
    await browser.call('POST', '/session', { token: 'another-token-altogether' }),
  ];
  assert.deepEqual(
    answers.map(({ status, description }) => [status, description]),
    [...Array(3).fill([401, 'Not authorized']), [400, answers[3]?.description], [401, 'Not authorized']],
  );
  for (const body of [{}, { user: 'ada' }, { user: 'ada', password: PASSWORD, token: TOKEN }, { user: 7 }]) {
    assert.equal((await browser.call('POST', '/session', body)).status, 400, JSON.stringify(body));
  }
});

test('who fails waits longer each time, and is let in when the time is over', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const browser = new Browser(rig);
  const waits: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await browser.signIn('ada', 'wrong wrong wrong');
    if (answer.status === 429) {
      waits.push(Number(answer.headers['retry-after']));
      await rig.clock.advance(Number(answer.headers['retry-after']) * 1_000);
    } else assert.equal(answer.status, 401);
  }
  assert.deepEqual(waits, [1, 2]);
  assert.equal((await browser.signIn('ada', 'wrong wrong wrong')).status, 401);
  assert.equal((await browser.signIn('ada', PASSWORD)).status, 429);
  await rig.clock.advance(4_000);
  assert.equal((await browser.signIn('ada', PASSWORD)).status, 201);
  assert.equal((await browser.signIn('ada', 'wrong wrong wrong')).status, 401, 'the count begins anew');
});

test('a session ends when nothing is asked for, at the latest after its time, and when the user is stopped', async (t) => {
  const rig = await operatorRig(t, { people: { idleMs: 600_000, longestMs: 1_500_000 } });
  await makeUser(rig, 'ada', 'operator');
  const idle = await signedIn(rig, 'ada');
  await rig.clock.advance(600_000);
  assert.equal((await idle.call('GET', '/session')).status, 401);
  const busy = await signedIn(rig, 'ada');
  for (let count = 0; count < 4; count += 1) {
    await rig.clock.advance(300_000);
    assert.equal((await busy.call('GET', '/session')).status, 200, String(count));
  }
  await rig.clock.advance(300_000);
  assert.equal((await busy.call('GET', '/session')).status, 401);
  for (const change of [{ disabled: true }, { role: 'viewer' }, { password: 'another good password' }]) {
    await rig.call('PATCH', '/users/ada', { disabled: false, role: 'operator', password: PASSWORD });
    const browser = await signedIn(rig, 'ada');
    assert.equal((await rig.call('PATCH', '/users/ada', change)).status, 200);
    assert.equal((await browser.call('GET', '/session')).status, 401, JSON.stringify(change));
  }
  await rig.call('PATCH', '/users/ada', { disabled: false, role: 'operator', password: PASSWORD });
  const last = await signedIn(rig, 'ada');
  assert.equal((await rig.call('DELETE', '/users/ada')).body.state, 'removed');
  assert.equal((await last.call('GET', '/session')).status, 401);
  assert.equal((await rig.call('GET', '/users/ada')).status, 404);
  assert.match((await rig.call('POST', '/users', { name: 'ada', role: 'viewer' })).description, /no user has or had/);
});

test('with a cookie nothing is changed from a page of somebody else', async (t) => {
  const rig = await operatorRig(t, { people: { origins: ['https://console.example.com'] } });
  await makeUser(rig, 'ada', 'admin');
  const browser = await signedIn(rig, 'ada');
  const change = (headers: Record<string, string>) => browser.call('POST', '/accounts', { name: 'Acme' }, headers);
  const foreign: Array<Record<string, string>> = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: rig.url.replace('http:', 'https:') },
    { origin: rig.url, 'sec-fetch-site': 'cross-site' },
    { origin: rig.url, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    const answer = await change(headers);
    assert.deepEqual([answer.status, /from a page of http/.test(answer.description)], [403, true], headers.origin);
  }
  assert.equal(
    (await browser.call('POST', '/session', { token: TOKEN }, { origin: 'https://evil.example' })).status,
    403,
  );
  assert.equal((await change({ 'sec-fetch-site': 'same-origin' })).status, 201);
  assert.equal((await change({ origin: 'https://console.example.com', 'sec-fetch-site': 'same-site' })).status, 201);
  assert.equal((await browser.call('GET', '/accounts', undefined, { origin: 'https://evil.example' })).status, 200);
});

test('the link of the terminal lets its reader in once, within its time', async (t) => {
  const rig = await operatorRig(t);
  const path = () => rig.people.links.make().slice('/operator/v1'.length);
  const [first, browser] = [path(), new Browser(rig)];
  const answer = await browser.call('GET', first);
  assert.deepEqual([answer.status, answer.headers.location], [303, '/operator/v1/session']);
  assert.equal((await browser.call('GET', '/session')).body.name, 'root');
  assert.equal((await browser.call('POST', '/users', { name: 'ada', role: 'admin', password: PASSWORD })).status, 201);
  assert.equal((await new Browser(rig).call('GET', first)).status, 401, 'a second time');
  const [older, newer] = [path(), path()];
  assert.equal((await new Browser(rig).call('GET', older)).status, 401, 'an older one');
  await rig.clock.advance(LINK_LASTS_MS);
  assert.equal((await new Browser(rig).call('GET', newer)).status, 401, 'too late');
});

test('the operator token begins a session, and with it turned off neither it nor that session is taken', async (t) => {
  const rig = await operatorRig(t);
  const browser = new Browser(rig);
  assert.equal((await browser.call('POST', '/session', { token: TOKEN })).body.kind, 'root');
  assert.equal((await browser.call('GET', '/session/ways')).body.token, true);
  await makeUser(rig, 'ada', 'admin');
  await makeUser(rig, 'eve', 'admin');
  const admin = await signedIn(rig, 'ada');
  (rig.people.settings as { rootToken: boolean }).rootToken = false;
  assert.equal((await browser.call('GET', '/session')).status, 401);
  assert.equal((await rig.call('GET', '/accounts')).status, 401);
  assert.equal((await new Browser(rig).call('POST', '/session', { token: TOKEN })).status, 401);
  assert.equal((await admin.call('PATCH', '/users/eve', { role: 'viewer' })).status, 200);
  for (const [method, body] of [
    ['PATCH', { role: 'viewer' }],
    ['PATCH', { disabled: true }],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await admin.call(method, '/users/ada', body)).status, 409, `${method} of the last admin`);
  }
});

test('everybody sees and ends their own sessions, and an admin those of all', async (t) => {
  const rig = await operatorRig(t);
  for (const [name, role] of [
    ['ada', 'admin'],
    ['bob', 'viewer'],
  ] as const)
    await makeUser(rig, name, role);
  const [ada, bob] = [await signedIn(rig, 'ada'), await signedIn(rig, 'bob')];
  assert.deepEqual(names((await bob.call('GET', '/sessions')).body.sessions), ['bob']);
  assert.deepEqual(names((await bob.call('GET', '/sessions?user=ada')).body.sessions), ['bob']);
  assert.deepEqual(names((await ada.call('GET', '/sessions?user=bob')).body.sessions), ['bob']);
  const all = (await ada.call('GET', '/sessions?limit=1')).body;
  const rest = (await ada.call('GET', `/sessions?after=${all.next}`)).body;
  assert.deepEqual([...names(all.sessions), ...names(rest.sessions)], ['bob', 'ada']);
  const idOf = async (browser: Browser) => ((await browser.call('GET', '/session')).body.session as JsonObject).id;
  assert.equal((await bob.call('DELETE', `/sessions/${await idOf(ada)}`)).status, 404);
  assert.equal((await ada.call('DELETE', `/sessions/${await idOf(bob)}`)).status, 200);
  assert.equal((await bob.call('GET', '/session')).status, 401);
  assert.equal((await ada.call('DELETE', '/sessions/nothing')).status, 404);
});

describe('users', () => {
  test('are listed page by page in the order of their names, and a wrong field is named', async (t) => {
    const rig = await operatorRig(t);
    for (const [place, role] of ROLES.entries()) {
      assert.equal((await rig.call('POST', '/users', { name: `user-${place}`, role })).status, 201);
    }
    const page = (await rig.call('GET', '/users?limit=3')).body;
    const rest = (await rig.call('GET', `/users?after=${page.next}`)).body;
    assert.deepEqual(
      [...names(page.users), ...names(rest.users)],
      ROLES.map((_, place) => `user-${place}`),
    );
    assert.deepEqual((await rig.call('PATCH', '/users/user-0', { email: 'a@b.example' })).body.email, 'a@b.example');
    assert.deepEqual((await rig.call('PATCH', '/users/user-0', { email: null })).body.email, null);
    for (const [body, field] of [
      [{ name: 'Ada', role: 'viewer' }, /^.*name.*lower-case/],
      [{ name: 'ada', role: 'king' }, /role.*viewer/],
      [{ name: 'ada', role: 'viewer', password: 'short' }, /password.*12 to 200/],
      [{ name: 'correct.horse.staple', role: 'viewer', password: 'Correct.Horse.Staple' }, /password.*another/],
      [{ name: 'ada', role: 'viewer', email: 'nothing' }, /email.*address/],
    ] as const) {
      assert.match((await rig.call('POST', '/users', body)).description, field);
    }
    assert.equal((await rig.call('PATCH', '/users/nobody', { role: 'viewer' })).status, 404);
    assert.equal((await rig.call('DELETE', '/users/nobody')).status, 404);
    assert.equal((await new Browser(rig).signIn('user-1', PASSWORD)).status, 401, 'a user without a password');
  });
});

after(() => {
  const untried = DOCUMENTED_PEOPLE.filter((operation) => !answered.has(operation));
  assert.deepEqual(untried, [], 'every documented operation was answered as it should be');
});
