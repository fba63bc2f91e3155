/**
 * What a caller is told about a verification: the body of GET /verification/{reference_id} and of its callbacks. Pure.
 * The code stands in none of them.
 */
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Verification, VerificationMethod } from '../../store/verifications/verification.ts';
import { describeVerificationCode } from './verification-codes.ts';

export interface VerificationBody {
  readonly reference_id: string;
  readonly external_id?: string;
  readonly recipient: { readonly phone_number: string };
  readonly state: string;
  readonly verification_policy: ReadonlyArray<{ readonly method: string; readonly fallback_time: number }>;
  /** When its caller wants its first method to begin. */
  readonly send_at?: string;
  readonly voice_lang?: string;
  readonly created_on: string;
  readonly updated_on: string;
  readonly inner_methods: readonly MethodBody[];
}

export interface MethodBody {
  readonly method: string;
  readonly state: string;
  readonly err_code?: number;
  readonly err_msg?: string;
  readonly tried_on?: string;
  readonly updated_on?: string;
  readonly expires_on?: string;
}

export function verificationBody(verification: Verification): VerificationBody {
  const { createdAt, updatedAt, voiceLanguage, methods } = verification;
  return {
    ...verificationHead(verification),
    ...(voiceLanguage === null ? {} : { voice_lang: voiceLanguage }),
    created_on: iso(createdAt),
    updated_on: iso(updatedAt),
    inner_methods: methods.map((method, index) => methodBody(verification, method, index)),
  };
}

/** What the answer to POST has as well. */
export function verificationHead({ id, externalId, recipient, state, methods, sendAt }: Verification) {
  return {
    reference_id: toReference(id),
    ...(externalId === null ? {} : { external_id: externalId }),
    recipient: { phone_number: recipient },
    state,
    verification_policy: methods.map(({ method, fallbackMs }) => ({ method, fallback_time: fallbackMs / 1000 })),
    ...(sendAt === null ? {} : { send_at: iso(sendAt) }),
  };
}

/** One that was not tried yet has its name and state alone. */
function methodBody({ methods, endsAt }: Verification, each: VerificationMethod, index: number): MethodBody {
  const { method, state, code, triedAt, updatedAt, fallbackMs } = each;
  const isLast = !methods.slice(index + 1).some((later) => later.state === 'CREATED');
  const expiresAt = isLast ? endsAt : Math.min(endsAt, (triedAt ?? 0) + fallbackMs);
  return {
    method,
    state,
    ...(code === null ? {} : { err_code: code, err_msg: describeVerificationCode(code) }),
    ...(triedAt === null ? {} : { tried_on: iso(triedAt) }),
    ...(updatedAt === null ? {} : { updated_on: iso(updatedAt) }),
    ...(state === 'ONGOING' ? { expires_on: iso(expiresAt) } : {}),
  };
}
