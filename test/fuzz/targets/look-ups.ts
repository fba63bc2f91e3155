/** What sources say about numbers: records of name servers, answers in JSON, and the numbers and times in them. */
import assert from 'node:assert/strict';
import { parseInstant } from '../../../src/lib/instant.ts';
import { asJsonObject, parseJson } from '../../../src/lib/json.ts';
import { parsePhoneNumber } from '../../../src/lib/phone-number.ts';
import { readContact, readMatch } from '../../../src/sources/camara/people.ts';
import { type NaptrRecord, portabilityOf, readNaptr } from '../../../src/sources/enum/naptr.ts';
import { factsOf } from '../../../src/sources/http-lookup/facts.ts';
import { parseHttpLookupSettings } from '../../../src/sources/http-lookup/settings.ts';
import { matchPerson } from '../../../src/sources/imported/match.ts';
import { createNumbering } from '../../../src/sources/numbering/numbering.ts';
import { ADD_ONS, type ContactFields, NO_INPUT } from '../../../src/sources/source.ts';
import { assertBounded, assertStorable, type Target } from '../target.ts';

const numbering = createNumbering();
const number = numbering.describe('4915112345678');
assert.ok(number);
const NOW = Date.UTC(2026, 0, 1);

const NAPTR = [
  '!^.*$!tel:+4915112345678;npdi;rn=+4930123456;mcc=262;mnc=01;spn=1234;operator=Tele%20kom;ported=true!',
  '!^(.*)$!sip:\\1@example.org\\;cic=10\\;err=0!',
  '#^\\+(.*)$#pstn:x;rn=\\1;q_stat=102#',
  '!^(a+)+$!tel:x!',
];

function readRecord(input: Buffer): void {
  const regexp = input.toString('latin1');
  const service = 'E2U+sip+pstn:tel';
  const record: NaptrRecord = { order: 10, preference: 100, flags: 'u', service, regexp, replacement: '.' };
  const answer = readNaptr([record, { ...record, order: 5, regexp: regexp.slice(1) }], '4915112345601');
  if (answer === null || answer === 'unusable') return;
  assertBounded(answer.parameters, input, 'parameters');
  assertStorable(answer.parameters, 'parameters');
  const { mcc, mnc } = portabilityOf(answer, { digits: '4915112345601', national: '15112345601' });
  for (const code of [mcc, mnc]) assert.match(code ?? '1', /^[0-9]{1,3}$/);
}

const PLACES = {
  porting_status: {
    mcc: 'mcc',
    mnc: 'mnc',
    mccmnc: 'mccmnc',
    carrier: 'carrier|a.b',
    ported: 'ported',
    lrn: 'lrn',
    error: 'error',
  },
  porting_history: {
    list: 'ports',
    ported_at: 'at',
    from_carrier: 'from',
    to_carrier: 'to',
    from_mcc: 'mcc',
    to_mnc: 'mnc',
  },
  sim_swap: { swapped_at: 'at', imsi: 'imsi' },
  subscriber_status: {
    account_type: 'type',
    contract_type: 'contract',
    account_status: 'status',
    primary_account_holder: 'holder',
    activated_at: 'at',
  },
  number_deactivation: { deactivated_at: 'at', tracked_since: 'since', carrier: 'carrier' },
};
const SERVICES = ['utc', 'refused'].map((times) =>
  parseHttpLookupSettings({ url: 'http://127.0.0.1/{number}', ...PLACES, times_without_zone: times }),
);
const ANSWERS = [
  { mcc: '262', mnc: '01', carrier: 'T', ported: true, lrn: '+4930123456', error: 0 },
  { mccmnc: '26201', a: { b: 'T' }, ported: 'Y' },
  { ports: [{ at: '2020-01-31', from: 'A', to: 'B', mcc: '262', mnc: '01' }, { at: 1_600_000_000 }] },
  { at: '2026-01-31T12:00:00Z', imsi: '262011234567890', since: '2019-01-01 00:00:00' },
  { type: 'Business', contract: 'PREPAID', status: 'active', holder: 'yes', at: 1_600_000_000_000 },
].map((answer) => JSON.stringify(answer));

function readService(input: Buffer): void {
  const body = asJsonObject(parseJson(input));
  if (!body || !number) return;
  for (const settings of SERVICES) {
    for (const addOn of ADD_ONS.filter((each) => each in PLACES)) {
      const facts = factsOf(settings, { addOn, number, input: NO_INPUT }, body, NOW);
      assertBounded(facts, input, addOn);
      assertStorable(facts, addOn);
      assertTimes(facts);
    }
  }
}

/** An instant that is shown has to be one of the calendar. */
function assertTimes(value: unknown): void {
  JSON.stringify(value, (name, each: unknown) => {
    if (typeof each === 'number' && /(At|Since)$/.test(name)) new Date(each).toISOString();
    return each;
  });
}

const PERSON: ContactFields = {
  firstName: 'A',
  lastName: 'B',
  address: 'C 1',
  city: 'D',
  postalCode: '1',
  state: 'E',
  country: 'DE',
  dateOfBirth: '1985-03-27',
};

const PEOPLE = [
  { givenNameMatch: 'true', familyNameMatch: 'false', familyNameMatchScore: 80, addressMatch: 'not_available' },
  { givenName: 'A', familyName: 'B', name: 'A B', address: 'C 1', locality: 'D', postalCode: '1', country: 'DE' },
  { birthdate: '1985-03-27', email: 'a@example.org', streetName: 'C', streetNumber: '1', gender: 'FEMALE' },
].map((answer) => JSON.stringify(answer));

