import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { answered, type SmppRig, withRig } from '../../../test/support/smpp/rig.ts';
import { onSubmit, SmscPeer, taken } from '../../../test/support/smpp/smsc-peer.ts';
import { createContext } from '../../context.ts';
import type { Seats } from '../carrier.ts';
import { createSmppCarrier } from './carrier.ts';
import { parseSmppSettings } from './settings.ts';

function seatsOf({ carrier }: SmppRig): Seats {
  assert.ok(carrier.seats);
  return carrier.seats;
}

function bound({ carrier }: SmppRig): string {
  return String(carrier.describe().bound);
}

test('each bind is a seat; all are used unless it is said which', async () => {
  await withRig({ binds: 3 }, async (rig) => {
    const seats = seatsOf(rig);
    assert.equal(seats.count, 3);
    assert.deepEqual(
      [1, 2, 3].map((seat) => seats.isBound(seat)),
      [true, true, true],
    );
    assert.throws(() => seats.isBound(4), /there is no seat 4, only 1 to 3/);
  });
});

test('a seat that is closed at once is unbound, the others stay, and it comes back when it is opened', async () => {
  await withRig({ binds: 2 }, async (rig) => {
    const seats = seatsOf(rig);
    await seats.close(1, 'at_once');
    assert.equal(bound(rig), '2-transceiver');
    assert.equal(rig.carrier.state(), 'up');
    await rig.clock.advance(120_000);
    assert.equal(seats.isBound(1), false, 'it does not come back by itself');
    seats.open(1);
    await eventually('it is bound again', () => seats.isBound(1));
  });
});

test('with its last seat a carrier goes down, and nothing more is taken', async () => {
  await withRig({}, async (rig) => {
    const changes = rig.changes;
    await seatsOf(rig).close(1, 'at_once');
    assert.equal(rig.carrier.state(), 'down');
    assert.equal(rig.carrier.reserve(1), null);
    assert.ok(rig.changes > changes, 'the engine is told');
  });
});

test('a seat that is drained answers what it was given before it is unbound, and gets nothing new', async () => {
  await withRig({ binds: 1 }, async (rig) => {
    const { peer, carrier } = rig;
    let answer = (): void => {};
    peer.script = onSubmit((pdu, link) => {
      answer = () => link.send(taken(pdu, 'id-1'));
    });
    const outcomes = rig.submit();
    await eventually('it has arrived', () => peer.submits().length === 1);
    let isClosed = false;
    const closed = seatsOf(rig)
      .close(1, 'drained')
      .then(() => {
        isClosed = true;
      });
    assert.equal(carrier.state(), 'down');
    assert.equal(carrier.reserve(1), null);
    await rig.clock.advance(1_000);
    assert.equal(isClosed, false);
    answer();
    assert.deepEqual((await answered(outcomes))[0]?.kind, 'accepted');
    await closed;
    assert.equal(bound(rig), '');
  });
});

test('a seat whose answers do not come is unbound when they may no longer come', async () => {
  await withRig({ response_timeout_ms: 1_000 }, async (rig) => {
    rig.peer.script = onSubmit(() => {});
    const outcomes = rig.submit();
    await eventually('it has arrived', () => rig.peer.submits().length === 1);
    const closed = seatsOf(rig).close(1, 'drained');
    await rig.clock.advance(rig.carrier.answerWithinMs);
    await closed;
    assert.equal((await answered(outcomes))[0]?.kind, 'unknown');
  });
});

test('a seat that is opened while it is closing is connected after that, never twice at a time', async () => {
  await withRig({}, async (rig) => {
    const seats = seatsOf(rig);
    const closed = seats.close(1, 'at_once');
    seats.open(1);
    await closed;
    await eventually('it is bound again', () => seats.isBound(1));
    const order = rig.peer.got
      .map(({ command }) => command)
      .filter((command) => /^(un)?bind(_transceiver)?$/.test(command));
    assert.deepEqual(order, ['bind_transceiver', 'unbind', 'bind_transceiver']);
  });
});

test('a seat of a pair is both of its binds', async () => {
  await withRig({ bind: 'transmitter_receiver', binds: 2 }, async (rig) => {
    const seats = seatsOf(rig);
    assert.equal(seats.count, 2);
    await seats.close(2, 'at_once');
    assert.equal(bound(rig), '1-transmitter 1-receiver');
  });
});

test('seats that were closed before the start are not bound by it', async () => {
  const clock = new ManualClock();
  const peer = new SmscPeer();
  const settings = parseSmppSettings({ host: '127.0.0.1', port: await peer.listen(), system_id: 'gateway', binds: 2 });
  const carrier = createSmppCarrier(createContext({ logLevel: 'silent', clock }), 'test', settings);
  const { seats } = carrier;
  assert.ok(seats);
  try {
    await Promise.all([seats.close(1, 'at_once'), seats.close(2, 'at_once')]);
    seats.open(2);
    await carrier.start({ received: async () => {}, changed: () => {} });
    await eventually('the second is bound', () => seats.isBound(2));
    assert.equal(peer.connections, 1);
  } finally {
    await carrier.stop();
    await peer.close();
  }
});
