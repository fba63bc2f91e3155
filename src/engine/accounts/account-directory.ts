/**
 * Accounts, their keys and senders in memory, so that a request costs no query.
 *
 * 1. What `find` returns was read from the store at most `STALE_AFTER_MS` ago, on every node: a revoked key or a
 *    suspended account stops working within that time and the length of one query, and what an account changes of
 *    itself holds everywhere within two seconds. On the node that made the change it holds at once (`forget`), and in the
 *    other processes of its gateway.
 * 2. What is used is read again before it is stale; what is asked for together is read together.
 * 3. Keys are opened once and held only here. A key that the master key does not open is left out, and logged once.
 * 4. While the sandbox is off, what is the sandbox's is suspended, whatever the store says: an older release, another
 *    node or a dump that is restored may have brought it back.
 */
import type { Context } from '../../context.ts';
import { type MasterKey, open } from '../../lib/sealed.ts';
import type { Account } from '../../store/accounts/account.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { liveKeysOf, type SealedKey } from '../../store/accounts/api-keys.ts';
import { SANDBOX_KEY_ID } from '../../store/accounts/sandbox-account.ts';
import { type Sender, sendersOf } from '../../store/accounts/senders.ts';
import type { Database } from '../../store/database.ts';
import { apiKeyRow } from '../../store/secrets/sealed-rows.ts';
import type { Caller } from './caller.ts';

export interface LiveKey {
  readonly id: string;
  /** As callers write it: base64. */
  readonly text: Buffer;
  /** The bytes that the text stands for, for signing. */
  readonly bytes: Buffer;
}

export interface KnownAccount extends Caller {
  /** Newest first. */
  readonly keys: readonly LiveKey[];
}

export interface AccountDirectory {
  /** At once when it is in memory. Rejects with StoreDown. */
  find(accountId: string): KnownAccount | null | Promise<KnownAccount | null>;
  /** It has been changed here: whoever asks from now on is told what stands in the store. */
  forget(accountId: string): void | Promise<void>;
}

interface Entry {
  readonly known: KnownAccount | null;
  /** Monotonic, before the query was sent. */
  readonly readAt: number;
}

interface Wanted {
  readonly promise: Promise<KnownAccount | null>;
  settle(known: KnownAccount | null): void;
  fail(error: unknown): void;
}

const STALE_AFTER_MS = 1_900;
const READ_AGAIN_AFTER_MS = 1_500;
const MOST_KEPT = 20_000;
const MOST_AT_ONCE = 200;

/** Visible ASCII without the colon that ends it in a header. */
const CUSTOMER_ID = /^[!-9;-~]{1,128}$/;

export interface AccountDirectoryOptions {
  readonly db: Database;
  readonly masterKey: MasterKey;
  /** A real carrier is configured (rule 4). */
  readonly isSandboxOff: boolean;
}

export function createAccountDirectory(context: Context, options: AccountDirectoryOptions): AccountDirectory {
  return new Directory(context, options);
}

class Directory implements AccountDirectory {
  private readonly context: Context;
  private readonly db: Database;
  private readonly masterKey: MasterKey;
  private readonly isSandboxOff: boolean;
  private readonly entries = new Map<string, Entry>();
  private readonly wanted = new Map<string, Wanted>();
  private readonly brokenKeys = new Set<string>();
  /** Changed while they were read: what comes of that read is not kept. */
  private readonly changed = new Set<string>();
  private isReading = false;

  constructor(context: Context, { db, masterKey, isSandboxOff }: AccountDirectoryOptions) {
    this.context = context;
    this.db = db;
    this.masterKey = masterKey;
    this.isSandboxOff = isSandboxOff;
  }

  find(accountId: string): KnownAccount | null | Promise<KnownAccount | null> {
    const entry = this.entries.get(accountId);
    if (entry) {
      const ageMs = this.context.clock.monotonic() - entry.readAt;
      if (ageMs <= STALE_AFTER_MS) {
        // A failure shows when the entry is stale.
        if (ageMs > READ_AGAIN_AFTER_MS && !this.wanted.has(accountId)) this.want(accountId).catch(() => undefined);
        return entry.known;
      }
    }
    if (!CUSTOMER_ID.test(accountId)) return null;
    return this.want(accountId);
  }

