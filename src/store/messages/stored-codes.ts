/**
 * How the codes of messages and channels are stored: under the numbers that they were first given, whatever callers are
 * shown (docs/decisions/stored-codes.md). Pure.
 *
 * 1. Each stored number means one thing, in both directions, so that nodes of this release and of the release before
 *    may read and write the same rows, and the release before may be started again.
 * 2. "Read" is stored at the channel alone: the overall status of such a message is stored as delivered, and read again
 *    as soon as a channel is.
 */
import type { Message } from '../../engine/message/message.ts';

const DELIVERED = 3000;
export const READ = 3005;

/** What callers see, and what is stored. All other codes are stored as they are. */
const STORED_AS: ReadonlyArray<readonly [shown: number, stored: number]> = [
  [READ, 201],
  [3042, 3040],
  [3043, 3042],
  [3033, 3051],
  [3003, 3052],
  [3046, 3053],
  [3039, 3054],
];

const toStored = new Map(STORED_AS);
const toShown = new Map(STORED_AS.map(([shown, stored]) => [stored, shown]));

/** Of a channel. */
export function storedCode(code: number): number {
  return toStored.get(code) ?? code;
}

/** The code that is stored under this number. */
export function codeOfStored(stored: number): number {
  return toShown.get(stored) ?? stored;
}

/** Of a message (rule 2). */
export function storedStatus(status: number): number {
  return status === READ ? DELIVERED : storedCode(status);
}

/** Rule 2: to be called when the attempts are there. */
export function addReading(message: Message): void {
  if (message.status === DELIVERED && message.attempts.some(({ code }) => code === READ)) message.status = READ;
}
