/**
 * The two signatures of a callback, computed as its receiver has to (docs/callbacks.md), step by step; and why a signature
 * that a receiver has computed is another one. Pure but for the browser's own HMAC.
 *
 * 1. Both cover the bytes of the body as they came. Both keys are base64: what is computed with are the bytes behind it.
 */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface Scheme {
  readonly title: string;
  /** What it is computed with: "API key". */
  readonly keyName: string;
  readonly keyHint: string;
  /** What is signed, in words. */
  readonly contentWords: string;
  readonly contentOf: (sent: Sent) => string;
  /** The base64 of the key. */
  readonly keyTextOf: (typed: string) => string;
  /** As it stands in its header. */
  readonly written: (signature: string) => string;
  readonly header: string;
  /** What the header holds; one for each secret that is live. */
  readonly expectedOf: (sent: Sent) => readonly string[];
}

const PREFIX = 'whsec_';

export const TSA: Scheme = {
  title: 'TSA',
  keyName: 'API key',
  keyHint:
    'The key of the account whose id is pinned by callback_key_id, else its newest. It does not leave this page.',
  contentWords: 'The body, byte for byte.',
  contentOf: ({ body }) => body,
  keyTextOf: (typed) => typed.trim(),
  written: (signature) => signature,
  header: 'X-TS-Authorization',
  expectedOf: ({ headers }) => valuesOf(headers['X-TS-Authorization']),
};

export const STANDARD: Scheme = {
  title: 'Standard Webhooks',
  keyName: 'Callback secret',
  keyHint: 'whsec_ and base64. It does not leave this page.',
  contentWords: 'webhook-id, webhook-timestamp and the body, with dots between them.',
  contentOf: ({ headers, body }) => `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
  keyTextOf: (typed) => typed.trim().replace(new RegExp(`^${PREFIX}`), ''),
  written: (signature) => `v1,${signature}`,
  header: 'webhook-signature',
  expectedOf: ({ headers }) => valuesOf(headers['webhook-signature']),
};

export interface Computed {
  readonly keyLength: number;
  readonly content: string;
  readonly contentLength: number;
  /** As it stands in the header. */
  readonly signature: string;
  readonly isExpected: boolean;
}

/** `no_key`: nothing that could be one is typed. `not_base64`: it cannot be the key. */
export async function compute(scheme: Scheme, sent: Sent, typed: string): Promise<Computed | 'no_key' | 'not_base64'> {
  const text = scheme.keyTextOf(typed);
  if (text === '') return 'no_key';
  const key = bytesOf(text);
  if (key === null || key.length === 0) return 'not_base64';
  const content = scheme.contentOf(sent);
  const signature = scheme.written(base64Of(await hmac(key, content)));
  return {
    keyLength: key.length,
    content,
    contentLength: utf8(content).length,
    signature,
    isExpected: scheme.expectedOf(sent).includes(signature),
  };
}

/** In words, what was done to come to this signature; null when none of the usual mistakes leads to it. */
export async function mistakeIn(
  pasted: string,
  { scheme, sent, typed }: { readonly scheme: Scheme; readonly sent: Sent; readonly typed: string },
): Promise<string | null> {
  const given = pasted
    .trim()
    .replace(/^v1,/, '')
    .replace(/^TSA [^:]*:/, '');
  const text = scheme.keyTextOf(typed);
  const key = bytesOf(text);
  if (given === '' || key === null || key.length === 0) return null;
  for (const [words, otherKey, content] of mistakes(scheme, sent, { typed: typed.trim(), text, key })) {
    if (otherKey.length === 0) continue;
    const bytes = await hmac(otherKey, content);
    if (base64Of(bytes) === given) return words;
    if (hexOf(bytes) === given.toLowerCase()) return `${words} And it is written as hex: base64 is expected.`;
  }
  return null;
}

interface Key {
  readonly typed: string;
  readonly text: string;
  readonly key: Bytes;
}

const RIGHT = 'This is the right one.';

function mistakes(scheme: Scheme, sent: Sent, { typed, text, key }: Key): Array<readonly [string, Bytes, string]> {
  const content = scheme.contentOf(sent);
  const bodies = otherBodies(sent.body).map(
    ([words, body]) => [words, key, scheme.contentOf({ ...sent, body })] as const,
  );
  return [
    [RIGHT, key, content],
    [`The ${scheme.keyName} was used as text: decode its base64 first.`, utf8(text), content],
    [
      `The ${scheme.keyName} was used as text, with ${PREFIX}: take that off and decode the rest.`,
      utf8(typed),
      content,
    ],
    ...bodies,
    ['The body alone was signed: the id and the timestamp belong before it.', key, sent.body],
  ];
}

/** What frameworks make of a body that they have parsed. */
function otherBodies(body: string): Array<readonly [string, string]> {
  const again = 'The body was parsed and written again: take its bytes as they came.';
  const others: Array<readonly [string, string]> = [['A line break was added to the body.', `${body}\n`]];
  try {
    const value: unknown = JSON.parse(body);
    const spaced = JSON.stringify(value, null, 1)
      .replace(/,\n\s*/g, ', ')
      .replace(/\n\s*/g, '');
    const written = [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), spaced];
    for (const each of written) others.push([again, each], [again, asciiOf(each)]);
  } catch {
    // Not JSON: nothing would have parsed it.
  }
  return [...others, ['No body was signed.', '']];
}

/** As Python writes it: what is not ASCII is escaped. */
function asciiOf(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The account that signed; null: it had no API key to sign with. */
export function accountIn({ headers }: Sent): string | null {
  return /^TSA ([^:]+):/.exec(headers.Authorization ?? '')?.[1] ?? null;
}

/** A page that came over plain HTTP from another machine has none. */
export function hasCrypto(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

async function hmac(key: Bytes, content: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(content)));
}

function valuesOf(header: string | undefined): readonly string[] {
  return header === undefined || header === '' ? [] : header.split(' ');
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function bytesOf(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');
}
