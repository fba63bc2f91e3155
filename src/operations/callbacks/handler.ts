/**
 * GET /v1/callbacks, GET /v1/callbacks/{id} and POST /v1/callbacks/redeliver: what the account was told, how each try
 * went, and what is sent once more (contract section 13).
 *
 * 1. Nothing of another account is found.
 * 2. A range is counted before it is sent: `count_only` (or `dry_run`) says how many there are and changes nothing. Then it
 *    is made due in steps (engine/callbacks/redeliveries.ts): same ids, in line. A count has no part in an idempotency key, as
 *    any plan; an order that finds nothing is one.
 */
import type { Context } from '../../context.ts';
import type { Counted, Redeliveries } from '../../engine/callbacks/redeliveries.ts';
import type { StoredAnswer } from '../../engine/door/accept.ts';
import { Refusal } from '../../errors.ts';
import { fromReference } from '../../lib/ids.ts';
import { parseInstant } from '../../lib/instant.ts';
import { CALLBACK_STATES, findCallback, listOwnCallbacks } from '../../store/callbacks/callback-lists.ts';
import { listTries } from '../../store/callbacks/callback-tries.ts';
import type { RedeliveryRange } from '../../store/callbacks/redeliveries.ts';
import type { Database } from '../../store/database.ts';
import { fieldOf, readJsonObject } from '../json-body.ts';
import { readAfterId, readLimit, readOneOf, readSpan, readText, referenceOrNull } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { callbackShape, MISSING, MOST_TRIES, REDELIVERED_STATES, sentAt, tooLong, triesOf } from './shapes.ts';

export interface CallbackRecordOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly redeliveries: Pick<Redeliveries, 'one' | 'count' | 'order' | 'headersOf'>;
}

const LONGEST_URL = 2_000;

export function callbackRecords(options: CallbackRecordOptions): Operation[] {
  const common = { product: 'omnichannel', bodyLimitBytes: 10 * 1024 } as const;
  return [
    {
      ...common,
      name: 'list_callbacks',
      method: 'GET',
      path: '/v1/callbacks',
      handle: (request) => list(options, request),
    },
    {
      ...common,
      name: 'show_callback',
      method: 'GET',
      path: '/v1/callbacks/:id',
      handle: (request) => show(options, request),
    },
    {
      ...common,
      name: 'redeliver_callbacks',
      method: 'POST',
      path: '/v1/callbacks/redeliver',
      asksForPlan: ({ body }) => isOnlyCounted(body),
      handle: (request) => redeliver(options, request),
    },
  ];
}

async function list({ db }: CallbackRecordOptions, { caller, query }: OperationRequest): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const { rows, next } = await listOwnCallbacks(db, {
    accountId: caller.account.id,
    state: readOneOf(asked, 'state', CALLBACK_STATES),
    endpoint: readText(asked, 'endpoint', LONGEST_URL),
    ...readSpan(asked),
    before: readAfterId(asked),
    limit: readLimit(asked),
  });
  return { status: 200, body: JSON.stringify({ callbacks: rows.map(callbackShape), next: referenceOrNull(next) }) };
}

async function show(
  { db, redeliveries }: CallbackRecordOptions,
  { caller, params }: OperationRequest,
): Promise<Answer> {
  const id = idOf(params.id);
  const callback = id === null ? null : await findCallback(db, id);
  if (callback?.accountId !== caller.account.id) throw new Refusal('reference_unknown', { name: 'Callback' });
  const recorded = await listTries(db, callback.messageId, { seq: callback.seq, limit: MOST_TRIES });
  const at = sentAt(callback, recorded);
  const headers = callback.body === '' ? null : await redeliveries.headersOf(callback, at);
  const shown = {
    ...callbackShape(callback),
    headers,
    body: callback.body === '' ? null : callback.body,
    history: triesOf(callback, recorded, (answer) => answer),
  };
  return { status: 200, body: JSON.stringify(shown) };
}

