/**
 * What is stored of a verification: one row for the whole process, with what became of each of its methods. What a
 * verification does: engine/verification/verification.ts. Types only.
 */

/** Of the process, and of each method; a process is never `SKIPPED`. */
export type VerificationState = 'CREATED' | 'ONGOING' | 'REJECTED' | 'FAILED' | 'VERIFIED' | 'CANCELED';
export type MethodState = VerificationState | 'SKIPPED';

/** One method of a verification, in the order in which they are tried. Its attempt is a message (`attemptOf`). */
export interface VerificationMethod {
  /** As the caller named it: a channel, or a method that there is not here. */
  readonly method: string;
  /** From its beginning to that of the next one. */
  readonly fallbackMs: number;
  readonly state: MethodState;
  /** `err_code`; null until it was tried. */
  readonly code: number | null;
  /** When it began; null until it did. */
  readonly triedAt: number | null;
  readonly updatedAt: number | null;
}

export interface VerificationCallback {
  readonly url: string;
  readonly method: 'POST' | 'GET';
}

export interface Verification {
  readonly id: string;
  readonly accountId: string;
  /** Digits with country code. */
  readonly recipient: string;
  readonly externalId: string | null;
  readonly callback: VerificationCallback | null;
  /** As the caller gave it, and as speech resolved it (`en-US`). */
  readonly voiceLanguage: string | null;
  readonly language: string;
  /** The account's templates of this name say the code; null: the default text. */
  readonly template: string | null;
  /** A block of the recipient stops its attempts. */
  readonly optOutApplies: boolean;
  readonly createdAt: number;
  /** When its caller wants its first method to begin; null: it began at once. */
  readonly sendAt: number | null;
  /** Whatever is left to do, it ends then. */
  readonly endsAt: number;

  readonly state: VerificationState;
  readonly methods: readonly VerificationMethod[];
  readonly wrongTries: number;
  /** The number of the newest callback owed. */
  readonly callbackSeq: number;
  readonly updatedAt: number;
  readonly finalAt: number | null;
  /** When it next needs attention; null when it never does again. */
  readonly dueAt: number | null;
}
