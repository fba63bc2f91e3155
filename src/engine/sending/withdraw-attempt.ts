/**
 * Takes back what has passed its deadline, where the carrier can, so that the next channel does not double it, and what was
 * cancelled.
 *
 * 1. The seconds that the carrier has for it are the message's `due_at`: if this node dies here, the row comes due, and
 *    the next channel goes out without an answer.
 */
import type { Carrier, Withdrawal } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Attempt, Event, Message } from '../message/message.ts';

export interface WithdrawOptions {
  readonly context: Context;
  /** Absent when the attempt has none, or it is not configured any more. */
  readonly carrier: Carrier | undefined;
  readonly message: Message;
  readonly attempt: Attempt;
  readonly record: (event: Event) => Promise<unknown>;
}

/** Never rejects: what was not recorded comes due (rule 1). */
export async function withdrawAttempt(options: WithdrawOptions): Promise<void> {
  const { context, message, attempt, record } = options;
  const result = await withdraw(options);
  try {
    await record({ type: 'withdrawal', n: attempt.n, result });
  } catch (error) {
    context.log.warn({ err: error, message: message.id }, 'a withdrawal was not recorded');
  }
}

async function withdraw({ context, carrier, message, attempt }: WithdrawOptions): Promise<Withdrawal> {
  if (!carrier?.withdraw) return 'failed';
  const remoteId = attempt.parts[0]?.remoteId ?? null;
  try {
    return await carrier.withdraw({ attemptId: attempt.id, recipient: message.recipient, remoteId });
  } catch (error) {
    context.log.warn({ err: error, message: message.id }, 'a withdrawal failed');
    return 'failed';
  }
}
