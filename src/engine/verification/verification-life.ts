/**
 * What becomes of verifications once they have begun: looked at when they are due, and answered.
 *
 * 1. A verification is looked at when its time has come and when one of its attempts has changed: whoever writes that
 *    change makes the verification due in the same transaction, and wakes this job.
 * 2. What a look comes to is one transaction: the verification, the attempt that begins and the callback that is owed. So
 *    there is one attempt for each method and one callback for each change, whatever dies when.
 * 3. Attempts are taken back after that. When this node dies in between, the verification is still due: it is until they
 *    are at rest.
 * 4. What a method needs in order to begin is asked for before the transaction, and given back when it did not begin.
 * 5. One bad verification never costs the others: what fails together is tried apart, and put off when it fails again.
 */
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { StoreDown, type Transaction } from '../../store/database.ts';
import { findMessages } from '../../store/messages/messages.ts';
import { type Buckets, eachLane } from '../../store/sql/lanes.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import {
  findDueVerifications,
  lockDueVerifications,
  nextVerificationAt,
  putOffVerification,
  type StoredVerification,
  updateVerifications,
} from '../../store/verifications/verifications.ts';
import type { FreshMessages, NewMessage } from '../door/accept.ts';
import type { Poll } from '../due/poll.ts';
import { hintOfVerification } from '../telemetry/hints.ts';
import { attemptOfMethod, forDigits, newAttempt, viewOf } from './attempts.ts';
import type { PreparedAttempt, VerificationOptions } from './options.ts';
import { type AttemptView, type Looked, look } from './verification.ts';
import { verificationCallback } from './verification-callback.ts';

/** What has to be asked for one method of one verification. */
type Prepared = PreparedAttempt | { readonly code: number };

/** What one try of a transaction comes to. */
interface Outcome {
  readonly changes: Array<{ readonly before: Verification; readonly after: Verification }>;
  readonly fresh: NewMessage[];
  readonly callbacks: NewCallback[];
  readonly takeBack: string[];
  readonly begun: Set<string>;
}

const AT_ONCE = 50;
const PUT_OFF_MS = 10_000;
/** After a turn that found as many as it takes at once. */
const REST_MS = 5;

export class VerificationLife implements Service {
  readonly name = 'verifications';
  private readonly options: VerificationOptions;
  private readonly worker: Worker;

