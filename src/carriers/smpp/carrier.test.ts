import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { settle } from '../../../test/support/manual-clock.ts';
import { answered, smppRig, withRig } from '../../../test/support/smpp/rig.ts';
import { shortMessage } from '../../../test/support/smpp/samples.ts';
import { onSubmit, refusedWith, taken } from '../../../test/support/smpp/smsc-peer.ts';
import type { Outcome } from '../carrier.ts';
import type { Pdu } from './pdus/pdu.ts';
import { unwrapUserData } from './segment.ts';

test('a text goes out as the settings say and comes back accepted under its keys', async () => {
  const settings = { system_type: 'VMA', service_type: 'CMT', intermediate_receipts: true };
  await withRig(settings, async ({ peer, submit, carrier }) => {
    assert.equal(carrier.state(), 'up');
    assert.deepEqual(await answered(submit('Grüße')), [{ kind: 'accepted', remoteId: '1', keys: ['r:1', 'n:1'] }]);
    const [pdu] = peer.submits();
    assert.ok(pdu);
    assert.deepEqual(pdu.source, { ton: 3, npi: 0, address: '12345' });
    assert.deepEqual(pdu.destination, { ton: 1, npi: 1, address: '4915112345678' });
    const fields = [pdu.serviceType, pdu.registeredDelivery, pdu.validityPeriod, pdu.dataCoding];
    assert.deepEqual(fields, ['CMT', 0x11, '000000000500000R', 0]);
    assert.equal(Buffer.from(pdu.shortMessage).toString('hex'), '47727e1e65');
  });
});

test('the sender decides type of number and numbering plan', async () => {
  await withRig({}, async ({ peer, submit }) => {
    for (const sender of ['ACME', '4930123456', '888', null]) await answered(submit('x', { sender }));
    const sources = peer.submits().map(({ source }) => [source.ton, source.npi, source.address]);
    assert.deepEqual(sources, [
      [5, 0, 'ACME'],
      [1, 1, '4930123456'],
      [3, 0, '888'],
      [0, 0, ''],
    ]);
  });
});

test('a long text goes out in parts, in order, under one reference, also when a part is sent again', async () => {
  await withRig({}, async ({ peer, submit }) => {
    const text = 'Ж'.repeat(150);
    const change = { attemptId: '019b0000-0000-7000-8000-00000000feed' };
    assert.equal((await answered(submit(text, change))).length, 3);
    await answered(submit(text, { ...change, parts: [1] }));
    const places = peer.submits().map(({ shortMessage: bytes }) => unwrapUserData(bytes).part);
    assert.deepEqual(
      places.map((place) => place?.number),
      [1, 2, 3, 2],
    );
    assert.equal(new Set(places.map((place) => place?.ref)).size, 1);
  });
});

test('each status has its outcome', async () => {
  await withRig({ status: { '0x0400': 'temporary', '0x0b': 'temporary' } }, async ({ peer, submit }) => {
    const outcomes: [number, object][] = [
      [0x0a, { kind: 'rejected', why: 'refused', reason: '0x0a ESME_RINVSRCADR' }],
      [0x0b, { kind: 'retry_later', why: 'temporary', reason: '0x0b ESME_RINVDSTADR' }],
      [0x45, { kind: 'retry_later', why: 'temporary', reason: '0x45 ESME_RSUBMITFAIL' }],
      [0x400, { kind: 'retry_later', why: 'temporary', reason: '0x400' }],
      [0x401, { kind: 'rejected', why: 'refused', reason: '0x401' }],
      [0x14, { kind: 'retry_later', why: 'busy', reason: '0x14 ESME_RMSGQFUL' }],
    ];
    for (const [status, outcome] of outcomes) {
      peer.script = onSubmit((pdu, link) => link.send(refusedWith(pdu, status)));
      assert.deepEqual(await answered(submit()), [outcome]);
    }
  });
});

test('throttling pauses the carrier, then it goes on more slowly', async () => {
  await withRig({ window: 50, tps: 100 }, async ({ clock, peer, submit, carrier }) => {
    peer.script = onSubmit((pdu, link) => link.send(refusedWith(pdu, 0x58)));
    const [outcome] = await answered(submit());
    assert.deepEqual(outcome, { kind: 'retry_later', why: 'busy', reason: '0x58 ESME_RTHROTTLED' });
    assert.equal(carrier.reserve(1), null);
    assert.equal(carrier.describe().paused_ms, 1_000);
    await clock.advance(999);
    assert.equal(carrier.reserve(1), null);
    await clock.advance(1);
    peer.script = () => false;
    assert.deepEqual(
      (await answered(submit())).map(({ kind }) => kind),
      ['accepted'],
    );
    assert.ok(Number(carrier.describe().tps_allowed) < 100);
  });
});

