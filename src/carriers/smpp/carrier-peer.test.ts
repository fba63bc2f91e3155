/** What a peer does that it should not, as the operator sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/support/at-end.ts';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { answered, smppRig, withRig } from '../../../test/support/smpp/rig.ts';
import { shortMessage } from '../../../test/support/smpp/samples.ts';
import { onSubmit, refusedWith } from '../../../test/support/smpp/smsc-peer.ts';

interface Line {
  readonly msg: string;
  readonly times?: number;
  readonly expected?: number;
  readonly sequence?: number;
  readonly why?: string;
}

function linesOf(lines: readonly string[], what: string): Line[] {
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === what);
}

test('a bind that is answered under another number is told in the log and in last_error', async (t) => {
  const rig = await smppRig({ unbound: true });
  atEnd(t, () => rig.close());
  rig.peer.script = (pdu, link) => {
    if (pdu.command !== 'bind_transceiver') return false;
    link.send({ command: 'bind_transceiver_resp', status: 0, sequence: pdu.sequence + 41, systemId: '', tlvs: [] });
    return true;
  };
  const notices = () => linesOf(rig.lines, 'a bind_resp that answers no bind');
  await eventually('it is told', () => notices().length > 0);
  assert.deepEqual([notices()[0]?.sequence, notices()[0]?.expected], [42, 1]);
  await rig.clock.advance(15_000);
  const why = 'the bind was not answered in time; a bind_resp came under the sequence number 42 in place of 1';
  await eventually('the bind has failed', () => rig.carrier.describe().last_error === why);
  assert.equal(linesOf(rig.lines, 'connection lost')[0]?.why, why);
});

test('whatever a peer sends, and however often, makes a line a minute of each kind, with the number of times', async () => {
  await withRig({ enquire_link_ms: 3_600_000 }, async ({ clock, peer, lines }) => {
    const link = peer.receiver();
    for (let sequence = 1; sequence <= 50; sequence += 1) {
      link.send({ command: 'submit_sm_resp', status: 0, sequence: 9_000 + sequence, messageId: 'x', tlvs: [] });
      link.send({ command: 'unbind_resp', status: 0, sequence });
      link.send({ command: 'bind_transceiver_resp', status: 0, sequence, systemId: '', tlvs: [] });
      link.send({ command: 'generic_nack', status: 0x03, sequence: 9_000 + sequence });
    }
    link.send({ command: 'enquire_link', status: 0, sequence: 77 });
    await eventually('all is read', () => peer.count('enquire_link_resp') > 0);
    for (const what of ['an answer to no submit that waits', 'a bind_resp that answers no bind', 'generic_nack']) {
      assert.equal(linesOf(lines, what).length, 1, what);
    }
    await clock.advance(60_000);
    assert.deepEqual(
      linesOf(lines, 'an answer to no submit that waits').map(({ times }) => times),
      [1, 49],
    );
  });
});

test('texts that cannot be stored, and pauses that an SMSC asks for, make a line a minute', async () => {
  await withRig({ enquire_link_ms: 3_600_000 }, async (rig) => {
    rig.store = () => Promise.reject(new Error('the store is down'));
    for (let sequence = 1; sequence <= 30; sequence += 1) rig.peer.receiver().send(shortMessage({ sequence }));
    await eventually('all are answered', () => rig.peer.count('deliver_sm_resp') === 30);
    const what = 'an inbound message could not be stored; the SMSC keeps it';
    assert.equal(linesOf(rig.lines, what).length, 1);
    rig.peer.script = onSubmit((pdu, link) => link.send(refusedWith(pdu, 0x58)));
    for (let round = 0; round < 4; round += 1) {
      await answered(rig.submit());
      await rig.clock.advance(10_000);
      await eventually('the pause is over', () => rig.carrier.describe().paused_ms === 0);
    }
    assert.equal(linesOf(rig.lines, 'the SMSC is throttling').length, 1);
    await rig.clock.advance(60_000);
    assert.equal(linesOf(rig.lines, 'the SMSC is throttling')[1]?.times, 3);
    assert.equal(linesOf(rig.lines, what)[1]?.times, 29);
  });
});

test('a peer that takes binds and ends them makes a line a minute', async () => {
  await withRig({ enquire_link_ms: 3_600_000 }, async ({ clock, peer, lines, carrier }) => {
    for (let round = 0; round < 3; round += 1) {
      const { connections } = peer;
      peer.receiver().cut();
      await eventually('it is noticed', () => carrier.state() === 'down');
      await eventually('it comes back', async () => {
        await clock.advance(500);
        return peer.connections > connections && carrier.state() === 'up';
      });
    }
    const told = [...linesOf(lines, 'bound'), ...linesOf(lines, 'connection lost')];
    assert.ok(told.length <= 4, `${told.length} lines`);
  });
});
