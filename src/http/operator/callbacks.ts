/**
 * Callbacks: lists them, shows one with its tries, and sends one or a range once more.
 *
 * 1. Without `customer_id` the list is in the order of messages; with it in the order of events, and may be bounded in
 *    time (store/callbacks/callback-lists.ts).
 * 2. What a callback says may be a text: it is shown in full only. Of an answer the digits of numbers are hidden.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { maskNumber } from '../../lib/log.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import {
  MISSING,
  MOST_TRIES,
  REDELIVERED_STATES,
  sentAt,
  callbackShape as shapeOf,
  tooLong,
  triesOf,
} from '../../operations/callbacks/shapes.ts';
import {
  CALLBACK_STATES,
  findCallback,
  type ListedCallback,
  listCallbacks,
  listOwnCallbacks,
} from '../../store/callbacks/callback-lists.ts';
import { listTries } from '../../store/callbacks/callback-tries.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  idOf,
  instantOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  UUID,
  wrong,
} from './request.ts';
import { pageOf } from './shapes.ts';

const RANGE = {
  endpoint: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
};

const CallbackQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    message: Type.Optional(Type.String({ maxLength: 36 })),
    state: Type.Optional(oneOf(CALLBACK_STATES)),
    ...RANGE,
    ...LISTING,
  },
  strict,
);

const RedeliverBody = Type.Object(
  {
    customer_id: Type.String({ minLength: 1, maxLength: 64 }),
    state: Type.Optional(oneOf(REDELIVERED_STATES)),
    ...RANGE,
    from: Type.String({ maxLength: 40 }),
    count_only: Type.Optional(Type.Boolean()),
  },
  strict,
);

const ShowQuery = Type.Object(FULL, strict);

/** The number of a callback within its message is a smallint in the store. */
const Place = Type.Tuple([UUID, Type.Integer({ minimum: 0, maximum: 2 ** 15 - 1 })]);

export function callbackShape(callback: ListedCallback): Record<string, unknown> {
  return { ...shapeOf(callback), customer_id: callback.accountId };
}

export function callbackRoutes(app: FastifyInstance, options: OperatorOptions): void {
  app.get('/callbacks', async (request) => {
    const query = queryOf(CallbackQuery, request);
    const messageId = query.message === undefined ? undefined : idOf(query.message);
    if (messageId === null) throw wrong('message', 'a reference_id');
    const { customer_id: accountId } = query;
    if (accountId !== undefined && messageId === undefined) return listOf(options, accountId, query);
    for (const name of ['endpoint', 'from', 'to'] as const) {
      if (query[name] !== undefined) throw wrong(name, 'a list of one account: with customer_id, without message');
    }
    const { limit = DEFAULT_LIMIT } = query;
    const place = placeOf(Place, query.after);
    const rows = await listCallbacks(options.db, {
      ...(accountId === undefined ? {} : { accountId }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(query.state === undefined ? {} : { state: query.state }),
      ...(place === undefined ? {} : { before: { messageId: place[0], seq: place[1] } }),
      limit: limit + 1,
    });
    const { items, next } = pageOf(rows, limit, (last) => cursorOf([last.messageId, last.seq]), callbackShape);
    return { callbacks: items, next };
  });

  app.get('/callbacks/:id', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'id'));
    const callback = id === null ? null : await findCallback(options.db, id);
    if (!callback) throw notFound('Callback');
    const recorded = await listTries(options.db, callback.messageId, { seq: callback.seq, limit: MOST_TRIES });
    const tries = triesOf(callback, recorded, full ? (answer) => answer : withoutNumbers);
    const isThere = full && callback.body !== '';
    const headers = isThere ? await options.redeliveries.headersOf(callback, sentAt(callback, recorded)) : null;
    return { ...callbackShape(callback), headers, body: isThere ? callback.body : null, history: tries };
  });

  app.post('/callbacks/:id/redeliver', async (request, reply) => {
    const id = idOf(paramOf(request, 'id'));
    const result = id === null ? 'unknown' : await options.redeliveries.one(id);
    if (result !== 'due') throw notFound(MISSING[result === 'claimed_before' ? 'unknown' : result]);
    return reply.code(202).send({ id, state: 'pending' });
  });

  app.post('/callbacks/redeliver', async (request, reply) => {
    const { redeliveries, context } = options;
    const body = bodyOf(RedeliverBody, request);
    const range = {
      accountId: body.customer_id,
      state: body.state,
      endpoint: body.endpoint,
      from: instantOf('from', body.from) ?? 0,
      to: instantOf('to', body.to) ?? context.clock.now(),
    };
    if (body.count_only === true) {
      const count = await redeliveries.count(range);
      if (count === null) throw tooLong();
      return { count, redelivery: null };
    }
    const ordered = await redeliveries.order(range);
    if (ordered === 'claimed_before' || ordered.count === null) throw tooLong();
    return reply.code(ordered.id === null ? 200 : 202).send({ count: ordered.count, redelivery: ordered.id });
  });
}

/** Rule 1. */
async function listOf(
  { db }: OperatorOptions,
  accountId: string,
  query: {
    readonly state?: ListedCallback['state'];
    readonly endpoint?: string;
    readonly from?: string;
    readonly to?: string;
    readonly after?: string;
    readonly limit?: number;
  },
) {
  const { rows, next } = await listOwnCallbacks(db, {
    accountId,
    state: query.state,
    endpoint: query.endpoint,
    from: instantOf('from', query.from),
    to: instantOf('to', query.to),
    before: placeOf(AfterId, query.after)?.[0],
    limit: query.limit ?? DEFAULT_LIMIT,
  });
  return { callbacks: rows.map(callbackShape), next: next === null ? null : cursorOf([next]) };
}

/** Rule 2. */
function withoutNumbers(answer: string): string {
  return answer.replace(/\d{6,}/g, maskNumber);
}
