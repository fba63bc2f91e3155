/**
 * Begins a session: its row, its cookie, and the record of who signed in.
 *
 * 1. A password that was right a moment ago begins no session once another one is in effect: whoever changes it ends
 *    every session that it has begun.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { hash12 } from '../../../lib/ids.ts';
import type { Database } from '../../../store/database.ts';
import { addSession, type SessionRow } from '../../../store/people/user-sessions.ts';
import { findUser, holdUser, noteSignIn } from '../../../store/people/users.ts';
import { headerOf } from '../../signed-request.ts';
import { hashOf, nameOfUser, newSecret, ROOT, wrongKey } from '../identify.ts';
import { cookieHeader, prefixIn, SESSION_COOKIE, sessionValue } from './cookies.ts';
import type { People } from './people.ts';

const CONSOLE = 'console';

/**
 * Where a browser goes that has signed in by a link or a provider: the console, from the path that was asked for. A proxy
 * may have taken the front of that path off, so `Location` is relative (RFC 9110, 10.2.2).
 */
export function afterSignIn(path: string): string {
  return `${'../'.repeat(path.split('/').length - 2)}${CONSOLE}/`;
}

const LONGEST_AGENT = 200;

export interface BeginOptions {
  readonly context: Context;
  readonly db: Database;
  readonly people: People;
}

export interface Beginning {
  /** Null: root. */
  readonly userName: string | null;
  readonly way: 'password' | 'token' | 'link' | 'oidc';
  /** Rule 1: as it was stored when it was compared; absent: none was given. */
  readonly password?: string | null;
}

export async function beginSession(
  { context, db, people }: BeginOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { userName, way, password }: Beginning,
): Promise<SessionRow> {
  const { clock, ids, randomBytes } = context;
  const now = clock.now();
  const id = ids.next(hash12(userName ?? ROOT));
  const secret = newSecret(randomBytes);
  const client = people.clientOf(request.raw);
  const { longestMs } = people.settings;
  const session = {
    id,
    userName,
    way,
    address: client.address,
    agent: agentOf(request),
    createdAt: now,
    endsAt: now + longestMs,
  };
  const actor = userName === null ? ROOT : nameOfUser(userName);
  await people.audit.append({ actor, action: 'sign in', target: { way }, session: id, address: client.address });
  await db.transaction(async (tx) => {
    if (userName !== null && !(await holdUser(tx, userName, password))) throw wrongKey();
    await addSession(tx, { ...session, secretHash: hashOf(secret) });
  });
  if (userName !== null) await noteSignIn(db, userName, now);
  const value = sessionValue({ id, secret });
  setCookie(people, request, reply, { name: SESSION_COOKIE, value, lastsMs: longestMs });
  return { ...session, seenAt: now };
}

export interface OwnCookie {
  readonly name: string;
  readonly value: string;
  readonly lastsMs: number;
  readonly sameSite?: 'Lax';
}

export function setCookie(people: People, request: FastifyRequest, reply: FastifyReply, cookie: OwnCookie): void {
  const isSecure = people.clientOf(request.raw).scheme === 'https';
  const prefix = prefixIn(headerOf(request.raw.headers, 'x-forwarded-prefix'));
  reply.header('set-cookie', cookieHeader({ sameSite: 'Strict', ...cookie, prefix, isSecure }));
}

/** What the browser calls itself, as far as a database takes it. */
function agentOf(request: FastifyRequest): string {
  return (headerOf(request.raw.headers, 'user-agent') ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_AGENT);
}

/** The user that may sign in under this name. */
export async function mayBe(db: Database, name: string) {
  const user = await findUser(db, name);
  return user !== null && user.disabledAt === null && user.removedAt === null ? user : null;
}
