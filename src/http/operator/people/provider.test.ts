/** Signing in by a provider of identities: who is let in, and every answer that is not taken. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Browser, PASSWORD } from '../../../../test/support/browser.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../../../../test/support/oidc-provider.ts';
import {
  answered,
  DOCUMENTED_PEOPLE,
  type OperatorAnswer,
  type OperatorRig,
  operatorRig,
} from '../../../../test/support/operator.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { type OidcSettings, ROLES } from '../../../lib/people-settings.ts';
import { identityIn, SIGN_IN_WITHIN_MS } from './provider.ts';

const CALLBACK = '/session/oidc/callback';

function settingsFor(issuer: string, more: Partial<OidcSettings> = {}): OidcSettings {
  return {
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes: ['openid', 'email'],
    roleClaim: 'groups',
    roles: { watchers: 'viewer', keepers: 'operator' },
    allowedDomains: ['example.com'],
    redirectUrl: null,
    ...more,
  };
}

const ADA = { sub: 'ada', email: 'Ada@Example.com', email_verified: true, groups: ['watchers', 'keepers', 'others'] };

async function started(browser: Browser): Promise<string> {
  const begun = await browser.call('GET', '/session/oidc');
  assert.equal(begun.status, 303, begun.description);
  return String(begun.headers.location);
}

/** All the way: to the provider, and back with what it sent along. */
async function comeBack(browser: Browser, provider: OidcProvider, change = (_: URL) => {}): Promise<OperatorAnswer> {
  const back = await provider.authorize(await started(browser));
  change(back);
  return browser.call('GET', `${CALLBACK}${back.search}`);
}

async function nameOf(browser: Browser): Promise<unknown> {
  return (await browser.call('GET', '/session')).body.name;
}

async function users(rig: OperatorRig): Promise<JsonObject[]> {
  return (await rig.call('GET', '/users')).body.users as JsonObject[];
}

test('somebody new becomes a user with the highest of its roles, and is the same user the next time', async (t) => {
  const provider = await startOidcProvider(t);
  const rig = await operatorRig(t, { people: { oidc: settingsFor(provider.issuer) } });
  assert.equal((await rig.call('GET', '/session/ways')).body.oidc, true);
  provider.claims = ADA;
  const browser = new Browser(rig);
  const location = new URL(await started(browser));
  const { searchParams: asked } = location;
  assert.deepEqual(
    [asked.get('response_type'), asked.get('scope'), asked.get('code_challenge_method'), asked.get('redirect_uri')],
    ['code', 'openid email', 'S256', `${rig.url}/operator/v1${CALLBACK}`],
  );
  assert.ok(['state', 'nonce', 'code_challenge'].every((name) => asked.get(name)?.length === 43));
  assert.match(browser.cookie, /^trunkline_sign_in=[\w-]+$/);
  const answer = await comeBack(browser, provider);
  assert.deepEqual([answer.status, answer.headers.location], [303, '../../../../console/'], answer.description);
  assert.equal(await nameOf(browser), 'ada@example.com');
  provider.claims = { ...ADA, email: 'ada.lovelace@example.com', groups: 'watchers' };
  const again = new Browser(rig);
  await comeBack(again, provider);
  assert.deepEqual(
    (await users(rig)).map(({ name, email, role, has_password: hasPassword }) => [name, email, role, hasPassword]),
    [['ada@example.com', 'ada.lovelace@example.com', 'viewer', false]],
  );
  assert.match((await browser.call('POST', '/accounts', { name: 'Acme' })).description, /right accounts$/);
  assert.match(String((await browser.call('DELETE', '/session')).body.location), /\/end\?client_id=trunkline$/);
  await rig.call('PATCH', '/users/ada@example.com', { disabled: true });
  assert.match((await comeBack(new Browser(rig), provider)).description, /was disabled or removed/);
});