test('a slot taken before a pause does not send into it', async () => {
  await withRig({ window: 50 }, async ({ peer, submit, carrier }) => {
    peer.script = onSubmit((pdu, link) => link.send(refusedWith(pdu, 0x58)));
    const slot = carrier.reserve(1);
    assert.ok(slot);
    await answered(submit());
    const outcomes: Outcome[] = [];
    const content = { type: 'sms_text', text: 'x' } as const;
    const job = { attemptId: 'a', recipient: '1', sender: null, messageType: 'OTP', content, validUntil: 0 } as const;
    carrier.submit({ ...job, parts: [0], stillMine: () => true }, slot, (_part, outcome) => outcomes.push(outcome));
    assert.equal(outcomes.length, 0, 'not answered from within submit');
    await settle();
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === 'retry_later' && outcome.why),
      ['busy'],
    );
    assert.equal(peer.submits().length, 1);
  });
});

test('the agreed rate is kept and announced when it allows more', async () => {
  await withRig({ tps: 10, window: 100 }, async (rig) => {
    rig.submit();
    assert.equal(rig.carrier.reserve(1), null);
    const before = rig.changes;
    await rig.clock.advance(99);
    assert.equal(rig.carrier.reserve(1), null);
    await rig.clock.advance(2);
    assert.ok(rig.changes > before);
    assert.ok(rig.carrier.reserve(1));
  });
});

test('a lost connection makes what was sent unknown, and the carrier comes back by itself', async () => {
  await withRig({}, async ({ clock, peer, submit, carrier }) => {
    peer.script = onSubmit((_pdu, link) => link.cut());
    const outcomes = await answered(submit('Ж'.repeat(100)));
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['unknown', 'unknown'],
    );
    assert.equal(carrier.state(), 'down');
    assert.equal(carrier.reserve(1), null);
    peer.script = () => false;
    await clock.advance(1_000);
    await eventually('bound again', () => carrier.state() === 'up');
    assert.deepEqual(
      (await answered(submit())).map(({ kind }) => kind),
      ['accepted'],
    );
  });
});

test('a part whose answer does not come is unknown after the time-out', async () => {
  await withRig({ response_timeout_ms: 5_000 }, async ({ clock, peer, submit, carrier }) => {
    peer.script = (pdu) => pdu.command === 'submit_sm';
    const outcomes = submit();
    await eventually('sent', () => peer.submits().length === 1);
    await clock.advance(4_999);
    assert.equal(outcomes.length, 1);
    assert.ok(!outcomes[0]);
    await clock.advance(1);
    assert.deepEqual(
      outcomes.map((outcome) => outcome?.kind),
      ['unknown'],
    );
    assert.equal(carrier.state(), 'up');
  });
});

test('nothing is written for a job that is no longer this node’s', async () => {
  await withRig({}, async ({ peer, submit }) => {
    assert.deepEqual(await answered(submit('x', { stillMine: () => false })), [{ kind: 'not_sent' }]);
    assert.equal(peer.submits().length, 0);
  });
});

test('nothing leaves of a job that stopped being this node’s after it was asked', async (t) => {
  await withRig({}, async ({ clock, peer, submit }) => {
    const askedAt = clock.monotonic();
    const asked: boolean[] = [];
    const stillMine = () => asked.push(clock.monotonic() === askedAt) > 0 && asked.at(-1) === true;
    const outcomes = submit('x', { stillMine });
    t.mock.method(clock, 'monotonic', () => askedAt + 501);
    assert.deepEqual(await answered(outcomes), [{ kind: 'not_sent' }]);
    assert.deepEqual(asked, [true, false]);
    assert.equal(peer.submits().length, 0);
  });
});

test('a job that cannot be an SMS is refused with the reason, and the window is not used up', async () => {
  await withRig({ window: 1 }, async ({ submit }) => {
    const rcs = { type: 'rcs_text', text: 'x' } as const;
    const outcomes = [
      ...(await answered(submit('x', { content: rcs }))),
      ...(await answered(submit('x', { parts: [4] }))),
      ...(await answered(submit('x', { sender: 'Ж' }))),
      ...(await answered(submit('Ж'.repeat(67 * 256), { parts: [0] }))),
    ];
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      Array(4).fill('rejected'),
    );
    assert.deepEqual(
      (await answered(submit())).map(({ kind }) => kind),
      ['accepted'],
    );
  });
});

test('a transmitter and receiver pair shares the work', async () => {
  await withRig({ bind: 'transmitter_receiver' }, async ({ peer, submit, carrier, received }) => {
    assert.equal(carrier.describe().bound, '1-transmitter 1-receiver');
    await answered(submit());
    peer.receiver().send(shortMessage({ sequence: 9 }));
    await eventually('acknowledged', () => peer.count('deliver_sm_resp') === 1);
    assert.equal(received.length, 1);
    assert.equal(peer.count('bind_transmitter') + peer.count('bind_receiver'), 2);
    peer.receiver().cut();
    await eventually('the receiver is gone', () => carrier.describe().bound === '1-transmitter');
    assert.equal(carrier.state(), 'up');
  });
});

