/**
 * POST /v1/verify/call: places a call that speaks a code (contract section 5).
 *
 * 1. The answer is given only after the call is durable. Its code is 103, as in the public service; GET shows how far
 *    the call is, from 105 on.
 * 2. Order: the body is checked, then whether the account may place the call (admission.ts). A refused request counts
 *    against no limit but that of requests.
 * 3. The code is stored by engine/data/code-secrets.ts alone, sealed and as a hash.
 * 4. Without a code, one is made, unless the caller's text has no place for it. Example: the text `Your code is 1 2 3`
 *    already says its code.
 */
import { productsOf } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import type { CodeSecrets } from '../../engine/data/code-secrets.ts';
import type { Accept, NewMessage } from '../../engine/door/accept.ts';
import { callBodyWith } from '../../engine/message/call-body.ts';
import { CALL_CODE } from '../../engine/message/call-codes.ts';
import { planAt } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { CODE_TOKEN } from '../../lib/code-token.ts';
import type { Account } from '../../store/accounts/account.ts';
import { type AdmissionRequest, namedNumber } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { callPlan, type SpokenLength } from '../plan/call-plan.ts';
import { asksForPlan, isDryRun } from '../plan/dry-run.ts';
import { type PlanMessage, type PlannedMessage, planAnswer } from '../plan/message-plan.ts';
import { readFields } from '../request-body.ts';
import { sendAtIn } from '../send-at.ts';
import { type Languages, readVerification, type VerificationRequest } from './schema.ts';

export interface PlaceCallOptions {
  readonly context: Pick<Context, 'ids'>;
  readonly accept: Accept;
  readonly admission: Pick<Admission, 'admit'>;
  readonly languages: Languages;
  readonly secrets: Pick<CodeSecrets, 'random' | 'keep'>;
  readonly planMessage: PlanMessage;
  readonly speech: SpokenLength;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const DIGITS = 5;
/** A code that nobody could be called for by then is not worth calling for. */
const GIVE_UP_AFTER_MS = 60_000;

export function placeVerificationCall(options: PlaceCallOptions): Operation {
  return {
    name: 'place_verification_call',
    product: 'verify',
    method: 'POST',
    path: '/v1/verify/call',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    asksForPlan,
    handle: (request) => handle(options, request),
  };
}

async function handle(options: PlaceCallOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, at } = request;
  const { account } = caller;
  const fields = readFields(request);
  const asked = readVerification(fields, account.settings, options.languages);
  const when = sendAtIn(fields, at);
  checkCallerId(caller, asked);
  const admission = admissionOf(request, asked);
  const id = options.context.ids.next(idempotencyKey?.bucket);
  const uncoded = { ...newMessage(id, account, asked), ...when };
  if (isDryRun(fields)) return planned(options, asked, { caller, admission, fresh: uncoded });
  const undo = await options.admission.admit(admission);
  const code = codeOf(asked, digitsOf(account), options.secrets);
  const message = { ...uncoded, code: options.secrets.keep(id, code) };
  const plan = planAt(message.plan, when.sendAt);
  const body = callBodyWith(CALL_CODE.inProgress, { ...message, plan, createdAt: at, updatedAt: at });
  const answer = { status: 200, body: JSON.stringify(body), headers: {} };
  const accepted = await options.accept(message, idempotencyKey?.claim(answer));
  if (accepted.kind === 'recorded') return answer;
  await undo();
  return 'claimed_before';
}

function checkCallerId({ senders }: Caller, { callerId }: VerificationRequest): void {
  if (callerId === null || senders.some(({ sender }) => sender === callerId)) return;
  throw new Refusal('value_invalid', { name: 'caller_id', allowed: 'a number registered on the account' });
}

function admissionOf(
  { caller: { account }, at, clientAddress }: OperationRequest,
  { recipient, endUser, extensionKeys }: VerificationRequest,
): AdmissionRequest {
  return {
    operation: 'call',
    account,
    at,
    clientAddress,
    endUser,
    products: productsOf([{ channel: 'voice' }]),
    numbers: [namedNumber('phone_number', recipient)],
    isCode: true,
    texts: 0,
    pressesKeys: extensionKeys !== '',
    asksAboutPeople: false,
  };
}

function newMessage(id: string, { id: accountId, settings }: Account, asked: VerificationRequest): NewMessage {
  const { language, text, extensionKeys, pressFirst } = asked;
  const url = asked.callbackUrl ?? settings.callbackUrl;
  return {
    id,
    accountId,
    kind: 'call',
    recipient: asked.recipient.digits,
    messageType: 'OTP',
    externalId: asked.endUser.externalId,
    callback: url === undefined ? null : { url, method: settings.callbackMethod ?? 'POST' },
    plan: [
      {
        channel: 'voice',
        fallbackAfterMs: GIVE_UP_AFTER_MS,
        sender: asked.callerId,
        content: { type: 'voice_prompt', language, text: text ?? '', extensionKeys, pressFirst },
      },
    ],
    optOutApplies: settings.optOutStopsAll === true,
  };
}

async function planned(
  options: PlaceCallOptions,
  asked: VerificationRequest,
  message: Omit<PlannedMessage, 'product'>,
): Promise<Answer> {
  const digits = codeOf(asked, digitsOf(message.caller.account), { random: '0'.repeat.bind('0') })?.length ?? 0;
  const { language, text, extensionKeys, pressFirst, code } = asked;
  const content = { type: 'voice_prompt', language, text: text ?? '', extensionKeys, pressFirst } as const;
  const [plan, call] = await Promise.all([
    options.planMessage({ product: 'verify', ...message }),
    callPlan(options.speech, { content, digits, code }),
  ]);
  return planAnswer({ ...plan, call });
}

function digitsOf({ settings }: Account): number {
  return settings.codeDigits ?? DIGITS;
}

/** Rule 4. */
function codeOf(
  { code, text }: VerificationRequest,
  digits: number,
  secrets: Pick<PlaceCallOptions['secrets'], 'random'>,
): string | null {
  if (code !== null) return code;
  return text === null || text.includes(CODE_TOKEN) ? secrets.random(digits) : null;
}
