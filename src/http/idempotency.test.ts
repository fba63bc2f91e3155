import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { addAccount, basic, type HttpRig, httpRig } from '../../test/support/gateway/http.ts';
import { Refusal } from '../errors.ts';
import { bucketOf } from '../lib/ids.ts';
import { idempotencyBucket } from '../store/requests/idempotency-claims.ts';
import { readIdempotencyKey } from './idempotency.ts';

const SMS = {
  channels: [{ channel: 'sms' }],
  phone_number: '4915112345678',
  message: { sms: { parameters: { text: 'Hello' } } },
  message_type: 'ARN',
};

const post = (rig: HttpRig, key: string, changes: object = {}, authorization = basic()) =>
  rig.call('/v1/omnichannel', { body: { ...SMS, ...changes }, headers: { 'idempotency-key': key }, authorization });

test('the same key and payload get the same answer again, and one message is sent', async (t) => {
  const rig = await httpRig(t);
  const first = await post(rig, '"order-17"');
  const again = await post(rig, 'order-17');
  assert.equal(first.status, 200);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  assert.equal(again.text, first.text);
  assert.equal(again.status, 200);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(rig.accepted.length, 1);
  assert.equal(bucketOf(rig.accepted[0]?.id ?? ''), idempotencyBucket(rig.accepted[0]?.accountId ?? '', 'order-17'));
});

test('another payload under the key is 422, another account or path has keys of its own', async (t) => {
  const rig = await httpRig(t);
  await addAccount(rig.db, { id: 'OTHER' }, rig.clock.now());
  await post(rig, 'k');
  const other = await post(rig, 'k', { external_id: 'x' });
  assert.deepEqual([other.status, other.code], [422, 3110]);
  assert.equal((await post(rig, 'k', {}, basic('OTHER'))).status, 200);
  const rotated = await rig.call('/v1/callback-secrets', { method: 'POST', headers: { 'idempotency-key': 'k' } });
  assert.equal(rotated.status, 200);
  assert.equal(rig.accepted.length, 2);
});

test('a request whose first try is still running is 409', async (t) => {
  const rig = await httpRig(t);
  let go: () => void = () => undefined;
  let isWaiting = false;
  rig.acceptWith(async (fresh) => {
    isWaiting = true;
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    rig.accepted.push(fresh);
    throw new Error('not needed');
  });
  const first = post(rig, 'k');
  await eventually('the first is running', () => isWaiting);
  const second = await post(rig, 'k');
  assert.deepEqual([second.status, second.code], [409, 3110]);
  const other = await post(rig, 'k', { external_id: 'x' });
  assert.equal(other.status, 422);
  go();
  assert.equal((await first).status, 500);
  rig.acceptWith(null);
  assert.equal((await post(rig, 'k')).status, 200, 'a failure of ours is not kept');
});

test('of two nodes that run one key at once, both give the answer of the one that won', async (t) => {
  const rig = await httpRig(t);
  const keep = rig.accepted;
  // What the other node committed while this one was on its way.
  const winner = '{"status":{"code":3001},"reference_id":"A","external_id":null}';
  rig.acceptWith(async (_, claim) => {
    assert.ok(claim);
    await rig.db.query(
      `insert into idempotency_keys (key, account_id, path, bucket, fingerprint, status, body, created_at)
       values ($1, $2, $3, $4, $5, 200, $6, $7)`,
      [
        claim.key,
        claim.accountId,
        claim.path,
        idempotencyBucket(claim.accountId, claim.key),
        Buffer.from(claim.fingerprint),
        winner,
        new Date(rig.clock.now()).toISOString(),
      ],
    );
    return { kind: 'claimed_before' };
  });
  const reply = await post(rig, 'k');
  assert.deepEqual([reply.status, reply.text, keep.length], [200, winner, 0]);
});

test('a refusal that stays true is kept, one that may pass is not', async (t) => {
  const rig = await httpRig(t, { account: { products: [] }, requestLimits: { omnichannel: 4 } });
  const bad = await post(rig, 'bad', { message_type: 'X' });
  const again = await post(rig, 'bad', { message_type: 'X' });
  assert.deepEqual([again.status, again.text], [400, bad.text]);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  const rcs = { channels: [{ channel: 'rcs' }], message: { rcs: { template: 'text', parameters: { text: 'x' } } } };
  assert.equal((await post(rig, 'rcs', rcs)).status, 401);
  await rig.db.query(`update accounts set products = '{rcs}'`);
  await rig.clock.advance(3_001);
  assert.equal((await post(rig, 'rcs', rcs)).status, 200, '401 was not kept');
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await post(rig, `r${n}`)).status);
  const limited = statuses.indexOf(429);
  assert.ok(limited > 0, String(statuses));
  await rig.clock.advance(1_000);
  assert.equal((await post(rig, `r${limited}`)).status, 200, '429 was not kept');
});

test('after a day a key is free again', async (t) => {
  const rig = await httpRig(t);
  const first = await post(rig, 'k');
  await rig.clock.advance(24 * 3_600_000 - 1);
  assert.equal((await post(rig, 'k')).text, first.text);
  await rig.clock.advance(1);
  const later = await post(rig, 'k', { external_id: 'other' });
  assert.equal(later.status, 200);
  assert.equal(rig.accepted.length, 2);
});

test('a key is visible ASCII of 1 to 255 characters, quoted or bare', async (t) => {
  const keys: ReadonlyArray<readonly [string, string]> = [
    ['"a"', 'a'],
    ['a', 'a'],
    ['"with blank"', 'with blank'],
    ['"quote \\" and \\\\"', 'quote " and \\'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ];
  for (const [header, key] of keys) assert.equal(readIdempotencyKey(header), key);
  for (const header of ['', '""', 'a b', '"a', 'a"', '"\\x"', 'é', 'x'.repeat(256), '"a", "b"']) {
    assert.throws(() => readIdempotencyKey(header), Refusal, header);
  }
  const rig = await httpRig(t);
  const reply = await post(rig, 'two words');
  assert.deepEqual([reply.status, reply.code], [400, 3110]);
  assert.match(reply.description ?? '', /Idempotency-Key/);
});
