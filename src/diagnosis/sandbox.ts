/**
 * What a diagnosis says of the account of the sandbox: it has no limits, so it must not work beside real carriers.
 */
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import { sandboxAccounts } from '../store/accounts/sandbox-account.ts';
import type { Queryable } from '../store/database.ts';

const NAME = 'sandbox account';

/** `isSandboxOff`: a real carrier is configured. */
export async function checkSandboxAccount(db: Queryable, isSandboxOff: boolean): Promise<Check> {
  const accounts = await sandboxAccounts(db);
  const idsOf = (isClosed: boolean) => accounts.filter((each) => each.isClosed === isClosed).map((a) => a.customerId);
  const open = idsOf(false);
  const closed = idsOf(true);
  if (accounts.length === 0) return ok(NAME, 'there is none');
  if (isSandboxOff) {
    if (open.length === 0) return ok(NAME, 'closed, since a real carrier is configured');
    const says = `${open.join(', ')} is open in the database; this gateway refuses it, an older release would not`;
    return fail(NAME, says, 'start a gateway once more: it suspends the account and revokes its key');
  }
  if (closed.length === 0) return ok(NAME, 'open, since every carrier is simulated');
  const says = `${closed.join(', ')} is closed, as a real carrier was configured or its key was revoked`;
  return warn(NAME, says, 'is the configuration missing? If the sandbox is meant: trunkline account activate');
}
