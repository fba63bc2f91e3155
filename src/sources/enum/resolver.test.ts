/** ENUM over UDP, against the simulated name server. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { simulatedSubscriber } from '../../sandbox/phone-stories.ts';
import { createNumbering } from '../numbering/numbering.ts';
import type { Finding, Source } from '../source.ts';
import { createEnumSource } from './resolver.ts';
import { parseEnumSettings } from './settings.ts';
import { createEnumSimulator } from './simulator.ts';

const context = createContext({ logLevel: 'silent', log: createLog('silent') });
const server = createEnumSimulator(context, { host: '127.0.0.1', port: 0, subscriberOf: simulatedSubscriber });
const numbering = createNumbering();
const input = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: 18 };

/** The resolver is on the system's clock. */
const PATIENT_MS = 30_000;

before(() => server.start());
after(() => server.stop());

function sourceOf(settings: Record<string, unknown> = {}): Source {
  return createEnumSource(
    context,
    'enum',
    parseEnumSettings({ ...server.settings(), request_timeout_ms: PATIENT_MS, ...settings }),
  );
}

function ask(source: Source, number: string, withinMs = PATIENT_MS): Promise<Finding> {
  const facts = numbering.describe(number);
  assert.ok(facts);
  return source.lookUp({ addOn: 'porting_status', number: facts, input }, { withinMs });
}

test('a number is found with its network', async () => {
  assert.deepEqual(await ask(sourceOf(), '4915112345123'), {
    kind: 'found',
    facts: {
      about: 'porting_status',
      current: { name: 'Sample Telecom', mcc: '262', mnc: '03' },
      isPorted: true,
    },
  });
});

test('no such name, a refusal, a failure and nonsense are told apart', async () => {
  const source = sourceOf();
  for (const [ending, kind] of [
    ['942', 'down'],
    ['943', 'not_covered'],
    ['945', 'nothing'],
    ['950', 'unusable'],
  ] as const) {
    assert.equal((await ask(source, `4915112345${ending}`)).kind, kind, ending);
  }
});

test('a server that says nothing costs no more than the time given', async () => {
  assert.equal((await ask(sourceOf({ request_timeout_ms: 200 }), '4915112345951')).kind, 'timed_out');
  assert.equal((await ask(sourceOf(), '4915112345951', 50)).kind, 'timed_out');
});

test('servers are addresses', () => {
  const parse = (server: string) => parseEnumSettings({ servers: [server] });
  for (const server of ['192.0.2.1', '192.0.2.1:5353', '[2001:db8::1]:53', '2001:db8::1']) parse(server);
  for (const server of ['ns.example', '192.0.2', 'localhost:53']) assert.throws(() => parse(server), /servers: IP/);
});

test('a provider with the name of what every object has is not known', async (t) => {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
    const words = ['u', 'E2U+pstn:tel', '!^.*$!tel:x;npdi;spn=constructor!'].map(text);
    const data = Buffer.concat([Buffer.of(0, 10, 0, 100), ...words, Buffer.of(0)]);
    const record = Buffer.from('c00c002300010000003c0000', 'hex');
    record.writeUInt16BE(data.length, 10);
    const head = Buffer.concat([query.subarray(0, 2), Buffer.from('85000001000100000000', 'hex')]);
    socket.send(Buffer.concat([head, query.subarray(12), record, data]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  const source = sourceOf({ servers: [`127.0.0.1:${socket.address().port}`] });
  const finding = await ask(source, '4915112345678');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'porting_status');
  assert.deepEqual(finding.facts.current, { name: null, mcc: null, mnc: null });
});
