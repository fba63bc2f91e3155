/**
 * The account that the sandbox comes with: everything on, no limits, and the key that its owner was told.
 *
 * 1. It is recognised by the id of its key. Each data directory may make a Customer ID of its own, so a store that
 *    several directories have used holds several sandbox accounts.
 * 2. Once closed it stays closed, with or without carriers, until an operator opens it.
 * 3. Its callbacks, and what people send, go to a receiver of the sandbox while its owner names no address for them.
 */
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable, Transaction } from '../database.ts';
import type { AccountSettings } from './account.ts';
import { PRODUCTS } from './account.ts';
import { NO_LIMITS } from './account-limits.ts';

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
  /** Where the sandbox's receiver is (rule 3); null: nowhere that lasts. */
  readonly receiverUrl: string | null;
}

const SETTINGS: AccountSettings = {
  ...NO_LIMITS,
  allowedNumberKinds: [...NO_LIMITS.allowedNumberKinds],
  codePausesS: [...NO_LIMITS.codePausesS],
  extensionKeys: true,
  acceptUnsignedBodies: true,
  blocklisting: true,
  requestsPerSecond: { omnichannel: 0, messaging: 0, phoneid: 0, anonymous: 0, verify: 0 },
};

/** The one key of the account, whatever it is replaced by, and its mark (rule 1). */
export const SANDBOX_KEY_ID = '00000000-0000-7000-8000-000000000001';

export interface SandboxState {
  readonly customerId: string;
  /** The account is suspended and its key is revoked. */
  readonly isClosed: boolean;
}

/** Made where it is missing; one that is closed is left alone (rule 2). */
export async function ensureSandboxAccount(db: Database, account: SandboxAccount, now: number): Promise<SandboxState> {
  const { customerId, sealedKey, keyHint, addOns } = account;
  const at = iso(now);
  return db.transaction(async (tx) => {
    await tx.query(
      `insert into accounts (id, name, kind, state, products, addons, settings, created_at, updated_at)
       values ($1, 'Sandbox', 'full_service', 'active', $2, $3, $4::jsonb, $5, $5) on conflict (id) do nothing`,
      [customerId, PRODUCTS, addOns, JSON.stringify(SETTINGS), at],
    );
    await tx.query(
      `insert into api_keys as k (id, bucket, account_id, sealed, hint, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id, id, bucket) do update set sealed = excluded.sealed, hint = excluded.hint
        where k.revoked_at is null`,
      [SANDBOX_KEY_ID, hash12(customerId), customerId, Buffer.from(sealedKey), keyHint, at],
    );
    const isClosed = await isClosedAccount(tx, customerId);
    if (!isClosed) {
      await addSenders(tx, account, now);
      for (const setting of TOLD) await tellReceiver(tx, account, { setting, now });
    }
    return { customerId, isClosed };
  });
}

/** Opens the account again; false when it is not the sandbox's. An operator has asked for it (rule 2). */
export async function openSandboxAccount(tx: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update api_keys k set revoked_at = null where k.account_id = $1 and k.id = $2 and k.bucket = $3',
    [customerId, SANDBOX_KEY_ID, hash12(customerId)],
  );
  return rowCount > 0;
}

/** Every account of a sandbox, whether it is closed. */
export async function sandboxAccounts(db: Queryable): Promise<SandboxState[]> {
  const { rows } = await db.query<{ id: string; is_closed: boolean }>(
    `select a.id, a.state = 'suspended' and k.revoked_at is not null as is_closed
       from api_keys k join accounts a on a.id = k.account_id
      where k.id = $1 order by a.id`,
    [SANDBOX_KEY_ID],
  );
  return rows.map(({ id, is_closed: isClosed }) => ({ customerId: id, isClosed }));
}

/** Suspends the account, revokes its key and takes away what is the simulators': nobody's number, nobody's agent. */
export async function closeSandboxAccount(
  db: Database,
  { customerId, senders }: { readonly customerId: string; readonly senders: readonly string[] },
  now: number,
): Promise<void> {
  const bucket = hash12(customerId);
  const at = iso(now);
  await db.transaction(async (tx) => {
    await tx.query(
      `update accounts a set state = 'suspended', version = a.version + 1, updated_at = $2
        where a.id = $1 and a.state <> 'suspended'`,
      [customerId, at],
    );
    await tx.query(
      `update api_keys k set revoked_at = coalesce(k.revoked_at, $4::timestamptz)
        where k.account_id = $1 and k.id = $2 and k.bucket = $3`,
      [customerId, SANDBOX_KEY_ID, bucket, at],
    );
    await tx.query('delete from senders s where s.account_id = $1 and s.bucket = $2 and s.sender = any($3::text[])', [
      customerId,
      bucket,
      senders,
    ]);
  });
}

/** Of an earlier start as well, which may have been at another port. */
const OWN_RECEIVER = '^http://[^/]+/sandbox/receivers/';

const TOLD = ['callbackUrl', 'inboundUrl'] as const satisfies ReadonlyArray<keyof AccountSettings>;

/** Rule 3. */
async function tellReceiver(
  tx: Queryable,
  { customerId, receiverUrl }: SandboxAccount,
  { setting, now }: { readonly setting: (typeof TOLD)[number]; readonly now: number },
): Promise<void> {
  await tx.query(
    `update accounts a
        set settings = case when $2::text is null then a.settings - $5::text
                            else jsonb_set(a.settings, array[$5::text], to_jsonb($2::text)) end,
            version = a.version + 1, updated_at = $4
      where a.id = $1 and a.settings ->> $5::text is distinct from $2
        and coalesce(a.settings ->> $5::text ~ $3, true)`,
    [customerId, receiverUrl, OWN_RECEIVER, iso(now), setting],
  );
}

async function isClosedAccount(tx: Queryable, customerId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_closed: boolean }>(
    `select a.state = 'suspended' or k.revoked_at is not null as is_closed
       from accounts a join api_keys k on k.account_id = a.id and k.id = $2 and k.bucket = $3
      where a.id = $1`,
    [customerId, SANDBOX_KEY_ID, hash12(customerId)],
  );
  return rows[0]?.is_closed === true;
}

async function addSenders(tx: Queryable, { customerId, sender, agent }: SandboxAccount, now: number): Promise<void> {
  for (const [name, countries] of [
    [sender, ['*']],
    [agent, []],
  ] as const) {
    await tx.query(
      `insert into senders (account_id, bucket, sender, default_for, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [customerId, hash12(customerId), name, countries, iso(now)],
    );
  }
}
