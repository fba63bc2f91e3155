/**
 * The account that the sandbox comes with: everything on, no limits, and the key that its owner was told.
 */
import { hash12 } from '../lib/ids.ts';
import type { AccountSettings } from './account.ts';
import { PRODUCTS } from './account.ts';
import type { Database } from './database.ts';

export interface SandboxAccount {
  readonly customerId: string;
  readonly sealedKey: Uint8Array;
  readonly keyHint: string;
  /** Its default sender everywhere. */
  readonly sender: string;
  /** Add-ons of Phone ID. */
  readonly addOns: readonly string[];
  /** The agent behind the simulated RBM, so that an UNSUBSCRIBE finds the account. */
  readonly agent: string;
}

const SETTINGS: AccountSettings = {
  perNumberPerMinute: 0,
  perNumberPerDay: 0,
  acceptUnsignedBodies: true,
  blocklisting: true,
  requestsPerSecond: { omnichannel: 0, phoneid: 0, anonymous: 0, verify: 0 },
};

/** The one key of the account, whatever it is replaced by. */
const KEY_ID = '00000000-0000-7000-8000-000000000001';

export async function ensureSandboxAccount(db: Database, account: SandboxAccount, now: number): Promise<void> {
  const { customerId, sealedKey, keyHint, sender, addOns, agent } = account;
  const bucket = hash12(customerId);
  const at = new Date(now).toISOString();
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into accounts (id, name, kind, state, products, addons, settings, created_at, updated_at)
       values ($1, 'Sandbox', 'full_service', 'active', $2, $3, $4::jsonb, $5, $5) on conflict (id) do nothing`,
      [customerId, PRODUCTS, addOns, JSON.stringify(SETTINGS), at],
    );
    await tx.query(
      `insert into api_keys (id, bucket, account_id, sealed, hint, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id, id, bucket) do update set sealed = excluded.sealed, hint = excluded.hint, revoked_at = null`,
      [KEY_ID, bucket, customerId, Buffer.from(sealedKey), keyHint, at],
    );
    for (const [name, countries] of [
      [sender, ['*']],
      [agent, []],
    ] as const) {
      await tx.query(
        `insert into senders (account_id, bucket, sender, default_for, created_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [customerId, bucket, name, countries, at],
      );
    }
  });
}
