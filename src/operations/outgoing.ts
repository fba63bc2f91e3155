/**
 * What the operations that send have in common: who the recipient sees, who is told that an account writes from a sender
 * that others have, too, where callbacks go, how many parts a text is counted as, and what one text has to be admitted as.
 */
import { CHANNELS, productsOf } from '../carriers/channels.ts';
import type { Caller } from '../engine/accounts/caller.ts';
import type { CallbackTarget, ChannelPlan } from '../engine/message/message.ts';
import type { PhoneNumber } from '../lib/phone-number.ts';
import type { Account } from '../store/accounts/account.ts';
import type { Writer } from '../store/accounts/sender-names.ts';
import type { Sender } from '../store/accounts/senders.ts';
import { type AdmissionRequest, type EndUser, namedNumber } from './admission/request.ts';
import type { OperationRequest } from './operation.ts';

/** An account writes to a number from senders that others have, too. */
export type NoteWriter = (writer: Writer, at: number) => Promise<void>;

/** What a refusal says of a `sender_id` that is not. */
export const SENDERS_ALLOWED = 'a sender registered on the account';

export function hasSender({ senders }: Caller, senderId: string | null): boolean {
  return senderId === null || senders.some(({ sender }) => sender === senderId);
}

/** The default of the destination's country, else that of all others; null lets the carrier put in its own. */
export function defaultSender({ senders }: Caller, { country }: PhoneNumber): string | null {
  const own = country === null ? undefined : senders.find(({ defaultFor }) => defaultFor.includes(country));
  return (own ?? senders.find(({ defaultFor }) => defaultFor.includes('*')))?.sender ?? null;
}

/**
 * To be awaited before the message is recorded, where there is something to wait for: an answer may come at any time after
 * it. One that is refused then was hardly ever asked for.
 */
export function noteSharedSenders(
  note: NoteWriter,
  { account, senders }: Caller,
  { recipient, plan }: { readonly recipient: string; readonly plan: readonly ChannelPlan[] },
  at: number,
): Promise<void> | undefined {
  if (!senders.some(isShared)) return undefined;
  const shared = sharedSenders(senders, plan);
  return shared.length === 0 ? undefined : note({ accountId: account.id, recipient, senders: shared }, at);
}

function isShared(sender: Sender): boolean {
  return sender.isShared;
}

/** Those of the plan that other accounts have, too; an RBM agent, which no plan names, by its id. */
function sharedSenders(senders: readonly Sender[], plan: readonly ChannelPlan[]): string[] {
  const hasAgent = plan.some(({ channel }) => CHANNELS[channel].sentBy === 'agent');
  return senders
    .filter(isShared)
    .map(({ sender }) => sender)
    .filter((name) => plan.some(({ sender }) => sender === name) || (hasAgent && name.includes('@')));
}

/** The address of the request, else that of the account; null: nobody is told. */
export function callbackOf({ settings }: Account, requested: string | null): CallbackTarget | null {
  const url = requested ?? settings.callbackUrl;
  return url === undefined ? null : { url, method: settings.callbackMethod ?? 'POST' };
}

/** Of one text by SMS: a message that is all there is, so that its number's blocks refuse the request. */
export function admissionOfText(
  { caller: { account }, at, clientAddress }: OperationRequest,
  { recipient, endUser }: { readonly recipient: PhoneNumber; readonly endUser: EndUser },
  { isCode, texts }: Pick<AdmissionRequest, 'isCode' | 'texts'>,
): AdmissionRequest {
  return {
    operation: 'message',
    account,
    at,
    clientAddress,
    endUser,
    products: productsOf([{ channel: 'sms' }]),
    numbers: [namedNumber('phone_number', recipient)],
    isCode,
    texts,
    pressesKeys: false,
    asksAboutPeople: false,
    asksForBlocks: true,
  };
}

/** A text that goes into one part whatever its alphabet is not counted again. */
const ONE_PART = 70;

/** As no carrier makes more of it. */
export function partsOfText(text: string, countSmsParts: (text: string) => number): number {
  return text.length <= ONE_PART ? 1 : countSmsParts(text);
}
