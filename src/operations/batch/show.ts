/**
 * GET /v1/omnichannel/batch/{reference_id}: how far a batch is, and what became of its recipients. The same answer is given
 * to what orders it about: POST …/pause, POST …/resume and DELETE (engine/batches/batch-orders.ts).
 *
 * 1. Recipients are shown in the order of their places, a page at a time; `next` of a page is `after` of the following one.
 * 2. A recipient whose number was erased is not shown, and counted as erased.
 * 3. An order under an idempotency key is answered as the batch stands with the order, and that answer is kept: a pause
 *    that is asked for once more after it was over pauses nothing.
 * 4. Of a batch that was taken back a recipient without a message counts as taken back, as one with a message does.
 */
import type { Context } from '../../context.ts';
import type { BatchOrder } from '../../engine/batches/batch-orders.ts';
import type { Batches } from '../../engine/batches/batches.ts';
import { MOST_RECIPIENTS } from '../../engine/batches/record-batch.ts';
import type { StoredAnswer } from '../../engine/door/accept.ts';
import { CODE, describeCode } from '../../engine/message/codes.ts';
import { Refusal } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Batch, findBatch } from '../../store/batches/batches.ts';
import {
  countRecipients,
  listRecipients,
  type RecipientCount,
  type ShownRecipient,
} from '../../store/batches/recipients.ts';
import { type Database, type Queryable, type Transaction, together } from '../../store/database.ts';
import { claimed, unlessClaimed } from '../once.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { BATCH_PATH } from './take.ts';

export interface ShowBatchOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly batches: Batches;
}

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1_000;

export function showBatch(options: ShowBatchOptions): Operation[] {
  const shared = { product: 'omnichannel', judgesReference: true, bodyLimitBytes: 10 * 1024 } as const;
  const path = `${BATCH_PATH}/:reference_id`;
  const ordered = (order: BatchOrder) => (request: OperationRequest) => handleOrder(options, request, order);
  return [
    { ...shared, name: 'show_batch', method: 'GET', path, handle: (request) => show(options, request) },
    { ...shared, name: 'pause_batch', method: 'POST', path: `${path}/pause`, handle: ordered('pause') },
    { ...shared, name: 'resume_batch', method: 'POST', path: `${path}/resume`, handle: ordered('resume') },
    { ...shared, name: 'cancel_batch', method: 'DELETE', path, handle: ordered('cancel') },
  ];
}

async function handleOrder(
  options: ShowBatchOptions,
  request: OperationRequest,
  order: BatchOrder,
): Promise<Answer | 'claimed_before'> {
  const asked = readAsked(request);
  const { batches, context } = options;
  const keep = async (tx: Transaction) => claimed(tx, request, await shownIn(tx, asked, context.clock.now()));
  const ordered = await unlessClaimed(batches.order(asked, order, request.idempotencyKey ? keep : undefined));
  if (ordered === 'claimed_before') return ordered;
  if (!ordered) throw new Refusal('reference_unknown');
  return ordered.said ?? show(options, request);
}

/** A batch of an account, and a page of its recipients. */
interface Asked {
  readonly id: string;
  readonly accountId: string;
  readonly limit: number;
  readonly after: number;
}

function readAsked(request: OperationRequest): Asked {
  const query = new URLSearchParams(request.query);
  return {
    id: idOf(request),
    accountId: request.caller.account.id,
    limit: readInteger(query.get('limit'), 'limit', { least: 1, most: LARGEST_PAGE }) ?? DEFAULT_PAGE,
    after: readInteger(query.get('after'), 'after', { least: 0, most: MOST_RECIPIENTS }) ?? -1,
  };
}

function idOf({ params }: OperationRequest): string {
  const id = fromReference(params.reference_id ?? '');
  if (id === null) throw new Refusal('reference_invalid');
  return id;
}

async function show({ db, context }: ShowBatchOptions, request: OperationRequest): Promise<StoredAnswer> {
  return shownIn(db, readAsked(request), context.clock.now());
}

async function shownIn(db: Queryable, { id, accountId, limit, after }: Asked, now: number): Promise<StoredAnswer> {
  const batch = await findBatch(db, id);
  // Another account's batch is as unknown as none.
  if (!batch || batch.accountId !== accountId) throw new Refusal('reference_unknown');
  const [counts, recipients] = await together([
    countRecipients(db, batch, now),
    listRecipients(db, batch, { after, limit: limit + 1, now }),
  ]);
  const shown = recipients.slice(0, limit);
  const body = {
    ...batchBody(batch),
    ...countsOf(batch, counts),
    recipients: shown.map((each) => recipientBody(batch, each)),
    next: recipients.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
  return { status: 200, headers: {}, body: JSON.stringify(body) };
}

/** What there is to say of a batch without its recipients. */
export function batchBody({ id, externalId, state, messageType, sendAt, createdAt, endedAt }: Batch) {
  return {
    reference_id: toReference(id),
    external_id: externalId,
    state,
    message_type: messageType,
    send_at: sendAt === null ? null : iso(sendAt),
    created_on: iso(createdAt),
    ended_on: endedAt === null ? null : iso(endedAt),
  };
}

/** `counts` add up to `total`. `statuses`: of the messages, and of what was taken back before there was one (rule 4). */
export function countsOf(batch: Batch, found: readonly RecipientCount[]) {
  const { total } = batch;
  const isTakenBack = batch.state === 'cancelling' || batch.state === 'cancelled';
  const sumOf = (state: RecipientCount['state']) =>
    found.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0);
  const waiting = sumOf('waiting');
  const statuses = new Map<number, number>();
  const add = (code: number, count: number) => statuses.set(code, (statuses.get(code) ?? 0) + count);
  for (const { state, code, count } of found) if (state === 'made') add(code ?? CODE.unknown, count);
  if (isTakenBack && waiting > 0) add(CODE.cancelled, waiting);
  return {
    counts: {
      total,
      waiting: isTakenBack ? 0 : waiting,
      refused: sumOf('refused'),
      messages: sumOf('made'),
      taken_back: isTakenBack ? waiting : 0,
      erased: total - waiting - sumOf('refused') - sumOf('made'),
    },
    statuses: [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([code, count]) => ({ code, description: describeCode(code), count })),
  };
}

export function recipientBody({ state }: Batch, recipient: ShownRecipient) {
  const { place, number, externalId, messageId } = recipient;
  const isTakenBack = state === 'cancelling' || state === 'cancelled';
  const open = isTakenBack ? CODE.cancelled : CODE.inProgress;
  const code = messageId === null ? (recipient.code ?? open) : (recipient.status ?? CODE.unknown);
  return {
    place,
    phone_number: number === '' ? null : number,
    external_id: externalId,
    reference_id: messageId === null ? null : toReference(messageId),
    code,
    description: recipient.reason ?? describeCode(code),
  };
}

function readInteger(
  text: string | null,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  if (text === null) return null;
  const value = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (value >= least && value <= most) return value;
  throw new Refusal('value_invalid', { name, allowed: `${least} to ${most}` });
}
