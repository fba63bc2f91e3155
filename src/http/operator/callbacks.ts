/**
 * Callbacks: list, and send one once more.
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { toReference } from '../../lib/ids.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { type ListedCallback, listCallbacks, redeliverCallback } from '../../store/callbacks/callback-lists.ts';
import type { OperatorOptions } from './options.ts';
import { cursorOf, DEFAULT_LIMIT, idOf, LISTING, notFound, paramOf, placeOf, queryOf, UUID, wrong } from './request.ts';
import { pageOf, timeOf, timeOrNull } from './shapes.ts';

const CallbackQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    message: Type.Optional(Type.String({ maxLength: 36 })),
    state: Type.Optional(oneOf(['pending', 'delivered', 'given_up'])),
    ...LISTING,
  },
  strict,
);

/** The number of a callback within its message is a smallint in the store. */
const Place = Type.Tuple([UUID, Type.Integer({ minimum: 0, maximum: 2 ** 15 - 1 })]);

export function callbackShape(callback: ListedCallback): Record<string, unknown> {
  return {
    id: callback.id,
    message: toReference(callback.messageId),
    seq: callback.seq,
    customer_id: callback.accountId,
    url: callback.url,
    method: callback.method,
    state: callback.state,
    tries: callback.tries,
    last_status: callback.lastStatus,
    last_error: callback.lastError,
    created_on: timeOf(callback.createdAt),
    due_on: timeOrNull(callback.dueAt),
    delivered_on: timeOrNull(callback.deliveredAt),
  };
}

export function callbackRoutes(app: FastifyInstance, { db, context, wakeCallbacks }: OperatorOptions): void {
  app.get('/callbacks', async (request) => {
    const query = queryOf(CallbackQuery, request);
    const { limit = DEFAULT_LIMIT } = query;
    const messageId = query.message === undefined ? undefined : idOf(query.message);
    if (messageId === null) throw wrong('message', 'a reference_id');
    const place = placeOf(Place, query.after);
    const rows = await listCallbacks(db, {
      ...(query.customer_id === undefined ? {} : { accountId: query.customer_id }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(query.state === undefined ? {} : { state: query.state }),
      ...(place === undefined ? {} : { before: { messageId: place[0], seq: place[1] } }),
      limit: limit + 1,
    });
    const { items, next } = pageOf(rows, limit, (last) => cursorOf([last.messageId, last.seq]), callbackShape);
    return { callbacks: items, next };
  });

  app.post('/callbacks/:id/redeliver', async (request, reply) => {
    const id = idOf(paramOf(request, 'id'));
    const result = id === null ? 'unknown' : await redeliverCallback(db, id, context.clock.now());
    if (result !== 'due') throw notFound(result === 'unknown' ? 'Callback' : 'Body of the callback');
    wakeCallbacks();
    return reply.code(202).send({ id, state: 'pending' });
  });
}
