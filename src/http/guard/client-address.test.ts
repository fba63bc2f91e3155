import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createClientOf } from './client-address.ts';

const clientOf = createClientOf(['10.0.0.0/8', 'fd00::/8']);

function asked(peer: string, headers: IncomingHttpHeaders = {}, socket: object = {}): IncomingMessage {
  return { headers, socket: { remoteAddress: peer, ...socket } } as unknown as IncomingMessage;
}

const address = (peer: string, headers?: IncomingHttpHeaders) => clientOf(asked(peer, headers)).address;

test('without a trusted proxy the peer is the client, whatever it says', () => {
  assert.equal(address('203.0.113.9'), '203.0.113.9');
  assert.equal(address('203.0.113.9', { 'x-forwarded-for': '10.0.0.1' }), '203.0.113.9');
  assert.equal(address('203.0.113.9', { forwarded: 'for=10.0.0.1' }), '203.0.113.9');
  assert.equal(address('::ffff:203.0.113.9'), '203.0.113.9');
});

test('a trusted proxy vouches for the hop before it, and no further', () => {
  assert.equal(address('10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), '203.0.113.9');
  assert.equal(address('::ffff:10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), '203.0.113.9');
  assert.equal(address('fd00::1', { 'x-forwarded-for': '2001:db8::7' }), '2001:db8::7');
  assert.equal(
    address('10.0.0.1', { 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 10.0.0.2' }),
    '203.0.113.9',
    'the first was written by the client',
  );
  assert.equal(address('10.0.0.1', { 'x-forwarded-for': '10.0.0.7' }), '10.0.0.7');
  assert.equal(address('10.0.0.1'), '10.0.0.1');
});

test('Forwarded says it with addresses of every form, with ports and in quotes', () => {
  assert.equal(address('10.0.0.1', { forwarded: 'for=203.0.113.9;proto=https;by=10.0.0.1' }), '203.0.113.9');
  assert.equal(address('10.0.0.1', { forwarded: 'For="203.0.113.9:4711"' }), '203.0.113.9');
  assert.equal(address('10.0.0.1', { forwarded: 'for="[2001:db8::7]:4711"' }), '2001:db8::7');
  assert.equal(address('10.0.0.1', { forwarded: 'for=192.0.2.66, for="[2001:db8::7]"' }), '2001:db8::7');
});

test('a hidden hop, or one that is no address, leaves the nearest that is known', () => {
  for (const hop of ['unknown', '_secret', '', 'localhost', '1.2.3', '::%.', 'fe80::1%', '[::%.]:80']) {
    assert.equal(address('10.0.0.1', { forwarded: `for=${hop}` }), '10.0.0.1', hop);
    assert.equal(address('10.0.0.1', { 'x-forwarded-for': `192.0.2.66, ${hop}` }), '10.0.0.1', hop);
  }
});

test('where both headers are there they have to agree', () => {
  const both = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  assert.equal(address('10.0.0.1', both), '203.0.113.9');
  assert.equal(address('10.0.0.1', { ...both, forwarded: 'for=192.0.2.66' }), '10.0.0.1');
});

test('the scheme is that of the connection, or what the nearest trusted proxy says', () => {
  const scheme = (peer: string, headers?: IncomingHttpHeaders, socket?: object) =>
    clientOf(asked(peer, headers, socket)).scheme;
  assert.equal(scheme('203.0.113.9'), 'http');
  assert.equal(scheme('203.0.113.9', {}, { encrypted: true }), 'https');
  const told = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  assert.equal(scheme('10.0.0.1', told), 'https');
  assert.equal(scheme('203.0.113.9', told), 'http');
  assert.equal(scheme('10.0.0.1', { forwarded: 'for=203.0.113.9;proto=HTTPS' }), 'https');
  assert.equal(scheme('10.0.0.1', { ...told, 'x-forwarded-proto': 'gopher' }), 'http');
});

test('each request of one connection is judged by what it says itself', () => {
  const clientOn = (socket: object) => (headers: IncomingHttpHeaders) =>
    clientOf({ headers, socket } as unknown as IncomingMessage);
  const behindProxy = clientOn({ remoteAddress: '10.0.0.1' });
  assert.equal(behindProxy({ 'x-forwarded-for': '203.0.113.9' }).address, '203.0.113.9');
  assert.equal(behindProxy({ 'x-forwarded-for': '203.0.113.9' }).address, '203.0.113.9');
  assert.equal(behindProxy({ 'x-forwarded-for': '203.0.113.10' }).address, '203.0.113.10');
  assert.equal(behindProxy({ forwarded: 'for=203.0.113.11' }).address, '203.0.113.11');
  assert.equal(behindProxy({ forwarded: 'for=203.0.113.11;proto=https' }).scheme, 'https');
  assert.equal(behindProxy({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }).scheme, 'https');
  assert.equal(behindProxy({ 'x-forwarded-for': '203.0.113.9' }).scheme, 'http');
  assert.equal(behindProxy({}).address, '10.0.0.1');
  const straight = clientOn({ remoteAddress: '203.0.113.9' });
  assert.equal(straight({}).address, '203.0.113.9');
  assert.equal(straight({ 'x-forwarded-for': '10.0.0.1' }).address, '203.0.113.9');
});
