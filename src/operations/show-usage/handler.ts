/**
 * GET /v1/usage: what the account has used, summed up by what `by` names (contract section 13, docs/account.md).
 *
 * 1. The figures are those of the operators' bills (engine/data/usage.ts), without what its look-ups have cost here. The
 *    running day is among them.
 * 2. To count a day that is not counted for good takes long: it is counted once in `COUNTED_AGAIN_AFTER_MS` for each
 *    account, and of one account one request after the other is worked on. More than some that wait are refused.
 * 3. By day a page goes on behind the last line that was shown; what lies before that day is not read again.
 */
import type { Context } from '../../context.ts';
import {
  countNow,
  USAGE_COLUMNS,
  type UsageColumn,
  type UsageSum,
  usageBy,
  usageByDay,
  usageColumnsOf,
} from '../../engine/data/usage.ts';
import { Refusal, tooSoon } from '../../errors.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { isDay } from '../../lib/instant.ts';
import { cursorOf, pageOf } from '../../lib/pages.ts';
import { createShortCache } from '../../lib/short-cache.ts';
import type { Database } from '../../store/database.ts';
import { USAGE_UNITS, type Usage } from '../../store/keeping/usage.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import { badCursor, readAfterTexts, readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface ShowUsageOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly lanes: Lanes;
}

const COUNTED_AGAIN_AFTER_MS = 5_000;
const MOST_DAYS_KEPT = 500;
const MOST_WAITING = 8;
const MOST_DAYS = 366;

const COLUMNS = USAGE_COLUMNS.filter((name) => name !== 'customer_id');
/** Rule 1. */
const UNITS = USAGE_UNITS.filter((unit) => unit !== 'cost_millionths');

export function showUsage(options: ShowUsageOptions): Operation {
  const { context, db, lanes } = options;
  const inTurn = turnsOf();
  const countDay = createShortCache(
    context.clock,
    COUNTED_AGAIN_AFTER_MS,
    (key) => {
      const [accountId, day] = JSON.parse(key) as [string, number];
      return countNow({ db, lanes }, day, { accountId });
    },
    MOST_DAYS_KEPT,
  );
  return {
    name: 'show_usage',
    product: 'omnichannel',
    method: 'GET',
    path: '/v1/usage',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => inTurn(request.caller.account.id, () => show(options, request, countDay)),
  };
}

async function show(
  { context, db, lanes }: ShowUsageOptions,
  { caller, query }: OperationRequest,
  countDay: (key: string) => Promise<Usage[]>,
): Promise<Answer> {
  const asked = new URLSearchParams(query);
  const accountId = caller.account.id;
  const limit = readLimit(asked);
  const columns = readColumns(asked);
  const span = readDays(asked, context.clock.now());
  const after = readAfterTexts(asked, columns.length);
  const fromMs = columns[0] === 'day' && after ? dayAfter(after[0] ?? '', span) : span.fromMs;
  const days = usageByDay(
    { db, lanes, countDay: (day) => countDay(JSON.stringify([accountId, day])) },
    { ...span, fromMs, accountId },
  );
  const found = await behind(usageBy(days, columns), after, limit + 1);
  const { items, next } = pageOf(found, limit, (last) => cursorOf(placeOf(last)), shapeOf);
  return { status: 200, body: JSON.stringify({ usage: items, next }) };
}

function readColumns(asked: URLSearchParams): readonly UsageColumn[] {
  const by = asked.get('by');
  if (by === null) return COLUMNS;
  const columns = usageColumnsOf(by, COLUMNS);
  if (columns) return columns;
  throw new Refusal('value_invalid', { name: 'by', allowed: `some of ${COLUMNS.join(', ')}, separated by commas` });
}

interface Days {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Absent: from the first of this month to today. */
function readDays(asked: URLSearchParams, now: number): Days {
  const today = now - (now % DAY_MS);
  const month = new Date(today);
  const fromMs = readDay(asked, 'from') ?? Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
  const toMs = readDay(asked, 'to') ?? today + DAY_MS;
  if (toMs > fromMs && toMs - fromMs <= MOST_DAYS * DAY_MS) return { fromMs, toMs };
  throw new Refusal('value_invalid', { name: 'to', allowed: `1 to ${MOST_DAYS} days after "from"` });
}

function readDay(asked: URLSearchParams, name: string): number | undefined {
  const text = asked.get(name);
  if (text === null) return undefined;
  if (!isDay(text)) throw new Refusal('value_invalid', { name, allowed: 'a day such as 2026-01-31, in UTC' });
  return Date.parse(`${text}T00:00:00Z`);
}

/** Rule 3: the day in which a page goes on. */
function dayAfter(day: string, { fromMs, toMs }: Days): number {
  const at = isDay(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (at >= fromMs && at < toMs) return at;
  throw badCursor();
}

async function behind(
  lists: AsyncIterable<readonly UsageSum[]>,
  after: readonly string[] | undefined,
  most: number,
): Promise<UsageSum[]> {
  const place = after && JSON.stringify(after);
  const found: UsageSum[] = [];
  for await (const sums of lists) {
    for (const sum of sums) if (place === undefined || JSON.stringify(placeOf(sum)) > place) found.push(sum);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** In the order of these the lines come. */
function placeOf({ of }: UsageSum): string[] {
  return Object.values(of).map((value) => value ?? '');
}

function shapeOf({ of, amounts }: UsageSum): Record<string, string | number | null> {
  return { ...of, ...Object.fromEntries(UNITS.map((unit) => [unit, amounts[unit] ?? 0])) };
}

/** Rule 2: work of one account is done one after the other. */
function turnsOf(): <T>(accountId: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async (accountId, work) => {
    const line = lines.get(accountId) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= MOST_WAITING) throw tooSoon(1_000);
    lines.set(accountId, line);
    line.waiting += 1;
    const turn = line.last.then(work, work);
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(accountId);
    }
  };
}
