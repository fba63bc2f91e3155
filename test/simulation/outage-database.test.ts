/**
 * The database goes away under a running gateway and comes back: nothing acknowledged is lost, callers are told 503,
 * nobody has to do anything, and memory does not grow with the time that it takes.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createPostgres, type Postgres } from '../../src/store/postgres/supervisor.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';
import { quietContext } from '../support/postgres/postgres.ts';

const GROWTH_BYTES = 80 * 1024 * 1024;

/** While there is no database: what callers, operators and carriers see. */
async function checkOutage(rig: OutageRig): Promise<void> {
  await rig.untilAnswered('503', 50);
  const refused = await rig.send();
  assert.equal(refused?.status, 503);
  assert.match(JSON.stringify(refused?.body), /"code":3500,"description":"System unavailable, please try again later"/);
  const readiness = await rig.call('GET', '/readyz');
  assert.equal(readiness.status, 503);
  assert.equal(readiness.body.store, 'down');
  assert.equal((await rig.call('GET', '/healthz')).status, 200);
  assert.match(rig.gateway.output(), /the database is not reachable/);
}

async function inboundTexts(rig: OutageRig): Promise<string> {
  return JSON.stringify((await rig.call('GET', '/operator/v1/inbound-texts?full=true')).body);
}

describe("the gateway's own database dies again and again", () => {
  let rig: OutageRig;
  before(async () => {
    rig = await OutageRig.start();
  });
  after(() => rig?.stop());

  test('it is started again, and what was acknowledged is there', async (t) => {
    rig.load(8);
    await rig.untilAccepted(50);
    for (let time = 0; time < 3; time += 1) {
      const pid = await rig.postmasterPid();
      process.kill(pid, 'SIGKILL');
      await eventually('another server runs', async () => (await rig.postmasterPid().catch(() => pid)) !== pid);
      await rig.untilReady();
      await rig.untilAccepted(30);
    }
    t.diagnostic(`${JSON.stringify([...rig.answers])} ${JSON.stringify(await rig.settle())}`);
    assert.match(rig.gateway.output(), /the database server has died; it is started again/);
  });
});

describe("a server of the operator's is gone for a while", () => {
  let rig: OutageRig;
  let folder = '';
  let server: Postgres;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-server-'));
    server = createPostgres(quietContext(), { dataDir: folder, path: process.env.PATH });
    await server.start();
    rig = await OutageRig.start({
      env: { DATABASE_URL: server.url, TRUNKLINE_MASTER_KEY: Buffer.alloc(32, 3).toString('base64') },
    });
  });
  after(async () => {
    await rig?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('callers get 503, what carriers bring is kept by them, and all goes on by itself', async (t) => {
    rig.load(8);
    await rig.untilAccepted(100);
    const bytesBefore = await rig.figure('process_resident_memory_bytes');
    await server.stop();
    await checkOutage(rig);
    await rig.reply('4915199000100', '491579000000', 'sent while the database was away');
    await eventually('the SMSC is told to keep it', () => /the SMSC keeps it/.test(rig.gateway.output()));
    await rig.untilAnswered('503', 300);
    const growth = (await rig.figure('process_resident_memory_bytes')) - bytesBefore;
    assert.ok(growth < GROWTH_BYTES, `${growth} bytes more`);

    server = createPostgres(quietContext(), { dataDir: folder, path: process.env.PATH });
    await server.start();
    await rig.untilReady();
    await rig.untilAccepted(50);
    await eventually('the SMSC brings it again', async () => (await inboundTexts(rig)).includes('away'));
    t.diagnostic(`${JSON.stringify([...rig.answers])} ${JSON.stringify(await rig.settle())}, ${growth} bytes more`);
  });
});
