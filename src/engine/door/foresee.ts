/**
 * What events come to on the messages that this node has in mind, worked out before anything is read.
 *
 * 1. A message that is in mind and that all its events fit is not read. Of one that an event does not fit, a repeat
 *    perhaps, the stored state decides.
 * 2. What the first event of such a message comes to is kept for the transaction that writes it. Later ones are worked
 *    out there: they stand on a message that may owe a callback by then.
 * 3. All of it as for a message that no block stops: opting out never makes an event fit or not.
 */
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { advance } from '../message/advance.ts';
import type { Advanced, Message, Moment } from '../message/message.ts';
import type { EventChange, Surroundings } from './change.ts';
import type { RecentMessages } from './recent-messages.ts';
import type { Work } from './work.ts';

/** Rules 2 and 3. */
export interface Foreseen {
  readonly before: Message;
  readonly advanced: Advanced;
}

export interface Foresight {
  /** Rule 1, by id. */
  readonly inMind: ReadonlyMap<string, StoredMessage>;
  readonly advances: ReadonlyMap<EventChange, Foreseen>;
}

/** `recent`: null when nothing in mind may be believed. */
export function foresee(
  events: readonly EventChange[],
  recent: RecentMessages | null,
  at: number,
  around: Surroundings,
): Foresight {
  const inMind = new Map<string, StoredMessage>();
  const advances = new Map<EventChange, Foreseen>();
  const after = new Map<string, Message | null>();
  const now = moment(at, false, around);
  for (const change of events) {
    const { messageId, event, fenced } = change;
    const stored = recent?.find(messageId);
    const before = after.has(messageId) ? after.get(messageId) : stored?.message;
    if (!stored || !before) continue;
    const advanced = fenced && !isOurs(stored, around) ? null : advance(before, event, now);
    after.set(messageId, advanced?.applied ? advanced.message : null);
    if (!advanced?.applied) inMind.delete(messageId);
    else {
      inMind.set(messageId, stored);
      if (before === stored.message) advances.set(change, { before, advanced });
    }
  }
  return { inMind, advances };
}

export function isOurs({ owner }: Pick<Work, 'owner'>, around: Surroundings): boolean {
  return owner?.node === around.owner.node && owner.epoch === around.owner.epoch;
}

export function moment(at: number, optedOut: boolean, around: Surroundings): Moment {
  return { at, optedOut, canWithdraw: (carrier) => around.canWithdraw(carrier) };
}
