/**
 * Makes the admission step, and gives it what it asks of the store.
 */
import type { Context } from '../context.ts';
import { type Admission, createAdmission } from '../operations/admission.ts';
import type { AdmissionLimits } from '../store/accounts/account-limits.ts';
import { findNumberBlock } from '../store/accounts/number-blocks.ts';
import { isVerifiedNumber } from '../store/accounts/verified-numbers.ts';
import { findMaskingBlocks } from '../store/masking/masking-blocks.ts';
import type { OpenStore } from './store.ts';

export function assembleAdmission(
  context: Context,
  { db, aliasOf }: Pick<OpenStore, 'db' | 'aliasOf'>,
  limits: AdmissionLimits,
): Admission {
  return createAdmission({
    context,
    db,
    limits,
    isVerifiedNumber: (accountId, number) => isVerifiedNumber(db, accountId, number),
    findBlocks: {
      call: (accountId, numbers) =>
        Promise.all(numbers.map((number) => findNumberBlock(db, accountId, number, aliasOf))),
      session: (accountId, numbers) =>
        findMaskingBlocks(
          db,
          numbers.map((number) => ({ accountId, number })),
          aliasOf,
        ),
    },
  });
}
