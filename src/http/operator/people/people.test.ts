/** Who is let in: users with roles, sessions of browsers, and what a browser may not be made to do. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { Browser, PASSWORD } from '../../../../test/support/browser.ts';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import {
  answered,
  DOCUMENTED_PEOPLE,
  type OperatorRig,
  operatorRig,
  TOKEN,
} from '../../../../test/support/operator.ts';
import { ChainCheck, entryOfLine, type Link, NO_LINK } from '../../../lib/audit-chain.ts';
import { asJsonObject, type JsonObject } from '../../../lib/json.ts';
import { ROLES } from '../../../lib/people-settings.ts';
import { endSessionsOf } from '../../../store/people/user-sessions.ts';
import { changeUser } from '../../../store/people/users.ts';
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
  assert.match(stored.rows[0]?.password ?? '', /^scrypt\$10\$8\$1\$/);
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

test('guesses at the operator token wait and are written down like those at passwords', async (t) => {
  const rig = await operatorRig(t);
  const browser = new Browser(rig);
  const guess = (token: string) => browser.call('POST', '/session', { token });
  for (let tries = 0; tries < 20; tries += 1) assert.equal((await guess(`another-token-${tries}`)).status, 401);
  const paused = await guess(TOKEN);
  assert.deepEqual([paused.status, paused.headers['retry-after']], [429, '1']);
  await rig.clock.advance(1_000);
  assert.equal((await guess(TOKEN)).status, 201);
  const { entries } = (await rig.call('GET', '/audit?action=sign in refused')).body as { entries: JsonObject[] };
  assert.equal(entries.length, 20);
  assert.deepEqual([entries[0]?.actor, entries[0]?.target], ['unknown', { why: 'token' }]);
  assert.ok(!JSON.stringify(entries).includes('another-token'));
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
  assert.deepEqual([answer.status, answer.headers.location], [303, '../../../console/']);
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

test('two last admins who remove each other at the same time are not both removed', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'admin');
  await makeUser(rig, 'eve', 'admin');
  const [ada, eve] = [await signedIn(rig, 'ada'), await signedIn(rig, 'eve')];
  (rig.people.settings as { rootToken: boolean }).rootToken = false;
  const { removing } = await rig.db.transaction(async (tx) => {
    await tx.query('select 1 from users for update');
    const begun = [ada.call('DELETE', '/users/eve'), eve.call('PATCH', '/users/ada', { disabled: true })];
    await waiting(rig, 2);
    return { removing: begun };
  });
  const statuses = (await Promise.all(removing)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 409]);
});

/** So many wait for what somebody else has locked. */
async function waiting(rig: OperatorRig, count: number): Promise<void> {
  await eventually('they wait', async () => {
    const { rows } = await rig.db.query('select 1 from pg_locks where not granted');
    return rows.length === count;
  });
}

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

/** What an authenticator shows. */
function codeAt(secret: unknown, now: number): string {
  return generateSync({ secret: String(secret), epoch: Math.floor(now / 1_000) });
}

