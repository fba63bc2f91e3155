/**
 * What the door is asked: changes of messages, and what became of each. Types only.
 */
import type { Context } from '../../context.ts';
import type { MeetingArrival } from '../../store/messages/meetings.ts';
import type { Owner } from '../../store/messages/message-rows.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Attempt, Event, Message } from '../message/message.ts';
import type { IdempotencyClaim, NewMessage } from './accept.ts';
import type { Placement, Work } from './work.ts';

/** By message, attempt and number of the try (unconfirmed-marks.ts). */
export interface MarksInDoubt {
  has(messageId: string, mark: Pick<Attempt, 'n' | 'tries'>): boolean;
  /** Made again, and known to stand: no longer in doubt. */
  made(messageId: string, mark: Pick<Attempt, 'n' | 'tries'>): void;
}

export interface Surroundings {
  readonly context: Context;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
  /** What this node has marked in vain, perhaps. */
  readonly doubts: MarksInDoubt;
  place(message: Message, attempt: Attempt, at: number): Placement;
  canWithdraw(carrier: string): boolean;
  /** Senders under which a block of the recipient stops this message. */
  sendersOf(message: Pick<Message, 'plan'>): readonly string[];
  callbackBody(message: Message): string;
  aliasOf(number: string): string;
}

export interface CreateChange {
  readonly type: 'create';
  readonly fresh: NewMessage;
  readonly claim: IdempotencyClaim | undefined;
}

export interface EventChange {
  readonly type: 'event';
  readonly messageId: string;
  readonly event: Event;
  /** Only while this node still owns the message. */
  readonly fenced: boolean;
  /** Pieces of input that are dealt with by this change. */
  readonly inbox: readonly string[];
  /** Ids that a carrier has just given to parts of it. */
  readonly arrivals: readonly MeetingArrival[];
  /** The carrier for which it waits from now on, when this node lets go of it. */
  readonly waitFor?: string;
  /** Only while what it answers is in doubt. */
  readonly takesBack?: boolean;
}

export type Change = CreateChange | EventChange;

/** What became of one change; `work` is null when the message does not exist. */
export interface Outcome {
  readonly applied: boolean;
  readonly claimedBefore: boolean;
  readonly work: Work | null;
}
