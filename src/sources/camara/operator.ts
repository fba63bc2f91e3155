/**
 * A mobile operator with CAMARA APIs as a source: which API answers which add-on, and how its answer is read.
 *
 * 1. An answer that does not have the form of its definition is not used (2810), whatever it says.
 * 2. How long a subscription has lasted is no field of any API: it is found by halving the steps of `tenure_months`.
 */
import type { Context } from '../../context.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { parseInstant } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { SWAP_MATTERS_MS } from '../sim-memory.ts';
import type { AddOn, Deadline, Facts, Finding, ForwardCondition, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { type CamaraAnswer, type CamaraCall, CamaraOperator, unusable } from './api.ts';
import { readContact, readMatch, wantedForMatch } from './people.ts';
import type { CamaraSettings } from './settings.ts';

export interface CamaraSource extends Source {
  close(): Promise<void>;
}

/** What one add-on needs to be asked. */
interface Asking {
  readonly question: Question;
  readonly settings: CamaraSettings;
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly now: number;
  call(call: Pick<CamaraCall, 'api' | 'path' | 'scope' | 'body'>): Promise<CamaraAnswer>;
}

export function createCamaraSource(context: Context, name: string, settings: CamaraSettings): CamaraSource {
  const operator = new CamaraOperator(context, settings);
  const { add_ons: addOns } = settings;
  return {
    name,
    addOns,
    covers: ({ number }) => isCovered(settings, number),
    lookUp: async (question, { withinMs }: Deadline) => {
      const deadlineAt = context.clock.monotonic() + withinMs;
      const number = question.number.digits;
      const finding = await ask({
        question,
        settings,
        clock: context.clock,
        now: context.clock.now(),
        call: ({ api, path, scope, body }) => operator.call({ api, path, scope, number, body, deadlineAt }),
      });
      // 400 is about what the caller gave only where that was sent: the postal code of contact_plus is compared here.
      const { addOn, input } = question;
      const isTheirs = addOn === 'contact_match' || (addOn === 'number_deactivation' && input.lastVerifiedAt !== null);
      return finding.kind === 'refused_input' && !isTheirs ? unusable('it refused what it was asked') : finding;
    },
    close: () => operator.close(),
  };
}

function ask(asking: Asking): Promise<Finding> {
  const { addOn } = asking.question;
  switch (addOn) {
    case 'age_verify':
      return askAge(asking);
    case 'call_forward_detection':
      return askForwarding(asking);
    case 'contact':
    case 'contact_plus':
      return askContact(asking);
    case 'contact_match':
      return askMatch(asking);
    case 'number_deactivation':
      return askRecycling(asking);
    case 'sim_swap':
      return askSimSwap(asking);
    case 'subscriber_status':
      return askSubscriber(asking);
    default:
      return Promise.resolve(notAsked(addOn));
  }
}

function notAsked(_: AddOn): Finding {
  return { kind: 'not_covered' };
}

/** The finding of an answer that was not 200. */
function otherwise(answer: Exclude<CamaraAnswer, { kind: 'ok' }>): Finding {
  if (answer.kind === 'ended') return answer.finding;
  return answer.kind === 'out_of_range' ? { kind: 'nothing' } : { kind: 'not_covered' };
}

function found(facts: Facts | null): Finding {
  return facts ? { kind: 'found', facts } : unusable('the answer does not have the form of its definition');
}

function objectOf(answer: Extract<CamaraAnswer, { kind: 'ok' }>): JsonObject {
  return asJsonObject(answer.body) ?? {};
}

async function askSimSwap({ call }: Asking): Promise<Finding> {
  const answer = await call({ api: 'sim-swap', path: 'retrieve-date', scope: 'sim-swap:retrieve-date' });
  if (answer.kind !== 'ok') return otherwise(answer);
  const { latestSimChange: changed, monitoredPeriod } = objectOf(answer);
  if (changed === null) {
    // Null with a period in days: no swap in it. Null alone: the operator may not say. A swap before a shorter period
    // than matters may be one that does.
    const hasWatched = typeof monitoredPeriod === 'number' && monitoredPeriod * DAY_MS >= SWAP_MATTERS_MS;
    return hasWatched ? found({ about: 'sim_swap', swappedAt: null }) : { kind: 'nothing' };
  }
  const at = instantOf(changed);
  return found(at === null ? null : { about: 'sim_swap', swappedAt: at });
}

const CONDITIONS: Readonly<Record<string, ForwardCondition | null>> = {
  inactive: null,
  unconditional: 'unconditional',
  conditional_busy: 'busy',
  conditional_not_reachable: 'not_reachable',
  conditional_no_answer: 'no_answer',
};

async function askForwarding({ call }: Asking): Promise<Finding> {
  const api = 'call-forwarding-signal';
  const all = await call({ api, path: 'call-forwardings', scope: `${api}:call-forwardings:read` });
  if (all.kind === 'ok') return found(readForwardings(all.body));
  if (all.kind !== 'not_implemented') return otherwise(all);
  const scope = `${api}:unconditional-call-forwardings:read`;
  const one = await call({ api, path: 'unconditional-call-forwardings', scope });
  if (one.kind !== 'ok') return otherwise(one);
  const { active } = objectOf(one);
  if (typeof active !== 'boolean') return found(null);
  return found({
    about: 'call_forward_detection',
    isForwarded: active,
    conditions: active ? ['unconditional'] : [],
  });
}

function readForwardings(body: unknown): Facts | null {
  if (!Array.isArray(body) || body.length === 0) return null;
  const known = body.map((each: unknown) =>
    typeof each === 'string' && Object.hasOwn(CONDITIONS, each) ? CONDITIONS[each] : undefined,
  );
  if (known.some((each) => each === undefined)) return null;
  const conditions = known.filter((each) => each !== null && each !== undefined);
  return { about: 'call_forward_detection', isForwarded: conditions.length > 0, conditions };
}

async function askAge({ call, question }: Asking): Promise<Finding> {
  const answer = await call({
    api: 'kyc-age-verification',
    path: 'verify',
    scope: 'kyc-age-verification:verify',
    body: { ageThreshold: question.input.ageThreshold },
  });
  if (answer.kind !== 'ok') return otherwise(answer);
  const { ageCheck } = objectOf(answer);
  if (ageCheck === 'not_available') return { kind: 'nothing' };
  const isKnown = ageCheck === 'true' || ageCheck === 'false';
  return found(isKnown ? { about: 'age_verify', isOldEnough: ageCheck === 'true' } : null);
}

async function askContact({ call }: Asking): Promise<Finding> {
  const answer = await call({ api: 'kyc-fill-in', path: 'fill-in', scope: 'kyc-fill-in:set-all' });
  if (answer.kind !== 'ok') return otherwise(answer);
  const contact = readContact(objectOf(answer));
  if (contact === 'nothing') return { kind: 'nothing' };
  return found(contact && { about: 'contact', contact });
}

async function askMatch({ call, question }: Asking): Promise<Finding> {
  const { match } = question.input;
  if (!match) return { kind: 'refused_input' };
  const answer = await call({
    api: 'kyc-match',
    path: 'match',
    scope: 'kyc-match:match',
    body: wantedForMatch(match),
  });
  if (answer.kind !== 'ok') return otherwise(answer);
  const facts = readMatch(match, objectOf(answer));
  return facts === 'nothing' ? { kind: 'nothing' } : found(facts);
}

async function askRecycling({ call, question, settings, now }: Asking): Promise<Finding> {
  const { lastVerifiedAt } = question.input;
  const since = lastVerifiedAt ?? now - settings.number_recycling_days * DAY_MS;
  const answer = await call({
    api: 'number-recycling',
    path: 'check',
    scope: 'number-recycling:check',
    body: { specifiedDate: dateOf(since) },
  });
  if (answer.kind !== 'ok') return otherwise(answer);
  const { phoneNumberRecycled: isRecycled } = objectOf(answer);
  if (typeof isRecycled !== 'boolean') return found(null);
  // That it changed hands at some time in the period, and not when: no answer to who gave no date.
  if (lastVerifiedAt === null && isRecycled) return { kind: 'nothing' };
  return found({
    about: 'number_deactivation',
    carrier: null,
    deactivatedAt: null,
    trackedSince: since,
    isRecycled,
  });
}

const CONTRACTS = {
  PAYG: { contract: 'prepaid', accountType: null },
  PAYM: { contract: 'postpaid', accountType: null },
  Business: { contract: 'postpaid', accountType: 'business' },
} as const;

async function askSubscriber(asking: Asking): Promise<Finding> {
  const asked = askState(asking);
  const tenure = await findTenure(asking);
  if ('kind' in tenure) return tenure;
  const state = await orNull(asking.clock, asked, STATE_WITHIN_MS);
  return found({ about: 'subscriber_status', ...tenure, state, isPrimaryHolder: null, activatedAt: null });
}

/** How much longer than the tenure the state may take: three questions have been answered by then. */
const STATE_WITHIN_MS = 500;

function orNull<Value>(clock: Clock, asked: Promise<Value>, withinMs: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(null), withinMs);
    void asked.then((value) => {
      clock.clearTimer(timer);
      resolve(value);
    });
  });
}

