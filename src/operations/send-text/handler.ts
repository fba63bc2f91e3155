/**
 * POST /v1/messaging: takes one text (contract section 10).
 *
 * 1. The answer 290 is given only after the text is durable.
 * 2. Order: the body is checked, then whether the account may send it (admission.ts). A refused request counts against
 *    no limit but that of requests.
 * 3. A text of which nothing is known after 12 hours is over: 251, and 200 when its receipt comes later.
 */
import type { Context } from '../../context.ts';
import type { Accept, NewMessage } from '../../engine/door/accept.ts';
import { planAt } from '../../engine/message/message.ts';
import { acceptedText } from '../../engine/message/text-body.ts';
import { Refusal } from '../../errors.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { toReference } from '../../lib/ids.ts';
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
import { asksForPlan, isDryRun } from '../plan/dry-run.ts';
import { type PlanMessage, planAnswer } from '../plan/message-plan.ts';
import { readFields } from '../request-body.ts';
import { sendAtIn } from '../send-at.ts';
import { readSendText, type SendTextRequest } from './schema.ts';

export interface SendTextOptions {
  readonly context: Pick<Context, 'ids'>;
  readonly accept: Accept;
  readonly admission: Pick<Admission, 'admit'>;
  readonly countSmsParts: (text: string) => number;
  readonly noteWriter: NoteWriter;
  readonly planMessage: PlanMessage;
}

/** Rule 3. */
const GIVEN_UP_AFTER_MS = 12 * HOUR_MS;
const CHANNEL = 'sms';

export function sendText(options: SendTextOptions): Operation {
  return {
    name: 'send_text',
    product: 'messaging',
    method: 'POST',
    path: '/v1/messaging',
    bodyLimitBytes: 64 * 1024,
    asksForPlan,
    takesForms: true,
    handle: (request) => handle(options, request),
  };
}

async function handle(options: SendTextOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, at } = request;
  const fields = readFields(request);
  const asked = readSendText(fields, caller.account.settings);
  const when = sendAtIn(fields, at);
  if (!hasSender(caller, asked.senderId)) {
    throw new Refusal('sender_id_invalid', { name: 'sender_id', allowed: SENDERS_ALLOWED });
  }
  const admission = admissionOfText(request, asked, {
    isCode: asked.messageType === 'OTP',
    texts: partsOfText(asked.text, options.countSmsParts),
  });
  const id = options.context.ids.next(idempotencyKey?.bucket);
  const message = { ...newMessage(id, request, asked), ...when };
  if (isDryRun(fields)) {
    return planAnswer(await options.planMessage({ product: 'messaging', caller, admission, fresh: message }));
  }
  const undo = await options.admission.admit(admission);
  const { externalId } = asked.endUser;
  const answer = {
    status: 200,
    body: JSON.stringify({
      reference_id: toReference(id),
      ...(externalId === null ? {} : { external_id: externalId }),
      status: acceptedText({ plan: planAt(message.plan, when.sendAt) }, at),
    }),
    headers: {},
  };
  await noteSharedSenders(options.noteWriter, caller, message, at);
  const accepted = await options.accept(message, idempotencyKey?.claim(answer));
  if (accepted.kind === 'recorded') return answer;
  await undo();
  return 'claimed_before';
}

function newMessage(id: string, { caller }: OperationRequest, asked: SendTextRequest): NewMessage {
  const { account } = caller;
  const { recipient, messageType } = asked;
  return {
    id,
    accountId: account.id,
    kind: 'text',
    recipient: recipient.digits,
    messageType,
    externalId: asked.endUser.externalId,
    callback: callbackOf(account, asked.callbackUrl),
    plan: [
      {
        channel: CHANNEL,
        fallbackAfterMs: GIVEN_UP_AFTER_MS,
        sender: asked.senderId ?? defaultSender(caller, recipient),
        content: { type: 'sms_text', text: asked.text },
      },
    ],
    optOutApplies: messageType === 'MKT' || account.settings.optOutStopsAll === true,
  };
}
