/**
 * The sender of callbacks, put together: its transport, and the keys with which it signs for an account.
 */
import { createAddressGuard } from '../callbacks/address-guard.ts';
import { createNameLookup } from '../callbacks/name-lookup.ts';
import { createTransport } from '../callbacks/send.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { CallbackSender, type CallbackSenderOptions } from '../engine/deliver-callback.ts';
import type { AccountDirectory } from '../http/account-directory.ts';
import type { MasterKey } from '../lib/sealed.ts';
import { createShortCache } from '../lib/short-cache.ts';
import { openCallbackSecrets } from '../operations/callback-secrets/handler.ts';

export interface CallbackParts extends Pick<CallbackSenderOptions, 'db' | 'lanes' | 'owner'> {
  readonly masterKey: MasterKey;
  readonly directory: AccountDirectory;
  readonly config: Pick<Config, 'callbacks' | 'engine'>;
  /** Networks over those in `config`, in CIDR notation. */
  readonly alsoAllowed: readonly string[];
}

const PER_ENDPOINT = 128;
const PER_URL = 16;
const PER_SWIFT_URL = 64;
const KEYS_KEPT_MS = 2_000;

export function createCallbackSender(context: Context, parts: CallbackParts): CallbackSender {
  const { db, lanes, owner, masterKey, directory, config, alsoAllowed } = parts;
  const settings = config.callbacks;
  return new CallbackSender({
    context,
    db,
    lanes,
    owner,
    leaseMs: settings.leaseMs,
    gatherMs: config.engine.gatherMs,
    shares: { perEndpoint: PER_ENDPOINT, perUrl: PER_URL, perSwiftUrl: PER_SWIFT_URL },
    transport: createTransport({
      clock: context.clock,
      guard: createAddressGuard([...settings.allowedNetworks, ...alsoAllowed], createNameLookup(context.clock)),
      timeoutMs: settings.timeoutMs,
      connections: PER_ENDPOINT,
    }),
    keysOf: createShortCache(context.clock, KEYS_KEPT_MS, async (accountId) => {
      const known = await directory.find(accountId);
      if (!known) return null;
      const { callbackKeyId } = known.account.settings;
      const key = known.keys.find(({ id }) => id === callbackKeyId) ?? known.keys[0];
      const secrets = await openCallbackSecrets({ context, db, masterKey }, accountId);
      return { customerId: accountId, apiKey: key?.bytes ?? null, secrets };
    }),
  });
}