describe('a second factor', () => {
  test('counts once a code was shown, takes each code once, and recovery codes stand in for it', async (t) => {
    const rig = await operatorRig(t);
    await makeUser(rig, 'ada', 'viewer');
    const browser = await signedIn(rig, 'ada');
    const begin = (password: string) => browser.call('POST', '/session/second-factor', { password });
    assert.equal((await begin('wrong wrong wrong')).status, 400);
    const { secret: older } = (await begin(PASSWORD)).body;
    const { secret, uri } = (await begin(PASSWORD)).body;
    assert.match(String(uri), /^otpauth:\/\/totp\/Trunkline:ada\?secret=[A-Z2-7]{32}&issuer=Trunkline/);
    const now = () => rig.clock.now();
    const confirm = (code: string) => browser.call('POST', '/session/second-factor/confirm', { code });
    assert.equal((await new Browser(rig).signIn('ada', PASSWORD)).status, 201, 'not yet');
    assert.equal((await confirm(codeAt(older, now()))).status, 400, 'of a secret that was replaced');
    const { recovery_codes: recovery } = (await confirm(codeAt(secret, now()))).body as { recovery_codes: string[] };
    assert.equal(recovery.length, 10);
    assert.equal((await begin(PASSWORD)).status, 400, 'one alone');
    assert.equal((await rig.call('GET', '/users/ada')).body.second_factor, true);
    const { rows } = await rig.db.query<{ all: string }>('select row_to_json(f)::text as all from user_factors f');
    assert.ok(![String(secret), ...recovery].some((each) => rows[0]?.all.includes(each)));

    const other = new Browser(rig);
    const missing = await other.signIn('ada', PASSWORD);
    assert.deepEqual([missing.status, missing.description], [401, "The second factor is needed as well: 'code'"]);
    assert.equal((await other.signIn('ada', PASSWORD, codeAt(secret, now()))).status, 401, 'used to confirm');
    await rig.clock.advance(30_000);
    const code = codeAt(secret, now());
    assert.equal((await other.signIn('ada', PASSWORD, code)).status, 201);
    assert.equal((await other.signIn('ada', PASSWORD, code)).status, 401, 'a second time');
    assert.equal((await other.signIn('ada', PASSWORD, codeAt(secret, now() - 30_000))).status, 401, 'an earlier one');
    await rig.clock.advance(90_000);
    assert.equal((await other.signIn('ada', PASSWORD, codeAt(secret, now() - 30_000))).status, 201, 'a slow hand');
    const [first = '', second = ''] = recovery;
    assert.equal((await other.signIn('ada', PASSWORD, first.toUpperCase().replaceAll('-', ' '))).status, 201);
    assert.equal((await other.signIn('ada', PASSWORD, first)).status, 401, 'a second time');

    const remove = { password: PASSWORD, code: second };
    assert.equal(
      (await other.call('POST', '/session/second-factor/remove', { ...remove, code: '000000' })).status,
      400,
    );
    assert.equal((await other.call('POST', '/session/second-factor/remove', remove)).status, 200);
    assert.equal((await new Browser(rig).signIn('ada', PASSWORD)).status, 201);
  });

  test('is not guessed by who knows the password, neither to sign in nor to take it away', async (t) => {
    const rig = await operatorRig(t);
    await makeUser(rig, 'ada', 'viewer');
    const browser = await signedIn(rig, 'ada');
    const { secret } = (await browser.call('POST', '/session/second-factor', { password: PASSWORD })).body;
    const code = codeAt(secret, rig.clock.now());
    assert.equal((await browser.call('POST', '/session/second-factor/confirm', { code })).status, 200);
    const remove = () => browser.call('POST', '/session/second-factor/remove', { password: PASSWORD, code: 'x' });
    const removing = [await remove(), await remove(), await remove(), await remove()];
    assert.deepEqual(
      removing.map(({ status }) => status),
      [400, 400, 400, 429],
    );
    await rig.clock.advance(3_600_000);
    const other = new Browser(rig);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await other.signIn('ada', PASSWORD)).status, count < 3 ? 401 : 429, String(count));
      statuses.push((await other.signIn('ada', PASSWORD, 'x')).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429]);
    await rig.clock.advance(1_000);
    assert.equal((await other.signIn('ada', PASSWORD, codeAt(secret, rig.clock.now()))).status, 201);
  });

  test('that is required is all that who has none may set up', async (t) => {
    const rig = await operatorRig(t, { people: { needsSecondFactor: true } });
    await makeUser(rig, 'ada', 'operator');
    const browser = await signedIn(rig, 'ada');
    const who = (await browser.call('GET', '/session')).body;
    assert.deepEqual(who.second_factor, { in_use: false, is_missing: true });
    assert.match((await browser.call('GET', '/accounts')).description, /Set up a second factor first/);
    assert.equal((await browser.call('POST', '/tokens', { label: 'x', rights: ['read'] })).status, 400, 'no right yet');
    const { secret } = (await browser.call('POST', '/session/second-factor', { password: PASSWORD })).body;
    const code = codeAt(secret, rig.clock.now());
    assert.equal((await browser.call('POST', '/session/second-factor/confirm', { code })).status, 200);
    assert.equal((await browser.call('GET', '/accounts')).status, 200);
    assert.equal((await rig.call('PATCH', '/users/ada', { second_factor: null })).body.second_factor, false);
    assert.equal((await browser.call('GET', '/session')).status, 401);
  });
});

