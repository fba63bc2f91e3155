/**
 * GET /v1/omnichannel/{reference_id}: shows the state of a message, in the body that its callbacks have.
 */
import type { Caller } from '../../engine/accounts/caller.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { omnichannelBody } from '../../engine/message/status-body.ts';
import { Refusal } from '../../errors.ts';
import { fromReference } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';

export interface ShowMessageOptions {
  readonly findMessage: (id: string) => Promise<Message | null>;
}

export function showMessage({ findMessage }: ShowMessageOptions): Operation {
  return {
    name: 'show_message',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/omnichannel/:reference_id',
    judgesReference: true,
    bodyLimitBytes: 10 * 1024,
    async handle({ params, caller }) {
      const message = await findOwnMessage({ findMessage }, params.reference_id, caller);
      return { status: 200, body: JSON.stringify(omnichannelBody(message)) };
    },
  };
}

/** Another account's message is as unknown as none. */
export async function findOwnMessage(
  { findMessage }: ShowMessageOptions,
  reference: string | undefined,
  { account }: Caller,
): Promise<Message> {
  const id = fromReference(reference ?? '');
  if (id === null) throw new Refusal('reference_invalid');
  const message = await findMessage(id);
  if (message && KINDS[message.kind].shownBy === 'omnichannel' && message.accountId === account.id) return message;
  throw new Refusal('reference_unknown');
}
