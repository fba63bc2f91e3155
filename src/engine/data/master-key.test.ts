import assert from 'node:assert/strict';
import { createCipheriv, randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { API_KEY, CUSTOMER_ID, type HttpRig, httpRig, MASTER_KEY } from '../../../test/support/gateway/http.ts';
import { formerKey, testKey } from '../../../test/support/master-keys.ts';
import { bucketOf, hash12 } from '../../lib/ids.ts';
import { type MasterKey, masterKeyId, open, type SealedRow, seal, sealHead } from '../../lib/sealed.ts';
import { openCallbackSecrets } from '../../operations/callback-secrets/handler.ts';
import { findSealedCode, insertCodes } from '../../store/messages/calls.ts';
import { registerNode } from '../../store/nodes/nodes.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { openNumberAliases } from '../../store/secrets/number-aliases.ts';
import { apiKeyRow, callCodeRow, verificationRow } from '../../store/secrets/sealed-rows.ts';
import { countOtherSeals, nodesWithOtherKey } from '../../store/secrets/sealed-values.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { findVerification, insertVerifications } from '../../store/verifications/verifications.ts';
import { createAccountDirectory } from '../accounts/account-directory.ts';
import { checkMasterKey, countBrokenKeys, type ResealPlace, resealPage } from './master-key.ts';

const NEW_KEY = testKey(0x44);
const FORMER_KEY = formerKey(0x45);
const BOTH: MasterKey = { current: NEW_KEY, other: MASTER_KEY };

interface Total {
  resealed: number;
  unreadable: number;
}

async function resealAll({ context, db }: HttpRig, key: MasterKey, most = Number.POSITIVE_INFINITY): Promise<Total> {
  const total = { resealed: 0, unreadable: 0 };
  let place: ResealPlace | undefined;
  for (let pages = 0; pages < most; pages += 1) {
    const { resealed, unreadable, next } = await resealPage(context, db, key, place);
    total.resealed += resealed;
    total.unreadable += unreadable;
    if (next === null) break;
    place = next;
  }
  return total;
}

async function addKeys({ db }: HttpRig, count: number, sealed: (row: SealedRow) => Buffer): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    await db.query(
      `insert into api_keys (id, bucket, account_id, sealed, hint, created_at)
       values ($1, $2, $3, $4, '', '2020-01-01')`,
      [id, hash12(CUSTOMER_ID), CUSTOMER_ID, sealed(apiKeyRow(CUSTOMER_ID, id))],
    );
  }
}

