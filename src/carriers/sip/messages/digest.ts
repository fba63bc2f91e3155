/**
 * Digest authentication (RFC 7616, RFC 8760): the answer to a challenge, and the check of one. Pure.
 *
 * 1. Of several challenges the strongest that we know is answered: SHA-512-256, SHA-256, MD5; unknown schemes and
 *    algorithms are passed over.
 * 2. `auth` is preferred to `auth-int`; a challenge without `qop` is answered as RFC 2069 has it.
 */
import { createHash } from 'node:crypto';
import { atBlank, type Params, parseParams, quote, splitOutside } from './grammar.ts';

type Algorithm = 'SHA-512-256' | 'SHA-256' | 'MD5';

export interface Challenge {
  readonly algorithm: Algorithm;
  /** The session variant, in which nonce and cnonce are part of the key. */
  readonly isSession: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly qop: 'auth' | 'auth-int' | null;
  /** The nonce was too old, and the password right. */
  readonly isStale: boolean;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface DigestRequest {
  readonly method: string;
  readonly uri: string;
  readonly body: Uint8Array;
}

/** One use of a nonce. */
export interface NonceUse {
  /** How often the nonce has been used with this one, from 1. */
  readonly count: number;
  readonly cnonce: string;
}

/** Best first. */
const ALGORITHMS: readonly Algorithm[] = ['SHA-512-256', 'SHA-256', 'MD5'];
const HASHES: Readonly<Record<Algorithm, string>> = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' };

/** The strongest of the challenges in these header field values, or null when there is none that we can answer. */
export function chooseChallenge(values: readonly string[]): Challenge | null {
  const known = values.map(parseChallenge).filter((each) => each !== null);
  known.sort((a, b) => ALGORITHMS.indexOf(a.algorithm) - ALGORITHMS.indexOf(b.algorithm));
  return known[0] ?? null;
}

/** The value of Authorization or Proxy-Authorization. */
export function answerChallenge(
  challenge: Challenge,
  credentials: Credentials,
  request: DigestRequest,
  { count, cnonce }: NonceUse,
): string {
  const { realm, nonce, opaque, qop } = challenge;
  const nc = count.toString(16).padStart(8, '0');
  const response = digestOf(challenge, credentials, request, { nc, cnonce });
  const fields = [
    `username=${quote(credentials.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.uri)}`,
    `response="${response}"`,
    `algorithm=${challenge.algorithm}${challenge.isSession ? '-sess' : ''}`,
  ];
  if (qop !== null) fields.push(`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`);
  if (opaque !== null) fields.push(`opaque=${quote(opaque)}`);
  return `Digest ${fields.join(', ')}`;
}

/** Whether a value of Authorization answers this challenge with these credentials: for simulators. */
export function isRightAnswer(
  value: string,
  challenge: Challenge,
  credentials: Credentials,
  request: DigestRequest,
): boolean {
  const fields = digestFields(value);
  if (fields?.get('username') !== credentials.username || fields.get('nonce') !== challenge.nonce) return false;
  if (fields.get('uri') !== request.uri || fields.get('realm') !== challenge.realm) return false;
  const use = { nc: fields.get('nc') ?? '', cnonce: fields.get('cnonce') ?? '' };
  return fields.get('response') === digestOf(challenge, credentials, request, use);
}

function parseChallenge(value: string): Challenge | null {
  const fields = digestFields(value);
  const [realm, nonce] = [fields?.get('realm'), fields?.get('nonce')];
  const named = (fields?.get('algorithm') ?? 'MD5').toUpperCase();
  const isSession = named.endsWith('-SESS');
  const base = isSession ? named.slice(0, -'-SESS'.length) : named;
  const algorithm = ALGORITHMS.find((each) => each === base);
  const opaque = fields?.get('opaque') ?? null;
  if (!fields || realm === undefined || nonce === undefined || algorithm === undefined) return null;
  // They go into a header field of ours as they are, and a sign that ends a line may not (RFC 3261, 25.1).
  if ([realm, nonce, opaque].some((each) => each !== null && /[\r\n\0]/.test(each))) return null;
  const offered = fields
    .get('qop')
    ?.split(',')
    .map((each) => each.trim().toLowerCase());
  const qop = offered === undefined ? null : offered.includes('auth') ? 'auth' : 'auth-int';
  if (qop === 'auth-int' && !offered?.includes('auth-int')) return null;
  const isStale = fields.get('stale')?.toLowerCase() === 'true';
  return { algorithm, isSession, realm, nonce, opaque, qop, isStale };
}

/** `Digest name=value, …` by name. */
function digestFields(value: string): Params | null {
  const [scheme, rest] = atBlank(value.trim());
  const parts = scheme.toLowerCase() === 'digest' ? splitOutside(rest, ',') : null;
  return parts ? parseParams(parts.map((part) => `;${part}`).join('')) : null;
}

function digestOf(
  challenge: Challenge,
  { username, password }: Credentials,
  { method, uri, body }: DigestRequest,
  { nc, cnonce }: { readonly nc: string; readonly cnonce: string },
): string {
  const { algorithm, isSession, realm, nonce, qop } = challenge;
  const hash = (text: string | Uint8Array) => createHash(HASHES[algorithm]).update(text).digest('hex');
  const plain = hash(`${username}:${realm}:${password}`);
  const secret = isSession ? hash(`${plain}:${nonce}:${cnonce}`) : plain;
  const what = hash(qop === 'auth-int' ? `${method}:${uri}:${hash(body)}` : `${method}:${uri}`);
  return qop === null ? hash(`${secret}:${nonce}:${what}`) : hash(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${what}`);
}
