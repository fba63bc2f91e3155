/**
 * A simulated ENUM server: answers NAPTR questions over UDP (RFC 1035, RFC 3403) about every number, as its story says.
 *
 * 1. Anybody on the machine can send it anything: what is no question that can be repeated is not answered.
 */
import { createSocket, type Socket } from 'node:dgram';
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  decode,
  encode,
  type Question,
  RECURSION_DESIRED,
} from 'dns-packet';
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
const TTL_S = 60;
/** RFC 1035, 4.1.1. */
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
        bound.bind({ port: options.port, address: options.host, exclusive: true }, resolve);
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

/** Null where nothing is answered. */
function answerTo(query: Buffer, subscriberOf: SubscriberOf, now: number): Buffer | null {
  const asked = readQuery(query);
  if (!asked) return null;
  const { name, type } = asked.question;
  const digits = name.toLowerCase().endsWith(`.${SUFFIX}`) ? name.slice(0, -SUFFIX.length - 1).split('.') : [];
  if (digits.length === 0 || digits.some((digit) => !/^[0-9]$/.test(digit))) return reply(asked, RCODE.noSuchName);
  if (type !== 'NAPTR') return reply(asked, RCODE.fine);
  const subscriber = subscriberOf(digits.reverse().join(''), now);
  switch (subscriber.outcomeOf('porting_status')) {
    case 'down':
      return reply(asked, RCODE.failure);
    case 'not_covered':
      return reply(asked, RCODE.refused);
    case 'nothing':
      return reply(asked, RCODE.noSuchName);
    case 'unusable':
      return reply(asked, RCODE.fine, '!^(a+)+$!tel:nonsense!');
    case 'hangs':
      return null;
    default:
      return reply(asked, RCODE.fine, recordOf(subscriber));
  }
}

function recordOf({ carrier, ports }: SimulatedSubscriber): string {
  return `!^(.*)$!tel:\\1;npdi;mcc=${carrier.mcc};mnc=${carrier.mnc};operator=${encodeURIComponent(carrier.name)};ported=${ports.length > 0}!`;
}

interface Asked {
  readonly id: number;
  readonly question: Question;
}

/** What is read of other bytes could not be written again. */
const PLAIN_NAME = /^[!-~]*$/;

/** Null for what is no question, or more than one (rule 1). */
function readQuery(query: Buffer): Asked | null {
  let packet: DecodedPacket;
  try {
    packet = decode(query);
  } catch {
    return null;
  }
  const { id = 0, questions: [question, ...others] = [] } = packet;
  const isPlain = question !== undefined && PLAIN_NAME.test(question.name) && question.class === 'IN';
  return isPlain && others.length === 0 ? { id, question } : null;
}

function reply({ id, question }: Asked, rcode: number, regexp?: string): Buffer {
  const flags = AUTHORITATIVE_ANSWER | RECURSION_DESIRED | rcode;
  const answers = regexp === undefined ? [] : [naptr(question.name, regexp)];
  return encode({ type: 'response', id, flags, questions: [question], answers });
}

function naptr(name: string, regexp: string): Answer {
  const data = { order: 10, preference: 100, flags: 'u', services: 'E2U+pstn:tel', regexp, replacement: '.' };
  return { type: 'NAPTR', name, ttl: TTL_S, data };
}
