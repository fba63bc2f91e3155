/**
 * Verifications as whoever asks for them sees them: begun, shown, answered and cancelled.
 *
 * 1. One is begun with its first attempt, in the transaction that records that. Where no method can be used at all, and
 *    where the first begins later, it is recorded by itself.
 * 2. Of tries that come together each sees the ones before: it locks the row. Codes are compared as keyed hashes, in
 *    constant time.
 * 3. Wrong codes count for the number as those of calls do: after 20 in an hour no code is right for it.
 * 4. What is left of its attempts is taken back by the next look (verification-life.ts), which is due from then on.
 */
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { tryAgain } from '../../store/connection/store-tries.ts';
import type { Transaction } from '../../store/database.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import {
  findVerification,
  insertVerifications,
  lockVerification,
  type NewVerification,
  type StoredVerification,
  updateVerifications,
} from '../../store/verifications/verifications.ts';
import { countCode } from '../data/wrong-codes.ts';
import type { IdempotencyClaim } from '../door/accept.ts';
import { hintOfVerification } from '../telemetry/hints.ts';
import { type AttemptPlan, attemptOfMethod, forDigits, newAttempt } from './attempts.ts';
import type { VerificationOptions } from './options.ts';
import { type Advanced, type Answered, answerCode, cancelVerification } from './verification.ts';
import { verificationCallback } from './verification-callback.ts';

export interface Beginning {
  readonly verification: Verification;
  readonly code: string;
  /** Its first method, and what that says; null: no method can be used, or it begins later. */
  readonly first: { readonly index: number; readonly plan: AttemptPlan } | null;
  readonly claim: IdempotencyClaim | undefined;
}

export interface VerificationsOptions extends VerificationOptions {
  readonly wake: () => void;
}

interface Change {
  readonly before: Verification;
  readonly verification: Verification;
  readonly callbacks: readonly NewCallback[];
}

export class Verifications {
  private readonly options: VerificationsOptions;

  constructor(options: VerificationsOptions) {
    this.options = options;
  }

  /** Resolves when it is durable. Rejects with StoreDown when that cannot be. */
  async begin({ verification, code, first, claim }: Beginning): Promise<'recorded' | 'claimed_before'> {
    const { secrets, accept } = this.options;
    const fresh: NewVerification = { verification, ...secrets.keepForVerification(verification.id, code) };
    if (first === null) return this.beginAlone(fresh, claim).finally(() => this.options.wake());
    const { index, plan } = first;
    const attempt = newAttempt(verification, {
      index,
      plan: forDigits(plan, code.length),
      at: verification.createdAt,
      code: secrets.keep(attemptOfMethod(verification.id, index), code),
    });
    const accepted = await accept({ ...attempt, verification: fresh }, claim);
    return accepted.kind;
  }

  /** Null: the account has none like this. */
  async find(accountId: string, id: string): Promise<Verification | null> {
    const stored = await findVerification(this.options.db, id);
    return stored?.verification.accountId === accountId ? stored.verification : null;
  }

  /** A code was handed in. Null: the account has no such verification. */
  async answer(accountId: string, id: string, given: string): Promise<Answered['answer'] | null> {
    let answer: Answered['answer'] | null = null;
    const change = await this.change(accountId, id, async (tx, stored, now) => {
      const isRight = await this.isRight(tx, stored, given, now);
      const answered = answerCode(stored.verification, isRight, now);
      ({ answer } = answered);
      return answered;
    });
    if (change === null || answer === null) return null;
    if (answer === 'right') await this.countCompleted(change.verification);
    return answer;
  }

  /** Null: the account has no such verification. One that is over is given back as it is. */
  async cancel(accountId: string, id: string): Promise<Verification | null> {
    const change = await this.change(accountId, id, async (_, { verification }, now) =>
      cancelVerification(verification, now),
    );
    return change?.verification ?? null;
  }

  private async beginAlone(
    fresh: NewVerification,
    claim: IdempotencyClaim | undefined,
  ): Promise<'recorded' | 'claimed_before'> {
    const { createdAt, id } = fresh.verification;
    let result: 'recorded' | 'claimed_before' = 'recorded';
    await this.options.createFrom(async (tx, isAgain) => {
      // The run before may have been committed, its answer lost.
      const isRecorded = isAgain && (await findVerification(tx, id)) !== null;
      const [hasWon] = claim && !isRecorded ? await claimIdempotencyKeys(tx, [claim], createdAt) : [true];
      result = hasWon === true ? 'recorded' : 'claimed_before';
      return { fresh: [], writes: hasWon && !isRecorded ? [insertVerifications(tx, [fresh])] : [] };
    });
    return result;
  }

  private async change(
    accountId: string,
    id: string,
    decide: (tx: Transaction, stored: StoredVerification, now: number) => Promise<Advanced>,
  ): Promise<Change | null> {
    const { context, db, lanes, makeRoomFor, offerCallbacks, wake } = this.options;
    const buckets = lanes.bucketsOf(lanes.laneOf(id));
    const once = () =>
      db.transaction(async (tx): Promise<Change | null> => {
        const stored = await lockVerification(tx, id);
        if (stored?.verification.accountId !== accountId) return null;
        const advanced = await decide(tx, stored, context.clock.now());
        const before = stored.verification;
        if (advanced.verification === before) return { before, verification: before, callbacks: [] };
        const { verification, callback } = verificationCallback(this.options, advanced);
        await updateVerifications(tx, [verification], buckets);
        const callbacks = callback ? [callback] : [];
        if (callback) await insertCallbacks(tx, callbacks, lanes);
        return { before, verification, callbacks };
      });
    const change = await tryAgain(once, makeRoomFor, context.clock.now());
    if (change) {
      this.options.metrics.recorded(change.before, change.verification);
      if (change.verification !== change.before) hintOfVerification(context.hints, change.verification);
      offerCallbacks(change.callbacks);
      wake();
    }
    return change;
  }

  /** Rules 2 and 3. */
  private async isRight(
    tx: Transaction,
    { verification, codeHash }: StoredVerification,
    given: string,
    now: number,
  ): Promise<boolean> {
    if (verification.finalAt !== null) return false;
    return countCode(tx, verification, this.options.secrets.isCode(verification.id, given, codeHash), now);
  }

  private async countCompleted({ id, methods }: Verification): Promise<void> {
    const index = methods.findIndex(({ state }) => state === 'VERIFIED');
    if (index < 0) return;
    const attempt = await findMessage(this.options.db, attemptOfMethod(id, index)).catch(() => null);
    if (attempt) this.options.completed(attempt);
  }
}
