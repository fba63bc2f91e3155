import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Callee, SDP } from '../../../../test/support/sip/callee.ts';
import { NO_FAULTS, sipPair } from '../../../../test/support/sip/pair.ts';
import { headerOf } from '../messages/message.ts';

test('a call is answered with what both sides can, and hung up', async () => {
  const { clock, callee, call, find, types, layer, legs, trunks } = sipPair();
  call.begin();
  await clock.advance(1_000);
  assert.deepEqual(types(), ['sent', 'trying', 'ringing', 'answered']);
  assert.deepEqual(find('answered')[0]?.media, {
    address: '192.0.2.2',
    port: 7000,
    codec: 'PCMA',
    payloadType: 8,
    keyPayloadType: 96,
    direction: 'sendrecv',
    packetMs: 20,
  });
  assert.equal(trunks[0]?.describe().calls, 1);
  call.bye();
  await clock.advance(1_000);
  assert.equal(find('ended')[0]?.cause, 'completed');
  assert.deepEqual(callee.asked, ['INVITE', 'BYE']);
  assert.equal(trunks[0]?.describe().calls, 0);
  await clock.advance(100_000);
  assert.equal(layer.pending + legs.size + clock.pending, 0, 'nothing is left behind');
});

for (const lost of [0.1, 0.3, 0.5]) {
  test(`a call over a link that loses ${lost * 100} % of its messages ends once, with both sides of one mind`, async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const faults = { lost, repeated: 0.1, delayMs: 400 };
      const { clock, callee, call, find, layer, legs, dice, types } = sipPair({
        faults,
        seed,
        trunk: { first_answer_ms: 32_000 },
      });
      call.begin();
      // Given up or hung up at any moment.
      await clock.advance(dice.below(6_000));
      if (dice.chance(0.5)) call.cancel();
      await clock.advance(25_000);
      call.bye();
      await clock.advance(140_000);
      const ends = find('ended');
      assert.equal(ends.length, 1, `seed ${seed}: ${types().join(' ')}`);
      assert.equal(types().at(-1), 'ended', `seed ${seed}`);
      assert.equal(find('answered').length > 0, ends[0]?.wasAnswered, `seed ${seed}`);
      for (const [tag, dialog] of callee.dialogs) {
        if (!dialog.isAcknowledged) assert.ok(lost >= 0.5, `seed ${seed}: ${tag} was not acknowledged`);
        // BYE itself may be lost for 32 s; then the callee knows no better.
        if (!dialog.isHungUp) assert.ok(lost >= 0.5, `seed ${seed}: ${tag} was not hung up`);
      }
      assert.equal(layer.pending + callee.layer.pending + legs.size, 0, `seed ${seed}: nothing is left behind`);
    }
  });
}

test('an answer that crosses the CANCEL is taken and hung up', async () => {
  const { clock, callee, call, find } = sipPair({
    plan: { ringsAfterMs: 10, answersAfterMs: 100 },
    faults: { ...NO_FAULTS, delayMs: 1 },
  });
  call.begin();
  await clock.advance(100);
  call.cancel();
  await clock.advance(3_000);
  assert.equal(find('answered').length, 0);
  assert.equal(find('ended')[0]?.cause, 'cancelled');
  assert.deepEqual(callee.dialogs.get('fork1'), { isAcknowledged: true, isHungUp: true });
});

test('CANCEL waits for a provisional answer', async () => {
  const { clock, callee, call, find } = sipPair({ plan: { ringsAfterMs: 800, answersAfterMs: null } });
  call.begin();
  await clock.advance(300);
  call.cancel();
  await clock.advance(400);
  assert.deepEqual(callee.asked, ['INVITE']);
  await clock.advance(2_000);
  assert.deepEqual(callee.asked, ['INVITE', 'cancelled']);
  assert.equal(find('ended')[0]?.cause, 'cancelled');
});

