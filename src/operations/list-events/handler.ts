/**
 * GET /v1/events: everything that a callback tells the account, in order, for 30 days, whether there is an address to
 * call back or not (docs/events.md).
 *
 * 1. A body is that of the callback, to the byte: it is put into the answer as it is stored.
 * 2. No event is missed by whoever goes on from `next` (settled-cursor.ts). `id` is the `webhook-id` of the callback, so
 *    that a receiver that takes both knows an event again.
 * 3. What somebody wrote is removed when its time is over, and what tells of an erased number with that number. The event
 *    stays, and its body is null.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { lowestIdAt } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { EVENTS_KEPT_DAYS, type ListedEvent, listEvents } from '../../store/callbacks/callback-events.ts';
import type { Database } from '../../store/database.ts';
import { readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { readSettledCursor, settledPage } from '../settled-cursor.ts';

export interface ListEventsOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
}

export function listEventsOperation({ context, db }: ListEventsOptions): Operation {
  return {
    name: 'list_events',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/events',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => list(db, request, context.clock.now()),
  };
}

async function list(db: Database, { caller, query }: OperationRequest, now: number): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const limit = readLimit(asked);
  const cursor = readSettledCursor(asked);
  const oldest = lowestIdAt(now - EVENTS_KEPT_DAYS * DAY_MS);
  const [, after = oldest] = [cursor.read, oldest].sort();
  const found = await listEvents(db, { accountId: caller.account.id, after, limit: limit + 1 });
  const { page, next, more } = settledPage(cursor, found, ({ id }) => id, { limit, now });
  return { status: 200, body: `{"events":[${page.map(shown).join(',')}],"next":"${next}","more":${more}}` };
}

/** Rule 1. */
function shown({ id, createdAt, body }: ListedEvent): string {
  const head = JSON.stringify({ id, created_on: iso(createdAt) });
  return `${head.slice(0, -1)},"body":${body === '' ? 'null' : body}}`;
}
