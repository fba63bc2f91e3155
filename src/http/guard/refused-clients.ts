/**
 * Logs requests that are refused for their credentials: for the operator who looks for a caller with a wrong key, and
 * for programs that block addresses.
 *
 * 1. At most one line a minute for a client (lib/once-a-minute.ts).
 * 2. A line holds neither the credentials nor the path: a path may hold a phone number.
 */
import type { Context } from '../../context.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import type { Client } from './client-address.ts';

export interface RefusedClients {
  /** `route`: the pattern of the path, or null where there is none. */
  refused(client: Client, route: string | null): void;
}

const MOST_KNOWN = 10_000;

export function logRefusedClients({ clock, log }: Pick<Context, 'clock' | 'log'>): RefusedClients {
  const minutes = new OnceAMinute(clock, MOST_KNOWN);
  return {
    refused({ address, scheme }, route) {
      minutes.happened(address, (times) => {
        log.info({ client: address, scheme, route, times }, 'credentials were refused');
      });
    },
  };
}
