/**
 * Usage by day: read where it is counted for good, counted now where it is not; and the counting for good.
 *
 * 1. A day is counted for good three days after its end, when nothing in it is under way any more: by then every receipt
 *    has come that is looked at. Its rows may go only after that. Where they have to go earlier, it is counted earlier.
 * 2. What was counted for good never changes: neither retention nor erasure nor a late receipt touches a bill.
 */
import type { Context } from '../../context.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { Database } from '../../store/database.ts';
import {
  countedDays,
  dayText,
  isUnderWay,
  readUsage,
  USAGE_SOURCES,
  USAGE_UNITS,
  type Usage,
  type UsageKey,
  type UsageUnit,
  writeUsage,
} from '../../store/keeping/usage.ts';
import { listPartitions } from '../../store/schema/partitions.ts';
import { bucketsOfEach, eachLane, type Lanes } from '../../store/sql/lanes.ts';

export interface UsageOfDay extends Usage {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
}

export interface UsageFilter {
  /** Beginnings of UTC days, epoch milliseconds: `fromMs` included, `toMs` not. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly accountId?: string | undefined;
}

/** As long as a receipt is looked for. */
const SETTLED_AFTER_MS = 3 * DAY_MS;

/** A list for each day that has any, oldest first; inside a day by account, product, channel and country. */
export async function* usageByDay(
  { db, lanes }: { readonly db: Database; readonly lanes: Lanes },
  filter: UsageFilter,
): AsyncGenerator<UsageOfDay[]> {
  const counted = await countedDays(db, filter);
  const present = new Set((await listPartitions(db)).map((partition) => partition.fromMs));
  for (let day = filter.fromMs; day < filter.toMs; day += DAY_MS) {
    let usage: Usage[] | null = null;
    if (!counted.has(day)) {
      if (!present.has(day)) continue;
      usage = await countNow({ db, lanes }, day, { accountId: filter.accountId });
      // It may have been counted for good meanwhile, and its rows may be gone.
      if ((await countedDays(db, { fromMs: day, toMs: day + DAY_MS })).size > 0) usage = null;
    }
    usage ??= merged(await readUsage(db, day, filter.accountId));
    if (usage.length > 0) yield usage.map((each) => ({ day: dayText(day), ...each }));
  }
}

/**
 * Counts days for good that are old enough, and those that end at `neededBefore` or earlier as soon as nothing in them
 * is under way. Returns the beginning of the first day that is not counted for good: what lies before it may go.
 * `signal` ends it between statements.
 */
export async function countForGood(
  { context, db, lanes }: { readonly context: Context; readonly db: Database; readonly lanes: Lanes },
  neededBefore: number,
  signal?: AbortSignal,
): Promise<number> {
  const days = (await listPartitions(db)).filter(({ table }) => table === 'messages').map(({ fromMs }) => fromMs);
  const [first = 0] = days;
  const counted = await countedDays(db, { fromMs: first, toMs: (days.at(-1) ?? 0) + DAY_MS });
  let firstOpen = Number.POSITIVE_INFINITY;
  for (const day of days) {
    if (counted.has(day)) continue;
    const end = day + DAY_MS;
    const isOld = end + SETTLED_AFTER_MS <= context.clock.now() || end <= neededBefore;
    if (isOld && !(await anyUnderWay(db, lanes, day))) {
      await writeUsage(db, day, await countNow({ db, lanes }, day, { signal }), context.clock.now());
    } else {
      firstOpen = Math.min(firstOpen, day);
    }
  }
  return firstOpen;
}

async function anyUnderWay(db: Database, lanes: Lanes, day: number): Promise<boolean> {
  for (const buckets of bucketsOfEach(lanes)) {
    if (await isUnderWay(db, { fromMs: day, toMs: day + DAY_MS }, buckets)) return true;
  }
  return false;
}

async function countNow(
  { db, lanes }: { readonly db: Database; readonly lanes: Lanes },
  day: number,
  { accountId, signal }: { readonly accountId?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Usage[]> {
  const all: Usage[] = [];
  for (let fromMs = day; fromMs < day + DAY_MS; fromMs += HOUR_MS) {
    const hour = { fromMs, toMs: fromMs + HOUR_MS };
    await eachLane(lanes, async (buckets) => {
      signal?.throwIfAborted();
      for (const count of USAGE_SOURCES) all.push(...(await count(db, hour, accountId, buckets)));
    });
  }
  return merged(all);
}

/** One entry for each key, in order. */
function merged(usage: readonly Usage[]): Usage[] {
  const byName = new Map<string, { readonly key: UsageKey; readonly amounts: Partial<Record<UsageUnit, number>> }>();
  for (const { amounts, ...key } of usage) {
    const name = JSON.stringify([key.accountId, key.product, key.channel, key.country]);
    const known = byName.get(name) ?? { key, amounts: {} };
    byName.set(name, known);
    for (const unit of USAGE_UNITS) {
      if (amounts[unit] !== undefined) known.amounts[unit] = (known.amounts[unit] ?? 0) + amounts[unit];
    }
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { key, amounts }]) => ({ ...key, amounts }));
}
