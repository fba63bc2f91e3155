/**
 * Erasing a number everywhere, by due work: small steps, each in a transaction that also writes down how far it is.
 *
 * 1. First the messages that were accepted before the erasure was asked for. Those that are under way are finished
 *    first: they are looked at again until none is, and only then the rest is gone through, so that their receipts are
 *    found, too. What is accepted afterwards is new, and not part of it.
 * 2. A table that grows is read by slices of time. A slice is made smaller when it takes long and larger when it does
 *    not, and after each turn the work rests as long as it took: others do not notice.
 *    What the number wrote in masked sessions is found by the session; the messages that relayed it are dealt with alike.
 * 3. It is done when nothing is under way any more: callbacks that are owed have gone out or were given up, input has
 *    been dealt with. Input that nothing has dealt with for three days is emptied all the same.
 */
import type { Context } from '../../context.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { formsOf, parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { emptyInputs, inputsWithBody } from '../../store/keeping/erase-inputs.ts';
import { eraseMessages, messagesTo } from '../../store/keeping/erase-messages.ts';
import { ERASURE_STEPS, oldestPartition } from '../../store/keeping/erase-others.ts';
import {
  claimErasure,
  type Erased,
  type ErasedKind,
  type Erasure,
  type ErasurePlace,
  insertErasure,
  listErasures,
  lockErasure,
  nextErasureAt,
  writeErasure,
} from '../../store/keeping/erasures.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import { type Buckets, bucketsOfEach, byLane, type Lanes } from '../../store/sql/lanes.ts';

export interface ErasuresOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly aliasOf: AliasOf;
  /** Digits, one of which each form holds in which a number may have come in; absent: as it is kept. */
  readonly writtenForms?: (number: string) => readonly string[];
}

const LEASE_MS = 2 * MINUTE_MS;
const LOOK_EVERY_MS = 60_000;
/** What was under way is looked at again: soon in the beginning, then every ten minutes. */
const SOON_MS = 5_000;
const SOON_FOR_MS = 5 * MINUTE_MS;
const LATER_MS = 10 * MINUTE_MS;
const MESSAGES_AT_ONCE = 500;
const LONG_MS = 500;
const SHORT_MS = 100;
const SMALLEST_SLICE_MS = MINUTE_MS;
/** As long as a receipt is tried. */
const INPUT_WAITS_MS = 3 * DAY_MS;

const BEGINNING: ErasurePlace = { step: 0, at: null, after: null };
const AWAITING = 1;
const FIRST_OTHER = 2;

/** One that is not done. */
type Open = Erasure & { readonly number: string };

export class Erasures implements Service {
  readonly name = 'erasures';
  private readonly options: ErasuresOptions;
  private readonly worker: Worker;
  private sliceMs = DAY_MS;
  private isStopping = false;

  constructor(options: ErasuresOptions) {
    this.options = options;
    const work = () => this.work();
    this.worker = new Worker({ context: options.context, name: this.name, work, longestSleepMs: LOOK_EVERY_MS });
  }

  start(): Promise<void> {
    this.isStopping = false;
    return this.worker.start();
  }

  stop(): Promise<void> {
    this.isStopping = true;
    return this.worker.stop();
  }

  /**
   * Begins to erase a number, digits; the one under way where there is one. Where its handset has another form, that is
   * erased as well, under a receipt of its own.
   */
  async ask(number: string): Promise<Erasure> {
    for (const form of formsOf(number)) if (form !== number) await this.askForm(form);
    return this.askForm(number);
  }

  private async askForm(number: string): Promise<Erasure> {
    const { context, db, aliasOf } = this.options;
    const alias = aliasOf(number);
    const [open] = await listErasures(db, { alias, isOpen: true, limit: 1 });
    if (open) return open;
    const now = context.clock.now();
    const fresh = { id: context.ids.next(), number, alias };
    await insertErasure(db, fresh, BEGINNING, now);
    context.hints.of('erasures', fresh.id, null);
    this.worker.wake();
    const erasure = { ...fresh, askedAt: now, doneAt: null, dueAt: now, place: BEGINNING };
    return { ...erasure, openMessages: [], openInputs: [], erased: {} };
  }

  /** A turn of one erasure; resolves with the delay until the next look. */
  private async work(): Promise<number> {
    const { context, db, lanes } = this.options;
    const { clock } = context;
    for (const buckets of bucketsOfEach(lanes)) {
      if (this.isStopping) break;
      const now = clock.now();
      const claimed = await claimErasure(db, now, now + LEASE_MS, buckets);
      if (claimed) return this.takeTurn(claimed);
    }
    const next = await nextErasureAt(db);
    return next === null ? LOOK_EVERY_MS : Math.max(0, next - clock.now());
  }