  forget(accountId: string): void {
    this.context.hints.of('accounts', accountId, accountId);
    this.entries.delete(accountId);
    if (this.wanted.has(accountId)) this.changed.add(accountId);
  }

  private want(accountId: string): Promise<KnownAccount | null> {
    const wanted = this.wanted.get(accountId);
    if (wanted) return this.changed.has(accountId) ? this.wantAfter(wanted, accountId) : wanted.promise;
    let settle: Wanted['settle'] = () => undefined;
    let fail: Wanted['fail'] = () => undefined;
    const promise = new Promise<KnownAccount | null>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    this.wanted.set(accountId, { promise, settle, fail });
    if (!this.isReading) {
      this.isReading = true;
      queueMicrotask(() => void this.readWanted());
    }
    return promise;
  }

  /** What is read now was read before the change: who asks after it waits for the next read. */
  private async wantAfter({ promise }: Wanted, accountId: string): Promise<KnownAccount | null> {
    await promise.catch(() => undefined);
    return this.find(accountId);
  }

  private async readWanted(): Promise<void> {
    while (this.wanted.size > 0) {
      const ids = [...this.wanted.keys()].slice(0, MOST_AT_ONCE);
      try {
        const found = await this.read(ids);
        this.finish(ids, (id, wanted) => wanted.settle(found.get(id) ?? null));
      } catch (error) {
        this.finish(ids, (_, wanted) => wanted.fail(error));
      }
    }
    this.isReading = false;
  }

  private finish(ids: readonly string[], each: (id: string, wanted: Wanted) => void): void {
    for (const id of ids) {
      const wanted = this.wanted.get(id);
      this.wanted.delete(id);
      this.changed.delete(id);
      if (wanted) each(id, wanted);
    }
  }

  private async read(ids: readonly string[]): Promise<Map<string, KnownAccount>> {
    const readAt = this.context.clock.monotonic();
    const [accounts, keys, senders] = await Promise.all([
      findAccounts(this.db, ids),
      liveKeysOf(this.db, ids),
      sendersOf(this.db, ids),
    ]);
    const found = new Map<string, KnownAccount>();
    for (const id of ids) {
      const account = accounts.get(id);
      const known = account ? this.known(account, keys, senders) : null;
      if (known) found.set(id, known);
      if (!this.changed.has(id)) this.keep(id, { known, readAt });
    }
    return found;
  }

  private known(account: Account, keys: readonly SealedKey[], senders: readonly Sender[]): KnownAccount {
    const before = this.entries.get(account.id)?.known?.keys ?? [];
    const own = keys.filter((key) => key.accountId === account.id);
    const isShutOut = this.isSandboxOff && own.some(({ id }) => id === SANDBOX_KEY_ID);
    return {
      account: isShutOut ? { ...account, state: 'suspended' } : account,
      keys: own
        .filter(({ isRevoked }) => !isRevoked)
        .flatMap((key) => before.find((each) => each.id === key.id) ?? this.openKey(key) ?? []),
      senders: senders.filter((sender) => sender.accountId === account.id),
    };
  }

  private openKey(key: SealedKey): LiveKey | null {
    try {
      const text = open(this.masterKey, apiKeyRow(key.accountId, key.id), key.sealed);
      const bytes = decodeKey(text.toString('latin1'));
      return { id: key.id, text, bytes };
    } catch (error) {
      if (!this.brokenKeys.has(key.id)) {
        this.brokenKeys.add(key.id);
        this.context.log.error({ err: error, account: key.accountId, keyId: key.id }, 'an API key cannot be opened');
      }
      return null;
    }
  }

  private keep(id: string, entry: Entry): void {
    this.entries.delete(id);
    if (this.entries.size >= MOST_KEPT) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
    this.entries.set(id, entry);
  }
}

/**
 * The bytes of a key in base64. Characters outside of the plain alphabet are dropped, as most of the official SDKs do:
 * Node alone would read `-` as base64url.
 */
export function decodeKey(text: string): Buffer {
  return Buffer.from(text.replace(/[^A-Za-z0-9+/]/g, ''), 'base64');
}
