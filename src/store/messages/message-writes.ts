/**
 * How a message is written: what of it has changed since it was read, and the statements that write that.
 *
 * 1. An update names what it was made from: the version of the message's row, and when the attempt was last updated.
 *    When a row has changed since, it is not written, and the call throws `StaleCopy`.
 * 2. The message's own row is not written where only two things would change: it comes due later, or its lease is given
 *    back. Then the message comes due too early once, unless it is final by then, as most are.
 * 3. A message is held (holds.ts) while it is new and in its node's hands, and after that for as long as it is not due
 *    before its hold ends.
 */
import { KINDS } from '../../engine/message/kinds.ts';
import type { Attempt, Message } from '../../engine/message/message.ts';
import { insertCallbacks, type NewCallback } from '../callbacks/callback-rows.ts';
import type { Transaction } from '../database.ts';
import type { Owner } from '../nodes/owner.ts';
import type { Buckets, Lanes } from '../sql/lanes.ts';
import { insertVerifications, type NewVerification, tellVerifications } from '../verifications/verifications.ts';
import { forgetCodes, insertCodes, type NewCode } from './calls.ts';
import { hasRow } from './first-attempt.ts';
import { insertHistory, type MessageHistory } from './message-history.ts';
import type { AttemptOf, MovedAttempt, StoredMessage } from './message-rows.ts';
import { beginAttempts, insertAttempts, insertMessages, updateAttempts, updateMessages } from './messages.ts';

/** One message, as it was read and as it is to be. */
export interface MessageWrite {
  /** Null: it is new. */
  readonly stored: StoredMessage | null;
  readonly message: Message;
  readonly queue: string | null;
  readonly owner: Owner | null;
  /** Those that it owes since it was read. */
  readonly callbacks: readonly NewCallback[];
  /** What of its history has to be written down; null: nothing. */
  readonly history?: readonly MessageHistory[] | null;
  /** False: nothing of it is written. */
  readonly changed: boolean;
  /** The message's own row is written even if only times in it have changed. */
  readonly mustWriteRow: boolean;
  /** Of a new message with a code: what is kept of that. */
  readonly code?: NewCode;
  /** Of the first attempt of a verification: that. */
  readonly verification?: NewVerification;
  /** The verification of which it is an attempt, when something has changed that this has to see. */
  readonly tells?: ToldVerification | null;
}

export interface ToldVerification {
  readonly id: string;
  /** From then on it is due. */
  readonly at: number;
}

/** Something in memory was behind what is stored (rule 1): the transaction is rolled back, and runs again on what is read. */
export class StaleCopy extends Error {
  override readonly name = 'StaleCopy';
}

/** The statements that write what has changed, sent without waiting in between. All messages are of one lane. */
export function writeMessages(
  tx: Transaction,
  writes: readonly MessageWrite[],
  buckets: Buckets,
  lanes: Lanes,
): Array<Promise<void>> {
  const changed = writes.filter((write) => write.changed);
  const created = changed.filter((write) => write.stored === null);
  const updated = changed.filter((write) => write.stored !== null && movesRow(write));
  const fresh: AttemptOf[] = [];
  const begun: MovedAttempt[] = [];
  const moved: MovedAttempt[] = [];
  const ended: string[] = [];
  for (const { message, stored } of changed) {
    if (KINDS[message.kind].holdsCode && message.finalAt !== null) ended.push(message.id);
    for (const attempt of message.attempts) {
      const before = stored?.message.attempts[attempt.n - 1];
      if (!before || !stored) {
        if (hasRow(attempt, message)) fresh.push({ messageId: message.id, attempt });
      } else if (!isSame(before, attempt)) {
        const those = hasRow(before, stored.message) ? moved : begun;
        those.push({ messageId: message.id, attempt: updatedLater(attempt, before), before });
      }
    }
  }
  const callbacks = changed.flatMap((write) => write.callbacks);
  const statements: Array<Promise<void>> = [];
  if (created.length > 0) statements.push(insertMessages(tx, created.map(storedAfter)));
  if (updated.length > 0) statements.push(updateMessages(tx, updated.map(storedAfter), buckets).then(all(updated)));
  if (fresh.length > 0) statements.push(insertAttempts(tx, fresh));
  if (begun.length > 0) statements.push(beginAttempts(tx, begun).then(all(begun)));
  if (moved.length > 0) statements.push(updateAttempts(tx, moved, buckets).then(all(moved)));
  if (callbacks.length > 0) statements.push(insertCallbacks(tx, callbacks, lanes));
  const history = changed.flatMap((write) => write.history ?? NONE);
  if (history.length > 0) statements.push(insertHistory(tx, history));
  const codes = created.flatMap(({ code }) => code ?? NONE);
  if (codes.length > 0) statements.push(insertCodes(tx, codes));
  if (ended.length > 0) statements.push(forgetCodes(tx, ended, buckets));
  statements.push(...writeVerifications(tx, changed, buckets));
  return statements;
}

