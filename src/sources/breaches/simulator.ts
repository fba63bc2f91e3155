/**
 * A simulated breach API of the shape of Have I Been Pwned.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { createSimulatedServer, NONSENSE, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import type { SubscriberOf } from '../simulated-subscriber.ts';

export interface BreachSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly subscriberOf: SubscriberOf;
}

export interface BreachSimulator extends Service {
  /** What a source needs to use it. */
  settings(): Record<string, unknown>;
}

export function createBreachSimulator(context: Context, options: BreachSimulatorOptions): BreachSimulator {
  const apiKey = context.randomBytes(16).toString('hex');
  const answer = async ({ path, headers }: SimulatedRequest): Promise<SimulatedReply | 'hang'> => {
    if (headers['user-agent'] === undefined) return { status: 403 };
    if (headers['hibp-api-key'] !== apiKey) return { status: 401 };
    const number = /^\/breachedaccount\/([0-9]{5,20})$/.exec(path)?.[1];
    if (number === undefined) return { status: 400 };
    const { breaches, outcomeOf } = options.subscriberOf(number, context.clock.now());
    switch (outcomeOf('breached_data')) {
      case 'down':
        return { status: 503 };
      case 'not_covered':
        return { status: 400 };
      case 'unusable':
        return NONSENSE;
      case 'hangs':
        return 'hang';
      default:
        return breaches.length === 0
          ? { status: 404 }
          : {
              status: 200,
              body: breaches.map(({ name, date, data }) => ({ Name: name, BreachDate: date, DataClasses: data })),
            };
    }
  };
  const server = createSimulatedServer('breach simulator', options, answer);
  return {
    name: server.name,
    start: () => server.start(),
    stop: () => server.stop(),
    settings: () => ({ url: server.origin, api_key: apiKey, requests_per_second: 0 }),
  };
}
