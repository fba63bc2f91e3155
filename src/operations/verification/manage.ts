/**
 * What may be asked of a verification that has begun: how it stands, whether a code is right, and its end.
 *
 * 1. GET shows it in the body that its callbacks have, for as long as records are kept.
 * 2. PATCH answers 200 also for a wrong code; the status code says which it was. `/state` is the public service's path, and
 *    one of its official clients leaves it out.
 * 3. PATCH with `cancel` and DELETE are ours, and mean the same.
 */

import type { Answered } from '../../engine/verification/verification.ts';
import { verificationBody } from '../../engine/verification/verification-body.ts';
import { describeVerificationCode, VERIFICATION_CODE } from '../../engine/verification/verification-codes.ts';
import type { Verifications } from '../../engine/verification/verifications.ts';
import { Refusal } from '../../errors.ts';
import { fromReference } from '../../lib/ids.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import { readJsonObject } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { BODY_LIMIT_BYTES } from './begin.ts';
import { readChangeVerification } from './schema.ts';

export interface ManageVerificationOptions {
  readonly verifications: Pick<Verifications, 'find' | 'answer' | 'cancel'>;
}

const PATH = '/verification/:reference_id';

export function manageVerifications(options: ManageVerificationOptions): Operation[] {
  const common = { product: 'verification', bodyLimitBytes: BODY_LIMIT_BYTES } as const;
  const change = (request: OperationRequest) => changeVerification(options, request);
  return [
    {
      ...common,
      name: 'show_verification_process',
      method: 'GET',
      path: PATH,
      handle: async (request) => shown(await options.verifications.find(request.caller.account.id, idOf(request))),
    },
    { ...common, name: 'change_verification', method: 'PATCH', path: `${PATH}/state`, handle: change },
    { ...common, name: 'change_verification', method: 'PATCH', path: PATH, handle: change },
    {
      ...common,
      name: 'cancel_verification',
      method: 'DELETE',
      path: PATH,
      handle: async (request) => shown(await options.verifications.cancel(request.caller.account.id, idOf(request))),
    },
  ];
}

async function changeVerification(
  { verifications }: ManageVerificationOptions,
  request: OperationRequest,
): Promise<Answer> {
  const asked = readChangeVerification(readJsonObject(request.body));
  const { id: accountId } = request.caller.account;
  const id = idOf(request);
  if (asked.action === 'cancel') return shown(await verifications.cancel(accountId, id));
  const answer = await verifications.answer(accountId, id, asked.code);
  if (answer === null) throw new Refusal('reference_unknown');
  const code = CODE_OF[answer];
  return { status: 200, body: JSON.stringify({ status: { code, description: describeVerificationCode(code) } }) };
}

const CODE_OF: Readonly<Record<Answered['answer'], number>> = {
  right: VERIFICATION_CODE.verified,
  wrong: VERIFICATION_CODE.failed,
  wrong_for_good: VERIFICATION_CODE.invalidCode,
};

/** Another account's verification is as unknown as none. */
function shown(verification: Verification | null): Answer {
  if (verification === null) throw new Refusal('reference_unknown');
  return { status: 200, body: JSON.stringify(verificationBody(verification)) };
}

function idOf({ params }: OperationRequest): string {
  const id = fromReference(params.reference_id ?? '');
  if (id === null) throw new Refusal('reference_unknown');
  return id;
}
