/**
 * The simulated sources of Phone ID: an operator with CAMARA APIs, an ENUM server, a look-up service and a breach API,
 * all on loopback. The gateway asks them as it asks real ones.
 */
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import { createBreachSimulator } from '../sources/breaches/simulator.ts';
import { createCamaraSimulator } from '../sources/camara/simulator.ts';
import { createEnumSimulator } from '../sources/enum/simulator.ts';
import { createHttpLookupSimulator } from '../sources/http-lookup/simulator.ts';
import type { SubscriberOf } from '../sources/simulated-subscriber.ts';
import { simulatedSubscriber } from './phone-stories.ts';

/** A source as it would stand in a configuration. */
export interface SimulatedSource {
  readonly name: string;
  readonly kind: 'breach_sets' | 'breaches' | 'camara' | 'contacts' | 'deactivations' | 'enum' | 'http';
  readonly settings: Record<string, unknown>;
}

export interface SandboxSources extends Service {
  /** Once it runs. */
  sources(): SimulatedSource[];
}

export function createSandboxSources(
  context: Context,
  host: string,
  subscriberOf: SubscriberOf = simulatedSubscriber,
): SandboxSources {
  const options = { host, port: 0, subscriberOf };
  const camara = createCamaraSimulator(context, options);
  const enumServer = createEnumSimulator(context, options);
  const lookup = createHttpLookupSimulator(context, options);
  const breaches = createBreachSimulator(context, options);
  const all = [camara, enumServer, lookup, breaches];
  return {
    name: 'simulated sources',
    async start() {
      for (const each of all) await each.start();
    },
    async stop() {
      for (const each of [...all].reverse()) await each.stop();
    },
    sources: () => [
      // What an operator imports to try it goes before what is simulated.
      { name: 'imported-deactivations', kind: 'deactivations', settings: {} },
      { name: 'imported-contacts', kind: 'contacts', settings: {} },
      { name: 'imported-breaches', kind: 'breach_sets', settings: {} },
      { name: 'sandbox-deactivations', kind: 'http', settings: lookup.settings().deactivations },
      { name: 'sandbox-portings', kind: 'http', settings: lookup.settings().portings },
      // The operator's APIs tell how long and on which contract; this one also tells who holds the account.
      { name: 'sandbox-subscribers', kind: 'http', settings: lookup.settings().subscribers },
      { name: 'sandbox-operator', kind: 'camara', settings: camara.settings() },
      { name: 'sandbox-enum', kind: 'enum', settings: enumServer.settings() },
      { name: 'sandbox-breaches', kind: 'breaches', settings: breaches.settings() },
    ],
  };
}
