/**
 * Goes on with batches, a step of one after a step of another: makes their messages, takes them back when that was
 * ordered, and lets those go on that a pause has held back.
 *
 * 1. A batch is taken under a lease (store/batches/batches.ts): after the death of a node another one goes on with it.
 * 2. The messages of a step, the places that they come from and the place of the next step are one transaction: none is
 *    made twice, and none is left out.
 * 3. Whoever else sends comes first: after a step the worker rests for as long as the step took, and for longer while
 *    this node falls behind with messages that it has taken. A step is small when somebody else has sent since the one
 *    before (step-size.ts).
 * 4. What is refused for one recipient stands in its place and costs the others nothing.
 * 5. A batch whose account is suspended waits until it no longer is, as long as a pause may last from when it was to go out.
 * 6. Taking back and letting go go by place as well. A message that comes due by itself in between does so no harm: of a
 *    batch that is taken back nothing leaves (engine/door/load.ts).
 * 7. A pause that lasts for `LONGEST_PAUSE_MS` ends with the batch: what is left of it is taken back.
 */
import type { Context } from '../../context.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { type Batch, claimBatch, moveBatch, nextBatchAt } from '../../store/batches/batches.ts';
import {
  dropParameters,
  messagesMade,
  recipientsToMake,
  unfinishedMessages,
  writeMade,
} from '../../store/batches/recipients.ts';
import type { BatchRecipient, RecipientMade } from '../../store/batches/slices.ts';
import { type Database, StoreDown, type Transaction } from '../../store/database.ts';
import { bucketsOfEach, type Lanes } from '../../store/sql/lanes.ts';
import type { Cancel, CreateFrom, NewMessage } from '../door/accept.ts';
import { hintOfBatch } from '../telemetry/hints.ts';
import { StepSize } from './step-size.ts';

/** What becomes of one recipient. `undo` takes back what was counted for a message that is not made after all. */
export type MadeOfRecipient =
  | { readonly kind: 'message'; readonly message: NewMessage; readonly undo: () => unknown }
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string };

/** Null: no message of the account may be made now. Rejects with StoreDown. */
export type MakeMessages = (
  batch: Batch,
  recipients: readonly BatchRecipient[],
) => Promise<readonly MadeOfRecipient[] | null>;

export interface BatchWorkerOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly make: MakeMessages;
  readonly createFrom: CreateFrom;
  readonly cancel: Cancel;
  readonly letGo: Cancel;
  /** Messages that this node has taken wait for it (rule 3). */
  readonly isBehind: () => boolean;
  /** How often something was given to this node to send, a step of a batch counted as once (`createFrom`). */
  readonly timesGiven: () => number;
}

const LOOK_EVERY_MS = 5_000;
/** Longer than a step takes. One that takes longer is done by another node, and comes to nothing here. */
export const LEASE_MS = 10_000;
const SWEPT_IN_A_STEP = 200;
const REST_WHEN_BEHIND_MS = 200;
const MOST_REST_MS = SECOND_MS;
/** Rule 5. */
const LOOK_AT_SUSPENDED_MS = MINUTE_MS;
/** The catalogue's code for what should not have happened. */
const FAILED = 3500;
/** Rule 7. */
export const LONGEST_PAUSE_MS = 30 * DAY_MS;

export class BatchWorker implements Service {
  readonly name = 'batches';
  private readonly options: BatchWorkerOptions;
  private readonly worker: Worker;
  /** Who waits for it, by batch. */
  private readonly awaited = new Map<string, ReadonlyArray<() => void>>();
  private turn = 0;
  private readonly stepSize: StepSize;

