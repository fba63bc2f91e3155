/**
 * Messages as this node wrote them last: the next event of one is applied to this copy, and nothing is read.
 *
 * 1. A copy may be behind what another node wrote. So a write that is made from it names the version of the message and
 *    the former state of the attempt, and counts only if both still stand (store/messages/message-writes.ts). An event
 *    that does not fit a copy is tried on the stored message before it is taken for a repeat (advance-recent.ts).
 * 2. A final message is forgotten, and so is the oldest when there are too many. A message that waits in the store, for a
 *    carrier or for its time, is not kept: whoever takes it out reads it, and a backlog would push out what is under way.
 */
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { storedAfter } from '../../store/messages/message-writes.ts';
import { currentAttempt } from '../message/message.ts';
import type { Work } from './work.ts';

/** A second or two of traffic; one takes about two kilobytes. */
const MOST_REMEMBERED = 10_000;

export class RecentMessages {
  private readonly messages = new Map<string, StoredMessage>();

  find(id: string): StoredMessage | undefined {
    return this.messages.get(id);
  }

  /** What a transaction has written, after its commit. */
  keep(works: readonly Work[]): void {
    for (const work of works) {
      const { message, queue } = work;
      this.messages.delete(message.id);
      if (message.finalAt !== null || queue !== null || waitsForTime(work)) continue;
      this.messages.set(message.id, storedAfter(work));
    }
    for (const id of this.messages.keys()) {
      if (this.messages.size <= MOST_REMEMBERED) break;
      this.messages.delete(id);
    }
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.messages.delete(id);
  }
}

/** Nobody has it in hand, and it is not due yet. */
function waitsForTime({ message, owner }: Work): boolean {
  return owner === null && currentAttempt(message)?.state === 'ready';
}
