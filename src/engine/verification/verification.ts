/**
 * A verification: one code for one number, told by up to three methods one after the other, until it comes back. Pure: a
 * verification, what its attempts have come to and a moment in, the verification afterwards and what is to do out. Who
 * carries that out: verification-life.ts.
 *
 * Rules, checked over random orders of events in verification.test.ts:
 *  1. Methods begin in their order, each once, and one that cannot be used is SKIPPED from the beginning.
 *  2. A method begins only when every attempt before it is at rest: nothing of it leaves or rings any more.
 *  3. The next method begins at once when one has failed, otherwise when its fallback time is over. What is not at rest by
 *     then is taken back first.
 *  4. The last method that there is has all the time that is left: nothing is taken back for nobody.
 *  5. At `endsAt` it is over, whether or not anybody has looked: nothing begins, no code is right any more.
 *  6. The first right code verifies, whichever method brought it. The third wrong one ends it as FAILED.
 *  7. It fails before its end when no method is left and none of its attempts can still arrive. Where nothing was tried at
 *     all, it is REJECTED.
 *  8. A final state stays, with the states of its methods. What is not at rest then is taken back.
 *  9. One event owes at most one callback, and none when neither its state nor that of a method has changed.
 * 10. What is not final, or has an attempt that is not at rest, has a `dueAt`; everything else has none.
 * 11. A method that has to be admitted begins only after that; one that is refused is REJECTED, and the next is asked for.
 * 12. One that is to begin later tries nothing before; its time counts from when it is to begin.
 */
import type {
  MethodState,
  Verification,
  VerificationMethod,
  VerificationState,
} from '../../store/verifications/verification.ts';
import { VERIFICATION_CODE } from './verification-codes.ts';

export const MOST_METHODS = 3;
export const LASTS_MS = 300_000;
export const LEAST_FALLBACK_MS = 30_000;
const MOST_WRONG_TRIES = 3;
/** How long what is taken back may take until somebody looks again; an attempt that ends tells it before. */
export const LOOK_AGAIN_MS = 1_000;

/** What has become of the attempt of a method. */
export interface AttemptView {
  /** Shown as the method's `err_code`; null while nothing is known. */
  readonly code: number | null;
  /** Nothing more is tried. */
  readonly isFinal: boolean;
  /** It reached the recipient: delivered, read, or listened to. */
  readonly isDelivered: boolean;
  /** Rule 2: what a carrier has of it and cannot give back may still arrive. */
  readonly isAtRest: boolean;
  /** It arrived, or nobody can say that it will not. */
  readonly mayArrive: boolean;
  /** A block of the recipient has stopped it before anything left. */
  readonly isBlocked: boolean;
}

/** Whether a method may begin: it was asked for and may, or may not with that code; undefined: nobody has asked. */
export type Admitted = 'yes' | { readonly code: number } | undefined;

export interface Look {
  readonly at: number;
  /** By method; null where it was not tried, or nothing is known of it any more. */
  readonly attempts: ReadonlyArray<AttemptView | null>;
  /** Rule 11. */
  readonly admitted: (index: number) => Admitted;
}

export interface Advanced {
  readonly verification: Verification;
  /** Rule 9: a callback is owed. */
  readonly isVisible: boolean;
}

export interface Looked extends Advanced {
  /** This method's attempt is made, in the transaction that writes the verification. */
  readonly start: number | null;
  /** This method would begin: it has to be admitted first. */
  readonly asks: number | null;
  /** The attempts of these methods are taken back. */
  readonly takeBack: readonly number[];
}

/** What a verification is from the beginning. */
export type FreshVerification = Pick<
  Verification,
  | 'id'
  | 'accountId'
  | 'recipient'
  | 'externalId'
  | 'callback'
  | 'voiceLanguage'
  | 'language'
  | 'template'
  | 'optOutApplies'
> & {
  /** `skipped`: the code of why it cannot be used. */
  readonly methods: ReadonlyArray<Pick<VerificationMethod, 'method' | 'fallbackMs'> & { readonly skipped?: number }>;
  /** When it is to begin; absent or past: at once. */
  readonly sendAt?: number;
};

/** `start`: of the first method; null when there is none. `isLater`: it begins when the verification is due. */
export type Begun = Pick<Looked, 'verification' | 'start'> & { readonly isLater: boolean };

