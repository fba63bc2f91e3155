/**
 * A user agent with calls whose events are kept, for tests.
 */
import { createSocket, type Socket } from 'node:dgram';
import type { TestContext } from 'node:test';
import type { Call, CallEvent, CallRequest } from '../../../src/carriers/sip/call.ts';
import {
  createUserAgent,
  type SipUserAgent,
  type UserAgentOptions,
} from '../../../src/carriers/sip/calls/user-agent.ts';
import { parseSipSettings } from '../../../src/carriers/sip/settings.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { eventually } from '../cluster/eventually.ts';

export interface KeptCall {
  readonly call: Call;
  readonly events: CallEvent[];
  /** The types of events that are no traces, in order. */
  eventTypes(): string[];
  /** The requests of that method, or the answers ("SIP/2.0 200"), that we sent; once each, however often repeated. */
  sent(what: string): string[];
  find<Type extends CallEvent['type']>(type: Type): Extract<CallEvent, { type: Type }> | undefined;
  until<Type extends CallEvent['type']>(type: Type): Promise<Extract<CallEvent, { type: Type }>>;
}

export interface SipRig {
  readonly agent: SipUserAgent;
  readonly context: Context;
  place(request?: Partial<CallRequest>): KeptCall;
}

/** Started, and stopped after the test. OPTIONS are not sent unless the settings say so. */
export async function sipRig(
  t: Pick<TestContext, 'after'>,
  settings: Readonly<Record<string, unknown>>,
  options: UserAgentOptions & { context?: Context } = {},
): Promise<SipRig> {
  const context = options.context ?? createContext({ logLevel: 'silent' });
  const parsed = parseSipSettings({ listen_host: '127.0.0.1', listen_port: 0, ...patient(settings) });
  const agent = createUserAgent(context, parsed, options);
  await agent.start();
  t.after(() => agent.stop());
  let calls = 0;
  return {
    agent,
    context,
    place(request = {}) {
      calls += 1;
      const events: CallEvent[] = [];
      const whole: CallRequest = {
        id: `call-${calls}`,
        to: '4915112345000',
        from: '498912345',
        media: { address: null, port: 40_000, codecs: ['PCMU', 'PCMA'] },
        ringForMs: 30_000,
        secret: '48213',
        ...request,
      };
      const call = agent.place(whole, (event) => events.push(event));
      return keep(call, events);
    },
  };
}

/** A UDP socket that takes what is sent to it, as the media of a call. */
export async function mediaSocket(t: Pick<TestContext, 'after'>): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { socket, port: socket.address().port };
}

function keep(call: Call, events: CallEvent[]): KeptCall {
  const find = <Type extends CallEvent['type']>(type: Type) =>
    events.find((event): event is Extract<CallEvent, { type: Type }> => event.type === type);
  return {
    call,
    events,
    sent: (what) => {
      const texts = events.flatMap((event) =>
        event.type === 'traced' && event.entry.direction === 'sent' ? [event.entry.text] : [],
      );
      return [...new Set(texts)].filter((text) => text.startsWith(`${what} `));
    },
    eventTypes: () => events.map(({ type }) => type).filter((type) => type !== 'traced'),
    find,
    until: (type) => eventually(`the event ${type}`, () => find(type)),
  };
}

/** A trunk is silent when it says nothing for as long as may be: on a slow day a peer that is a process takes its time. */
function patient(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const trunks = (settings.trunks ?? []) as Record<string, unknown>[];
  return {
    ...settings,
    trunks: trunks.map((trunk) => ({ options_interval_ms: 0, first_answer_ms: 32_000, ...trunk })),
  };
}
