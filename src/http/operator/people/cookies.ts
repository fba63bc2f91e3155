/**
 * The cookie of a session: read and written. Pure.
 *
 * 1. Its value is the id of the session, 32 hex digits, and a secret of 32 bytes. Anything else is no session.
 * 2. No script reads it (HttpOnly), no other site sends it (SameSite=Strict), and it goes to the operators' API alone.
 *    Where the client came over TLS, it never goes without (Secure).
 * 3. A proxy that takes the front of paths off says so in X-Forwarded-Prefix: for the browser the API lies below it. It
 *    counts whoever wrote it, since it decides about nothing but the writer's own cookie.
 * 4. While somebody signs in by a provider, a second cookie holds what has to come back. The way back begins at the
 *    provider's site, so it is Lax, and it lives for minutes.
 */
import { fromReference, toReference } from '../../../lib/ids.ts';

export const SESSION_COOKIE = 'trunkline_session';
export const SIGN_IN_COOKIE = 'trunkline_sign_in';

export interface SessionCookie {
  readonly id: string;
  readonly secret: string;
}

const PATH = '/operator';
const PREFIX = /^(?:\/[A-Za-z0-9._~-]{1,64}){1,8}$/;
const LONGEST_HEADER = 8_192;
const VALUE = /^([0-9a-f]{32})\.([A-Za-z0-9_-]{43})$/;

/** What the first cookie of that name holds; null when there is none. */
export function cookieIn(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > LONGEST_HEADER) return null;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** Null when the request carries no session. */
export function sessionIn(header: string | undefined): SessionCookie | null {
  const [, reference = '', secret = ''] = VALUE.exec(cookieIn(header, SESSION_COOKIE) ?? '') ?? [];
  const id = fromReference(reference);
  return id === null ? null : { id, secret };
}

export interface CookieOptions {
  readonly name: string;
  readonly value: string;
  readonly isSecure: boolean;
  readonly lastsMs: number;
  readonly sameSite: 'Strict' | 'Lax';
  /** Rule 3. */
  readonly prefix: string;
}

export function sessionValue({ id, secret }: SessionCookie): string {
  return `${toReference(id).toLowerCase()}.${secret}`;
}

/** `lastsMs` 0 takes it away. */
export function cookieHeader({ name, value, isSecure, lastsMs, sameSite, prefix }: CookieOptions): string {
  const age = Math.floor(lastsMs / 1000);
  const path = `${prefix}${PATH}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${isSecure ? '; Secure' : ''}`;
}

/** Rule 3: '' where it says nothing that is one. */
export function prefixIn(header: string | undefined): string {
  const said = header?.split(',').at(-1)?.trim() ?? '';
  const path = said.endsWith('/') ? said.slice(0, -1) : said;
  return PREFIX.test(path) ? path : '';
}
