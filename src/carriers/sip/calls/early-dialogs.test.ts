/** What happens between an INVITE and its answer: dialogs, what the callee asks in them, reliable answers, other trunks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Callee, SDP } from '../../../../test/support/sip/callee.ts';
import { sipPair } from '../../../../test/support/sip/pair.ts';
import type { HeaderField } from '../messages/fields.ts';
import { headerOf, linesOf } from '../messages/message.ts';
import { responseTo } from '../messages/messages.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';

const CONTACT: HeaderField = { name: 'contact', value: '<sip:callee@192.0.2.2:5060>' };
const SDP_TYPE: HeaderField = { name: 'content-type', value: 'application/sdp' };

interface Provisional {
  readonly tag?: string;
  readonly rseq?: number;
  readonly sdp?: string;
}

function say(invite: ServerTransaction, status: number, { tag = 'fork1', rseq, sdp }: Provisional = {}): void {
  const reliable = [
    { name: 'require', value: '100rel' },
    { name: 'rseq', value: String(rseq) },
  ];
  const headers = [CONTACT, ...(rseq === undefined ? [] : reliable), ...(sdp === undefined ? [] : [SDP_TYPE])];
  invite.answer(responseTo(invite.request, status, { tag, headers, body: Buffer.from(sdp ?? '') }));
}

/** A callee that answers when the test says so. */
function held(options: Parameters<typeof sipPair>[0] = {}) {
  let invite: ServerTransaction | null = null;
  const rings = (transaction: ServerTransaction, callee: Callee) => {
    invite = transaction;
    options.plan?.rings?.(transaction, callee);
  };
  const rig = sipPair({ ...options, plan: { ...options.plan, rings } });
  const at = (): ServerTransaction => {
    assert.ok(invite, 'the INVITE has come');
    return invite;
  };
  return {
    ...rig,
    say: (status: number, more?: Provisional) => say(at(), status, more),
    answer: (tag = 'fork1') => rig.callee.answer(at(), tag),
    refuse: (status: number, headers: readonly HeaderField[] = []) =>
      at().answer(responseTo(at().request, status, { tag: 'none', headers })),
    async ask(method: string, sequence: number, body = '', headers: readonly HeaderField[] = [], tag = 'fork1') {
      rig.callee.as = tag;
      const status = rig.callee.ask(method, rig.link.far, sequence, body, headers);
      await rig.clock.advance(50);
      return status;
    },
    racks: () =>
      rig.callee.requests.filter(({ method }) => method === 'PRACK').map((request) => headerOf(request, 'rack')),
  };
}

test('our INVITE says that we keep session timers and reliable provisional answers', async () => {
  const { clock, call, callee } = sipPair();
  call.begin();
  await clock.advance(1_000);
  const [invite] = callee.requests;
  assert.ok(invite);
  assert.equal(headerOf(invite, 'supported'), 'timer, 100rel');
  assert.match(headerOf(invite, 'allow') ?? '', /UPDATE.*PRACK/);
  assert.equal(headerOf(invite, 'session-expires'), undefined);
});

test('UPDATE, INFO and OPTIONS before the answer get their 200, and the call is answered after them', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(183, { sdp: SDP });
  await rig.clock.advance(50);
  const identity = [{ name: 'p-asserted-identity', value: '<sip:+4930@192.0.2.2>' }];
  assert.equal(await rig.ask('UPDATE', 1, '', identity), 200);
  assert.equal(await rig.ask('INFO', 2), 200);
  assert.equal(await rig.ask('OPTIONS', 3), 200);
  assert.equal(await rig.ask('UPDATE', 4, SDP.replace('7000', '7004')), 200, 'we have heard an answer to our offer');
  assert.match(rig.callee.lastBody, /^m=audio 4000 /m);
  assert.equal(await rig.ask('INVITE', 5, SDP), 491, 'our INVITE has no answer yet');
  assert.equal(await rig.ask('PRACK', 6), 481);
  assert.equal(await rig.ask('REFER', 7), 405);
  assert.equal(await rig.ask('OPTIONS', 7), 500, 'a number that was used before');
  rig.answer();
  await rig.clock.advance(50);
  assert.equal(rig.find('answered')[0]?.media.port, 7004, 'what the UPDATE said last');
  assert.deepEqual(rig.types(), ['sent', 'trying', 'early_media', 'answered']);
  assert.equal(await rig.ask('UPDATE', 8), 200, 'the dialog is the same');
  assert.equal(await rig.ask('BYE', 9), 200);
  assert.equal(rig.find('ended')[0]?.cause, 'completed');
});