test('a user changes the password, which ends the other sessions', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const [here, there] = [await signedIn(rig, 'ada'), await signedIn(rig, 'ada')];
  const fresh = 'another horse entirely';
  const change = (password: string) => here.call('PUT', '/session/password', { password, new_password: fresh });
  assert.equal((await change('wrong wrong wrong')).status, 400);
  assert.deepEqual((await change(PASSWORD)).body, { ended: 1 });
  assert.deepEqual(
    [(await here.call('GET', '/session')).status, (await there.call('GET', '/session')).status],
    [200, 401],
  );
  assert.equal((await new Browser(rig).signIn('ada', PASSWORD)).status, 401);
  assert.equal((await new Browser(rig).signIn('ada', fresh)).status, 201);
  const byRoot = await rig.call('PUT', '/session/password', { password: PASSWORD, new_password: fresh });
  assert.equal(byRoot.status, 403);
});

test('a password that is changed while somebody signs in with it lets nobody in', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const change = { password: 'of somebody else by now' };
  const { signing } = await rig.db.transaction(async (tx) => {
    // It has been compared, and the entry in the audit log waits.
    await tx.query('lock table audit_heads in access exclusive mode');
    const begun = new Browser(rig).signIn('ada', PASSWORD);
    await waiting(rig, 1);
    await changeUser(tx, 'ada', change, rig.clock.now());
    await endSessionsOf(tx, 'ada', null);
    return { signing: begun };
  });
  assert.equal((await signing).status, 401);
  assert.deepEqual((await rig.db.query('select 1 from user_sessions')).rows, []);
});

test('a password that is replaced by an admin while its user changes it is not taken back', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const browser = await signedIn(rig, 'ada');
  const { changing } = await rig.db.transaction(async (tx) => {
    // It has been compared, and the row waits.
    await changeUser(tx, 'ada', { password: 'of somebody else by now' }, rig.clock.now());
    const body = { password: PASSWORD, new_password: 'another horse entirely' };
    const begun = browser.call('PUT', '/session/password', body);
    await waiting(rig, 1);
    return { changing: begun };
  });
  assert.equal((await changing).status, 400);
  const { rows } = await rig.db.query<{ password: string }>('select password from users');
  assert.deepEqual(rows, [{ password: 'of somebody else by now' }]);
});

test('a role that is taken back while another admin gives it ends the sessions that began with it', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const browser = await signedIn(rig, 'ada');
  const { changing } = await rig.db.transaction(async (tx) => {
    await changeUser(tx, 'ada', { role: 'operator' }, rig.clock.now());
    const begun = rig.call('PATCH', '/users/ada', { role: 'viewer' });
    await waiting(rig, 1);
    return { changing: begun };
  });
  assert.deepEqual([(await changing).status, (await changing).body.role], [200, 'viewer']);
  assert.equal((await browser.call('GET', '/session')).status, 401);
});

test('what ends sessions is not done without ending them', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'viewer');
  const [here, there] = [await signedIn(rig, 'ada'), await signedIn(rig, 'ada')];
  await rig.db.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no disk' using errcode = '53100'; end $$`,
  );
  await rig.db.query('create trigger dies before delete on user_sessions for each row execute function refuse()');
  const fresh = 'another horse entirely';
  const failed = [
    await here.call('PUT', '/session/password', { password: PASSWORD, new_password: fresh }),
    await rig.call('PATCH', '/users/ada', { password: fresh, role: 'operator' }),
    await rig.call('DELETE', '/users/ada'),
  ];
  assert.deepEqual(
    failed.map(({ status }) => status),
    [503, 503, 503],
  );
  assert.deepEqual((await there.call('GET', '/session')).body.rights, ['read']);
  assert.equal((await new Browser(rig).signIn('ada', fresh)).status, 401, 'the password is the one before');
  assert.equal((await new Browser(rig).signIn('ada', PASSWORD)).status, 201);
});

