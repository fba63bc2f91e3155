/**
 * The probes. /healthz: the process answers. /readyz: it can do its work, or says what is missing. /readyz/requests: it
 * can take requests.
 *
 * 1. Ready means that the store answers and that at least one carrier, if there is any, is up on this node or another:
 *    that node then sends what this one accepts. A carrier that is down is shown and does not make the gateway unready,
 *    since its messages wait.
 * 2. A gateway that is stopping is not ready.
 * 3. /readyz/requests leaves carriers out, so load balancers ask for it. With every carrier down no node would get a
 *    request otherwise, though each could accept messages and let them wait.
 * 4. A database that is not safe is shown and callers are served: it was permitted at the start, or became unsafe
 *    later.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import type { Database } from '../../store/database.ts';

export interface Readiness {
  readonly ready: boolean;
  readonly store: 'up' | 'down';
  readonly carriers: Readonly<Record<string, string>>;
  /** Settings of the database server under which acknowledged messages can be lost; absent when there is none. */
  readonly unsafe?: readonly string[];
}

export interface ReadinessOptions {
  readonly db: Database;
  readonly carriers: readonly Carrier[];
  readonly unsafeSettings?: () => readonly string[];
  /** Another node can send by this carrier. */
  readonly isUpElsewhere?: (carrier: string) => boolean;
}

export function readiness(
  options: ReadinessOptions,
  isStopping: boolean,
  of: 'all of its work' | 'requests' = 'all of its work',
): Readiness {
  const { db, carriers, unsafeSettings, isUpElsewhere } = options;
  const states = carriers.map((carrier) => [carrier.name, carrier.state()] as const);
  const isUp = ([name, state]: readonly [string, string]) => state === 'up' || isUpElsewhere?.(name) === true;
  const isCarrierUp = states.length === 0 || states.some(isUp);
  const isStoreUp = db.isUp();
  const takesRequests = isStoreUp && !isStopping;
  const unsafe = unsafeSettings?.() ?? [];
  return {
    ready: takesRequests && (isCarrierUp || of === 'requests'),
    store: isStoreUp ? 'up' : 'down',
    carriers: Object.fromEntries(states),
    ...(unsafe.length === 0 ? {} : { unsafe }),
  };
}
