/**
 * A caller and a callee with a link between them, on a clock that stands still.
 */
import { Buffer } from 'node:buffer';
import type { CallEvent, CallRequest } from '../../../src/carriers/sip/call.ts';
import type { Agent } from '../../../src/carriers/sip/calls/agent.ts';
import type { OutgoingLeg } from '../../../src/carriers/sip/calls/outgoing.ts';
import { PlacedCall } from '../../../src/carriers/sip/calls/placed-call.ts';
import { Trunk } from '../../../src/carriers/sip/calls/trunk.ts';
import { parseSipSettings, type TrunkSettings } from '../../../src/carriers/sip/settings.ts';
import { STANDARD_TIMES } from '../../../src/carriers/sip/transactions/machine.ts';
import { type LayerUser, TransactionLayer } from '../../../src/carriers/sip/transport/layer.ts';
import { createContext } from '../../../src/context.ts';
import { createLog } from '../../../src/lib/log.ts';
import { ManualClock } from '../manual-clock.ts';
import { createDice } from '../random.ts';
import { Callee, type CalleePlan } from './callee.ts';
import { type LinkFaults, sipLink } from './link.ts';

export const NO_FAULTS: LinkFaults = { lost: 0, repeated: 0, delayMs: 5 };

export interface PairOptions {
  readonly plan?: Partial<CalleePlan>;
  readonly faults?: LinkFaults;
  readonly seed?: number;
  readonly trunk?: Partial<TrunkSettings>;
  /** All of them lead to the same callee. */
  readonly trunks?: number;
}

export function sipPair({ plan = {}, faults = NO_FAULTS, seed = 1, trunk = {}, trunks: count = 1 }: PairOptions = {}) {
  const clock = new ManualClock();
  const dice = createDice(seed);
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => dice.below(256)));
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => lines.push(line) });
  const context = createContext({ logLevel: 'warn', log, clock, randomBytes });
  const callee = new Callee(context, plan);
  const legs = new Map<string, OutgoingLeg>();
  const user: LayerUser = {
    request: (transaction) => legs.get(transaction.request.callId)?.receive(transaction),
    cancelled: () => {},
    ack: (request) => legs.get(request.callId)?.receiveAck(request),
    stray: (response) => legs.get(response.callId)?.receiveResponse(response),
    passed: () => {},
  };
  const layer: TransactionLayer = new TransactionLayer(context, user);
  const link = sipLink(clock, dice, faults, { near: () => layer, far: () => callee.layer });
  const destination = { transport: 'udp' as const, address: '192.0.2.2', port: 5060, name: 'trunk', tls: null };
  const agent: Agent = {
    context,
    layer,
    sockets: { flowTo: async () => link.near },
    resolver: { resolve: async () => [destination] },
    publicAddress: undefined,
    times: STANDARD_TIMES,
  };
  const each = { host: '192.0.2.2', options_interval_ms: 0, ...trunk };
  const settings = parseSipSettings({
    trunks: Array.from({ length: count }, (_, i) => ({ name: `trunk-${i + 1}`, ...each })),
  });
  const trunks = settings.trunks.map((each) => new Trunk(agent, each, () => {}));
  const events: CallEvent[] = [];
  const request: CallRequest = {
    id: 'call',
    to: '4915112345000',
    from: '498912345',
    media: { address: null, port: 4000, codecs: ['PCMU', 'PCMA'] },
    ringForMs: 20_000,
    secret: '48213',
  };
  const call = new PlacedCall(agent, request, trunks, {
    event: (event) => events.push(event),
    began: (leg) => legs.set(leg.callId, leg),
    over: (leg) => legs.delete(leg.callId),
  });
  const find = <Type extends CallEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<CallEvent, { type: Type }> => event.type === type);
  return {
    clock,
    dice,
    callee,
    layer,
    link,
    lines,
    trunks,
    events,
    call,
    legs,
    find,
    types: () => events.map(({ type }) => type),
  };
}