const NONE: readonly never[] = [];

function writeVerifications(tx: Transaction, changed: readonly MessageWrite[], buckets: Buckets): Array<Promise<void>> {
  const begun = changed.flatMap(({ stored, verification }) => (stored === null && verification ? verification : NONE));
  const told = changed.flatMap(({ tells }) => tells ?? NONE);
  const [first] = told;
  return [
    ...(begun.length > 0 ? [insertVerifications(tx, begun)] : []),
    // Behind them: what has just begun may be told already, that its first attempt is blocked.
    ...(first ? [tellVerifications(tx, [...new Set(told.map(({ id }) => id))], first.at, buckets)] : []),
  ];
}

/** What is stored when the transaction has committed. */
export function storedAfter(write: MessageWrite): StoredMessage {
  const { message, queue, owner, stored } = write;
  const isMoved = !stored || (write.changed && movesRow(write));
  const version = (stored?.version ?? -1) + (isMoved ? 1 : 0);
  return { message, queue, owner, version, heldUntil: heldAfter(write) };
}

/** Until when it is held then. */
export function heldAfter(write: MessageWrite): number | null {
  const { stored } = write;
  return stored && !(write.changed && movesRow(write)) ? stored.heldUntil : heldUntil(write);
}

/** Rule 2. */
function movesRow({ stored, message, queue, owner, mustWriteRow }: MessageWrite): boolean {
  if (stored === null || mustWriteRow) return true;
  const before = stored.message;
  const isEarly =
    before.dueAt !== null &&
    message.dueAt !== null &&
    (before.dueAt === message.dueAt || (before.dueAt < message.dueAt && isSeenInTime(stored, message.dueAt)));
  const keepsLease = owner === null || (owner.node === stored.owner?.node && owner.epoch === stored.owner.epoch);
  return !(
    isEarly &&
    keepsLease &&
    queue === stored.queue &&
    message.step === before.step &&
    message.status === before.status &&
    message.lastChannel === before.lastChannel &&
    message.possibleDoubles === before.possibleDoubles &&
    message.callbackSeq === before.callbackSeq &&
    message.finalAt === before.finalAt
  );
}

/** Rule 1: no two states of an attempt have the same instant, however fast they follow and wherever wall time jumps. */
function updatedLater(attempt: Attempt, before: Attempt): Attempt {
  if (attempt.updatedAt <= before.updatedAt) attempt.updatedAt = before.updatedAt + 1;
  return attempt;
}

type Fixed = 'n' | 'id' | 'channel' | 'sender';

/** All that moves in an attempt but its lists. */
const MOVING = Object.keys({
  carrier: true,
  state: true,
  code: true,
  tries: true,
  temporaryFailures: true,
  handedOverAt: true,
  deadlineAt: true,
  retryAt: true,
  reason: true,
  updatedAt: true,
} satisfies Record<Exclude<keyof Attempt, Fixed | 'carriersTried' | 'parts'>, true>) as ReadonlyArray<keyof Attempt>;

function isSame(one: Attempt, other: Attempt): boolean {
  if (MOVING.some((field) => one[field] !== other[field])) return false;
  return (
    one.carriersTried.join() === other.carriersTried.join() && JSON.stringify(one.parts) === JSON.stringify(other.parts)
  );
}

/** A hold ends up to so much later than it says: a batch has one time, in whole seconds, and is looked at once a second. */
const HELD_LONGER_MS = 3_000;

/** Rule 3. */
function heldUntil({ stored, message: { dueAt }, owner, queue }: MessageWrite): number | null {
  if (dueAt === null) return null;
  if (stored === null) return owner !== null && queue === null ? dueAt : null;
  return isSeenInTime(stored, dueAt) ? stored.heldUntil : null;
}

/** Held or not, it is looked at before `dueAt`: too early once, like everything that was put off. */
function isSeenInTime({ heldUntil: until }: StoredMessage, dueAt: number): boolean {
  return until === null || dueAt >= until + HELD_LONGER_MS;
}

function all(written: { readonly length: number }): (count: number) => void {
  return (count) => {
    if (count !== written.length) throw new StaleCopy(`${written.length - count} rows are not as they were`);
  };
}
