/**
 * How much an account may send, call and ask: the limits of the gateway, and those of an account that has its own.
 * docs/limits.md says what each of them means.
 */
import type { NumberKind } from '../../lib/phone-number.ts';
import type { AccountSettings } from './account.ts';

/** Each as the account's setting of the same name; 0 and an empty list of pauses switch a limit off. */
export interface AdmissionLimits {
  readonly allowedNumberKinds: readonly NumberKind[];
  readonly perNumberPerMinute: number;
  readonly perNumberPerDay: number;
  readonly codePausesS: readonly number[];
  readonly perPrefixPerHour: number;
  readonly perCountryPerHour: number;
  readonly perEndUserPerHour: number;
  readonly peopleLookUpsPerNumberPerHour: number;
  readonly textsPerDay: number;
  readonly callsPerDay: number;
  readonly peopleLookUpsPerDay: number;
}

/** Nothing is limited, every kind of number is allowed. */
export const NO_LIMITS: AdmissionLimits = {
  allowedNumberKinds: ['premium', 'shared_cost', 'personal', 'satellite'],
  perNumberPerMinute: 0,
  perNumberPerDay: 0,
  codePausesS: [],
  perPrefixPerHour: 0,
  perCountryPerHour: 0,
  perEndUserPerHour: 0,
  peopleLookUpsPerNumberPerHour: 0,
  textsPerDay: 0,
  callsPerDay: 0,
  peopleLookUpsPerDay: 0,
};

export function limitOf<Name extends keyof AdmissionLimits>(
  name: Name,
  settings: AccountSettings,
  defaults: AdmissionLimits,
): AdmissionLimits[Name] {
  return (settings[name] as AdmissionLimits[Name] | undefined) ?? defaults[name];
}
