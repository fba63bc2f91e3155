import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { randomBytes, seeded, shortMessage } from '../../../test/support/smpp/samples.ts';
import { decodePdu } from './pdus/decode.ts';
import { encodePdu } from './pdus/encode.ts';
import { FrameSplitter } from './pdus/frames.ts';
import { type EncodablePdu, type Pdu, shortTlv, TAG } from './pdus/pdu.ts';
import { SmppSession } from './session.ts';
import type { SubmitAnswer } from './submits.ts';

interface Rig {
  readonly clock: ManualClock;
  readonly session: SmppSession;
  /** What the peer has got. */
  readonly sent: Pdu[];
  readonly writes: number[];
  readonly ended: string[];
  readonly inbound: { kind: string; sequence: number }[];
  readonly notices: string[];
  wireEnded: boolean;
  /** Whether the peer takes what is written to it. */
  reading: boolean;
  answer(pdu: EncodablePdu): void;
  submit(): SubmitAnswer[];
}

function rig(limits = { responseTimeoutMs: 5_000, enquireLinkMs: 30_000 }): Rig {
  const clock = new ManualClock();
  const splitter = new FrameSplitter();
  const sent: Pdu[] = [];
  const writes: number[] = [];
  const ended: string[] = [];
  const inbound: { kind: string; sequence: number }[] = [];
  const notices: string[] = [];
  const wire = {
    write: (bytes: Buffer) => {
      writes.push(bytes.length);
      splitter.push(Buffer.from(bytes), (frame) => sent.push(decodePdu(Buffer.from(frame))));
      return made.reading;
    },
    end: () => {
      made.wireEnded = true;
    },
  };
  const session = new SmppSession(clock, wire, limits, {
    bindAnswered: () => {},
    inbound: (kind, _frame, sequence) => inbound.push({ kind, sequence }),
    room: () => {},
    notice: (what) => notices.push(what),
    ended: (why) => ended.push(why),
  });
  const made: Rig = {
    clock,
    session,
    sent,
    writes,
    ended,
    inbound,
    notices,
    wireEnded: false,
    reading: true,
    answer: (pdu) => session.received(encodePdu(pdu)),
    submit: () => {
      const answers: SubmitAnswer[] = [];
      session.submit(shortMessage({ command: 'submit_sm' }), (answer) => answers.push(answer));
      return answers;
    },
  };
  return made;
}

const BIND = {
  systemId: 'gateway',
  password: 'secret',
  systemType: '',
  interfaceVersion: 0x34,
  addrTon: 0,
  addrNpi: 0,
  addressRange: '',
} as const;

async function bound(limits?: Parameters<typeof rig>[0]): Promise<Rig> {
  const made = rig(limits);
  made.session.bind({ command: 'bind_transceiver', ...BIND });
  await settle();
  made.answer({ command: 'bind_transceiver_resp', status: 0, sequence: 1, systemId: 'SMSC', tlvs: [] });
  assert.equal(made.session.state, 'bound');
  made.sent.length = 0;
  made.writes.length = 0;
  return made;
}

function accepted(sequence: number, messageId: string): EncodablePdu {
  return { command: 'submit_sm_resp', status: 0, sequence, messageId, tlvs: [] };
}

function sequences(pdus: readonly Pdu[]): number[] {
  return pdus.map((pdu) => pdu.sequence);
}

test('submits of one turn leave in one write and are answered in whatever order', async () => {
  const { session, sent, writes, answer, submit } = await bound();
  const all = [submit(), submit(), submit()];
  assert.equal(session.outstanding, 3);
  await settle();
  assert.equal(writes.length, 1);
  assert.deepEqual(sequences(sent), [2, 3, 4]);
  session.received(Buffer.concat([encodePdu(accepted(4, 'c')), encodePdu(accepted(2, 'a'))]));
  answer(accepted(3, 'b'));
  assert.deepEqual(
    all.map(([first]) => first?.kind === 'answered' && first.messageId),
    ['a', 'b', 'c'],
  );
  assert.equal(session.outstanding, 0);
});

test('an answer to no submit, and a second answer, change nothing', async () => {
  const { notices, answer, submit } = await bound();
  const answers = submit();
  await settle();
  answer(accepted(2, 'a'));
  answer(accepted(2, 'b'));
  answer(accepted(77, 'c'));
  assert.equal(answers.length, 1);
  assert.equal(notices.length, 2);
});

