/**
 * What the routes of the sandbox work with, and what all of them ask first.
 *
 * 1. The routes are there in every gateway. Where a real carrier is configured each of them answers that there is no
 *    sandbox.
 */
import type { AccountDirectory } from '../../../engine/accounts/account-directory.ts';
import { Refusal } from '../../../errors.ts';
import type { Operation } from '../../../operations/operation.ts';

export interface OperatorSandbox {
  /** The account that comes with the sandbox. */
  readonly accountId: string;
  readonly directory: Pick<AccountDirectory, 'find'>;
  /** Of callers. */
  readonly operations: readonly Operation[];
}

/** Rule 1. */
export function theSandbox({ sandbox }: { readonly sandbox?: OperatorSandbox | null }): OperatorSandbox {
  if (!sandbox) throw new Refusal('sandbox_off');
  return sandbox;
}