/** A call that is not over, with its code; returns its id. */
async function addCall({ context, db }: HttpRig, code: string): Promise<string> {
  const id = context.ids.next();
  await ensurePartitions(db, context.clock.now(), context.clock.now());
  const call = { messageId: id, accountId: CUSTOMER_ID, number: '4915112345678', codeHash: Buffer.alloc(32) };
  await db.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies,
       created_at, step, status, last_channel, updated_at, final_at)
     values ($1, $2, $3, 'call', $4, 'OTP', 0, '[]', false, '2026-01-01', 0, 3001, 'voice', '2026-01-01', '2026-01-01')`,
    [id, bucketOf(id), CUSTOMER_ID, call.number],
  );
  await insertCodes(db, [{ ...call, codeSealed: seal(MASTER_KEY, callCodeRow(id), Buffer.from(code)) }]);
  return id;
}

/** A key of the account, a callback secret, and an answer with a secret under an idempotency key. */
async function sealedRig(t: TestContext): Promise<HttpRig> {
  const rig = await httpRig(t);
  const rotated = await rotate(rig);
  assert.equal(rotated.status, 200);
  return rig;
}

function rotate(rig: HttpRig) {
  return rig.call('/v1/callback-secrets', { method: 'POST', body: '{}', headers: { 'idempotency-key': 'once' } });
}

test('everything comes under the new key, and is afterwards what it was', async (t) => {
  const rig = await sealedRig(t);
  const { context, db } = rig;
  const aliasBefore = (await openNumberAliases(context, db, MASTER_KEY))('4915112345678');
  const before = await openCallbackSecrets({ context, db, masterKey: MASTER_KEY }, CUSTOMER_ID);
  const { rows } = await db.query<{ body: string }>('select body from idempotency_keys');
  const call = await addCall(rig, '48151');
  const verification = context.ids.next();
  const sealed = seal(MASTER_KEY, verificationRow(verification), Buffer.from('62342'));
  await insertVerifications(db, [{ ...storedVerification(verification, context.clock.now()), codeSealed: sealed }]);
  const total = await resealAll(rig, BOTH);
  assert.deepEqual(
    total,
    { resealed: 8, unreadable: 0 },
    'a key, two secrets, an answer, the keys of aliases and of codes, a code of a call and one of a verification',
  );
  assert.equal(await countOtherSeals(db, sealHead(NEW_KEY)), 0);
  // The old key is no longer needed for any of them.
  assert.deepEqual(await openCallbackSecrets({ context, db, masterKey: NEW_KEY }, CUSTOMER_ID), before);
  assert.equal((await openNumberAliases(context, db, NEW_KEY))('4915112345678'), aliasBefore);
  const code = await findSealedCode(db, call);
  assert.equal(code && open(NEW_KEY, callCodeRow(call), code).toString(), '48151');
  const other = (await findVerification(db, verification))?.codeSealed;
  assert.equal(other && open(NEW_KEY, verificationRow(verification), other).toString(), '62342');
  const known = await createAccountDirectory(context, { db, masterKey: NEW_KEY, isSandboxOff: false }).find(
    CUSTOMER_ID,
  );
  assert.deepEqual(
    known?.keys.map(({ text }) => text.toString()),
    [API_KEY],
  );
  const after = await db.query<{ body: string }>('select body from idempotency_keys');
  assert.notEqual(after.rows[0]?.body, rows[0]?.body);
  assert.match(after.rows[0]?.body ?? '', /^[A-Za-z0-9+/]+=*$/);
  assert.deepEqual(await resealAll(rig, BOTH), { resealed: 0, unreadable: 0 });
});

test('an answer that was sealed again is given again', async (t) => {
  const rig = await sealedRig(t);
  const given = await rotate(rig);
  await resealAll(rig, BOTH);
  await resealAll(rig, { current: MASTER_KEY, other: NEW_KEY });
  assert.equal((await rotate(rig)).text, given.text);
});

test('a replacement that was interrupted goes on', async (t) => {
  const rig = await sealedRig(t);
  await addKeys(rig, 700, (row) => seal(MASTER_KEY, row, Buffer.from(API_KEY)));
  const { count, bucketsOf } = await readLanes(rig.db);
  const lane = Array.from({ length: count }, (_, each) => each).findIndex((each) => {
    const buckets = bucketsOf(each);
    return buckets === null || buckets.includes(hash12(CUSTOMER_ID));
  });
  // A page is of one lane; those before it have no keys.
  const first = await resealAll(rig, BOTH, lane + 1);
  assert.equal(first.resealed, 500);
  const rest = await resealAll(rig, BOTH);
  assert.equal(rest.resealed, 205);
  assert.equal(await countOtherSeals(rig.db, sealHead(BOTH)), 0);
});

test('what an earlier release sealed is bound to its row, what no key opens is left and counted', async (t) => {
  const rig = await sealedRig(t);
  const { context, db } = rig;
  await addKeys(rig, 3, () => sealedOfOld(API_KEY));
  await addKeys(rig, 4, (row) => seal(FORMER_KEY, row, Buffer.from(API_KEY)));
  await addKeys(rig, 2, (row) => seal(testKey(1), row, Buffer.from(API_KEY)));
  const both = { current: MASTER_KEY, other: FORMER_KEY };
  assert.deepEqual(await resealAll(rig, both), { resealed: 7, unreadable: 2 });
  assert.equal(await countOtherSeals(db, sealHead(MASTER_KEY)), 2);
  assert.deepEqual(await countBrokenKeys(db, MASTER_KEY), { broken: 2, of: 10 });
  // What is bound now opens in no other row.
  await db.query(
    `update api_keys k set sealed = o.sealed from api_keys o
      where k.account_id = o.account_id and k.id <> o.id
        and o.id = (select max(n.id::text)::uuid from api_keys n where n.created_at > '2021-01-01')`,
  );
  assert.deepEqual(await countBrokenKeys(db, both), { broken: 9, of: 10 });
  const known = await createAccountDirectory(context, { db, masterKey: both, isSandboxOff: false }).find(CUSTOMER_ID);
  assert.equal(known?.keys.length, 1);
});

test('a key of an earlier release gets the name of its key while it still seals', async (t) => {
  const rig = await httpRig(t);
  await addKeys(rig, 3, () => sealedOfOld(API_KEY));
  const both = { current: FORMER_KEY, other: MASTER_KEY };
  const { resealed, unreadable } = await resealAll(rig, both);
  assert.deepEqual([resealed > 3, unreadable], [true, 0]);
  assert.equal(await countOtherSeals(rig.db, sealHead(FORMER_KEY)), 0);
});

test('a gateway with a wrong master key is told so, one with some of the keys is let in', async (t) => {
  const rig = await sealedRig(t);
  const { context, db } = rig;
  await checkMasterKey(context, db, MASTER_KEY);
  await checkMasterKey(context, db, BOTH);
  await assert.rejects(checkMasterKey(context, db, NEW_KEY), /opens none of the API keys .*TRUNKLINE_OTHER_MASTER_KEY/);
  await addKeys(rig, 1, (row) => seal(NEW_KEY, row, Buffer.from(API_KEY)));
  await checkMasterKey(context, db, NEW_KEY);
});

test('an empty database takes any master key', async (t) => {
  const { context, db } = await httpRig(t, { account: null });
  await checkMasterKey(context, db, NEW_KEY);
});

test('only nodes that run and seal under another key stand in the way', async (t) => {
  const { db, clock } = await httpRig(t);
  const id = masterKeyId(NEW_KEY);
  const now = clock.now();
  await registerNode(db, 'same', { masterKey: id }, now);
  await registerNode(db, 'other', { masterKey: masterKeyId(MASTER_KEY) }, now);
  await registerNode(db, 'older-release', {}, now);
  await registerNode(db, 'dead', {}, now - 60_000);
  assert.deepEqual(await nodesWithOtherKey(db, id, now - 10_000), ['older-release', 'other']);
});

function sealedOfOld(text: string): Buffer {
  const nonce = Buffer.alloc(12, 5);
  const cipher = createCipheriv('aes-256-gcm', FORMER_KEY.bytes, nonce);
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}
