/**
 * Makes the sender of callbacks: its transport, and the keys with which it signs for an account.
 */
import { createAddressGuard } from '../callbacks/address-guard.ts';
import { createNameLookup } from '../callbacks/name-lookup.ts';
import { createTransport } from '../callbacks/send.ts';
import type { CallbackKeys } from '../callbacks/signature.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory, KnownAccount } from '../engine/accounts/account-directory.ts';
import { CallbackSender, type CallbackSenderOptions } from '../engine/callbacks/callback-sender.ts';
import { readOpenFilesLimit } from '../http/guard/connection-limit.ts';
import type { MasterKey } from '../lib/sealed.ts';
import { createShortCache } from '../lib/short-cache.ts';
import { openCallbackSecrets } from '../operations/callback-secrets/handler.ts';

export interface AssembledCallbacksOptions extends Pick<CallbackSenderOptions, 'db' | 'lanes' | 'owner'> {
  readonly masterKey: MasterKey;
  readonly directory: AccountDirectory;
  readonly config: Pick<Config, 'callbacks' | 'engine'>;
  /** Networks over those in `config`, in CIDR notation. */
  readonly alsoAllowed: readonly string[];
}

const PER_ENDPOINT = 128;
const PER_URL = 16;
const PER_SWIFT_URL = 64;
/** Of the descriptors; three quarters are the callers' (http/guard/connection-limit.ts). */
const SHARE_OF_FILES = 1 / 8;
const FILES_UNKNOWN = 8_192;
const SECRETS_KEPT_MS = 2_000;
const NO_KEYS = Promise.resolve(null);

export async function createCallbackSender(
  context: Context,
  options: AssembledCallbacksOptions,
): Promise<CallbackSender> {
  const { db, lanes, owner, masterKey, directory, config, alsoAllowed } = options;
  const openFiles = await readOpenFilesLimit();
  const settings = config.callbacks;
  const secretsOf = createShortCache(context.clock, SECRETS_KEPT_MS, (accountId) =>
    openCallbackSecrets({ context, db, masterKey }, accountId),
  );
  return new CallbackSender({
    context,
    db,
    lanes,
    owner,
    leaseMs: settings.leaseMs,
    gatherMs: config.engine.gatherMs,
    shares: { perEndpoint: PER_ENDPOINT, perUrl: PER_URL, perSwiftUrl: PER_SWIFT_URL },
    most: Math.floor((openFiles ?? FILES_UNKNOWN) * SHARE_OF_FILES),
    transport: createTransport({
      clock: context.clock,
      guard: createAddressGuard(
        [...settings.allowedNetworks, ...alsoAllowed],
        createNameLookup(context.clock),
        settings.refusedNetworks,
      ),
      timeoutMs: settings.timeoutMs,
      connections: PER_ENDPOINT,
    }),
    keysOf: createCallbackKeys(directory, secretsOf),
  });
}

/** One set of keys serves until the account or its secrets are read anew, which is a second or two. */
export function createCallbackKeys(
  directory: Pick<AccountDirectory, 'find'>,
  secretsOf: (accountId: string) => Promise<readonly string[]>,
): CallbackSenderOptions['keysOf'] {
  const made = new WeakMap<KnownAccount, { secrets: Promise<readonly string[]>; keys: Promise<CallbackKeys> }>();
  const keysFor = (accountId: string, known: KnownAccount | null): Promise<CallbackKeys | null> => {
    if (!known) return NO_KEYS;
    const secrets = secretsOf(accountId);
    const before = made.get(known);
    if (before?.secrets === secrets) return before.keys;
    const { callbackKeyId } = known.account.settings;
    const key = known.keys.find(({ id }) => id === callbackKeyId) ?? known.keys[0];
    const apiKey = key?.bytes ?? null;
    const keys = secrets.then((opened) => ({ customerId: accountId, apiKey, secrets: opened }));
    made.set(known, { secrets, keys });
    return keys;
  };
  return (accountId) => {
    const known = directory.find(accountId);
    return known instanceof Promise ? known.then((found) => keysFor(accountId, found)) : keysFor(accountId, known);
  };
}
