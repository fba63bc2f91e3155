/**
 * Unconfirmed marks: `sending`, made in a transaction whose COMMIT had no answer. Nothing leaves before that answer, so
 * where such a mark turns out to stand in the store, nothing of its try has left, and the mark is taken back. Without this
 * it would count as an unanswered submit: marketing would be given up, and a code come late and count as a possible double.
 *
 * 1. A mark is known by message, attempt and number of the try; the fence tells those of other nodes and starts apart.
 * 2. A transaction that makes the same mark again has read the message without it. So the mark did not stand, and from
 *    then on it is confirmed by the new COMMIT like any other. This does not hold for a creation: it reads nothing of one
 *    before it that is still under way, and fails on its row.
 * 3. A mark that is forgotten because there are too many follows the policy for what is unknown.
 */
import { type Attempt, currentAttempt, type Event } from '../message/message.ts';
import type { EventChange, Unconfirmed } from './change.ts';
import type { Work } from './work.ts';

const MOST_REMEMBERED = 10_000;

type Mark = Pick<Attempt, 'n' | 'tries'>;

export class UnconfirmedMarks implements Unconfirmed {
  private readonly marks = new Set<string>();

  has(messageId: string, mark: Mark): boolean {
    return this.marks.has(nameOf(messageId, mark));
  }

  /** Rule 2. */
  confirm(messageId: string, mark: Mark): void {
    if (this.marks.size === 0) return;
    this.marks.delete(nameOf(messageId, mark));
  }

  /**
   * Remembers what a transaction has marked whose COMMIT had no answer. Returns what takes back marks of messages that
   * were stored before: nobody else would. A new message is recorded again, or refused.
   */
  remember(works: readonly Work[]): EventChange[] {
    const marked = works.flatMap((work) => {
      const attempt = currentAttempt(work.message);
      return attempt?.state === 'sending' && isFresh(work, attempt) ? [{ work, attempt }] : [];
    });
    for (const { work, attempt } of marked) this.marks.add(nameOf(work.message.id, attempt));
    for (const mark of this.marks) {
      if (this.marks.size <= MOST_REMEMBERED) break;
      this.marks.delete(mark);
    }
    return marked
      .filter(({ work }) => work.stored !== null && work.placement?.kind === 'send')
      .map(({ work, attempt }) => takingBack(work.message.id, attempt));
  }
}

function takingBack(messageId: string, attempt: Attempt): EventChange {
  const event = neverLeft(attempt);
  return { type: 'event', messageId, event, fenced: true, inbox: [], arrivals: [], takesBack: true };
}

export function neverLeft({ n, tries, parts }: Attempt): Event {
  const answers = parts.map((_, part) => ({ part, outcome: { kind: 'not_sent' as const } }));
  return { type: 'answered', n, tryNumber: tries, answers };
}

/** The transaction made it: it is not the mark that was read. */
function isFresh({ stored }: Work, attempt: Attempt): boolean {
  const before = stored?.message.attempts[attempt.n - 1];
  return before?.state !== 'sending' || before.tries !== attempt.tries;
}

function nameOf(messageId: string, { n, tries }: Mark): string {
  return `${messageId} ${n}.${tries}`;
}
