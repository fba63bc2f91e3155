/**
 * POST /v1/phoneid/{complete_number} and POST /v1/phoneid: answers what is known of one number (contract section 2).
 *
 * 1. A look-up is recorded, with where each answer came from, before it is answered.
 * 2. Each add-on is answered on its own; none of them fails the request or another one.
 */
import type { Context } from '../../context.ts';
import type { AnswerAddOns, AnsweredAddOn, AskedAddOn } from '../../engine/look-ups/answer.ts';
import { describeAddOnCode, INCOMPLETE } from '../../engine/look-ups/codes.ts';
import type { PreviewAddOns } from '../../engine/look-ups/preview-add-ons.ts';
import type { RecordLookUp } from '../../engine/look-ups/record.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberFacts, Numbering } from '../../sources/numbering/numbering.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { NumberBlock } from '../../store/accounts/number-blocks.ts';
import type { Evidence, LookUp } from '../../store/phone-id/look-ups.ts';
import type { AdmissionRequest } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { asksForPlan } from '../plan/dry-run.ts';
import { lookUpPlan } from '../plan/look-up-plan.ts';
import { planAnswer } from '../plan/message-plan.ts';
import { type AnsweredLookUp, lookUpText } from './answer.ts';
import { isAboutPerson, readConsent, readQuestions } from './questions.ts';
import { type LookUpRequest, readLookUp } from './schema.ts';

export interface LookUpNumberOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly numbering: Numbering;
  readonly record: RecordLookUp;
  readonly answerAddOns: AnswerAddOns;
  /** Asked for accounts that have blocklisting on. */
  readonly findBlock: (accountId: string, number: string) => Promise<NumberBlock | null>;
  readonly admission: Pick<Admission, 'admit' | 'peek'>;
  readonly previewAddOns: PreviewAddOns;
}

const BODY_LIMIT_BYTES = 64 * 1024;
/** One for all: what look-ups have in common is written once for all of them (recordset.ts, rule 3). */
const NO_EVIDENCE: readonly Evidence[] = [];

export function lookUpNumber(options: LookUpNumberOptions): Operation[] {
  const common = {
    product: 'phoneid',
    method: 'POST',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    asksForPlan,
  } as const;
  return [
    {
      ...common,
      name: 'look_up_number',
      path: '/v1/phoneid/:complete_number',
      handle: (request) => handle(options, request, request.params.complete_number ?? ''),
    },
    {
      ...common,
      name: 'look_up_number_in_body',
      path: '/v1/phoneid',
      handle: (request) => handle(options, request, null),
    },
  ];
}

/** `inPath` null: the number stands in the body. */
async function handle(
  options: LookUpNumberOptions,
  request: OperationRequest,
  inPath: string | null,
): Promise<Answer | 'claimed_before'> {
  const { account } = request.caller;
  const asked = readLookUp(request.contentType, request.body);
  const name = inPath === null ? 'phone_number' : 'complete_number';
  const text = inPath ?? asked.phoneNumber;
  if (text === null || text === '') throw new Refusal('parameter_missing', { name });
  const facts = options.numbering.describe(text);
  if (!facts) throw new Refusal('number_invalid', { name });
  const addOns = readQuestions(asked, account, facts);
  const admission = admissionOf(request, asked, { name, facts }, addOns);
  if (asked.isDryRun) {
    const [refusals, previews] = await Promise.all([
      options.admission.peek(admission),
      options.previewAddOns(account, addOns),
    ]);
    return planAnswer(lookUpPlan({ facts, refusals, addOns: previews, at: request.at }));
  }
  const admitted = options.admission.admit(admission);
  const undo = admitted instanceof Promise ? await admitted : admitted;
  const found = findMore(options, account, facts, addOns);
  const { answered, block } = found instanceof Promise ? await found : found;
  const id = options.context.ids.next(request.idempotencyKey?.bucket);
  const at = options.context.clock.now();
  const status = answered.some(({ code }) => INCOMPLETE.has(code)) ? 301 : 300;
  const body = lookUpText({
    id,
    externalId: asked.endUser.externalId,
    status,
    at,
    facts,
    block,
    addOns: addOnBodies(addOns, answered),
  });
  const answer = { status: 200, headers: {}, body };
  const lookUp: LookUp = {
    id,
    accountId: account.id,
    number: facts.digits,
    country: facts.country?.iso2 ?? '',
    externalId: asked.endUser.externalId,
    status,
    answer: body,
    evidence: addOns.length === 0 ? NO_EVIDENCE : addOns.flatMap(({ key }, index) => evidenceOf(key, answered[index])),
    consent: readConsent(asked),
    createdAt: at,
  };
  const recorded = await options.record(lookUp, request.idempotencyKey?.claim(answer));
  if (recorded === 'recorded') return answer;
  await undo();
  return 'claimed_before';
}

/** What is asked for besides the numbering. */
interface More {
  readonly answered: readonly AnsweredAddOn[];
  readonly block: AnsweredLookUp['block'];
}

const NO_MORE: More = { answered: [], block: undefined };

/** At once where nothing is. */
function findMore(
  { answerAddOns, findBlock }: LookUpNumberOptions,
  account: Account,
  { digits }: NumberFacts,
  addOns: readonly AskedAddOn[],
): More | Promise<More> {
  const hasBlocklisting = account.settings.blocklisting === true;
  if (addOns.length === 0 && !hasBlocklisting) return NO_MORE;
  return Promise.all([
    addOns.length === 0 ? [] : answerAddOns(account, addOns),
    hasBlocklisting ? findBlock(account.id, digits) : undefined,
  ]).then(([answered, block]) => ({ answered, block }));
}

const NO_BODIES: AnsweredLookUp['addOns'] = new Map();

function addOnBodies(asked: readonly AskedAddOn[], answered: readonly AnsweredAddOn[]): AnsweredLookUp['addOns'] {
  if (asked.length === 0) return NO_BODIES;
  return new Map(asked.map(({ key }, index) => [key, addOnBody(key, answered[index])]));
}

function admissionOf(
  { caller: { account }, at, clientAddress }: OperationRequest,
  { endUser }: LookUpRequest,
  { name, facts }: { readonly name: string; readonly facts: NumberFacts },
  addOns: readonly AskedAddOn[],
): AdmissionRequest {
  const { digits, countryCode, country } = facts;
  return {
    operation: 'look_up',
    account,
    at,
    clientAddress,
    endUser,
    // Whether an add-on is enabled is answered under its own key.
    products: [],
    numbers: [{ name, digits, countryCode, country: country?.iso2 ?? null, kind: null }],
    isCode: false,
    texts: 0,
    pressesKeys: false,
    asksAboutPeople: addOns.some(isAboutPerson),
  };
}

export function addOnBody(key: string, answered: AnsweredAddOn | undefined): JsonObject {
  if (!answered) return {};
  const { code, name, fields } = answered;
  return { ...fields, status: { code, description: describeAddOnCode(code, key, name) } };
}

export function evidenceOf(key: string, answered: AnsweredAddOn | undefined): Evidence[] {
  return answered ? [{ add_on: key, code: answered.code, ...answered.evidence }] : [];
}
