/**
 * The add-ons of one look-up, answered: all at once, each by its sources in their order, within one budget of time.
 *
 * 1. A source that has nothing, is down or says what cannot be used is followed by the next one while there is time.
 *    When none has found anything, a failure counts more than "nothing": the source that failed might have known.
 * 2. A hard cap is reserved before a source is asked, and given back when the answer costs nothing. So it is never
 *    exceeded, on however many nodes; near it a needless 2812 may happen.
 * 3. No number and no name stands in the log.
 * 4. An add-on that makes no sense for the type of line ends there, before a source is asked (applicability.ts). It counts
 *    against the cap as every 2804 does (contract section 2).
 * 5. Where a source has the numbers of certain networks, it is asked first in which network the number is now, by the
 *    sources of porting_status: asked once for all add-ons, since they share the question.
 */
import type { Context } from '../../context.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type AddOn, type Facts, type Finding, NO_INPUT, type Question } from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { Evidence } from '../../store/phone-id/look-ups.ts';
import { addOnFields } from './add-on-fields.ts';
import { isApplicable } from './applicability.ts';
import type { Caps } from './caps.ts';
import { ADD_ON_CODE, type AddOnCode } from './codes.ts';
import type { GuardedSource, Told } from './guarded-source.ts';
import type { SourceMetrics } from './metrics.ts';

export interface AskedAddOn {
  /** As the caller wrote it. */
  readonly key: string;
  readonly asked:
    | { readonly kind: 'question'; readonly question: Question }
    /** Settled without a source; `name`: the parameter that is wrong. */
    | { readonly kind: 'settled'; readonly code: AddOnCode; readonly name: string };
}

/** What became of one add-on. */
export interface AnsweredAddOn {
  readonly code: AddOnCode;
  /** The parameter that is wrong, when one is. */
  readonly name: string;
  /** Empty unless the code is 2800. */
  readonly fields: JsonObject;
  readonly evidence: Omit<Evidence, 'add_on' | 'code'>;
}

/** In the order of `asked`. Rejects only with StoreDown. */
export type AnswerAddOns = (account: Account, asked: readonly AskedAddOn[]) => Promise<AnsweredAddOn[]>;

export interface AnswerOptions {
  readonly context: Context;
  /** The sources of an add-on, in the order in which they are asked. */
  readonly sourcesOf: (addOn: AddOn) => readonly GuardedSource[];
  readonly caps: Caps;
  readonly metrics: SourceMetrics;
  /** For all add-ons of a request together. */
  readonly budgetMs: number;
  /** Of one source, so that the next has some time left. */
  readonly perSourceMs: number;
}

/** Codes that count against a cap; all others cost nothing. */
const COUNTED: ReadonlySet<AddOnCode> = new Set([
  ADD_ON_CODE.completed,
  ADD_ON_CODE.notApplicable,
  ADD_ON_CODE.nothing,
  ADD_ON_CODE.postalCodeDiffers,
]);

export function createAnswerAddOns(options: AnswerOptions): AnswerAddOns {
  const { context, metrics } = options;
  return (account, asked) => {
    const endsAt = context.clock.monotonic() + options.budgetMs;
    return Promise.all(
      asked.map(async ({ asked: each }) => {
        if (each.kind === 'settled') return { ...unasked(each.code), name: each.name };
        const answered = await answerOne(options, account, each.question, endsAt);
        metrics.addOn(each.question.addOn, answered.code);
        return answered;
      }),
    );
  };
}

async function answerOne(
  options: AnswerOptions,
  account: Account,
  question: Question,
  endsAt: number,
): Promise<AnsweredAddOn> {
  const { isForLine, sources } = standingOf(options, account, question);
  if (isForLine && sources.length === 0) return unasked(ADD_ON_CODE.notCovered);
  const release = await options.caps.reserve(account, question.addOn);
  if (!release) return unasked(ADD_ON_CODE.capReached);
  if (!isForLine) return unasked(ADD_ON_CODE.notApplicable);
  const answered = await askInTurn(options, { account, question, endsAt });
  if (!COUNTED.has(answered.code)) await release();
  return answered;
}

