/**
 * The plan of a batch: how many of its recipients would be taken, the others by their places, and what would become of the
 * first of those that are.
 *
 * 1. A recipient that is refused when the batch is taken is named as then. What is judged for each message when it is made
 *    stands in the plan of that message, as if it were the only one: what the others would use of a limit is not known.
 * 2. A plan asks the store some times. So it is made for the first recipients alone, one after the other.
 */
import { CODE, describeCode } from '../../engine/message/codes.ts';
import { iso } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import { parseHandset } from '../../lib/phone-number.ts';
import type { BatchRecipient } from '../../store/batches/slices.ts';
import { countsOf, type ReadBatch } from '../batch/counts.ts';
import { askedOf } from '../batch/message.ts';
import { placeOf } from '../batch/schema.ts';
import type { OperationRequest } from '../operation.ts';
import { admissionOf, newMessage, planOf, type SendMessageOptions } from '../send-message/handler.ts';

/** Rule 2. */
const MOST_PLANNED = 50;

type Options = Pick<SendMessageOptions, 'context' | 'countSmsParts' | 'planMessage'>;

export async function planBatch(options: Options, request: OperationRequest, read: ReadBatch): Promise<JsonObject> {
  const taken = read.recipients.filter(({ code }) => code === null);
  const planned: JsonObject[] = [];
  for (const recipient of taken.slice(0, MOST_PLANNED)) {
    planned.push({ place: recipient.place, ...(await planRecipient(options, request, { read, recipient })) });
  }
  const waits = read.sendAt !== null && read.sendAt > request.at;
  return {
    would: waits ? 'wait' : 'be_sent',
    code: CODE.inProgress,
    description: describeCode(CODE.inProgress),
    send_at: read.sendAt === null ? null : iso(read.sendAt),
    ...countsOf(read.recipients),
    recipients: planned,
  };
}

async function planRecipient(
  options: Options,
  request: OperationRequest,
  { read, recipient }: { readonly read: ReadBatch; readonly recipient: BatchRecipient },
): Promise<JsonObject> {
  const { caller } = request;
  const number = parseHandset(recipient.number);
  if (!number) throw new RangeError('a recipient that is taken has a number');
  const { externalId, parameters } = recipient;
  const asked = askedOf(read.frame, { number, externalId, values: parameters ?? {} }, placeOf(recipient.place));
  const admission = admissionOf(options, request, asked);
  const id = options.context.ids.next();
  const message = newMessage(id, caller.account, asked, planOf(asked, caller));
  const fresh = read.sendAt === null ? message : { ...message, sendAt: read.sendAt };
  return options.planMessage({ product: 'omnichannel', caller, admission, fresh });
}
