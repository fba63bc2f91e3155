/**
 * The settings of who is let in, as the routes of operators use them, and the names of the roles that users have.
 */
export const ROLES = ['viewer', 'support', 'developer', 'operator', 'admin'] as const;

/** The later ones may do more. */
export type Role = (typeof ROLES)[number];

export interface PeopleSettings {
  /** The token of the environment or the data directory is taken. */
  readonly rootToken: boolean;
  /** A session without a request ends after it. */
  readonly idleMs: number;
  /** A session ends after it, whatever happens. */
  readonly longestMs: number;
  /** Whoever signs in with a password needs a second factor to do anything. */
  readonly needsSecondFactor: boolean;
  /** Further addresses of our own pages (origin.ts). */
  readonly origins: readonly string[];
  /** Null: nobody signs in by a provider. */
  readonly oidc: OidcSettings | null;
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** The claim that says what somebody is. */
  readonly roleClaim: string;
  /** What the claim says, and the role that it means here; the highest counts. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Of the address; empty: whichever. */
  readonly allowedDomains: readonly string[];
  /** Where the provider sends browsers back to; null: where they asked. */
  readonly redirectUrl: string | null;
}
