/**
 * Identifies who asks: by the token in `Authorization: Bearer`, or by the cookie of a session.
 *
 * 1. The token of the environment or the data directory is `root`: it has every right, never expires, and works without
 *    the database; the settings can turn it off. Every other token is `name.secret`, or `pt_id.secret` of a user; the
 *    store has its hash.
 * 2. Hashes are compared in constant time. A token or a session that is unknown, over or revoked gets the same refusal.
 * 3. A user has the rights of its role at this moment; a personal token has those of its own that are among them.
 * 4. A header that is there decides: the cookie is not looked at.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import type { PeopleSettings } from '../../lib/people-settings.ts';
import { findOperator } from '../../store/accounts/operators.ts';
import type { Database } from '../../store/database.ts';
import { findSession, noteSeen, type SessionRow } from '../../store/people/user-sessions.ts';
import { findToken } from '../../store/people/user-tokens.ts';
import { findUser, type UserRow } from '../../store/people/users.ts';
import { type SessionCookie, sessionIn } from './people/cookies.ts';
import type { SignInLinks } from './people/links.ts';
import { rightsOfRole } from './people/roles.ts';
import { RIGHTS } from './rights.ts';

export interface Operator {
  /** As it is written down: `root`, the name of an operator, or `user:` and the name of a user. */
  readonly name: string;
  readonly rights: ReadonlySet<string>;
  /** Null: no user. */
  readonly user: UserRow | null;
  /** By which it came; null: by a token. */
  readonly session: SessionRow | null;
  /** The id of the personal token by which it came. */
  readonly token: string | null;
  /** It has to set up a second factor before it may do anything. */
  readonly lacksFactor: boolean;
}

export const ROOT = 'root';
export const OPERATOR_NAME = '^[a-z0-9][a-z0-9-]{0,39}$';

const SECRET_BYTES = 32;
const NAMED = /^([a-z0-9][a-z0-9-]{0,39})\.[A-Za-z0-9_-]{43}$/;
const PERSONAL = /^pt_([0-9a-f]{32})\.[A-Za-z0-9_-]{43}$/;
const EVERY_RIGHT: ReadonlySet<string> = new Set(RIGHTS);
/** That a session was used is noted so often at most. */
const SEEN_EVERY_MS = 60_000;

export interface IdentifyOptions {
  readonly context: Context;
  readonly db: Database;
  /** Of `root`. */
  readonly token: string;
  readonly settings: PeopleSettings;
  readonly isSandbox: boolean;
  /** Nobody has asked for anything: what is shown goes on. It is no use of the session. */
  readonly isAskedAgain?: boolean;
  readonly links: Pick<SignInLinks, 'isOpen'>;
}

/** Rejects with Refusal, or with StoreDown for anybody but `root`. */
export function identifyWith(options: IdentifyOptions): (headers: IncomingHttpHeaders) => Promise<Operator> {
  return async (headers) => {
    const { authorization } = headers;
    if (authorization !== undefined) return byToken(options, authorization);
    const cookie = sessionIn(headers.cookie);
    if (cookie === null) throw new Refusal('authorization_missing');
    return bySession(options, cookie);
  };
}

/** Whether it is the token of `root`, where that is taken. */
export function isRootToken({ token, settings }: Pick<IdentifyOptions, 'token' | 'settings'>, given: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(token)) && settings.rootToken;
}

async function byToken(options: IdentifyOptions, header: string): Promise<Operator> {
  const given = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (given === undefined) throw new Refusal('authorization_malformed');
  if (isRootToken(options, given)) return asRoot(null);
  const personal = fromReference(PERSONAL.exec(given)?.[1] ?? '');
  if (personal !== null) return byPersonalToken(options, personal, given);
  const { context, db } = options;
  const name = NAMED.exec(given)?.[1];
  const found = name === undefined ? null : await findOperator(db, name);
  const isLive = found !== null && found.revokedAt === null && found.expiresAt > context.clock.now();
  if (!isLive || !timingSafeEqual(hashOf(given), found.tokenHash)) throw wrongKey();
  return { ...asRoot(null), name: found.name, rights: new Set(found.rights) };
}

async function byPersonalToken(options: IdentifyOptions, id: string, given: string): Promise<Operator> {
  const { context, db } = options;
  const found = await findToken(db, id);
  const isLive = found !== null && found.revokedAt === null && found.expiresAt > context.clock.now();
  if (!isLive || !timingSafeEqual(hashOf(given), found.tokenHash)) throw wrongKey();
  const user = await findUser(db, found.userName);
  const { rights, ...rest } = asUser(options, user, null);
  return { ...rest, rights: new Set(found.rights.filter((right) => rights.has(right))), token: id, lacksFactor: false };
}

async function bySession(options: IdentifyOptions, { id, secret }: SessionCookie): Promise<Operator> {
  const { context, db, settings } = options;
  const now = context.clock.now();
  const found = await findSession(db, id);
  const isLive = found !== null && found.endsAt > now && found.seenAt > now - settings.idleMs;
  if (!isLive || !timingSafeEqual(hashOf(secret), found.secretHash)) throw wrongKey();
  const operator = await identifySession(options, found);
  if (options.isAskedAgain) return operator;
  if (found.seenAt <= now - Math.min(SEEN_EVERY_MS, settings.idleMs / 2)) await noteSeen(db, id, now);
  return operator;
}

/** Whose session it is. One that was begun with a token or a link that is not taken any more is over. */
export async function identifySession(options: Omit<IdentifyOptions, 'token'>, session: SessionRow): Promise<Operator> {
  const { db, settings, links } = options;
  if (session.userName !== null) return asUser(options, await findUser(db, session.userName), session);
  if (!(session.way === 'link' ? links.isOpen : settings.rootToken)) throw wrongKey();
  return asRoot(session);
}

function asRoot(session: SessionRow | null): Operator {
  return { name: ROOT, rights: EVERY_RIGHT, user: null, session, token: null, lacksFactor: false };
}

/** Rule 3. */
function asUser(
  { settings, isSandbox }: Pick<IdentifyOptions, 'settings' | 'isSandbox'>,
  user: UserRow | null,
  session: SessionRow | null,
): Operator {
  if (user === null || user.disabledAt !== null || user.removedAt !== null) throw wrongKey();
  const lacksFactor = settings.needsSecondFactor && session?.way === 'password' && !user.hasFactor;
  const rights = lacksFactor ? new Set<string>() : rightsOfRole(user.role, isSandbox);
  return { name: nameOfUser(user.name), rights, user, session, token: null, lacksFactor };
}

/** As it is written down: no operator has a colon in its name. */
export function nameOfUser(name: string): string {
  return `user:${name}`;
}

/** The token of a new operator, and what is stored of it. */
export function newToken(name: string, randomBytes: Context['randomBytes']): { token: string; hash: Buffer } {
  const token = `${name}.${newSecret(randomBytes)}`;
  return { token, hash: hashOf(token) };
}

/** A personal token, by its id. */
export function newPersonalToken(id: string, randomBytes: Context['randomBytes']): { token: string; hash: Buffer } {
  return newToken(`pt_${toReference(id).toLowerCase()}`, randomBytes);
}

export function newSecret(randomBytes: Context['randomBytes']): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
}

export function wrongKey(): Refusal {
  return new Refusal('key_wrong');
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
