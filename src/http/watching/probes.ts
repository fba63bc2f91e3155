/**
 * /healthz: the process answers. /readyz: it can do its work now, or says what is missing. /readyz/requests: it can take
 * requests.
 *
 * 1. Ready means that the store can be reached and that one carrier at least is up, where there are any, here or on
 *    another node, which then gets what is accepted here. Messages for a carrier that is down wait, so one that is down
 *    is shown and does not take the gateway out of service.
 * 2. A gateway that is stopping is not ready.
 * 3. What is accepted while all carriers are gone waits for them, so whoever hands out requests leaves them out of the
 *    question: no node would get any otherwise, and callers would be refused what is kept for them.
 * 4. A database that is not safe is shown. It was allowed at the start, or has become so since: callers are served.
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
