import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { ScriptedCarrier } from '../../test/support/engine/scripted-carrier.ts';
import { httpRig, MASTER_KEY } from '../../test/support/gateway/http.ts';
import { formerKey, testKey } from '../../test/support/master-keys.ts';
import { freePort } from '../../test/support/ports.ts';
import { emptyDatabase, testDatabase, unsafeDatabase } from '../../test/support/postgres/database.ts';
import { configureCarrier, createCarrier } from '../carriers/kinds.ts';
import type { CallSupport } from '../carriers/sip/carrier.ts';
import { createContext } from '../context.ts';
import { type ResealPlace, resealPage } from '../engine/data/master-key.ts';
import type { Check } from '../lib/checks.ts';
import { systemClock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { createLog } from '../lib/log.ts';
import { type Database, StoreDown } from '../store/database.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { checkCarrier, checkRemarks, tryCarrier } from './carriers.ts';
import { checkKept, checkServer, type DatabaseQuestion } from './database.ts';
import { checkProcesses, databaseOrWhy, diagnose } from './diagnose.ts';
import { judgeDisk } from './disk.ts';
import { checkSpeech } from './speech.ts';

const GB = 1024 ** 3;

async function question(t: TestContext, aheadMs = 0) {
  const { context: rigs, db } = await httpRig(t, { now: Date.now() });
  const clock = { ...systemClock(), now: () => Date.now() + aheadMs };
  const context = { ...rigs, clock };
  return { context, db, masterKey: MASTER_KEY, isOfSeveral: false, poolSize: 10 };
}

async function checkDatabase(asked: DatabaseQuestion): Promise<Check[]> {
  return [...(await checkServer(asked)), ...(await checkKept(asked))];
}

function named(checks: readonly Check[], name: string): Check {
  const found = checks.find((check) => check.name === name);
  assert.ok(found, `${name} in ${checks.map((check) => check.name).join(', ')}`);
  return found;
}

test('a database that is well is told about with its version, connections and log', async (t) => {
  const asked = await question(t);
  await ensurePartitions(asked.db, Date.now(), Date.now() + 7 * DAY_MS);
  const checks = await checkDatabase(asked);
  assert.match(named(checks, 'database: server').says, /^PostgreSQL \d+/);
  assert.match(named(checks, 'database: connections').says, /^\d+ of \d+ in use$/);
  assert.match(named(checks, 'database: write-ahead log').says, /\d+(\.\d)? MB/);
  assert.equal(named(checks, 'database: partitions').state, 'ok');
  assert.equal(named(checks, 'clock').state, 'ok');
});

test('a database that does not wait for the disk is told about', async (t) => {
  const { db } = await unsafeDatabase(t);
  const checks = await checkDatabase({ ...(await question(t)), db });
  assert.ok(
    checks.some(
      ({ name, state, says }) => name === 'database: safety' && state === 'fail' && /synchronous_commit/.test(says),
    ),
  );
});

test('clocks that are apart are told about, the further the louder', async (t) => {
  for (const [aheadMs, state] of [
    [30_000, 'warn'],
    [-30_000, 'warn'],
    [3_600_000, 'fail'],
  ] as const) {
    const check = named(await checkDatabase(await question(t, aheadMs)), 'clock');
    assert.equal(check.state, state);
    assert.match(check.says, aheadMs > 0 ? /behind ours/ : /ahead of ours/);
  }
});

test('partitions that run out, and values under another master key, are found', async (t) => {
  const asked = await question(t);
  await ensurePartitions(asked.db, Date.now(), Date.now() + DAY_MS);
  const checks = await checkDatabase({ ...asked, masterKey: { current: testKey(9), other: MASTER_KEY } });
  const partitions = named(checks, 'database: partitions');
  assert.ok(partitions.state === 'ok' || partitions.state === 'warn');
  // The key of an account, and the gateway's own under which codes are compared.
  assert.match(named(checks, 'master key').says, /2 values are not sealed under [0-9a-f]{14}/);
  const wrong = named(await checkDatabase({ ...asked, masterKey: testKey(9) }), 'master key');
  assert.equal(wrong.state, 'fail');
  assert.match(wrong.todo ?? '', /TRUNKLINE_OTHER_MASTER_KEY/);
});

test('a master key under which nothing is bound to its row is warned of', async (t) => {
  const asked = await question(t);
  assert.equal(named(await checkDatabase(asked), 'master key').state, 'ok');
  const former = formerKey(9);
  let place: ResealPlace | null = null;
  do {
    const keys = { current: former, other: MASTER_KEY };
    place = (await resealPage(asked.context, asked.db, keys, place ?? undefined)).next;
  } while (place);
  const found = named(await checkDatabase({ ...asked, masterKey: former }), 'master key');
  assert.equal(found.state, 'warn');
  assert.match(found.todo ?? '', /replace it by one that binds/);
});

test('of an empty or an older database the server is looked at all the same', async (t) => {
  const asked = await question(t);
  const seen = async (db: Database) => (await databaseOrWhy({ ...asked, db }, false)).map(({ name }) => name);
  const ofServer = ['server', 'safety', 'clock', 'connections', 'write-ahead log', 'schema'];
  const empty = await seen((await emptyDatabase(t)).db);
  const older = await testDatabase(t);
  await older.db.query('drop table api_keys cascade');
  const former = await seen(older.db);
  for (const name of ofServer) {
    const isThere = (each: string) => each === name || each === `database: ${name}`;
    assert.ok(empty.some(isThere) && former.some(isThere), `${name} in ${empty.join(', ')}; ${former.join(', ')}`);
  }
});

test('a database that is gone is one line, and the rest is looked at all the same', async (t) => {
  const asked = await question(t);
  const gone = { query: () => Promise.reject(new StoreDown('no server')) } as unknown as Database;
  const carrier = new ScriptedCarrier('sms-1', 'sms');
  carrier.become('down');
  const checks = await diagnose({
    ...asked,
    db: gone,
    carriers: [carrier],
    dataDirectory: tmpdir(),
    isDatabaseHere: true,
    speech: { describe: () => ({ engines: [], languages: [] }) },
  });
  assert.deepEqual(
    checks.map(({ name, state }) => [name, state]).filter(([name]) => name !== 'disk'),
    [
      ['database', 'fail'],
      ['carrier sms-1', 'fail'],
      ['speech', 'warn'],
    ],
  );
  assert.ok(checks.every(({ state, todo }) => (state === 'ok') === (todo === null)));
});

test('the voices are told in the order in which they are asked, and none is a warning', () => {
  const engine = (name: string, isUsable: boolean) => ({ name, version: '1', isUsable });
  const languages = [{ tag: 'de', defaultText: null }];
  const two = checkSpeech({ describe: () => ({ engines: [engine('a', true), engine('b', true)], languages }) });
  assert.deepEqual([two.state, two.says], ['ok', 'a 1, then b 1; 1 languages']);
  const none = checkSpeech({ describe: () => ({ engines: [engine('a', false)], languages: [] }) });
  assert.equal(none.state, 'warn');
  assert.match(none.todo ?? '', /apt-get install espeak-ng/);
});

test('a carrier is up, down or drained', () => {
  const carrier = new ScriptedCarrier('sms-1', 'sms');
  const states = (['up', 'draining', 'down'] as const).map((state) => {
    carrier.become(state);
    return checkCarrier(carrier).state;
  });
  assert.deepEqual(states, ['ok', 'warn', 'fail']);
});

test('little space is told about, and where the database lies it must be more', () => {
  const judge = (freeBytes: number, isDatabaseHere = true) =>
    judgeDisk('/data', { freeBytes, totalBytes: 100 * GB }, isDatabaseHere).state;
  assert.deepEqual(
    [50 * GB, 5 * GB, GB, GB / 8].map((free) => judge(free)),
    ['ok', 'warn', 'warn', 'fail'],
  );
  assert.equal(judge(GB / 8, false), 'ok');
  assert.equal(
    judgeDisk('/data', { freeBytes: 10 * GB, totalBytes: 40 * GB }, true).says,
    '10.0 GB of 40.0 GB free in /data',
  );
});

test('an endpoint of a carrier is tried without binding, and an address where nobody listens is named', async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const endpoint = { host: '127.0.0.1', port, tls: null };
  const there = await tryCarrier(systemClock(), 'smsc-1', [endpoint]);
  assert.equal(there.state, 'ok');
  const closed = await freePort();
  const missing = await tryCarrier(systemClock(), 'smsc-1', [endpoint, { ...endpoint, port: closed }]);
  assert.equal(missing.state, 'fail');
  assert.equal(missing.says, `127.0.0.1:${closed}: ECONNREFUSED`);
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  server.on('connection', (socket) => socket.end('no TLS here\r\n').on('error', () => undefined));
  const plain = await tryCarrier(context.clock, 'smsc-1', [{ ...endpoint, tls: { verify: true } }]);
  assert.equal(plain.state, 'fail');
});

test('what is odd in the settings of a carrier is a warning with what to do about it', () => {
  const carrier = createCarrier(
    createContext({ logLevel: 'silent' }),
    configureCarrier('smsc-1', 'smpp', { host: '127.0.0.1', system_id: 'me', password: 'nine-char' }),
    { support: {} as CallSupport },
  );
  const [remark, ...more] = checkRemarks(carrier);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [remark?.name, remark?.state, remark?.says],
    ['carrier smsc-1: settings', 'warn', 'password has more than the 8 characters that SMPP 3.4 allows'],
  );
  assert.deepEqual(checkRemarks(new ScriptedCarrier('sms-1', 'sms')), []);
});

test('processes that do not run are told about', () => {
  assert.equal(checkProcesses({ running: 3, of: 3 }).state, 'ok');
  const { state, says } = checkProcesses({ running: 2, of: 3 });
  assert.deepEqual([state, says], ['warn', '2 of 3 do their work']);
});
