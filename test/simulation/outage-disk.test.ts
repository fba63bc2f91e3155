/**
 * The disk of the gateway's own database is full for a while.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { OutageRig } from '../support/outage.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';

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
