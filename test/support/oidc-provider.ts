/** A small OpenID provider: it lets everybody in whom the test names, and can be told to answer wrongly. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { atEnd } from './at-end.ts';

export const CLIENT = { id: 'trunkline', secret: 'a-secret-of-the-client' };

export interface OidcProvider {
  /** Also what it says of itself. */
  issuer: string;
  /** What the next ID token says besides what it has to. */
  claims: JWTPayload;
  /** What is wrong with it. */
  wrong: { nonce?: string; issuer?: string; audience?: string; isExpired?: boolean; isForged?: boolean };
  /** How often somebody came with a code. */
  readonly exchanges: () => number;
  /** What a browser does there, where it gets a page with a link: resolves with where it is sent back to. */
  authorize(location: string): Promise<URL>;
}

interface Granted {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

export async function startOidcProvider(t: TestContext): Promise<OidcProvider> {
  const keys = await generateKeyPair('RS256');
  const others = await generateKeyPair('RS256');
  const granted = new Map<string, Granted>();
  let exchanges = 0;
  const provider = { issuer: '', claims: {}, wrong: {}, exchanges: () => exchanges } as OidcProvider & {
    issuer: string;
  };

  const idToken = ({ nonce }: Granted): Promise<string> => {
    const { wrong, claims, issuer } = provider;
    const now = Math.floor(Date.now() / 1_000) - (wrong.isExpired ? 7_200 : 0);
    return new SignJWT({ sub: 'subject-1', ...claims, nonce: wrong.nonce ?? nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(wrong.issuer ?? issuer)
      .setAudience(wrong.audience ?? CLIENT.id)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(wrong.isForged ? others.privateKey : keys.privateKey);
  };

  const exchange = async (body: URLSearchParams, authorization: string): Promise<object | null> => {
    exchanges += 1;
    const code = body.get('code') ?? '';
    const known = granted.get(code);
    granted.delete(code);
    const isClient = authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    const isOwn = body.get('client_id') === CLIENT.id && body.get('client_secret') === CLIENT.secret;
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || !(isClient || isOwn) || verifier !== known.challenge || body.get('redirect_uri') !== known.redirect) {
      return null;
    }
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: await idToken(known) };
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const { issuer } = provider;
    if (path.startsWith('/authorize?')) {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
      response.end(pageFor(await provider.authorize(`${issuer}${path}`)));
      return;
    }
    let answer: object | null = null;
    if (path === '/.well-known/openid-configuration') {
      answer = configurationOf(issuer);
    } else if (path === '/keys') {
      answer = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
    } else if (path === '/token') {
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      answer = await exchange(body, request.headers.authorization ?? '');
    }
    response.writeHead(answer === null ? 400 : 200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.authorize = async (location) => {
    const { searchParams } = new URL(location);
    const code = randomUUID();
    const asked = (name: string) => searchParams.get(name) ?? '';
    granted.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge'), redirect: asked('redirect_uri') });
    const back = new URL(asked('redirect_uri'));
    back.search = new URLSearchParams({ code, state: asked('state') }).toString();
    return back;
  };
  return provider;
}

function configurationOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function pageFor(back: URL): string {
  return `<!doctype html><title>Provider</title><a href="${back.href.replaceAll('&', '&amp;')}">Let me in</a>`;
}
