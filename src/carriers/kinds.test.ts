/** The two tables agree with each other, and with the carriers that they speak of. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createContext } from '../context.ts';
import type { Content } from './carrier.ts';
import { CHANNEL_NAMES, CHANNELS, takes } from './channels.ts';
import {
  agentsOf,
  CARRIER_KIND_NAMES,
  CARRIER_KINDS,
  type CarrierConfig,
  type CarrierKindName,
  configureCarrier,
  createCarrier,
  endpointsOf,
} from './kinds.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const TOKENS = 'https://tokens.example/token';

const SECTIONS: Readonly<Record<CarrierKindName, object>> = {
  smpp: { host: 'smsc.example', system_id: 'me', tls: { verify: false } },
  rbm: {
    agent_id: 'bakery@rbm.goog',
    client_token: 'SJENtestCLIENTtoken',
    base_url: 'http://[::1]:8080/v1',
    service_account: {
      client_email: 'me@example.net',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: TOKENS,
    },
  },
  sip: {
    trunks: [
      { name: 'one', host: '192.0.2.1' },
      { name: 'two', host: 'trunk.example', transport: 'tls' },
      { name: 'three', host: '192.0.2.3', transport: 'tcp', port: 5070 },
    ],
  },
};

function configured(): CarrierConfig[] {
  return CARRIER_KIND_NAMES.map((kind) => configureCarrier(`my-${kind}`, kind, SECTIONS[kind]));
}

test('a carrier has the name that it is given and the channel of its kind', () => {
  const calls = {
    support: {
      codeOf: async () => null,
      message: async () => () => new Uint8Array(0),
      pressFirst: async () => () => new Uint8Array(0),
      keep: async () => {},
    },
  };
  for (const config of configured()) {
    const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
    const carrier = createCarrier(context, config, calls);
    assert.equal(carrier.channel, CARRIER_KINDS[config.kind].channel);
    assert.equal(carrier.name, `my-${config.kind}`);
    assert.equal(carrier.simulated, false);
  }
});

test('every channel has a kind of carrier, and every content one channel', () => {
  const channels = CARRIER_KIND_NAMES.map((kind) => CARRIER_KINDS[kind].channel);
  assert.deepEqual([...new Set(channels)].sort(), [...CHANNEL_NAMES].sort());
  const contents: Content['type'][] = CHANNEL_NAMES.flatMap((name) => CHANNELS[name].contents);
  assert.equal(new Set(contents).size, contents.length);
  for (const type of contents) assert.equal(CHANNEL_NAMES.filter((name) => takes(name, type)).length, 1);
});

test('what a channel answers keywords with is a content that it takes', () => {
  for (const name of CHANNEL_NAMES) {
    const { answersKeywordsWith: content } = CHANNELS[name];
    if (content !== null) assert.ok(takes(name, content), name);
  }
});

test('a diagnosis is told where to connect, or why nowhere', () => {
  const told = configured().map((each) => endpointsOf(each));
  assert.deepEqual(told, [
    [{ host: 'smsc.example', port: 2775, tls: { serverName: 'smsc.example', verify: false } }],
    [
      { host: '::1', port: 8080, tls: null },
      { host: 'tokens.example', port: 443, tls: { serverName: 'tokens.example', verify: true } },
    ],
    [
      { host: 'trunk.example', port: 5061, tls: { serverName: 'trunk.example', verify: false } },
      { host: '192.0.2.3', port: 5070, tls: null },
    ],
  ]);
  const udp = configureCarrier('udp', 'sip', { trunks: [{ name: 'one', host: '192.0.2.1' }] });
  assert.match(String(endpointsOf(udp)), /speak UDP/);
});

test('the agents of all carriers stand by channel', () => {
  const agents = agentsOf([...configured(), ...configured()]);
  assert.deepEqual(agents, { sms: [], rcs: ['bakery@rbm.goog', 'bakery@rbm.goog'], voice: [] });
});

test('settings that do not go together are refused with what is wrong', () => {
  assert.throws(() => configureCarrier('agent', 'rbm', { ...SECTIONS.rbm, service_account: undefined }), /one of them/);
  assert.throws(() => configureCarrier('smsc', 'smpp', { ...SECTIONS.smpp, data_coding: { text: 8 } }), /must differ/);
});
