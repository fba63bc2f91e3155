/**
 * What the door is asked: changes of messages, what one transaction gets of them, and what became of each. Types only.
 */
import type { Context } from '../../context.ts';
import type { Transaction } from '../../store/database.ts';
import type { MeetingArrival } from '../../store/messages/meetings.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Buckets, Lanes } from '../../store/sql/lanes.ts';
import type { Attempt, Event, Message } from '../message/message.ts';
import type { IdempotencyClaim, NewMessage } from './accept.ts';
import type { RecentMessages } from './recent-messages.ts';
import type { Placement, Work } from './work.ts';

/** The marks of this node whose COMMIT had no answer (unconfirmed-marks.ts), by message, attempt and number of the try. */
export interface Unconfirmed {
  has(messageId: string, mark: Pick<Attempt, 'n' | 'tries'>): boolean;
  /** The mark is made again on a message that was read without it: from now on it counts like any other. */
  confirm(messageId: string, mark: Pick<Attempt, 'n' | 'tries'>): void;
}

export interface ChangeOptions {
  readonly context: Context;
  readonly lanes: Lanes;
  /** This node, in its present start. */
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
  readonly unconfirmed: Unconfirmed;
  place(message: Message, attempt: Attempt, at: number): Placement;
  canWithdraw(carrier: string): boolean;
  /** Senders under which a block of the recipient stops this message. */
  sendersOf(message: Pick<Message, 'plan'>): readonly string[];
  /** The time zones in which a number may be. */
  zonesOf(number: string): readonly string[];
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
  readonly waitFor?: string | undefined;
  /** Only while the mark that it answers is unconfirmed: it takes that back. */
  readonly takesBack?: boolean;
}

export type Change = CreateChange | EventChange;

/** The changes of one transaction. All of their messages are of one lane. */
export interface ChangeBatch {
  readonly tx: Transaction;
  readonly changes: readonly Change[];
  readonly buckets: Buckets;
  readonly options: ChangeOptions;
  /** A COMMIT of the same changes may have gone through before. */
  readonly isAgain: boolean;
  readonly recent: RecentMessages;
  /** Gets each message that is in hand, also when the transaction fails afterwards: what was placed must be undone. */
  readonly works: Work[];
  /** Called when the last statement has been sent and none of them says whether the others may stand. */
  readonly commitBehind?: () => void;
}

/** What became of one change; `work` is null when the message does not exist. */
export interface ChangeResult {
  readonly applied: boolean;
  /** Somebody else has the idempotency key. */
  readonly claimedBefore: boolean;
  readonly work: Work | null;
}