  constructor(options: BatchWorkerOptions) {
    this.options = options;
    this.stepSize = new StepSize(options.timesGiven);
    const { context } = options;
    this.worker = new Worker({ context, name: this.name, work: () => this.work(), longestSleepMs: LOOK_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  wake(): void {
    this.worker.wake();
  }

  /** Resolves when this node has gone over the messages of the batch, as was ordered. */
  swept(id: string): Promise<void> {
    return new Promise((resolve) => this.awaited.set(id, [...(this.awaited.get(id) ?? []), resolve]));
  }

  forget(id: string): void {
    this.awaited.delete(id);
  }

  /** A step of one batch; resolves with the delay until the next look. */
  private async work(): Promise<number> {
    const { context, db, lanes } = this.options;
    const { clock } = context;
    const next = await nextBatchAt(db);
    const now = clock.now();
    if (next === null || next > now) return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, next - now);
    const began = clock.monotonic();
    this.turn += 1;
    for (const buckets of bucketsOfEach(lanes, this.turn)) {
      const batch = await claimBatch(db, now, now + LEASE_MS, buckets);
      if (!batch) continue;
      await this.goOn(batch);
      hintOfBatch(context.hints, batch);
      return this.rest(clock.monotonic() - began);
    }
    // Another node has taken it.
    return LOOK_EVERY_MS;
  }

  /** Rule 3. */
  private rest(tookMs: number): number {
    return Math.min(MOST_REST_MS, this.options.isBehind() ? Math.max(REST_WHEN_BEHIND_MS, tookMs) : tookMs);
  }

  private async goOn(batch: Batch): Promise<void> {
    if (batch.state === 'paused') await this.endPause(batch);
    else if (batch.sweepPlace !== null) await this.sweep(batch, batch.sweepPlace);
    else await this.makeSome(batch);
  }

  private async makeSome(batch: Batch): Promise<void> {
    const { db, context } = this.options;
    const now = context.clock.now();
    const recipients = await recipientsToMake(db, batch, this.stepSize.next());
    if (recipients.length === 0) {
      const move = { ...batch, nextPlace: batch.total, endedAt: now, dueAt: null, keepsBody: false };
      await moveBatch(db, batch, { ...move, state: 'done' });
      return;
    }
    const made = await this.options.make(batch, recipients);
    if (made !== null)
      await this.record(
        batch,
        recipients.map(({ place }, index) => outcomeOf(place, made[index])),
      );
    else if (now >= Math.max(batch.createdAt, batch.sendAt ?? 0) + LONGEST_PAUSE_MS) await this.endPause(batch);
    else await moveBatch(db, batch, { ...batch, dueAt: now + LOOK_AT_SUSPENDED_MS, keepsBody: true });
  }

  /** Rule 4: what cannot be recorded is halved until it stands alone. */
  private async record(batch: Batch, places: readonly StepPlace[]): Promise<void> {
    try {
      await this.recordOnce(batch, places);
    } catch (error) {
      if (error instanceof StoreDown) throw error;
      const [first] = places;
      if (places.length > 1) await this.record(batch, places.slice(0, places.length >> 1));
      else if (first) await this.recordOnce(batch, [{ ...first, ...NOT_RECORDED }]);
      await undoAll(places.slice(places.length >> 1));
    }
  }

  /** Rule 2. */
  private async recordOnce(batch: Batch, places: readonly StepPlace[]): Promise<void> {
    const nextPlace = (places.at(-1)?.place ?? batch.nextPlace) + 1;
    let made: readonly StepPlace[] = [];
    this.stepSize.gives();
    await this.options.createFrom(async (tx, isAgain) => {
      const after = { ...batch, nextPlace, dueAt: this.options.context.clock.now(), keepsBody: true };
      made = (await moveBatch(tx, batch, after)) ? await writeThose(tx, batch, places) : [];
      // A COMMIT before may have gone through, its answer lost: then its messages are taken up again.
      if (isAgain && made.length === 0) made = await recordedBefore(tx, batch, places);
      return { fresh: made.flatMap(({ message }) => message ?? []), writes: [] };
    });
    // Something was ordered meanwhile, or this took too long; or a number was erased.
    await undoAll(places.filter((place) => !made.includes(place)));
  }

  /** Rule 6. */
  private async sweep(batch: Batch, from: number): Promise<void> {
    const { db, context, cancel, letGo } = this.options;
    const now = context.clock.now();
    const ids = await unfinishedMessages(db, { batch, places: SWEPT_IN_A_STEP, now });
    await Promise.all(ids.map((id) => (batch.state === 'cancelling' ? cancel(id) : letGo(id))));
    const to = from + SWEPT_IN_A_STEP;
    if (to < batch.nextPlace) await moveBatch(db, batch, { ...batch, sweepPlace: to, dueAt: now, keepsBody: true });
    else {
      await this.endSweep(batch);
      for (const resolve of this.awaited.get(batch.id) ?? []) resolve();
    }
  }

  private async endSweep(batch: Batch): Promise<void> {
    const { db, context } = this.options;
    const now = context.clock.now();
    const isCancelling = batch.state === 'cancelling';
    const state = isCancelling ? 'cancelled' : batch.state;
    const endedAt = isCancelling ? (batch.endedAt ?? now) : batch.endedAt;
    const isOver = endedAt !== null;
    const after = { ...batch, state, endedAt, sweepPlace: null, dueAt: isOver ? null : now, keepsBody: !isOver };
    await db.transaction(async (tx) => {
      if ((await moveBatch(tx, batch, after)) && isCancelling) await dropParameters(tx, batch);
    });
  }

  /** Rule 7. */
  private async endPause(batch: Batch): Promise<void> {
    const { db, context } = this.options;
    const dueAt = context.clock.now();
    await moveBatch(db, batch, { ...batch, state: 'cancelling', sweepPlace: 0, dueAt, keepsBody: true });
  }
}

async function writeThose(tx: Transaction, batch: Batch, places: readonly StepPlace[]): Promise<StepPlace[]> {
  const left = await writeMade(tx, batch, places);
  return places.filter(({ place }) => left.has(place));
}

async function recordedBefore(tx: Transaction, batch: Batch, places: readonly StepPlace[]): Promise<StepPlace[]> {
  const stand = await messagesMade(
    tx,
    batch,
    places.map(({ place }) => place),
  );
  return places.filter(({ place, messageId }) => messageId !== null && stand.get(place) === messageId);
}

interface StepPlace extends RecipientMade {
  readonly message: NewMessage | null;
  readonly undo: () => unknown;
}

function outcomeOf(place: number, made: MadeOfRecipient | undefined): StepPlace {
  if (!made) throw new RangeError(`nothing became of place ${place}`);
  if (made.kind === 'refused') return { ...NOT_RECORDED, ...made, place };
  const { message, undo } = made;
  return { place, messageId: message.id, code: null, reason: null, message, undo };
}

const NOT_RECORDED = {
  messageId: null,
  code: FAILED,
  reason: 'its message could not be recorded',
  message: null,
  undo: () => undefined,
};

/** Takes back what was counted for messages that are not made. */
async function undoAll(places: readonly StepPlace[]): Promise<void> {
  for (const { undo } of places) await undo();
}
