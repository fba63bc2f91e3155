/** ENUM over UDP, against the simulated name server. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { decode, encode } from 'dns-packet';
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

test('the simulated server answers what can be read, also after what cannot', async (t) => {
  const socket = createSocket('udp4');
  t.after(() => socket.close());
  const answered = once(socket, 'message');
  const [address = '', port] = String(server.settings().servers).split(':');
  const questions = [{ type: 'NAPTR' as const, name: '1.2.e164.test' }];
  const whole = encode({ type: 'query', id: 7, questions });
  const unreadable = [
    Buffer.alloc(0),
    whole.subarray(0, 15),
    encode({ type: 'query', id: 1, questions: [] }),
    encode({ type: 'query', id: 2, questions: [...questions, ...questions] }),
    // Labels whose bytes are no text: what is read of them is longer than what was sent.
    Buffer.concat([whole.subarray(0, 12), Buffer.of(63), Buffer.alloc(63, 0xff), Buffer.of(0, 0, 35, 0, 1)]),
    // A name that refers to itself.
    Buffer.concat([whole.subarray(0, 12), Buffer.of(0xc0, 12, 0, 35, 0, 1)]),
    encode({ type: 'query', id: 7, questions: [{ type: 'NAPTR', name: 'elsewhere.test' }] }),
  ];
  for (const query of unreadable) socket.send(query, Number(port), address);
  const { id, rcode } = decode((await answered)[0]) as { id?: number; rcode?: string };
  assert.deepEqual([id, rcode], [7, 'NXDOMAIN']);
});

test('servers are addresses', () => {
  const parse = (server: string) => parseEnumSettings({ servers: [server] });
  for (const server of ['192.0.2.1', '192.0.2.1:5353', '[2001:db8::1]:53', '2001:db8::1']) parse(server);
  for (const server of ['ns.example', '192.0.2', 'localhost:53']) assert.throws(() => parse(server), /servers: IP/);
});

test('a provider with the name of what every object has is not known', async (t) => {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { id = 0, questions = [] } = decode(query);
    const said = { flags: 'u', services: 'E2U+pstn:tel', regexp: '!^.*$!tel:x;npdi;spn=constructor!' };
    const data = { order: 10, preference: 100, replacement: '.', ...said };
    const answers = [{ type: 'NAPTR' as const, name: questions[0]?.name ?? '', ttl: 60, data }];
    socket.send(encode({ type: 'response', id, questions, answers }), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  const source = sourceOf({ servers: [`127.0.0.1:${socket.address().port}`] });
  const finding = await ask(source, '4915112345678');
  assert.ok(finding.kind === 'found' && finding.facts.about === 'porting_status');
  assert.deepEqual(finding.facts.current, { name: null, mcc: null, mnc: null });
});
