import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FarEnd } from './far-end.ts';

function farEnd(address: string, answeredFrom = '203.0.113.5'): FarEnd {
  return new FarEnd({ addresses: [address], port: 4_000, answeredFrom });
}

test('media turn to another port of the named address, and to the address that has answered', () => {
  for (const [named, from] of [
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7', '203.0.113.5'],
    ['192.168.1.20', '203.0.113.5'],
    ['192.168.1.20', '192.168.1.77'],
    ['10.1.2.3', '10.1.2.4'],
    ['fd00::1', 'fd00::2'],
    ['127.0.0.1', '127.0.0.1'],
    ['2001:DB8:0::5', '2001:db8::5'],
    ['198.51.100.7', '::ffff:198.51.100.7'],
    ['fe80::1', 'fe80::1%eth0'],
  ] as const) {
    const far = farEnd(named);
    assert.ok(far.takes(from, 9_999), `${from} for ${named}`);
    assert.deepEqual(far.target, { address: from, port: 9_999 });
  }
});

test('a stranger turns nothing, also where the named address is a private one', () => {
  for (const [named, from] of [
    ['198.51.100.7', '198.51.100.8'],
    ['192.168.1.20', '192.168.2.20'],
    ['192.168.1.20', '198.51.100.9'],
    ['10.1.2.3', '10.1.3.3'],
    ['127.0.0.1', '127.0.0.2'],
    ['fd00::1', 'fd00:0:0:1::1'],
    ['2001:db8::5', '2001:db8::6'],
    ['fd00::1', '192.168.1.20'],
    ['192.168.1.20', 'not an address'],
  ] as const) {
    const far = farEnd(named);
    assert.ok(!far.takes(from, 4_000), `${from} for ${named}`);
    assert.deepEqual(far.target, { address: named, port: 4_000 });
  }
});

test('the first source is kept to, unless packets come from where the peer has said', () => {
  const far = farEnd('192.168.1.20');
  assert.ok(far.takes('192.168.1.30', 5_000));
  assert.ok(!far.takes('192.168.1.31', 5_000));
  assert.ok(!far.takes('192.168.1.30', 5_001));
  assert.ok(far.takes('192.168.1.20', 4_000));
  assert.deepEqual(far.target, { address: '192.168.1.20', port: 4_000 });
  assert.ok(!far.takes('192.168.1.30', 5_000));
});

test('all addresses of a host name are the named ones, and the first of them is the target', () => {
  const far = new FarEnd({ addresses: ['198.51.100.7', '198.51.100.8'], port: 4_000, answeredFrom: '203.0.113.5' });
  assert.deepEqual(far.target, { address: '198.51.100.7', port: 4_000 });
  assert.ok(far.takes('198.51.100.8', 4_000));
  assert.ok(!farEnd('198.51.100.7').takes('198.51.100.8', 4_000));
});
