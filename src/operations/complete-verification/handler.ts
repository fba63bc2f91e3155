/**
 * PUT /v1/verify/completion/{reference_id}: a caller says that its user has given the right code. This is stored with
 * the message and changes nothing else of it. A second request is no error.
 *
 * 1. There is nothing to say in a body. The official SDKs pass on what their caller adds, as a form: it is ignored.
 * 2. It may be said of a text of /v1/messaging, too: whoever writes the code into it knows whether it came back.
 */
import type { Context } from '../../context.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';
import { findVerification, type ShowVerificationOptions } from '../show-verification/handler.ts';

export interface CompleteVerificationOptions extends Pick<ShowVerificationOptions, 'findMessage'> {
  readonly context: Pick<Context, 'clock'>;
  readonly complete: (message: Message, now: number) => Promise<'first' | 'again' | 'unknown'>;
  /** The code of a message came back, for the first time. */
  readonly completed: (message: Message) => void;
}

const COMPLETED = 1900;
/** Rule 2. */
const COMPLETED_OF = ['verify', 'messaging'] as const;

export function completeVerification(options: CompleteVerificationOptions): Operation {
  return {
    name: 'complete_verification',
    product: 'verify',
    method: 'PUT',
    path: '/v1/verify/completion/:reference_id',
    bodyLimitBytes: 10 * 1024,
    takesForms: true,
    async handle({ params, caller }) {
      const message = await findVerification(options, params.reference_id, caller, COMPLETED_OF);
      const now = options.context.clock.now();
      const completed = await options.complete(message, now);
      if (completed === 'unknown') throw new Refusal('reference_unknown');
      if (completed === 'first' && KINDS[message.kind].holdsCode) options.completed(message);
      const status = {
        code: COMPLETED,
        description: 'Verification completed',
        updated_on: new Date(now).toISOString(),
      };
      const body = { reference_id: toReference(message.id), sub_resource: subResourceOf(message), errors: [], status };
      return { status: 200, body: JSON.stringify(body) };
    },
  };
}

function subResourceOf({ kind }: Message): 'call' | 'sms' {
  return KINDS[kind].countsAs === 'calls' ? 'call' : 'sms';
}
