/**
 * Batches: lists them, and shows one with its recipients. What its messages say is not shown.
 */
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { oneOf, strict } from '../../lib/schemas.ts';
import { batchBody, countsOf, recipientBody } from '../../operations/batch/show.ts';
import { BATCH_STATES, type Batch, findBatch, listBatches } from '../../store/batches/batches.ts';
import { countRecipients, listRecipients } from '../../store/batches/recipients.ts';
import { together } from '../../store/database.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  idOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
} from './request.ts';
import { numberOf, pageOf } from './shapes.ts';

const BatchQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    state: Type.Optional(oneOf(BATCH_STATES)),
    ...LISTING,
  },
  strict,
);

const ShowQuery = Type.Object({ ...FULL, ...LISTING }, strict);
const AfterPlace = Type.Tuple([Type.Integer({ minimum: 0, maximum: 100_000 })]);

export function batchRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/batches', async (request) => {
    const { customer_id: accountId, state, limit = DEFAULT_LIMIT, after } = queryOf(BatchQuery, request);
    const before = placeOf(AfterId, after)?.[0];
    const rows = await listBatches(db, { accountId, state, before, limit: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), summary);
    return { batches: items, next };
  });

  app.get('/batches/:reference', async (request) => {
    const { full, limit = DEFAULT_LIMIT, after } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'reference'));
    const batch = id === null ? null : await findBatch(db, id);
    if (!batch) throw notFound('Batch');
    const now = context.clock.now();
    const [counts, rows] = await together([
      countRecipients(db, batch, now),
      listRecipients(db, batch, { after: placeOf(AfterPlace, after)?.[0] ?? -1, limit: limit + 1, now }),
    ]);
    const { items, next } = pageOf(
      rows,
      limit,
      ({ place }) => cursorOf([place]),
      (row) => {
        const { phone_number: number, ...rest } = recipientBody(batch, row);
        return { ...rest, phone_number: number === null ? null : numberOf(number, full) };
      },
    );
    return { ...summary(batch), ...countsOf(batch, counts), recipients: items, next };
  });
}

function summary(batch: Batch): Record<string, unknown> {
  const { accountId, total, nextPlace } = batch;
  // Of a batch that is over nothing is left to be gone through.
  const gone = batch.endedAt === null ? Math.min(nextPlace, total) : total;
  return { ...batchBody(batch), customer_id: accountId, total, worked_off: gone };
}
