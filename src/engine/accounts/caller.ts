/**
 * The account behind a request that has shown one of its keys.
 */
import type { Account } from '../../store/accounts/account.ts';
import type { Sender } from '../../store/accounts/senders.ts';

/** Who calls, as known at most two seconds ago. */
export interface Caller {
  readonly account: Account;
  /** Oldest first. */
  readonly senders: readonly Sender[];
}
