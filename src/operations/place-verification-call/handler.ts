/**
 * POST /v1/verify/call: places a call that speaks a code (contract section 5).
 *
 * 1. The answer is given only after the call is durable. It says 103, as the public service's does; how far the call is
 *    is what GET says, from 105 on.
 * 2. Order: what the caller wrote, then what the account may do, then where it may call. A request that is refused
 *    counts against no limit but that of requests.
 * 3. The code goes into what is kept of it (engine/call-secrets.ts) and nowhere else.
 * 4. A text of the caller's that names no code, given without one, has its own in it: none is made.
 */
import type { Context } from '../../context.ts';
import type { Accept, NewMessage } from '../../engine/accept.ts';
import { callBodyWith } from '../../engine/call-body.ts';
import { CALL_CODE } from '../../engine/call-codes.ts';
import type { CallSecrets } from '../../engine/call-secrets.ts';
import { Refusal } from '../../errors.ts';
import { CODE_TOKEN } from '../../speech/speech.ts';
import type { Account } from '../../store/account.ts';
import type { NumberBlock } from '../../store/number-blocks.ts';
import type { Destinations } from '../destinations.ts';
import type { Answer, Call, Caller, Operation } from '../operation.ts';
import { readFields } from '../request-body.ts';
import { type Languages, readVerification, type VerificationRequest } from './schema.ts';

export interface PlaceCallParts {
  readonly context: Pick<Context, 'ids'>;
  readonly accept: Accept;
  readonly destinations: Destinations;
  /** `number`: digits. Asked for trial accounts only. */
  readonly isVerifiedNumber: (accountId: string, number: string) => Promise<boolean>;
  /** `number`: digits. */
  readonly findBlock: (accountId: string, number: string) => Promise<NumberBlock | null>;
  readonly languages: Languages;
  readonly secrets: Pick<CallSecrets, 'random' | 'keep'>;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const DIGITS = 5;
/** A code that nobody could be called for by then is not worth calling for. */
const GIVE_UP_AFTER_MS = 60_000;

export function placeVerificationCall(parts: PlaceCallParts): Operation {
  return {
    name: 'place_verification_call',
    product: 'verify',
    method: 'POST',
    path: '/v1/verify/call',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    handle: (call) => handle(parts, call),
  };
}

async function handle(parts: PlaceCallParts, call: Call): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, at } = call;
  const { account } = caller;
  const request = readVerification(readFields(call), account.settings, parts.languages);
  await checkAccount(parts, caller, request);
  await parts.destinations.take(account, request.recipient);
  const id = parts.context.ids.next(idempotencyKey?.bucket);
  const message = newMessage(id, account, request, parts);
  const body = callBodyWith(CALL_CODE.inProgress, { ...message, createdAt: at, updatedAt: at });
  const answer = { status: 200, body: JSON.stringify(body), headers: {} };
  const accepted = await parts.accept(message, idempotencyKey?.claim(answer));
  return accepted.kind === 'recorded' ? answer : 'claimed_before';
}

async function checkAccount(
  parts: PlaceCallParts,
  { account, senders }: Caller,
  { recipient, callerId }: VerificationRequest,
): Promise<void> {
  if (!account.products.includes('voice')) throw new Refusal('product_not_enabled', { product: 'voice' });
  if (callerId !== null && !senders.some(({ sender }) => sender === callerId)) {
    throw new Refusal('value_invalid', { name: 'caller_id', allowed: 'a number registered on the account' });
  }
  if (account.kind === 'trial' && !(await parts.isVerifiedNumber(account.id, recipient.digits))) {
    throw new Refusal('number_not_verified', { name: 'phone_number' });
  }
  const block = await parts.findBlock(account.id, recipient.digits);
  if (block === null) return;
  if (block === 'account') throw new Refusal('blocked_by_customer', { why: 'the account has blocked the number' });
  throw new Refusal('blocked_by_operator', { why: 'the operator of this gateway has blocked the number' });
}

function newMessage(
  id: string,
  { id: accountId, settings }: Account,
  request: VerificationRequest,
  { secrets }: PlaceCallParts,
): NewMessage {
  const { language, text, extensionKeys, pressFirst } = request;
  const url = request.callbackUrl ?? settings.callbackUrl;
  return {
    id,
    accountId,
    kind: 'call',
    recipient: request.recipient.digits,
    messageType: 'OTP',
    externalId: request.externalId,
    callback: url === undefined ? null : { url, method: settings.callbackMethod ?? 'POST' },
    plan: [
      {
        channel: 'voice',
        fallbackAfterMs: GIVE_UP_AFTER_MS,
        sender: request.callerId,
        content: { type: 'voice_prompt', language, text: text ?? '', extensionKeys, pressFirst },
      },
    ],
    optOutApplies: settings.optOutStopsAll === true,
    call: secrets.keep(id, codeOf(request, secrets)),
  };
}

/** Rule 4. */
function codeOf({ code, text }: VerificationRequest, secrets: PlaceCallParts['secrets']): string | null {
  if (code !== null) return code;
  return text === null || text.includes(CODE_TOKEN) ? secrets.random(DIGITS) : null;
}
