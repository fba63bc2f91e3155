import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { createContext } from '../../../context.ts';
import { responseTo } from '../messages/messages.ts';
import type { Flow } from './flow.ts';
import { type LayerUser, TransactionLayer } from './layer.ts';
import type { ServerTransaction } from './server-transactions.ts';

function layerWith(user: Partial<LayerUser> = {}) {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const none = () => {};
  const layer = new TransactionLayer(context, {
    request: none,
    cancelled: none,
    ack: none,
    stray: none,
    passed: none,
    ...user,
  });
  const sent: string[] = [];
  const flowTo = (port: number): Flow => ({
    transport: 'udp',
    isReliable: false,
    local: { host: '192.0.2.1', port: 5060 },
    remote: { host: '198.51.100.7', port },
    send: (bytes) => sent.push(`${port} ${bytes.toString('latin1')}`),
    toPort: flowTo,
  });
  return { clock, layer, sent, flow: flowTo(34_567) };
}

function request(method: string, branch: string, via = '198.51.100.7:5070'): Buffer {
  const lines = [
    `${method} sip:x@192.0.2.1 SIP/2.0`,
    `Via: SIP/2.0/UDP ${via};branch=${branch}`,
    'From: <sip:y@z>;tag=1',
    'To: <sip:x@192.0.2.1>',
    'Call-ID: c',
    `CSeq: 1 ${method}`,
    '',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

test('however many requests come, no more than 5,000 are kept in mind, and none for longer than needed', async () => {
  const { clock, layer, flow } = layerWith({ request: (asked) => asked.answer(responseTo(asked.request, 200)) });
  for (let i = 0; i < 6_000; i += 1) layer.received(request('OPTIONS', `z9hG4bK${i}`), flow);
  assert.equal(layer.pending, 5_000);
  await clock.advance(33_000);
  assert.equal(layer.pending, 0);
  assert.equal(clock.pending, 0);
});

test('an answer goes back to where the request came from, at the port that its Via says', () => {
  const { layer, sent, flow } = layerWith({ request: (asked) => asked.answer(responseTo(asked.request, 200)) });
  layer.received(request('OPTIONS', 'z9hG4bKa'), flow);
  layer.received(request('OPTIONS', 'z9hG4bKb;rport'), flow);
  layer.received(request('OPTIONS', 'z9hG4bKc', '10.0.0.1'), flow);
  assert.match(sent[0] ?? '', /^5070 /);
  assert.match(sent[1] ?? '', /^34567 [\s\S]*;rport=34567;received=198\.51\.100\.7/);
  assert.match(sent[2] ?? '', /^5060 [\s\S]*;received=198\.51\.100\.7/);
});

test('an address of IPv4 that a socket of IPv6 names is told as it is', () => {
  const { layer, sent, flow } = layerWith({ request: (asked) => asked.answer(responseTo(asked.request, 200)) });
  const mapped = { ...flow, remote: { host: '::ffff:198.51.100.7', port: 34_567 } };
  layer.received(request('OPTIONS', 'z9hG4bKa;rport'), mapped);
  layer.received(request('OPTIONS', 'z9hG4bKb'), mapped);
  assert.match(sent[0] ?? '', /;received=198\.51\.100\.7\r/);
  assert.doesNotMatch(sent[1] ?? '', /received/);
});

test('a request that comes again is one request, and from elsewhere with the same branch another', () => {
  const asked: ServerTransaction[] = [];
  const { layer, flow } = layerWith({ request: (each) => asked.push(each) });
  layer.received(request('INVITE', 'z9hG4bKa'), flow);
  layer.received(request('INVITE', 'z9hG4bKa'), flow);
  layer.received(request('INVITE', 'z9hG4bKa', '198.51.100.8'), flow);
  // Before RFC 3261 branches were no names.
  layer.received(request('INVITE', '1'), flow);
  layer.received(request('INVITE', '1'), flow);
  assert.equal(asked.length, 3);
});
