/**
 * GET /v1/messaging/{reference_id}: shows the state of one text, in the body that its callbacks have.
 *
 * 1. A text is shown as long as its record is kept. Of one that is gone its reference still says when it was sent: older
 *    than 12 hours, it has expired and is not unknown.
 */
import type { Context } from '../../context.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { textBody } from '../../engine/message/text-body.ts';
import { Refusal } from '../../errors.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { fromReference, isTimeOrdered, timeOf } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';

export interface ShowTextOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly findMessage: (id: string) => Promise<Message | null>;
}

/** Rule 1. */
const KNOWN_FOR_MS = 12 * HOUR_MS;

export function showText(options: ShowTextOptions): Operation {
  return {
    name: 'show_text',
    product: 'messaging',
    method: 'GET',
    path: '/v1/messaging/:reference_id',
    judgesReference: true,
    bodyLimitBytes: 10 * 1024,
    async handle({ params, caller }) {
      const message = await findOwnText(options, params.reference_id, caller);
      return { status: 200, body: JSON.stringify(textBody(message)) };
    },
  };
}

/** Another account's text is as unknown as none. */
export async function findOwnText(
  { context, findMessage }: ShowTextOptions,
  reference: string | undefined,
  { account }: Caller,
): Promise<Message> {
  const id = fromReference(reference ?? '');
  if (id === null) throw new Refusal('reference_invalid');
  const message = await findMessage(id);
  if (message && KINDS[message.kind].shownBy === 'messaging' && message.accountId === account.id) return message;
  const isOld = isTimeOrdered(id) && context.clock.now() - timeOf(id) > KNOWN_FOR_MS;
  throw new Refusal(isOld ? 'reference_expired' : 'reference_unknown');
}
