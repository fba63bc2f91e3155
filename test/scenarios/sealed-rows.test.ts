/**
 * Somebody who may write in the database, and has no master key: what lies sealed in one row opens in no other one.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CodeSecrets } from '../../src/engine/data/code-secrets.ts';
import { fromReference } from '../../src/lib/ids.ts';
import { SealBroken } from '../../src/lib/sealed.ts';
import { insertCodes } from '../../src/store/messages/calls.ts';
import { openGatewayKey } from '../../src/store/secrets/gateway-key.ts';
import { SEALED_TABLES } from '../../src/store/secrets/sealed-values.ts';
import { findVerification, insertVerifications } from '../../src/store/verifications/verifications.ts';
import { storedVerification } from '../support/engine/verifications.ts';
import { GATEWAY_MASTER_KEY, type HttpAnswer, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { textOnly } from '../support/gateway/requests.ts';
import { quietContext } from '../support/postgres/postgres.ts';

interface Customer {
  readonly id: string;
  readonly key: string;
}

const PATH = '/v1/callback-secrets';

describe('sealed values in the row of another', () => {
  let service: TestGateway;
  let alice: Customer;
  let mallory: Customer;

  before(async () => {
    service = await startGateway();
    alice = await customer('Alice');
    mallory = await customer('Mallory');
  });
  after(() => service.stop());

  const db = () => service.gateway.db;

  async function customer(name: string): Promise<Customer> {
    const made = await service.operate('POST', '/accounts', { name, products: ['rcs'] });
    assert.equal(made.status, 201);
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    return { id, key };
  }

  function as(id: string, key: string, method: 'GET' | 'POST' = 'GET'): Promise<HttpAnswer> {
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    if (method === 'GET') return service.call('GET', PATH, undefined, { authorization });
    return service.call('POST', PATH, {}, { authorization, 'idempotency-key': 'once' });
  }

  /** Exchanges what lies sealed in the rows of the two. */
  async function swap(table: 'api_keys' | 'callback_secrets'): Promise<void> {
    const { rowCount } = await db().query(
      `update ${table} s set sealed = o.sealed from ${table} o
        where s.account_id = any($1) and o.account_id = any($1) and s.account_id <> o.account_id`,
      [[alice.id, mallory.id]],
    );
    assert.equal(rowCount, 2);
    // A gateway that has opened a key keeps it.
    await service.restart();
  }

  test('a key lets nobody into another account', async () => {
    assert.deepEqual([(await as(alice.id, alice.key)).status, (await as(mallory.id, mallory.key)).status], [200, 200]);
    await swap('api_keys');
    for (const id of [alice.id, mallory.id]) {
      for (const key of [alice.key, mallory.key]) assert.equal((await as(id, key)).status, 401);
    }
    await swap('api_keys');
    assert.deepEqual([(await as(alice.id, alice.key)).status, (await as(mallory.id, mallory.key)).status], [200, 200]);
  });

  test('a key whose whole row is given to another account lets nobody in', async () => {
    const give = (from: Customer, to: Customer) =>
      db().query(
        `update api_keys s set account_id = $2, bucket = (select max(o.bucket) from api_keys o where o.account_id = $2)
          where s.account_id = $1 and s.id = (select min(o.id::text)::uuid from api_keys o where o.account_id = $1)`,
        [from.id, to.id],
      );
    await service.operate('POST', `/accounts/${mallory.id}/keys`, { api_key: Buffer.alloc(32, 9).toString('base64') });
    await give(mallory, alice);
    await service.restart();
    assert.equal((await as(alice.id, mallory.key)).status, 401);
    assert.equal((await as(alice.id, alice.key)).status, 200);
  });

  test('the secret that signs callbacks is not shown to another account', async () => {
    const before = (await as(alice.id, alice.key)).body;
    await swap('callback_secrets');
    const shown = await as(mallory.id, Buffer.alloc(32, 9).toString('base64'));
    assert.equal(shown.status, 500);
    assert.doesNotMatch(JSON.stringify(shown.body), /whsec_/);
    await swap('callback_secrets');
    assert.deepEqual((await as(alice.id, alice.key)).body, before);
  });

  test('an answer that is kept for one account is not given to another', async () => {
    const key = Buffer.alloc(32, 9).toString('base64');
    const first = await as(alice.id, alice.key, 'POST');
    assert.equal(first.status, 200);
    assert.equal((await as(mallory.id, key, 'POST')).status, 200);
    await db().query(
      `update idempotency_keys i set body = o.body from idempotency_keys o
        where i.account_id = $1 and o.account_id = $2`,
      [mallory.id, alice.id],
    );
    const again = await as(mallory.id, key, 'POST');
    assert.equal(again.status, 500);
    assert.doesNotMatch(JSON.stringify(again.body), /whsec_/);
    assert.deepEqual((await as(alice.id, alice.key, 'POST')).body, first.body);
  });

  test('every table holds what is sealed for its own rows alone', async () => {
    const context = quietContext();
    for (const name of ['one', 'two']) await openGatewayKey(context, db(), GATEWAY_MASTER_KEY, name);
    const calls = await placeCalls();
    const verifications = await beginVerifications();
    for (const table of SEALED_TABLES) {
      const which = { head: Buffer.alloc(8), buckets: null, after: null, limit: 500 };
      const found = await table.find(db(), which);
      assert.ok(found.length >= 2, table.name);
      const turned = found.map((value, at) => ({ ...value, fresh: found.at(at - 1)?.sealed ?? value.sealed }));
      assert.equal(await table.replace(db(), turned, null), found.length, table.name);
    }
    const secrets = new CodeSecrets(context.randomBytes, db(), GATEWAY_MASTER_KEY, Buffer.alloc(32));
    for (const call of calls) await assert.rejects(secrets.take(call), SealBroken);
    for (const id of verifications) {
      const { codeSealed } = (await findVerification(db(), id)) ?? {};
      assert.throws(() => codeSealed && secrets.ofVerification(id, codeSealed), SealBroken);
    }
    for (const name of ['one', 'two']) {
      await assert.rejects(openGatewayKey(context, db(), GATEWAY_MASTER_KEY, name), SealBroken);
    }
  });

  /** Two whose codes are awaited. */
  async function beginVerifications(): Promise<string[]> {
    const context = quietContext();
    const secrets = new CodeSecrets(context.randomBytes, db(), GATEWAY_MASTER_KEY, Buffer.alloc(32));
    const ids = ['48151', '62342'].map((code) => ({ id: context.ids.next(), code }));
    for (const { id, code } of ids) {
      const { verification } = storedVerification(id, context.clock.now());
      await insertVerifications(db(), [{ verification, ...secrets.keepForVerification(id, code) }]);
    }
    return ids.map(({ id }) => id);
  }

  /** Two that have not been placed, as a gateway leaves them that dies. */
  async function placeCalls(): Promise<string[]> {
    const context = quietContext();
    const secrets = new CodeSecrets(context.randomBytes, db(), GATEWAY_MASTER_KEY, Buffer.alloc(32));
    const ids: string[] = [];
    for (const code of ['48151', '62342']) {
      const reference = await service.send(textOnly('4915112345678'));
      const id = fromReference(reference) ?? '';
      const call = { messageId: id, accountId: alice.id, number: '4915112345678' };
      await insertCodes(db(), [{ ...call, ...secrets.keep(id, code) }]);
      ids.push(id);
    }
    return ids;
  }
});
