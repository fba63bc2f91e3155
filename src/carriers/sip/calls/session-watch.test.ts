/** Whether the other side still has the call, and for how long a session lasts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Callee, SDP } from '../../../../test/support/sip/callee.ts';
import { type PairOptions, sipPair } from '../../../../test/support/sip/pair.ts';
import type { HeaderField } from '../messages/fields.ts';
import { headerOf, type ReceivedRequest } from '../messages/message.ts';
import { responseTo } from '../messages/messages.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';

type PeerAnswer = { status: number; headers?: readonly HeaderField[] } | undefined;

const field = (name: string, value: string): HeaderField => ({ name, value });
const expires = (value: string) => field('session-expires', value);
const ALLOW = field('allow', 'INVITE, ACK, BYE, UPDATE, OPTIONS');
const NEVER = { call_check_interval_ms: 0 };

async function answered(options: PairOptions) {
  const rig = sipPair(options);
  rig.call.begin();
  await rig.clock.advance(1_000);
  assert.equal(rig.find('answered').length, 1);
  const asked = (method: string) => rig.callee.requests.filter((request) => request.method === method);
  return { ...rig, asked };
}

function acknowledge(callee: Callee, to: Parameters<Callee['ask']>[1], sequence: number): void {
  const invite = callee.requests.find((request) => request.method === 'INVITE');
  assert.ok(invite);
  const value = (name: string) => headerOf(invite, name) ?? '';
  const headers = [
    field('from', `${value('to')};tag=fork1`),
    field('to', value('from')),
    field('call-id', value('call-id')),
    field('cseq', `${sequence} ACK`),
  ];
  callee.layer.sendOnce({ kind: 'request', method: 'ACK', uri: 'sip:x', headers, body: new Uint8Array(0) }, to);
}

test('a trunk that is silent in a call is asked, and whatever it answers the call goes on', async () => {
  for (const status of [200, 405, 403, 501]) {
    const takes = ({ method }: ReceivedRequest): PeerAnswer => (method === 'OPTIONS' ? { status } : undefined);
    const { clock, asked, find, call } = await answered({ plan: { takes } });
    await clock.advance(300_000);
    assert.equal(find('ended').length, 0, `${status}`);
    assert.ok(asked('OPTIONS').length >= 9 && asked('OPTIONS').length <= 10);
    call.bye();
    await clock.advance(1_000);
    assert.equal(find('ended')[0]?.by, 'us');
  }
});

test('a trunk that speaks in the call is not asked, and one that must not be asked never is', async () => {
  const { clock, asked, callee, link } = await answered({});
  for (let sequence = 1; sequence < 10; sequence += 1) {
    void callee.ask('INFO', link.far, sequence);
    await clock.advance(20_000);
  }
  assert.equal(asked('OPTIONS').length, 0);
  const never = await answered({ trunk: NEVER });
  await never.clock.advance(300_000);
  assert.equal(never.asked('OPTIONS').length, 0);
});

for (const status of [481, 408]) {
  test(`${status} to OPTIONS in the call says that the trunk has it no more`, async () => {
    const takes = ({ method }: ReceivedRequest): PeerAnswer => (method === 'OPTIONS' ? { status } : undefined);
    const { clock, find, asked, trunks, layer, legs } = await answered({ plan: { takes } });
    await clock.advance(30_100);
    const [end] = find('ended');
    assert.deepEqual([end?.cause, end?.by, end?.wasAnswered], ['completed', 'network', true]);
    assert.match(end?.reason ?? '', new RegExp(`has the call no more \\(${status}`));
    await clock.advance(100_000);
    assert.equal(asked('BYE').length, 1, 'it is hung up on all the same');
    assert.equal(trunks[0]?.describe().calls, 0);
    assert.equal(layer.pending + legs.size + clock.pending, 0, 'nothing is left behind');
  });
}

test('a trunk that answers nothing any more has lost the call, however silent the line may be', async () => {
  const { clock, find, link, layer, legs } = await answered({});
  link.faults.current = { lost: 1, repeated: 0, delayMs: 5 };
  await clock.advance(29_000);
  assert.equal(find('ended').length, 0);
  await clock.advance(35_000);
  assert.equal(find('ended')[0]?.by, 'network');
  assert.match(find('ended')[0]?.reason ?? '', /does not answer in the call/);
  await clock.advance(300_000);
  assert.equal(layer.pending + legs.size, 0, 'nothing is left behind');
});

test('a connection that was lost is made again before the call is given up', async () => {
  const { clock, find, link, layer } = await answered({});
  link.faults.current = { lost: 1, repeated: 0, delayMs: 5 };
  await clock.advance(30_000);
  layer.lost(link.near, 'the connection has ended');
  link.faults.current = { lost: 0, repeated: 0, delayMs: 5 };
  await clock.advance(60_000);
  assert.equal(find('ended').length, 0);
  link.faults.current = { lost: 1, repeated: 0, delayMs: 5 };
  await clock.advance(31_000);
  layer.lost(link.near, 'the connection has ended');
  await clock.advance(10);
  layer.lost(link.near, 'nobody listens there');
  await clock.advance(2_100);
  assert.match(find('ended')[0]?.reason ?? '', /nobody listens there/);
});

test('who answers our UPDATE from elsewhere is hung up on there', async () => {
  const headers = [expires('120;refresher=uac'), field('require', 'timer'), ALLOW];
  const moved = [...headers, field('contact', '<sip:moved@192.0.2.20:5070>')];
  const takes = ({ method }: ReceivedRequest): PeerAnswer =>
    method === 'UPDATE' ? { status: 200, headers: moved } : undefined;
  const { clock, asked, find, call } = await answered({ plan: { headers, takes }, trunk: NEVER });
  await clock.advance(61_000);
  assert.equal(asked('UPDATE').length, 1);
  call.bye();
  await clock.advance(1_000);
  assert.equal(find('ended')[0]?.by, 'us');
  assert.equal(asked('BYE')[0]?.uri, 'sip:moved@192.0.2.20:5070');
});

test('a session that we are to refresh is refreshed by UPDATE at half time, as long as it lasts', async () => {
  const headers = [expires('120;refresher=uac'), field('require', 'timer'), ALLOW];
  const takes = ({ method }: ReceivedRequest): PeerAnswer =>
    method === 'UPDATE' ? { status: 200, headers: [expires('120;refresher=uac')] } : undefined;
  const { clock, find, asked } = await answered({ plan: { headers, takes }, trunk: NEVER });
  await clock.advance(400_000);
  assert.equal(asked('UPDATE').length, 6);
  const [update] = asked('UPDATE');
  assert.ok(update);
  assert.equal(headerOf(update, 'session-expires'), '120;refresher=uac');
  assert.equal(headerOf(update, 'min-se'), '90');
  assert.match(headerOf(update, 'supported') ?? '', /timer/);
  assert.equal(update.body.length, 0);
  assert.equal(find('ended').length, 0);
});

test('where the peer allows no UPDATE it is a re-INVITE that changes nothing, with its ACK', async () => {
  for (const allow of [[], [ALLOW]]) {
    const headers = [expires('120;refresher=uac'), ...allow];
    let acknowledged: number[] = [];
    const rings = (invite: ServerTransaction, callee: Callee) => {
      if (invite.request.to.params.has('tag')) {
        const answer = [field('contact', '<sip:callee@192.0.2.2:5062>'), expires('120;refresher=uac')];
        const body = Buffer.from(SDP.replace('7000', '7002'));
        const type = field('content-type', 'application/sdp');
        return invite.answer(responseTo(invite.request, 200, { headers: [...answer, type], body }));
      }
      callee.answer(invite, 'fork1');
    };
    const takes = ({ method }: ReceivedRequest): PeerAnswer => (method === 'UPDATE' ? { status: 405 } : undefined);
    const { clock, find, asked, callee } = await answered({ plan: { headers, rings, takes }, trunk: NEVER });
    const user = callee.layer as unknown as { user: { ack(request: ReceivedRequest): void } };
    const before = user.user.ack;
    user.user.ack = (request) => {
      acknowledged = [...acknowledged, request.cseq.number];
      before(request);
    };
    await clock.advance(130_000);
    const [first, again] = asked('INVITE');
    assert.ok(first && again);
    assert.equal(asked('UPDATE').length, allow.length);
    assert.equal(asked('INVITE').length, 3);
    assert.deepEqual(again.body, first.body, 'the same description, to the letter');
    assert.ok(acknowledged.includes(again.cseq.number));
    assert.equal(find('media_changed')[0]?.media.port, 7002);
    assert.equal(find('ended').length, 0);
  }
});

test('a session that the peer is to refresh and does not is hung up on before its end', async () => {
  const headers = [expires('120;refresher=uas'), field('require', 'timer')];
  const { clock, find, asked, callee, link } = await answered({ plan: { headers }, trunk: NEVER });
  await clock.advance(80_000);
  const refresh = callee.ask('UPDATE', link.far, 1, '', [expires('120;refresher=uac'), field('supported', 'timer')]);
  await clock.advance(80_000);
  assert.equal(await refresh, 200);
  const answer = callee.lastAnswer;
  assert.ok(answer);
  assert.equal(headerOf(answer, 'session-expires'), '120;refresher=uac');
  assert.equal(headerOf(answer, 'require'), 'timer');
  assert.equal(find('ended').length, 0, 'it was refreshed');
  await clock.advance(10_000);
  assert.equal(find('ended')[0]?.by, 'network');
  assert.match(find('ended')[0]?.reason ?? '', /was not refreshed/);
  assert.equal(asked('BYE').length, 1);
});

test('a refresh of the peer by re-INVITE counts, one that names no time leaves it to us, one that is too short is refused', async () => {
  const headers = [expires('120;refresher=uas')];
  const { clock, find, asked, callee, link } = await answered({ plan: { headers }, trunk: NEVER });
  const ask = async (method: string, sequence: number, body: string, more: readonly HeaderField[]) => {
    const status = callee.ask(method, link.far, sequence, body, more);
    await clock.advance(20);
    return status;
  };
  await clock.advance(60_000);
  const timer = field('supported', 'timer');
  assert.equal(await ask('INVITE', 1, SDP, [expires('120'), timer]), 200);
  assert.equal(headerOf(callee.lastAnswer ?? { headers: [] }, 'session-expires'), '120;refresher=uac');
  acknowledge(callee, link.far, 1);
  await clock.advance(60_000);
  assert.equal(find('ended').length, 0);
  assert.equal(await ask('UPDATE', 2, '', [expires('60'), timer]), 422);
  assert.equal(headerOf(callee.lastAnswer ?? { headers: [] }, 'min-se'), '90');
  assert.equal(await ask('UPDATE', 3, '', [field('require', 'timer')]), 200, 'we keep that extension');
  assert.equal(headerOf(callee.lastAnswer ?? { headers: [] }, 'session-expires'), '120;refresher=uas');
  await clock.advance(61_000);
  assert.equal(asked('INVITE').length, 2, 'now the refresh is ours; the peer has not said that it takes UPDATE');
});

test('a refresh that is refused as too short is asked for again as wanted; one that fails is tried again until the end', async () => {
  let updates = 0;
  const takes = (request: ReceivedRequest): PeerAnswer => {
    if (request.method !== 'UPDATE') return undefined;
    updates += 1;
    if (updates === 1) return { status: 422, headers: [field('min-se', '300')] };
    return updates === 2 ? { status: 200, headers: [expires('300;refresher=uac')] } : { status: 500 };
  };
  const headers = [expires('120;refresher=uac'), ALLOW];
  const { clock, find, asked } = await answered({ plan: { headers, takes }, trunk: NEVER });
  await clock.advance(61_000);
  assert.equal(updates, 2);
  assert.equal(headerOf(asked('UPDATE')[1] ?? { headers: [] }, 'session-expires'), '300;refresher=uac');
  await clock.advance(200_000);
  assert.equal(find('ended').length, 0);
  assert.ok(updates > 6);
  await clock.advance(70_000);
  assert.match(find('ended')[0]?.reason ?? '', /was not refreshed/);
});

test('a peer that has refreshed at the same time (491) is asked again a little later', async () => {
  let updates = 0;
  const takes = ({ method }: ReceivedRequest): PeerAnswer => {
    if (method !== 'UPDATE') return undefined;
    updates += 1;
    return updates === 1 ? { status: 491 } : { status: 200, headers: [expires('120;refresher=uac')] };
  };
  const { clock } = await answered({ plan: { headers: [expires('120;refresher=uac'), ALLOW], takes }, trunk: NEVER });
  await clock.advance(61_000);
  assert.equal(updates, 1);
  await clock.advance(5_000);
  assert.equal(updates, 2);
});

for (const status of [481, 408]) {
  test(`${status} to a refresh ends the call`, async () => {
    const takes = ({ method }: ReceivedRequest): PeerAnswer => (method === 'UPDATE' ? { status } : undefined);
    const { clock, find } = await answered({
      plan: { headers: [expires('120;refresher=uac'), ALLOW], takes },
      trunk: NEVER,
    });
    await clock.advance(61_000);
    assert.equal(find('ended')[0]?.by, 'network');
  });
}

test('422 to the INVITE is answered once with the time that it names', async () => {
  for (const isContent of [true, false]) {
    const rings = (invite: ServerTransaction, callee: Callee) => {
      const isLong = headerOf(invite.request, 'session-expires') === '1800';
      if (isContent && isLong) return callee.answer(invite, 'fork1');
      invite.answer(responseTo(invite.request, 422, { tag: 'none', headers: [field('min-se', '1800')] }));
    };
    const { clock, call, callee, find } = sipPair({ plan: { rings } });
    call.begin();
    await clock.advance(1_000);
    const invites = callee.requests.filter(({ method }) => method === 'INVITE');
    assert.deepEqual(
      invites.map((invite) => [invite.cseq.number, headerOf(invite, 'min-se') ?? null]),
      [
        [1, null],
        [2, '1800'],
      ],
    );
    assert.equal(find('answered').length, isContent ? 1 : 0);
    if (!isContent) assert.equal(find('ended')[0]?.cause, 'trunk_refused');
  }
});

test('481 to a key in the call says that the trunk has it no more', async () => {
  const takes = ({ method }: ReceivedRequest): PeerAnswer => (method === 'INFO' ? { status: 481 } : undefined);
  const { clock, call, find } = await answered({ plan: { takes }, trunk: NEVER });
  call.sendKey('1', 100);
  await clock.advance(100);
  assert.equal(find('ended')[0]?.by, 'network');
});
