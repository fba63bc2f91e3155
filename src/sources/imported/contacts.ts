/**
 * Contact records as a source: an operator's or an enterprise's own subscribers, for contact, contact_plus,
 * contact_match, age_verify and subscriber_status.
 *
 * 1. A number without a record is none of theirs. A record that does not say what was asked has nothing.
 * 2. Where several sets have the number, the one that was imported last speaks.
 * 3. A birthday begins where the number is: in the zone of its country, or of several, in which it begins last.
 */
import type { Context } from '../../context.ts';
import type { Clock } from '../../lib/clock.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { wholeMonths } from '../../lib/instant.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import type { Contact, Facts, Finding, Question, Source } from '../source.ts';
import { type KnownPerson, matchPerson } from './match.ts';
import { type ImportedSets, SetsOfSource } from './sets.ts';
import type { ContactsSettings } from './settings.ts';

export interface ContactRow extends KnownPerson {
  readonly email?: string;
  readonly accountType?: 'individual' | 'business' | 'government' | 'other';
  readonly contract?: 'prepaid' | 'postpaid';
  readonly accountState?: 'active' | 'suspended' | 'deactivated';
  readonly isPrimaryHolder?: boolean;
  /** `2019-06-01` */
  readonly activatedOn?: string;
}

/** `all.find`: the one that was imported last first. */
export function createContactsSource(
  context: Context,
  name: string,
  settings: ContactsSettings,
  all: ImportedSets<ContactRow>,
): Source {
  const sets = new SetsOfSource(context, settings, all);
  return {
    name,
    addOns: settings.add_ons,
    covers: (question) => sets.covers(question),
    lookUp: (question, deadline) =>
      sets.lookUp(question.number.digits, deadline, ([row]): Finding => {
        if (!row) return { kind: 'not_covered' };
        const facts = factsOf(question, row, context.clock);
        return facts ? { kind: 'found', facts } : { kind: 'nothing' };
      }),
  };
}

function factsOf({ addOn, input, number }: Question, row: ContactRow, clock: Clock): Facts | null {
  switch (addOn) {
    case 'age_verify':
      return row.dateOfBirth === undefined
        ? null
        : { about: addOn, isOldEnough: ageOf(row.dateOfBirth, number, clock.now()) >= input.ageThreshold };
    case 'contact':
    case 'contact_plus':
      return contactOf(row);
    case 'contact_match':
      return input.match && matchPerson(input.match, row, number.country?.iso2 ?? '');
    case 'subscriber_status':
      return subscriberOf(row, clock.now());
    default:
      return null;
  }
}

function contactOf(row: ContactRow): Facts | null {
  const { firstName = null, lastName = null, address = [], city = null, state = null, postalCode = null } = row;
  const { country = null, email = null, dateOfBirth = null } = row;
  const contact: Contact = {
    firstName,
    lastName,
    addressLines: address,
    city,
    state,
    postalCode,
    country,
    email,
    dateOfBirth,
  };
  const values = [firstName, lastName, address[0] ?? null, city, state, postalCode, email];
  return values.every((value) => value === null) ? null : { about: 'contact', contact };
}

function subscriberOf(row: ContactRow, now: number): Facts | null {
  const { accountType = null, contract = null, accountState = null, isPrimaryHolder = null, activatedOn } = row;
  const months = activatedOn === undefined ? null : monthsSince(activatedOn, now);
  if ([accountType, contract, accountState, isPrimaryHolder, months].every((value) => value === null)) return null;
  return {
    about: 'subscriber_status',
    accountType,
    contract,
    state: accountState,
    isPrimaryHolder,
    tenureMinMonths: months,
    tenureMaxMonths: months,
    activatedAt: activatedOn === undefined ? null : Date.parse(`${activatedOn}T00:00:00Z`),
  };
}

function monthsSince(day: string, now: number): number {
  return wholeMonths(Date.parse(`${day}T00:00:00Z`), now);
}

/** In hours; no zone is behind it. */
const LAST_ZONE = -12;

/** Rule 3. Whole years. */
function ageOf(dateOfBirth: string, { timeZone }: NumberFacts, now: number): number {
  const offset = timeZone.utc_offset_min === null ? LAST_ZONE : Number(timeZone.utc_offset_min);
  return Math.floor(monthsSince(dateOfBirth, now + offset * HOUR_MS) / 12);
}
