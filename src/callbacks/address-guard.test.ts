import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressRefused, createAddressGuard } from './address-guard.ts';
import type { Resolve } from './name-lookup.ts';

const PUBLIC = ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111'];
const REFUSED = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '::ffdf:10.0.0.1',
  '::1:10.0.0.1',
  '4000::1',
  '::ffff:0:7f00:1',
  'fec0::1',
  'fe80::1%eth0',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '1::1',
  '4000::1',
  'e000::1',
];

const NO_NAMES: Resolve = (_host, _options, done) => done(null, []);

describe('the address guard', () => {
  test('lets public addresses through and nothing else', () => {
    const guard = createAddressGuard([], NO_NAMES);
    for (const address of PUBLIC) assert.equal(guard.allows(address), true, address);
    for (const address of REFUSED) assert.equal(guard.allows(address), false, address);
    assert.equal(guard.allows('not an address'), false);
  });

  test('lets through what the configuration names, and no more', () => {
    const guard = createAddressGuard(['10.0.0.0/8', '::1/128'], NO_NAMES);
    assert.equal(guard.allows('10.9.9.9'), true);
    assert.equal(guard.allows('::ffff:10.9.9.9'), true);
    assert.equal(guard.allows('::1'), true);
    assert.equal(guard.allows('192.168.1.1'), false);
  });

  test('refuses a literal host, in brackets or not', () => {
    const guard = createAddressGuard([], NO_NAMES);
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]']) {
      assert.throws(() => guard.checkHost(host), AddressRefused, host);
    }
    guard.checkHost('example.com');
    guard.checkHost('8.8.8.8');
  });

  test('looks at what a name resolves to, and drops the addresses that are refused', async () => {
    const answers: Record<string, Array<{ address: string; family: number }>> = {
      'private.example': [{ address: '10.0.0.1', family: 4 }],
      'mixed.example': [
        { address: '127.0.0.1', family: 4 },
        { address: '8.8.8.8', family: 4 },
      ],
    };
    const guard = createAddressGuard([], (host, _options, done) => done(null, answers[host] ?? []));
    const resolve = (host: string, all: boolean): Promise<unknown> =>
      new Promise((found, failed) => {
        guard.lookup(host, { all }, (error, address) => (error ? failed(error) : found(address)));
      });
    await assert.rejects(resolve('private.example', true), AddressRefused);
    assert.deepEqual(await resolve('mixed.example', true), [{ address: '8.8.8.8', family: 4 }]);
    assert.equal(await resolve('mixed.example', false), '8.8.8.8');
  });
});

test('what the configuration refuses is refused, whatever else allows it', () => {
  const guard = createAddressGuard(['10.0.0.0/8'], NO_NAMES, ['8.8.8.0/24', '10.0.0.1/32', '2606:4700::/32']);
  for (const refused of ['8.8.8.8', '10.0.0.1', '2606:4700:4700::1111']) assert.equal(guard.allows(refused), false);
  for (const allowed of ['8.8.4.4', '10.0.0.2']) assert.equal(guard.allows(allowed), true);
});

test('only ports of receivers are gone to', () => {
  const guard = createAddressGuard([], NO_NAMES);
  for (const port of [80, 443, 1_024, 8_443, 65_535]) guard.checkPort(port);
  for (const port of [1, 22, 25, 53, 81, 445, 1_023]) assert.throws(() => guard.checkPort(port), AddressRefused);
});
