/**
 * Every role against every route of the operators. A new route needs a row here: who may ask for it is decided, not
 * inherited from a right.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { type OperatorRig, operatorRig, TOKEN } from '../../../../test/support/operator.ts';
import { hash12 } from '../../../lib/ids.ts';
import { ROLES } from '../../../lib/people-settings.ts';
import { addToken } from '../../../store/people/user-tokens.ts';
import { addUser } from '../../../store/people/users.ts';
import { newPersonalToken } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import { RIGHTS } from '../rights.ts';
import { operatorRoutes } from '../routes.ts';

/**
 * v: viewer, s: support, d: developer with a real carrier, D: developer while all carriers are simulated, o: operator,
 * a: admin. For each the same letter, or a hyphen where it is refused.
 */
const MAY: Readonly<Record<string, string>> = {
  'GET /batches': 'v s d D o a',
  'GET /batches/:reference': 'v s d D o a',
  'POST /batches/:reference/pause': '- - - D o a',
  'POST /batches/:reference/resume': '- - - D o a',
  'POST /batches/:reference/take-back': '- - - D o a',
  'GET /messages/:reference/history': 'v s d D o a',
  'GET /messages/:reference/contents': 'v s d D o a',
  'POST /messages/:reference/take-back': '- - - D o a',
  'GET /accounts': 'v s d D o a',
  'POST /accounts': '- - - D o a',
  'GET /accounts/:id': 'v s d D o a',
  'PATCH /accounts/:id': '- - - D o a',
  'POST /accounts/:id/suspend': '- - - D o a',
  'POST /accounts/:id/activate': '- - - D o a',
  'GET /accounts/:id/keys': 'v s d D o a',
  'POST /accounts/:id/keys': '- - - D o a',
  'DELETE /accounts/:id/keys/:key': '- - - D o a',
  'PUT /accounts/:id/senders/:sender': '- - - D o a',
  'DELETE /accounts/:id/senders/:sender': '- - - D o a',
  'PUT /accounts/:id/verified-numbers/:number': '- - - D o a',
  'DELETE /accounts/:id/verified-numbers/:number': '- - - D o a',
  'GET /accounts/:id/callback-secrets': 'v s d D o a',
  'GET /accounts/:id/addon-caps': 'v s d D o a',
  'GET /accounts/:id/templates': 'v s d D o a',
  'POST /accounts/:id/addon-caps/:addon/reset': '- - - D o a',
  'GET /unmatched-receipts': 'v s d D o a',
  'GET /inbound-texts': 'v s d D o a',
  'GET /inbound-texts/:id': 'v s d D o a',
  'GET /callbacks': 'v s d D o a',
  'GET /callbacks/:id': 'v s d D o a',
  'POST /callbacks/redeliver': '- - - D o a',
  'POST /callbacks/:id/redeliver': '- - - D o a',
  'GET /sandbox/receivers': 'v s d D o a',
  'GET /sandbox/receivers/:name/requests': 'v s d D o a',
  'PUT /sandbox/receivers/:name': '- - - D o a',
  'GET /calls/in-progress': 'v s d D o a',
  'GET /calls/:reference': 'v s d D o a',
  'GET /carriers': 'v s d D o a',
  'GET /carriers/:name/addresses': 'v s d D o a',
  'POST /carriers/:name/addresses': 'v s d D o a',
  'POST /carriers/:name/drain': '- - - D o a',
  'POST /carriers/:name/resume': '- - - D o a',
  'GET /diagnosis': 'v s d D o a',
  'POST /reload': '- - - D o a',
  'POST /erasures': '- - - - o a',
  'GET /erasures': 'v s d D o a',
  'GET /erasures/:id': 'v s d D o a',
  'POST /imports': '- - - D o a',
  'GET /find': 'v s d D o a',
  'GET /hints': 'v s d D o a',
  'GET /imports': 'v s d D o a',
  'GET /imports/:id': 'v s d D o a',
  'POST /imports/:id/rows': '- - - D o a',
  'POST /imports/:id/finish': '- - - D o a',
  'POST /imports/:id/stop': '- - - D o a',
  'GET /data-sets': 'v s d D o a',
  'DELETE /data-sets/:kind/:name': '- - - D o a',
  'GET /look-ups/:reference': 'v s d D o a',
  'GET /sources': 'v s d D o a',
  'GET /addon-caps': 'v s d D o a',
  'GET /consents': 'v s d D o a',
  'GET /masking-blocks': 'v s d D o a',
  'PUT /masking-blocks/:number': '- - - D o a',
  'DELETE /masking-blocks/:number': '- - - D o a',
  'POST /master-key/reseal': '- - - - - a',
  'GET /messages': 'v s d D o a',
  'GET /look-ups': 'v s d D o a',
  'GET /calls': 'v s d D o a',
  'GET /masking-sessions': 'v s d D o a',
  'GET /masking-sessions/:session': 'v s d D o a',
  'GET /masking-sessions/:session/interactions': 'v s d D o a',
  'POST /masking-sessions/:session/close': '- - - D o a',
  'GET /verifications': 'v s d D o a',
  'GET /verifications/:reference': 'v s d D o a',
  'GET /messages/:reference': 'v s d D o a',
  'GET /nodes': 'v s d D o a',
  'POST /numbers/import': '- - - D o a',
  'GET /numbers': 'v s d D o a',
  'GET /numbers/forecast': 'v s d D o a',
  'POST /numbers/:number/retire': '- - - D o a',
  'GET /opt-outs': 'v s d D o a',
  'POST /opt-outs': '- - - D o a',
  'POST /opt-outs/lift': '- - - D o a',
  'GET /usage': 'v s d D o a',
  'GET /traffic': 'v s d D o a',
  'GET /backlog': 'v s d D o a',
  'GET /sandbox/handsets': 'v s d D o a',
  'GET /sandbox/handsets/:number': 'v s d D o a',
  'GET /sandbox/handsets/:number/calls/:id': '- s - D o a',
  'POST /sandbox/handsets/:number/calls/:id/answer': '- - - D o a',
  'POST /sandbox/handsets/:number/calls/:id/decline': '- - - D o a',
  'POST /sandbox/handsets/:number/calls/:id/hang-up': '- - - D o a',
  'POST /sandbox/handsets/:number/calls/:id/keys': '- - - D o a',
  'POST /sandbox/handsets/:number/file': '- - - D o a',
  'POST /sandbox/handsets/:number/location': '- - - D o a',
  'POST /sandbox/handsets/:number/reply': '- - - D o a',
  'POST /sandbox/handsets/:number/tap': '- - - D o a',
  'PUT /sandbox/handsets/:number/waits': '- - - D o a',
  'GET /sandbox/stories': 'v s d D o a',
  'POST /sandbox/send': '- - - D o a',
  'GET /endpoints': 'v s d D o a',
  'GET /operators': 'v s d D o a',
  'POST /operators': '- - - - - a',
  'DELETE /operators/:name': '- - - - - a',
  'GET /operator-actions': 'v s d D o a',
  'POST /session': 'v s d D o a',
  'GET /session': 'v s d D o a',
  'DELETE /session': 'v s d D o a',
  'GET /session/ways': 'v s d D o a',
  'GET /session/link': 'v s d D o a',
  'GET /session/oidc': 'v s d D o a',
  'GET /session/oidc/callback': 'v s d D o a',
  'PUT /session/password': 'v s d D o a',
  'POST /session/second-factor': 'v s d D o a',
  'POST /session/second-factor/confirm': 'v s d D o a',
  'POST /session/second-factor/remove': 'v s d D o a',
  'GET /tokens': 'v s d D o a',
  'POST /tokens': 'v s d D o a',
  'DELETE /tokens/:id': 'v s d D o a',
  'GET /audit': '- - - - - a',
  'GET /audit/verify': '- - - - - a',
  'GET /audit/:seq': '- - - - - a',
  'GET /sessions': 'v s d D o a',
  'DELETE /sessions/:id': 'v s d D o a',
  'GET /users': '- - - - - a',
  'POST /users': '- - - - - a',
  'GET /users/:name': '- - - - - a',
  'PATCH /users/:name': '- - - - - a',
  'DELETE /users/:name': '- - - - - a',
  'POST /users/:name/invite': '- - - - - a',
  'POST /session/invite': 'v s d D o a',
};

