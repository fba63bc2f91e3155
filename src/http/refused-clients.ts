/**
 * The log of requests that were refused for want of credentials: for the operator who looks for a caller with a wrong
 * key, and for programs that shut out addresses.
 *
 * 1. The first refusal of a client is logged at once, those that follow as one number a minute: nobody fills the disk.
 * 2. Neither what was sent as credentials nor the path is logged: a path may hold a phone number.
 */
import type { Context } from '../context.ts';
import type { Client } from './client-address.ts';

export interface RefusedClients {
  /** `route`: the pattern of the path, or null where there is none. */
  refused(client: Client, route: string | null): void;
}

interface Known {
  loggedAt: number;
  since: number;
}

const AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 10_000;

export function logRefusedClients({ clock, log }: Pick<Context, 'clock' | 'log'>): RefusedClients {
  const known = new Map<string, Known>();
  return {
    refused({ address, scheme }, route) {
      const now = clock.monotonic();
      const before = known.get(address);
      if (before && now - before.loggedAt < AGAIN_AFTER_MS) {
        before.since += 1;
        return;
      }
      log.info({ client: address, scheme, route, times: (before?.since ?? 0) + 1 }, 'credentials were refused');
      known.delete(address);
      if (known.size >= MOST_KNOWN) {
        const oldest = known.keys().next();
        if (!oldest.done) known.delete(oldest.value);
      }
      known.set(address, { loggedAt: now, since: 0 });
    },
  };
}