/** What can be said of a question before anything is asked. */
export interface Standing {
  /** Rule 4. */
  readonly isForLine: boolean;
  /** In the order in which they are asked. */
  readonly sources: readonly GuardedSource[];
  /** Rule 5: those that are asked first in which network the number is; none where that does not matter. */
  readonly asksWhere: readonly GuardedSource[];
  readonly where: Question;
}

export function standingOf(
  { sourcesOf }: Pick<AnswerOptions, 'sourcesOf'>,
  account: Account,
  question: Question,
): Standing {
  const covering = (asked: Question) => sourcesOf(asked.addOn).filter((source) => source.covers(asked, account.id));
  const where: Question = { ...question, addOn: 'porting_status', input: NO_INPUT };
  const sources = covering(question);
  const isAnywhere = question.addOn === 'porting_status' || sources.every(({ networks }) => networks.length === 0);
  return {
    isForLine: isApplicable(question.addOn, question.number.type),
    sources,
    where,
    asksWhere: isAnywhere ? [] : covering(where),
  };
}

/** What is asked, for whom, and until when. */
interface Asking {
  readonly account: Account;
  readonly question: Question;
  /** Monotonic milliseconds. */
  readonly endsAt: number;
}

/** What a source said. */
interface SourceAnswer extends Told {
  readonly source: string;
}

async function askInTurn(options: AnswerOptions, asking: Asking): Promise<AnsweredAddOn> {
  const { clock } = options.context;
  const { question } = asking;
  const from = clock.monotonic();
  const route = await routeOf(options, asking);
  const answers = await askEach(options, route.sources, asking);
  const decisive = answers.find(({ finding }) => isLast(finding)) ?? weightiest(answers);
  const tookMs = Math.round(clock.monotonic() - from);
  const evidence = evidenceOf(decisive ?? null, [...route.answers, ...answers], tookMs, options.context);
  if (!decisive) {
    const code = route.sources.length === 0 ? ADD_ON_CODE.notCovered : ADD_ON_CODE.timedOut;
    return { ...unasked(code), evidence };
  }
  logFailure(options, decisive, question.addOn);
  const { finding } = decisive;
  if (finding.kind !== 'found') return { ...unasked(CODE_OF[finding.kind]), evidence };
  return answeredBy(finding.facts, question, clock.now(), evidence);
}

/** One after the other until one has said the last word. */
async function askEach(
  { context: { clock }, perSourceMs }: AnswerOptions,
  sources: readonly GuardedSource[],
  { question, endsAt }: Pick<Asking, 'question' | 'endsAt'>,
): Promise<SourceAnswer[]> {
  const answers: SourceAnswer[] = [];
  for (const source of sources) {
    const left = endsAt - clock.monotonic();
    if (left <= 0) break;
    const told = await source.ask(question, Math.min(left, perSourceMs));
    answers.push({ ...told, source: source.name });
    if (isLast(told.finding)) break;
  }
  return answers;
}

/**
 * Rule 5: the sources that may know the number where it is now. While that cannot be told all of them are tried: 404 is
 * how an operator says that a number is another one's.
 */
async function routeOf(
  options: AnswerOptions,
  { account, question, endsAt }: Asking,
): Promise<{ readonly sources: readonly GuardedSource[]; readonly answers: readonly SourceAnswer[] }> {
  const { sources, asksWhere, where } = standingOf(options, account, question);
  if (asksWhere.length === 0) return { sources, answers: [] };
  const answers = await askEach(options, asksWhere, { question: where, endsAt });
  const facts = answers.flatMap(({ finding }) => (finding.kind === 'found' ? finding.facts : []))[0];
  if (facts?.about !== 'porting_status') return { sources, answers };
  const { mcc, mnc } = facts.current;
  if (mcc === null || mnc === null) return { sources, answers };
  const isHere = (network: string) => network.slice(0, 3) === mcc && Number(network.slice(3)) === Number(mnc);
  return { sources: sources.filter(({ networks }) => networks.length === 0 || networks.some(isHere)), answers };
}