test('sequence numbers wrap at 0x7FFFFFFF and leave out one that waits', async () => {
  const { session, sent, answer, submit } = await bound();
  submit();
  Object.assign(session, { sequence: 0x7ffffffe });
  submit();
  submit();
  await settle();
  assert.deepEqual(sequences(sent), [2, 0x7fffffff, 1]);
  submit();
  await settle();
  assert.deepEqual(sequences(sent.slice(3)), [3]);
  answer(accepted(2, 'a'));
});

test('a submit without an answer times out, and one timer watches all of them', async () => {
  const { clock, session, submit } = await bound();
  const timers = clock.pending;
  const first = submit();
  await clock.advance(2_000);
  const second = submit();
  assert.equal(clock.pending, timers + 1);
  await clock.advance(2_999);
  assert.deepEqual(first, []);
  await clock.advance(1);
  assert.deepEqual(first, [{ kind: 'timed_out' }]);
  assert.deepEqual(second, []);
  await clock.advance(2_000);
  assert.deepEqual(second, [{ kind: 'timed_out' }]);
  assert.equal(session.state, 'bound');
});

test('three submits in a row without an answer end the session; the others are lost', async () => {
  const { clock, session, ended, submit } = await bound();
  const all = Array.from({ length: 5 }, () => submit());
  await clock.advance(5_000);
  assert.deepEqual(
    all.map(([answer]) => answer?.kind),
    ['timed_out', 'timed_out', 'timed_out', 'lost', 'lost'],
  );
  assert.equal(session.state, 'ended');
  assert.equal(ended.length, 1);
  assert.equal(clock.pending, 0);
});

test('an answer in between starts the counting anew', async () => {
  const { clock, session, sent, answer, submit } = await bound();
  for (let round = 0; round < 3; round += 1) {
    submit();
    submit();
    await clock.advance(5_000);
    submit();
    await settle();
    answer(accepted(sent.at(-1)?.sequence ?? 0, 'x'));
  }
  assert.equal(session.state, 'bound');
});

test('after a turn in which the process stood still, what is no longer ours does not leave', async (t) => {
  const { clock, session, sent } = await bound();
  const answers: Array<[string, SubmitAnswer]> = [];
  const submit = (who: string, isOurs: boolean) => {
    const pdu = shortMessage({ command: 'submit_sm', source: { ton: 0, npi: 0, address: who } });
    const answered = (answer: SubmitAnswer) => answers.push([who, answer]);
    session.submit(pdu, answered, () => isOurs || clock.monotonic() === stoppedAt);
  };
  const stoppedAt = clock.monotonic();
  const places = () => sent.map((pdu) => ('source' in pdu ? pdu.source.address : pdu.command));
  submit('1', false);
  submit('2', true);
  session.acknowledge('deliver_sm', 7, 0);
  submit('3', false);
  t.mock.method(clock, 'monotonic', () => stoppedAt + 501);
  await settle();
  assert.deepEqual(places(), ['2', 'deliver_sm_resp']);
  const unsent = { kind: 'unsent', why: 'this process stood still' };
  assert.deepEqual(answers, [
    ['1', unsent],
    ['3', unsent],
  ]);
  assert.equal(session.outstanding, 1);
});

/** As where the process stood still: a timer that is due comes first, and what has arrived meanwhile right after it. */
function behindTimers(clock: ManualClock, input: () => void): void {
  const setTimer = clock.setTimer.bind(clock);
  clock.setTimer = (run, delayMs) =>
    setTimer(() => {
      run();
      input();
    }, delayMs);
}

test('after a stillness of the process, answers that have come are read before time is called', async () => {
  const { clock, submit, answer } = await bound();
  behindTimers(clock, () => answer(accepted(2, 'a')));
  const answers = submit();
  await clock.advance(5_000);
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    ['answered'],
  );
});

test('after a stillness of the process, a peer whose sign of life has come is not gone', async () => {
  const { clock, session, answer, sent } = await bound();
  await clock.advance(29_999);
  behindTimers(clock, () => {
    if (sent.length > 0) answer({ command: 'enquire_link_resp', status: 0, sequence: 2 });
  });
  await clock.advance(1);
  assert.deepEqual(
    sent.map(({ command }) => command),
    ['enquire_link'],
  );
  await clock.advance(5_000);
  assert.equal(session.state, 'bound');
});

