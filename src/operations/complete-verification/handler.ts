/**
 * PUT /v1/verify/completion/{reference_id}: a caller says that its user has proved to have the code. Changes nothing of
 * the call; that it was completed is kept with it. Saying it again is no error.
 */
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';
import { findVerification, type ShowVerificationParts } from '../show-verification/handler.ts';

export interface CompleteVerificationParts extends Pick<ShowVerificationParts, 'findMessage'> {
  readonly context: Pick<Context, 'clock'>;
  /** False when there is no such call. */
  readonly complete: (id: string, now: number) => Promise<boolean>;
}

const COMPLETED = 1900;

export function completeVerification(parts: CompleteVerificationParts): Operation {
  return {
    name: 'complete_verification',
    product: 'verify',
    method: 'PUT',
    path: '/v1/verify/completion/:reference_id',
    bodyLimitBytes: 10 * 1024,
    async handle({ params, caller }) {
      const { id } = await findVerification(parts, params.reference_id, caller);
      const now = parts.context.clock.now();
      if (!(await parts.complete(id, now))) throw new Refusal('reference_unknown');
      const status = {
        code: COMPLETED,
        description: 'Verification completed',
        updated_on: new Date(now).toISOString(),
      };
      const body = { reference_id: toReference(id), sub_resource: 'call', errors: [], status };
      return { status: 200, body: JSON.stringify(body) };
    },
  };
}
