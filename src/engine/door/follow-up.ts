/**
 * What follows from changes after their commit, and never before: attempts leave for their carriers, callbacks are sent,
 * verifications look at their attempts, carriers are asked to take messages back, and metrics count. If the node dies in between, nothing is lost: the message
 * and its callbacks come due (`due_at`), and another node takes them up.
 */
import { CHANNELS } from '../../carriers/channels.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { type Attempt, currentAttempt, isCancelled, type Message } from '../message/message.ts';
import type { Work } from './work.ts';

/** What the rest of the engine does after a commit. */
export interface Followers {
  withdraw(message: Message, attempt: Attempt): void;
  callbacks(rows: readonly NewCallback[]): void;
  /** An attempt of this verification has changed: it is due. */
  told(verification: string): void;
  /** A message is due then: the worker for what is due may sleep until that. */
  dueAt(at: number, messageId: string): void;
  /** For the metrics; `before` is null for a new message. */
  recorded(before: Message | null, after: Message): void;
}

export function followUp(works: readonly Work[], followers: Followers): void {
  for (const work of works) {
    if (!work.changed) continue;
    const { message, placement } = work;
    if (placement?.kind === 'send' || placement?.kind === 'keep') placement.go(message);
    else if (placement?.kind === 'queue') placement.go?.();
    if (work.callbacks.length > 0) followers.callbacks(work.callbacks);
    if (work.tells) followers.told(work.tells.id);
    if (message.dueAt !== null) followers.dueAt(message.dueAt, message.id);
    followers.recorded(work.stored?.message ?? null, message);
    const attempt = currentAttempt(message);
    if (attempt && isToWithdraw(work, attempt)) followers.withdraw(message, attempt);
  }
}

/** The carrier is to take it back from now on. */
function isToWithdraw({ message, stored }: Work, attempt: Attempt): boolean {
  const before = stored?.message;
  if (attempt.state === 'withdrawing') return before?.attempts[attempt.n - 1]?.state !== 'withdrawing';
  if (attempt.state !== 'sending' || CHANNELS[attempt.channel].withdrawnWhile !== 'sending') return false;
  return isCancelled(message) && before !== undefined && !isCancelled(before);
}
