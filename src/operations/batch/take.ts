/**
 * POST /v1/omnichannel/batch: takes one message for many recipients (contract section 12, docs/decisions/batches.md).
 *
 * 1. The answer 3001 is given only after the batch is durable with all its recipients. Their messages are made afterwards
 *    (engine/batches, make.ts).
 * 2. Here is judged what the request says and what does not change with time: its content for each recipient, products,
 *    countries, the numbers of a trial account. What counts, and what others decide, is judged for each message when it
 *    is made.
 * 3. A bad recipient is named with its place, and costs the others nothing. When all are bad nothing is taken: the answer is
 *    the refusal of the first.
 * 4. The body is read in slices, so that nobody else waits for it. A node takes `AT_ONCE` batches at a time.
 */
import { productsOf } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import type { Batches } from '../../engine/batches/batches.ts';
import { CODE, describeCode } from '../../engine/message/codes.ts';
import { Refusal, tooSoon } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { Turns } from '../../lib/turns.ts';
import { verifiedAmong } from '../../store/accounts/verified-numbers.ts';
import type { BatchRecipient } from '../../store/batches/slices.ts';
import type { Database } from '../../store/database.ts';
import { checkProduct, countryGuard } from '../admission/who-and-where.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { hasSender, SENDERS_ALLOWED } from '../outgoing.ts';
import { planBatch } from '../plan/batch-plan.ts';
import { isDryRun, mayNameDryRun } from '../plan/dry-run.ts';
import { type PlanMessage, planAnswer } from '../plan/message-plan.ts';
import { readSendAt } from '../send-at.ts';
import { admissionOf, findKept, type SendMessageOptions } from '../send-message/handler.ts';
import { CHANNELS_OF_MESSAGES } from '../send-message/schema.ts';
import { keptTemplatesIn } from '../templates/templates.ts';
import { type Recipients, takeApart } from './body.ts';
import { countsOf, type ReadBatch } from './counts.ts';
import { askedOf, frameOf, type KeptBody, refusedPlace } from './message.ts';
import { type BatchFrame, checkCount, placeOf, readRecipient } from './schema.ts';

export interface TakeBatchOptions extends Pick<SendMessageOptions, 'countSmsParts' | 'findTemplate'> {
  readonly context: Pick<Context, 'clock' | 'ids'>;
  readonly db: Database;
  readonly batches: Batches;
  readonly planMessage: PlanMessage;
}

export const BATCH_PATH = '/v1/omnichannel/batch';
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** Rule 4: with their bodies in memory. */
const AT_ONCE = 4;
const RETRY_MS = 5_000;

export function takeBatch(options: TakeBatchOptions): Operation {
  let underWay = 0;
  return {
    name: 'send_batch',
    product: 'omnichannel',
    method: 'POST',
    path: BATCH_PATH,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    asksForPlan: ({ body }) => asksForBatchPlan(options, body),
    async handle(request) {
      if (underWay >= AT_ONCE) throw tooMany();
      underWay += 1;
      try {
        return await handle(options, request);
      } finally {
        underWay -= 1;
      }
    },
  };
}

async function handle(options: TakeBatchOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { caller, idempotencyKey, clientAddress } = request;
  const { account } = caller;
  const read = await readBatch(options, request);
  if (read.isDryRun) return planAnswer(await planBatch(options, request, read));
  const { asked } = read.frame;
  const id = options.context.ids.next(idempotencyKey?.bucket);
  const answer = { status: 200, body: JSON.stringify(takenBody(id, read)), headers: {} };
  const recorded = await options.batches.record(
    {
      id,
      accountId: account.id,
      externalId: asked.endUser.externalId,
      messageType: asked.messageType,
      body: read.kept,
      clientAddress,
      sendAt: read.sendAt,
      recipients: read.recipients,
    },
    idempotencyKey?.claim(answer),
  );
  if (recorded === 'too_many') throw tooMany();
  return recorded === 'recorded' ? answer : 'claimed_before';
}

function tooMany(): Refusal {
  return tooSoon(RETRY_MS);
}

/** In slices, as the body is read. */
async function asksForBatchPlan({ context }: TakeBatchOptions, body: Buffer): Promise<boolean> {
  if (!mayNameDryRun(body)) return false;
  try {
    return isDryRun((await takeApart(body, new Turns(context.clock))).once);
  } catch {
    // Whoever carries it out says what is wrong with it.
    return false;
  }
}

