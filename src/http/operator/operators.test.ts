/** Operators with names: rights, ends, and what is written down of what they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { answered, operatorRig, TOKEN } from '../../../test/support/operator.ts';
import { asJsonObject } from '../../lib/json.ts';
import type { OperatorOptions } from './options.ts';
import { RIGHT_OF, RIGHTS } from './rights.ts';
import { operatorRoutes } from './routes.ts';

type Rig = Awaited<ReturnType<typeof operatorRig>>;

async function makeOperator(rig: Rig, name: string, rights: readonly string[], more: object = {}) {
  const made = await rig.call('POST', '/operators', { name, rights, ...more });
  assert.equal(made.status, 201, made.description);
  return { authorization: `Bearer ${made.body.token}` };
}

test('every route has its right in the table, and what stands in the table is a route', async () => {
  const served: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${url}`);
  });
  await app.register(operatorRoutes({ token: 'none', context: {} } as OperatorOptions));
  await app.ready();
  assert.deepEqual(Object.keys(RIGHT_OF).sort(), served.sort());
});

test('an operator does what its rights allow, and is told which right is missing', async (t) => {
  const rig = await operatorRig(t);
  const reader = await makeOperator(rig, 'reader', ['read']);
  const keeper = await makeOperator(rig, 'keeper', ['read', 'accounts']);
  const cases: Array<[string, string, object | undefined, string, string]> = [
    ['GET', '/accounts', undefined, '200', '200'],
    ['GET', '/inbound-texts?full=true', undefined, 'full', 'full'],
    ['POST', '/accounts', { name: 'Acme' }, 'accounts', '201'],
    ['POST', '/carriers/sms-1/drain', undefined, 'operate', 'operate'],
    ['POST', '/erasures', { number: '4915112345678' }, 'erase', 'erase'],
    ['POST', '/operators', { name: 'mine', rights: ['admin'] }, 'admin', 'admin'],
    ['POST', '/master-key/reseal', {}, 'admin', 'admin'],
    ['GET', '/operator-actions', undefined, '200', '200'],
  ];
  for (const [method, path, body, ofReader, ofKeeper] of cases) {
    for (const [headers, expected] of [
      [reader, ofReader],
      [keeper, ofKeeper],
    ] as const) {
      const answer = await rig.call(method, path, body, headers);
      if (/^\d/.test(expected)) assert.equal(String(answer.status), expected, `${method} ${path}`);
      else assert.deepEqual([answer.status, answer.description.endsWith(`right ${expected}`)], [403, true], path);
    }
  }
});

test('what a request says is written down whatever characters it has, and then answered as it should be', async (t) => {
  const rig = await operatorRig(t);
  // A hundred characters are written down: here they end within the sign.
  const long = `${'a'.repeat(99)}\u{1f600} and Sons`;
  const made = await rig.call('POST', '/accounts', { name: long, customer_id: 'ACME-SONS' });
  assert.deepEqual([made.status, made.body.name], [201, long], made.description);
  const odd: ReadonlyArray<readonly [string, string, object?]> = [
    ['POST', '/accounts', { name: '\ud800' }],
    ['POST', '/opt-outs', { recipient: '4915112345678', customer_id: '\u0000' }],
    ['POST', '/opt-outs', { recipient: '4915112345678', customer_id: 'A\udc00' }],
    ['PUT', '/masking-blocks/4915112345678?customer_id=%00'],
    ['PATCH', '/accounts/%00', { name: 'Acme' }],
    ['POST', '/accounts/%00/suspend'],
    ['GET', '/accounts/%00?full=true'],
    ['GET', '/messages?full=true&customer_id=%00'],
  ];
  for (const [method, path, body] of odd) {
    const answer = await rig.call(method, path, body);
    assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path}: ${answer.status}`);
  }
  const { actions } = (await rig.call('GET', '/operator-actions')).body as {
    actions: Array<{ status: number | null }>;
  };
  assert.equal(actions.length, odd.length + 1);
  assert.ok(actions.every(({ status }) => status !== null));
});

test('the audit log is asked for an account whose Customer ID looks like a number', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: '20260001' });
  await rig.call('PATCH', '/accounts/20260001', { name: 'Acme Ltd' });
  await rig.call('POST', '/opt-outs', { recipient: '4915112345678', customer_id: '20260001' });
  await rig.call('POST', '/opt-outs', { recipient: '4915112345678', customer_id: '4915112345678' });
  const actionsOf = async (account: string) => {
    const { entries } = (await rig.call('GET', `/audit?account=${account}`)).body as { entries: { action: string }[] };
    return entries.map(({ action }) => action);
  };
  assert.deepEqual(await actionsOf('20260001'), ['POST /opt-outs', 'PATCH /accounts/:id']);
  assert.deepEqual(await actionsOf('4915112345678'), [], 'a number that is no account stays masked');
});

test('a token ends when it is said to, and at once when it is revoked', async (t) => {
  const rig = await operatorRig(t);
  const now = rig.clock.now();
  const until = new Date(now + 60_000).toISOString();
  const short = await makeOperator(rig, 'short', ['read'], { expires_on: until });
  const long = await makeOperator(rig, 'long', ['read']);
  assert.equal((await rig.call('GET', '/accounts', undefined, short)).status, 200);
  await rig.clock.advance(60_000);
  assert.equal((await rig.call('GET', '/accounts', undefined, short)).status, 401);
  assert.equal((await rig.call('GET', '/accounts', undefined, long)).status, 200);
  assert.equal((await rig.call('DELETE', '/operators/long')).body.state, 'revoked');
  assert.equal((await rig.call('GET', '/accounts', undefined, long)).status, 401);
  assert.equal((await rig.call('DELETE', '/operators/nobody')).status, 404);
  const { operators } = (await rig.call('GET', '/operators')).body as { operators: Array<Record<string, unknown>> };
  assert.deepEqual(
    operators.map(({ name, state }) => [name, state]),
    [
      ['long', 'revoked'],
      ['short', 'expired'],
    ],
  );
  for (const body of [
    { name: 'long', rights: ['read'] },
    { name: 'root', rights: ['read'] },
    { name: 'Long', rights: ['read'] },
    { name: 'x', rights: [] },
    { name: 'x', rights: ['write'] },
    { name: 'x', rights: ['read'], expires_on: '2020-01-01' },
    { name: 'x', rights: ['read'], expires_on: '2099-01-01' },
  ]) {
    assert.equal((await rig.call('POST', '/operators', body)).status, 400, JSON.stringify(body));
  }
});

test('the database holds no token, and a token of another name is refused', async (t) => {
  const rig = await operatorRig(t);
  const { authorization } = await makeOperator(rig, 'one', [...RIGHTS]);
  await makeOperator(rig, 'two', ['read']);
  const { rows } = await rig.db.query<{ all: string }>('select row_to_json(o)::text as all from operators o');
  const secret = authorization.split('.')[1] ?? '';
  assert.ok(rows.every(({ all }) => !all.includes(secret)));
  for (const wrong of [`Bearer two.${secret}`, `Bearer three.${secret}`, 'Bearer one.', 'Bearer one']) {
    assert.equal((await rig.call('GET', '/accounts', undefined, { authorization: wrong })).status, 401, wrong);
  }
});

test('what operators do is written down with who and on what, numbers masked, and nothing takes it away', async (t) => {
  const rig = await operatorRig(t);
  const keeper = await makeOperator(rig, 'keeper', ['read', 'accounts', 'full']);
  const made = await rig.call('POST', '/accounts', { name: 'Acme', kind: 'trial' }, keeper);
  const id = String(made.body.customer_id);
  await rig.call('PUT', `/accounts/${id}/verified-numbers/4915112345678`, undefined, keeper);
  await rig.call('GET', `/accounts/${id}`, undefined, keeper);
  await rig.call('GET', `/accounts/${id}?full=true`, undefined, keeper);
  await rig.call('POST', '/opt-outs', { recipient: '+4915112345678' });
  await rig.call('PATCH', `/accounts/${id}`, { nmae: 'x' }, keeper);
  await rig.call('POST', '/erasures', { number: '4915112345678' }, keeper);
  const listed = await rig.call('GET', '/operator-actions');
  const actions = (listed.body.actions as Array<Record<string, unknown>>).reverse();
  assert.deepEqual(
    actions.map(({ operator, action, target, status }) => [operator, action, target, status]),
    [
      [
        'root',
        'POST /operators',
        { name: 'keeper', rights: 'read,accounts,full', expires_on: asJsonObject(actions[0]?.target)?.expires_on },
        201,
      ],
      ['keeper', 'POST /accounts', { name: 'Acme', kind: 'trial', customer_id: id }, 201],
      ['keeper', 'PUT /accounts/:id/verified-numbers/:number', { id, number: '49*********78' }, 200],
      ['keeper', 'GET /accounts/:id', { id }, 200],
      ['root', 'POST /opt-outs', { recipient: '49*********78' }, 201],
      ['keeper', 'PATCH /accounts/:id', { id, changed: 'nmae' }, 400],
    ],
  );
  const text = JSON.stringify(listed.body);
  assert.ok(!text.includes('15112345678') && !text.includes(String(made.body.api_key)));
  const [first, ...rest] = (await rig.call('GET', '/operator-actions?operator=keeper&limit=1')).body
    .actions as unknown[];
  assert.deepEqual([asJsonObject(first)?.action, rest], ['PATCH /accounts/:id', []]);
  for (const method of ['DELETE', 'POST', 'PUT', 'PATCH']) {
    assert.ok((await rig.call(method, '/operator-actions', {})).status >= 404, method);
  }
  assert.ok(answered.size > 0);
});

test('what cannot be written down is not done', async (t) => {
  const rig = await operatorRig(t);
  await rig.db.query('alter table operator_actions rename to elsewhere');
  const before = await rig.db.query('select id from accounts');
  const answer = await fetch(`${rig.url}/operator/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ name: 'Acme' }),
  });
  assert.equal(answer.status, 500);
  assert.equal((await rig.db.query('select id from accounts')).rows.length, before.rows.length);
});