  /** Steps that together do not take long; resolves with how long they took, which is how long the work rests. */
  private async takeTurn(claimed: Erasure): Promise<number> {
    const { clock } = this.options.context;
    const began = clock.monotonic();
    let erasure: Erasure | null = claimed;
    do {
      erasure = await this.advance(erasure);
    } while (
      erasure !== null &&
      (erasure.dueAt ?? 0) <= clock.now() &&
      clock.monotonic() - began < SHORT_MS &&
      !this.isStopping
    );
    return Math.min(clock.monotonic() - began, LEASE_MS);
  }

  /** One step. Null: it is done, or somebody else has gone on with it. */
  private async advance(claimed: Erasure): Promise<Erasure | null> {
    const { context, db } = this.options;
    const began = context.clock.monotonic();
    const oldest = await this.oldestOf(claimed.place);
    const after = await db.transaction(async (tx) => {
      const erasure = await lockErasure(tx, claimed);
      if (!erasure || erasure.number === null) return null;
      const next = await this.step(tx, { ...erasure, number: erasure.number }, oldest);
      await writeErasure(tx, next);
      return next;
    });
    if (after) context.hints.of('erasures', after.id, null);
    const took = context.clock.monotonic() - began;
    if (took > LONG_MS) this.sliceMs = Math.max(SMALLEST_SLICE_MS, this.sliceMs / 2);
    else if (took < SHORT_MS) this.sliceMs = Math.min(DAY_MS, this.sliceMs * 2);
    if (after?.doneAt) context.log.info({ erasure: after.id, erased: after.erased }, 'a number has been erased');
    return after?.doneAt ? null : after;
  }

  /** Asked outside of the transaction: it may read every partition. */
  private oldestOf(place: ErasurePlace | null): Promise<number | null> {
    if (place === null || place.at !== null || place.step === AWAITING) return Promise.resolve(null);
    const oldest = place.step === 0 ? oldestPartition : ERASURE_STEPS[place.step - FIRST_OTHER]?.oldest;
    return oldest ? oldest(this.options.db) : Promise.resolve(null);
  }

  private step(tx: Transaction, erasure: Open, oldest: number | null): Promise<Erasure> {
    const { place } = erasure;
    if (place === null) return this.finish(tx, erasure);
    if (place.step === 0) return this.searchMessages(tx, erasure, place, oldest);
    if (place.step === AWAITING) return this.awaitMessages(tx, erasure);
    return this.searchOthers(tx, erasure, place, oldest);
  }

  private async searchMessages(
    tx: Transaction,
    erasure: Open,
    place: ErasurePlace,
    oldest: number | null,
  ): Promise<Erasure> {
    const at = place.at ?? oldest;
    // A message of the very millisecond was accepted before.
    const end = erasure.askedAt + 1;
    if (at === null || at >= end) return this.goOn(erasure, { ...BEGINNING, step: AWAITING });
    const toMs = Math.min(end, at + this.sliceMs);
    let next = erasure;
    // Where a lane has more than fit into one step: the slice is gone on with from there.
    let after: string | null = null;
    for (const buckets of bucketsOfEach(this.options.lanes)) {
      const page = { after: place.after, limit: MESSAGES_AT_ONCE };
      const ids = await messagesTo(tx, erasure.number, { fromMs: at, toMs, buckets }, page);
      next = (await this.eraseMessages(tx, next, ids, buckets)).erasure;
      const last = ids.length === MESSAGES_AT_ONCE ? ids.at(-1) : undefined;
      if (last !== undefined && (after === null || last < after)) after = last;
    }
    return this.goOn(next, after === null ? { ...place, at: toMs, after } : { ...place, at, after });
  }

  private async eraseMessages(
    tx: Transaction,
    erasure: Open,
    ids: readonly string[],
    buckets: Buckets,
  ): Promise<{ readonly erasure: Open; readonly underWay: number }> {
    if (ids.length === 0) return { erasure, underWay: 0 };
    const country = parsePhoneNumber(erasure.number)?.country ?? '';
    const { clock } = this.options.context;
    const { messages, callbacks, underWay, owing } = await eraseMessages(
      tx,
      { number: erasure.number, country },
      { ids, buckets },
      clock.now(),
    );
    const others = erasure.openMessages.filter((id) => !ids.includes(id));
    const next = {
      ...erasure,
      openMessages: [...others, ...underWay, ...owing],
      erased: more(more(erasure.erased, 'messages', messages), 'callbacks', callbacks),
    };
    return { erasure: next, underWay: underWay.length };
  }

