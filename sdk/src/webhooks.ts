/**
 * Callbacks, checked and told apart.
 *
 * 1. A callback is signed twice: under the account's API key (`Authorization: TSA …`), and after Standard Webhooks
 *    (`webhook-signature`). Either one is enough, of those that the reader has a secret for.
 * 2. The bytes are checked as they came, before they are parsed.
 * 3. Only Standard Webhooks say when it was sent, so only they keep out what somebody sends again: what is older than
 *    `toleranceSeconds`, or so far ahead, is refused.
 */
import { SignatureError } from './errors.ts';
import type { Schema } from './types.ts';

export interface WebhookSecrets {
  /** `whsec_…`; while one is being replaced, both. */
  readonly callbackSecrets?: readonly string[];
  /** Keys of the account that may sign. */
  readonly apiKeys?: readonly string[];
  /** With it, it has to be for this account. */
  readonly customerId?: string;
  /** 300 unless said. */
  readonly toleranceSeconds?: number;
}

type Told<Kind extends string, Body> = {
  readonly kind: Kind;
  /** The same on every try: what has been dealt with comes again when an answer was lost. */
  readonly id: string;
  readonly body: Body;
};

export type Webhook =
  | Told<'message', Schema<'MessageStatus'>>
  | Told<'text', Schema<'TextStatus'>>
  | Told<'code_text', Schema<'CodeTextStatus'>>
  | Told<'call', Schema<'VerificationStatus'>>
  | Told<'verification', Schema<'VerificationProcess'>>
  | Told<'inbound_text', Schema<'InboundText'>>
  | Told<'inbound_rcs', Schema<'InboundRcs'>>
  | Told<'relayed_text', Schema<'RelayedText'>>
  | Told<'session_event', Schema<'SessionEvent'>>;

export type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The callback that it is; rejects with a `SignatureError` when nobody who has a secret has signed it (rule 1). */
export async function unwrap(
  body: string | Uint8Array,
  headers: GivenHeaders,
  secrets: WebhookSecrets,
): Promise<Webhook> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const read = readerOf(headers);
  if (!(await isStandard(bytes, read, secrets)) && !(await isOfAccount(bytes, read, secrets))) {
    throw new SignatureError(
      (secrets.callbackSecrets ?? secrets.apiKeys)
        ? 'no signature of this callback fits a secret that was given'
        : 'neither callbackSecrets nor apiKeys were given to check it with',
    );
  }
  return tellApart(read('webhook-id'), JSON.parse(new TextDecoder().decode(bytes)));
}

type ReadHeader = (name: string) => string;

function readerOf(headers: GivenHeaders): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? '';
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    return (typeof value === 'string' ? value : value?.[0]) ?? '';
  };
}

/** Standard Webhooks: over `id.timestamp.body`, one signature for each live secret. */
async function isStandard(
  bytes: Uint8Array<ArrayBuffer>,
  read: ReadHeader,
  { callbackSecrets = [], toleranceSeconds = 300 }: WebhookSecrets,
): Promise<boolean> {
  const timestamp = read('webhook-timestamp');
  const isNow = /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds;
  if (!isNow) return false;
  const head = new TextEncoder().encode(`${read('webhook-id')}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const signatures = read('webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => each.slice('v1,'.length));
  return isSigned(
    signed,
    signatures,
    callbackSecrets.map((secret) => secret.replace(/^whsec_/, '')),
  );
}

/** `TSA customer_id:signature`, over the body. */
async function isOfAccount(
  bytes: Uint8Array<ArrayBuffer>,
  read: ReadHeader,
  { apiKeys = [], customerId }: WebhookSecrets,
): Promise<boolean> {
  const [, named, signature] = /^TSA ([^:]+):(.+)$/.exec(read('authorization')) ?? [];
  if (signature === undefined || (customerId !== undefined && named !== customerId)) return false;
  return isSigned(bytes, [signature], apiKeys);
}

async function isSigned(
  bytes: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), bytes)) return true;
    }
  }
  return false;
}

/** Of base64; nothing where it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** By the fields that each kind has alone; openapi.yaml's webhooks. */
function tellApart(id: string, body: Record<string, unknown>): Webhook {
  const kind = kindOf(body);
  if (kind === null) throw new SignatureError('it is signed, but none of the callbacks that this version knows');
  return { kind, id, body } as unknown as Webhook;
}

const BY_RESOURCE: Readonly<Record<string, Webhook['kind']>> = {
  mo_sms: 'inbound_text',
  mo_rcs: 'inbound_rcs',
  sms: 'code_text',
  call: 'call',
};

function kindOf(body: Record<string, unknown>): Webhook['kind'] | null {
  if (typeof body.sub_resource === 'string') return BY_RESOURCE[body.sub_resource] ?? null;
  if ('event' in body) return 'session_event';
  if ('mo_reference_id' in body) return 'relayed_text';
  if ('verification_policy' in body) return 'verification';
  if ('channel_status' in body) return 'message';
  return 'additional_info' in body ? 'text' : null;
}