test('an offer of the callee has to wait while ours has no answer', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(180);
  await rig.clock.advance(50);
  assert.equal(await rig.ask('UPDATE', 1, SDP), 491);
  assert.equal(await rig.ask('UPDATE', 2), 200);
  rig.answer();
  await rig.clock.advance(50);
  assert.equal(rig.find('answered').length, 1);
});

test('a request that overtakes the first answer with a tag makes the dialog', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  assert.equal(await rig.ask('UPDATE', 1), 200);
  rig.say(180);
  await rig.clock.advance(50);
  assert.equal(await rig.ask('OPTIONS', 1), 500, 'it is the same dialog');
  assert.equal(await rig.ask('BYE', 1, '', [], 'nobody'), 481, 'a call that never was is not ended');
  rig.answer();
  await rig.clock.advance(50);
  assert.equal(rig.find('answered').length, 1);
  assert.equal(await rig.ask('UPDATE', 1, '', [], 'late'), 481, 'after the answer nobody is waited for');
});

test('each fork has a dialog of its own, and those that lose are told nothing more', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  for (const tag of ['one', 'two', 'three']) rig.say(180, { tag });
  await rig.clock.advance(50);
  for (const tag of ['one', 'two', 'three']) assert.equal(await rig.ask('UPDATE', 1, '', [], tag), 200);
  assert.equal(await rig.ask('BYE', 2, '', [], 'three'), 200);
  assert.equal(rig.find('ended').length, 0, 'others still ring');
  rig.answer('two');
  await rig.clock.advance(50);
  assert.equal(rig.find('answered').length, 1);
  rig.answer('one');
  await rig.clock.advance(2_000);
  assert.deepEqual(rig.callee.dialogs.get('one'), { isAcknowledged: true, isHungUp: true });
  await rig.clock.advance(200_000);
  assert.equal(rig.find('ended').length, 0, 'a fork that was hung up on does not end the call');
  rig.call.bye();
  await rig.clock.advance(100_000);
  assert.equal(rig.find('ended')[0]?.by, 'us');
  assert.equal(rig.layer.pending + rig.legs.size + rig.clock.pending, 0, 'nothing is left behind');
});

test('forks without end take no memory, and whichever answers is the call', async () => {
  const rig = held({ faults: { lost: 0, repeated: 0, delayMs: 1 } });
  rig.call.begin();
  await rig.clock.advance(50);
  for (let fork = 0; fork < 50; fork += 1) rig.say(180, { tag: `fork${fork}` });
  await rig.clock.advance(50);
  assert.equal(await rig.ask('UPDATE', 1, '', [], 'fork19'), 200);
  assert.equal(await rig.ask('UPDATE', 1, '', [], 'fork20'), 481);
  rig.answer('fork49');
  await rig.clock.advance(50);
  assert.equal(rig.find('answered').length, 1);
  rig.call.bye();
  await rig.clock.advance(100);
  assert.deepEqual(rig.callee.dialogs.get('fork49'), { isAcknowledged: true, isHungUp: true });
});

test('an answer to an INVITE that was sent again since says nothing any more', async () => {
  const headers = [{ name: 'www-authenticate', value: 'Digest realm="r", nonce="n"' }];
  const rig = held({ trunk: { username: 'u', password: 'p' } });
  rig.call.begin();
  await rig.clock.advance(50);
  const first = rig.callee.requests[0];
  assert.ok(first);
  const late = responseTo(first, 401, { tag: 'none', headers });
  rig.refuse(401, headers);
  await rig.clock.advance(50);
  rig.say(180);
  // When its transaction is over.
  await rig.clock.advance(5_000);
  const [leg] = rig.legs.values();
  leg?.receiveResponse({
    ...late,
    via: first.via,
    from: first.from,
    to: first.to,
    callId: first.callId,
    cseq: first.cseq,
  });
  rig.answer();
  await rig.clock.advance(50);
  assert.deepEqual(rig.types(), ['sent', 'sent', 'trying', 'ringing', 'answered']);
});

test('a call that is given up while it rings is cancelled, and never hung up on in the early dialog', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(180);
  await rig.clock.advance(50);
  rig.call.cancel();
  await rig.clock.advance(50);
  assert.ok(rig.callee.asked.includes('cancelled'));
  assert.ok(!rig.callee.asked.includes('BYE'));
});

