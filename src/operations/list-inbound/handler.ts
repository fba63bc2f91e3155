/**
 * GET /v1/inbound: lists what people sent to the account, newest last, each in the body of its callback (docs/inbound.md).
 *
 * 1. No piece is missed by whoever goes on from `next` (settled-cursor.ts).
 * 2. The list shows what is kept. What was removed or erased is empty.
 */
import type { Context } from '../../context.ts';
import { inboundBody } from '../../engine/arriving/inbound-body.ts';
import type { Database } from '../../store/database.ts';
import { listPlaced } from '../../store/messages/inbound-lists.ts';
import { readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { readSettledCursor, settledPage } from '../settled-cursor.ts';

export interface ListInboundOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
}

export function listInbound({ context, db }: ListInboundOptions): Operation {
  return {
    name: 'list_inbound',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/inbound',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => list(db, request, context.clock.now()),
  };
}

async function list(db: Database, { caller, query }: OperationRequest, now: number): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const limit = readLimit(asked);
  const cursor = readSettledCursor(asked);
  const accountId = caller.account.id;
  const found = await listPlaced(db, { accountId, after: cursor.read, limit: limit + 1 });
  const { page, next, more } = settledPage(cursor, found, ({ place }) => place, { limit, now });
  return { status: 200, body: JSON.stringify({ inbound: page.map(inboundBody), next, more }) };
}
