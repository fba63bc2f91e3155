import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { settle } from '../../../test/support/manual-clock.ts';
import { answered, withRig } from '../../../test/support/smpp/rig.ts';
import { taken } from '../../../test/support/smpp/smsc-peer.ts';
import type { Pdu } from './pdus/pdu.ts';

test('the window is kept, and room is announced to who was turned away', async () => {
  await withRig({ window: 3 }, async (rig) => {
    const held: Pdu[] = [];
    rig.peer.script = (pdu) => pdu.command === 'submit_sm' && held.push(pdu) > 0;
    const slots = [rig.carrier.reserve(1), rig.carrier.reserve(1)];
    assert.ok(slots.every((slot) => slot));
    rig.submit();
    assert.equal(rig.carrier.reserve(1), null);
    slots[0]?.release();
    slots[0]?.release();
    rig.submit();
    slots[1]?.release();
    rig.submit();
    assert.equal(rig.carrier.reserve(1), null);
    await eventually('three submits at the peer', () => held.length === 3);
    const before = rig.changes;
    const link = rig.peer.receiver();
    link.send(taken(held[0] as Pdu, 'a'));
    await eventually('room was announced', () => rig.changes > before);
    assert.ok(rig.carrier.reserve(1));
    assert.equal(rig.carrier.reserve(1), null);
    for (const pdu of held.slice(1)) link.send(taken(pdu, 'b'));
  });
});

test('what is being recorded keeps no place in the window empty: as many more slots as leave within moments', async () => {
  await withRig({ window: 10 }, async ({ clock, peer, submit, carrier }) => {
    const promised = () => {
      const slots = Array.from({ length: 30 }, () => carrier.reserve(1)).filter((slot) => slot !== null);
      for (const slot of slots) slot.release();
      return slots.length;
    };
    assert.equal(promised(), 10, 'nothing has left yet');
    // 200 a second: 5 in 25 ms.
    for (let count = 0; count < 200; count += 1) await answered(submit());
    await clock.advance(1_000);
    await answered(submit());
    assert.equal(promised(), 15);

    const held: Pdu[] = [];
    peer.script = (pdu) => pdu.command === 'submit_sm' && held.push(pdu) > 0;
    const outcomes = Array.from({ length: 15 }, () => submit());
    assert.equal(carrier.reserve(1), null);
    await eventually('the window is full', () => held.length === 10);
    await settle();
    assert.equal(held.length, 10, 'and is kept');
    const link = peer.receiver();
    for (const pdu of held.slice(0, 5)) link.send(taken(pdu, 'a'));
    await eventually('the rest has left', () => held.length === 15);
    for (const pdu of held.slice(5)) link.send(taken(pdu, 'b'));
    for (const each of outcomes)
      assert.deepEqual(
        (await answered(each)).map(({ kind }) => kind),
        ['accepted'],
      );
    await clock.advance(3_000);
    assert.equal(promised(), 10, 'it says nothing of now');
  });
});

test('the last tenth of the window is left by what leaves room', async () => {
  await withRig({ window: 20 }, async ({ carrier }) => {
    const slots = Array.from({ length: 20 }, () => carrier.reserve(1, true)).filter((slot) => slot !== null);
    assert.equal(slots.length, 18);
    assert.deepEqual([carrier.reserve(2, true), carrier.reserve(3)], [null, null]);
    assert.ok(carrier.reserve(2));
    assert.equal(carrier.reserve(1), null);
    for (const slot of slots) slot.release();
  });
});

test('a job larger than the window is let in when it is empty and leaves bit by bit', async () => {
  await withRig({ window: 2 }, async ({ peer, submit, carrier }) => {
    let most = 0;
    let open = 0;
    peer.script = (pdu, link) => {
      if (pdu.command !== 'submit_sm') return false;
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        link.send(taken(pdu, 'x'));
      });
      return true;
    };
    const text = 'Ж'.repeat(67 * 5);
    assert.equal(carrier.countParts({ type: 'sms_text', text }), 5);
    const outcomes = submit(text);
    assert.equal(carrier.reserve(1), null);
    assert.deepEqual(
      (await answered(outcomes)).map(({ kind }) => kind),
      Array(5).fill('accepted'),
    );
    assert.ok(most <= 2, `${most} at once`);
  });
});

test('it could take more when in the last second neither its window nor its rate was used up', async () => {
  await withRig({ window: 10 }, async ({ clock, peer, submit, carrier }) => {
    const held: Pdu[] = [];
    peer.script = (pdu) => pdu.command === 'submit_sm' && held.push(pdu) > 0;
    const holdForASecond = async (count: number) => {
      const outcomes = Array.from({ length: count }, () => submit());
      await eventually('they are at the peer', () => held.length === count);
      await clock.advance(1_000);
      const couldTakeMore = carrier.couldTakeMore?.();
      const link = peer.receiver();
      for (const pdu of held.splice(0)) link.send(taken(pdu, 'a'));
      for (const outcome of outcomes) await answered(outcome);
      await clock.advance(1_000);
      return couldTakeMore;
    };
    assert.equal(await holdForASecond(7), true);
    assert.equal(await holdForASecond(8), false, 'it is slow');
    assert.equal(await holdForASecond(7), true, 'and is no longer');
    await carrier.drain();
    assert.equal(carrier.couldTakeMore?.(), false, 'nothing is to go to it');
  });
  await withRig({ window: 10, tps: 10 }, async ({ clock, submit, carrier }) => {
    const send = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await answered(submit());
        await clock.advance(100);
      }
      await clock.advance(1_000 - count * 100);
      await answered(submit());
      return carrier.couldTakeMore?.();
    };
    assert.equal(await send(7), true);
    await clock.advance(3_000);
    assert.equal(await send(9), false, 'its rate is used up');
  });
});
