/**
 * Gives one attempt to its carrier and records what the carrier answers.
 *
 * 1. The `sending` mark is durable by now. Bytes leave only while this node's lease holds: the carrier asks
 *    `stillMine` just before it writes.
 * 2. What was cancelled in the transaction of its mark does not leave.
 * 3. Answers that come together are recorded together; an answer is a fact and is recorded whoever owns the message.
 * 4. A code is put into the text here, and stands nowhere after that. Without it nothing leaves: a code that cannot be
 *    read is a refusal, and the store being away a reason to try later.
 */
import type { Carrier, Content, Outcome, Slot } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { StoreDown } from '../../store/database.ts';
import { mayHaveLeft } from '../message/attempt.ts';
import { countedContent, needsCode, withCode } from '../message/code-content.ts';
import { type Attempt, type Event, isCancelled, type Message, type PartAnswer, planOf } from '../message/message.ts';
import { type HandOver, traceHandOver } from '../telemetry/traced.ts';

export interface Submission {
  readonly context: Context;
  readonly carrier: Carrier;
  readonly slot: Slot;
  readonly message: Message;
  readonly attempt: Attempt;
  /** Monotonic instant after which nothing of it may be written any more. */
  readonly sendBefore: number;
  /** What becomes of it. */
  readonly record: (event: Event) => void;
  readonly codeOf: CodeOf;
}

/** The code of a message; null when it has none, or is final. */
export type CodeOf = (messageId: string) => Promise<string | null>;

const CODE_RETRY_MS = 1_000;

export function submitAttempt(submission: Submission): void {
  if (isCancelled(submission.message)) {
    leaveUnsent(submission, { kind: 'not_sent' });
    return;
  }
  const { content } = planOf(submission.message, submission.attempt);
  if (needsCode(content)) void submitWithCode(submission, content);
  else submitContent(submission, content);
}

/** Rule 4. */
async function submitWithCode(submission: Submission, content: Parameters<typeof withCode>[0]): Promise<void> {
  const { context, message, codeOf } = submission;
  let outcome: Outcome = { kind: 'rejected', why: 'refused', reason: 'the code of the message cannot be read' };
  try {
    const code = await codeOf(message.id);
    if (code) {
      submitContent(submission, withCode(content, code));
      return;
    }
  } catch (error) {
    context.log.warn({ err: error, message: message.id }, 'the code of a message could not be read');
    if (error instanceof StoreDown) {
      outcome = { kind: 'retry_later', why: 'unreachable', afterMs: CODE_RETRY_MS, reason: 'the store is away' };
    }
  }
  leaveUnsent(submission, outcome);
}

function leaveUnsent(submission: Submission, outcome: Outcome): void {
  const { slot, attempt } = submission;
  slot.release();
  const answers = partsUnderWay(attempt).map((part) => ({ part, outcome }));
  submission.record({ type: 'answered', n: attempt.n, tryNumber: attempt.tries, answers });
}

/** Of most attempts: a text in one part. */
const FIRST_PART: readonly number[] = [0];

function partsUnderWay({ parts }: Attempt): readonly number[] {
  if (parts.length === 1 && parts[0]?.state === 'sending') return FIRST_PART;
  return parts.flatMap((part, index) => (part.state === 'sending' ? [index] : []));
}

function submitContent(submission: Submission, content: Content): void {
  const { context, carrier, slot, message, attempt, sendBefore } = submission;
  const parts = partsUnderWay(attempt);
  const job = {
    attemptId: attempt.id,
    recipient: message.recipient,
    sender: attempt.sender,
    messageType: message.messageType,
    content,
    validUntil: attempt.deadlineAt ?? context.clock.now(),
    parts,
    stillMine: () => context.clock.monotonic() < sendBefore,
  };
  const traced =
    context.traces && traceHandOver(context, { message, attempt, carrier: carrier.name, parts: parts.length });
  const answered = answersOf(submission, parts.length, traced);
  if (traced) traced.within(() => carrier.submit(job, slot, answered));
  else carrier.submit(job, slot, answered);
}

/** Rule 3, of so many parts. */
function answersOf(
  { attempt, record }: Submission,
  parts: number,
  traced: HandOver | null,
): (part: number, outcome: Outcome) => void {
  const { n, tries: tryNumber } = attempt;
  let gathered: PartAnswer[] = [];
  return (part, outcome) => {
    traced?.answered(outcome);
    if (outcome.kind === 'ended') {
      const { state, reason } = outcome;
      record({ type: 'report', n, part, state, reason });
      return;
    }
    if (parts === 1) {
      record({ type: 'answered', n, tryNumber, answers: [{ part, outcome }] });
      return;
    }
    if (gathered.length === 0) {
      queueMicrotask(() => {
        const answers = gathered;
        gathered = [];
        record({ type: 'answered', n, tryNumber, answers });
      });
    }
    gathered.push({ part, outcome });
  };
}

export function attemptOf(message: Message, n: number): Attempt {
  const attempt = message.attempts[n - 1];
  if (!attempt) throw new RangeError(`message ${message.id} has no attempt ${n}`);
  return attempt;
}

/** How many parts a hand-over sends: all, or those that have not left before. */
export function partsToSend(carrier: Carrier, message: Message, attempt: Attempt): number {
  if (mayHaveLeft(attempt)) return attempt.parts.filter((part) => part.state === 'unsent').length;
  return partsOf(carrier, message, attempt);
}

/** How many parts the carrier makes of the whole. */
export function partsOf(carrier: Carrier, message: Message, attempt: Attempt): number {
  return carrier.countParts(countedContent(planOf(message, attempt).content));
}
