/**
 * A simulated ENUM server: answers NAPTR questions over UDP (RFC 1035, RFC 3403) about every number, as its story says.
 */
import { createSocket, type Socket } from 'node:dgram';
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import type { SimulatedSubscriber, SubscriberOf } from '../simulated-subscriber.ts';

export interface EnumSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly subscriberOf: SubscriberOf;
}

export interface EnumSimulator extends Service {
  /** What a source needs to use it. */
  settings(): Record<string, unknown>;
}

const SUFFIX = 'e164.test';
const NAPTR = 35;
const CLASS_IN = 1;
const TTL_S = 60;
const RCODE = { fine: 0, failure: 2, noSuchName: 3, refused: 5 } as const;

export function createEnumSimulator(context: Context, options: EnumSimulatorOptions): EnumSimulator {
  let socket: Socket | null = null;
  let address = '';
  return {
    name: 'ENUM simulator',
    async start() {
      const bound = createSocket(options.host.includes(':') ? 'udp6' : 'udp4');
      socket = bound;
      bound.on('message', (query, from) => {
        const answer = answerTo(query, options.subscriberOf, context.clock.now());
        if (answer) bound.send(answer, from.port, from.address);
      });
      await new Promise<void>((resolve, reject) => {
        bound.once('error', reject);
        bound.bind(options.port, options.host, resolve);
      });
      const { port } = bound.address();
      address = options.host.includes(':') ? `[${options.host}]:${port}` : `${options.host}:${port}`;
    },
    async stop() {
      await new Promise<void>((resolve) => (socket ? socket.close(() => resolve()) : resolve()));
    },
    settings: () => ({ servers: [address], suffix: SUFFIX }),
  };
}

interface Asked {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** The question as it came, to be repeated. */
  readonly question: Buffer;
}

/** Null where nothing is answered. */
function answerTo(query: Buffer, subscriberOf: SubscriberOf, now: number): Buffer | null {
  const asked = readQuery(query);
  if (!asked) return null;
  const digits = asked.name.endsWith(`.${SUFFIX}`) ? asked.name.slice(0, -SUFFIX.length - 1).split('.') : [];
  if (digits.length === 0 || digits.some((digit) => !/^[0-9]$/.test(digit))) return reply(asked, RCODE.noSuchName, []);
  if (asked.type !== NAPTR) return reply(asked, RCODE.fine, []);
  const subscriber = subscriberOf(digits.reverse().join(''), now);
  switch (subscriber.outcomeOf('porting_status')) {
    case 'down':
      return reply(asked, RCODE.failure, []);
    case 'not_covered':
      return reply(asked, RCODE.refused, []);
    case 'nothing':
      return reply(asked, RCODE.noSuchName, []);
    case 'unusable':
      return reply(asked, RCODE.fine, [naptr('!^(a+)+$!tel:nonsense!')]);
    case 'hangs':
      return null;
    default:
      return reply(asked, RCODE.fine, [naptr(recordOf(subscriber))]);
  }
}

function recordOf({ carrier, ports }: SimulatedSubscriber): string {
  return `!^(.*)$!tel:\\1;npdi;mcc=${carrier.mcc};mnc=${carrier.mnc};operator=${encodeURIComponent(carrier.name)};ported=${ports.length > 0}!`;
}

function readQuery(query: Buffer): Asked | null {
  const HEAD = 12;
  if (query.length < HEAD + 5 || query.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEAD;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    if (length > 63 || at + 1 + length >= query.length) return null;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  if (at + 5 > query.length) return null;
  const question = query.subarray(HEAD, at + 5);
  return {
    id: query.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question,
  };
}

function reply({ id, question }: Asked, rcode: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(id, 0);
  // An authoritative response, recursion desired as in the query.
  head.writeUInt16BE(0x8500 | rcode, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question, ...records]);
}

function naptr(regexp: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
  const order = Buffer.from([0, 10, 0, 100]);
  const data = Buffer.concat([order, text('u'), text('E2U+pstn:tel'), text(regexp), Buffer.from([0])]);
  const head = Buffer.alloc(12);
  // The name of the question, by its place in the message.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(NAPTR, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(TTL_S, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
