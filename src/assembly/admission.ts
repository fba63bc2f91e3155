/**
 * The admission step put together: what it asks of the store.
 */
import type { Context } from '../context.ts';
import { type Admission, createAdmission } from '../operations/admission.ts';
import type { AdmissionLimits } from '../store/accounts/account-limits.ts';
import { findNumberBlock } from '../store/accounts/number-blocks.ts';
import { isVerifiedNumber } from '../store/accounts/verified-numbers.ts';
import type { Database } from '../store/database.ts';
import { findMaskingBlocks } from '../store/masking/masking-blocks.ts';
import type { AliasOf } from '../store/secrets/number-aliases.ts';

export interface AdmissionOptions {
  readonly db: Database;
  readonly aliasOf: AliasOf;
}

export function assembleAdmission(
  context: Context,
  { db, aliasOf }: AdmissionOptions,
  limits: AdmissionLimits,
): Admission {
  return createAdmission({
    context,
    db,
    limits,
    isVerifiedNumber: (accountId, number) => isVerifiedNumber(db, accountId, number),
    findBlocks: {
      call: (accountId, numbers) => Promise.all(numbers.map((number) => findNumberBlock(db, accountId, number))),
      session: (accountId, numbers) =>
        findMaskingBlocks(
          db,
          numbers.map((number) => ({ accountId, number })),
          aliasOf,
        ),
    },
  });
}
