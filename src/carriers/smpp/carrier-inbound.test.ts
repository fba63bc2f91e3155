import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { answered, withRig } from '../../../test/support/smpp/rig.ts';
import { shortMessage } from '../../../test/support/smpp/samples.ts';

test('receipts and texts are stored, then acknowledged, many at a time', async () => {
  await withRig({}, async ({ peer, carrier, received, interpreted }) => {
    const link = peer.receiver();
    const receipt = Buffer.from(
      'id:7 sub:001 dlvrd:001 submit date:2601010100 done date:2601010100 stat:DELIVRD err:000 text:',
    );
    for (let sequence = 1; sequence <= 20; sequence += 1) {
      link.send(shortMessage(sequence % 2 === 0 ? { sequence } : { sequence, esmClass: 4, shortMessage: receipt }));
    }
    await eventually('all acknowledged', () => peer.count('deliver_sm_resp') === 20);
    assert.equal(received.length, 20);
    assert.deepEqual([...new Set(interpreted().map(({ type }) => type))], ['report', 'text']);
    assert.ok(received.every(({ kind }) => kind === 'deliver_sm'));
    assert.equal(carrier.state(), 'up');
  });
});

test('what cannot be stored is answered 0x14 and not kept', async () => {
  await withRig({}, async (rig) => {
    rig.store = () => Promise.reject(new Error('the store is down'));
    rig.peer.receiver().send(shortMessage({ sequence: 5 }));
    const answer = await eventually('an answer', () =>
      rig.peer.got.find(({ command }) => command === 'deliver_sm_resp'),
    );
    assert.deepEqual([answer.status, answer.sequence], [0x14, 5]);
    assert.equal(rig.received.length, 0);
  });
});

test('of what comes together, each is answered by what became of it alone', async () => {
  await withRig({}, async (rig) => {
    rig.store = ([item]) =>
      Buffer.from(item?.body ?? []).includes('bad') ? Promise.reject(new Error('impossible')) : Promise.resolve();
    for (const [index, text] of ['good', 'bad', 'good'].entries()) {
      rig.peer.receiver().send(shortMessage({ sequence: index + 1, shortMessage: Buffer.from(text) }));
    }
    await eventually('all are answered', () => rig.peer.count('deliver_sm_resp') === 3);
    const answers = rig.peer.got.filter(({ command }) => command === 'deliver_sm_resp');
    const statuses = answers.map(({ sequence, status }) => [sequence, status]).sort();
    assert.deepEqual(statuses, [
      [1, 0],
      [2, 0x14],
      [3, 0],
    ]);
  });
});

test('more than can wait to be stored is answered 0x14 at once, and submits still get their answers', async () => {
  await withRig({}, async (rig) => {
    const waiting: (() => void)[] = [];
    rig.store = () => new Promise<void>((resolve) => waiting.push(resolve));
    const tlvs = [{ tag: 0x0424, value: Buffer.alloc(60_000, 0x41) }];
    for (let sequence = 1; sequence <= 200; sequence += 1) rig.peer.receiver().send(shortMessage({ sequence, tlvs }));
    const refusals = () =>
      rig.peer.got.filter(({ command, status }) => command === 'deliver_sm_resp' && status === 0x14);
    await eventually('some are refused', () => refusals().length > 0);
    assert.deepEqual(
      (await answered(rig.submit())).map(({ kind }) => kind),
      ['accepted'],
    );
    await eventually('all are answered', () => {
      for (const stored of waiting.splice(0)) stored();
      return rig.peer.count('deliver_sm_resp') === 200;
    });
    assert.equal(rig.received.length + refusals().length, 200);
  });
});

test('nothing is acknowledged before it is stored', async () => {
  await withRig({}, async (rig) => {
    let stored = () => {};
    rig.store = () => new Promise<void>((resolve) => (stored = resolve));
    rig.peer.receiver().send(shortMessage({ sequence: 5 }));
    rig.peer.receiver().send({ command: 'enquire_link', status: 0, sequence: 6 });
    await eventually('the enquire_link behind it is answered', () => rig.peer.count('enquire_link_resp') === 1);
    assert.equal(rig.peer.count('deliver_sm_resp'), 0);
    stored();
    await eventually('acknowledged', () => rig.peer.count('deliver_sm_resp') === 1);
  });
});
