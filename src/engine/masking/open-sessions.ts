/**
 * Opens sessions: finds two masks, takes both legs, and writes the session with what is owed for it.
 *
 * 1. The database decides (store/masking/legs.ts). What is chosen here is a guess by what is taken just now; of a session that
 *    gets one of its legs the other is left to rest, since it may have rested before, and it chooses again.
 * 2. What has piled up during the transaction before is opened in the next one. A caller's answer waits for its commit.
 * 3. Masks are chosen at random, so that the load spreads; one stands in for any number of parties, each with others.
 * 4. One caller never costs the others (batch-writer.ts).
 */
import type { Context } from '../../context.ts';
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { usualRemedy } from '../../store/connection/store-tries.ts';
import { type Database, StoreDown, type Transaction } from '../../store/database.ts';
import {
  type HeldLeg,
  type Leg,
  legName,
  legsTakenOf,
  moveLegs,
  type TakenLeg,
  takeLegs,
} from '../../store/masking/legs.ts';
import { insertSessions, type Session, type SessionCallback, type SessionUnit } from '../../store/masking/sessions.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { IdempotencyClaim } from '../door/accept.ts';
import { hintOfSession } from '../telemetry/hints.ts';
import { type Choice, type Found, firstFree, type MaskPool, type MaskPreview, pick } from './mask-pool.ts';
import { endOf, legsOf } from './session.ts';
import { eventCallback } from './session-callbacks.ts';

export interface NewSession {
  readonly id: string;
  readonly accountId: string;
  /** Digits. */
  readonly number1: string;
  readonly number2: string;
  /** ISO 3166 alpha-2; null where a number has none. */
  readonly country1: string | null;
  readonly country2: string | null;
  readonly validity: number;
  readonly unit: SessionUnit;
  readonly externalId: string | null;
  readonly callback: SessionCallback | null;
  /** What has to be written with it when it is opened under an idempotency key. */
  readonly claim?: (session: Session) => IdempotencyClaim;
}

export type Parties = Pick<NewSession, 'accountId' | 'number1' | 'number2' | 'country1' | 'country2'>;

export interface SessionPreview {
  readonly masked1: MaskPreview | null;
  readonly masked2: MaskPreview | null;
  /** That of the session; null: none can be opened. */
  readonly code: number | null;
}

export type Opened =
  | { readonly kind: 'opened'; readonly session: Session }
  /** Every mask of the pool is taken for one of the two. */
  | { readonly kind: 'no_mask' }
  /** Another request with this key was first; nothing was done. */
  | { readonly kind: 'claimed_before' };

export interface OpenerOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly pool: MaskPool;
  /** How long legs rest after the end. */
  readonly restMs: number;
  readonly callbackLeaseMs: number;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly makeRoomFor: (at: number) => Promise<void>;
}

interface Entry {
  readonly fresh: NewSession;
  tries: number;
  done(opened: Opened): void;
  fail(error: unknown): void;
}

export const CREATED = 2700;
export const CREATED_ABROAD = 2701;
const MOST_WAITING = 2_000;
const TRIES = 8;
/** All in one: whoever chooses sees what those before have taken. */
const QUEUE = 0;

export class SessionOpener {
  private readonly options: OpenerOptions;
  private readonly opening: BatchWriter<Entry>;

  constructor(options: OpenerOptions) {
    this.options = options;
    const { clock } = options.context;
    this.opening = createBatchWriter<Entry>({
      clock,
      write: (batch) => this.write(batch),
      remedyOf: (error, _, tries) => usualRemedy(error, tries),
      makeRoomFor: () => options.makeRoomFor(clock.now()),
      fail: (entry, error) => entry.fail(error),
    });
  }

  /** Rejects with StoreDown when it cannot be made durable now. */
  open(fresh: NewSession): Promise<Opened> {
    if (!this.options.db.isUp()) throw new StoreDown('the store cannot be reached');
    if (this.opening.depth() >= MOST_WAITING) throw new StoreDown('the store does not keep up with new sessions');
    return new Promise((done, fail) => this.opening.add(QUEUE, { fresh, tries: 0, done, fail }));
  }

