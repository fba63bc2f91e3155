/**
 * Gives one attempt to its carrier and records what the carrier answers.
 *
 * 1. The `sending` mark is durable by now. Bytes leave only while this node's lease holds: the carrier asks
 *    `stillMine` just before it writes.
 * 2. Answers that come together are recorded together; an answer is a fact and is recorded whoever owns the message.
 */
import type { Carrier, Slot } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { mayHaveLeft } from '../message/attempt.ts';
import { type Attempt, type Event, type Message, type PartAnswer, planOf } from '../message/message.ts';
import { traceHandOver } from '../telemetry/traced.ts';

export interface Submission {
  readonly context: Context;
  readonly carrier: Carrier;
  readonly slot: Slot;
  readonly message: Message;
  readonly attempt: Attempt;
  /** Monotonic instant after which nothing of it may be written any more. */
  readonly sendBefore: number;
  readonly record: (event: Event) => Promise<void>;
}

export function submitAttempt({ context, carrier, slot, message, attempt, sendBefore, record }: Submission): void {
  const { content } = planOf(message, attempt);
  const tryNumber = attempt.tries;
  let gathered: PartAnswer[] = [];
  const parts = attempt.parts.flatMap((part, index) => (part.state === 'sending' ? [index] : []));
  const traced =
    context.traces && traceHandOver(context, { message, attempt, carrier: carrier.name, parts: parts.length });

  function flush(): void {
    const answers = gathered;
    gathered = [];
    recordOrLog({ type: 'answered', n: attempt.n, tryNumber, answers });
  }

  function recordOrLog(event: Event): void {
    record(event).catch((error) =>
      context.log.error({ err: error, message: message.id }, "a carrier's answer could not be recorded"),
    );
  }

  carrier.submit(
    {
      attemptId: attempt.id,
      recipient: message.recipient,
      sender: attempt.sender,
      messageType: message.messageType,
      content,
      validUntil: attempt.deadlineAt ?? context.clock.now(),
      parts,
      stillMine: () => context.clock.monotonic() < sendBefore,
    },
    slot,
    (part, outcome) => {
      traced?.answered(outcome);
      if (outcome.kind === 'ended') {
        const { state, reason } = outcome;
        recordOrLog({ type: 'report', n: attempt.n, part, state, reason });
        return;
      }
      if (gathered.length === 0) queueMicrotask(flush);
      gathered.push({ part, outcome });
    },
  );
}

export function attemptOf(message: Message, n: number): Attempt {
  const attempt = message.attempts[n - 1];
  if (!attempt) throw new RangeError(`message ${message.id} has no attempt ${n}`);
  return attempt;
}

/** How many parts a hand-over sends: all, or those that have not left before. */
export function partsToSend(carrier: Carrier, message: Message, attempt: Attempt): number {
  if (mayHaveLeft(attempt)) return attempt.parts.filter((part) => part.state === 'unsent').length;
  return carrier.countParts(planOf(message, attempt).content);
}
