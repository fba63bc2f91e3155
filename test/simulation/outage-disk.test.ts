/**
 * The disk of the gateway's own database is full for a while, or that of its log.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';
import { makeSmallDisk, type SmallDisk } from '../support/postgres/small-disk.ts';

describe('a disk without room', () => {
  let disk: SmallDisk;
  let rig: OutageRig;
  before(async () => {
    disk = makeSmallDisk(160);
    rig = await OutageRig.start({ dataDirectory: disk.folder });
  });
  after(async () => {
    await rig?.stop();
    disk?.remove();
  });

  test('is answered 503 until there is room, then all goes on, and nothing acknowledged is lost', async (t) => {
    rig.load(8);
    await rig.untilAccepted(100);
    const postmaster = await rig.postmasterPid();
    disk.fill(postmaster);
    const refused = () => rig.answers.get('503') ?? 0;
    await eventually('callers are refused, one like the other', async () => {
      disk.fill(await rig.postmasterPid().catch(() => postmaster));
      const [taken, before] = [rig.accepted.length, refused()];
      await rig.untilAnswered('503', 8);
      return refused() - before >= 8 && rig.accepted.length === taken;
    });
    assert.equal((await rig.call('GET', '/healthz')).status, 200);
    await eventually('the log says why', () =>
      /No space left|has no room|File too large|not reachable/.test(rig.gateway.output()),
    );

    disk.empty(await rig.postmasterPid().catch(() => postmaster));
    await rig.untilReady();
    await rig.untilAccepted(100);
    assert.equal(rig.answers.get('500') ?? 0, 0, 'a full disk is no error of ours');
    t.diagnostic(`${disk.how}: ${JSON.stringify([...rig.answers])} ${JSON.stringify(await rig.settle())}`);
  });
});

describe('a log on a disk without room', () => {
  let disk: SmallDisk;
  let rig: OutageRig;
  let logFile = '';
  before(async () => {
    disk = makeSmallDisk(1);
    logFile = join(disk.folder, 'log');
    rig = await OutageRig.start({ logFile });
  });
  after(async () => {
    await rig?.stop();
    disk?.remove();
  });

  /** Killed, and at work again: that is told in several lines. */
  async function databaseDies(): Promise<void> {
    const pid = await rig.postmasterPid();
    process.kill(pid, 'SIGKILL');
    await eventually('another server runs', async () => (await rig.postmasterPid().catch(() => pid)) !== pid);
    await rig.untilReady();
    await rig.untilAccepted(30);
  }

  test('holds up nothing; what was to be told is there when there is room', async (t) => {
    if (!disk.isOfItsOwn) return t.skip('needs a file system of its own');
    rig.load(4);
    await rig.untilAccepted(30);
    disk.fill(0);
    for (let time = 0; time < 3; time += 1) await databaseDies();
    const told = async () => (await readFile(logFile, 'utf8')).split('the database server has died').length - 1;
    assert.ok((await told()) < 3, 'the disk is full');
    disk.empty(0);
    await eventually('all of it is told', async () => (await told()) === 3);
    t.diagnostic(JSON.stringify(await rig.settle()));

    rig.load(4);
    disk.fill(0);
    await databaseDies();
    await rig.endLoad();
    rig.gateway.child.kill('SIGTERM');
    assert.equal(await rig.gateway.ended, 0);
  });
});
