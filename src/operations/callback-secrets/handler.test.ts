import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HttpRig, httpRig, MASTER_KEY } from '../../../test/support/gateway/http.ts';
import { openCallbackSecrets } from './handler.ts';

interface Shown {
  readonly id: string;
  readonly secret: string;
  readonly created_on: string;
  readonly expires_on: string | null;
}

const PATH = '/v1/callback-secrets';

async function secrets(rig: HttpRig, options: Parameters<HttpRig['call']>[1] = {}): Promise<Shown[]> {
  const reply = await rig.call(PATH, options);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.secrets as Shown[];
}

const rotate = (rig: HttpRig, body: unknown = {}) => secrets(rig, { method: 'POST', body });

test('an account has one secret from the first time that it is asked for', async (t) => {
  const rig = await httpRig(t);
  const [all, again] = await Promise.all([secrets(rig), secrets(rig)]);
  assert.equal(all.length, 1);
  assert.match(all[0]?.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(all[0]?.expires_on, null);
  assert.deepEqual(await secrets(rig), all);
  assert.deepEqual(again, all, 'also when two ask at once');
  const parts = { context: rig.context, db: rig.db, masterKey: MASTER_KEY };
  assert.deepEqual(await openCallbackSecrets(parts, 'FFFFFFFF-EEEE-DDDD-1234-AB1234567890'), [all[0]?.secret]);
});

test('a rotation makes a new one, and the one before it lives on for the stated time', async (t) => {
  const rig = await httpRig(t);
  const [first] = await secrets(rig);
  const rotated = await rotate(rig, { previous_valid_for: 600 });
  assert.equal(rotated.length, 2);
  assert.notEqual(rotated[0]?.secret, first?.secret);
  assert.equal(rotated[1]?.secret, first?.secret);
  assert.equal(rotated[1]?.expires_on, new Date(rig.clock.now() + 600_000).toISOString());
  await rig.clock.advance(600_000);
  assert.deepEqual(
    (await secrets(rig)).map(({ secret }) => secret),
    [rotated[0]?.secret],
  );
});

test('a second rotation ends the oldest at once: at most two are live', async (t) => {
  const rig = await httpRig(t);
  const [first] = await secrets(rig);
  const [second] = await rotate(rig);
  await rig.clock.advance(1_000);
  const shown = await rotate(rig);
  assert.equal(shown.length, 2);
  assert.equal(shown[1]?.secret, second?.secret);
  assert.equal(
    shown.some(({ secret }) => secret === first?.secret),
    false,
  );
  const [only, ...others] = await rotate(rig, { previous_valid_for: 0 });
  assert.ok(only);
  assert.deepEqual(others, []);
});

test('a rotation without a body keeps the old one for a day', async (t) => {
  const rig = await httpRig(t);
  await secrets(rig);
  const shown = await secrets(rig, { method: 'POST' });
  assert.equal(shown[1]?.expires_on, new Date(rig.clock.now() + 86_400_000).toISOString());
});

test('a time that is out of bounds is refused, naming what is allowed', async (t) => {
  const rig = await httpRig(t);
  for (const value of [-1, 604_801, 1.5, 'a week', {}]) {
    const reply = await rig.call(PATH, { body: { previous_valid_for: value } });
    assert.deepEqual([reply.status, reply.code], [400, 3110]);
    assert.match(reply.description ?? '', /previous_valid_for.*0 to 604800/);
  }
  assert.equal((await rotate(rig, { previous_valid_for: '60' })).length, 2, 'numeric text is fine');
});

test('under an idempotency key a rotation happens once, and its secrets are kept sealed', async (t) => {
  const rig = await httpRig(t);
  const call = () => rig.call(PATH, { method: 'POST', body: '{}', headers: { 'idempotency-key': 'r' } });
  const first = await call();
  const again = await call();
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(again.headers.sealed, undefined);
  const { rows } = await rig.db.query<{ body: string }>('select body from idempotency_keys');
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0]?.body ?? '', /whsec_/);
  assert.equal((await secrets(rig)).length, 2);
});
