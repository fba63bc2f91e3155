import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { createContext } from '../../../context.ts';
import { Resolver, type Service } from './resolve.ts';

function resolver(services: Record<string, Service[]>, addresses: Record<string, string[]>, chance = 0x80) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const context = createContext({ logLevel: 'silent', clock, randomBytes: (size) => Buffer.alloc(size, chance) });
  const found = new Resolver(context, {
    addresses: async (host) => {
      asked.push(host);
      const known = addresses[host];
      if (!known) throw new Error('ENOTFOUND');
      return known;
    },
    services: async (name) => {
      asked.push(name);
      const known = services[name];
      if (!known) throw new Error('ENODATA');
      return known;
    },
  });
  return { clock, asked, resolver: found };
}

const PLACE = { host: 'trunk.example', port: null, transport: 'udp', tls: null } as const;

test('an address is itself, with the usual port', async () => {
  const { resolver: each, asked } = resolver({}, {});
  const [udp] = await each.resolve({ ...PLACE, host: '192.0.2.9' });
  assert.equal(`${udp?.address}:${udp?.port}`, '192.0.2.9:5060');
  const [tls] = await each.resolve({ ...PLACE, host: '2001:db8::1', transport: 'tls' });
  assert.equal(tls?.port, 5061);
  assert.deepEqual(asked, []);
});

test('SRV targets go by priority, and all of their addresses are there to be tried', async () => {
  const service = (name: string, priority: number, weight = 1) => ({ name, port: 5080, priority, weight });
  const { resolver: each } = resolver(
    { '_sip._udp.trunk.example': [service('b.example', 20), service('gone.example', 15), service('a.example', 10)] },
    { 'a.example': ['192.0.2.1', '2001:db8::1'], 'b.example': ['192.0.2.2'] },
  );
  const found = await each.resolve(PLACE);
  assert.deepEqual(
    found.map(({ address, port, name }) => `${address} ${port} ${name}`),
    ['192.0.2.1 5080 trunk.example', '2001:db8::1 5080 trunk.example', '192.0.2.2 5080 trunk.example'],
  );
});

test('a name whose SRV record says that there is no such service is not called at its own address', async () => {
  for (const name of ['.', '']) {
    const { resolver: each, asked } = resolver(
      { '_sip._udp.trunk.example': [{ name, port: 0, priority: 0, weight: 0 }] },
      { 'trunk.example': ['192.0.2.1'] },
    );
    await assert.rejects(each.resolve(PLACE), /no service _sip\._udp\.trunk\.example/);
    assert.deepEqual(asked, ['_sip._udp.trunk.example']);
  }
});

test('among equals those with more weight come first more often', async () => {
  let first = 0;
  for (let chance = 0; chance < 256; chance += 1) {
    const { resolver: each } = resolver(
      {
        '_sip._udp.trunk.example': [
          { name: 'light.example', port: 1, priority: 1, weight: 1 },
          { name: 'heavy.example', port: 2, priority: 1, weight: 9 },
        ],
      },
      { 'light.example': ['192.0.2.1'], 'heavy.example': ['192.0.2.2'] },
      chance,
    );
    if ((await each.resolve(PLACE))[0]?.port === 2) first += 1;
  }
  assert.ok(first > 200, `${first} of 256`);
});

test('a port that is given is used, and no service is asked for; without services the name is', async () => {
  const { resolver: each, asked } = resolver({}, { 'trunk.example': ['192.0.2.1'] });
  assert.equal((await each.resolve({ ...PLACE, port: 5070 }))[0]?.port, 5070);
  assert.deepEqual(asked, ['trunk.example']);
  assert.equal((await each.resolve(PLACE))[0]?.port, 5060);
  assert.deepEqual(asked, ['trunk.example', '_sip._udp.trunk.example', 'trunk.example']);
});

test('answers are kept for a minute and failures for five seconds', async () => {
  const addresses: Record<string, string[]> = { 'trunk.example': ['192.0.2.1'] };
  const { resolver: each, asked, clock } = resolver({}, addresses);
  const place = { ...PLACE, port: 5060 };
  await each.resolve(place);
  await clock.advance(59_000);
  await each.resolve(place);
  assert.equal(asked.length, 1);
  delete addresses['trunk.example'];
  await clock.advance(2_000);
  await assert.rejects(each.resolve(place), /has no address/);
  await assert.rejects(each.resolve(place), /has no address/);
  assert.equal(asked.length, 2);
  addresses['trunk.example'] = ['192.0.2.3'];
  await clock.advance(6_000);
  assert.equal((await each.resolve(place))[0]?.address, '192.0.2.3');
});

test('what was found for one trunk holds for another of the same name, and how each trusts it is its own', async () => {
  const { resolver: each, asked } = resolver({}, { 'trunk.example': ['192.0.2.1'] });
  const place = { ...PLACE, port: 5061, transport: 'tls' } as const;
  const [strict] = await each.resolve({ ...place, tls: { verify: true, ca_file: '/ca.pem' } });
  const [lax] = await each.resolve({ ...place, tls: { verify: false } });
  assert.deepEqual(strict?.tls, { verify: true, ca_file: '/ca.pem' });
  assert.deepEqual(lax?.tls, { verify: false });
  assert.deepEqual(asked, ['trunk.example']);
});