test('the end of the connection tells what may have left from what has not', async () => {
  const { session, submit } = await bound();
  const left = submit();
  await settle();
  const stayed = submit();
  session.wireClosed('reset');
  assert.deepEqual(left, [{ kind: 'lost', why: 'reset' }]);
  assert.deepEqual(stayed, [{ kind: 'unsent', why: 'reset' }]);
});

test('enquire_link is sent after silence, and a peer that stays silent is gone', async () => {
  const { clock, session, sent, ended, answer } = await bound();
  await clock.advance(29_999);
  assert.equal(sent.length, 0);
  await clock.advance(1);
  assert.equal(sent[0]?.command, 'enquire_link');
  answer({ command: 'enquire_link_resp', status: 0, sequence: sent[0]?.sequence ?? 0 });
  await clock.advance(30_000);
  assert.equal(sent.length, 2);
  assert.equal(session.state, 'bound');
  await clock.advance(5_000);
  assert.equal(session.state, 'ended');
  assert.match(ended[0] ?? '', /silent/);
});

test('a peer that answers late, but in time, is kept though it is asked more often than that', async () => {
  const { clock, session, sent, answer } = await bound({ responseTimeoutMs: 5_000, enquireLinkMs: 1_000 });
  await clock.advance(1_000);
  assert.equal(sent.length, 1);
  await clock.advance(4_000);
  answer({ command: 'enquire_link_resp', status: 0, sequence: sent[0]?.sequence ?? 0 });
  await clock.advance(1_000);
  assert.deepEqual([sent.length, session.state], [2, 'bound']);
  await clock.advance(5_000);
  assert.equal(session.state, 'ended');
});

test('a peer that does not read gets nothing more to send, and is ended before its backlog grows', async () => {
  const made = await bound();
  const { session } = made;
  made.reading = false;
  const submitted = made.submit();
  await settle();
  assert.equal(session.writable, false);
  session.drained();
  assert.equal(session.writable, true);
  const tlvs = [{ tag: TAG.message_payload, value: Buffer.alloc(60_000) }];
  for (let turn = 0; turn < 400 && session.state === 'bound'; turn += 1) {
    session.submit(shortMessage({ command: 'submit_sm', tlvs }), () => {});
    await settle();
  }
  assert.equal(session.state, 'ended');
  assert.deepEqual(submitted, [{ kind: 'lost', why: 'the peer sends but does not read' }]);
});

test("the peer's enquire_link is answered, and counts as a sign of life", async () => {
  const { clock, sent, answer } = await bound();
  await clock.advance(20_000);
  answer({ command: 'enquire_link', status: 0, sequence: 9 });
  await settle();
  assert.deepEqual(sent, [{ command: 'enquire_link_resp', status: 0, sequence: 9 }]);
  await clock.advance(20_000);
  assert.equal(sent.length, 1);
  await clock.advance(10_000);
  assert.equal(sent.length, 2);
});

test('a bind that is not answered ends the session', async () => {
  const made = rig();
  made.session.bind({ command: 'bind_transmitter', ...BIND });
  await made.clock.advance(5_000);
  assert.equal(made.session.state, 'ended');
  assert.equal(made.wireEnded, true);
});

test('unbind waits for its answer, then for 5 s', async () => {
  const polite = await bound();
  polite.session.unbind();
  await settle();
  assert.equal(polite.sent[0]?.command, 'unbind');
  polite.answer({ command: 'unbind_resp', status: 0, sequence: polite.sent[0]?.sequence ?? 0 });
  assert.deepEqual(polite.ended, ['closed by us']);
  const rude = await bound();
  rude.session.unbind();
  await rude.clock.advance(4_999);
  assert.deepEqual(rude.ended, []);
  await rude.clock.advance(1);
  assert.equal(rude.ended.length, 1);
});

test('an unbind by the peer is answered; submits of that moment do not leave', async () => {
  const { session, sent, answer, submit, ended } = await bound();
  const stayed = submit();
  answer({ command: 'unbind', status: 0, sequence: 4 });
  assert.deepEqual(sent, [{ command: 'unbind_resp', status: 0, sequence: 4 }]);
  assert.deepEqual(stayed, [{ kind: 'unsent', why: 'the peer has unbound' }]);
  assert.equal(session.state, 'ended');
  assert.equal(ended.length, 1);
});

