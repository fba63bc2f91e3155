/**
 * Erasures: erases a number from all tables, and shows the receipts that say what was erased.
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { strict } from '../../lib/schemas.ts';
import { ERASED_KINDS, type Erasure, findErasure, listErasures } from '../../store/keeping/erasures.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  idOf,
  LISTING,
  notFound,
  paramOf,
  phoneNumberOf,
  placeOf,
  queryOf,
} from './request.ts';
import { pageOf, timeOf, timeOrNull } from './shapes.ts';

const NUMBER = Type.String({ maxLength: 30 });

const ErasureBody = Type.Object({ number: NUMBER }, strict);

const ErasureQuery = Type.Object({ number: Type.Optional(NUMBER), ...LISTING }, strict);

export function erasureRoutes(app: FastifyInstance, { db, erasures, aliasOf }: OperatorOptions): void {
  app.post('/erasures', async (request, reply) => {
    const { number } = bodyOf(ErasureBody, request);
    return reply.code(202).send(receiptShape(await erasures.ask(phoneNumberOf('number', number))));
  });

  app.get('/erasures', async (request) => {
    const { number, limit = DEFAULT_LIMIT, after } = queryOf(ErasureQuery, request);
    const alias = number === undefined ? undefined : aliasOf(phoneNumberOf('number', number));
    const rows = await listErasures(db, { alias, before: placeOf(AfterId, after)?.[0], limit: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), receiptShape);
    return { erasures: items, next };
  });

  app.get('/erasures/:id', async (request) => {
    const id = idOf(paramOf(request, 'id'));
    const erasure = id === null ? null : await findErasure(db, id);
    if (!erasure) throw notFound('Erasure');
    return receiptShape(erasure);
  });
}

/** Without the number: a receipt may be kept. */
function receiptShape(erasure: Erasure): Record<string, unknown> {
  const { openMessages, openInputs } = erasure;
  const isWaiting = erasure.doneAt === null && openMessages.length + openInputs.length > 0;
  return {
    id: erasure.id,
    state: erasure.doneAt !== null ? 'done' : isWaiting ? 'waiting' : 'running',
    alias: erasure.alias,
    asked_on: timeOf(erasure.askedAt),
    done_on: timeOrNull(erasure.doneAt),
    erased: Object.fromEntries(ERASED_KINDS.map((kind) => [kind, erasure.erased[kind] ?? 0])),
    waits_for: { messages: openMessages.length, inputs: openInputs.length },
  };
}