test('reliable answers are acknowledged in order, once each, and their SDP is the answer', async () => {
  const rig = held();
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(183, { rseq: 7, sdp: SDP });
  await rig.clock.advance(50);
  assert.deepEqual(rig.racks(), ['7 1 INVITE']);
  rig.say(183, { rseq: 7, sdp: SDP });
  rig.say(180, { rseq: 9 });
  await rig.clock.advance(50);
  assert.deepEqual(rig.racks(), ['7 1 INVITE'], 'one came before, one runs ahead');
  assert.equal(rig.find('ringing').length, 0);
  rig.say(180, { rseq: 8 });
  await rig.clock.advance(50);
  rig.say(180, { rseq: 9 });
  await rig.clock.advance(50);
  assert.deepEqual(rig.racks(), ['7 1 INVITE', '8 1 INVITE', '9 1 INVITE']);
  assert.equal(rig.find('ringing').length, 2);
  assert.equal(await rig.ask('UPDATE', 1, SDP.replace('7000', '7008')), 200);
  rig.callee.plan = { ...rig.callee.plan, sdp: null };
  rig.answer();
  await rig.clock.advance(50);
  assert.equal(rig.find('answered')[0]?.media.port, 7008);
  rig.call.bye();
  await rig.clock.advance(50);
  const numbers = rig.callee.requests.map(({ method, cseq }) => `${cseq.number} ${method}`);
  assert.deepEqual(numbers, ['1 INVITE', '2 PRACK', '3 PRACK', '4 PRACK', '5 BYE']);
});

test('a PRACK that is challenged is sent with the password', async () => {
  const takes = (request: { method: string; headers: readonly HeaderField[] }) => {
    const isAsked = request.method === 'PRACK' && headerOf(request, 'proxy-authorization') === undefined;
    const headers = [{ name: 'proxy-authenticate', value: 'Digest realm="r", nonce="once"' }];
    return isAsked ? { status: 407, headers } : request.method === 'PRACK' ? { status: 200 } : undefined;
  };
  const rig = held({ plan: { takes }, trunk: { username: 'u', password: 'p' } });
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(183, { rseq: 1 });
  await rig.clock.advance(100);
  assert.deepEqual(rig.racks(), ['1 1 INVITE', '1 1 INVITE']);
});

for (const [name, status, headers, calls, more] of [
  ['503', 503, [], 2, {}],
  ['480 with Q.850 cause 34', 480, ['Q.850;cause=34'], 2, {}],
  ['500 with Q.850 cause 44', 500, ['Q.850;cause=44'], 2, {}],
  ['503 with Q.850 cause 17', 503, ['Q.850;cause=17'], 1, {}],
  ['500', 500, [], 1, {}],
  ['486', 486, [], 1, {}],
  ['503, where 183 means ringing', 503, [], 1, { ringing_on_183: true }],
] as const) {
  test(`183 and then ${name}: ${calls === 2 ? 'the next trunk is tried' : 'final'}`, async () => {
    let invites = 0;
    const rings = (invite: ServerTransaction, callee: Callee) => {
      invites += 1;
      if (invites > 1) return callee.answer(invite, 'fork1');
      say(invite, 183, { sdp: SDP });
      const reasons = headers.map((value) => ({ name: 'reason', value }));
      invite.answer(responseTo(invite.request, status, { tag: 'none', headers: reasons }));
    };
    const rig = sipPair({ plan: { rings }, trunks: 2, trunk: more, faults: { lost: 0, repeated: 0, delayMs: 1 } });
    rig.call.begin();
    await rig.clock.advance(1_000);
    assert.equal(invites, calls);
    assert.equal(rig.find('answered').length, calls - 1);
    assert.equal(rig.find('ringing').length, more === undefined || !('ringing_on_183' in more) ? 0 : 1);
  });
}

test('180 after 183 is a ringing telephone: no other trunk calls it', async () => {
  const rig = held({ trunks: 2 });
  rig.call.begin();
  await rig.clock.advance(50);
  rig.say(183);
  rig.say(180);
  await rig.clock.advance(50);
  rig.refuse(503);
  await rig.clock.advance(1_000);
  assert.equal(rig.find('ended')[0]?.cause, 'failed');
  assert.equal(rig.callee.asked.filter((method) => method === 'INVITE').length, 1);
});

