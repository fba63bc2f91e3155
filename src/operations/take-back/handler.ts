/**
 * DELETE of a message, of a text and of a code that was sent or is spoken: it is not wanted any more.
 *
 * 1. The answer is the status, as GET shows it, once it is durable that nothing more of it is handed over. 3007 (of a
 *    call: 108) says that nothing of it arrives; where that is not known yet, the status goes on as it was, and what comes
 *    of it is called back (docs/decisions/taking-back.md).
 * 2. What is over stays as it is, and what was taken back once is taken back: both are answered with their status.
 * 3. Whoever may look at it may take it back, and a reference that GET refuses is refused here in the same words.
 */
import type { Caller } from '../../engine/accounts/caller.ts';
import type { Cancel } from '../../engine/door/accept.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import { findOwnMessage } from '../show-message/handler.ts';
import { findOwnText, type ShowTextOptions } from '../show-text/handler.ts';
import { findVerification } from '../show-verification/handler.ts';

export interface TakeBackOptions extends ShowTextOptions {
  readonly cancel: Cancel;
}

type FindOwn = (options: TakeBackOptions, reference: string | undefined, caller: Caller) => Promise<Message>;

export function takeBack(options: TakeBackOptions): Operation[] {
  const common = { method: 'DELETE', bodyLimitBytes: 10 * 1024 } as const;
  const handleFor =
    (find: FindOwn): Operation['handle'] =>
    async ({ params, caller }) => {
      const message = await cancelled(options, await find(options, params.reference_id, caller));
      return { status: 200, body: JSON.stringify(KINDS[message.kind].answerOf(message, 'UNKNOWN')) };
    };
  return [
    {
      ...common,
      name: 'take_back_message',
      product: 'omnichannel',
      path: '/v1/omnichannel/:reference_id',
      judgesReference: true,
      handle: handleFor(findOwnMessage),
    },
    {
      ...common,
      name: 'take_back_text',
      product: 'messaging',
      path: '/v1/messaging/:reference_id',
      judgesReference: true,
      handle: handleFor(findOwnText),
    },
    {
      ...common,
      name: 'take_back_verification',
      product: 'verify',
      path: '/v1/verify/:reference_id',
      handle: handleFor(findVerification),
    },
  ];
}

async function cancelled({ cancel }: TakeBackOptions, message: Message): Promise<Message> {
  if (message.finalAt !== null) return message;
  const recorded = await cancel(message.id);
  // Its record may have come to its end between the two.
  if (!recorded.message) throw new Refusal('reference_unknown');
  return recorded.message;
}
