/**
 * PUT /v1/verify/completion/{reference_id}: a caller says that its user has given the right code. This is stored with
 * the call and changes nothing else of it. A second request is no error.
 */
import type { Context } from '../../context.ts';
import type { Message } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';
import { findVerification, type ShowVerificationOptions } from '../show-verification/handler.ts';

export interface CompleteVerificationOptions extends Pick<ShowVerificationOptions, 'findMessage'> {
  readonly context: Pick<Context, 'clock'>;
  readonly complete: (id: string, now: number) => Promise<'first' | 'again' | 'unknown'>;
  /** The code of a call came back, for the first time. */
  readonly completed: (call: Message) => void;
}

const COMPLETED = 1900;

export function completeVerification(options: CompleteVerificationOptions): Operation {
  return {
    name: 'complete_verification',
    product: 'verify',
    method: 'PUT',
    path: '/v1/verify/completion/:reference_id',
    bodyLimitBytes: 10 * 1024,
    async handle({ params, caller }) {
      const call = await findVerification(options, params.reference_id, caller);
      const now = options.context.clock.now();
      const completed = await options.complete(call.id, now);
      if (completed === 'unknown') throw new Refusal('reference_unknown');
      if (completed === 'first') options.completed(call);
      const status = {
        code: COMPLETED,
        description: 'Verification completed',
        updated_on: new Date(now).toISOString(),
      };
      const body = { reference_id: toReference(call.id), sub_resource: 'call', errors: [], status };
      return { status: 200, body: JSON.stringify(body) };
    },
  };
}
