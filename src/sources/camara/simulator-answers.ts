/**
 * What the simulated operator answers about a subscriber, in the form of each API's definition. Pure.
 */
import { DAY_MS } from '../../lib/durations.ts';
import type { JsonObject } from '../../lib/json.ts';
import { NONSENSE, type SimulatedReply } from '../simulated-server.ts';
import type { SimulatedOutcome, SimulatedSubscriber } from '../simulated-subscriber.ts';
import type { AddOn } from '../source.ts';

export interface SimulatedOperation {
  readonly path: string;
  readonly scope: string;
  /** Whose story decides how it behaves. */
  readonly addOn: AddOn;
  /** The definition's code for what is wrong with the body, apart from the number; null when nothing is. */
  readonly wrong?: (body: JsonObject, now: number) => string | null;
  readonly answer: (subscriber: SimulatedSubscriber, body: JsonObject, now: number) => unknown;
  /** What it says of a number about which it has nothing to say; 404 NOT_FOUND where its definition has no other way. */
  readonly nothing?: (body: JsonObject) => SimulatedReply;
  /** A number that is not the token's is told from one that need not be there (its definition, 403). */
  readonly comparesNumbers?: true;
}

const MONITORED_DAYS = 120;
const DATE = /^\d{4}-\d\d-\d\d$/;

export const OPERATIONS: readonly SimulatedOperation[] = [
  {
    path: '/sim-swap/v2/retrieve-date',
    scope: 'sim-swap:retrieve-date',
    addOn: 'sim_swap',
    nothing: () => ({ status: 200, body: { latestSimChange: null } }),
    answer: ({ simSwappedAt }, _, now) =>
      simSwappedAt === null || simSwappedAt < now - MONITORED_DAYS * DAY_MS
        ? { latestSimChange: null, monitoredPeriod: MONITORED_DAYS }
        : { latestSimChange: new Date(simSwappedAt).toISOString() },
  },
  {
    path: '/call-forwarding-signal/v0.4/call-forwardings',
    scope: 'call-forwarding-signal:call-forwardings:read',
    addOn: 'call_forward_detection',
    answer: ({ forwards }) =>
      forwards.length === 0
        ? ['inactive']
        : forwards.map((each) => (each === 'unconditional' ? each : `conditional_${each}`)),
  },
  {
    path: '/call-forwarding-signal/v0.4/unconditional-call-forwardings',
    scope: 'call-forwarding-signal:unconditional-call-forwardings:read',
    addOn: 'call_forward_detection',
    answer: ({ forwards }) => ({ active: forwards.includes('unconditional') }),
  },
  {
    path: '/kyc-match/v0.4/match',
    scope: 'kyc-match:match',
    addOn: 'contact_match',
    wrong: wrongInMatch,
    answer: match,
    nothing: (body) => ({
      status: 200,
      body: Object.fromEntries(askedOf(body).map(([name]) => [`${name}Match`, 'not_available'])),
    }),
    comparesNumbers: true,
  },
  {
    path: '/kyc-fill-in/v0.4/fill-in',
    scope: 'kyc-fill-in:set-all',
    addOn: 'contact',
    answer: ({ person }) => ({ name: `${person.givenName} ${person.familyName}`, ...person }),
    nothing: () => ({ status: 200, body: {} }),
  },
  {
    path: '/kyc-age-verification/v0.2/verify',
    scope: 'kyc-age-verification:verify',
    addOn: 'age_verify',
    wrong: wrongInAge,
    answer: verifyAge,
    nothing: () => ({ status: 200, body: { ageCheck: 'not_available' } }),
  },
  {
    path: '/number-recycling/v0.2/check',
    scope: 'number-recycling:check',
    addOn: 'number_deactivation',
    wrong: ({ specifiedDate }, now) => wrongDate(specifiedDate, now),
    answer: ({ deactivatedAt }, { specifiedDate }) => ({
      phoneNumberRecycled: deactivatedAt > Date.parse(String(specifiedDate)),
    }),
    nothing: () => problem(400, 'OUT_OF_RANGE'),
  },
  {
    path: '/kyc-tenure/v0.2/check-tenure',
    scope: 'kyc-tenure:check-tenure',
    addOn: 'subscriber_status',
    wrong: ({ tenureDate }, now) => wrongDate(tenureDate, now),
    answer: ({ subscribedAt, contract }, { tenureDate }) => ({
      tenureDateCheck: subscribedAt <= Date.parse(String(tenureDate)),
      contractType: contract,
    }),
    nothing: () => problem(400, 'OUT_OF_RANGE'),
  },
  {
    path: '/subscription-status/v0.1/retrive-subscription-status',
    scope: 'subscription-status:retrive-subscription-status',
    addOn: 'subscriber_status',
    answer: () => ({ voiceSmsIn: 'active', voiceSmsOut: 'active', dataService: 'active' }),
    nothing: () => problem(422, 'SERVICE_NOT_APPLICABLE'),
    comparesNumbers: true,
  },
];

/** The answer to a request that is right. */
export function answerOf(
  operation: SimulatedOperation,
  subscriber: SimulatedSubscriber,
  body: JsonObject,
  now: number,
): SimulatedReply | 'hang' {
  const outcome = subscriber.outcomeOf(operation.addOn);
  return (
    misbehaviour(operation, outcome, subscriber, body) ?? { status: 200, body: operation.answer(subscriber, body, now) }
  );
}

