/**
 * Erasures: counts what an erasure of a number would find, erases it from all tables, and shows the receipts that say
 * what was erased.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { formsOf } from '../../lib/phone-number.ts';
import { strict } from '../../lib/schemas.ts';
import { COUNTED_KINDS, COUNTED_UP_TO, countErasure } from '../../store/keeping/count-erasure.ts';
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

const ErasureBody = Type.Object({ number: NUMBER, count_only: Type.Optional(Type.Boolean()) }, strict);

const ErasureQuery = Type.Object({ number: Type.Optional(NUMBER), ...LISTING }, strict);

export function erasureRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, erasures, aliasOf } = options;

  app.post('/erasures', async (request, reply) => {
    const { number, count_only: isCountOnly = false } = bodyOf(ErasureBody, request);
    const digits = phoneNumberOf('number', number);
    if (isCountOnly) return countShape(options, digits);
    return reply.code(202).send(receiptShape(await erasures.ask(digits)));
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

/** What is there now, and when it was erased last. */
async function countShape({ db, lanes, aliasOf }: OperatorOptions, number: string): Promise<Record<string, unknown>> {
  const alias = aliasOf(number);
  const { counts, underWay } = await countErasure(db, lanes, formsOf(number));
  const [last] = await listErasures(db, { alias, limit: 1 });
  return {
    state: 'counted',
    alias,
    counted: Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, counts[kind] ?? 0])),
    counted_up_to: COUNTED_UP_TO,
    under_way: underWay,
    last_asked_on: timeOrNull(last?.askedAt ?? null),
  };
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
