/** Sources as a whole: a server on loopback gives what is tried as its answer, and each look-up ends as one is told to. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext } from '../../../src/context.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createBreachSource } from '../../../src/sources/breaches/api.ts';
import { parseBreachSettings } from '../../../src/sources/breaches/settings.ts';
import { createCamaraSource } from '../../../src/sources/camara/operator.ts';
import { parseCamaraSettings } from '../../../src/sources/camara/settings.ts';
import { createEnumSource } from '../../../src/sources/enum/resolver.ts';
import { parseEnumSettings } from '../../../src/sources/enum/settings.ts';
import { createNumbering } from '../../../src/sources/numbering/numbering.ts';
import { type AddOn, type Finding, NO_INPUT, type Source } from '../../../src/sources/source.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { assertBounded, assertStorable, type OpenTarget, type Target } from '../target.ts';

const numbering = createNumbering();

const KINDS = ['found', 'nothing', 'not_covered', 'not_applicable', 'refused_input', 'timed_out', 'down', 'unusable'];

function assertFinding(finding: Finding, input: Buffer): void {
  assert.ok(KINDS.includes(finding.kind), `ends as ${finding.kind}`);
  assertBounded(finding, input, 'finding');
  assertStorable(finding, 'finding');
  const asked: unknown = finding.kind === 'found' ? finding.facts : null;
  for (const each of Object.values(asked ?? {}))
    assert.notEqual(each, undefined, 'a fact that is neither known nor null');
}

const contextNow = () =>
  createContext({ logLevel: 'silent', log: createLog('silent'), clock: new ManualClock(Date.UTC(2026, 0, 1)) });

/** About a number of its own for each input: a resolver keeps what it was told about a name. */
async function ask(source: Source, addOn: AddOn, input: Buffer): Promise<Finding> {
  const last = createHash('sha256').update(input).digest().readUInt32BE(0) % 100_000_000;
  const number = numbering.describe(`49151${String(last).padStart(8, '0')}`);
  assert.ok(number);
  return await source.lookUp({ addOn, number, input: NO_INPUT }, { withinMs: 60_000 });
}

/** A service that answers every request with the input; the first byte says under which status. */
async function withService(
  open: (origin: string) => { source: Source & { close(): Promise<void> }; addOns: readonly AddOn[] },
) {
  let answer: { status: number; body: Buffer } = { status: 200, body: Buffer.alloc(0) };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/token') return response.end('{"access_token":"t","expires_in":300}');
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { source, addOns } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    async read(input: Buffer) {
      const statuses = [200, 200, 200, 400, 404, 403, 422, 501];
      answer = { status: statuses[(input[0] ?? 0) % statuses.length] ?? 200, body: input.subarray(1) };
      for (const addOn of addOns) assertFinding(await ask(source, addOn, input), input);
    },
    async close() {
      await source.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  } satisfies OpenTarget;
}

const camara = {
  open: () =>
    withService((origin) => {
      const settings = parseCamaraSettings({
        api_root: origin,
        token_url: `${origin}/token`,
        client_id: 'c',
        client_secret: 's',
      });
      const source = createCamaraSource(contextNow(), 'operator', settings);
      const addOns = [
        'sim_swap',
        'call_forward_detection',
        'age_verify',
        'number_deactivation',
        'subscriber_status',
      ] as const;
      return { source, addOns };
    }),
};

const breaches = {
  open: () =>
    withService((origin) => {
      const settings = parseBreachSettings({ url: origin, api_key: 'k' });
      return { source: createBreachSource(contextNow(), 'breaches', settings), addOns: ['breached_data'] as const };
    }),
};

/** The answer of a name server, behind the id and the question, which have to be right. */
const dns = {
  async open(): Promise<OpenTarget> {
    let answer: Buffer = Buffer.alloc(0);
    const socket = createSocket('udp4');
    socket.on('message', (query, from) => {
      const reply = Buffer.concat([
        query.subarray(0, 2),
        answer.subarray(0, 10),
        query.subarray(12),
        answer.subarray(10),
      ]);
      socket.send(reply.subarray(0, 4_000), from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    const settings = parseEnumSettings({
      servers: [`127.0.0.1:${port}`],
      request_timeout_ms: 50,
      networks: { 1234: { name: 'Known', mcc: '262', mnc: '01' } },
    });
    const source = createEnumSource(contextNow(), 'enum', settings);
    return {
      async read(input: Buffer) {
        answer = input;
        const finding = await ask(source, 'porting_status', input);
        assertFinding(finding, input);
        if (finding.kind !== 'found' || finding.facts.about !== 'porting_status') return;
        // What every object has is no network of the settings.
        assert.notEqual(finding.facts.current.name, 'Object');
      },
      close: async () => void socket.close(),
    };
  },
};

function naptr(regexp: string, service = 'E2U+pstn:tel'): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value, 'latin1')]);
  const data = Buffer.concat([Buffer.of(0, 10, 0, 100), text('u'), text(service), text(regexp), Buffer.of(0)]);
  const head = Buffer.from('c00c002300010000003c0000', 'hex');
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const answerOf = (...records: Buffer[]): Buffer => {
  const head = Buffer.from('85000001000000000000', 'hex');
  head.writeUInt16BE(records.length, 4);
  return Buffer.concat([head, ...records]);
};

/** Status 200, as the service above takes the first byte. */
const ok = (body: unknown): string => `\0${JSON.stringify(body)}`;

export const LIVE_TARGETS: readonly Target[] = [
  {
    name: 'dns-answer',
    about: 'answers of name servers, through the resolver',
    samples: [
      answerOf(naptr('!^.*$!tel:x;npdi;rn=+4930123456;mcc=262;mnc=01;spn=1234!')),
      answerOf(naptr('!^.*$!tel:x;npdi;spn=constructor!'), naptr('!^(.*)$!tel:y;ported=false!', 'E2U+sip')),
      Buffer.from('85030001000000000000', 'hex'),
    ],
    words: ['spn=', 'spn=toString', 'rn=', 'operator=%00', 'mcc=1', '\u00c0\f', 'ported=yes'],
    read: dns,
    files: ['src/sources/enum/resolver.ts'],
  },
  {
    name: 'camara-answer',
    about: 'answers of CAMARA APIs, over HTTP',
    samples: [
      ok({ latestSimChange: '2026-01-31T12:00:00Z', monitoredPeriod: 120 }),
      ok(['unconditional', 'conditional_busy']),
      ok({ ageCheck: 'true' }),
      ok({ phoneNumberRecycled: true }),
      ok({ tenureDateCheck: true, contractType: 'PAYG', voiceSmsIn: 'active', active: true }),
      `\u0003${JSON.stringify({ status: 400, code: 'OUT_OF_RANGE', message: 'x' })}`,
    ],
    words: ['null', 'true', '"constructor"', '"toString"', '"contractType":', '"inactive"', '1e300', '[]', '{}'],
    read: camara,
    files: ['src/sources/camara/operator.ts', 'src/sources/camara/api.ts'],
  },
  {
    name: 'breach-answer',
    about: 'answers of a breach API, over HTTP',
    samples: [
      ok([{ BreachDate: '2020-01-31', DataClasses: ['Phone numbers', 'Names'] }]),
      ok([{ DataClasses: [] }, { BreachDate: null, DataClasses: ['A'] }]),
    ],
    words: ['null', '"BreachDate":', '"\\u0000"', '"\\ud800"', '[]', '{}'],
    read: breaches,
    files: ['src/sources/breaches/api.ts'],
  },
];
