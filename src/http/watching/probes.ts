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
 * 4. A gateway of several processes is ready while those that take requests are: one that has died or stops gets none,
 *    and one that does not answer gets no more than one. A carrier is up when it is up in one of them.
 * 5. A database that is not safe is shown and callers are served: it was permitted at the start, or became unsafe
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
  /** Of a gateway of several: how many do their work. Absent: it is one. */
  readonly processes?: { readonly running: number; readonly of: number };
}

/** What a process of a gateway of several says. */
export interface GroupState {
  readonly isStopping: boolean;
  readonly state: Readiness;
}

export interface OtherProcesses {
  /** Of those that answer. */
  readonly states: readonly GroupState[];
  readonly processes: NonNullable<Readiness['processes']>;
}

export interface ReadinessOptions {
  readonly db: Database;
  readonly carriers: readonly Carrier[];
  readonly unsafeSettings?: () => readonly string[];
  /** Another node can send by this carrier. */
  readonly isUpElsewhere?: (carrier: string) => boolean;
}

/** What a probe asks for. */
export type ReadyFor = 'all of its work' | 'requests';

export function readiness(options: ReadinessOptions, isStopping: boolean, of: ReadyFor = 'all of its work'): Readiness {
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

/** Rule 4. `own`: of this process, which may be stopping. */
export function ofGroup(own: GroupState, { states, processes }: OtherProcesses): Readiness {
  const serving = [own, ...states].filter(({ isStopping }) => !isStopping);
  const all = (serving.length === 0 ? [own] : serving).map(({ state }) => state);
  const carriers = Object.entries(own.state.carriers).map(([name, here]) => {
    return [name, all.some((state) => state.carriers[name] === 'up') ? 'up' : here];
  });
  return {
    ...own.state,
    ready: all.every(({ ready }) => ready),
    store: all.every(({ store }) => store === 'up') ? 'up' : 'down',
    carriers: Object.fromEntries(carriers),
    processes,
  };
}
