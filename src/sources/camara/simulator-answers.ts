/**
 * What the simulated operator answers about a subscriber, in the form of each API's definition. Pure.
 */
import type { JsonObject } from '../../lib/json.ts';
import type { SimulatedReply } from '../simulated-server.ts';
import type { SimulatedSubscriber } from '../simulated-subscriber.ts';
import type { AddOn } from '../source.ts';

export interface SimulatedOperation {
  readonly path: string;
  readonly scope: string;
  /** Whose story decides how it behaves. */
  readonly addOn: AddOn;
  readonly answer: (subscriber: SimulatedSubscriber, body: JsonObject, now: number) => unknown;
}

/** A field that the definition wants is missing or has another form. */
const INVALID = Symbol('invalid argument');

const DAY_MS = 86_400_000;
const MONITORED_DAYS = 120;
const DATE = /^\d{4}-\d\d-\d\d$/;

export const OPERATIONS: readonly SimulatedOperation[] = [
  {
    path: '/sim-swap/v2/retrieve-date',
    scope: 'sim-swap:retrieve-date',
    addOn: 'sim_swap',
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
  { path: '/kyc-match/v0.4/match', scope: 'kyc-match:match', addOn: 'contact_match', answer: match },
  {
    path: '/kyc-fill-in/v0.4/fill-in',
    scope: 'kyc-fill-in:set-all',
    addOn: 'contact',
    answer: ({ person }) => ({ name: `${person.givenName} ${person.familyName}`, ...person }),
  },
  {
    path: '/kyc-age-verification/v0.2/verify',
    scope: 'kyc-age-verification:verify',
    addOn: 'age_verify',
    answer: verifyAge,
  },
  {
    path: '/number-recycling/v0.2/check',
    scope: 'number-recycling:check',
    addOn: 'number_deactivation',
    answer: ({ deactivatedAt }, { specifiedDate }) =>
      isDate(specifiedDate) ? { phoneNumberRecycled: deactivatedAt > Date.parse(specifiedDate) } : INVALID,
  },
  {
    path: '/kyc-tenure/v0.2/check-tenure',
    scope: 'kyc-tenure:check-tenure',
    addOn: 'subscriber_status',
    answer: ({ subscribedAt, contract }, { tenureDate }, now) =>
      isDate(tenureDate) && Date.parse(tenureDate) <= now
        ? { tenureDateCheck: subscribedAt <= Date.parse(tenureDate), contractType: contract }
        : INVALID,
  },
  {
    path: '/subscription-status/v0.1/retrive-subscription-status',
    scope: 'subscription-status:retrive-subscription-status',
    addOn: 'subscriber_status',
    answer: () => ({ voiceSmsIn: 'active', voiceSmsOut: 'active', dataService: 'active' }),
  },
];

export function answerOf(
  operation: SimulatedOperation,
  subscriber: SimulatedSubscriber,
  body: JsonObject,
  now: number,
): SimulatedReply {
  const answer = operation.answer(subscriber, body, now);
  if (answer !== INVALID) return { status: 200, body: answer };
  return { status: 400, body: { status: 400, code: 'INVALID_ARGUMENT', message: 'invalid argument' } };
}

/** These have no score by their definition. */
const WITHOUT_SCORE = new Set(['postalCode', 'country', 'birthdate']);

function match({ person }: SimulatedSubscriber, body: JsonObject): unknown {
  const { phoneNumber: _, ...asked } = body;
  const entries = Object.entries(asked);
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) return INVALID;
  const known: Readonly<Record<string, string>> = { ...person, name: `${person.givenName} ${person.familyName}` };
  const answer: Record<string, unknown> = {};
  for (const [field, value] of entries) {
    const own = known[field];
    const isSame = own !== undefined && plain(own) === plain(String(value));
    answer[`${field}Match`] = own === undefined ? 'not_available' : String(isSame);
    if (own !== undefined && !isSame && !WITHOUT_SCORE.has(field)) {
      answer[`${field}MatchScore`] = Math.min(99, Math.round(likeness(plain(own), plain(String(value))) * 100));
    }
  }
  return answer;
}

function verifyAge({ person }: SimulatedSubscriber, { ageThreshold }: JsonObject, now: number): unknown {
  if (typeof ageThreshold !== 'number' || !Number.isInteger(ageThreshold) || ageThreshold < 0 || ageThreshold > 120) {
    return INVALID;
  }
  const born = new Date(person.birthdate);
  const of = new Date(now);
  const hadBirthday =
    of.getUTCMonth() > born.getUTCMonth() ||
    (of.getUTCMonth() === born.getUTCMonth() && of.getUTCDate() >= born.getUTCDate());
  const age = of.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return { ageCheck: String(age >= ageThreshold), verifiedStatus: true };
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

function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value) && Number.isFinite(Date.parse(value));
}
