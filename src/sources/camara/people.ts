/**
 * Names and addresses of CAMARA's KYC APIs (kyc-match 0.4, kyc-fill-in 0.4) in our words. Pure.
 *
 * 1. A field that matches scores 100; one that does not has the score that the operator gives (0 to 99), or 0; one that
 *    is not available has none.
 * 2. The score of the address is the mean of its parts that were asked and have a score.
 */
import type { JsonObject } from '../../lib/json.ts';
import { storable } from '../../lib/storable.ts';
import type { Contact, ContactFields, Facts } from '../source.ts';

/** The body of kyc-match; what was not given is left out. */
export function wantedForMatch(match: ContactFields): Record<string, string> {
  const name = [match.firstName, match.lastName].filter((part) => part !== null).join(' ');
  const wanted: Record<string, string | null> = {
    name: match.firstName !== null && match.lastName !== null ? name : null,
    givenName: match.firstName,
    familyName: match.lastName,
    address: match.address,
    locality: match.city,
    postalCode: match.postalCode,
    region: match.state,
    country: match.country,
    birthdate: match.dateOfBirth,
  };
  return Object.fromEntries(Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** `undefined`: the answer says nothing of the field that can be read. */
function scoreOf(body: JsonObject, field: string): number | null | undefined {
  const match = body[`${field}Match`];
  if (match === 'true') return 100;
  if (match === 'not_available' || match === undefined || match === null) return null;
  if (match !== 'false') return undefined;
  const score = body[`${field}MatchScore`] ?? 0;
  return typeof score === 'number' && score >= 0 && score <= 100 ? Math.round(score) : undefined;
}

const ADDRESS_PARTS = { address: 'address', locality: 'city', postalCode: 'postalCode', region: 'state' } as const;

/** Null when a field cannot be read; `nothing` when the operator has none of them. */
export function readMatch(asked: ContactFields, body: JsonObject): Facts | 'nothing' | null {
  const one = (field: string, given: string | null) => (given === null ? null : scoreOf(body, field));
  const firstName = one('givenName', asked.firstName);
  const lastName = one('familyName', asked.lastName);
  const dateOfBirth = one('birthdate', asked.dateOfBirth);
  const parts = Object.entries(ADDRESS_PARTS).map(([field, name]) => one(field, asked[name]));
  const all = [firstName, lastName, dateOfBirth, ...parts];
  if (all.some((score) => score === undefined)) return null;
  const scores = all.filter((score) => typeof score === 'number');
  if (scores.length === 0) return 'nothing';
  const known = parts.filter((score) => typeof score === 'number');
  const address = known.length === 0 ? null : Math.round(known.reduce((sum, score) => sum + score, 0) / known.length);
  return {
    about: 'contact_match',
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    address,
    dateOfBirth: asked.dateOfBirth === null ? undefined : (dateOfBirth ?? null),
  };
}

const LONGEST_FIELD = 500;

/** Null when a field is no text; `nothing` when none is there. */
export function readContact(body: JsonObject): Contact | 'nothing' | null {
  let isWrong = false;
  const text = (name: string): string | null => {
    const value = body[name] ?? null;
    if (value === null || value === '') return null;
    if (typeof value === 'string' && value.length <= LONGEST_FIELD) return storable(value);
    isWrong = true;
    return null;
  };
  const name = splitName(text('name'));
  const street = [text('streetName'), text('streetNumber'), text('houseNumberExtension')].filter(
    (each) => each !== null,
  );
  const address = text('address') ?? (street.length === 0 ? null : street.join(' '));
  const contact: Contact = {
    firstName: text('givenName') ?? name.first,
    lastName: text('familyName') ?? name.last,
    addressLines: address === null ? [] : linesOf(address),
    city: text('locality'),
    state: text('region'),
    postalCode: text('postalCode'),
    country: text('country'),
    email: text('email'),
    dateOfBirth: text('birthdate'),
  };
  if (isWrong) return null;
  const { addressLines, ...others } = contact;
  const isEmpty = addressLines.length === 0 && Object.values(others).every((value) => value === null);
  return isEmpty ? 'nothing' : contact;
}

function linesOf(address: string): string[] {
  const lines = address.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(0, 4);
}

/** The last word is the family name where the operator has the name in one piece. */
function splitName(name: string | null): { first: string | null; last: string | null } {
  const words = name?.split(/\s+/).filter((word) => word !== '') ?? [];
  if (words.length === 0) return { first: null, last: null };
  return { first: words.slice(0, -1).join(' ') || null, last: words.at(-1) ?? null };
}
