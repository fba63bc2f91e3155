/**
 * The first attempt of a message, as long as nothing has happened to it: it has no row. All that it is follows from the
 * message, and a message that waits, for a carrier's room or for its turn, costs one row instead of two.
 *
 * 1. A message without a row in `attempts` has this attempt: every reader of attempts adds it.
 * 2. The first change of such an attempt writes its first row. No attempt becomes like this again: each change raises
 *    `updatedAt`.
 * 3. It is what `begin` (engine/message/begin.ts) makes; first-attempt.test.ts holds the two together.
 */
import type { Attempt, Message } from '../../engine/message/message.ts';
import { attemptIdOf } from '../../lib/ids.ts';

const NUMBER = 1;
/** The code of a channel that nothing has become of yet. */
const IN_PROGRESS = 3001;

export function hasRow(attempt: Attempt, message: Message): boolean {
  return (
    attempt.n !== NUMBER ||
    attempt.state !== 'ready' ||
    attempt.updatedAt !== message.createdAt ||
    attempt.tries > 0 ||
    attempt.code !== IN_PROGRESS ||
    attempt.temporaryFailures > 0 ||
    attempt.parts.length > 0 ||
    attempt.carrier !== null ||
    attempt.carriersTried.length > 0 ||
    attempt.handedOverAt !== null ||
    attempt.deadlineAt !== null ||
    attempt.retryAt !== (message.plan[0]?.sendAt ?? null) ||
    attempt.reason !== null
  );
}

/** Rule 1. Of a message that was ended without it (after-restore.ts) it is over, too. */
export function firstAttempt(message: Message): Attempt {
  const [plan] = message.plan;
  if (!plan) throw new RangeError(`message ${message.id} has no channel`);
  const isOver = message.finalAt !== null;
  return {
    n: NUMBER,
    id: attemptIdOf(message.id, NUMBER),
    channel: plan.channel,
    sender: plan.sender,
    carrier: null,
    carriersTried: [],
    state: isOver ? 'done' : 'ready',
    code: isOver ? message.status : IN_PROGRESS,
    tries: 0,
    temporaryFailures: 0,
    parts: [],
    handedOverAt: null,
    deadlineAt: null,
    retryAt: plan.sendAt ?? null,
    reason: null,
    updatedAt: isOver ? message.updatedAt : message.createdAt,
  };
}
