/**
 * Makes the messages of a batch, each as POST /v1/omnichannel would (send-message/handler.ts): its limits, countries and
 * budgets are judged now, and counted; who has opted out is asked by the transaction that records it.
 *
 * 1. The account is as it is now: its senders, its addresses, its limits. While it is suspended nothing is made.
 * 2. What is refused is so for one recipient, with its code; so is what went wrong with one, unless the store is away.
 */
import type { Context } from '../../context.ts';
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import type { MadeOfRecipient, MakeMessages } from '../../engine/batches/batch-worker.ts';
import type { NewMessage } from '../../engine/door/accept.ts';
import type { ChannelPlan } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { bucketOf } from '../../lib/ids.ts';
import { parseHandset } from '../../lib/phone-number.ts';
import { Turns } from '../../lib/turns.ts';
import type { Batch } from '../../store/batches/batches.ts';
import type { BatchRecipient } from '../../store/batches/slices.ts';
import { StoreDown } from '../../store/database.ts';
import type { Undo } from '../admission/request.ts';
import { noteSharedSenders } from '../outgoing.ts';
import { admissionOf, newMessage, planOf, type SendMessageOptions, withSkips } from '../send-message/handler.ts';
import type { SendMessageRequest } from '../send-message/schema.ts';
import { askedOf, frameOf, type KeptBody, refusedPlace } from './message.ts';
import { type BatchFrame, placeOf } from './schema.ts';

export interface MakeBatchOptions
  extends Pick<SendMessageOptions, 'countSmsParts' | 'admission' | 'markSkipped' | 'noteWriter'> {
  readonly context: Pick<Context, 'clock' | 'ids'>;
  readonly directory: Pick<AccountDirectory, 'find'>;
}

export function createMakeMessages(options: MakeBatchOptions): MakeMessages {
  const { clock } = options.context;
  return async (batch, recipients) => {
    const caller = await options.directory.find(batch.accountId);
    // Rule 1.
    if (caller?.account.state !== 'active') return null;
    const at = clock.now();
    const made: MadeOfRecipient[] = [];
    const turns = new Turns(clock);
    try {
      const frame = frameOf(batch.body as KeptBody, caller.account, options);
      for (const recipient of recipients) {
        const one = makeOne(options, { batch, caller, frame, at }, recipient);
        made.push(one instanceof Promise ? await one : one);
        const turn = turns.next();
        if (turn) await turn;
      }
      return made;
    } catch (error) {
      for (const each of made) if (each.kind === 'message') await each.undo();
      if (made.length > 0) throw error;
      const refused = { kind: 'refused', ...refusedPlace(error, at) } as const;
      return recipients.map(() => refused);
    }
  };
}

interface Making {
  readonly batch: Batch;
  readonly caller: Caller;
  readonly frame: BatchFrame;
  readonly at: number;
}

/** Rule 2. At once where nothing has to be asked for, as for most: a promise for each of a step costs as much as reading it. */
function makeOne(
  options: MakeBatchOptions,
  making: Making,
  recipient: BatchRecipient,
): MadeOfRecipient | Promise<MadeOfRecipient> {
  try {
    const made = message(options, making, recipient);
    return made instanceof Promise ? made.catch((error: unknown) => refusedOne(making, error)) : made;
  } catch (error) {
    return refusedOne(making, error);
  }
}

function refusedOne({ at }: Making, error: unknown): MadeOfRecipient {
  if (error instanceof StoreDown) throw error;
  const refusal = error instanceof Refusal ? error : new Refusal('failed');
  return { kind: 'refused', ...refusedPlace(refusal, at) };
}

/** What one message is made of. */
interface Asked {
  readonly asked: SendMessageRequest;
  readonly plan: readonly ChannelPlan[];
}

function message(
  options: MakeBatchOptions,
  making: Making,
  { place, number, externalId, parameters }: BatchRecipient,
): MadeOfRecipient | Promise<MadeOfRecipient> {
  const { batch, caller, frame, at } = making;
  const parsed = parseHandset(number);
  if (!parsed) throw new RangeError('a recipient that was taken has no number');
  const asked = askedOf(frame, { number: parsed, externalId, values: parameters ?? {} }, placeOf(place));
  const of = { asked, plan: planOf(asked, caller) };
  const request = { caller, at, clientAddress: batch.clientAddress };
  const admitted = options.admission.admit(admissionOf(options, request, asked));
  if (admitted instanceof Promise) return admitted.then((undo) => admittedMessage(options, making, of, undo));
  return admittedMessage(options, making, of, admitted);
}

function admittedMessage(
  options: MakeBatchOptions,
  { batch, caller, at }: Making,
  { asked, plan }: Asked,
  undo: Undo,
): MadeOfRecipient | Promise<MadeOfRecipient> {
  const made = (marked: readonly ChannelPlan[]): MadeOfRecipient | Promise<MadeOfRecipient> => {
    const fresh = newMessage(options.context.ids.next(bucketOf(batch.id)), caller.account, asked, marked);
    const one = { kind: 'message', message: ofBatch(fresh, batch), undo } as const;
    const noted = noteSharedSenders(options.noteWriter, caller, fresh, at);
    return noted ? noted.then(() => one) : one;
  };
  const failed = async (error: unknown): Promise<never> => {
    await undo();
    throw error;
  };
  try {
    // What is known of a device today says little of the day on which it is sent.
    const marked = batch.sendAt === null ? withSkips(options, caller, asked, plan) : plan;
    const result = marked instanceof Promise ? marked.then(made) : made(marked);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}

function ofBatch(made: NewMessage, { id, sendAt }: Batch): NewMessage {
  const [first, ...others] = made.plan;
  const plan = first ? [{ ...first, batch: id }, ...others] : made.plan;
  return { ...made, plan, ...(sendAt === null ? {} : { sendAt }) };
}