test('what the provider should not have answered lets nobody in', async (t) => {
  const provider = await startOidcProvider(t);
  const rig = await operatorRig(t, { people: { oidc: settingsFor(provider.issuer) } });
  await rig.call('POST', '/users', { name: 'eve@example.com', role: 'admin', password: PASSWORD });
  const cases: ReadonlyArray<readonly [string, Partial<OidcProvider>, RegExp, ((url: URL) => void)?]> = [
    ['another nonce', { wrong: { nonce: 'x'.repeat(43) } }, /cannot be used/],
    ['another issuer', { wrong: { issuer: 'https://evil.example' } }, /cannot be used/],
    ['another audience', { wrong: { audience: 'another-client' } }, /cannot be used/],
    ['an expired token', { wrong: { isExpired: true } }, /cannot be used/],
    ['another signature', { wrong: { isForged: true } }, /cannot be used/],
    ['another state', {}, /cannot be used/, (url) => url.searchParams.set('state', 'y'.repeat(43))],
    ['no state', {}, /cannot be used/, (url) => url.searchParams.delete('state')],
    ['another code', {}, /cannot be used/, (url) => url.searchParams.set('code', 'z')],
    ['an error', {}, /cannot be used/, (url) => url.searchParams.set('error', 'access_denied')],
    ['an unknown role', { claims: { ...ADA, groups: ['toString', 'others'] } }, /none of your roles/],
    ['no role', { claims: { ...ADA, groups: undefined } }, /none of your roles/],
    ['another domain', { claims: { ...ADA, email: 'ada@example.com.evil.example' } }, /none of the domains/],
    ['a domain alone', { claims: { ...ADA, email: 'example.com' } }, /none of the domains/],
    ['an address nobody verified', { claims: { ...ADA, email_verified: false } }, /none of the domains/],
    ['the name of another user', { claims: { ...ADA, sub: 'eve', email: 'eve@example.com' } }, /another user/],
  ];
  for (const [what, change, expected, tamper] of cases) {
    Object.assign(provider, { claims: ADA, wrong: {} }, change);
    const browser = new Browser(rig);
    const answer = await comeBack(browser, provider, tamper);
    assert.deepEqual([answer.status, expected.test(answer.description)], [401, true], `${what}: ${answer.description}`);
    assert.equal((await browser.call('GET', '/session')).status, 401, what);
  }
  Object.assign(provider, { claims: ADA, wrong: {} });
  const [one, other] = [new Browser(rig), new Browser(rig)];
  const back = await provider.authorize(await started(one));
  await started(other);
  assert.match(
    (await other.call('GET', `${CALLBACK}${back.search}`)).description,
    /cannot be used/,
    'of another browser',
  );
  assert.match((await new Browser(rig).call('GET', `${CALLBACK}${back.search}`)).description, /did not begin here/);
  const late = await provider.authorize(await started(one));
  await rig.clock.advance(SIGN_IN_WITHIN_MS);
  assert.match((await one.call('GET', `${CALLBACK}${late.search}`)).description, /too long ago/);
  assert.deepEqual((await users(rig)).length, 1);
  const { entries } = (await rig.call('GET', '/audit?actor=unknown&limit=500')).body as { entries: JsonObject[] };
  assert.equal(entries.length, cases.length + 3);
});

test('who comes back again and again without having been sent has to wait, and is written down no more', async (t) => {
  const provider = await startOidcProvider(t);
  const rig = await operatorRig(t, { people: { oidc: settingsFor(provider.issuer) } });
  provider.claims = ADA;
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await comeBack(new Browser(rig), provider)).status, 303, 'who is let in is not counted');
  }
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    statuses.push((await new Browser(rig).call('GET', `${CALLBACK}?code=x&state=y`)).status);
  }
  assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(5).fill(429)]);
  const { entries } = (await rig.call('GET', '/audit?actor=unknown&limit=500')).body as { entries: JsonObject[] };
  assert.equal(entries.length, 20);
  await rig.clock.advance(1_000);
  assert.equal((await comeBack(new Browser(rig), provider)).status, 303);
});

test('a provider that is away, or is another one, lets nobody in, and is asked again', async (t) => {
  const provider = await startOidcProvider(t);
  const { issuer } = provider;
  const rig = await operatorRig(t, { people: { oidc: settingsFor(issuer) } });
  provider.issuer = 'http://127.0.0.1:1';
  const browser = new Browser(rig);
  assert.match((await browser.call('GET', '/session/oidc')).description, /cannot be reached, or is another one/);
  provider.issuer = issuer;
  provider.claims = ADA;
  assert.equal((await comeBack(browser, provider)).status, 303);
  const none = await operatorRig(t);
  assert.equal((await new Browser(none).call('GET', '/session/oidc')).status, 401);
});

test('a name is made of what the provider says, as far as names go', () => {
  const settings = settingsFor('https://login.example.com', { allowedDomains: [], roles: { x: 'admin' } });
  const claims = { iss: 'https://login.example.com', aud: 'x', exp: 0, iat: 0, groups: 'x' };
  const nameFor = (more: object) => identityIn({ ...claims, sub: 's', ...more }, settings).name;
  assert.equal(nameFor({ email: 'Ada+x@Example.com' }), 'ada-x@example.com');
  assert.equal(nameFor({ preferred_username: '_Ada L' }), 'uada-l');
  const claimed = { email: 'eve@example.com', email_verified: false, preferred_username: 'mallory' };
  assert.equal(nameFor(claimed), 'mallory', 'an address that is not verified is nobody');
  assert.equal(identityIn({ ...claims, sub: 's', ...claimed }, settings).email, null);
  assert.match(nameFor({}), /^oidc-[0-9a-f]{12}$/);
  assert.equal(nameFor({ preferred_username: 'a'.repeat(200) }).length, 80);
  const one = identityIn({ ...claims, sub: 's' }, settings);
  assert.notEqual(one.identity, identityIn({ ...claims, iss: 'https://other.example', sub: 's' }, settings).identity);
  assert.ok(ROLES.includes(one.role));
});

after(() => {
  const here = DOCUMENTED_PEOPLE.filter((operation) => operation.includes('oidc'));
  assert.deepEqual(
    here.filter((operation) => !answered.has(operation)),
    [],
  );
});
