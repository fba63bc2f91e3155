/**
 * Numbers that are kept out of masking sessions: list, add, lift. Absent `customer_id`: of every account.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import {
  addMaskingBlock,
  type ListedMaskingBlock,
  liftMaskingBlock,
  listMaskingBlocks,
  type MaskingBlock,
} from '../../store/masking/masking-blocks.ts';
import type { OperatorOptions } from './options.ts';
import {
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  handsetNumberOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  wrong,
} from './request.ts';
import { numberOf, pageOf, timeOf } from './shapes.ts';

const ACCOUNT = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));

const BlockQuery = Type.Object({ customer_id: ACCOUNT }, strict);

const ListQuery = Type.Object(
  { customer_id: ACCOUNT, number: Type.Optional(Type.String({ maxLength: 30 })), ...FULL, ...LISTING },
  strict,
);

const Place = Type.Tuple([Type.String(), Type.String()]);

export function maskingBlockRoutes(app: FastifyInstance, { db, context, aliasOf }: OperatorOptions): void {
  app.get('/masking-blocks', async (request) => {
    const { customer_id: accountId, number: text, full, limit = DEFAULT_LIMIT, after } = queryOf(ListQuery, request);
    const place = placeOf(Place, after);
    const number = text === undefined ? undefined : handsetNumberOf('number', text);
    const rows = await listMaskingBlocks(db, {
      accountId,
      numbers: number === undefined ? undefined : [number, aliasOf(number)],
      after: place && { number: place[0], accountId: place[1] },
      limit: limit + 1,
    });
    const show = (row: ListedMaskingBlock) => blockShape(row, row.createdAt, full);
    const { items, next } = pageOf(rows, limit, (block) => cursorOf([block.number, block.accountId]), show);
    return { masking_blocks: items, next };
  });

  app.put('/masking-blocks/:number', async (request) => {
    const block = blockOf(request);
    if (block.accountId !== '' && (await findAccounts(db, [block.accountId])).size === 0) {
      throw wrong('customer_id', 'the Customer ID of an account');
    }
    return blockShape(block, await addMaskingBlock(db, block, context.clock.now(), aliasOf), true);
  });

  /** Lifts exactly this block: one for every account stays when that of an account is lifted. */
  app.delete('/masking-blocks/:number', async (request) => {
    const block = blockOf(request);
    if (!(await liftMaskingBlock(db, block, aliasOf))) throw notFound('Block');
    return { number: block.number, customer_id: block.accountId || null, lifted: true };
  });
}

function blockOf(request: FastifyRequest): MaskingBlock {
  const { customer_id: accountId = '' } = queryOf(BlockQuery, request);
  return { accountId, number: handsetNumberOf('number', paramOf(request, 'number')) };
}

function blockShape(block: MaskingBlock, createdAt: number, full: boolean | undefined): Record<string, unknown> {
  return {
    number: numberOf(block.number, full),
    customer_id: block.accountId || null,
    created_on: timeOf(createdAt),
  };
}
