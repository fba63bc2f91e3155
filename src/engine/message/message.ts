/**
 * A message: its states, the events that it knows, and the rules that hold for it whatever happens in whatever order.
 * `advance` (advance.ts) is pure: a message, an event and a moment in, the message afterwards out. The door writes what it
 * decides, and others carry it out after that.
 *
 * Rules, checked over random orders of events in advance.test.ts:
 *  1. The overall status is 3001 until it is final. A final status changes for the better alone: from a failure to 3000,
 *     and to 3005 when a channel is read.
 *  2. At most one attempt is under way; the next channel begins when the attempt before it is done.
 *  3. Bytes leave only in `sending`, and each try enters `sending` once.
 *  4. Once the overall status is 3000 or 3005 nothing more is sent.
 *  5. The deadline of an attempt is set at its first hand-over and never moves.
 *  6. A channel that is delivered (3000) or read (3005) stays so.
 *  7. A part that a carrier accepted is not sent again; of a text in parts only the unsent and the unknown ones are.
 *  8. `MKT` whose fate is unknown is not sent again on its channel, a call never, RCS again under the same id.
 *  9. Each choice that may deliver twice adds one to `possibleDoubles`.
 * 10. One event, at most one callback; an event that changes no visible status owes none.
 * 11. What is not final has a `dueAt`; what is final has none.
 * 12. After a cancel nothing is handed over any more and no channel begins. What has not left ends with 3007.
 * 13. A channel that the plan says to skip is done from the beginning: it is never handed over, and no report changes it.
 * 14. Nothing is handed over before the message's `sendAt`, and no channel begins while the recipient is to have quiet.
 * 15. While its batch holds it back a message is ready and not handed over; it is looked at again now and then.
 */
import type { Channel, Content, MessageType, Outcome, ReportState, Withdrawal } from '../../carriers/carrier.ts';
import { CODE } from './codes.ts';

/**
 * What kinds.ts tells apart. `relay`: in masked sessions, what is said back there included. `reply`: what is said back to
 * STOP, START and HELP. `call`: speaks a code. `text`: of /v1/messaging. `code_text`: of /v1/verify/sms. `verification`: a
 * text of a verification that may take several ways; its calls are of kind `call`.
 */
export type MessageKind = 'omnichannel' | 'relay' | 'reply' | 'call' | 'text' | 'code_text' | 'verification';

/** One channel of a message, in the order in which they are tried. */
export interface ChannelPlan {
  readonly channel: Channel;
  /** From the first hand-over on this channel to the moment when the next one is tried. */
  readonly fallbackAfterMs: number;
  readonly sender: string | null;
  readonly content: Content;
  /** The recipient is known not to be reached by it (engine/capability): it ends at once, and the next one begins. */
  readonly skip?: 'not_supported';
  /** On the first channel of a message that waits for a time: nothing of it is handed over before (epoch milliseconds). */
  readonly sendAt?: number;
  /** On the first channel of a message of a batch: which one. */
  readonly batch?: string;
  /** On the first channel of a message that is traced: its `traceparent` (lib/traces.ts). */
  readonly trace?: string;
  /** On the one channel of an attempt of a verification: which one is told when it changes, in place of a caller. */
  readonly verification?: string;
  /** On the one channel of a text that met a masked session: which one. */
  readonly session?: string;
}

export type PartState = 'unsent' | 'sending' | 'accepted' | 'unknown' | 'refused' | 'delivered' | 'failed';

export interface Part {
  state: PartState;
  /** The carrier's id for this part, as it wrote it. */
  remoteId: string | null;
  /** Of a refused part: whether the channel does not reach the recipient. The carrier's words are the attempt's reason. */
  notReachable?: boolean;
  /** A try of it was never answered, so the carrier may have it; gone as soon as more is known. */
  inDoubt?: true;
  /** Its message was cancelled when something might have left: the mark of that, on each part of the attempt. */
  cancelled?: true;
  /** A withdrawal of its cancelled message was never answered: it may have been carried out. */
  maybeWithdrawn?: true;
}

/**
 * ready: safe to send. sending: marked durably, bytes may have left. submitted: the carrier answered for every part.
 * withdrawing: the deadline has passed, or the message is cancelled, and the carrier is asked to take it back. awaiting: it
 * could not be taken back, a receipt is awaited. done: nothing more is tried on this channel.
 */
export type AttemptState = 'ready' | 'sending' | 'submitted' | 'withdrawing' | 'awaiting' | 'done';

export interface Attempt {
  n: number;
  /** `attemptIdOf(message, n)`; its `reference_id`, and the `messageId` of an RBM send. */
  id: string;
  channel: Channel;
  sender: string | null;
  carrier: string | null;
  /** Carriers that failed too often on this attempt; the next one of the route is taken. */
  carriersTried: readonly string[];
  state: AttemptState;
  code: number;
  /** Counts hand-overs; an answer names the try that it answers. */
  tries: number;
  temporaryFailures: number;
  parts: Part[];
  handedOverAt: number | null;
  deadlineAt: number | null;
  /** Not to be tried again before this instant. */
  retryAt: number | null;
  reason: string | null;
  updatedAt: number;
}

export interface CallbackTarget {
  readonly url: string;
  readonly method: 'POST' | 'GET';
}

export interface Message {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  /** Digits with country code. */
  readonly recipient: string;
  readonly messageType: MessageType;
  readonly externalId: string | null;
  readonly callback: CallbackTarget | null;
  readonly plan: readonly ChannelPlan[];
  /** Whether a block of the recipient stops it: marketing always, the rest when the account says so. */
  readonly optOutApplies: boolean;
  readonly createdAt: number;

