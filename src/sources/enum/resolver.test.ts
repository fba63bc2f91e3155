/** ENUM over UDP, against the simulated name server. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { type Answer, decode, encode, type NaptrData, TRUNCATED_RESPONSE } from 'dns-packet';
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

type Query = ReturnType<typeof decode>;
interface Reply {
  readonly answers?: Answer[];
  readonly flags?: number;
  readonly rcode?: number;
}

/** A source that asks this name server; `asked` are the names, in their order. */
async function sourceAt(t: TestContext, reply: (query: Query) => Reply, inTcp = reply) {
  const asked: string[] = [];
  const answer = (bytes: Buffer, how: typeof reply): Buffer => {
    const query = decode(bytes);
    const { id = 0, questions = [] } = query;
    asked.push(String(questions[0]?.name));
    const { rcode = 0, flags = 0, answers = [] } = how(query);
    return encode({ type: 'response', id, questions, answers, flags: flags | rcode });
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answer(query, reply), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    connection.on('data', (bytes) => {
      const whole = answer(bytes.subarray(2), inTcp);
      connection.write(Buffer.concat([Buffer.of(whole.length >> 8, whole.length & 0xff), whole]));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    socket.close();
    server.close();
  });
  return { asked, source: sourceOf({ servers: [`127.0.0.1:${port}`] }) };
}

function naptr(query: Query, said: Partial<NaptrData>): Answer {
  const data = { order: 10, preference: 100, flags: 'u', services: 'E2U+pstn:tel', regexp: '', replacement: '.' };
  return { type: 'NAPTR', name: query.questions?.[0]?.name ?? '', ttl: 60, data: { ...data, ...said } };
}

const PORTED = { regexp: '!^.*$!tel:x;npdi;rn=+4915550;mcc=262;mnc=02!' };

function networkIn(finding: Finding) {
  return finding.kind === 'found' && finding.facts.about === 'porting_status' ? finding.facts.current : finding.kind;
}

test('records that refer to other names are followed, and to none twice', async (t) => {
  const { asked, source } = await sourceAt(t, (query) => {
    const name = String(query.questions?.[0]?.name);
    if (name === 'two.test') return { answers: [naptr(query, PORTED)] };
    const names = name === 'one.test' ? [String(asked[0]), 'ONE.test', 'two.test'] : ['one.test', 'one.test'];
    return { answers: names.map((replacement) => naptr(query, { flags: '', services: '', replacement })) };
  });
  assert.deepEqual(networkIn(await ask(source, '4915112345678')), { name: null, mcc: '262', mnc: '02' });
  assert.deepEqual(asked.slice(1), ['one.test', 'two.test']);
});

test('no more than six names are asked, whatever they refer to', async (t) => {
  let nth = 0;
  const { asked, source } = await sourceAt(t, (query) => ({
    answers: [1, 2].map(() => {
      nth += 1;
      return naptr(query, { flags: '', services: '', replacement: `n${nth}.test` });
    }),
  }));
  assert.equal((await ask(source, '4915112345678')).kind, 'nothing');
  assert.equal(asked.length, 6);
});

test('a name that is referred to and is not there is nothing, and a failure there is a failure', async (t) => {
  let rcode = 3;
  const { source } = await sourceAt(t, (query) =>
    query.questions?.[0]?.name === 'other.test'
      ? { rcode }
      : { answers: [naptr(query, { flags: '', services: '', replacement: 'other.test' })] },
  );
  assert.equal((await ask(source, '4915112345678')).kind, 'nothing');
  rcode = 2;
  assert.equal((await ask(source, '4915112345679')).kind, 'down');
});

test('an answer that was cut is asked for again over TCP', async (t) => {
  const { source } = await sourceAt(
    t,
    () => ({ flags: TRUNCATED_RESPONSE }),
    (query) => ({ answers: [naptr(query, PORTED)] }),
  );
  assert.deepEqual(networkIn(await ask(source, '4915112345678')), { name: null, mcc: '262', mnc: '02' });
});

test('a server that does not know EDNS is asked without it', async (t) => {
  const FORMERR = 1;
  const { source } = await sourceAt(t, (query) =>
    (query.additionals ?? []).length > 0 ? { rcode: FORMERR } : { answers: [naptr(query, PORTED)] },
  );
  assert.deepEqual(networkIn(await ask(source, '4915112345678')), { name: null, mcc: '262', mnc: '02' });
});

test('the name server is asked each time: answers are kept by the engine alone', async (t) => {
  let mnc = '01';
  const { source } = await sourceAt(t, (query) => ({
    answers: [naptr(query, { regexp: `!^.*$!tel:x;npdi;mcc=262;mnc=${mnc}!` })],
  }));
  await ask(source, '4915112345678');
  mnc = '02';
  assert.deepEqual(networkIn(await ask(source, '4915112345678')), { name: null, mcc: '262', mnc: '02' });
});

test('a provider with the name of what every object has is not known', async (t) => {
  const regexp = '!^.*$!tel:x;npdi;spn=constructor!';
  const { source } = await sourceAt(t, (query) => ({ answers: [naptr(query, { regexp })] }));
  assert.deepEqual(networkIn(await ask(source, '4915112345678')), { name: null, mcc: null, mnc: null });
});
