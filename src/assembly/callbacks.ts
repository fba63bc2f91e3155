/**
 * Makes the sender of callbacks: its transport, and the keys with which it signs for an account.
 */
import { createAddressGuard } from '../callbacks/address-guard.ts';
import { createNameLookup } from '../callbacks/name-lookup.ts';
import { createTransport } from '../callbacks/send.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
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
    keysOf: async (accountId) => {
      const known = await directory.find(accountId);
      if (!known) return null;
      const { callbackKeyId } = known.account.settings;
      const key = known.keys.find(({ id }) => id === callbackKeyId) ?? known.keys[0];
      return { customerId: accountId, apiKey: key?.bytes ?? null, secrets: await secretsOf(accountId) };
    },
  });
}
