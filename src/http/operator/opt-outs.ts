/**
 * Blocks: list, add, lift. Absent `customer_id` or `sender`: every account, every sender.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { type ListedOptOut, listOptOuts } from '../../store/accounts/opt-out-lists.ts';
import { addOptOut, liftOptOut, type OptOut } from '../../store/accounts/opt-outs.ts';
import { namesOf } from '../../store/secrets/number-aliases.ts';
import type { OperatorOptions } from './options.ts';
import {
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  handsetNumberOf,
  LISTING,
  notFound,
  placeOf,
  queryOf,
  wrong,
} from './request.ts';
import { numberOf, pageOf, timeOf } from './shapes.ts';

const block = {
  recipient: Type.String({ maxLength: 30 }),
  customer_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  sender: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
};

const BlockBody = Type.Object(block, strict);

const OptOutQuery = Type.Object(
  { customer_id: block.customer_id, recipient: Type.Optional(block.recipient), ...FULL, ...LISTING },
  strict,
);

const Place = Type.Tuple([Type.String(), Type.String(), Type.String()]);

export function optOutRoutes(app: FastifyInstance, { db, context, aliasOf }: OperatorOptions): void {
  app.get('/opt-outs', async (request) => {
    const { customer_id: accountId, recipient, full, limit = DEFAULT_LIMIT, after } = queryOf(OptOutQuery, request);
    const place = placeOf(Place, after);
    const number = recipient === undefined ? undefined : handsetNumberOf('recipient', recipient);
    const rows = await listOptOuts(db, {
      accountId,
      recipients: number === undefined ? undefined : namesOf(number, aliasOf),
      after: place && { recipient: place[0], accountId: place[1], sender: place[2] },
      limit: limit + 1,
    });
    const show = (row: ListedOptOut) => ({
      ...optOutShape(row, full),
      source: row.source,
      created_on: timeOf(row.createdAt),
    });
    const { items, next } = pageOf(rows, limit, (o) => cursorOf([o.recipient, o.accountId, o.sender]), show);
    return { opt_outs: items, next };
  });

  app.post('/opt-outs', async (request, reply) => {
    const optOut = readBlock(bodyOf(BlockBody, request));
    if (optOut.accountId !== '' && (await findAccounts(db, [optOut.accountId])).size === 0) {
      throw wrong('customer_id', 'the Customer ID of an account');
    }
    const isNew = await addOptOut(db, { ...optOut, source: 'operator' }, context.clock.now(), aliasOf);
    return reply.code(isNew ? 201 : 200).send({ ...optOutShape(optOut, true), stood_already: !isNew });
  });

  /** Lifts exactly this block: one for every sender stays when the one for a sender is lifted. */
  app.post('/opt-outs/lift', async (request) => {
    const optOut = readBlock(bodyOf(BlockBody, request));
    if (!(await liftOptOut(db, optOut, aliasOf))) throw notFound('Opt-out');
    return { ...optOutShape(optOut, true), lifted: true };
  });
}

function readBlock(body: { recipient: string; customer_id?: string; sender?: string }): OptOut {
  return {
    recipient: handsetNumberOf('recipient', body.recipient),
    accountId: body.customer_id ?? '',
    sender: body.sender ?? '',
  };
}

function optOutShape({ recipient, accountId, sender }: OptOut, full: boolean | undefined): Record<string, unknown> {
  return { recipient: numberOf(recipient, full), customer_id: accountId || null, sender: sender || null };
}
