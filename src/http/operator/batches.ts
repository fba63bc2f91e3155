/**
 * Batches: lists them, shows one with its recipients, and pauses it, lets it go on or takes it back as its caller can. What
 * its messages say is not shown.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { BatchOrder } from '../../engine/batches/batch-orders.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { batchBody, countsOf, recipientBody } from '../../operations/batch/show.ts';
import { BATCH_STATES, type Batch, findBatch, listBatches } from '../../store/batches/batches.ts';
import { countRecipients, listRecipients, RECIPIENT_STATES } from '../../store/batches/recipients.ts';
import { type Database, together } from '../../store/database.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
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
} from './request.ts';
import { numberOf, pageOf, timeOrNull } from './shapes.ts';

const BatchQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    external_id: Type.Optional(Type.String({ maxLength: 200 })),
    state: Type.Optional(oneOf(BATCH_STATES)),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    ...LISTING,
  },
  strict,
);

const ShowQuery = Type.Object(
  {
    state: Type.Optional(oneOf(RECIPIENT_STATES)),
    code: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999 })),
    ...FULL,
    ...LISTING,
  },
  strict,
);
const AfterPlace = Type.Tuple([Type.Integer({ minimum: 0, maximum: 100_000 })]);

const ORDERS: Readonly<Record<string, BatchOrder>> = { pause: 'pause', resume: 'resume', 'take-back': 'cancel' };

export function batchRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context, batches } = options;
  app.get('/batches', async (request) => {
    const { limit = DEFAULT_LIMIT, after, ...query } = queryOf(BatchQuery, request);
    const rows = await listBatches(db, {
      accountId: query.customer_id,
      externalId: query.external_id,
      state: query.state,
      from: instantOf('from', query.from),
      to: instantOf('to', query.to),
      before: placeOf(AfterId, after)?.[0],
      limit: limit + 1,
    });
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), summary);
    return { batches: items, next };
  });

  app.get('/batches/:reference', async (request) => {
    const { full, limit = DEFAULT_LIMIT, after, state, code } = queryOf(ShowQuery, request);
    const batch = await askedBatch(db, request);
    const now = context.clock.now();
    const [counts, rows] = await together([
      countRecipients(db, batch, now),
      listRecipients(db, batch, { after: placeOf(AfterPlace, after)?.[0] ?? -1, limit: limit + 1, now, state, code }),
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

  for (const [name, order] of Object.entries(ORDERS)) {
    app.post(`/batches/:reference/${name}`, async (request) => {
      const { id, accountId } = await askedBatch(db, request);
      // Its record may have come to its end between the two.
      if (!(await batches.order({ id, accountId }, order))) throw notFound('Batch');
      const batch = await askedBatch(db, request);
      return { ...summary(batch), ...countsOf(batch, await countRecipients(db, batch, context.clock.now())) };
    });
  }
}

async function askedBatch(db: Database, request: FastifyRequest): Promise<Batch> {
  const id = idOf(paramOf(request, 'reference'));
  const batch = id === null ? null : await findBatch(db, id);
  if (!batch) throw notFound('Batch');
  return batch;
}

function summary(batch: Batch): Record<string, unknown> {
  const { accountId, total, nextPlace, state, dueAt } = batch;
  // Of a batch that is over nothing is left to be gone through.
  const gone = batch.endedAt === null ? Math.min(nextPlace, total) : total;
  // Of a pause, what is due is its end.
  const pauseEnds = timeOrNull(state === 'paused' ? dueAt : null);
  return { ...batchBody(batch), customer_id: accountId, total, worked_off: gone, pause_ends_on: pauseEnds };
}
