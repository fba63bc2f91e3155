/**
 * POST /v1/omnichannel: takes one message for an ordered list of channels (contract section 3).
 *
 * 1. The answer 3001 is given only after the message is durable.
 * 2. Order: the body is checked, then whether the account may send it (admission.ts). A refused request counts against
 *    no limit but that of requests.
 * 3. A dry run goes the same way up to the admission, and is answered with what would follow.
 */
import { CHANNELS, productsOf } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import type { TemplateDirectory } from '../../engine/accounts/template-directory.ts';
import type { MarkSkipped } from '../../engine/capability/skipping.ts';
import type { Accept, NewMessage } from '../../engine/door/accept.ts';
import { CODE, describeCode } from '../../engine/message/codes.ts';
import type { ChannelPlan } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Account } from '../../store/accounts/account.ts';
import { type AdmissionRequest, namedNumber } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import { fieldOf, objectOf, readJsonObject } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import {
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
import { readSendAt } from '../send-at.ts';
import { type KeptTemplates, keptName, keptTemplatesIn } from '../templates/templates.ts';
import type { ContentLimits } from '../templates/texts.ts';
import { CHANNELS_OF_MESSAGES, readSendMessage, type SendMessageRequest } from './schema.ts';

export interface SendMessageOptions extends ContentLimits {
  readonly context: Pick<Context, 'ids'>;
  readonly accept: Accept;
  readonly admission: Pick<Admission, 'admit'>;
  /** Marks what is to be skipped; asked for accounts that want it. */
  readonly markSkipped: MarkSkipped;
  readonly findTemplate: TemplateDirectory['find'];
  readonly noteWriter: NoteWriter;
  readonly planMessage: PlanMessage;
}

export function sendMessage(options: SendMessageOptions): Operation {
  return {
    name: 'send_message',
    product: 'omnichannel',
    method: 'POST',
    path: '/v1/omnichannel',
    bodyLimitBytes: 10 * 1024,
    asksForPlan,
    handle: (request) => handle(options, request),
  };
}

async function handle(options: SendMessageOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey } = request;
  const { account } = caller;
  const body = readJsonObject(request.body);
  const named = keptTemplatesIn(objectOf(fieldOf(body, 'message')), CHANNELS_OF_MESSAGES);
  const kept = named.length === 0 ? undefined : await findKept(options, account.id, named);
  const reading = kept ? { countSmsParts: options.countSmsParts, kept } : options;
  const asked = readSendMessage(body, account.settings, reading);
  const sendAt = readSendAt(body, request.at);
  const plan = planOf(asked, caller);
  const admission = admissionOf(options, request, asked);
  const id = options.context.ids.next(idempotencyKey?.bucket);
  if (isDryRun(body)) {
    const fresh = sentAt(sendAt, newMessage(id, account, asked, plan));
    return planAnswer(await options.planMessage({ product: 'omnichannel', caller, admission, fresh }));
  }
  const admitted = options.admission.admit(admission);
  const undo = admitted instanceof Promise ? await admitted : admitted;
  const answer = { status: 200, body: acceptedBody(id, asked.endUser.externalId, sendAt), headers: {} };
  // What is known of a device today says little of the day on which it is sent.
  const marked = sendAt === undefined ? withSkips(options, caller, asked, plan) : plan;
  const fresh = newMessage(id, account, asked, marked instanceof Promise ? await marked : marked);
  const message = sentAt(sendAt, fresh);
  const noted = noteSharedSenders(options.noteWriter, caller, message, request.at);
  if (noted) await noted;
  const accepted = await options.accept(message, idempotencyKey?.claim(answer));
  if (accepted.kind === 'recorded') return answer;
  await undo();
  return 'claimed_before';
}

/** A query more, for accounts that ask for it. */
export function withSkips(
  { markSkipped }: Pick<SendMessageOptions, 'markSkipped'>,
  { account, senders }: Caller,
  { recipient, messageType }: SendMessageRequest,
  plan: readonly ChannelPlan[],
): readonly ChannelPlan[] | Promise<readonly ChannelPlan[]> {
  if (account.settings.skipRcsByCapability !== true) return plan;
  return markSkipped(plan, { recipient: recipient.digits, messageType, senders });
}

export async function findKept(
  { findTemplate }: Pick<SendMessageOptions, 'findTemplate'>,
  accountId: string,
  named: ReturnType<typeof keptTemplatesIn>,
): Promise<KeptTemplates> {
  const found = await Promise.all(named.map((each) => findTemplate({ accountId, ...each })));
  return new Map(found.flatMap((each) => (each ? [[keptName(each.channel, each.name), each]] : [])));
}

export function admissionOf(
  { countSmsParts }: ContentLimits,
  { caller: { account }, at, clientAddress }: Pick<OperationRequest, 'caller' | 'at' | 'clientAddress'>,
  { recipient, channels, messageType, endUser }: SendMessageRequest,
): AdmissionRequest {
  return {
    operation: 'message',
    account,
    at,
    clientAddress,
    endUser,
    products: productsOf(channels),
    numbers: [namedNumber('phone_number', recipient)],
    isCode: messageType === 'OTP',
    texts: mostPartsOf(channels, countSmsParts),
    pressesKeys: false,
    asksAboutPeople: false,
  };
}

function mostPartsOf(channels: SendMessageRequest['channels'], countSmsParts: ContentLimits['countSmsParts']): number {
  let most = 1;
  for (const { content } of channels) {
    if (content.type === 'sms_text') most = Math.max(most, partsOfText(content.text, countSmsParts));
  }
  return most;
}

export function planOf({ senderId, recipient, channels }: SendMessageRequest, caller: Caller): ChannelPlan[] {
  if (!hasSender(caller, senderId)) {
    throw new Refusal('sender_id_invalid', { name: 'sender_id', allowed: SENDERS_ALLOWED });
  }
  const ownSender = senderId ?? defaultSender(caller, recipient);
  return channels.map(({ channel, fallbackAfterMs, content }) => ({
    channel,
    fallbackAfterMs,
    sender: CHANNELS[channel].sentBy === 'sender' ? ownSender : null,
    content,
  }));
}

export function newMessage(
  id: string,
  account: Account,
  asked: SendMessageRequest,
  plan: readonly ChannelPlan[],
): NewMessage {
  const { messageType } = asked;
  return {
    id,
    accountId: account.id,
    kind: 'omnichannel',
    recipient: asked.recipient.digits,
    messageType,
    externalId: asked.endUser.externalId,
    callback: callbackOf(account, asked.callbackUrl),
    plan,
    optOutApplies: messageType === 'MKT' || account.settings.optOutStopsAll === true,
  };
}

function sentAt(sendAt: number | undefined, fresh: NewMessage): NewMessage {
  return sendAt === undefined ? fresh : { ...fresh, sendAt };
}

const ACCEPTED = { code: CODE.inProgress, description: describeCode(CODE.inProgress) };
const ACCEPTED_STATUS = JSON.stringify(ACCEPTED);

/** JSON, put together by hand: nothing else in it needs quoting. */
function acceptedBody(id: string, externalId: string | null, sendAt: number | undefined): string {
  const status = sendAt === undefined ? ACCEPTED_STATUS : JSON.stringify({ ...ACCEPTED, send_at: iso(sendAt) });
  return `{"status":${status},"reference_id":"${toReference(id)}","external_id":${JSON.stringify(externalId)}}`;
}