test('a personal token has an end, and never more rights than its user has at that moment', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'operator');
  await makeUser(rig, 'bob', 'viewer');
  const [ada, bob] = [await signedIn(rig, 'ada'), await signedIn(rig, 'bob')];
  const make = (browser: Browser, rights: string[], more: object = {}) =>
    browser.call('POST', '/tokens', { label: 'night report', rights, ...more });
  assert.match((await make(bob, ['read', 'full'])).description, /your own at most: read/);
  assert.equal((await make(ada, ['read'], { expires_on: '2020-01-01' })).status, 400);
  assert.equal((await make(ada, ['read'], { expires_on: '2099-01-01' })).status, 400);
  const made = (await make(ada, ['read', 'accounts'])).body;
  const byToken = { authorization: `Bearer ${made.token}` };
  const ask = (method: string, path: string, body?: object) => rig.call(method, path, body, byToken);
  assert.equal((await ask('POST', '/accounts', { name: 'Acme' })).status, 201);
  assert.match((await ask('POST', '/carriers/sms-1/drain')).description, /right operate$/);
  assert.equal((await ask('POST', '/tokens', { label: 'more', rights: ['read'] })).status, 403);
  assert.deepEqual((await ask('GET', '/session')).body.rights, ['read', 'accounts']);
  await rig.call('PATCH', '/users/ada', { role: 'viewer' });
  assert.equal((await ask('POST', '/accounts', { name: 'Acme' })).status, 403);
  assert.equal((await ask('GET', '/accounts')).status, 200);
  await rig.call('PATCH', '/users/ada', { disabled: true });
  assert.equal((await ask('GET', '/accounts')).status, 401);
  await rig.call('PATCH', '/users/ada', { disabled: false, role: 'operator' });
  assert.equal((await ask('GET', '/accounts')).status, 200);

  assert.deepEqual((await bob.call('GET', '/tokens')).body.tokens, []);
  assert.equal((await bob.call('DELETE', `/tokens/${made.id}`)).status, 404);
  assert.deepEqual(((await rig.call('GET', '/tokens?user=ada')).body.tokens as JsonObject[]).length, 1);
  assert.equal((await rig.call('DELETE', `/tokens/${made.id}`)).body.state, 'revoked');
  assert.equal((await ask('GET', '/accounts')).status, 401);
  const short = (await make(bob, ['read'], { expires_on: new Date(rig.clock.now() + 60_000).toISOString() })).body;
  await rig.clock.advance(60_000);
  assert.equal((await rig.call('GET', '/accounts', undefined, { authorization: `Bearer ${short.token}` })).status, 401);
  const { rows } = await rig.db.query<{ all: string }>('select row_to_json(k)::text as all from user_tokens k');
  const secrets = [made.token, short.token].map((token) => String(token).split('.')[1] ?? '');
  assert.ok(rows.length === 2 && rows.every(({ all }) => !secrets.some((secret) => all.includes(secret))));
});

