/**
 * Identifies an operator by the token in `Authorization: Bearer`.
 *
 * 1. The token of the environment or the data directory is `root`: it has every right, never expires, and works without
 *    the database. Every other token is `name.secret`; the store has its hash.
 * 2. Hashes are compared in constant time. A token that is unknown, expired or revoked gets the same refusal.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findOperator } from '../../store/accounts/operators.ts';
import type { Database } from '../../store/database.ts';
import { RIGHTS } from './rights.ts';

export interface Operator {
  readonly name: string;
  readonly rights: ReadonlySet<string>;
}

export const ROOT = 'root';
export const OPERATOR_NAME = '^[a-z0-9][a-z0-9-]{0,39}$';

const SECRET_BYTES = 32;
const NAMED = /^([a-z0-9][a-z0-9-]{0,39})\.[A-Za-z0-9_-]{43}$/;
const CHALLENGE = { 'www-authenticate': 'Bearer realm="Trunkline operators"' };
const EVERY_RIGHT: ReadonlySet<string> = new Set(RIGHTS);

export interface IdentifyOptions {
  readonly context: Context;
  readonly db: Database;
  /** Of `root`. */
  readonly token: string;
}

/** Rejects with Refusal, or with StoreDown for a named operator. */
export function identifyWith({
  context,
  db,
  token,
}: IdentifyOptions): (header: string | undefined) => Promise<Operator> {
  const rootHash = hashOf(token);
  return async (header) => {
    if (header === undefined) throw new Refusal('authorization_missing', {}, CHALLENGE);
    const given = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (given === undefined) throw new Refusal('authorization_malformed', {}, CHALLENGE);
    const hash = hashOf(given);
    if (timingSafeEqual(hash, rootHash)) return { name: ROOT, rights: EVERY_RIGHT };
    const name = NAMED.exec(given)?.[1];
    const found = name === undefined ? null : await findOperator(db, name);
    const isLive = found !== null && found.revokedAt === null && found.expiresAt > context.clock.now();
    if (!isLive || !timingSafeEqual(hash, found.tokenHash)) throw new Refusal('key_wrong', {}, CHALLENGE);
    return { name: found.name, rights: new Set(found.rights) };
  };
}

/** The token of a new operator, and what is stored of it. */
export function newToken(name: string, randomBytes: Context['randomBytes']): { token: string; hash: Buffer } {
  const token = `${name}.${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