  /** Rule 1. What owes nothing but a callback is not waited for here. */
  private async awaitMessages(tx: Transaction, erasure: Open): Promise<Erasure> {
    const { erasure: next, underWay } = await this.lookAgain(tx, erasure);
    if (underWay > 0) return this.later(next, { ...BEGINNING, step: AWAITING });
    return this.goOn(next, { ...BEGINNING, step: FIRST_OTHER });
  }

  /** At what was left; returns how many messages are still under way. */
  private async lookAgain(
    tx: Transaction,
    erasure: Open,
  ): Promise<{ readonly erasure: Open; readonly underWay: number }> {
    return this.eraseEach(tx, erasure, erasure.openMessages);
  }

  private async eraseEach(
    tx: Transaction,
    erasure: Open,
    messages: readonly string[],
  ): Promise<{ readonly erasure: Open; readonly underWay: number }> {
    let result = { erasure, underWay: 0 };
    for (const { rows, buckets } of byLane(messages, this.options.lanes, itself)) {
      const next = await this.eraseMessages(tx, result.erasure, rows, buckets);
      result = { erasure: next.erasure, underWay: result.underWay + next.underWay };
    }
    return result;
  }

  private async searchOthers(
    tx: Transaction,
    erasure: Open,
    place: ErasurePlace,
    oldest: number | null,
  ): Promise<Erasure> {
    const step = ERASURE_STEPS[place.step - FIRST_OTHER];
    if (!step) return this.goOn(erasure, null);
    const now = this.options.context.clock.now();
    const at = place.at ?? oldest ?? 0;
    const toMs = step.oldest ? Math.min(now + MINUTE_MS, at + this.sliceMs) : now;
    const isOver = step.oldest !== undefined && place.at === null && oldest === null;
    const written = this.options.writtenForms?.(erasure.number) ?? formsOf(erasure.number);
    const question = { number: erasure.number, alias: erasure.alias, written, now };
    let { erased, openInputs } = erasure;
    const relayed: string[] = [];
    for (const buckets of isOver ? [] : bucketsOfEach(this.options.lanes)) {
      const found = await step.run(tx, question, { fromMs: at, toMs }, buckets);
      erased = more(erased, step.kind, found.count);
      openInputs = [...new Set([...openInputs, ...(found.open ?? [])])];
      relayed.push(...(found.relayed ?? []));
    }
    const { erasure: next } = await this.eraseEach(tx, { ...erasure, erased, openInputs }, relayed);
    const isEnd = isOver || toMs >= now;
    return this.goOn(next, isEnd ? following(place) : { ...place, at: toMs });
  }

  /** Everything has been looked through: what was left is looked at until nothing is. */
  private async finish(tx: Transaction, erasure: Open): Promise<Erasure> {
    const { clock } = this.options.context;
    let { erasure: next } = await this.lookAgain(tx, erasure);
    const openInputs: string[] = [];
    for (const { rows, buckets } of byLane(erasure.openInputs, this.options.lanes, itself)) {
      const count = await emptyInputs(tx, rows, buckets, clock.now() - INPUT_WAITS_MS);
      next = { ...next, erased: more(next.erased, 'inputs', count) };
      openInputs.push(...(await inputsWithBody(tx, rows, buckets)));
    }
    next = { ...next, openInputs };
    if (next.openMessages.length + openInputs.length > 0) return this.later(next, null);
    return { ...next, doneAt: clock.now() };
  }

  private goOn(erasure: Erasure, place: ErasurePlace | null): Erasure {
    return { ...erasure, place, dueAt: this.options.context.clock.now() };
  }

  private later(erasure: Erasure, place: ErasurePlace | null): Erasure {
    const now = this.options.context.clock.now();
    const dueAt = now + (now - erasure.askedAt < SOON_FOR_MS ? SOON_MS : LATER_MS);
    return { ...erasure, place, dueAt };
  }
}

function itself(id: string): string {
  return id;
}

function following({ step }: ErasurePlace): ErasurePlace {
  return { ...BEGINNING, step: step + 1 };
}

function more(erased: Erased, kind: ErasedKind, count: number): Erased {
  return { ...erased, [kind]: (erased[kind] ?? 0) + count };
}