test('the audit log says who did and saw what, from where, and is whole', async (t) => {
  const rig = await operatorRig(t);
  await makeUser(rig, 'ada', 'operator');
  const browser = await signedIn(rig, 'ada');
  const sessionId = ((await browser.call('GET', '/session')).body.session as JsonObject).id;
  const account = (await browser.call('POST', '/accounts', { name: 'Acme' })).body.customer_id;
  await browser.call('GET', `/accounts/${account}`);
  await browser.call('GET', `/accounts/${account}?full=true`);
  await browser.call('POST', '/opt-outs', { recipient: '+4915112345678', customer_id: account });
  await browser.call('POST', '/erasures', { number: '+4915112345678', count_only: true });
  await browser.call('GET', '/masking-sessions/0190A3F04C6B7000A1B2C3D4E5F60789/interactions?full=true');
  await new Browser(rig).signIn('ada', 'wrong wrong wrong');
  await new Browser(rig).signIn('my-own-password', 'wrong wrong wrong');
  const { entries } = (await rig.call('GET', '/audit?limit=500')).body as { entries: JsonObject[] };
  const told = entries
    .filter(({ of }) => of === null)
    .map((each) => [each.actor, each.action, each.account, each.target]);
  assert.deepEqual(told.reverse(), [
    ['root', 'POST /users', null, { name: 'ada', role: 'operator' }],
    ['user:ada', 'sign in', null, { way: 'password' }],
    ['user:ada', 'POST /accounts', null, { name: 'Acme' }],
    ['user:ada', 'GET /accounts/:id', account, { id: account }],
    ['user:ada', 'POST /opt-outs', account, { recipient: '49*********78', customer_id: account }],
    ['user:ada', 'POST /erasures', null, { number: '49*********78', count_only: 'true' }],
    ['user:ada', 'GET /masking-sessions/:session/interactions', null, { session: '0190A3F04C6B7000A1B2C3D4E5F60789' }],
    ['user:ada', 'sign in refused', null, { why: 'password' }],
    ['unknown', 'sign in refused', null, { why: 'user' }],
  ]);
  const made = entries.find(({ action, of }) => action === 'POST /accounts' && of === null);
  assert.deepEqual([made?.address, made?.session], ['127.0.0.1', sessionId]);
  const end = entries.find(({ of }) => of === made?.seq);
  assert.deepEqual([end?.status, asJsonObject(end?.target)?.customer_id], [201, account]);
  const text = JSON.stringify(entries);
  assert.ok(!/15112345678|my-own-password|wrong wrong|correct horse/.test(text));

  const paged = (await rig.call('GET', `/audit?actor=user:ada&account=${account}&limit=1`)).body;
  const rest = (await rig.call('GET', `/audit?actor=user:ada&account=${account}&after=${paged.next}`)).body;
  assert.deepEqual([...(paged.entries as JsonObject[]), ...(rest.entries as JsonObject[])].length, 2);
  const later = new Date(rig.clock.now() + 1).toISOString();
  assert.deepEqual((await rig.call('GET', `/audit?from=${later}`)).body.entries, []);
  assert.equal((await rig.call('GET', `/audit?to=${later}&limit=1`)).body.next !== null, true);
  assert.equal((await rig.call('GET', '/audit?format=lines&limit=7')).status, 400);

  const exported = await fetch(`${rig.url}/operator/v1/audit?format=lines`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.match(exported.headers.get('content-type') ?? '', /^application\/x-ndjson/);
  const check = new ChainCheck(NO_LINK);
  for (const line of (await exported.text()).trimEnd().split('\n')) check.add(entryOfLine(line) ?? assert.fail(line));
  const { ok, last, problems } = (await rig.call('GET', '/audit/verify')).body;
  assert.deepEqual([ok, problems], [true, []]);
  assert.deepEqual(check.end(last as Link).problems, []);
  await rig.db.query("update audit_entries set actor = 'user:eve' where seq = 4");
  assert.deepEqual((await rig.call('GET', '/audit/verify')).body.problems, [
    { seq: 4, text: 'changed: its actor is another one' },
  ]);
});

test('the audit log is searched by what was done and by what an entry names, an entry has its end, and is exported so', async (t) => {
  const rig = await operatorRig(t);
  const account = (await rig.call('POST', '/accounts', { name: 'Acme' })).body.customer_id;
  const changes = { settings: { daily_limit: 'secret' }, name: 'Acme 2', 'My-Secret': 1 };
  await rig.call('PATCH', `/accounts/${account}`, changes);
  await rig.call('POST', '/opt-outs', { recipient: '+4915112345678', customer_id: account });
  const found = async (query: Record<string, string>) => {
    const { entries } = (await rig.call('GET', `/audit?${new URLSearchParams(query)}`)).body as {
      entries: JsonObject[];
    };
    return entries.filter(({ of }) => of === null);
  };
  const actionsOf = async (query: Record<string, string>) => (await found(query)).map(({ action }) => action);
  assert.deepEqual(await actionsOf({ action: 'POST /accounts' }), ['POST /accounts']);
  assert.deepEqual(await actionsOf({ action: 'POST /account' }), [], 'in full');
  assert.deepEqual(await actionsOf({ names: '+49 151 12345678' }), ['POST /opt-outs'], 'masked as it was written');
  assert.deepEqual(await actionsOf({ names: String(account) }), ['POST /opt-outs', 'PATCH /accounts/:id']);
  assert.deepEqual(await actionsOf({ names: 'action' }), [], 'the name of a field is no value');
  const [changed] = await found({ action: 'PATCH /accounts/:id' });
  const target = { id: account, name: 'Acme 2', changed: 'settings.daily_limit, name, ?' };
  assert.deepEqual(changed?.target, target, 'which fields, and not to what');

  const shown = (await rig.call('GET', `/audit/${changed?.seq}`)).body as { entry: JsonObject; end: JsonObject };
  assert.deepEqual([shown.entry, shown.end.of, shown.end.status], [changed, changed?.seq, 400]);
  const last = (await rig.call('GET', `/audit/${shown.end.seq}`)).body;
  assert.deepEqual([last.entry, last.end], [shown.end, null]);
  assert.equal(last.before, changed?.seq);
  const [newest] = (await rig.call('GET', '/audit?limit=1')).body.entries as JsonObject[];
  const end = (await rig.call('GET', `/audit/${newest?.seq}`)).body;
  assert.deepEqual([end.before, end.after], [Number(newest?.seq) - 1, null], 'nothing comes after the newest');
  for (const seq of ['99', '0', 'x']) assert.equal((await rig.call('GET', `/audit/${seq}`)).status, 404, seq);

  const exported = await fetch(`${rig.url}/operator/v1/audit?format=lines&names=%2B4915112345678`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.match(exported.headers.get('content-disposition') ?? '', /audit-part\.jsonl/);
  const lines = (await exported.text())
    .trimEnd()
    .split('\n')
    .map((line) => entryOfLine(line)?.body ?? line);
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as JsonObject).action),
    ['POST /opt-outs', 'POST /opt-outs', 'GET /audit'],
  );
  assert.match(lines.at(-1) ?? '', /"target":\{"format":"lines","names":"49\*+78"\}/, 'by what it was filtered');
});

