/**
 * Sessions of browsers: begun with a token, a password or a link; shown, listed and ended.
 *
 * 1. Everybody sees and ends their own; who has the right `admin` sees and ends those of all.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../../lib/schemas.ts';
import { endSession, listSessions, type SessionRow } from '../../../store/people/user-sessions.ts';
import { pathOf } from '../../edge.ts';
import { identifySession, isRootToken, type Operator, ROOT, wrongKey } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  idOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  wrong,
} from '../request.ts';
import { pageOf, timeOf } from '../shapes.ts';
import { afterSignIn, type Beginning, beginSession, setCookie } from './begin-session.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { checkOrigin } from './origin.ts';
import { PASSWORD_LONGEST } from './passwords.ts';
import { rightsOfRole } from './roles.ts';
import { signIn, waitOrBegin } from './sign-in.ts';

export const SignInBody = Type.Object(
  {
    token: Type.Optional(Type.String({ maxLength: 200 })),
    user: Type.Optional(Type.String({ maxLength: 80 })),
    password: Type.Optional(Type.String({ maxLength: PASSWORD_LONGEST })),
    code: Type.Optional(Type.String({ maxLength: 40 })),
  },
  strict,
);

const LinkQuery = Type.Object({ key: Type.String({ maxLength: 100 }) }, strict);
const SessionQuery = Type.Object({ user: Type.Optional(Type.String({ maxLength: 80 })), ...LISTING }, strict);

export function sessionRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context, people } = options;

  app.post('/session', async (request, reply) => {
    const beginning = await beginningOf(options, request);
    const session = await beginSession(options, request, reply, beginning);
    return reply.code(201).send(whoShape(options, await identifySession({ ...options, ...people }, session)));
  });

  app.get('/session', async (request) => whoShape(options, operatorOf(request)));

  app.delete('/session', async (request, reply) => {
    const { session } = operatorOf(request);
    if (session) await endSession(db, session.id, null);
    setCookie(people, request, reply, { name: SESSION_COOKIE, value: '', lastsMs: 0 });
    const location = session?.way === 'oidc' ? await people.provider?.signOutUrl() : null;
    return { ended: session ? 1 : 0, ...(location ? { location } : {}) };
  });

  app.get('/session/ways', async () => ({
    token: people.settings.rootToken,
    password: true,
    oidc: people.settings.oidc !== null,
    second_factor: people.settings.needsSecondFactor ? 'required' : 'optional',
  }));

  app.get('/session/link', async (request, reply) => {
    const { key } = queryOf(LinkQuery, request);
    if (!(await people.links.take(key))) throw wrongKey();
    await beginSession(options, request, reply, { userName: null, way: 'link' });
    const location = afterSignIn(pathOf(request.raw.url ?? ''));
    return reply.code(303).header('location', location).send({ location });
  });

  app.get('/sessions', async (request) => {
    const { user, limit = DEFAULT_LIMIT, after } = queryOf(SessionQuery, request);
    const own = ownNameOf(operatorOf(request));
    const now = context.clock.now();
    const rows = await listSessions(db, {
      userName: own ?? user ?? null,
      before: placeOf(AfterId, after)?.[0],
      limit: limit + 1,
      now,
      seenAfter: now - people.settings.idleMs,
    });
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), sessionShape);
    return { sessions: items, next };
  });

  app.delete('/sessions/:id', async (request) => {
    const id = idOf(paramOf(request, 'id'));
    if (id === null || !(await endSession(db, id, ownNameOf(operatorOf(request))))) throw notFound('Session');
    return { ended: 1 };
  });
}

/** Who signs in. A browser that does it has to be on a page of ours. */
async function beginningOf(options: OperatorOptions, request: FastifyRequest): Promise<Beginning> {
  const { people } = options;
  const { address, scheme } = people.clientOf(request.raw);
  const { origins } = people.settings;
  checkOrigin({ headers: request.raw.headers, scheme, origins, isNeeded: false });
  const { token, user, password, code } = bodyOf(SignInBody, request);
  if (token !== undefined) {
    if (user !== undefined || password !== undefined || code !== undefined) throw wrong('token', WAYS);
    await checkRootToken(options, token, address);
    return { userName: null, way: 'token' };
  }
  if (user === undefined || password === undefined) throw wrong(user === undefined ? 'user' : 'password', WAYS);
  const { name, password: stored } = await signIn(options, { user, password, code }, address);
  return { userName: name, way: 'password', password: stored };
}

/** Guesses are counted for their network, and written down, as those at passwords are. */
async function checkRootToken({ token, people }: OperatorOptions, given: string, address: string): Promise<void> {
  await waitOrBegin(people, null, address);
  if (!isRootToken({ token, settings: people.settings }, given)) {
    await people.audit.append({ actor: 'unknown', action: 'sign in refused', target: { why: 'token' }, address });
    throw wrongKey();
  }
  await people.pauses.succeeded(null, address);
}

const WAYS = 'either token, or user and password, with code where the user has a second factor';

/** The operator that the gate has found. */
export function operatorOf({ operator }: FastifyRequest): Operator {
  if (operator === null) throw new Error('a route without an identity asks who it is');
  return operator;
}

/** Rule 1: null where all may be seen. */
export function ownNameOf({ rights, user }: Operator): string | null {
  return rights.has('admin') ? null : (user?.name ?? '');
}

function whoShape({ people }: OperatorOptions, operator: Operator): Record<string, unknown> {
  const { name, user, rights, session, lacksFactor } = operator;
  const roleRights = user === null ? rights : rightsOfRole(user.role, people.isSandbox);
  return {
    name: user?.name ?? name,
    sandbox: people.isSandbox,
    kind: user !== null ? 'user' : name === ROOT ? 'root' : 'operator',
    role: user?.role ?? null,
    rights: [...(lacksFactor ? roleRights : rights)],
    second_factor: { in_use: user?.hasFactor ?? false, is_missing: lacksFactor },
    session: session && sessionShape(session),
  };
}

function sessionShape({ id, userName, way, address, agent, createdAt, seenAt, endsAt }: SessionRow) {
  return {
    id,
    name: userName ?? ROOT,
    way,
    address,
    agent,
    created_on: timeOf(createdAt),
    seen_on: timeOf(seenAt),
    ends_on: timeOf(endsAt),
  };
}