async function redeliver(
  { context, redeliveries }: CallbackRecordOptions,
  request: OperationRequest,
): Promise<Answer | 'claimed_before'> {
  const body = readJsonObject(request.body);
  const given = fieldOf(body, 'id');
  const isCount = isCounted(body);
  if (given !== null) {
    if (isCount) throw new Refusal('value_invalid', { name: 'count_only', allowed: 'a range: from, and no id' });
    return redeliverOne(redeliveries, given, request);
  }
  const range = rangeOf(body, request.caller.account.id, context.clock.now());
  if (isCount) return counted({ count: await redeliveries.count(range), id: null });
  const { idempotencyKey: key } = request;
  const claimable = key
    ? { bucket: key.bucket, claim: (done: Counted) => key.claim(stored(counted(done))) }
    : undefined;
  const ordered = await redeliveries.order(range, claimable);
  return ordered === 'claimed_before' ? ordered : counted(ordered);
}

function isCounted(body: ReturnType<typeof readJsonObject>): boolean {
  return readTruth(body, 'count_only') || readTruth(body, 'dry_run');
}

/** What cannot be read is refused when it is handled. */
function isOnlyCounted(body: Buffer): boolean {
  try {
    return isCounted(readJsonObject(body));
  } catch {
    return false;
  }
}

async function redeliverOne(
  redeliveries: CallbackRecordOptions['redeliveries'],
  given: unknown,
  { caller, idempotencyKey }: OperationRequest,
): Promise<Answer | 'claimed_before'> {
  const id = typeof given === 'string' ? idOf(given) : null;
  if (id === null) throw new Refusal('value_invalid', { name: 'id', allowed: 'the id of a callback' });
  const answer = counted({ count: 1, id: null });
  const claim = idempotencyKey?.claim(stored(answer));
  const result = await redeliveries.one(id, { accountId: caller.account.id, claim });
  if (result === 'due') return answer;
  if (result === 'claimed_before') return result;
  if (result === 'unknown') throw new Refusal('reference_unknown', { name: MISSING.unknown });
  throw new Refusal('value_invalid', { name: 'id', allowed: 'a callback that has an address, and its body still' });
}

function counted({ count, id }: Counted): Answer {
  if (count === null) throw tooLong();
  return { status: 200, body: JSON.stringify({ count, redelivery: id }) };
}

function stored({ status, body }: Answer): StoredAnswer {
  return { status, headers: {}, body };
}

function rangeOf(body: ReturnType<typeof readJsonObject>, accountId: string, now: number): RedeliveryRange {
  // The same readers as those of the list.
  const asked = new URLSearchParams();
  for (const name of ['state', 'endpoint']) {
    const value = fieldOf(body, name);
    if (value !== null) asked.set(name, typeof value === 'string' ? value : '');
  }
  const from = instantIn(body, 'from');
  if (from === null) throw new Refusal('parameter_missing', { name: 'from' });
  return {
    accountId,
    state: readOneOf(asked, 'state', REDELIVERED_STATES),
    endpoint: readText(asked, 'endpoint', LONGEST_URL),
    from,
    to: instantIn(body, 'to') ?? now,
  };
}

function instantIn(body: ReturnType<typeof readJsonObject>, name: string): number | null {
  const value = fieldOf(body, name);
  if (value === null) return null;
  const at = typeof value === 'string' ? parseInstant(value, 'is_refused') : null;
  if (at !== null) return at;
  throw new Refusal('value_invalid', { name, allowed: 'a time such as 2026-01-31T12:00:00Z, or a date' });
}

function readTruth(body: ReturnType<typeof readJsonObject>, name: string): boolean {
  const value = fieldOf(body, name);
  if (value === null || typeof value === 'boolean') return value === true;
  throw new Refusal('value_invalid', { name, allowed: 'true or false' });
}

function idOf(text: string | undefined): string | null {
  return fromReference((text ?? '').replaceAll('-', ''));
}