/** Its first usable method begins, now or in its time. */
export function beginVerification(fresh: FreshVerification, at: number): Begun {
  const methods = fresh.methods.map(({ method, fallbackMs, skipped }): VerificationMethod => {
    if (skipped === undefined)
      return { method, fallbackMs, state: 'CREATED', code: null, triedAt: null, updatedAt: null };
    return { method, fallbackMs, state: 'SKIPPED', code: skipped, triedAt: null, updatedAt: at };
  });
  const beginsAt = Math.max(at, fresh.sendAt ?? at);
  const begun = draftOf({
    ...fresh,
    methods,
    createdAt: at,
    sendAt: fresh.sendAt ?? null,
    endsAt: beginsAt + LASTS_MS,
    state: 'ONGOING',
    wrongTries: 0,
    callbackSeq: 0,
    updatedAt: at,
    finalAt: null,
    dueAt: beginsAt,
  });
  const start = nextOf(begun);
  if (start === null) {
    end(begun, 'REJECTED', at);
    begun.dueAt = null;
  } else if (beginsAt === at) startMethod(begun, start, at);
  return { verification: begun, start, isLater: beginsAt > at };
}

/** Looks at what its attempts have come to, and at the time. */
export function look(before: Verification, { at, attempts, admitted }: Look): Looked {
  const draft = draftOf(before);
  if (draft.finalAt === null && at >= draft.endsAt) endInTime(draft, attempts);
  const todo = draft.finalAt === null ? goOn(draft, { at, attempts, admitted }) : takeBackAll(draft, attempts, at);
  return { ...advanced(before, draft, at), ...todo };
}

export type Answered = Advanced & { readonly answer: 'right' | 'wrong' | 'wrong_for_good' };

/** A code was handed in. Rules 5 and 6. */
export function answerCode(before: Verification, isRight: boolean, at: number): Answered {
  const draft = draftOf(before);
  if (draft.finalAt !== null) return { verification: before, isVisible: false, answer: 'wrong_for_good' };
  // Its attempts are looked at by whoever takes back what is left of them.
  draft.dueAt = at;
  if (at >= draft.endsAt) {
    end(draft, 'FAILED', at, VERIFICATION_CODE.timePassed);
    return { ...advanced(before, draft, at), answer: 'wrong_for_good' };
  }
  if (isRight) {
    end(draft, 'VERIFIED', at, VERIFICATION_CODE.verified);
    return { ...advanced(before, draft, at), answer: 'right' };
  }
  draft.wrongTries += 1;
  if (draft.wrongTries < MOST_WRONG_TRIES) {
    draft.dueAt = before.dueAt;
    return { ...advanced(before, draft, at), answer: 'wrong' };
  }
  end(draft, 'FAILED', at, VERIFICATION_CODE.invalidCode);
  return { ...advanced(before, draft, at), answer: 'wrong_for_good' };
}

/** Its caller wants it no more; one that is over stays as it is. */
export function cancelVerification(before: Verification, at: number): Advanced {
  if (before.finalAt !== null) return { verification: before, isVisible: false };
  const draft = draftOf(before);
  if (at >= draft.endsAt) end(draft, 'FAILED', at, VERIFICATION_CODE.timePassed);
  else end(draft, 'CANCELED', at, VERIFICATION_CODE.canceled);
  draft.dueAt = at;
  return advanced(before, draft, at);
}

/** What it is while it is worked on. */
type Draft = { -readonly [Field in Exclude<keyof Verification, 'methods'>]: Verification[Field] } & {
  readonly methods: DraftMethod[];
};
type DraftMethod = { -readonly [Field in keyof VerificationMethod]: VerificationMethod[Field] };

function draftOf(verification: Verification): Draft {
  return { ...verification, methods: verification.methods.map((method) => ({ ...method })) };
}

type Todo = Pick<Looked, 'start' | 'asks' | 'takeBack'>;

const NOTHING: Todo = { start: null, asks: null, takeBack: [] };

function goOn(draft: Draft, { at, attempts, admitted }: Look): Todo {
  for (;;) {
    noteAttempts(draft, attempts, at);
    const running = draft.methods.find(({ state }) => state === 'ONGOING');
    const next = nextOf(draft);
    if (next === null) {
      if (!running && !attempts.some((attempt) => attempt?.mayArrive)) endUntold(draft, at);
      else draft.dueAt = draft.endsAt;
      return draft.finalAt === null ? NOTHING : takeBackAll(draft, attempts, at);
    }
    const fallbackAt = running ? (running.triedAt ?? 0) + running.fallbackMs : at;
    if (at < fallbackAt) {
      draft.dueAt = Math.min(fallbackAt, draft.endsAt);
      return NOTHING;
    }
    const restless = restlessOf(draft, attempts);
    if (restless.length > 0) {
      draft.dueAt = at + LOOK_AGAIN_MS;
      return { ...NOTHING, takeBack: restless };
    }
    const verdict = admitted(next);
    if (verdict === undefined) {
      draft.dueAt = at;
      return { ...NOTHING, asks: next };
    }
    if (verdict !== 'yes') setMethod(draft.methods[next], 'REJECTED', verdict.code, at);
    else {
      timeIsOver(draft, attempts, at);
      startMethod(draft, next, at);
      return { ...NOTHING, start: next };
    }
  }
}

