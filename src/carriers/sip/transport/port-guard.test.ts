import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { createContext } from '../../../context.ts';
import { responseTo } from '../messages/messages.ts';
import { STANDARD_TIMES } from '../transactions/machine.ts';
import { ConnectionShares } from './connection-shares.ts';
import type { Flow } from './flow.ts';
import { TransactionLayer } from './layer.ts';
import { type PassedOver, TrunksFirst } from './port-guard.ts';

const TRUNK = '198.51.100.1';
const STRANGER = '203.0.113.66';

/** A layer behind a guard: one call of ours, one trunk, and everybody else. */
function behindDoor(accepts: 'trunks' | 'anyone') {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const passed: PassedOver[] = [];
  const served: string[] = [];
  const guard = new TrunksFirst(clock, {
    accepts,
    isOfCall: (callId) => callId === 'ours',
    isTrunk: (address) => address === TRUNK,
    passedOver: (what) => passed.push(what),
  });
  const none = () => {};
  const user = { cancelled: none, ack: none, stray: none, passed: none };
  const layer = new TransactionLayer(
    context,
    {
      ...user,
      request: (asked) => {
        served.push(`${asked.request.method} ${asked.request.callId}`);
        asked.answer(responseTo(asked.request, asked.request.method === 'INVITE' ? 403 : 200, { tag: 'x' }));
      },
    },
    STANDARD_TIMES,
    guard,
  );
  const sent: string[] = [];
  const flowTo = (host: string): Flow => ({
    transport: 'udp',
    isReliable: false,
    local: { host: '192.0.2.1', port: 5060 },
    remote: { host, port: 5060 },
    send: (bytes) => sent.push(`${host} ${bytes.toString('latin1').split('\r\n')[0]}`),
    toPort: () => flowTo(host),
  });
  return { clock, layer, sent, served, passed, flowTo };
}

function request(method: string, branch: number, callId: string, more = ''): Buffer {
  const lines = [
    `${method} sip:x@192.0.2.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 198.51.100.7:5070;branch=z9hG4bK${branch}`,
    'From: <sip:y@z>;tag=1',
    'To: <sip:x@192.0.2.1>',
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    `X-More: ${more}`,
    '',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

for (const accepts of ['trunks', 'anyone'] as const) {
  test(`a flood of strangers and of forged trunks takes no place of a BYE, with accept_from: ${accepts}`, async () => {
    const { clock, layer, flowTo, served, sent } = behindDoor(accepts);
    for (let i = 0; i < 6_000; i += 1) {
      layer.received(request('OPTIONS', i, `c${i}`), flowTo(STRANGER));
      layer.received(request('INVITE', 10_000 + i, `d${i}`), flowTo(TRUNK));
    }
    assert.equal(layer.pending, 0, 'nothing of it is kept');
    assert.equal(layer.received(request('BYE', 1, 'ours'), flowTo('192.0.2.200')), true);
    assert.equal(served.at(-1), 'BYE ours');
    assert.equal(sent.at(-1), '192.0.2.200 SIP/2.0 200 OK');
    assert.equal(sent.filter((each) => each.startsWith(STRANGER)).length, accepts === 'trunks' ? 0 : 50);
    await clock.advance(40_000);
    assert.equal(clock.pending, 0);
  });
}

test('an INVITE from outside is answered once, and to a stranger not at all', async () => {
  for (const [accepts, host, answers] of [
    ['trunks', STRANGER, 0],
    ['anyone', STRANGER, 1],
    ['trunks', TRUNK, 1],
  ] as const) {
    const { clock, layer, flowTo, sent } = behindDoor(accepts);
    layer.received(request('INVITE', 1, 'c'), flowTo(host));
    await clock.advance(60_000);
    assert.equal(sent.length, answers, `${accepts} ${host}`);
  }
});

test('what strangers send malformed gets no answer, and more than 8 kB is not read', () => {
  const { layer, flowTo, sent, passed } = behindDoor('trunks');
  assert.equal(layer.received(Buffer.from('INVITE sip:a SIP/2.0\r\nVia: x\r\n\r\n'), flowTo(STRANGER)), false);
  const long = request('OPTIONS', 1, 'c', 'a'.repeat(8_000)).toString().replace('X-More', 'X-Some: b\r\nX-More');
  const longer = Buffer.from(long.replace('X-Some: b', `X-Some: ${'b'.repeat(400)}`));
  const { malformed } = layer;
  assert.equal(layer.received(longer, flowTo(STRANGER)), false);
  assert.equal(layer.malformed, malformed);
  assert.deepEqual(sent, []);
  assert.deepEqual(passed, ['stranger', 'stranger']);
  layer.received(longer, flowTo(TRUNK));
  assert.deepEqual(sent, [`${TRUNK} SIP/2.0 200 OK`]);
});

test('one call keeps 100 requests in mind at once, and its BYE beyond them', () => {
  const { layer, flowTo, served } = behindDoor('trunks');
  for (let i = 0; i < 150; i += 1) layer.received(request('INFO', i, 'ours'), flowTo(TRUNK));
  assert.equal(layer.pending, 100);
  layer.received(request('BYE', 500, 'ours'), flowTo(TRUNK));
  assert.equal(served.at(-1), 'BYE ours');
});

test('connections of strangers have a share, and make room for trunks', () => {
  const shares = new ConnectionShares((address) => address.startsWith('trunk'));
  const closed: string[] = [];
  const take = (address: string) => shares.take(address, () => closed.push(address));
  for (let i = 0; i < 4; i += 1) assert.ok(take('stranger'));
  assert.equal(take('stranger'), null, 'four of one address');
  const taken = Array.from({ length: 60 }, (_, i) => take(`other-${i}`));
  for (const each of taken) each?.served();
  assert.ok(take('late'), 'the oldest over which nothing was served goes');
  assert.deepEqual(closed, ['stranger']);
  for (let i = 0; i < 192; i += 1) assert.ok(take(`trunk-${i % 4}`));
  assert.deepEqual(closed, ['stranger']);
  for (let i = 0; i < 8; i += 1) assert.ok(take('trunk-new'));
  assert.equal(closed.length, 9, 'a trunk always gets in while a stranger is there');
  for (const each of taken) each?.release();
  for (let i = 0; i < 56; i += 1) assert.ok(take('trunk-new'));
  assert.equal(take('trunk-new'), null, '64 of one trunk');
});
