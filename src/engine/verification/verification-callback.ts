/**
 * What an account is told of its verifications: each change of a state, in order, in the body of GET. Signed and sent like
 * all callbacks.
 */
import type { Context } from '../../context.ts';
import { bucketOf } from '../../lib/ids.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { sendingTo } from '../../store/callbacks/callback-target.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import type { Advanced } from './verification.ts';
import { verificationBody } from './verification-body.ts';

export interface VerificationCallbackOptions {
  readonly context: Context;
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
}

/** The verification with the callback counted in, and the callback; null when none is owed. */
export function verificationCallback(
  { context, owner, callbackLeaseMs }: VerificationCallbackOptions,
  { verification, isVisible }: Advanced,
): { readonly verification: Verification; readonly callback: NewCallback | null } {
  if (!isVisible) return { verification, callback: null };
  const counted = { ...verification, callbackSeq: verification.callbackSeq + 1 };
  const at = context.clock.now();
  return {
    verification: counted,
    callback: {
      id: context.ids.next(bucketOf(counted.id)),
      messageId: counted.id,
      seq: counted.callbackSeq,
      accountId: counted.accountId,
      body: JSON.stringify(verificationBody(counted)),
      createdAt: at,
      ...sendingTo(verification.callback, { owner, callbackLeaseMs, at }),
    },
  };
}