for (const [name, headers] of [
  ['without a Contact', [SDP_TYPE]],
  ['with a Contact that is no address of a telephone', [{ name: 'contact', value: '<tel:+4930>' }, SDP_TYPE]],
  ['without a session description', [CONTACT]],
] as const) {
  test(`a 200 ${name} is acknowledged and hung up on, and no other trunk is tried`, async () => {
    const rings = (invite: ServerTransaction, callee: Callee) => {
      const body = headers.some(({ name }) => name === 'content-type') ? SDP : '';
      callee.dialogs.set('odd', { isAcknowledged: false, isHungUp: false });
      invite.answer(responseTo(invite.request, 200, { tag: 'odd', headers, body: Buffer.from(body) }));
    };
    const { clock, call, callee, find, trunks, layer, legs } = sipPair({ plan: { rings }, trunks: 2 });
    call.begin();
    await clock.advance(2_000);
    assert.deepEqual(callee.dialogs.get('odd'), { isAcknowledged: true, isHungUp: true });
    assert.deepEqual(callee.asked, ['INVITE', 'BYE']);
    assert.equal(find('answered').length, 0);
    assert.match(find('ended')[0]?.cause ?? '', /^(failed|media_mismatch)$/);
    assert.equal(trunks[0]?.describe().calls, 0);
    await clock.advance(100_000);
    assert.equal(layer.pending + legs.size + clock.pending, 0, 'nothing is left behind');
  });
}

test('SDP beside ISUP is found in a provisional answer, a 200, a re-INVITE, an UPDATE and an ACK', async () => {
  const type: HeaderField = { name: 'content-type', value: 'multipart/mixed;boundary=mark' };
  const beside = (sdp: string) =>
    [
      ...['--mark', 'Content-Type: application/ISUP;version=itu-t92+', 'Content-Disposition: signal;handling=optional'],
      ...['', '\x06\x00', '--mark', 'Content-Type: application/sdp', '', `${sdp}\r\n--mark--\r\n`],
    ].join('\r\n');
  const body = (port: number) => Buffer.from(beside(SDP.replace('7000', String(port))), 'latin1');
  const rings = (invite: ServerTransaction, callee: Callee) => {
    callee.dialogs.set('fork1', { isAcknowledged: false, isHungUp: false });
    const headers = [CONTACT, type];
    invite.answer(responseTo(invite.request, 183, { tag: 'fork1', headers, body: body(7002) }));
    invite.answer(responseTo(invite.request, 200, { tag: 'fork1', headers, body: body(7004) }));
  };
  const faults = { lost: 0, repeated: 0, delayMs: 1 };
  const { clock, call, callee, find, link } = sipPair({ plan: { rings }, faults });
  call.begin();
  await clock.advance(100);
  assert.equal(find('early_media')[0]?.media.port, 7002);
  assert.equal(find('answered')[0]?.media.port, 7004);
  const ask = async (method: string, sequence: number, text: string) => {
    const status = callee.ask(method, link.far, sequence, text, text === '' ? [] : [type]);
    await clock.advance(20);
    return status;
  };
  const acknowledge = async (sequence: number, text: string) => {
    const invite = callee.requests[0];
    assert.ok(invite);
    const value = (name: string) => linesOf(invite, name)[0] ?? '';
    const headers = [
      { name: 'from', value: `${value('to')};tag=fork1` },
      { name: 'to', value: value('from') },
      { name: 'call-id', value: value('call-id') },
      { name: 'cseq', value: `${sequence} ACK` },
      ...(text === '' ? [] : [type]),
    ];
    const request = {
      kind: 'request' as const,
      method: 'ACK',
      uri: 'sip:x',
      headers,
      body: Buffer.from(text, 'latin1'),
    };
    callee.layer.sendOnce(request, link.far);
    await clock.advance(20);
  };
  const port = () => find('media_changed').at(-1)?.media.port;
  assert.equal(await ask('INVITE', 1, body(7006).toString('latin1')), 200);
  await acknowledge(1, '');
  assert.equal(port(), 7006);
  assert.equal(await ask('UPDATE', 2, body(7008).toString('latin1')), 200);
  assert.equal(port(), 7008);
  assert.equal(await ask('INVITE', 3, ''), 200);
  await acknowledge(3, body(7010).toString('latin1'));
  assert.equal(port(), 7010);
  assert.equal(await ask('UPDATE', 4, 'just a text'), 415, 'a body that is none of ours');
  assert.equal(find('ended').length, 0);
});
