/**
 * One message while a transaction of the door has it in hand, and the statements that write what became of it.
 */
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import type { Transaction } from '../../store/database.ts';
import { endCalls, insertCalls, type NewCall } from '../../store/messages/calls.ts';
import { hasRow } from '../../store/messages/first-attempt.ts';
import type { AttemptOf, MovedAttempt, Owner, StoredMessage } from '../../store/messages/message-rows.ts';
import {
  beginAttempts,
  insertAttempts,
  insertMessages,
  updateAttempts,
  updateMessages,
} from '../../store/messages/messages.ts';
import type { Buckets, Lanes } from '../../store/sql/lanes.ts';
import type { Attempt, Message } from '../message/message.ts';
import type { CallSecret } from './accept.ts';

/** Where a ready attempt goes now. */
export type Placement =
  /** A slot is taken: the `sending` mark may be made, and once it is durable `go` submits. */
  | {
      readonly kind: 'send';
      readonly carrier: string;
      readonly partCount: number;
      readonly answerBy: number;
      go(message: Message): void;
      undo(): void;
    }
  /** It waits in this node's memory, leased until then. */
  | { readonly kind: 'keep'; readonly until: number; go(message: Message): void; undo(): void }
  /** It waits in the store for a carrier, and is looked at again at `until` at the latest; `go` tells who has it. */
  | { readonly kind: 'queue'; readonly carrier: string; readonly until: number; go?(): void }
  /** Every carrier of the route is down. */
  | { readonly kind: 'unreachable'; readonly carrier: string; readonly reason: string }
  | { readonly kind: 'no_route'; readonly why: 'none' | 'exhausted' };

/** One message in the transaction. */
export interface Work {
  readonly stored: StoredMessage | null;
  message: Message;
  queue: string | null;
  owner: Owner | null;
  readonly callbacks: NewCallback[];
  placement: Placement | null;
  changed: boolean;
  /** The message's own row is written even if only times in it have changed. */
  mustWriteRow: boolean;
  /** Of a new verification call: what is kept of its code. */
  readonly call?: NewCall;
}

/** Something in memory was behind what is stored: the transaction is rolled back, and runs again on what is read. */
export class StaleCopy extends Error {
  override readonly name = 'StaleCopy';
}

/**
 * Whether the message's own row is written. It is not when all that would change is that the message may be looked at
 * later, or that its lease is given back: then it is looked at too early once, unless it is final by then, as most are.
 */
export function movesRow({ stored, message, queue, owner, mustWriteRow }: Work): boolean {
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

/** The statements that write what has changed, sent without waiting in between. */
export function write(tx: Transaction, works: readonly Work[], buckets: Buckets, lanes: Lanes): Array<Promise<void>> {
  const changed = works.filter((work) => work.changed);
  const created = changed.filter((work) => work.stored === null);
  const updated = changed.filter((work) => work.stored !== null && movesRow(work));
  const fresh: AttemptOf[] = [];
  const begun: MovedAttempt[] = [];
  const moved: MovedAttempt[] = [];
  const endedCalls: string[] = [];
  for (const { message, stored } of changed) {
    if (message.kind === 'call' && message.finalAt !== null) endedCalls.push(message.id);
    for (const attempt of message.attempts) {
      const before = stored?.message.attempts[attempt.n - 1];
      if (!before || !stored) {
        if (hasRow(attempt, message)) fresh.push({ messageId: message.id, attempt });
      } else if (!isSame(before, attempt)) {
        const those = hasRow(before, stored.message) ? moved : begun;
        those.push({ messageId: message.id, attempt: later(attempt, before), before });
      }
    }
  }
  const callbacks = changed.flatMap((work) => work.callbacks);
  const statements: Array<Promise<void>> = [];
  if (created.length > 0) statements.push(insertMessages(tx, created.map(storedAfter)));
  if (updated.length > 0) statements.push(updateMessages(tx, updated.map(storedAfter), buckets).then(all(updated)));
  if (fresh.length > 0) statements.push(insertAttempts(tx, fresh));
  if (begun.length > 0) statements.push(beginAttempts(tx, begun).then(all(begun)));
  if (moved.length > 0) statements.push(updateAttempts(tx, moved, buckets).then(all(moved)));
  if (callbacks.length > 0) statements.push(insertCallbacks(tx, callbacks, lanes));
  const calls = created.flatMap(({ call }) => call ?? []);
  if (calls.length > 0) statements.push(insertCalls(tx, calls));
  if (endedCalls.length > 0) statements.push(endCalls(tx, endedCalls, buckets));
  return statements;
}

/**
 * An update names when the row that it is made from was updated. So no two states of an attempt have the same instant,
 * however fast they follow and wherever wall time jumps.
 */
function later(attempt: Attempt, before: Attempt): Attempt {
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

/** What is kept of a call's code, as a part of its work. */
export function callOf(
  { id, accountId, recipient }: Message,
  secret: CallSecret | undefined,
): { readonly call?: NewCall } {
  return secret ? { call: { messageId: id, accountId, number: recipient, ...secret } } : {};
}

/** What is stored when the transaction has committed. */
export function storedAfter(work: Work): StoredMessage {
  const { message, queue, owner, stored } = work;
  if (stored && !(work.changed && movesRow(work))) return { ...stored, message, queue, owner };
  return { message, queue, owner, version: (stored?.version ?? -1) + 1, heldUntil: heldUntil(work) };
}

/** What is held is looked at so much later at most: a batch has one time, in whole seconds, and a look comes every second. */
const HELD_LONGER_MS = 3_000;

/**
 * A message is held while it is new and in this node's hands (store/holds.ts), and after that for as long as it need not
 * be looked at before.
 */
function heldUntil({ stored, message: { dueAt }, owner, queue }: Work): number | null {
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