test('a peer that unbinds is waited for: its answers are taken, no submit goes out, then the unbind is answered', async () => {
  const { session, sent, answer, submit, ended, clock } = await bound();
  const [first, second] = [submit(), submit()];
  await settle();
  const [one, two] = sent.splice(0).map(({ sequence }) => sequence);
  const stayed = submit();
  answer({ command: 'unbind', status: 0, sequence: 4 });
  assert.deepEqual(stayed, [{ kind: 'unsent', why: 'the peer has unbound' }]);
  assert.equal(session.state, 'unbinding');
  await clock.advance(150);
  assert.deepEqual(sent, [], 'the unbind waits, and the third submit stays');
  answer({ command: 'submit_sm_resp', status: 0, sequence: one ?? 0, messageId: 'a', tlvs: [] });
  assert.deepEqual(ended, []);
  answer({ command: 'deliver_sm_resp', status: 0, sequence: 77, messageId: '', tlvs: [] });
  answer({ command: 'submit_sm_resp', status: 0x08, sequence: two ?? 0, messageId: '', tlvs: [] });
  assert.deepEqual([first[0]?.kind, second[0]?.kind], ['answered', 'answered']);
  assert.deepEqual(sent.at(-1), { command: 'unbind_resp', status: 0, sequence: 4 });
  assert.deepEqual(ended, ['the peer has unbound']);
});

test('a peer that unbinds and owes answers is waited for as long as for any answer', async () => {
  const { sent, answer, submit, ended, clock, session } = await bound();
  const open = submit();
  await clock.advance(3_000);
  sent.length = 0;
  answer({ command: 'unbind', status: 0, sequence: 4 });
  session.unbind();
  await clock.advance(1_999);
  assert.deepEqual([open, ended], [[], []]);
  await clock.advance(3_001);
  assert.deepEqual(open, [{ kind: 'timed_out' }], 'its own time has passed');
  assert.deepEqual(sent.at(-1), { command: 'unbind_resp', status: 0, sequence: 4 });
  assert.deepEqual(ended, ['the peer has unbound']);
});

test('a peer that unbinds right behind a text gets the answer to the text first, and waits no longer than for any answer', async () => {
  const { session, sent, answer, inbound, ended } = await bound();
  answer(shortMessage({ sequence: 8 }));
  answer({ command: 'unbind', status: 0, sequence: 9 });
  await settle();
  assert.deepEqual([inbound.length, sent, ended], [1, [], []]);
  session.acknowledge('deliver_sm', 8, 0);
  assert.deepEqual(
    sent.map(({ command, sequence }) => [command, sequence]),
    [
      ['deliver_sm_resp', 8],
      ['unbind_resp', 9],
    ],
  );
  assert.deepEqual(ended, ['the peer has unbound']);
  const slow = await bound();
  slow.answer(shortMessage({ sequence: 8 }));
  slow.answer({ command: 'unbind', status: 0, sequence: 9 });
  await slow.clock.advance(5_000);
  assert.deepEqual(slow.ended, ['the peer has unbound']);
});

test('a text that has crossed our unbind is answered, within the 5 s that the unbind has', async () => {
  const { session, sent, answer, ended } = await bound();
  session.unbind();
  await settle();
  answer(shortMessage({ sequence: 8 }));
  answer({ command: 'unbind_resp', status: 0, sequence: sent[0]?.sequence ?? 0 });
  assert.deepEqual(ended, []);
  session.acknowledge('deliver_sm', 8, 0);
  assert.deepEqual([sent.at(-1)?.command, ended], ['deliver_sm_resp', ['closed by us']]);
  const slow = await bound();
  slow.session.unbind();
  await settle();
  slow.answer(shortMessage({ sequence: 8 }));
  slow.answer({ command: 'unbind_resp', status: 0, sequence: slow.sent[0]?.sequence ?? 0 });
  await slow.clock.advance(5_000);
  assert.equal(slow.ended.length, 1);
});

for (const command of ['bind_transceiver_resp', 'generic_nack'] as const) {
  test(`${command} under another number than our bind's is told, and named when the bind fails`, async () => {
    const made = rig();
    made.session.bind({ command: 'bind_transceiver', ...BIND });
    await settle();
    const [asked] = made.sent;
    const given = (asked?.sequence ?? 0) + 7;
    if (command === 'generic_nack') made.answer({ command, status: 0x08, sequence: given });
    else made.answer({ command, status: 0, sequence: given, systemId: 'smsc', tlvs: [] });
    assert.equal(made.session.state, 'open');
    assert.equal(made.notices.length, 1);
    await made.clock.advance(5_000);
    assert.match(
      made.ended[0] ?? '',
      new RegExp(`not answered in time; .* sequence number ${given} in place of ${asked?.sequence}`),
    );
  });
}

