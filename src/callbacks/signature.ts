/**
 * How callbacks are signed, twice: in the wire format's own way and after Standard Webhooks. Pure.
 *
 * 1. Both signatures cover the exact bytes of the body.
 * 2. Names are written as the public service writes them: receivers in PHP and Java look them up by case. Those of
 *    Standard Webhooks are written as that specification writes them.
 * 3. `webhook-id` is the callback's id and the same on every try; the timestamp is that of the try.
 */
import { type HmacKey, hmacKey, hmacSha256 } from '../lib/hmac.ts';

export interface CallbackKeys {
  readonly customerId: string;
  /** The bytes that the API key's base64 stands for; null when the account has none. */
  readonly apiKey: Uint8Array | null;
  /** `whsec_…`, newest first. */
  readonly secrets: readonly string[];
}

export interface SignedCallback {
  readonly id: string;
  readonly body: string;
  /** Epoch milliseconds of this try. */
  readonly at: number;
}

export function signCallback({ id, body, at }: SignedCallback, keys: CallbackKeys): Record<string, string> {
  const headers: Record<string, string> = {};
  const { apiKey, secrets } = madeOf(keys);
  if (apiKey !== null) {
    const signature = hmacSha256(apiKey, body);
    headers.Authorization = `TSA ${keys.customerId}:${signature}`;
    headers['X-TS-Authorization'] = signature;
  }
  const timestamp = String(Math.floor(at / 1000));
  headers['webhook-id'] = id;
  headers['webhook-timestamp'] = timestamp;
  if (secrets.length > 0) {
    headers['webhook-signature'] = secrets
      .map((secret) => `v1,${hmacSha256(secret, body, `${id}.${timestamp}.`)}`)
      .join(' ');
  }
  return headers;
}

interface MadeKeys {
  readonly apiKey: HmacKey | null;
  readonly secrets: readonly HmacKey[];
}

/** The keys of an account are one object for a second or two (assembly/callbacks.ts). */
const made = new WeakMap<CallbackKeys, MadeKeys>();

function madeOf(keys: CallbackKeys): MadeKeys {
  const known = made.get(keys);
  if (known) return known;
  const { apiKey, secrets } = keys;
  const fresh = { apiKey: apiKey && hmacKey(apiKey), secrets: secrets.map((secret) => hmacKey(bytesOf(secret))) };
  made.set(keys, fresh);
  return fresh;
}

const SECRET_PREFIX = 'whsec_';

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
}