test('of forks that all answer the first is the call, and the others are hung up', async () => {
  const { clock, callee, call, find } = sipPair({ plan: { forks: 3 } });
  call.begin();
  await clock.advance(2_000);
  assert.equal(find('answered').length, 1);
  const states = [...callee.dialogs.values()];
  assert.equal(states.length, 3);
  assert.ok(states.every(({ isAcknowledged }) => isAcknowledged));
  assert.equal(states.filter(({ isHungUp }) => isHungUp).length, 2);
  call.bye();
  await clock.advance(2_000);
  assert.ok([...callee.dialogs.values()].every(({ isHungUp }) => isHungUp));
});

test('a trunk that is silent is left after first_answer_ms, and what it does later is undone', async () => {
  const { clock, callee, call, find, trunks } = sipPair({ plan: { ringsAfterMs: 5_000, answersAfterMs: 6_000 } });
  call.begin();
  await clock.advance(4_500);
  assert.equal(find('ended')[0]?.cause, 'unreachable');
  assert.equal(find('ended')[0]?.mayHaveLeft, true);
  assert.equal(trunks[0]?.describe().state, 'down');
  assert.equal(trunks[0]?.describe().calls, 1);
  await clock.advance(3_000);
  assert.ok(callee.asked.includes('cancelled'));
  assert.equal(trunks[0]?.describe().calls, 0);
});

test('a trunk that seemed to be gone and rings all the same is told to stop', async () => {
  const { clock, layer, link, callee, call, find, trunks } = sipPair({
    plan: { ringsAfterMs: 100, answersAfterMs: null },
  });
  call.begin();
  await clock.advance(20);
  layer.lost(link.near, 'nobody listens there');
  await clock.advance(20);
  assert.equal(find('ended')[0]?.cause, 'unreachable');
  assert.equal(trunks[0]?.describe().calls, 0);
  await clock.advance(2_000);
  assert.ok(callee.asked.includes('cancelled'));
});

test('a callee that has rung is never called over another trunk', async () => {
  for (const [ringsAfterMs, cause, calls] of [
    [10, 'failed', 1],
    [null, 'unreachable', 2],
  ] as const) {
    const plan = { ringsAfterMs, answersAfterMs: 100, status: 503 };
    const { clock, call, callee, find } = sipPair({ plan, trunks: 2 });
    call.begin();
    await clock.advance(3_000);
    assert.equal(find('ended')[0]?.cause, cause);
    assert.equal(find('ended')[0]?.status, 503);
    assert.equal(callee.asked.filter((method) => method === 'INVITE').length, calls);
  }
});

test('a Q.850 cause goes before the status', async () => {
  const headers = [{ name: 'reason', value: 'SIP;cause=480, Q.850;cause=17;text="User busy"' }];
  const { clock, call, find } = sipPair({ plan: { ringsAfterMs: null, answersAfterMs: 10, status: 480, headers } });
  call.begin();
  await clock.advance(1_000);
  assert.equal(find('ended')[0]?.cause, 'busy');
  assert.equal(find('ended')[0]?.q850, 17);
});

test('an answer without a codec in common is acknowledged and hung up', async () => {
  const sdp = SDP.replace('RTP/AVP 8 96', 'RTP/AVP 18 96');
  const { clock, callee, call, find } = sipPair({ plan: { sdp } });
  call.begin();
  await clock.advance(2_000);
  assert.equal(find('answered').length, 0);
  assert.equal(find('ended')[0]?.cause, 'media_mismatch');
  assert.deepEqual(callee.dialogs.get('fork1'), { isAcknowledged: true, isHungUp: true });
});