function readPeople(input: Buffer): void {
  const body = asJsonObject(parseJson(input));
  if (!body) return;
  const contact = readContact(body);
  assertBounded(contact, input, 'contact');
  assertStorable(contact, 'contact');
  const match = readMatch(PERSON, body);
  JSON.stringify(match, (_, each: unknown) => {
    if (typeof each === 'number') assert.ok(Number.isInteger(each) && each >= 0 && each <= 100, `score ${each}`);
    return each;
  });
}

/** As callers may give it: no longer. */
const LONGEST_FIELD = 200;

/** The first line is what a caller asks, the second what a record has. */
function readMatchOf(input: Buffer): void {
  const [asked = '', known = ''] = input.toString('utf8').split('\n', 2);
  const one = asked.slice(0, LONGEST_FIELD);
  const other = known.slice(0, LONGEST_FIELD);
  const person = { ...PERSON, firstName: one, lastName: other, address: one, city: one, postalCode: one, state: one };
  const record = { firstName: other, lastName: one, address: [other], city: other, state: other, postalCode: other };
  const match = matchPerson(person, record, 'DE');
  for (const score of Object.values(match ?? {})) {
    if (typeof score === 'number') assert.ok(Number.isInteger(score) && score >= 0 && score <= 100, `score ${score}`);
  }
}

function readTime(input: Buffer): void {
  const text = input.toString('utf8');
  for (const without of ['is_utc', 'is_refused'] as const) {
    const at = parseInstant(text, without);
    if (at !== null) assert.equal(parseInstant(new Date(at).toISOString(), 'is_refused'), at);
  }
}

/** A number that was read is read from its digits as the same one. */
function readNumber(input: Buffer): void {
  const parsed = parsePhoneNumber(input.toString('utf8'));
  if (!parsed) return;
  assert.match(parsed.digits, /^[0-9]{3,20}$/);
  assert.ok(parsed.digits.startsWith(parsed.countryCode));
  const again = parsePhoneNumber(parsed.digits);
  assert.equal(again?.digits, parsed.digits, 'one form for each number');
  assert.equal(again?.country, parsed.country);
  assert.equal(again?.isPossible, parsed.isPossible);
  numbering.describe(parsed.digits);
}

const inAnswer = (name: string) => (text: string) => JSON.stringify({ ...JSON.parse(ANSWERS[0] ?? ''), [name]: text });
const WORDS = [
  'null',
  'true',
  '[]',
  '{}',
  '1e300',
  '-1',
  '"at":',
  '"ports":[',
  '"\\u0000"',
  '"\\ud800"',
  '{"toString":1}',
];

export const LOOK_UP_TARGETS: readonly Target[] = [
  {
    name: 'naptr',
    about: 'NAPTR records (RFC 3402, RFC 6116)',
    samples: NAPTR,
    words: ['!', ';', 'rn=', 'npdi', 'mcc=', '%20', '%zz', '\\;', '@', 'tel:', '\\1'],
    read: readRecord,
    files: ['src/sources/enum/naptr.ts'],
    around: [(text) => text, (text) => `!^.*$!tel:x;rn=${text}!`, (text) => `!^.*$!${text.slice(0, 900)}!`],
    perCharacter: 200,
  },
  {
    name: 'look-up-json',
    about: 'answers of look-up services',
    samples: ANSWERS,
    words: WORDS,
    read: readService,
    files: ['src/sources/http-lookup/facts.ts', 'src/sources/http-lookup/places.ts'],
    around: [
      ...['mcc', 'carrier', 'ported', 'lrn', 'at', 'imsi', 'type', 'holder'].map(inAnswer),
      (text) => JSON.stringify({ ports: Array.from({ length: text.length / 16 }, () => ({ at: '2020-01-31' })) }),
    ],
    perCharacter: 1_000,
  },
  {
    name: 'camara-people',
    about: 'answers of kyc-match and kyc-fill-in',
    samples: PEOPLE,
    words: ['null', '"true"', '"not_available"', '1e300', '-1', '"\\u0000"', '"\\ud800"', '{}'],
    read: readPeople,
    files: ['src/sources/camara/people.ts'],
    around: ['givenName', 'birthdate', 'givenNameMatch'].map(inAnswer),
    perCharacter: 200,
  },
  {
    name: 'contact-match',
    about: 'names and addresses, compared with those of a record',
    samples: [
      'Jürgen Müller\nJuergen Mueller',
      "O'Brien\nObrien",
      '12 Main St.\n12 Main Street',
      'Hauptstr. 1\nHauptstraße 1',
    ],
    words: ['constructor', 'str', 'platz', 'ß', 'İ', 'J.', '12'],
    read: readMatchOf,
    files: ['src/sources/imported/regions.ts'],
    around: [(text) => text, (text) => `a\n${text}`],
    perCharacter: 200,
  },
  {
    name: 'instant',
    about: 'dates and times (RFC 3339)',
    samples: ['2026-01-31', '2026-01-31T12:00:00Z', '2026-01-31 12:00:00.123456+02:00', '0001-01-01T00:00Z'],
    words: ['T', 'Z', '+99:99', '-00:00', '24:00:00', '23:59:60', '02-30'],
    read: readTime,
    files: ['src/lib/instant.ts'],
    around: [
      (text) => text,
      (text) => `2026-01-31T12:00:00${text}`,
      (text) => '2026-01-31T12:00:00.'.padEnd(text.length, '1'),
    ],
  },
  {
    name: 'phone-number',
    about: 'phone numbers as callers write them',
    samples: [
      '4915112345678',
      '+15551234567',
      '5215512345678',
      '447400123456',
      '+80012345678',
      '390612345678',
      '79161234567',
    ],
    words: ['+', '00', '0', '521', '549', '1', '7'],
    read: readNumber,
    files: [],
    around: [(text) => text, (text) => '1'.repeat(text.length)],
  },
];
