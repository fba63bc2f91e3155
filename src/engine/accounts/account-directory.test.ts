import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { API_KEY, addAccount, MASTER_KEY } from '../../../test/support/gateway/http.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testKey } from '../../../test/support/master-keys.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import type { MasterKey } from '../../lib/sealed.ts';
import { SANDBOX_KEY_ID } from '../../store/accounts/sandbox-account.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import { type AccountDirectory, createAccountDirectory, decodeKey } from './account-directory.ts';

interface Rig {
  readonly directory: AccountDirectory;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly logged: string[];
  readonly store: { isDown: boolean; statements: number };
}

async function rig(t: TestContext, masterKey: MasterKey = MASTER_KEY, isSandboxOff = false): Promise<Rig> {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  const store = { isDown: false, statements: 0 };
  const logged: string[] = [];
  const watched: Database = {
    ...db,
    query: (text, values) => {
      store.statements += 1;
      return store.isDown ? Promise.reject(new StoreDown('gone')) : db.query(text, values);
    },
  };
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const context = createContext({ logLevel: 'info', log, clock });
  return {
    directory: createAccountDirectory(context, { db: watched, masterKey, isSandboxOff }),
    clock,
    db,
    logged,
    store,
  };
}

test('an account is found with its live keys, newest first, and its senders', async (t) => {
  const { directory, db } = await rig(t);
  const senders = [{ sender: 'ACME', defaultFor: ['*'] }];
  await addAccount(db, { id: 'A', senders }, 1_000);
  await db.query('update api_keys set created_at = to_timestamp(1)');
  await addAccount(db, { id: 'B' }, 2_000);
  const known = await directory.find('A');
  assert.equal(known?.account.id, 'A');
  assert.equal(known?.keys.length, 1);
  assert.equal(known?.keys[0]?.text.toString(), API_KEY);
  assert.deepEqual(known?.keys[0]?.bytes, Buffer.from(API_KEY, 'base64'));
  assert.deepEqual(known?.senders, [{ accountId: 'A', isShared: false, ...senders[0] }]);
  assert.equal(await directory.find('NOBODY'), null);
});

test('what is asked for together is read together', async (t) => {
  const { directory, db, store } = await rig(t);
  const ids = Array.from({ length: 20 }, (_, n) => `A${n}`);
  for (const id of ids) await addAccount(db, { id }, 0);
  const found = await Promise.all([...ids, ...ids].map((id) => directory.find(id)));
  assert.deepEqual(
    found.map((known) => known?.account.id),
    [...ids, ...ids],
  );
  assert.equal(store.statements, 3);
});

test('what is changed holds on every node within two seconds, and where it was changed at once', async (t) => {
  const { directory: here, clock, db } = await rig(t);
  const context = createContext({ logLevel: 'silent', clock });
  const elsewhere = createAccountDirectory(context, { db, masterKey: MASTER_KEY, isSandboxOff: false });
  await addAccount(db, { id: 'A' }, 0);
  const names = async () => Promise.all([here, elsewhere].map(async (each) => (await each.find('A'))?.account.name));
  assert.deepEqual(await names(), ['Test', 'Test']);
  await db.query("update accounts set name = 'Changed'");
  here.forget('A');
  assert.deepEqual(await names(), ['Changed', 'Test']);
  await clock.advance(2_000);
  assert.deepEqual(await names(), ['Changed', 'Changed']);
});

test('what is read while it is changed is not kept', async (t) => {
  const { directory, db, store } = await rig(t);
  await addAccount(db, { id: 'A' }, 0);
  const reading = directory.find('A');
  directory.forget('A');
  assert.equal((await reading)?.account.name, 'Test');
  await db.query("update accounts set name = 'Changed'");
  assert.equal((await directory.find('A'))?.account.name, 'Changed');
  assert.equal(store.statements, 6);
});

test('who asks after a change is not told what was read before it', async (t) => {
  const { directory, db, store } = await rig(t);
  await addAccount(db, { id: 'A' }, 0);
  const before = directory.find('A');
  directory.forget('A');
  const after = [directory.find('A'), directory.find('A')];
  await before;
  assert.deepEqual(
    (await Promise.all(after)).map((known) => known?.account.name),
    ['Test', 'Test'],
  );
  assert.equal(store.statements, 6);
});

test('while the store is down, what is known serves until it is stale', async (t) => {
  const { directory, db, clock, store } = await rig(t);
  await addAccount(db, { id: 'A' }, 0);
  await directory.find('A');
  store.isDown = true;
  await clock.advance(1_850);
  assert.equal((await directory.find('A'))?.account.id, 'A');
  await clock.advance(100);
  await assert.rejects(async () => directory.find('A'), StoreDown);
  store.isDown = false;
  assert.equal((await directory.find('A'))?.account.id, 'A');
});

test('a key under another master key is left out, and logged once without its value', async (t) => {
  const { directory, db, clock, logged } = await rig(t, testKey(4));
  await addAccount(db, { id: 'A' }, 0);
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual((await directory.find('A'))?.keys, []);
    await clock.advance(3_100);
  }
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /cannot be opened/);
  assert.equal(logged[0]?.includes(API_KEY), false);
});

test('what cannot be a Customer ID costs no query', async (t) => {
  const { directory, store } = await rig(t);
  for (const id of ['', 'a:b', 'a b', 'é', 'x'.repeat(129), 'a\n']) assert.equal(await directory.find(id), null, id);
  assert.equal(store.statements, 0);
});

test('characters outside of plain base64 are dropped from a key', () => {
  assert.deepEqual(decodeKey('AQ-ID--'), Buffer.from('AQID', 'base64'));
  assert.equal(
    decodeKey('EXAMPLE----TE8sTgg45yusumoN6BYsBVkh+yRJ5czgsnCehZaOYldPJdmFh6NeX8kunZ2zU1YWaUw/0wV6xfw==').length,
    61,
  );
});

test("what is the sandbox's is suspended while the sandbox is off, whatever the store says", async (t) => {
  const { directory, db } = await rig(t, MASTER_KEY, true);
  for (const id of ['A', 'B', 'C']) await addAccount(db, { id }, 0);
  await db.query('update api_keys set id = $1 where account_id = any($2)', [SANDBOX_KEY_ID, ['A', 'B']]);
  await db.query("update api_keys set revoked_at = now() where account_id = 'B'");
  const states = ['A', 'B', 'C'].map(async (id) => (await directory.find(id))?.account.state);
  assert.deepEqual(await Promise.all(states), ['suspended', 'suspended', 'active']);
  assert.deepEqual((await directory.find('B'))?.keys, []);
});