test('the audit log is verified in steps', async (t) => {
  const rig = await operatorRig(t);
  for (const name of ['One', 'Two', 'Three']) await rig.call('POST', '/accounts', { name });
  const steps: JsonObject[] = [];
  const verify = async () => {
    steps.length = 0;
    for (let after: unknown = ''; after !== null; after = steps.at(-1)?.next) {
      const { body } = await rig.call('GET', `/audit/verify?entries=4${after === '' ? '' : `&after=${after}`}`);
      steps.push(body);
    }
    return steps.flatMap(({ problems }) => problems);
  };
  assert.deepEqual(await verify(), []);
  assert.deepEqual(
    steps.map(({ entries, begin, end, ok }) => [entries, begin, end, ok]),
    [
      [4, 0, 6, true],
      [2, 0, 6, true],
    ],
  );
  await rig.db.query('delete from audit_entries where seq in (4, 5)');
  assert.deepEqual(await verify(), [{ seq: 4, text: 'missing, up to entry 6' }]);
  await rig.db.query('delete from audit_entries where seq = 6');
  assert.deepEqual(await verify(), [{ seq: 4, text: 'missing, up to the end at entry 6' }]);
  for (const after of ['4', `x:${'0'.repeat(64)}`]) {
    assert.equal((await rig.call('GET', `/audit/verify?after=${after}`)).status, 400);
  }
});

after(() => {
  const here = DOCUMENTED_PEOPLE.filter((operation) => !/oidc|invite/.test(operation));
  const untried = here.filter((operation) => !answered.has(operation));
  assert.deepEqual(untried, [], 'every documented operation was answered as it should be');
});

test('docs/people.md lists every operation', () => {
  const page = readFileSync(new URL('../../../../docs/people.md', import.meta.url), 'utf8');
  const operations = [...page.matchAll(/^\| `([A-Z]+ \/\S+)` \|/gm)].map(([, operation]) => operation);
  assert.deepEqual(operations.sort(), [...DOCUMENTED_PEOPLE].sort());
});
