import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASTER_KEY } from '../../test/support/gateway/http.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { testDatabase } from '../../test/support/postgres/database.ts';
import { createContext } from '../context.ts';
import { listMasks, putMasks, retireMask } from '../store/masking/masks.ts';
import { readLanes } from '../store/sql/lanes.ts';
import { prepareSandbox } from './sandbox.ts';

const secrets = {
  masterKey: MASTER_KEY,
  operatorToken: 'the-operators-own-token',
  sandboxCustomerId: 'SANDBOX',
  sandboxApiKey: Buffer.alloc(64, 1).toString('base64'),
  nodeId: 'node-1',
};

test('the sandbox has its masks at each start, and a real session never gets one', async (t) => {
  const { db } = await testDatabase(t);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const ground = { db, lanes: await readLanes(db), secrets };
  const own = { number: '4915700000001', accountId: '', country: 'DE', carrier: null };
  await putMasks(db, [own], context.clock.now());
  const active = () => listMasks(db, { state: 'active', limit: 2_000 });
  await prepareSandbox(context, ground, true);
  assert.equal((await active()).length, 1_001);
  await retireMask(db, '447700900000', context.clock.now());
  await prepareSandbox(context, ground, true);
  assert.equal((await active()).length, 1_001, 'all are back');
  await prepareSandbox(context, ground, false);
  assert.deepEqual(
    (await active()).map(({ number }) => number),
    [own.number],
  );
});

test('a start after one with a real carrier finds the account closed, and says so to whoever greets', async (t) => {
  const { db } = await testDatabase(t);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const ground = { db, lanes: await readLanes(db), secrets };
  assert.deepEqual(await prepareSandbox(context, ground, true), { shutOut: new Set(), isOpen: true });
  assert.deepEqual(await prepareSandbox(context, ground, false), { shutOut: new Set(['SANDBOX']), isOpen: false });
  assert.deepEqual(await prepareSandbox(context, ground, true), { shutOut: new Set(), isOpen: false });
});

test('what the account is told goes to the receiver of the sandbox while its owner names no address', async (t) => {
  const { db } = await testDatabase(t);
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const ground = { db, lanes: await readLanes(db), secrets };
  const start = async (receiverUrl: string | null) => {
    await prepareSandbox(context, { ...ground, receiverUrl }, true);
    const { rows } = await db.query<{ url: string | null; inbound: string | null; version: number }>(
      `select settings ->> 'callbackUrl' as url, settings ->> 'inboundUrl' as inbound, version
         from accounts where id = 'SANDBOX'`,
    );
    return rows[0];
  };
  const at = (port: number) => `http://127.0.0.1:${port}/sandbox/receivers/callbacks`;
  const first = await start(at(8080));
  assert.deepEqual([first?.url, first?.inbound], [at(8080), at(8080)]);
  assert.deepEqual(await start(at(8080)), first, 'nothing is written twice');
  assert.equal((await start(at(9090)))?.url, at(9090), 'it goes along with the port');
  assert.equal((await start(null))?.url, null);
  const own = 'https://acme.example/callback';
  await db.query(`update accounts set settings = settings || '{"callbackUrl": "${own}"}' where id = 'SANDBOX'`);
  const kept = await start(at(8080));
  assert.deepEqual([kept?.url, kept?.inbound], [own, at(8080)], 'each has an address of its own');
});