/** Null where the number is answered as it should be. */
function misbehaviour(
  operation: SimulatedOperation,
  outcome: SimulatedOutcome,
  { person }: SimulatedSubscriber,
  body: JsonObject,
): SimulatedReply | 'hang' | null {
  const { addOn } = operation;
  switch (outcome) {
    case 'answers':
      return null;
    case 'down':
      return problem(503, 'UNAVAILABLE');
    case 'not_covered':
      return problem(404, 'IDENTIFIER_NOT_FOUND');
    case 'not_applicable':
      return problem(422, 'SERVICE_NOT_APPLICABLE');
    case 'nothing':
      return operation.nothing?.(body) ?? problem(404, 'NOT_FOUND');
    case 'refuses_input':
      return addOn === 'contact_match' || addOn === 'number_deactivation' ? problem(400, 'INVALID_ARGUMENT') : null;
    case 'over_quota':
      return problem(429, 'QUOTA_EXCEEDED');
    case 'overloaded':
      return problem(429, 'TOO_MANY_REQUESTS');
    case 'not_offered':
      return operation.path.endsWith('/call-forwardings') ? problem(501, 'NOT_IMPLEMENTED') : null;
    case 'wants_document':
      return addOn === 'contact_match' ? withoutDocument(body, person.idDocument) : null;
    case 'unusable':
      return NONSENSE;
    case 'hangs':
      return 'hang';
  }
}

function withoutDocument({ idDocument }: JsonObject, own: string): SimulatedReply | null {
  if (idDocument === undefined) return problem(403, 'KNOW_YOUR_CUSTOMER.ID_DOCUMENT_REQUIRED');
  return idDocument === own ? null : problem(403, 'KNOW_YOUR_CUSTOMER.ID_DOCUMENT_MISMATCH');
}

export function problem(status: number, code: string): SimulatedReply {
  const message = code.toLowerCase().replaceAll('_', ' ');
  return { status, body: { status, code, message } };
}

function askedOf({ phoneNumber: _, ...asked }: JsonObject): Array<[string, unknown]> {
  return Object.entries(asked);
}

function wrongInMatch(body: JsonObject): string | null {
  const asked = askedOf(body);
  if (asked.some(([, value]) => typeof value !== 'string' || value === '')) return 'INVALID_ARGUMENT';
  if (asked.length > 0) return null;
  return 'phoneNumber' in body ? 'KNOW_YOUR_CUSTOMER.INVALID_PARAM_COMBINATION' : 'INVALID_ARGUMENT';
}

function wrongInAge({
  ageThreshold,
  includeContentLock = false,
  includeParentalControl = false,
}: JsonObject): string | null {
  const isRight =
    typeof ageThreshold === 'number' &&
    Number.isInteger(ageThreshold) &&
    typeof includeContentLock === 'boolean' &&
    typeof includeParentalControl === 'boolean';
  if (!isRight) return 'INVALID_ARGUMENT';
  return ageThreshold < 0 || ageThreshold > 120 ? 'OUT_OF_RANGE' : null;
}

/** A date that lies ahead is out of range. */
function wrongDate(value: unknown, now: number): string | null {
  if (typeof value !== 'string' || !DATE.test(value) || !Number.isFinite(Date.parse(value))) return 'INVALID_ARGUMENT';
  return Date.parse(value) > now ? 'OUT_OF_RANGE' : null;
}

/** These have no score by their definition. */
const WITHOUT_SCORE = new Set(['postalCode', 'country', 'birthdate', 'idDocument']);

function match({ person }: SimulatedSubscriber, body: JsonObject): unknown {
  const known: Readonly<Record<string, string>> = { ...person, name: `${person.givenName} ${person.familyName}` };
  const answer: Record<string, unknown> = {};
  for (const [field, value] of askedOf(body)) {
    const own = known[field];
    const isSame = own !== undefined && plain(own) === plain(String(value));
    answer[`${field}Match`] = own === undefined ? 'not_available' : String(isSame);
    if (own !== undefined && !isSame && !WITHOUT_SCORE.has(field)) {
      answer[`${field}MatchScore`] = Math.min(99, Math.round(likeness(plain(own), plain(String(value))) * 100));
    }
  }
  return answer;
}

function verifyAge({ person }: SimulatedSubscriber, body: JsonObject, now: number): unknown {
  const { ageThreshold, includeContentLock, includeParentalControl } = body;
  const born = new Date(person.birthdate);
  const of = new Date(now);
  const hadBirthday =
    of.getUTCMonth() > born.getUTCMonth() ||
    (of.getUTCMonth() === born.getUTCMonth() && of.getUTCDate() >= born.getUTCDate());
  const age = of.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return {
    ageCheck: String(age >= Number(ageThreshold)),
    verifiedStatus: true,
    ...(includeContentLock === true ? { contentLock: 'false' } : {}),
    ...(includeParentalControl === true ? { parentalControl: 'not_available' } : {}),
  };
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/** Of all pairs of letters, how many the two have in common (Dice), 0 to 1. */
function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const left = pairs(b);
  const total = pairs(a).length + left.length;
  let common = 0;
  for (const pair of pairs(a)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return total === 0 ? 0 : (2 * common) / total;
}
