/**
 * Facts about a number as callers see them: the fields of each add-on, as in the public service. Pure.
 *
 * 1. What the source does not know is left out, or null where the public service shows null.
 * 2. Whatever depends on the time is worked out when it is answered: facts may have been kept for a while.
 */
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { JsonObject } from '../../lib/json.ts';
import { codeOf } from '../../sources/imported/words.ts';
import type { Contact, Facts, ForwardCondition, Network, Question } from '../../sources/source.ts';

type FactsAbout<About extends Facts['about']> = Extract<Facts, { about: About }>;

/** `nothing`: the facts hold nothing for this question. */
export function addOnFields(
  facts: Facts,
  question: Question,
  now: number,
): JsonObject | 'nothing' | 'postal_code_differs' {
  switch (facts.about) {
    case 'age_verify':
      return { age_verified: facts.isOldEnough };
    case 'breached_data':
      return breachFields(facts);
    case 'call_forward_detection':
      return forwardFields(facts);
    case 'contact':
      return contactAnswer(facts.contact, question);
    case 'contact_match':
      return matchFields(facts);
    case 'number_deactivation':
      return deactivationFields(facts, question);
    case 'porting_history':
      return historyFields(facts, question, now);
    case 'porting_status':
      return { mcc_current: facts.current.mcc, mnc_current: facts.current.mnc, ported: facts.isPorted };
    case 'sim_swap':
      return swapFields(facts, now);
    case 'subscriber_status':
      return subscriberFields(facts);
  }
}

function breachFields({ breaches }: FactsAbout<'breached_data'>): JsonObject {
  const newest = breaches[0];
  if (!newest) return { phone_number_breached: false, breach_date: null, breached_data: null };
  const data = [...new Set(breaches.flatMap((breach) => breach.data))];
  const date = newest.at === null ? null : seconds(newest.at);
  return { phone_number_breached: true, breach_date: date, breached_data: data.length === 0 ? null : data };
}

const CONDITIONS: Readonly<Record<Exclude<ForwardCondition, 'unconditional'>, string>> = {
  busy: 'busy',
  not_reachable: 'not reachable',
  no_answer: 'no answer',
};

/** The public service writes the switch as text. */
function forwardFields({ isForwarded, conditions }: FactsAbout<'call_forward_detection'>): JsonObject {
  if (!isForwarded) return { call_forward_enabled: 'false' };
  if (conditions.includes('unconditional')) {
    return { call_forward_enabled: 'true', call_forward_type: 'unconditional', call_forward_condition: null };
  }
  const conditional = conditions.flatMap((each) => (each === 'unconditional' ? [] : [CONDITIONS[each]]));
  return {
    call_forward_enabled: 'true',
    call_forward_type: conditional.length === 0 ? null : 'conditional',
    call_forward_condition: conditional.length === 0 ? null : conditional.join(', '),
  };
}

function contactAnswer(contact: Contact, { addOn, input }: Question): JsonObject | 'postal_code_differs' {
  if (addOn === 'contact_plus') {
    const asked = codeOf(input.match?.postalCode ?? '');
    // Nothing is no postal code: two of them are not the same.
    if (asked === '' || asked !== codeOf(contact.postalCode ?? '')) return 'postal_code_differs';
  }
  const line = (index: number) => contact.addressLines[index] ?? '';
  return {
    first_name: contact.firstName ?? '',
    last_name: contact.lastName ?? '',
    address1: line(0),
    address2: line(1),
    address3: line(2),
    address4: line(3),
    city: contact.city ?? '',
    state_province: contact.state ?? '',
    zip_postal_code: contact.postalCode ?? '',
    country: contact.country ?? '',
    email_address: contact.email ?? '',
  };
}

function matchFields(facts: FactsAbout<'contact_match'>): JsonObject {
  const { firstName = null, lastName = null, address = null, dateOfBirth } = facts;
  return {
    first_name_score: firstName,
    last_name_score: lastName,
    address_score: address,
    ...(dateOfBirth === undefined ? {} : { date_of_birth_score: dateOfBirth }),
  };
}

function deactivationFields(facts: FactsAbout<'number_deactivation'>, { input }: Question): JsonObject {
  const { carrier, deactivatedAt, trackedSince, isRecycled } = facts;
  const isAfter =
    input.lastVerifiedAt === null
      ? null
      : (isRecycled ?? (deactivatedAt !== null && deactivatedAt > input.lastVerifiedAt));
  return {
    carrier_name: carrier,
    last_deactivated: deactivatedAt === null ? null : seconds(deactivatedAt),
    tracking_since: trackedSince === null ? null : seconds(trackedSince),
    ...(isAfter === null ? {} : { recycled_since_last_verification: isAfter ? 'recycled' : 'not recycled' }),
  };
}

function historyFields(
  { current, ports }: FactsAbout<'porting_history'>,
  { input, number }: Question,
  now: number,
): JsonObject | 'nothing' {
  const since = input.pastDays === null ? Number.NEGATIVE_INFINITY : now - input.pastDays * DAY_MS;
  const within = ports.filter(({ portedAt }) => portedAt >= since);
  const newest = within[0];
  if (!newest) return 'nothing';
  const previous: Network = newest.from;
  return {
    carrier_current: current.name,
    carrier_previous: previous.name,
    mcc_carrier_current: current.mcc,
    mcc_carrier_previous: previous.mcc,
    mnc_carrier_current: current.mnc,
    mnc_carrier_previous: previous.mnc,
    phone_type_current: number.type.description,
    phone_type_previous: number.type.description,
    port_date: seconds(newest.portedAt),
    number_of_portings: String(within.length),
  };
}

/** 4 the same day, 3 within 72 hours, 2 within 14 days, 1 before that or never. Days are those of UTC. */
function swapFields({ swappedAt }: FactsAbout<'sim_swap'>, now: number): JsonObject {
  if (swappedAt === null) return { swap_date: null, swap_time: null, risk_indicator: 1 };
  const [date = '', time = ''] = new Date(swappedAt).toISOString().split(/[T.]/);
  const isToday = Math.floor(swappedAt / DAY_MS) === Math.floor(now / DAY_MS);
  const age = now - swappedAt;
  const risk = isToday ? 4 : age <= 72 * HOUR_MS ? 3 : age < 15 * DAY_MS ? 2 : 1;
  return { swap_date: date, swap_time: time, risk_indicator: risk };
}

function subscriberFields(facts: FactsAbout<'subscriber_status'>): JsonObject {
  const fields: Record<string, unknown> = {
    account_type: facts.accountType,
    account_tenure_min: textOf(facts.tenureMinMonths),
    account_tenure_max: textOf(facts.tenureMaxMonths),
    primary_account_holder: facts.isPrimaryHolder,
    account_status: facts.state,
    contract_type: facts.contract,
    account_activation_date: facts.activatedAt === null ? null : seconds(facts.activatedAt),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function textOf(months: number | null): string | null {
  return months === null ? null : String(months);
}

/** `2018-08-26T16:33:19Z` */
function seconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