test('several binds share the jobs and stand in for each other', async () => {
  await withRig({ binds: 2, window: 2 }, async ({ peer, submit, carrier }) => {
    const held: Pdu[] = [];
    peer.script = (pdu) => pdu.command === 'submit_sm' && held.push(pdu) > 0;
    for (let job = 0; job < 4; job += 1) submit();
    assert.equal(carrier.reserve(1), null);
    await eventually('all sent', () => held.length === 4);
    assert.deepEqual(carrier.load?.(), { inHand: 4, room: 4, perSecond: null });
    peer.links[0]?.cut();
    await eventually('one bind left', () => String(carrier.describe().bound).split(' ').length === 1);
    assert.deepEqual(carrier.load?.(), { inHand: 2, room: 2, perSecond: null });
    assert.equal(carrier.state(), 'up');
  });
});

test('refused credentials are an alarm and are not tried again for a minute', async () => {
  const rig = await smppRig({ unbound: true, settings: { enquire_link_ms: 3_600_000 } });
  rig.peer.script = (pdu, link) => {
    if (pdu.command !== 'bind_transceiver') return false;
    link.send({ command: 'bind_transceiver_resp', status: 0x0e, sequence: pdu.sequence, systemId: '', tlvs: [] });
    return true;
  };
  await eventually('refused', () => String(rig.carrier.describe().last_error).includes('0x0e'));
  await eventually('the link is closed', () => rig.peer.links.length === 0);
  assert.ok(rig.lines.some((line) => line.includes('"alarm":true')));
  const before = rig.peer.connections;
  await rig.clock.advance(59_000);
  assert.equal(rig.peer.connections, before);
  rig.peer.script = () => false;
  await rig.clock.advance(61_000);
  await eventually('bound', () => rig.carrier.state() === 'up');
  await rig.close();
});

test('an SMSC that has forgotten the bind gets a new one, and the message another try', async () => {
  await withRig({}, async ({ clock, peer, submit, carrier }) => {
    let forgetful = true;
    peer.script = (pdu, link) => forgetful && onSubmit((submit, to) => to.send(refusedWith(submit, 0x04)))(pdu, link);
    const [outcome] = await answered(submit());
    assert.deepEqual(outcome, { kind: 'retry_later', why: 'temporary', reason: '0x04 ESME_RINVBNDSTS' });
    await eventually('the old connection is closed', () => peer.links.length === 0);
    forgetful = false;
    await clock.advance(2_000);
    await eventually('bound again', () => carrier.state() === 'up');
    assert.equal(peer.count('bind_transceiver'), 2);
  });
});

test('draining takes nothing new and ends when all is answered; resuming takes it back', async () => {
  await withRig({}, async ({ peer, submit, carrier }) => {
    const held: Pdu[] = [];
    peer.script = (pdu) => pdu.command === 'submit_sm' && held.push(pdu) > 0;
    submit();
    let done = false;
    const drained = carrier.drain().then(() => {
      done = true;
    });
    assert.equal(carrier.state(), 'draining');
    assert.equal(carrier.reserve(1), null);
    await eventually('sent', () => held.length === 1);
    await settle();
    assert.equal(done, false);
    peer.receiver().send(taken(held[0] as Pdu, 'a'));
    await drained;
    carrier.resume();
    assert.equal(carrier.state(), 'up');
    assert.ok(carrier.reserve(1));
  });
});

test('stopping unbinds, answers everything, and leaves no timer behind', async () => {
  const rig = await smppRig({ settings: { window: 1 } });
  rig.peer.script = (pdu) => pdu.command === 'submit_sm';
  const outcomes = rig.submit('Ж'.repeat(100));
  const slot = rig.carrier.reserve(1);
  assert.equal(slot, null);
  await eventually('the first part is sent', () => rig.peer.submits().length === 1);
  await rig.carrier.stop();
  assert.deepEqual(
    outcomes.map((outcome) => outcome?.kind),
    ['unknown', 'not_sent'],
  );
  assert.equal(rig.peer.count('unbind'), 1);
  assert.equal(rig.clock.pending, 0);
  assert.equal(rig.carrier.state(), 'down');
  await rig.peer.close();
});

test('an SMSC that is not there is asked again, ever more seldom, and stop does not wait for it', async () => {
  const rig = await smppRig({ unbound: true });
  await rig.peer.close();
  await eventually('refused', async () => {
    await rig.clock.advance(5_000);
    return String(rig.carrier.describe().last_error).includes('ECONNREFUSED');
  });
  await rig.carrier.stop();
  assert.equal(rig.clock.pending, 0);
});

test('no log line and no description holds a number, a text or the password', async () => {
  await withRig({ password: 'hush123' }, async ({ peer, submit, lines, carrier }) => {
    peer.script = onSubmit((pdu, link) => link.send(refusedWith(pdu, 0x58)));
    await answered(submit('attack at dawn'));
    peer.receiver().send(shortMessage({ shortMessage: Buffer.from('attack at dawn') }));
    await eventually('acknowledged', () => peer.count('deliver_sm_resp') === 1);
    const all = lines.join('') + JSON.stringify(carrier.describe());
    for (const secret of ['4915112345678', 'attack', 'hush123']) assert.ok(!all.includes(secret), secret);
    assert.ok(lines.length > 0);
  });
});
