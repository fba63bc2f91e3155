/**
 * The attempts of verifications: how a method says the code, and whether the account may use it now. The first one is asked
 * for by the request, the later ones by the engine.
 *
 * 1. An attempt is admitted like a message or a call of its own: it counts for the limits by number, prefix and country
 *    and for the budgets of the account. The pause between codes counts a verification once, when it begins.
 * 2. What refuses a later method has the code that it would have in the answer to a request.
 */

import type { Channel, Content } from '../../carriers/carrier.ts';
import { CHANNEL_NAMES, CHANNELS } from '../../carriers/channels.ts';
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import type { MarkSkipped } from '../../engine/capability/skipping.ts';
import type { AttemptPlan } from '../../engine/verification/attempts.ts';
import type { PreparedAttempt } from '../../engine/verification/options.ts';
import { VERIFICATION_CODE } from '../../engine/verification/verification-codes.ts';
import { errorRow, Refusal } from '../../errors.ts';
import { type PhoneNumber, parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import { type AdmissionRequest, type EndUser, namedNumber } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import { defaultSender, type NoteWriter, noteSharedSenders, partsOfText } from '../outgoing.ts';
import { type ContentOptions, contentOf } from './contents.ts';

export interface AttemptOptions extends ContentOptions {
  readonly clock: { now(): number };
  readonly admission: Pick<Admission, 'admit'>;
  /** Whether a carrier of the channel is configured. */
  readonly isServed: (channel: Channel) => boolean;
  readonly noteWriter: NoteWriter;
  /** Asked for accounts that want it. */
  readonly markSkipped: MarkSkipped;
}

/** What an attempt has to know of its verification. */
export type AttemptOf = Pick<Verification, 'accountId' | 'methods' | 'language' | 'template'>;

export interface DraftAttempt {
  readonly plan: AttemptPlan;
  readonly admission: AdmissionRequest;
}

/** For whom, and who asks. */
export interface AskingFor {
  readonly caller: Caller;
  readonly recipient: PhoneNumber;
  readonly endUser: EndUser;
  readonly clientAddress: string;
}

interface Asking extends AskingFor {
  readonly isFirst: boolean;
}

const NO_END_USER: EndUser = { externalId: null, originatingIp: null, lifecycleEvent: null };

/** The channel of a method; undefined where there is none. */
export function channelOf(method: string): Channel | undefined {
  return CHANNEL_NAMES.find((channel) => channel === method);
}

export class VerificationAttempts {
  private readonly options: AttemptOptions;

  constructor(options: AttemptOptions) {
    this.options = options;
  }

  /** The code of why a method cannot be used at all; undefined: it can. */
  skippedBy(method: string, { account }: Caller): number | undefined {
    const channel = channelOf(method);
    if (!channel || !this.options.isServed(channel)) return VERIFICATION_CODE.methodUnknown;
    const { product } = CHANNELS[channel];
    return product === null || account.products.includes(product) ? undefined : VERIFICATION_CODE.productNotEnabled;
  }

  /** Refuses what the account may not do, and a template that one of the methods does not have. */
  async prepareFirst(of: AttemptOf, index: number, asking: AskingFor): Promise<PreparedAttempt> {
    if (of.template !== null) {
      for (const { method, state } of of.methods) {
        const channel = state === 'CREATED' ? channelOf(method) : undefined;
        if (channel) await contentOf(this.options, channel, of);
      }
    }
    return this.prepare(of, index, { ...asking, isFirst: true });
  }

  /** Rule 2. */
  async prepareNext(
    verification: Verification,
    index: number,
    directory: Pick<AccountDirectory, 'find'>,
  ): Promise<PreparedAttempt | { readonly code: number }> {
    const caller = await directory.find(verification.accountId);
    const recipient = parsePhoneNumber(verification.recipient);
    if (caller?.account.state !== 'active' || !recipient) return { code: VERIFICATION_CODE.accountSuspended };
    // The first one, too, of a verification that begins later than it was asked for.
    const isFirst = verification.methods.every(({ triedAt }) => triedAt === null);
    const asking = { caller, recipient, endUser: NO_END_USER, clientAddress: '', isFirst };
    try {
      return await this.prepare(verification, index, asking);
    } catch (error) {
      if (error instanceof Refusal) return { code: errorRow('verification', error.case).code };
      throw error;
    }
  }

  /** What a method would say and what it would have to be admitted as; refuses a template that it does not have. */
  async draft(of: AttemptOf, index: number, asking: Asking): Promise<DraftAttempt> {
    const { caller, recipient } = asking;
    const channel = channelOf(of.methods[index]?.method ?? '');
    if (!channel) throw new RangeError('a method without a channel cannot begin');
    const content = await contentOf(this.options, channel, of);
    const sender = CHANNELS[channel].sentBy === 'sender' ? defaultSender(caller, recipient) : null;
    return { plan: { channel, sender, content }, admission: this.admissionOf(channel, content, asking) };
  }

  private async prepare(of: AttemptOf, index: number, asking: Asking): Promise<PreparedAttempt> {
    const draft = await this.draft(of, index, asking);
    const undo = await this.options.admission.admit(draft.admission);
    try {
      const plan = await this.withSkip(draft.plan, asking);
      await this.noteSenders(asking, plan);
      return { plan, undo };
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** A query more, for accounts that ask for it. */
  private async withSkip(plan: AttemptPlan, { caller, recipient }: Asking): Promise<AttemptPlan> {
    const { account, senders } = caller;
    if (account.settings.skipRcsByCapability !== true) return plan;
    const question = { recipient: recipient.digits, messageType: 'OTP', senders } as const;
    const [marked] = await this.options.markSkipped([plan], question);
    return marked ?? plan;
  }

  /** Rule 1. */
  private admissionOf(channel: Channel, content: Content, asking: Asking): AdmissionRequest {
    const { product } = CHANNELS[channel];
    const { caller, recipient, endUser, clientAddress, isFirst } = asking;
    return {
      operation: content.type === 'voice_prompt' ? 'call' : 'message',
      account: caller.account,
      at: this.options.clock.now(),
      clientAddress,
      endUser,
      products: product === null ? [] : [product],
      numbers: [namedNumber('recipient.phone_number', recipient)],
      isCode: isFirst,
      asksForBlocks: true,
      texts: 'text' in content ? partsOfText(content.text, this.options.countSmsParts) : 1,
      pressesKeys: false,
      asksAboutPeople: false,
    };
  }

  private noteSenders({ caller, recipient }: Asking, plan: AttemptPlan): Promise<void> | undefined {
    const message = { recipient: recipient.digits, plan: [{ ...plan, fallbackAfterMs: 0 }] };
    return noteSharedSenders(this.options.noteWriter, caller, message, this.options.clock.now());
  }
}