/** The state is an addition that few operators offer: without it the rest is answered. */
async function askState({ call }: Asking): Promise<'active' | 'suspended' | null> {
  const path = 'retrive-subscription-status';
  const answer = await call({ api: 'subscription-status', path, scope: `subscription-status:${path}` });
  if (answer.kind !== 'ok') return null;
  const { voiceSmsIn, voiceSmsOut } = objectOf(answer);
  if (voiceSmsIn === 'suspended' || voiceSmsOut === 'suspended') return 'suspended';
  return voiceSmsIn === 'active' || voiceSmsOut === 'active' ? 'active' : null;
}

type Tenure = Pick<
  Extract<Facts, { about: 'subscriber_status' }>,
  'accountType' | 'contract' | 'tenureMinMonths' | 'tenureMaxMonths'
>;

/**
 * Rule 2. Below the least step the tenure is 0 to that step; above the greatest, and above the last that the operator
 * looks back to, it has no upper end.
 */
async function findTenure(asking: Asking): Promise<Tenure | Finding> {
  const steps = asking.settings.tenure_months;
  let [low, high] = [0, steps.length];
  let contract: Pick<Tenure, 'contract' | 'accountType'> = { contract: null, accountType: null };
  let isUnknownAbove = false;
  while (low < high) {
    const middle = (low + high) >> 1;
    const answer = await asking.call({
      api: 'kyc-tenure',
      path: 'check-tenure',
      scope: 'kyc-tenure:check-tenure',
      body: { tenureDate: monthsBefore(asking.now, steps[middle] ?? 0) },
    });
    if (answer.kind === 'out_of_range') {
      high = middle;
      isUnknownAbove = true;
      continue;
    }
    if (answer.kind !== 'ok') return otherwise(answer);
    const { tenureDateCheck, contractType } = objectOf(answer);
    if (typeof tenureDateCheck !== 'boolean') return found(null);
    if (typeof contractType === 'string' && Object.hasOwn(CONTRACTS, contractType)) {
      contract = CONTRACTS[contractType as keyof typeof CONTRACTS];
    }
    if (tenureDateCheck) {
      low = middle + 1;
    } else {
      high = middle;
      isUnknownAbove = false;
    }
  }
  if (low === 0 && isUnknownAbove) return { kind: 'nothing' };
  const tenureMaxMonths = isUnknownAbove ? null : (steps[low] ?? null);
  return { ...contract, tenureMinMonths: steps[low - 1] ?? 0, tenureMaxMonths };
}

/** The same day of the month, or the last one of a month that does not have it. */
function monthsBefore(now: number, months: number): string {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay)));
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The definitions ask for RFC 3339 with a zone: a time without one is not used (rule 1), and a day is no time. */
function instantOf(value: unknown): number | null {
  return typeof value === 'string' && value.length > 10 ? parseInstant(value, 'is_refused') : null;
}
