/**
 * POST /verification: begins a verification (contract section 11).
 *
 * 1. The answer is given only after the verification and its first attempt are durable.
 * 2. Order: the body is checked, then which methods can be used, then whether the account may use the first one. A refused
 *    request counts against no limit but that of requests.
 * 3. Where no method can be used for want of a product, the request is refused. Where none exists here, it is recorded as
 *    REJECTED.
 * 4. Of one that begins later (`send_at`) the first method is admitted twice: now, to refuse what will not do, which is
 *    given back again; and in its time, when it counts.
 */
import type { Context } from '../../context.ts';
import { beginVerification, type FreshVerification } from '../../engine/verification/verification.ts';
import { verificationHead } from '../../engine/verification/verification-body.ts';
import { describeVerificationCode, VERIFICATION_CODE } from '../../engine/verification/verification-codes.ts';
import type { Verifications } from '../../engine/verification/verifications.ts';
import { Refusal } from '../../errors.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import { readJsonObject } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { callbackOf } from '../outgoing.ts';
import type { SpokenLength } from '../plan/call-plan.ts';
import { asksForPlan, isDryRun } from '../plan/dry-run.ts';
import { type PlanMessage, planAnswer } from '../plan/message-plan.ts';
import { planVerification } from '../plan/verification-plan.ts';
import { sendAtIn } from '../send-at.ts';
import { channelOf, type VerificationAttempts } from './attempts.ts';
import { type BeginVerificationRequest, type Languages, readBeginVerification } from './schema.ts';

export interface BeginVerificationOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly verifications: Pick<Verifications, 'begin'>;
  readonly attempts: VerificationAttempts;
  readonly languages: Languages;
  /** A code of so many digits. */
  readonly randomCode: (digits: number) => string;
  readonly planMessage: PlanMessage;
  readonly speech: SpokenLength;
}

export const BODY_LIMIT_BYTES = 10 * 1024;
const DIGITS = 6;

export function beginVerificationOperation(options: BeginVerificationOptions): Operation {
  return {
    name: 'begin_verification',
    product: 'verification',
    method: 'POST',
    path: '/verification',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    asksForPlan,
    handle: (request) => handle(options, request),
  };
}

async function handle(
  options: BeginVerificationOptions,
  request: OperationRequest,
): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, clientAddress, at } = request;
  const { account } = caller;
  const body = readJsonObject(request.body);
  const asked = readBeginVerification(body, account.settings, options.languages);
  const id = options.context.ids.next(idempotencyKey?.bucket);
  const fresh = freshVerification(id, account, asked, (method) => options.attempts.skippedBy(method, caller));
  const { verification, start, isLater } = beginVerification({ ...fresh, ...sendAtIn(body, at) }, at);
  if (start === null) refuseWithoutProduct(verification);
  const { recipient, endUser } = asked;
  const asking = { caller, recipient, endUser, clientAddress };
  if (isDryRun(body)) {
    const digits = asked.code?.length ?? DIGITS;
    return planAnswer(await planVerification(options, { verification, start, asking, digits, code: asked.code }));
  }
  const prepared = start === null ? null : await options.attempts.prepareFirst(verification, start, asking);
  const answer = answerOf(verification);
  const begun = await options.verifications.begin({
    verification,
    code: asked.code ?? options.randomCode(DIGITS),
    first: start === null || !prepared || isLater ? null : { index: start, plan: prepared.plan },
    claim: idempotencyKey?.claim(answer),
  });
  if (begun === 'recorded' && !isLater) return answer;
  await prepared?.undo();
  return begun === 'recorded' ? answer : 'claimed_before';
}

function freshVerification(
  id: string,
  account: Account,
  asked: BeginVerificationRequest,
  skippedBy: (method: string) => number | undefined,
): FreshVerification {
  return {
    id,
    accountId: account.id,
    recipient: asked.recipient.digits,
    externalId: asked.endUser.externalId,
    callback: callbackOf(account, asked.callbackUrl),
    voiceLanguage: asked.voiceLanguage,
    language: asked.language,
    template: asked.template,
    optOutApplies: account.settings.optOutStopsAll === true,
    methods: asked.methods.map((each) => {
      const skipped = skippedBy(each.method);
      return skipped === undefined ? each : { ...each, skipped };
    }),
  };
}

/** Rule 3. */
function refuseWithoutProduct({ methods }: Verification): void {
  const wanting = methods.find(({ code }) => code === VERIFICATION_CODE.productNotEnabled);
  if (wanting) throw new Refusal('product_not_enabled', { product: channelOf(wanting.method) ?? wanting.method });
}

function answerOf(verification: Verification): Answer & { readonly headers: Readonly<Record<string, string>> } {
  const isOver = verification.finalAt !== null;
  const code = isOver ? VERIFICATION_CODE.failed : VERIFICATION_CODE.inProgress;
  const status = { code, description: describeVerificationCode(code) };
  return { status: 200, body: JSON.stringify({ ...verificationHead(verification), status }), headers: {} };
}
