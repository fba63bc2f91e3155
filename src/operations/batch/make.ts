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
import { Refusal } from '../../errors.ts';
import { bucketOf } from '../../lib/ids.ts';
import { parseHandset } from '../../lib/phone-number.ts';
import { Turns } from '../../lib/turns.ts';
import type { Batch } from '../../store/batches/batches.ts';
import type { BatchRecipient } from '../../store/batches/slices.ts';
import { StoreDown } from '../../store/database.ts';
import { noteSharedSenders } from '../outgoing.ts';
import { admissionOf, newMessage, planOf, type SendMessageOptions, withSkips } from '../send-message/handler.ts';
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
        made.push(await makeOne(options, { batch, caller, frame, at }, recipient));
        await turns.next();
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

/** Rule 2. */
async function makeOne(options: MakeBatchOptions, making: Making, recipient: BatchRecipient): Promise<MadeOfRecipient> {
  try {
    return await message(options, making, recipient);
  } catch (error) {
    if (error instanceof StoreDown) throw error;
    const refusal = error instanceof Refusal ? error : new Refusal('failed');
    return { kind: 'refused', ...refusedPlace(refusal, making.at) };
  }
}

async function message(
  options: MakeBatchOptions,
  { batch, caller, frame, at }: Making,
  { place, number, externalId, parameters }: BatchRecipient,
): Promise<MadeOfRecipient> {
  const { admission, noteWriter, context } = options;
  const parsed = parseHandset(number);
  if (!parsed) throw new RangeError('a recipient that was taken has no number');
  const asked = askedOf(frame, { number: parsed, externalId, values: parameters ?? {} }, placeOf(place));
  const plan = planOf(asked, caller);
  const request = { caller, at, clientAddress: batch.clientAddress };
  const undo = await admission.admit(admissionOf(options, request, asked));
  try {
    const id = context.ids.next(bucketOf(batch.id));
    // What is known of a device today says little of the day on which it is sent.
    const marked = batch.sendAt === null ? await withSkips(options, caller, asked, plan) : plan;
    const made = newMessage(id, caller.account, asked, marked);
    await noteSharedSenders(noteWriter, caller, made, at);
    return { kind: 'message', message: ofBatch(made, batch), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

function ofBatch(made: NewMessage, { id, sendAt }: Batch): NewMessage {
  const [first, ...others] = made.plan;
  const plan = first ? [{ ...first, batch: id }, ...others] : made.plan;
  return { ...made, plan, ...(sendAt === null ? {} : { sendAt }) };
}
