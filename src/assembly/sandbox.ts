/**
 * The rows of the sandbox: an account to try everything with, and masks in the shared pool.
 *
 * 1. Each start at which every carrier is simulated makes them.
 * 2. A start with a real carrier retires the masks of the sandbox: they are nobody's numbers, and no real session may
 *    get one. It suspends the account, which has no limits and whose key is printed at the start, revokes its key and
 *    removes its senders. Another release, another node or a restored dump may bring the account back; a gateway with a
 *    real carrier refuses it all the same (engine/accounts/account-directory.ts).
 * 3. A later start without carriers, as when a configuration is lost, leaves the account suspended. An operator may
 *    activate it.
 */
import type { Secrets } from '../config/secrets.ts';
import type { Context } from '../context.ts';
import { seal } from '../lib/sealed.ts';
import { sandboxMasks } from '../sandbox/masks.ts';
import { SANDBOX_AGENT } from '../sandbox/sandbox.ts';
import { ADD_ONS } from '../sources/source.ts';
import {
  closeSandboxAccount,
  ensureSandboxAccount,
  SANDBOX_KEY_ID,
  sandboxAccounts,
} from '../store/accounts/sandbox-account.ts';
import type { Database } from '../store/database.ts';
import { putMasks, retireMasks } from '../store/masking/masks.ts';
import { apiKeyRow } from '../store/secrets/sealed-rows.ts';
import { eachLane, type Lanes } from '../store/sql/lanes.ts';

export const SANDBOX_SENDER = '491579000000';

export interface PrepareSandboxOptions {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly secrets: Secrets;
  /** Where the sandbox's receiver of callbacks is; absent or null: nowhere that lasts. */
  readonly receiverUrl?: string | null;
}

export interface PreparedSandbox {
  /** Accounts of which nothing goes out: what they left in the store must not leave by a real carrier. */
  readonly shutOut: ReadonlySet<string>;
  /** Whether its account can be used. */
  readonly isOpen: boolean;
}

/** `isSandbox`: every carrier is simulated. */
export async function prepareSandbox(
  context: Context,
  options: PrepareSandboxOptions,
  isSandbox: boolean,
): Promise<PreparedSandbox> {
  if (!isSandbox) return { shutOut: await close(context, options), isOpen: false };
  return { shutOut: new Set(), isOpen: await open(context, options) };
}

async function open(context: Context, { db, secrets, receiverUrl = null }: PrepareSandboxOptions): Promise<boolean> {
  const now = context.clock.now();
  const { masterKey, sandboxApiKey, sandboxCustomerId } = secrets;
  const row = apiKeyRow(sandboxCustomerId, SANDBOX_KEY_ID);
  const account = {
    customerId: sandboxCustomerId,
    sealedKey: seal(masterKey, row, Buffer.from(sandboxApiKey, 'latin1'), context.randomBytes),
    keyHint: 'sandbox',
    sender: SANDBOX_SENDER,
    addOns: ADD_ONS,
    agent: SANDBOX_AGENT,
    receiverUrl,
  };
  const { customerId, isClosed } = await ensureSandboxAccount(db, account, now);
  if (isClosed) {
    context.log.warn(
      { account: customerId },
      'the sandbox account stays closed, as a real carrier was configured or its key was revoked; ' +
        '"trunkline account activate" opens it',
    );
  }
  await putMasks(
    db,
    sandboxMasks().map((mask) => ({ ...mask, accountId: '', carrier: null })),
    now,
  );
  return !isClosed;
}

/** Rule 2. */
async function close(context: Context, { db, lanes }: PrepareSandboxOptions): Promise<ReadonlySet<string>> {
  const now = context.clock.now();
  const numbers = sandboxMasks().map(({ number }) => number);
  await eachLane(lanes, (buckets) => retireMasks(db, numbers, now, buckets));
  const accounts = await sandboxAccounts(db);
  for (const { customerId, isClosed } of accounts) {
    if (isClosed) continue;
    await closeSandboxAccount(db, { customerId, senders: [SANDBOX_SENDER, SANDBOX_AGENT] }, now);
    context.log.warn(
      { account: customerId },
      'a real carrier is configured: the sandbox account is suspended and its key is revoked',
    );
  }
  return new Set(accounts.map(({ customerId }) => customerId));
}
