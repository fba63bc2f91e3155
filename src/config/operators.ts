/**
 * The settings of who may look after the gateway: their schema, and what the routes are given.
 */
import { type Static, Type } from 'typebox';
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { type PeopleSettings, ROLES } from '../lib/people-settings.ts';
import { type Problem, valueProblem } from '../lib/problems.ts';
import { oneOf, strict } from '../lib/schemas.ts';

const httpUrl = (allowed: string) => Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 500, allowed });

const OidcSchema = Type.Object(
  {
    issuer: Type.String({
      pattern: '^(https://[^\\s]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/][^\\s]*)?)$',
      maxLength: 500,
      allowed: 'the address of the provider, such as https://login.example.com; http on this machine alone',
    }),
    client_id: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Optional(Type.Array(Type.String({ pattern: '^[!-~]{1,100}$' }), { maxItems: 20 })),
    role_claim: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    roles: Type.Record(Type.String({ minLength: 1, maxLength: 200 }), oneOf(ROLES), {
      allowed: 'what the claim says, each with viewer, support, developer, operator or admin',
    }),
    allowed_domains: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9.-]{1,190}$', allowed: 'a domain such as example.com' }), {
        maxItems: 100,
      }),
    ),
    redirect_url: Type.Optional(httpUrl('https://…/operator/v1/session/oidc/callback, as browsers reach it')),
  },
  strict,
);

export const OperatorsSchema = Type.Object(
  {
    root_token: Type.Boolean({ allowed: 'true or false' }),
    session_idle_minutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
    session_hours: Type.Integer({ minimum: 1, maximum: 720 }),
    second_factor: oneOf(['optional', 'required']),
    origins: Type.Array(
      Type.String({ pattern: '^https?://[^/\\s]+$', allowed: 'an address such as https://console.example.com' }),
      { maxItems: 20 },
    ),
    oidc: Type.Union([Type.Null(), OidcSchema], {
      allowed: 'null, or issuer, client_id, roles and more (docs/people.md)',
    }),
  },
  strict,
);

/** `clientSecret`: of the environment. */
export function peopleSettings(
  settings: Static<typeof OperatorsSchema>,
  clientSecret: string | null,
  problems: Problem[],
): PeopleSettings {
  const { oidc } = settings;
  if (oidc !== null && clientSecret === null) {
    problems.push(
      valueProblem(['operators', 'oidc'], 'TRUNKLINE_OIDC_CLIENT_SECRET (or …_FILE) has to be set in the environment'),
    );
  }
  return {
    rootToken: settings.root_token,
    idleMs: settings.session_idle_minutes * MINUTE_MS,
    longestMs: settings.session_hours * HOUR_MS,
    needsSecondFactor: settings.second_factor === 'required',
    origins: settings.origins,
    oidc: oidc && {
      issuer: oidc.issuer,
      clientId: oidc.client_id,
      clientSecret: clientSecret ?? '',
      scopes: oidc.scopes ?? ['openid', 'email', 'profile'],
      roleClaim: oidc.role_claim ?? 'groups',
      roles: oidc.roles,
      allowedDomains: oidc.allowed_domains ?? [],
      redirectUrl: oidc.redirect_url ?? null,
    },
  };
}