/** Everything that is judged before a batch is taken. Nothing is counted or written. */
export async function readBatch(options: TakeBatchOptions, request: OperationRequest): Promise<ReadBatch> {
  const { account } = request.caller;
  const turns = new Turns(options.context.clock);
  const { once, recipients: listed } = await takeApart(request.body, turns);
  const recipients = checkCount(listed, once);
  const named = keptTemplatesIn(objectOf(fieldOf(once, 'message')), CHANNELS_OF_MESSAGES);
  const found = named.length === 0 ? new Map() : await findKept(options, account.id, named);
  const kept: KeptBody = { once, templates: [...found.values()] };
  const frame = frameOf(kept, account, options);
  const sendAt = readSendAt(once, request.at) ?? null;
  if (!hasSender(request.caller, frame.asked.senderId)) {
    throw new Refusal('sender_id_invalid', { name: 'sender_id', allowed: SENDERS_ALLOWED });
  }
  for (const product of productsOf(frame.asked.channels)) checkProduct(account, product);
  const judged = await readRecipients({ options, request, frame, turns }, recipients);
  return {
    kept,
    frame,
    sendAt,
    isDryRun: isDryRun(once),
    recipients: await withoutUnverified(options, request, judged),
  };
}

interface Reading {
  readonly options: TakeBatchOptions;
  readonly request: OperationRequest;
  readonly frame: BatchFrame;
  readonly turns: Turns;
}

async function readRecipients(reading: Reading, recipients: Recipients): Promise<BatchRecipient[]> {
  const rows: BatchRecipient[] = [];
  let first: unknown = null;
  const refused = (row: BatchRecipient, error: unknown): BatchRecipient => {
    first ??= error;
    return { ...row, parameters: null, ...refusedPlace(error, reading.request.at) };
  };
  for (let place = 0; place < recipients.count; place += 1) {
    // What is no JSON is refused as a whole.
    const entry = recipients.at(place);
    rows.push(readOne(reading, { entry, place }, refused));
    const turn = reading.turns.next();
    if (turn) await turn;
  }
  if (first !== null && rows.every(({ code }) => code !== null)) throw first;
  return rows;
}

const NOBODY = { number: '', externalId: null, parameters: null, messageId: null, code: null, reason: null };

function readOne(
  { options, request, frame }: Reading,
  { entry, place }: { readonly entry: ReturnType<Recipients['at']>; readonly place: number },
  refused: (row: BatchRecipient, error: unknown) => BatchRecipient,
): BatchRecipient {
  const name = placeOf(place);
  let row: BatchRecipient = { ...NOBODY, place };
  try {
    const recipient = readRecipient(entry, name, request.caller.account.settings, frame.contents.names);
    const { number, externalId, values } = recipient;
    row = { ...row, number: number.digits, externalId, parameters: values };
    void countryGuard.check(admissionOf(options, request, askedOf(frame, recipient, name)));
    return row;
  } catch (error) {
    return refused(row, error);
  }
}

/** A trial account reaches numbers alone that were verified on it. */
async function withoutUnverified(
  { db }: TakeBatchOptions,
  { caller: { account }, at }: OperationRequest,
  rows: readonly BatchRecipient[],
): Promise<readonly BatchRecipient[]> {
  if (account.kind !== 'trial') return rows;
  const good = rows.filter(({ code }) => code === null);
  const verified = await verifiedAmong(
    db,
    account.id,
    good.map(({ number }) => number),
  );
  const refusal = (place: number) => new Refusal('number_not_verified', { name: `${placeOf(place)}.phone_number` });
  const [first] = good;
  if (first && good.every(({ number }) => !verified.has(number))) throw refusal(first.place);
  return rows.map((row) =>
    row.code !== null || verified.has(row.number)
      ? row
      : { ...row, parameters: null, ...refusedPlace(refusal(row.place), at) },
  );
}

function takenBody(id: string, { frame, sendAt, recipients }: ReadBatch) {
  return {
    status: {
      code: CODE.inProgress,
      description: describeCode(CODE.inProgress),
      ...(sendAt === null ? {} : { send_at: iso(sendAt) }),
    },
    reference_id: toReference(id),
    external_id: frame.asked.endUser.externalId,
    ...countsOf(recipients),
  };
}
