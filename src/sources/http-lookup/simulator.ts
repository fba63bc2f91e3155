/**
 * A simulated look-up service: what became of numbers, in JSON.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { createSimulatedServer, NONSENSE, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import type { SimulatedOutcome, SimulatedSubscriber, SubscriberOf } from '../simulated-subscriber.ts';

export interface HttpLookupSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly subscriberOf: SubscriberOf;
}

export interface HttpLookupSimulator extends Service {
  /** What a source for porting_history, number_deactivation and subscriber_status needs to use it. */
  settings(): {
    readonly portings: Record<string, unknown>;
    readonly deactivations: Record<string, unknown>;
    readonly subscribers: Record<string, unknown>;
  };
}

export function createHttpLookupSimulator(context: Context, options: HttpLookupSimulatorOptions): HttpLookupSimulator {
  const secret = context.randomBytes(12).toString('hex');
  const answer = async (request: SimulatedRequest): Promise<SimulatedReply | 'hang'> => {
    if (request.headers['x-api-key'] !== secret) return { status: 401 };
    const [, kind, number = ''] = request.path.split('/');
    const subscriber = options.subscriberOf(number, context.clock.now());
    if (kind === 'portings') return answerAs(subscriber.outcomeOf('porting_history'), portingsOf(subscriber));
    if (kind === 'deactivations') {
      return answerAs(subscriber.outcomeOf('number_deactivation'), deactivationOf(subscriber));
    }
    if (kind === 'subscribers') return answerAs(subscriber.outcomeOf('subscriber_status'), subscriberOf(subscriber));
    return { status: 404 };
  };
  const server = createSimulatedServer('look-up simulator', options, answer);
  const common = { headers: { 'X-Api-Key': '{secret}' }, secret };
  return {
    name: server.name,
    start: () => server.start(),
    stop: () => server.stop(),
    settings: () => ({
      portings: {
        ...common,
        url: `${server.origin}/portings/{number}`,
        porting_history: {
          list: 'portings',
          ported_at: 'date',
          from_carrier: 'from.carrier',
          from_mcc: 'from.mcc',
          from_mnc: 'from.mnc',
          to_carrier: 'to.carrier',
          to_mcc: 'to.mcc',
          to_mnc: 'to.mnc',
        },
      },
      deactivations: {
        ...common,
        url: `${server.origin}/deactivations/{number}`,
        number_deactivation: { carrier: 'carrier', deactivated_at: 'last', tracked_since: 'tracked_since' },
      },
      subscribers: {
        ...common,
        url: `${server.origin}/subscribers/{number}`,
        subscriber_status: {
          account_type: 'type',
          contract_type: 'contract',
          account_status: 'status',
          primary_account_holder: 'is_primary_holder',
          activated_at: 'since',
        },
      },
    }),
  };
}

function answerAs(outcome: SimulatedOutcome, body: unknown): SimulatedReply | 'hang' {
  switch (outcome) {
    case 'down':
      return { status: 503 };
    case 'not_covered':
      return { status: 404 };
    case 'not_applicable':
      return { status: 422 };
    case 'nothing':
      return { status: 200, body: {} };
    case 'unusable':
      return NONSENSE;
    case 'hangs':
      return 'hang';
    default:
      return { status: 200, body };
  }
}

function portingsOf({ ports }: SimulatedSubscriber): unknown {
  const side = ({ name, mcc, mnc }: SimulatedSubscriber['ports'][number]['from']) => ({ carrier: name, mcc, mnc });
  return {
    portings: ports.map(({ portedAt, from, to }) => ({
      date: new Date(portedAt).toISOString(),
      from: side(from),
      to: side(to),
    })),
  };
}

function deactivationOf({ deactivatedAt, carrier }: SimulatedSubscriber): unknown {
  return { carrier: carrier.name, last: new Date(deactivatedAt).toISOString(), tracked_since: '2015-01-01T00:00:00Z' };
}

function subscriberOf({ contract, subscribedAt }: SimulatedSubscriber): unknown {
  return {
    type: contract === 'Business' ? 'business' : 'individual',
    contract: contract === 'PAYG' ? 'prepaid' : 'postpaid',
    status: 'active',
    is_primary_holder: true,
    since: new Date(subscribedAt).toISOString(),
  };
}