  /** What would be chosen from now. Takes nothing. Rejects with StoreDown. */
  async preview(parties: Parties): Promise<SessionPreview> {
    const { context, db, pool } = this.options;
    const now = context.clock.now();
    const held = await legsTakenOf(db, [parties.number1, parties.number2], now);
    const [masked1, masked2] = wantedBy(parties).map((wanted) => {
      const isFree = freeMasksOf(wanted, held, now);
      const choices = pool.choicesFor(parties.accountId, wanted.country);
      return firstFree(choices, isFree);
    });
    return masked1 && masked2
      ? { masked1, masked2, code: codeFor(masked1, masked2) }
      : { masked1: masked1 ?? null, masked2: masked2 ?? null, code: null };
  }

  idle(): Promise<void> {
    return this.opening.idle();
  }

  /** Those that have to choose again go into the next batch. */
  private async write(entries: readonly Entry[]): Promise<AfterCommit> {
    const { context, db, offerCallbacks } = this.options;
    const now = context.clock.now();
    const results = await db.transaction((tx) => this.perform(tx, entries, now));
    return () => {
      for (const [entry, result] of results) {
        if (result !== 'again') this.done(entry, result.opened);
        else if (entry.tries >= TRIES) entry.done({ kind: 'no_mask' });
        else this.opening.add(QUEUE, Object.assign(entry, { tries: entry.tries + 1 }));
      }
      offerCallbacks([...results.values()].flatMap((result) => (result === 'again' ? [] : result.callbacks)));
    };
  }

  private done(entry: Entry, opened: Opened): void {
    if (opened.kind === 'opened')
      hintOfSession(this.options.context.hints, opened.session.id, opened.session.accountId);
    entry.done(opened);
  }

  private async perform(tx: Transaction, entries: readonly Entry[], now: number): Promise<Map<Entry, Result>> {
    const parties = entries.flatMap(({ fresh }) => [fresh.number1, fresh.number2]);
    const held = await legsTakenOf(tx, parties, now);
    const results = new Map<Entry, Result>();
    const chosen = new Map<Entry, Session>();
    const taken = new Set<string>();
    for (const entry of entries) {
      const session = this.choose(entry.fresh, held, taken, now);
      if (session) chosen.set(entry, session);
      else results.set(entry, { opened: { kind: 'no_mask' }, callbacks: [] });
    }
    if (chosen.size === 0) return results;
    const wanted = [...chosen.values()].flatMap((session) => this.heldBy(session));
    const got = new Set((await takeLegs(tx, wanted)).map(legName));
    const complete = new Map<Entry, Session>();
    for (const [entry, session] of chosen) {
      const legs = legsOf(session).filter((leg) => got.has(legName(leg)));
      if (legs.length === 2) complete.set(entry, session);
      else {
        await this.giveBack(tx, legs, session, now);
        results.set(entry, 'again');
      }
    }
    await this.insert(tx, await this.withoutLostClaims(tx, complete, results, now), results, now);
    return results;
  }

  private async insert(
    tx: Transaction,
    won: ReadonlyMap<Entry, Session>,
    results: Map<Entry, Result>,
    now: number,
  ): Promise<void> {
    for (const [entry, session] of won) {
      const callback = eventCallback(this.options, session, { event: 'opened', at: now });
      results.set(entry, { opened: { kind: 'opened', session }, callbacks: callback ? [callback] : [] });
    }
    const callbacks = [...results.values()].flatMap((result) => (result === 'again' ? [] : result.callbacks));
    if (won.size > 0) await insertSessions(tx, [...won.values()]);
    if (callbacks.length > 0) await insertCallbacks(tx, callbacks, this.options.lanes);
  }

