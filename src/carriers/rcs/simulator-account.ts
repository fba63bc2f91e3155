/**
 * The simulated RBM's service account: a key that it makes for whoever connects, and tokens for those who sign with it
 * (RFC 7523, 2.1).
 */
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import type { Context } from '../../context.ts';
import type { JsonObject } from '../../lib/json.ts';

export interface SimulatedAccount {
  /** The content of a service account key file. */
  readonly keyFile: JsonObject;
  token(body: Buffer): Promise<{ readonly status: number; readonly body: JsonObject }>;
  accepts(authorization: string | undefined): boolean;
}

const SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
const VALID_FOR_S = 3_600;
const EMAIL = 'gateway@simulated.example';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export async function createSimulatedAccount(context: Context, tokenUrl: string): Promise<SimulatedAccount> {
  // Up to 0.2 s, on another thread.
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const tokens = new Map<string, number>();
  return {
    keyFile: {
      client_email: EMAIL,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      private_key_id: 'simulated',
      token_uri: tokenUrl,
    },
    async token(body) {
      const form = new URLSearchParams(body.toString('utf8'));
      const problem = await problemOf(form, publicKey, tokenUrl, new Date(context.clock.now()));
      if (problem !== null) return { status: 400, body: { error: 'invalid_grant', error_description: problem } };
      const token = context.randomBytes(24).toString('base64url');
      const now = context.clock.now();
      for (const [old, until] of tokens) if (until <= now) tokens.delete(old);
      tokens.set(token, now + VALID_FOR_S * 1000);
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: VALID_FOR_S } };
    },
    accepts(authorization) {
      const until = tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
      return until !== undefined && until > context.clock.now();
    },
  };
}

async function problemOf(form: URLSearchParams, key: KeyObject, audience: string, now: Date): Promise<string | null> {
  if (form.get('grant_type') !== GRANT) return `grant_type must be ${GRANT}`;
  try {
    const { payload } = await jwtVerify(form.get('assertion') ?? '', key, {
      algorithms: ['RS256'],
      audience,
      issuer: EMAIL,
      currentDate: now,
    });
    return payload.scope === SCOPE ? null : `scope must be ${SCOPE}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'the assertion is not valid';
  }
}
