/**
 * Signing in by a provider of identities (provider.ts): to it, and back.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../errors.ts';
import { addIdentity, addUser, changeUser, findIdentity } from '../../../store/people/users.ts';
import { headerOf } from '../../signed-request.ts';
import { nameOfUser } from '../identify.ts';
import type { OperatorOptions } from '../options.ts';
import { afterSignIn, beginSession, mayBe, setCookie } from './begin-session.ts';
import { cookieIn, SIGN_IN_COOKIE } from './cookies.ts';
import { type Identity, type Provider, refused, SIGN_IN_WITHIN_MS } from './provider.ts';
import { waitOrBegin } from './sign-in.ts';

const BACK = '/operator/v1/session/oidc/callback';

export function providerRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { people } = options;

  app.get('/session/oidc', async (request, reply) => {
    const { location, cookie } = await providerOf(options).begin(redirectOf(options, request));
    const lastsMs = SIGN_IN_WITHIN_MS;
    setCookie(people, request, reply, { name: SIGN_IN_COOKIE, value: cookie, lastsMs, sameSite: 'Lax' });
    return reply.code(303).header('location', location).send({ location });
  });

  app.get('/session/oidc/callback', async (request, reply) => {
    const { address } = people.clientOf(request.raw);
    // Anybody may come here, and each refusal is written down.
    await waitOrBegin(people, null, address);
    const cookie = cookieIn(request.raw.headers.cookie, SIGN_IN_COOKIE);
    setCookie(people, request, reply, { name: SIGN_IN_COOKIE, value: '', lastsMs: 0, sameSite: 'Lax' });
    const userName = await userOf(options, request, cookie);
    await people.pauses.succeeded(null, address);
    await beginSession(options, request, reply, { userName, way: 'oidc' });
    const location = afterSignIn(BACK);
    return reply.code(303).header('location', location).send({ location });
  });
}

async function userOf(options: OperatorOptions, request: FastifyRequest, cookie: string | null): Promise<string> {
  const { people } = options;
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  try {
    const identity = await providerOf(options).end(at === -1 ? '' : url.slice(at), cookie);
    return await admit(options, identity);
  } catch (error) {
    if (error instanceof Refusal) {
      const { address } = people.clientOf(request.raw);
      const why = String(error.values.why ?? error.case);
      await people.audit.append({ actor: 'unknown', action: 'sign in refused', target: { way: 'oidc', why }, address });
    }
    throw error;
  }
}

/** The user whose identity it is; a new one, if it is nobody's yet. */
async function admit({ db, context }: OperatorOptions, identity: Identity): Promise<string> {
  const now = context.clock.now();
  const known = await findIdentity(db, identity.identity);
  if (known !== null) {
    const user = await mayBe(db, known);
    if (user === null) throw refused(`${nameOfUser(known)} was disabled or removed`);
    const change = { role: identity.role, ...(identity.email === null ? {} : { email: identity.email }) };
    await changeUser(db, known, change, now);
    return known;
  }
  const { name, email, role } = identity;
  const isNew = await db.transaction(async (tx) => {
    const fresh = { name, email, role, password: null, createdAt: now, createdBy: 'oidc' };
    return (await addUser(tx, fresh)) && (await addIdentity(tx, identity.identity, name, now));
  });
  if (!isNew) throw refused(`there is another user ${name} already`);
  return name;
}

function providerOf({ people }: OperatorOptions): Provider {
  if (people.provider === null) throw refused('none is configured');
  return people.provider;
}

function redirectOf({ people }: OperatorOptions, request: FastifyRequest): string {
  const { scheme } = people.clientOf(request.raw);
  const host = headerOf(request.raw.headers, 'host') ?? '';
  return people.settings.oidc?.redirectUrl ?? `${scheme}://${host}${BACK}`;
}
