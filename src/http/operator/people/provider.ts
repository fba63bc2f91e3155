/**
 * A provider of identities, by OpenID Connect: the authorization code flow with PKCE, state and nonce.
 *
 * 1. Every check of the answer and of the ID token is openid-client's: issuer, audience, signature, times, state, nonce.
 *    Its clock is the system's.
 * 2. What has to come back lies sealed in a cookie of the browser: any node can go on, and none keeps anything.
 * 3. Who somebody is, is issuer and subject, never an address. Somebody new becomes a user; a name that a user has
 *    already is not given away, and an address of which the provider says that it is not verified gives none: anybody can
 *    claim it, and what they do would stand in the audit log under it.
 * 4. The role is what the claim says at each sign-in. Whoever has none of the roles in the settings is refused.
 */
import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
} from 'openid-client';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { asJsonObject, parseJsonObject } from '../../../lib/json.ts';
import { type OidcSettings, ROLES, type Role } from '../../../lib/people-settings.ts';
import { open, type SealingKey, seal } from '../../../lib/sealed.ts';
import { hashOf, newSecret } from '../identify.ts';

/** What is known of somebody who comes back. */
export interface Identity {
  /** Rule 3, as it is stored. */
  readonly identity: string;
  /** What the user is called, if it is somebody new. */
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

export interface ProviderOptions {
  readonly context: Pick<Context, 'clock' | 'randomBytes' | 'log'>;
  readonly settings: OidcSettings;
  readonly key: Buffer;
}

/** What the cookie holds, sealed. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect: string;
  readonly until: number;
}

export const SIGN_IN_WITHIN_MS = 600_000;
const ANSWER_WITHIN_S = 10;
const ROW = ['sign_in', 'oidc'] as const;
const LONGEST_NAME = 80;
const LONGEST_EMAIL = 255;

export class Provider {
  private readonly options: ProviderOptions;
  private readonly key: SealingKey;
  private known: Promise<Configuration> | null = null;

  constructor(options: ProviderOptions) {
    this.options = options;
    this.key = { bytes: options.key, binds: true };
  }

  /** Where the browser goes, and the cookie that it takes along. `redirect`: where it comes back. */
  async begin(redirect: string): Promise<{ readonly location: string; readonly cookie: string }> {
    const { context, settings } = this.options;
    const { randomBytes, clock } = context;
    const config = await this.configuration();
    const [state, nonce, verifier] = [newSecret(randomBytes), newSecret(randomBytes), newSecret(randomBytes)];
    const location = buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: settings.scopes.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const begun: Begun = { state, nonce, verifier, redirect, until: clock.now() + SIGN_IN_WITHIN_MS };
    const cookie = seal(this.key, ROW, Buffer.from(JSON.stringify(begun)), randomBytes).toString('base64url');
    return { location: location.href, cookie };
  }

  /** `query`: of the address by which the browser came back. Refuses with `provider_refused`. */
  async end(query: string, cookie: string | null): Promise<Identity> {
    const begun = this.begunIn(cookie);
    if (begun === null) throw refused('this sign-in did not begin here, or too long ago');
    const config = await this.configuration();
    let claims: IDToken | undefined;
    try {
      const answer = await authorizationCodeGrant(config, new URL(`${begun.redirect}${query}`), {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      claims = answer.claims();
    } catch (error) {
      throw this.failed(error, 'its answer cannot be used');
    }
    if (claims === undefined) throw refused('its answer cannot be used');
    return identityIn(claims, this.options.settings);
  }

  /** Where a browser goes that has signed out; null where the provider names no such place. */
  async signOutUrl(): Promise<string | null> {
    const config = await this.configuration().catch(() => null);
    if (config === null || config.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(config, { client_id: this.options.settings.clientId }).href;
  }

  /** Read once; again after a failure. */
  private async configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.options.settings;
    const url = new URL(issuer);
    this.known ??= discovery(url, clientId, clientSecret, undefined, {
      timeout: ANSWER_WITHIN_S,
      // The settings take http for loopback alone.
      execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
    try {
      return await this.known;
    } catch (error) {
      this.known = null;
      throw this.failed(error, 'it cannot be reached, or is another one');
    }
  }

  private begunIn(cookie: string | null): Begun | null {
    if (cookie === null) return null;
    try {
      const begun = parseJsonObject(open(this.key, ROW, Buffer.from(cookie, 'base64url'))) as unknown as Begun | null;
      return begun !== null && begun.until > this.options.context.clock.now() ? begun : null;
    } catch {
      return null;
    }
  }

  /** The code of the error alone: what a provider writes may hold anything. */
  private failed(error: unknown, why: string): Refusal {
    const { code } = asJsonObject(error) ?? {};
    const name = typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'unknown';
    this.options.context.log.warn({ code: name }, 'signing in by the provider of identities failed');
    return refused(why);
  }
}

/** Rules 3 and 4. Pure. */
export function identityIn(claims: IDToken, settings: OidcSettings): Identity {
  const { iss, sub, email, email_verified: isVerified } = claims;
  // Rule 3. Many providers say nothing of it.
  const isDenied = isVerified === false;
  const isAddress = !isDenied && typeof email === 'string' && email.includes('@') && email.length <= LONGEST_EMAIL;
  const address = isAddress ? email.toLowerCase() : null;
  const domain = address?.slice(address.lastIndexOf('@') + 1) ?? '';
  if (settings.allowedDomains.length > 0 && !(isVerified === true && settings.allowedDomains.includes(domain))) {
    throw refused('the address is none of the domains that are allowed');
  }
  const said = [claims[settings.roleClaim]].flat();
  const isKnown = (each: unknown): each is string => typeof each === 'string' && Object.hasOwn(settings.roles, each);
  const roles = said.filter(isKnown).map((each) => settings.roles[each]);
  const role = ROLES.findLast((each) => roles.includes(each));
  if (role === undefined) throw refused('none of your roles is one here');
  const wanted = address ?? (typeof claims.preferred_username === 'string' ? claims.preferred_username : '');
  const name = wanted
    .toLowerCase()
    .replace(/[^a-z0-9._@-]/g, '-')
    .replace(/^[^a-z0-9]/, 'u')
    .slice(0, LONGEST_NAME);
  const identity = hashOf(JSON.stringify([iss, sub])).toString('hex');
  return { identity, name: name === '' ? `oidc-${identity.slice(0, 12)}` : name, email: address, role };
}

export function refused(why: string): Refusal {
  return new Refusal('provider_refused', { why });
}