function answeredBy(facts: Facts, question: Question, now: number, evidence: AnsweredAddOn['evidence']): AnsweredAddOn {
  let fields: ReturnType<typeof addOnFields>;
  try {
    fields = addOnFields(facts, question, now);
  } catch {
    // Facts that cannot be written, such as an instant that no calendar has.
    return { ...unasked(ADD_ON_CODE.unusable), evidence };
  }
  if (fields === 'postal_code_differs') return { ...unasked(ADD_ON_CODE.postalCodeDiffers), evidence };
  if (fields === 'nothing') return { ...unasked(ADD_ON_CODE.nothing), evidence };
  return { code: ADD_ON_CODE.completed, name: '', fields, evidence };
}

const CODE_OF: Readonly<Record<Exclude<Finding['kind'], 'found'>, AddOnCode>> = {
  nothing: ADD_ON_CODE.nothing,
  not_covered: ADD_ON_CODE.notCovered,
  not_applicable: ADD_ON_CODE.notApplicable,
  refused_input: ADD_ON_CODE.valueInvalid,
  down: ADD_ON_CODE.unavailable,
  unusable: ADD_ON_CODE.unusable,
  timed_out: ADD_ON_CODE.timedOut,
};

/** No further source can say more. That a number stands in no breach is what one source knows: the next may have it. */
function isLast(finding: Finding): boolean {
  if (finding.kind === 'found')
    return !(finding.facts.about === 'breached_data' && finding.facts.breaches.length === 0);
  return finding.kind === 'not_applicable' || finding.kind === 'refused_input';
}

/** Rule 1. */
const WEIGHT: Readonly<Record<Finding['kind'], number>> = {
  refused_input: 8,
  not_applicable: 7,
  timed_out: 5,
  unusable: 4,
  down: 3,
  // No breach: all else that was found is the last word.
  found: 2.5,
  nothing: 2,
  not_covered: 1,
};

function weightiest(answers: readonly SourceAnswer[]): SourceAnswer | undefined {
  return [...answers].sort((a, b) => WEIGHT[b.finding.kind] - WEIGHT[a.finding.kind])[0];
}

function logFailure({ context }: AnswerOptions, { source, finding }: SourceAnswer, addOn: AddOn): void {
  if (finding.kind === 'down' || finding.kind === 'unusable') {
    context.log.warn({ source, addOn, said: finding.kind, reason: finding.reason }, 'a source could not answer');
  } else if (finding.kind === 'timed_out') {
    context.log.warn({ source, addOn, said: finding.kind }, 'a source did not answer in time');
  }
}

function evidenceOf(
  decisive: SourceAnswer | null,
  answers: readonly SourceAnswer[],
  tookMs: number,
  { clock }: Context,
): AnsweredAddOn['evidence'] {
  return {
    source: decisive?.source ?? null,
    fetched_at: decisive ? new Date(decisive.fetchedAt).toISOString() : null,
    age_ms: decisive ? Math.max(0, clock.now() - decisive.fetchedAt) : null,
    took_ms: tookMs,
    cost: sumOf(answers),
    tried: answers.filter((each) => each !== decisive).map(({ source, finding }) => ({ source, said: finding.kind })),
  };
}

/** To the millionth. */
function sumOf(answers: readonly SourceAnswer[]): number {
  return Math.round(answers.reduce((sum, { cost }) => sum + cost, 0) * 1e6) / 1e6;
}

function unasked(code: AddOnCode): AnsweredAddOn {
  const evidence = { source: null, fetched_at: null, age_ms: null, took_ms: 0, cost: 0, tried: [] };
  return { code, name: '', fields: {}, evidence };
}