test('generic_nack for a submit refuses it; for the stream it ends the session', async () => {
  const { session, answer, submit } = await bound();
  const answers = submit();
  await settle();
  answer({ command: 'generic_nack', status: 0x03, sequence: 2 });
  assert.deepEqual(answers, [{ kind: 'answered', status: 0x03, messageId: '', congestion: undefined }]);
  answer({ command: 'generic_nack', status: 0x08, sequence: 0 });
  assert.equal(session.state, 'bound');
  answer({ command: 'generic_nack', status: 0x02, sequence: 0 });
  assert.equal(session.state, 'ended');
});

test('unknown requests get generic_nack, unknown answers nothing, and the session goes on', async () => {
  const { sent, answer, session } = await bound();
  answer({ command: 'opaque', commandId: 0x03, status: 0, sequence: 21, body: Buffer.alloc(3) });
  answer({ command: 'opaque', commandId: 0x80004000, status: 0, sequence: 22, body: Buffer.alloc(0) });
  answer({ command: 'opaque', commandId: 0x102, status: 0, sequence: 23, body: Buffer.alloc(0) });
  await settle();
  assert.deepEqual(sent, [{ command: 'generic_nack', status: 0x03, sequence: 21 }]);
  assert.equal(session.state, 'bound');
});

test('a stream that lost its beat is nacked and ended', async () => {
  const { session, sent } = await bound();
  session.received(Buffer.from('0000000f00000015', 'hex'));
  assert.deepEqual(sent, [{ command: 'generic_nack', status: 0x02, sequence: 0 }]);
  assert.equal(session.state, 'ended');
});

test('deliver_sm and data_sm are handed on and acknowledged with the status that is given', async () => {
  const { session, sent, inbound, answer } = await bound();
  answer(shortMessage({ sequence: 31 }));
  assert.deepEqual(inbound, [{ kind: 'deliver_sm', sequence: 31 }]);
  assert.equal(sent.length, 0);
  session.acknowledge('deliver_sm', 31, 0x14);
  await settle();
  assert.deepEqual(
    sent.map((pdu) => [pdu.command, pdu.status, pdu.sequence]),
    [['deliver_sm_resp', 0x14, 31]],
  );
});

test("a 5.0 peer's congestion_state is read from its answers", async () => {
  const { submit, answer } = await bound();
  const answers = submit();
  await settle();
  const tlvs = [{ tag: TAG.congestion_state, value: Buffer.of(93) }];
  answer({ command: 'submit_sm_resp', status: 0, sequence: 2, messageId: 'a', tlvs });
  assert.deepEqual(answers, [{ kind: 'answered', status: 0, messageId: 'a', congestion: 93 }]);
});

test('random bytes and random frames never throw, and every submit is still answered once', async () => {
  const dice = seeded(2026);
  for (let round = 0; round < 150; round += 1) {
    const { session, submit } = await quickBound();
    const all = Array.from({ length: 5 }, () => submit());
    for (let chunk = 0; chunk < 10; chunk += 1) {
      const bytes = randomBytes(dice, 80);
      if (bytes.length >= 16 && dice() < 0.8) {
        bytes.writeUInt32BE(bytes.length);
        bytes.writeUInt32BE([0x80000004, 0x80000000, 0x15, 5, 6, 0x103, 1, 0x999][Math.floor(dice() * 8)] ?? 0, 4);
        bytes.writeUInt32BE(1 + Math.floor(dice() * 9), 12);
      }
      session.received(bytes);
    }
    session.wireClosed('over');
    assert.deepEqual(
      all.map((answers) => answers.length),
      [1, 1, 1, 1, 1],
    );
  }
});

async function quickBound(): Promise<Rig> {
  const made = rig();
  made.session.bind({ command: 'bind_transceiver', ...BIND });
  const tlvs = [shortTlv(TAG.sc_interface_version, 0x34)];
  made.answer({ command: 'bind_transceiver_resp', status: 0, sequence: 1, systemId: 'x', tlvs });
  return made;
}
