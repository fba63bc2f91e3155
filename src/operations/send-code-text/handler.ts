/**
 * POST /v1/verify/sms: sends a code in a text (contract section 10).
 *
 * 1. The answer 290 is given only after the text is durable. Its code is stored by engine/data/code-secrets.ts alone,
 *    sealed and as a hash.
 * 2. Order: the body is checked, then whether the account may send it (admission.ts), then, where that is asked for,
 *    whether the SIM was swapped lately. A request that is refused, and a text that is not sent for its SIM (518, 519),
 *    count against no limit but that of requests; such a text is recorded, and its callback says so.
 * 3. Without a code, one is made, unless the caller's text has no place for it: then it already says its own.
 * 4. A text that arrives after its code has lost its worth only confuses: the carrier is told to try as long as the code
 *    is valid, and no longer.
 */
import type { SmsText } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { CodeSecrets } from '../../engine/data/code-secrets.ts';
import type { Accept, NewMessage } from '../../engine/door/accept.ts';
import { countedContent } from '../../engine/message/code-content.ts';
import { planAt } from '../../engine/message/message.ts';
import { acceptedCodeText } from '../../engine/message/text-body.ts';
import { Refusal } from '../../errors.ts';
import { CODE_TOKEN } from '../../lib/code-token.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { Admission } from '../admission.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import {
  admissionOfText,
  callbackOf,
  defaultSender,
  hasSender,
  type NoteWriter,
  noteSharedSenders,
  partsOfText,
  SENDERS_ALLOWED,
} from '../outgoing.ts';
import { planCodeText } from '../plan/code-text-plan.ts';
import { asksForPlan, isDryRun } from '../plan/dry-run.ts';
import { type PlanMessage, planAnswer } from '../plan/message-plan.ts';
import { readFields } from '../request-body.ts';
import { sendAtIn } from '../send-at.ts';
import { type CodeTextRequest, readCodeText } from './schema.ts';
import { askSimSwap, refuseUnlessEnabled, type SimSwapFound, type SimSwapOptions } from './sim-swap.ts';

export interface SendCodeTextOptions extends SimSwapOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly accept: Accept;
  readonly admission: Pick<Admission, 'admit'>;
  readonly secrets: Pick<CodeSecrets, 'random' | 'keep'>;
  readonly countSmsParts: (text: string) => number;
  readonly noteWriter: NoteWriter;
  readonly planMessage: PlanMessage;
}

const CHANNEL = 'sms';
const DIGITS = 5;
const VALID_MINUTES = 10;

export function sendCodeText(options: SendCodeTextOptions): Operation {
  return {
    name: 'send_code_text',
    product: 'verify',
    method: 'POST',
    path: '/v1/verify/sms',
    bodyLimitBytes: 64 * 1024,
    takesForms: true,
    asksForPlan,
    handle: (request) => handle(options, request),
  };
}

async function handle(options: SendCodeTextOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, at } = request;
  const { account } = caller;
  const fields = readFields(request);
  const asked = readCodeText(fields, account.settings);
  const when = sendAtIn(fields, at);
  if (!hasSender(caller, asked.senderId)) {
    throw new Refusal('value_invalid', { name: 'sender_id', allowed: SENDERS_ALLOWED });
  }
  if (asked.checksSimSwap) refuseUnlessEnabled(account);
  const code = codeOf(asked, account.settings.codeDigits ?? DIGITS, options.secrets);
  const content = contentOf(asked, code);
  const admission = admissionOfText(request, asked, { isCode: true, texts: partsOf(content, options) });
  const id = options.context.ids.next(idempotencyKey?.bucket);
  const uncoded = { ...newMessage(id, request, asked, content), ...when };
  if (isDryRun(fields)) {
    const planned = { product: 'verify', caller, admission, fresh: uncoded } as const;
    return planAnswer(await planCodeText(options, planned, asked.checksSimSwap));
  }
  const undo = await options.admission.admit(admission);
  const message = { ...uncoded, code: options.secrets.keep(id, code) };
  const swap = asked.checksSimSwap ? await askedSwap(options, account, asked) : null;
  const endsWith = swap?.endsWith ?? null;
  const answer = {
    status: 200,
    body: JSON.stringify({
      ...acceptedCodeText({ ...message, plan: planAt(message.plan, when.sendAt) }, endsWith, at),
      ...(swap === null ? {} : { sim_swap: swap.answer }),
    }),
    headers: {},
  };
  await noteSharedSenders(options.noteWriter, caller, message, at);
  const recorded = endsWith === null ? message : { ...message, endsWith };
  const accepted = await options.accept(recorded, idempotencyKey?.claim(answer));
  if (accepted.kind === 'recorded' && endsWith === null) return answer;
  await undo();
  return accepted.kind === 'recorded' ? answer : 'claimed_before';
}

function askedSwap(
  options: SendCodeTextOptions,
  account: Account,
  { recipient, endUser }: CodeTextRequest,
): Promise<SimSwapFound> {
  return askSimSwap(options, { account, number: recipient.digits, externalId: endUser.externalId });
}

function newMessage(id: string, { caller }: OperationRequest, asked: CodeTextRequest, content: SmsText): NewMessage {
  const { account } = caller;
  const { settings } = account;
  return {
    id,
    accountId: account.id,
    kind: 'code_text',
    recipient: asked.recipient.digits,
    messageType: 'OTP',
    externalId: asked.endUser.externalId,
    callback: callbackOf(account, asked.callbackUrl),
    plan: [
      {
        channel: CHANNEL,
        // Rule 4, and until when it may be checked (kinds.ts).
        fallbackAfterMs: (settings.codeMinutes ?? VALID_MINUTES) * MINUTE_MS,
        sender: asked.senderId ?? defaultSender(caller, asked.recipient),
        content,
      },
    ],
    optOutApplies: settings.optOutStopsAll === true,
  };
}

function contentOf({ text }: CodeTextRequest, code: string | null): SmsText {
  return { type: 'sms_text', text, ...(code === null ? {} : { codeDigits: code.length }) };
}

function partsOf(content: SmsText, { countSmsParts }: SendCodeTextOptions): number {
  const counted = countedContent(content);
  return 'text' in counted ? partsOfText(counted.text, countSmsParts) : 1;
}

/** Rule 3. */
function codeOf({ code, text }: CodeTextRequest, digits: number, secrets: Pick<CodeSecrets, 'random'>): string | null {
  if (code !== null) return code;
  return text.includes(CODE_TOKEN) ? secrets.random(digits) : null;
}
