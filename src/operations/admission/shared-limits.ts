/**
 * The hourly limits over many numbers, for an attack that never repeats a number: by the number without its last four
 * digits, by country, by the address of the end user; and the limit of look-ups about the person behind one number.
 *
 * 1. All nodes together pass at most the limit, plus one slice of a twentieth for each node (slices.ts, rule 3).
 * 2. Messages, calls and look-ups about people share the limit of an end user's address. Of an IPv6 address the first
 *    64 bits count, which is what one subscriber has. A hash of the address is stored, for the hour.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { HOUR_MS } from '../../lib/durations.ts';
import { handsetOf } from '../../lib/phone-number.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { tooMany } from './refusals.ts';
import type { AdmissionRequest, AdmittedNumber, Guard } from './request.ts';
import { sliceGuard } from './slice-guard.ts';
import type { Slices } from './slices.ts';

type HourlyLimit = 'perPrefixPerHour' | 'perCountryPerHour' | 'perEndUserPerHour' | 'peopleLookUpsPerNumberPerHour';

interface HourlyRule {
  readonly setting: HourlyLimit;
  /** As operators and refusals call it. */
  readonly rule: string;
  /** What is counted, in the name of its counter; null: the rule does not apply. */
  readonly keyOf: (request: AdmissionRequest) => string | null;
  /** Completes "at most N per hour …". */
  readonly of: string;
}

const PREFIX: HourlyRule = {
  setting: 'perPrefixPerHour',
  rule: 'per_prefix_per_hour',
  keyOf: ofMessages(({ digits }) => `sent an hour under ${handsetOf(digits).slice(0, -4)}`),
  of: 'to numbers that differ in their last four digits',
};

const COUNTRY: HourlyRule = {
  setting: 'perCountryPerHour',
  rule: 'per_country_per_hour',
  keyOf: ofMessages(({ country, countryCode }) => `sent an hour in ${country ?? `+${countryCode}`}`),
  of: 'to one country',
};

const END_USER: HourlyRule = {
  setting: 'perEndUserPerHour',
  rule: 'per_end_user_per_hour',
  keyOf: ({ operation, endUser: { originatingIp }, asksAboutPeople }) => {
    const isCounted = operation === 'message' || operation === 'call' || asksAboutPeople;
    return isCounted && originatingIp !== null ? `an hour for ${hashOfAddress(originatingIp)}` : null;
  },
  of: 'for one originating_ip',
};

const LOOKED_UP: HourlyRule = {
  setting: 'peopleLookUpsPerNumberPerHour',
  rule: 'people_look_ups_per_number_per_hour',
  // Ends as the names of all counters of a number do (store/keeping/erase-others.ts).
  keyOf: ({ asksAboutPeople, numbers: [number] }) =>
    asksAboutPeople && number ? `people looked up an hour to ${handsetOf(number.digits)}` : null,
  of: 'about the person behind one number',
};

export const prefixGuard = (slices: Slices, defaults: AdmissionLimits) => hourlyGuard(PREFIX, slices, defaults);
export const countryLimitGuard = (slices: Slices, defaults: AdmissionLimits) => hourlyGuard(COUNTRY, slices, defaults);
export const endUserGuard = (slices: Slices, defaults: AdmissionLimits) => hourlyGuard(END_USER, slices, defaults);
export const lookedUpGuard = (slices: Slices, defaults: AdmissionLimits) => hourlyGuard(LOOKED_UP, slices, defaults);

function hourlyGuard(rule: HourlyRule, slices: Slices, defaults: AdmissionLimits): Guard {
  return sliceGuard(slices, {
    wantedBy(request) {
      const { account, at } = request;
      const limit = limitOf(rule.setting, account.settings, defaults);
      const name = limit > 0 ? rule.keyOf(request) : null;
      return name === null ? null : { accountId: account.id, name, limit, count: 1, at };
    },
    refusalOf: (_, { limit, at }) =>
      tooMany(rule.rule, `at most ${limit} per hour ${rule.of}`, HOUR_MS - (at % HOUR_MS)),
  });
}

function ofMessages(keyOf: (number: AdmittedNumber) => string): HourlyRule['keyOf'] {
  return ({ operation, numbers: [number] }) =>
    (operation === 'message' || operation === 'call') && number ? keyOf(number) : null;
}

/** Rule 2. */
function hashOfAddress(text: string): string {
  const address = ipaddr.process(text);
  const bytes = address.toByteArray();
  const counted = address.kind() === 'ipv6' ? bytes.slice(0, 8) : bytes;
  return createHash('sha256').update(Buffer.from(counted)).digest('hex').slice(0, 32);
}
