/**
 * What the routes of who is let in work with: one for each gateway.
 */
import type { Context } from '../../../context.ts';
import type { PeopleSettings } from '../../../lib/people-settings.ts';
import type { Database } from '../../../store/database.ts';
import { type ClientOf, createClientOf } from '../../guard/client-address.ts';
import { AuditLog } from './audit-log.ts';
import { Invites } from './invites.ts';
import { SignInLinks } from './links.ts';
import { Passwords, type ScryptParameters } from './passwords.ts';
import { SignInPauses } from './pauses.ts';
import { Provider } from './provider.ts';
import { SecondFactors } from './second-factors.ts';

export interface People {
  readonly settings: PeopleSettings;
  /** All carriers are simulated. */
  readonly isSandbox: boolean;
  readonly clientOf: ClientOf;
  readonly passwords: Passwords;
  readonly pauses: SignInPauses;
  readonly links: SignInLinks;
  readonly invites: Invites;
  readonly factors: SecondFactors;
  readonly audit: AuditLog;
  /** Null: none is configured. */
  readonly provider: Provider | null;
}

export interface PeopleOptions {
  readonly context: Context;
  readonly db: Database;
  /** Seals second factors and invites, and proves where the audit log ends; the same on every node. */
  readonly key: Buffer;
  readonly settings: PeopleSettings;
  readonly isSandbox: boolean;
  readonly trustedProxies: readonly string[];
  /** Absent: those of passwords.ts. */
  readonly hashing?: ScryptParameters;
}

export function createPeople(options: PeopleOptions): People {
  const { context, settings, isSandbox, trustedProxies } = options;
  return {
    settings,
    isSandbox,
    clientOf: createClientOf(trustedProxies),
    passwords: new Passwords(context.randomBytes, options.hashing),
    pauses: new SignInPauses(options),
    links: new SignInLinks(context),
    invites: new Invites(options),
    factors: new SecondFactors(options),
    audit: new AuditLog(options),
    provider: settings.oidc && new Provider({ context, settings: settings.oidc, key: options.key }),
  };
}
