/**
 * Sessions closed, extended and expired.
 *
 * 1. That the end has come is written down some at a time, with rests in between: whoever relays does not wait for it,
 *    and compares the end by himself.
 * 2. Closing and extending move the end of its legs in the same transaction, so that legs rest from the true end on.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { tryAgain } from '../../store/connection/store-tries.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { moveLegs } from '../../store/masking/legs.ts';
import {
  lockDueSessions,
  lockSessions,
  nextSessionEnd,
  type Session,
  type SessionUnit,
  updateSessions,
} from '../../store/masking/sessions.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { type Buckets, eachLane, type Lanes } from '../../store/sql/lanes.ts';
import type { Poll } from '../due/poll.ts';
import { hintOfSession } from '../telemetry/hints.ts';
import { close, expire, extend, isOver, legsOf } from './session.ts';
import { eventCallback } from './session-callbacks.ts';

export interface SessionLifeOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly restMs: number;
  readonly callbackLeaseMs: number;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly makeRoomFor: (at: number) => Promise<void>;
}

/** `over`: it cannot be extended any more. */
export type Extended = { readonly kind: 'extended' | 'over'; readonly session: Session };

/** A few milliseconds' worth: texts come in between. */
const AT_ONCE = 100;
const LEAST_REST_MS = 5;

interface Change {
  readonly session: Session;
  readonly callbacks: readonly NewCallback[];
}

export class SessionLife implements Service {
  readonly name = 'session life';
  private readonly options: SessionLifeOptions;
  private readonly worker: Worker;

  constructor(options: SessionLifeOptions) {
    this.options = options;
    const work = () => this.expireDue();
    // It is told of the next end once a second, and works from then on as long as there is one.
    const longestSleepMs = Number.POSITIVE_INFINITY;
    this.worker = new Worker({ context: options.context, name: this.name, work, longestSleepMs });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** Once a second. */
  notified({ sessionsDueAt }: Pick<Poll, 'sessionsDueAt'>): void {
    if (sessionsDueAt !== null) this.worker.dueAt(sessionsDueAt);
  }

  /** Ends it now; one that is over already is given back as it is. Null: the account has none like this. */
  async close(accountId: string, id: string): Promise<Session | null> {
    const change = await this.change(accountId, id, async (tx, session, now) => {
      const closed = close(session, now);
      if (closed === session) return { session, callbacks: [] };
      return this.write(tx, closed, 'closed', now);
    });
    return change?.session ?? null;
  }

  /** Null: the account has none like this. */
  async extend(accountId: string, id: string, validity: number, unit: SessionUnit): Promise<Extended | null> {
    let isOpen = false;
    const change = await this.change(accountId, id, async (tx, session, now) => {
      isOpen = !isOver(session, now);
      if (!isOpen) return { session, callbacks: [] };
      return this.write(tx, extend(session, now, validity, unit), 'extended', now);
    });
    return change ? { kind: isOpen ? 'extended' : 'over', session: change.session } : null;
  }

  private async change(
    accountId: string,
    id: string,
    work: (tx: Transaction, session: Session, now: number) => Promise<Change>,
  ): Promise<Change | null> {
    const { context, db, lanes, makeRoomFor, offerCallbacks } = this.options;
    const lane = lanes.bucketsOf(lanes.laneOf(id));
    const once = () =>
      db.transaction(async (tx) => {
        const session = (await lockSessions(tx, [id], lane)).get(id);
        return session?.accountId === accountId ? work(tx, session, context.clock.now()) : null;
      });
    const change = await tryAgain(once, makeRoomFor, context.clock.now());
    if (change) {
      hintOfSession(context.hints, id, accountId);
      offerCallbacks(change.callbacks);
    }
    return change;
  }

  private async write(tx: Transaction, session: Session, event: 'closed' | 'extended', now: number): Promise<Change> {
    const { lanes, restMs } = this.options;
    await updateSessions(tx, [session], lanes.bucketsOf(lanes.laneOf(session.id)));
    const { endsAt } = session;
    await moveLegs(tx, session.id, legsOf(session), { endsAt, freeAt: endsAt + restMs });
    const callback = eventCallback(this.options, session, { event, at: now });
    const callbacks = callback ? [callback] : [];
    if (callback) await insertCallbacks(tx, callbacks, lanes);
    return { session, callbacks };
  }

  private async expireDue(): Promise<number> {
    const { context, db, lanes, makeRoomFor } = this.options;
    const began = context.clock.monotonic();
    const next = await nextSessionEnd(db);
    const now = context.clock.now();
    if (next === null || next > now) return next === null ? Number.POSITIVE_INFINITY : next - now;
    await eachLane(lanes, (buckets) => tryAgain(() => this.expireSome(buckets, now), makeRoomFor, now));
    return Math.max(LEAST_REST_MS, context.clock.monotonic() - began);
  }

  private async expireSome(buckets: Buckets, now: number): Promise<void> {
    const { context, db, lanes, offerCallbacks } = this.options;
    let expired: readonly Session[] = [];
    const callbacks = await db.transaction(async (tx) => {
      const due = await lockDueSessions(tx, now, AT_ONCE, buckets);
      expired = due.map((session) => expire(session, now));
      if (due.length === 0) return [];
      await updateSessions(tx, expired, buckets, 'by_its_end');
      const owed = expired.flatMap(
        (session) => eventCallback(this.options, session, { event: 'expired', at: session.endsAt }) ?? [],
      );
      if (owed.length > 0) await insertCallbacks(tx, owed, lanes);
      return owed;
    });
    for (const { id, accountId } of expired) hintOfSession(context.hints, id, accountId);
    offerCallbacks(callbacks);
  }
}
