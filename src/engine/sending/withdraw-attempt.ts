/**
 * Takes back what has passed its deadline, where the carrier can, so that the next channel does not double it.
 * The five seconds that the carrier has for it are the message's `dueAt`: if this node dies here, the row comes due.
 */
import type { Carrier, Withdrawal } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Attempt, Event, Message } from '../message/message.ts';

export async function withdrawAttempt(
  context: Context,
  carrier: Carrier | undefined,
  message: Message,
  attempt: Attempt,
  record: (event: Event) => Promise<unknown>,
): Promise<void> {
  let result: Withdrawal = 'failed';
  try {
    if (carrier?.withdraw) {
      const remoteId = attempt.parts[0]?.remoteId ?? null;
      result = await carrier.withdraw({ attemptId: attempt.id, recipient: message.recipient, remoteId });
    }
  } catch (error) {
    context.log.warn({ err: error, message: message.id }, 'a withdrawal failed');
  }
  await record({ type: 'withdrawal', n: attempt.n, result });
}
