/**
 * How callbacks are signed, twice: in the wire format's own way and after Standard Webhooks. Pure.
 *
 * 1. Both signatures cover the exact bytes of the body.
 * 2. Names are written as the public service writes them: receivers in PHP and Java look them up by case. Those of
 *    Standard Webhooks are written as that specification writes them.
 * 3. `webhook-id` is the callback's id and the same on every try; the timestamp is that of the try.
 */
import { hmacSha256 } from '../lib/hmac.ts';

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
  if (keys.apiKey !== null) {
    const signature = hmacSha256(keys.apiKey, body);
    headers.Authorization = `TSA ${keys.customerId}:${signature}`;
    headers['X-TS-Authorization'] = signature;
  }
  const timestamp = String(Math.floor(at / 1000));
  headers['webhook-id'] = id;
  headers['webhook-timestamp'] = timestamp;
  if (keys.secrets.length > 0) {
    headers['webhook-signature'] = keys.secrets
      .map((secret) => standardSignature(secret, id, timestamp, body))
      .join(' ');
  }
  return headers;
}

const SECRET_PREFIX = 'whsec_';

function standardSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  return `v1,${hmacSha256(key, body, `${id}.${timestamp}.`)}`;
}
