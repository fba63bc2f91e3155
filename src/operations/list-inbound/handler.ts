/**
 * GET /v1/inbound: lists what people sent to the account, newest last, each in the body of its callback (docs/inbound.md).
 *
 * 1. No piece is missed by whoever goes on from `next`. A place is made before its transaction ends, and of two
 *    transactions that with the later place may end first. So `next` never stands behind a piece that is younger than
 *    `SETTLED_AFTER_MS`: at the end of the list it goes back to the last one that is older, and the younger ones are
 *    listed again.
 * 2. While pages are full the cursor says both: from where the next page goes on, and to where it then goes back.
 * 3. The list shows what is kept. What was removed or erased is empty.
 */
import type { Context } from '../../context.ts';
import { inboundBody } from '../../engine/arriving/inbound-body.ts';
import { fromReference, timeOf, toReference } from '../../lib/ids.ts';
import type { Database } from '../../store/database.ts';
import { listPlaced, type PlacedInbound } from '../../store/messages/inbound-lists.ts';
import { badCursor, readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface ListInboundOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
}

/** A transaction has ended by half of it: a statement that takes long loses its connection. Clocks differ by less. */
export const SETTLED_AFTER_MS = 120_000;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Rule 2. */
interface Cursor {
  readonly settled: string;
  readonly read: string;
}

export function listInbound({ context, db }: ListInboundOptions): Operation {
  return {
    name: 'list_inbound',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/inbound',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => list(db, request, context.clock.now() - SETTLED_AFTER_MS),
  };
}

async function list(db: Database, { caller, query }: OperationRequest, settledBefore: number): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const limit = readLimit(asked);
  const cursor = readCursor(asked.get('after'));
  const accountId = caller.account.id;
  const found = await listPlaced(db, { accountId, after: cursor.read, limit: limit + 1 });
  const page = found.slice(0, limit);
  const more = found.length > limit;
  const next = cursorText(nextOf(cursor, page, { more, settledBefore }));
  return { status: 200, body: JSON.stringify({ inbound: page.map(inboundBody), next, more }) };
}

/** Rule 1. */
function nextOf(
  { settled, read }: Cursor,
  page: readonly PlacedInbound[],
  { more, settledBefore }: { readonly more: boolean; readonly settledBefore: number },
): Cursor {
  const last = page.findLast(({ place }) => timeOf(place) < settledBefore)?.place;
  const after = last !== undefined && last > settled ? last : settled;
  return { settled: after, read: more ? (page.at(-1)?.place ?? read) : after };
}

function cursorText({ settled, read }: Cursor): string {
  return settled === read ? toReference(settled) : `${toReference(settled)}-${toReference(read)}`;
}

function readCursor(text: string | null): Cursor {
  if (text === null) return { settled: BEGINNING, read: BEGINNING };
  const [first = '', second = first, ...others] = text.split('-');
  const [settled, read] = [fromReference(first), fromReference(second)];
  if (settled !== null && read !== null && others.length === 0) return { settled, read };
  throw badCursor();
}