/** Numbers in full need a right besides that of the route. */
const MAY_SEE_IN_FULL = '- s - D o a';

/** They sign as the gateway does: to who looks at messages they are not shown. */
const MAY_SEE_SECRETS = '- - - D o a';

const COLUMNS = [
  ['viewer', false],
  ['support', false],
  ['developer', false],
  ['developer', true],
  ['operator', false],
  ['admin', false],
] as const;

async function servedRoutes(): Promise<string[]> {
  const served: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${url}`);
  });
  await app.register(operatorRoutes({ token: 'none', context: {} } as OperatorOptions));
  await app.ready();
  return served;
}

/** A token of a user with this role, which may do all that the user may. */
async function tokenOf(rig: OperatorRig, role: string): Promise<string> {
  const { db, context } = rig;
  const now = rig.clock.now();
  await addUser(db, { name: role, role, email: null, password: null, createdAt: now, createdBy: 'root' });
  const id = context.ids.next(hash12(role));
  const { token, hash } = newPersonalToken(id, context.randomBytes);
  const times = { createdAt: now, expiresAt: now + 3_600_000 };
  await addToken(db, { id, userName: role, label: 'x', rights: [...RIGHTS], tokenHash: hash, ...times });
  return token;
}

/** Asks for nothing that is there, and changes nothing. */
async function statusOf(rig: OperatorRig, route: string, token: string | null, query = ''): Promise<number> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/g, 'nobody');
  const answer = await fetch(`${rig.url}/operator/v1${path}${query}`, {
    method,
    redirect: 'manual',
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{"no_such_field":1}' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

test('every route has its row, and every row its route', async () => {
  assert.deepEqual(Object.keys(MAY).sort(), (await servedRoutes()).sort());
});

test('each role may ask for what its column says, and for nothing else', async (t) => {
  const rig = await operatorRig(t);
  const tokens = new Map<string, string>();
  for (const role of ROLES) tokens.set(role, await tokenOf(rig, role));
  for (const [column, [role, isSandbox]] of COLUMNS.entries()) {
    (rig.people as { isSandbox: boolean }).isSandbox = isSandbox;
    const token = tokens.get(role) ?? '';
    for (const [route, row] of Object.entries(MAY)) {
      const may = row.split(' ')[column] !== '-';
      const status = await statusOf(rig, route, token);
      if (isForAnybody(route)) continue;
      assert.equal(
        status === 403,
        !may,
        `${role}${isSandbox ? ' in the sandbox' : ''}: ${route} is answered ${status}`,
      );
      assert.notEqual(status, 401, `${role}: ${route}`);
    }
    const isShown = (await statusOf(rig, 'GET /inbound-texts', token, '?full=true')) === 200;
    assert.equal(isShown, MAY_SEE_IN_FULL.split(' ')[column] !== '-', `${role}: numbers in full`);
    // There is no such account.
    const secrets = await statusOf(rig, 'GET /accounts/:id/callback-secrets', token, '?full=true');
    assert.equal(secrets, MAY_SEE_SECRETS.split(' ')[column] === '-' ? 403 : 404, `${role}: callback secrets`);
  }
  for (const route of Object.keys(MAY)) {
    if (!isForAnybody(route)) assert.equal(await statusOf(rig, route, null), 401, `nobody: ${route}`);
    assert.notEqual(await statusOf(rig, route, TOKEN), 403, `root: ${route}`);
  }
});

/** What signs somebody in. */
function isForAnybody(route: string): boolean {
  return /^POST \/session(\/invite)?$/.test(route) || /^GET \/session\/(ways|link|oidc|oidc\/callback)$/.test(route);
}