  /** Index into `plan` of the channel that is being tried. */
  step: number;
  /** The overall status code: 3001 until it is final. */
  status: number;
  lastChannel: Channel;
  /** Times that a policy accepted the chance of delivering twice. */
  possibleDoubles: number;
  /** The number of the newest callback owed. */
  callbackSeq: number;
  updatedAt: number;
  finalAt: number | null;
  /** When this message next needs attention by time; null when it never does again. */
  dueAt: number | null;
  attempts: Attempt[];
}

/** What a carrier answered for one part. */
export interface PartAnswer {
  readonly part: number;
  readonly outcome: Outcome;
}

export type Event =
  /** The durable `sending` mark: from here on bytes may leave. `partCount` is how the carrier splits the content. */
  | {
      readonly type: 'handed_over';
      readonly n: number;
      readonly tryNumber: number;
      readonly carrier: string;
      readonly partCount: number;
      /** When the try counts as lost if no answer was recorded. */
      readonly answerBy: number;
    }
  | {
      readonly type: 'answered';
      readonly n: number;
      readonly tryNumber: number;
      readonly answers: readonly PartAnswer[];
    }
  /** Every carrier of the route is down; the attempt waits for one to come up. */
  | { readonly type: 'unreachable'; readonly n: number; readonly reason: string }
  /** It waits for room at a carrier, at most until `until`. */
  | { readonly type: 'waiting'; readonly n: number; readonly until: number }
  /** No carrier is left to ask: none configured for this recipient (`none`), or all of them failed (`exhausted`). */
  | { readonly type: 'no_route'; readonly n: number; readonly why: 'none' | 'exhausted' }
  | {
      readonly type: 'report';
      readonly n: number;
      readonly part: number;
      readonly state: ReportState;
      readonly reason: string | null;
    }
  | { readonly type: 'withdrawal'; readonly n: number; readonly result: Withdrawal }
  /** It is not wanted any more. */
  | { readonly type: 'cancel' }
  /** Its batch holds it back no longer. */
  | { readonly type: 'let_go' }
  /** `dueAt` has come. */
  | { readonly type: 'due' };

export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** A block of the recipient stands, as far as it applies to this message. */
  readonly optedOut: boolean;
  /** Its account was suspended after it was taken. */
  readonly isSuspended?: boolean;
  /** The recipient is to have quiet until then; absent or null: it may be sent now. */
  readonly quietUntil?: number | null;
  /** Its batch lets nothing leave now. */
  readonly isHeldBack?: boolean;
  /** Whether the carrier can take something back. */
  readonly canWithdraw: (carrier: string) => boolean;
}

export interface Advanced {
  readonly message: Message;
  /** False when the event found nothing to change: a repeat, a stale answer, a lost race. */
  readonly applied: boolean;
  /** A status that the caller can see has changed: a callback is owed. */
  readonly visible: boolean;
}

/** The attempt that is under way, if one is. */
export function currentAttempt(message: Message): Attempt | undefined {
  if (message.finalAt !== null) return undefined;
  const attempt = message.attempts.at(-1);
  return attempt && attempt.state !== 'done' ? attempt : undefined;
}

/** The attempt that may be sent now, if one may. */
export function readyAttempt(message: Message, at: number): Attempt | undefined {
  const attempt = currentAttempt(message);
  if (attempt?.state !== 'ready') return undefined;
  if (attempt.retryAt !== null && attempt.retryAt > at) return undefined;
  if (attempt.deadlineAt !== null && attempt.deadlineAt <= at) return undefined;
  return attempt;
}

/** Of one that was not over when it was cancelled. */
export function isCancelled({ attempts }: Pick<Message, 'attempts'>): boolean {
  return attempts.at(-1)?.parts.some(({ cancelled }) => cancelled === true) === true;
}

/** Attempts that a caller sees. One that was overtaken before it was ever sent is not shown. */
export function shownAttempts(message: Message): Attempt[] {
  return message.attempts.filter((attempt) => !isOvertaken(attempt));
}

/** The plan of a message that is to be sent then; undefined: at once. */
export function planAt(plan: readonly ChannelPlan[], sendAt: number | undefined): readonly ChannelPlan[] {
  return sendAt === undefined ? plan : plan.map((each, index) => (index === 0 ? { ...each, sendAt } : each));
}

/** When its caller wants it sent; null: at once. */
export function sendAtOf({ plan }: Pick<Message, 'plan'>): number | null {
  return plan[0]?.sendAt ?? null;
}

/** The same as every status of it shows it. */
export function shownSendAt(message: Pick<Message, 'plan'>): { readonly send_at?: string } {
  const sendAt = sendAtOf(message);
  return sendAt === null ? {} : { send_at: new Date(sendAt).toISOString() };
}

/** From when its times count that do not count from its hand-over. */
export function countsFrom(message: Pick<Message, 'plan' | 'createdAt'>): number {
  return Math.max(message.createdAt, sendAtOf(message) ?? 0);
}

export function planOf(message: Message, attempt: Attempt): ChannelPlan {
  const plan = message.plan[attempt.n - 1];
  if (!plan) throw new RangeError(`attempt ${attempt.n} has no channel in the plan`);
  return plan;
}

function isOvertaken(attempt: Attempt): boolean {
  return attempt.state === 'done' && attempt.tries === 0 && attempt.code === CODE.inProgress;
}

/** One that may be changed: nothing in it is shared but what never changes. */
export function copyOf(message: Message): Message {
  return {
    ...message,
    attempts: message.attempts.map((attempt) => ({
      ...attempt,
      parts: attempt.parts.map((part) => ({ ...part })),
    })),
  };
}
