/**
 * Advances the messages that this node remembers (recent-messages.ts), before the transaction reads anything.
 *
 * 1. A remembered message that all its events fit is not read. Where an event does not fit, a repeat perhaps, the stored
 *    message decides. Example: the node remembers `submitted`, a receipt says delivered: it fits, and nothing is read.
 *    The same receipt once more changes nothing: the message is locked and read, and what is stored decides.
 * 2. What the first event of such a message comes to is kept for the transaction (decide.ts), so that it is worked out
 *    once. Later events are worked out there: they stand on a message that may owe a callback by then.
 * 3. All of it as for a message that nothing keeps from leaving: that never makes an event fit or not.
 */
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { advance } from '../message/advance.ts';
import type { Advanced, Message, Moment } from '../message/message.ts';
import type { ChangeOptions, EventChange } from './change.ts';
import type { Hindrance } from './hindrances.ts';
import type { RecentMessages } from './recent-messages.ts';
import { isOwnedBy } from './work.ts';

/** Rule 1. */
export interface Remembered {
  readonly stored: StoredMessage;
  /** Its first event, and what that comes to (rules 2 and 3). */
  readonly first: EventChange;
  readonly advanced: Advanced;
}

interface Followed extends Remembered {
  /** After the events so far. */
  message: Message;
}

/** By id. `recent`: null when nothing that is remembered may be believed. */
export function advanceRecent(
  events: readonly EventChange[],
  recent: RecentMessages | null,
  at: number,
  options: ChangeOptions,
): ReadonlyMap<string, Remembered> {
  const followed = new Map<string, Followed>();
  if (!recent) return followed;
  const misfits = new Set<string>();
  const moment = momentAt(at, options);
  for (const change of events) {
    const { messageId, event, fenced } = change;
    const before = followed.get(messageId);
    const stored = before?.stored ?? recent.find(messageId);
    if (!stored || misfits.has(messageId)) continue;
    const isTheirs = fenced && !isOwnedBy(stored, options.owner);
    const advanced = isTheirs ? null : advance(before?.message ?? stored.message, event, moment);
    if (!advanced?.applied) {
      misfits.add(messageId);
      followed.delete(messageId);
    } else if (before) before.message = advanced.message;
    else followed.set(messageId, { stored, first: change, advanced, message: advanced.message });
  }
  return followed;
}

const NOTHING: Hindrance = { optedOut: false };

/** Field by field: all moments have one shape in memory. */
export function momentAt(at: number, options: ChangeOptions, hindrance = NOTHING): Moment {
  const { optedOut, isSuspended = false, quietUntil = null, isHeldBack = false } = hindrance;
  return { at, optedOut, isSuspended, quietUntil, isHeldBack, canWithdraw: (carrier) => options.canWithdraw(carrier) };
}