test('hold and resume by re-INVITE are answered and told, an offer that does not fit changes nothing', async () => {
  const { clock, callee, call, find, link } = sipPair();
  call.begin();
  await clock.advance(1_000);
  const ask = async (sequence: number, body: string) => {
    const status = callee.ask('INVITE', link.far, sequence, body);
    await clock.advance(100);
    return status;
  };
  assert.equal(await ask(1, `${SDP}a=sendonly\r\n`), 200);
  assert.equal(find('media_changed').at(-1)?.media.direction, 'recvonly');
  assert.match(callee.lastBody, /a=recvonly/);
  callee.layer.sendOnce(
    { kind: 'request', method: 'ACK', uri: 'sip:x', headers: ackHeaders(callee, 1), body: new Uint8Array(0) },
    link.far,
  );
  await clock.advance(100);
  assert.equal(await ask(2, SDP), 200);
  assert.equal(find('media_changed').at(-1)?.media.direction, 'sendrecv');
  callee.layer.sendOnce(
    { kind: 'request', method: 'ACK', uri: 'sip:x', headers: ackHeaders(callee, 2), body: new Uint8Array(0) },
    link.far,
  );
  await clock.advance(100);
  assert.equal(await ask(3, SDP.replace('RTP/AVP 8 96', 'RTP/AVP 18 96')), 488);
  assert.equal(await ask(3, SDP), 500, 'a number that was used before');
  assert.equal(find('media_changed').length, 2);
  assert.equal(find('ended').length, 0);
});

test('a re-INVITE whose 200 is never acknowledged ends the call', async () => {
  const { clock, callee, call, find, link } = sipPair();
  call.begin();
  await clock.advance(1_000);
  const status = callee.ask('INVITE', link.far, 1, SDP);
  await clock.advance(40_000);
  assert.equal(await status, 200);
  assert.equal(find('ended')[0]?.by, 'us');
  assert.ok(callee.asked.includes('BYE'));
});

test('UPDATE, OPTIONS and INFO in a call are answered; keys are told', async () => {
  const { clock, callee, call, find, link } = sipPair();
  call.begin();
  await clock.advance(1_000);
  const type = (value: string) => [{ name: 'content-type', value }];
  const dtmf = type('application/dtmf-relay');
  const unheardOf = [{ name: 'require', value: 'unheard-of' }];
  const asks: [string, string, { name: string; value: string }[], number][] = [
    ['UPDATE', '', [], 200],
    ['UPDATE', SDP.replace('7000', '7002'), [], 200],
    ['OPTIONS', '', [], 200],
    ['INFO', 'Signal=5\r\nDuration=160\r\n', dtmf, 200],
    ['INFO', '11', type('application/dtmf'), 200],
    ['INFO', '<x/>', type('application/media_control+xml'), 415],
    ['INFO', '<x/>', [...type('text/xml'), { name: 'content-disposition', value: 'render;handling=optional' }], 200],
    ['REFER', '', [], 405],
    ['UPDATE', '', unheardOf, 420],
  ];
  for (const [i, [method, body, headers, expected]] of asks.entries()) {
    const status = callee.ask(method, link.far, i + 1, body, headers);
    await clock.advance(50);
    assert.equal(await status, expected, `${method} ${body}`);
  }
  assert.deepEqual(
    find('key').map(({ key }) => key),
    ['5', '#'],
  );
  assert.equal(find('media_changed')[0]?.media.port, 7002);
  const refused = callee.ask('INFO', link.far, 10, 'Signal=', type('text/plain'));
  await clock.advance(50);
  assert.equal(await refused, 415);
  assert.equal(headerOf(callee.lastAnswer ?? assert.fail(), 'accept'), 'application/dtmf-relay, application/dtmf');
  const bye = callee.ask('BYE', link.far, 11, '', [{ name: 'reason', value: 'Q.850;cause=16' }]);
  await clock.advance(1_000);
  assert.equal(await bye, 200);
  const [end] = find('ended');
  assert.equal(end?.by, 'peer');
  assert.equal(end?.q850, 16);
});

function ackHeaders(callee: Callee, sequence: number): { name: string; value: string }[] {
  const invite = callee.requests.find((request) => request.method === 'INVITE');
  const value = (name: string) => invite?.headers.find((field) => field.name === name)?.value ?? '';
  return [
    { name: 'from', value: `${value('to')};tag=fork1` },
    { name: 'to', value: value('from') },
    { name: 'call-id', value: value('call-id') },
    { name: 'cseq', value: `${sequence} ACK` },
  ];
}
