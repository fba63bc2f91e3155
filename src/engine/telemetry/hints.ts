/**
 * Hints of what happens in the engine: each record of a message, of a call among the calls, and what happens in
 * sessions, verifications and batches.
 */
import type { Hints } from '../../lib/hints.ts';
import { toReference } from '../../lib/ids.ts';
import { KINDS } from '../message/kinds.ts';
import type { Message } from '../message/message.ts';

export function hintOfMessage(hints: Hints, { id, kind, accountId }: Message): void {
  if (hints.isWatched) hints.of(KINDS[kind].countsAs, toReference(id), accountId);
}

/** One that was opened or has changed, or in which somebody wrote; `sessionId` null: in none. */
export function hintOfSession(hints: Hints, sessionId: string | null, accountId: string | null): void {
  if (sessionId !== null && hints.isWatched) hints.of('sessions', toReference(sessionId), accountId);
}

/** Whenever it goes on a step, or is ordered about. */
export function hintOfBatch(
  hints: Hints,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): void {
  if (hints.isWatched) hints.of('batches', toReference(id), accountId);
}

/** Whenever it goes on by itself or somebody tries a code. That it begins is a hint of its first message. */
export function hintOfVerification(
  hints: Hints,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): void {
  if (hints.isWatched) hints.of('verifications', toReference(id), accountId);
}
