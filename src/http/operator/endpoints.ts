/**
 * Endpoints: where callbacks wait, by account. One page goes over so many endpoints, in the order of their names; each has
 * a row for each account that is owed something there.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { RECENT_MS } from '../../engine/callbacks/claims.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { endpointsOwed, type Reach } from '../../store/callbacks/callback-claims.ts';
import { MOST_EXAMINED, type OwedCallbacks, owedAt } from '../../store/callbacks/owed-endpoints.ts';
import { eachLane } from '../../store/sql/lanes.ts';
import type { OperatorOptions } from './options.ts';
import { cursorOf, DEFAULT_LIMIT, LISTING, placeOf, queryOf } from './request.ts';
import { timeOf } from './shapes.ts';

const EndpointQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    state: Type.Optional(oneOf(['failing', 'waiting'])),
    ...LISTING,
  },
  strict,
);

const AfterName = Type.Tuple([Type.String({ maxLength: 2_000 })]);

export function endpointRoutes(app: FastifyInstance, { db, lanes, context }: OperatorOptions): void {
  app.get('/endpoints', async (request) => {
    const { customer_id: accountId, state, limit = DEFAULT_LIMIT, after } = queryOf(EndpointQuery, request);
    const [from] = placeOf(AfterName, after) ?? [''];
    const now = context.clock.now();
    const reachOf = (buckets: Reach['buckets']) => ({ buckets, fromMs: now - RECENT_MS, toMs: now + HOUR_MS });
    const found = await eachLane(lanes, (buckets) => endpointsOwed(db, from, limit + 1, reachOf(buckets)));
    const names = [...new Set(found.flat().map(({ endpoint }) => endpoint))].sort();
    const shown = names.slice(0, limit);
    const owed = await eachLane(lanes, (buckets) => owedAt(db, shown, reachOf(buckets)));
    const rows = together(owed.flat()).filter(
      (row) =>
        (accountId === undefined || row.accountId === accountId) &&
        (state === undefined || (state === 'failing') === row.failing > 0),
    );
    const last = shown.at(-1);
    const isMore = names.length > limit && last !== undefined;
    return { endpoints: rows.map(endpointShape), next: isMore ? cursorOf([last]) : null };
  });
}

/** What the lanes have, by endpoint and account. */
function together(rows: readonly OwedCallbacks[]): OwedCallbacks[] {
  const byName = new Map<string, OwedCallbacks>();
  for (const row of rows) {
    const name = JSON.stringify([row.endpoint, row.accountId]);
    const other = byName.get(name);
    byName.set(name, other ? added(other, row) : row);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function added(one: OwedCallbacks, other: OwedCallbacks): OwedCallbacks {
  const { lastStatus, lastError, mostTries } = one.mostTries >= other.mostTries ? one : other;
  return {
    ...one,
    pending: one.pending + other.pending,
    failing: one.failing + other.failing,
    oldestAt: Math.min(one.oldestAt, other.oldestAt),
    nextTryAt: Math.min(one.nextTryAt, other.nextTryAt),
    mostTries,
    lastStatus,
    lastError,
  };
}

function endpointShape(row: OwedCallbacks): Record<string, unknown> {
  return {
    endpoint: row.endpoint,
    customer_id: row.accountId,
    pending: row.pending,
    more: row.pending >= MOST_EXAMINED,
    failing: row.failing,
    oldest_on: timeOf(row.oldestAt),
    next_try_on: timeOf(row.nextTryAt),
    most_tries: row.mostTries,
    last_status: row.lastStatus,
    last_error: row.lastError,
  };
}