  constructor(options: VerificationOptions) {
    this.options = options;
    const work = () => this.lookAtDue();
    // It is told of the next one once a second, and by whoever changes an attempt.
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
  notified({ verificationsDueAt }: Pick<Poll, 'verificationsDueAt'>): void {
    if (verificationsDueAt !== null) this.worker.dueAt(verificationsDueAt);
  }

  /** Something of a verification has changed, and it is due. */
  wake(): void {
    this.worker.wake();
  }

  private async lookAtDue(): Promise<number> {
    const { context, db, lanes } = this.options;
    const now = context.clock.now();
    const counts = await eachLane(lanes, async (buckets) => {
      const due = await findDueVerifications(db, now, AT_ONCE, buckets);
      if (due.length > 0) await this.lookAt(due, buckets);
      return due.length;
    });
    if (counts.some((count) => count === AT_ONCE)) return REST_MS;
    const next = await nextVerificationAt(db);
    return next === null ? Number.POSITIVE_INFINITY : Math.max(REST_MS, next - context.clock.now());
  }

  /** Rule 5. */
  private async lookAt(due: readonly StoredVerification[], buckets: Buckets): Promise<void> {
    try {
      await this.lookAtTogether(due, buckets);
    } catch (error) {
      if (error instanceof StoreDown) throw error;
      if (due.length === 1) return this.putOff(due, error);
      for (const each of due) await this.lookAt([each], buckets);
    }
  }

  private async putOff(due: readonly StoredVerification[], error: unknown): Promise<void> {
    const { context, db } = this.options;
    for (const { verification } of due) {
      context.log.warn({ err: error, verification: verification.id }, 'a verification was put off');
      await putOffVerification(db, verification.id, context.clock.now() + PUT_OFF_MS);
    }
  }

  private async lookAtTogether(due: readonly StoredVerification[], buckets: Buckets): Promise<void> {
    const { context, createFrom, offerCallbacks, metrics, db } = this.options;
    const prepared = new Map<string, Prepared>();
    let outcome: Outcome = noOutcome();
    try {
      await this.prepareAll(due, await this.viewsOf(db, due), prepared);
      const ids = due.map(({ verification }) => verification.id);
      await createFrom(async (tx) => {
        outcome = noOutcome();
        return this.write(tx, { ids, buckets, prepared, outcome });
      });
    } catch (error) {
      outcome = noOutcome();
      throw error;
    } finally {
      await giveBack(prepared, outcome.begun);
    }
    for (const { before, after } of outcome.changes) {
      metrics.recorded(before, after);
      hintOfVerification(context.hints, after);
    }
    offerCallbacks(outcome.callbacks);
    for (const id of outcome.takeBack) this.takeBack(id);
  }

  /** Rule 4. */
  private async prepareAll(
    due: readonly StoredVerification[],
    views: ReadonlyMap<string, AttemptView>,
    prepared: Map<string, Prepared>,
  ): Promise<void> {
    const at = this.options.context.clock.now();
    for (const { verification } of due) {
      for (;;) {
        const { asks } = this.look(verification, views, prepared, at);
        if (asks === null) break;
        const name = attemptOfMethod(verification.id, asks);
        prepared.set(name, await this.options.prepare(verification, asks));
      }
    }
  }

  private async write(
    tx: Transaction,
    turn: {
      readonly ids: readonly string[];
      readonly buckets: Buckets;
      readonly prepared: ReadonlyMap<string, Prepared>;
      readonly outcome: Outcome;
    },
  ): Promise<FreshMessages> {
    const { context, lanes } = this.options;
    const at = context.clock.now();
    const { ids, buckets, prepared, outcome } = turn;
    const locked = await lockDueVerifications(tx, ids, at, buckets);
    if (locked.length === 0) return { fresh: [], writes: [] };
    const views = await this.viewsOf(tx, locked);
    const written = locked.map((stored) => {
      const looked = this.look(stored.verification, views, prepared, at);
      return this.note(stored, looked, prepared, outcome);
    });
    const writes = [updateVerifications(tx, written, buckets)];
    if (outcome.callbacks.length > 0) writes.push(insertCallbacks(tx, outcome.callbacks, lanes));
    return { fresh: outcome.fresh, writes };
  }

  private look(
    verification: Verification,
    views: ReadonlyMap<string, AttemptView>,
    prepared: ReadonlyMap<string, Prepared>,
    at: number,
  ): Looked {
    const attempts = verification.methods.map((_, index) => views.get(attemptOfMethod(verification.id, index)) ?? null);
    return look(verification, {
      at,
      attempts,
      admitted: (index) => {
        const known = prepared.get(attemptOfMethod(verification.id, index));
        return known === undefined || 'code' in known ? known : 'yes';
      },
    });
  }

  /** Puts what follows into the outcome; returns the verification as it is written. */
  private note(
    stored: StoredVerification,
    looked: Looked,
    prepared: ReadonlyMap<string, Prepared>,
    outcome: Outcome,
  ): Verification {
    const { id } = looked.verification;
    outcome.takeBack.push(...looked.takeBack.map((index) => attemptOfMethod(id, index)));
    const name = looked.start === null ? null : attemptOfMethod(id, looked.start);
    const known = name === null ? undefined : prepared.get(name);
    if (looked.start !== null && name !== null && known && 'plan' in known) {
      outcome.begun.add(name);
      outcome.fresh.push(this.attempt(stored, looked.start, known));
    }
    const { verification, callback } = verificationCallback(this.options, looked);
    if (callback) outcome.callbacks.push(callback);
    outcome.changes.push({ before: stored.verification, after: verification });
    return verification;
  }

  private attempt(
    { verification, codeSealed }: StoredVerification,
    index: number,
    prepared: PreparedAttempt,
  ): NewMessage {
    const { context, secrets } = this.options;
    if (codeSealed === null) throw new Error('a verification that is not final has lost its code');
    const code = secrets.ofVerification(verification.id, codeSealed);
    return newAttempt(verification, {
      index,
      plan: forDigits(prepared.plan, code.length),
      at: context.clock.now(),
      code: secrets.keep(attemptOfMethod(verification.id, index), code),
    });
  }

  /** Of their attempts that there are, by their ids. */
  private async viewsOf(
    db: Parameters<typeof findMessages>[0],
    all: readonly StoredVerification[],
  ): Promise<Map<string, AttemptView>> {
    const ids = all.flatMap(({ verification: { id, methods } }) =>
      methods.flatMap(({ triedAt }, index) => (triedAt === null ? [] : attemptOfMethod(id, index))),
    );
    const found = await findMessages(db, ids);
    const viewing = { at: this.options.context.clock.now(), canWithdraw: this.options.canWithdraw };
    return new Map([...found].map(([id, message]) => [id, viewOf(message, viewing)]));
  }

  /** Rule 3. */
  private takeBack(messageId: string): void {
    const { context, cancel } = this.options;
    cancel(messageId).catch((error) =>
      context.log.warn({ err: error }, 'an attempt of a verification is taken back later'),
    );
  }
}

function noOutcome(): Outcome {
  return { changes: [], fresh: [], callbacks: [], takeBack: [], begun: new Set() };
}

async function giveBack(prepared: ReadonlyMap<string, Prepared>, begun: ReadonlySet<string>): Promise<void> {
  for (const [name, each] of prepared) {
    // What cannot be given back is a method too few, not one too many.
    if ('undo' in each && !begun.has(name)) await Promise.resolve(each.undo()).catch(() => undefined);
  }
}