/** What is known of attempts that are under way or were: a text that comes late is shown as delivered. */
function noteAttempts(draft: Draft, attempts: Look['attempts'], at: number): void {
  for (const [index, method] of draft.methods.entries()) {
    if (method.triedAt === null || (method.state !== 'ONGOING' && method.state !== 'FAILED')) continue;
    const attempt = attempts[index];
    if (attempt?.isDelivered && attempt.code !== null) setCode(method, attempt.code, at);
    else if (method.state === 'ONGOING' && (!attempt || attempt.isFinal)) {
      const isBlocked = attempt?.isBlocked === true;
      setMethod(method, isBlocked ? 'REJECTED' : 'FAILED', failureOf(attempt), at);
    }
  }
}

/** While a verification goes on, what was taken back is a method whose time was over. */
function failureOf(attempt: AttemptView | null | undefined): number {
  const code = attempt?.code ?? VERIFICATION_CODE.unknown;
  return code === VERIFICATION_CODE.canceled ? VERIFICATION_CODE.timePassed : code;
}

function setCode(method: DraftMethod, code: number, at: number): void {
  if (method.code === code) return;
  method.code = code;
  method.updatedAt = at;
}

/** Of the method that is under way, if one is: a code that was delivered and never came back is shown as delivered. */
function timeIsOver(draft: Draft, attempts: Look['attempts'], at: number): void {
  const index = draft.methods.findIndex(({ state }) => state === 'ONGOING');
  const attempt = attempts[index];
  const delivered = attempt?.isDelivered ? attempt.code : null;
  if (index >= 0) setMethod(draft.methods[index], 'FAILED', delivered ?? VERIFICATION_CODE.timePassed, at);
}

function nextOf({ methods }: Draft): number | null {
  const next = methods.findIndex(({ state }) => state === 'CREATED');
  return next < 0 ? null : next;
}

/** Rule 2. */
function restlessOf({ methods }: Draft, attempts: Look['attempts']): number[] {
  return methods.flatMap(({ triedAt }, index) => {
    const attempt = attempts[index];
    return triedAt !== null && attempt && !attempt.isAtRest ? [index] : [];
  });
}

/** Rules 8 and 10. */
function takeBackAll(draft: Draft, attempts: Look['attempts'], at: number): Todo {
  const takeBack = restlessOf(draft, attempts);
  draft.dueAt = takeBack.length > 0 ? at + LOOK_AGAIN_MS : null;
  return { ...NOTHING, takeBack };
}

function startMethod(draft: Draft, index: number, at: number): void {
  const method = draft.methods[index];
  if (!method) return;
  setMethod(method, 'ONGOING', VERIFICATION_CODE.inProgress, at);
  method.triedAt = at;
  const fallbackAt = nextOf(draft) === null ? draft.endsAt : at + method.fallbackMs;
  draft.dueAt = Math.min(fallbackAt, draft.endsAt);
}

function setMethod(method: DraftMethod | undefined, state: MethodState, code: number, at: number): void {
  if (!method) return;
  method.state = state;
  method.code = code;
  method.updatedAt = at;
}

/** Rule 7. */
function endUntold(draft: Draft, at: number): void {
  const wasTried = draft.methods.some(({ triedAt, state }) => triedAt !== null && state !== 'REJECTED');
  end(draft, wasTried ? 'FAILED' : 'REJECTED', at);
}

/** Rule 5: what was delivered by then is shown as that. */
function endInTime(draft: Draft, attempts: Look['attempts']): void {
  noteAttempts(draft, attempts, draft.endsAt);
  timeIsOver(draft, attempts, draft.endsAt);
  end(draft, 'FAILED', draft.endsAt);
}

/** `code`: of the method that it ends with, the one under way or the one that was tried last. */
function end(draft: Draft, state: VerificationState, at: number, code?: number): void {
  draft.state = state;
  draft.finalAt = at;
  if (code === undefined) return;
  const running = draft.methods.find((method) => method.state === 'ONGOING');
  const tried = draft.methods.findLast(({ triedAt }) => triedAt !== null);
  if (running) setMethod(running, state, code, at);
  else if (state === 'VERIFIED') setMethod(tried, state, code, at);
}

function advanced(before: Verification, draft: Draft, at: number): Advanced {
  const isVisible =
    before.state !== draft.state || draft.methods.some(({ state }, index) => state !== before.methods[index]?.state);
  if (isVisible) draft.updatedAt = at;
  return { verification: draft, isVisible };
}