  /** Null when no two masks are free. `taken`: legs that others of the batch have chosen. */
  private choose(
    fresh: NewSession,
    held: ReadonlyMap<string, readonly TakenLeg[]>,
    taken: Set<string>,
    now: number,
  ): Session | null {
    const { pool, context } = this.options;
    const find = (wanted: WantedMask): Found | null => {
      const isFreeOf = freeMasksOf(wanted, held, now);
      const isFree = (mask: string) => isFreeOf(mask) && !taken.has(legName({ party: wanted.party, mask }));
      return pick(pool.choicesFor(fresh.accountId, wanted.country), isFree, () =>
        context.randomBytes(4).readUInt32BE(),
      );
    };
    const [wanted1, wanted2] = wantedBy(fresh);
    const [masked1, masked2] = [find(wanted1), find(wanted2)];
    if (!masked1 || !masked2) return null;
    const endsAt = endOf(now, fresh.validity, fresh.unit);
    const { claim: _, country1: __, country2: ___, ...rest } = fresh;
    const session: Session = {
      ...rest,
      masked1: masked1.mask,
      masked2: masked2.mask,
      code: codeFor(masked1, masked2),
      openedAt: now,
      endsAt,
      state: 'open',
      stoppedBy: 0,
      told: false,
      relayed1: 0,
      relayed2: 0,
      refused: 0,
      minuteAt: null,
      minuteTexts: 0,
      overAt: null,
      dueAt: endsAt,
    };
    for (const leg of legsOf(session)) taken.add(legName(leg));
    return session;
  }

  private heldBy(session: Session): HeldLeg[] {
    const { id: sessionId, openedAt: takenAt, endsAt, number1, number2 } = session;
    const freeAt = endsAt + this.options.restMs;
    return legsOf(session).map((leg) => {
      const other = leg.party === number1 ? number2 : number1;
      return { ...leg, sessionId, other, takenAt, endsAt, freeAt };
    });
  }

  private async withoutLostClaims(
    tx: Transaction,
    complete: ReadonlyMap<Entry, Session>,
    results: Map<Entry, Result>,
    now: number,
  ): Promise<Map<Entry, Session>> {
    const claiming = [...complete].flatMap(([entry, session]) => {
      const claim = entry.fresh.claim?.(session);
      return claim ? [{ entry, session, claim }] : [];
    });
    const left = new Map(complete);
    if (claiming.length === 0) return left;
    const won = await claimIdempotencyKeys(
      tx,
      claiming.map(({ claim }) => claim),
      now,
    );
    for (const [index, { entry, session }] of claiming.entries()) {
      if (won[index]) continue;
      await this.giveBack(tx, legsOf(session), session, now);
      left.delete(entry);
      results.set(entry, { opened: { kind: 'claimed_before' }, callbacks: [] });
    }
    return left;
  }

  private giveBack(tx: Transaction, legs: readonly Leg[], session: Session, now: number): Promise<void> {
    return moveLegs(tx, session.id, legs, { endsAt: now, freeAt: now + this.options.restMs });
  }
}

type Result = 'again' | { readonly opened: Opened; readonly callbacks: readonly NewCallback[] };

/** The leg of a party: which mask it texts. */
interface WantedMask {
  readonly party: string;
  readonly other: string;
  /** That of whom the mask stands for. */
  readonly country: string | null;
}

/** The masks of number 1 and of number 2. Party 1 texts the mask of number 2, which is of number 2's country. */
function wantedBy({ number1, number2, country1, country2 }: Parties): [WantedMask, WantedMask] {
  return [
    { party: number2, other: number1, country: country1 },
    { party: number1, other: number2, country: country2 },
  ];
}

/** A leg that rests is free for the same two parties. */
function freeMasksOf(
  { party, other }: WantedMask,
  held: ReadonlyMap<string, readonly TakenLeg[]>,
  now: number,
): (mask: string) => boolean {
  const legs = held.get(party) ?? [];
  const busy = new Set(legs.flatMap((leg) => (leg.other === other && leg.endsAt <= now ? [] : [leg.mask])));
  return (mask) => !busy.has(mask);
}

function codeFor(masked1: Pick<Choice, 'isOfCountry'>, masked2: Pick<Choice, 'isOfCountry'>): number {
  return masked1.isOfCountry && masked2.isOfCountry ? CREATED : CREATED_ABROAD;
}
